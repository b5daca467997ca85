#!/usr/bin/env python3
"""Wall time and peak memory of npuport and its peers over the same trees, medians of N runs.

Usage: compare.py NPUPORT CACHE RUNS

Order within a run is fixed and every tool reads from a warm page cache. The machine is shared: ratios mean more than
seconds. Exit status 1 when a bar is missed: at most 1/10 of ast.parse, less than half of the ripgrep sequence,
peak memory under 400 MB (on transformers).
"""
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PARSE = """
import ast, pathlib, sys, warnings
warnings.simplefilter("ignore")
for path in pathlib.Path(sys.argv[1]).rglob("*.py"):
    try:
        ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        pass
"""


def measure(command):
    """Wall seconds, CPU seconds and peak memory in MB of one command; None when it did not do its work (a search tool's
    status is 0 or 1)."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        return None
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def ripgrep(line, tree):
    if line.startswith("file "):
        return ["rg", "--files", "-g", line[5:], str(tree)]
    return ["rg", "-n", "-e", line, str(tree)]


def contenders(npuport, cache, tree, report):
    lines = [line for line in (HERE / "method_patterns.txt").read_text().splitlines() if line and not line.startswith("#")]
    patterns = [line for line in lines if not line.startswith("file ")]
    rows = [("npuport, JSON written", [[npuport, "analyze", str(tree), "--format", "json", "--output", report, "--quiet"]]),
            ("read all bytes (cat)", [["sh", "-c", f"find '{tree}' -name '*.py' -print0 | xargs -0 cat"]])]
    if shutil.which("rg"):
        rows.append(("ripgrep, one joined pattern", [ripgrep("|".join(f"(?:{p})" for p in patterns), tree)]))
        rows.append((f"ripgrep, {len(lines)} commands of the method", [ripgrep(line, tree) for line in lines]))
    ast_grep = cache / "peers" / "node_modules" / ".bin" / "ast-grep"
    if ast_grep.exists():
        rows.append(("ast-grep, 10 rules", [[str(ast_grep.resolve()), "scan", "-c", str(HERE / "ast_grep" / "sgconfig.yml"), str(tree)]]))
    ruff = cache / "ruff" / "bin" / "ruff"
    if ruff.exists():
        rows.append(("ruff check --no-cache", [[str(ruff), "check", "--no-cache", "--isolated", "--quiet", "--exit-zero", str(tree)]]))
    rows.append(("Python ast.parse", [[sys.executable, "-c", PARSE, str(tree)]]))
    return rows


def main():
    npuport, cache, runs = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), int(sys.argv[3])
    failed = False
    for name in ("transformers", "diffusers"):
        tree = next(cache.glob(f"{name}-*"))
        files = list(tree.rglob("*.py"))
        size = sum(f.stat().st_size for f in files)
        print(f"\n{tree.name}: {len(files)} .py files, {size / 1e6:.1f} MB, {os.cpu_count()} processors, median of {runs}")
        with tempfile.TemporaryDirectory() as folder:
            rows = contenders(npuport, cache, tree, os.path.join(folder, "report.json"))
            samples = {label: [] for label, _ in rows}
            failed_peers = set()
            for _ in range(runs):
                for label, commands in rows:
                    results = [measure(c) for c in commands]
                    if None in results:
                        failed_peers.add(label)
                        continue
                    samples[label].append((sum(r[0] for r in results), sum(r[1] for r in results), max(r[2] for r in results)))
        ours = statistics.median(s[0] for s in samples[rows[0][0]])
        table = {}
        for label, _ in rows:
            if label in failed_peers:
                print(f"  {label:<36} did not run")
                failed = True
                continue
            wall, cpu, memory = (statistics.median(s[i] for s in samples[label]) for i in range(3))
            table[label] = wall
            print(f"  {label:<36} {wall:7.2f} s  cpu {cpu:6.2f} s  {memory:6.0f} MB   x{wall / ours:6.2f}")
            if label == rows[0][0] and memory > 400:
                failed = True
                print("  missed: peak memory under 400 MB")
        if name == "transformers":
            parse = table["Python ast.parse"]
            if ours > parse / 10:
                failed = True
                print(f"  missed: at most 1/10 of ast.parse (is 1/{parse / ours:.1f})")
            sequence = [v for k, v in table.items() if "commands" in k]
            if sequence and ours > sequence[0] / 2:
                failed = True
                print(f"  missed: less than half of the ripgrep sequence (is {ours / sequence[0]:.2f})")
    subprocess.run([npuport, "analyze", str(next(cache.glob("transformers-*"))), "--format", "json", "--output", os.devnull, "--time"], check=False)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
