#!/usr/bin/env python3
"""Runs the program on every case and compares with what must and must not be reported.

Usage: run_cases.py NPUPORT [CASE...]

A case is a folder tests/cases/AREA/CASE with input/ (a small project) and expected.json:
    {"about": "why the case exists",
     "fires":  [{"path": "a.py", "line": 3, "rule": "cuda-method", "mode": "auto"}],   rule and mode are optional
     "silent": [{"path": "a.py", "line": 7}],       line 0 = the whole file; nothing that counts as work may start there
     "count":  [{"rule": "cuda-method", "times": 2}],   findings of a rule over the whole case
     "packages": {"flash-attn": "needs_replacement", "data": null},   rows of the dependency matrix; null = no such row
    "args": ["--target", "torch_npu=2.6.0"]}       optional
"""
import json
import pathlib
import subprocess
import sys
import tempfile


def check(program, case):
    expected = json.loads((case / "expected.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        report_path = pathlib.Path(folder) / "report.json"
        command = [program, "analyze", str(case / "input"), "--format", "json", "--output", str(report_path), "--quiet"]
        run = subprocess.run(command + expected.get("args", []), capture_output=True, text=True, timeout=120)
        if not report_path.is_file():
            return [f"no report, exit {run.returncode}: {run.stderr.strip()[-300:]}"]
        report = json.loads(report_path.read_text(encoding="utf-8"))
    findings = report["findings"]
    problems = []
    for wanted in expected.get("fires", []):
        near = [f for f in findings if f["path"] == wanted["path"] and f["line"] == wanted["line"]]
        if "rule" in wanted:
            near = [f for f in near if f["rule"] == wanted["rule"]]
        if not near:
            here = [f["rule"] for f in findings if f["path"] == wanted["path"] and f["line"] == wanted["line"]]
            problems.append(f"missed {wanted['path']}:{wanted['line']} {wanted.get('rule', '')} (found {here})")
        elif "mode" in wanted and not any(f["mode"] == wanted["mode"] for f in near):
            problems.append(f"mode {wanted['path']}:{wanted['line']} wanted {wanted['mode']}, got {[f['mode'] for f in near]}")
    for quiet in expected.get("silent", []):
        for f in findings:
            if f["mode"] != "none" and f["path"] == quiet["path"] and quiet["line"] in (0, f["line"]):
                problems.append(f"false positive {f['path']}:{f['line']} {f['rule']}")
    for wanted in expected.get("count", []):
        times = sum(f["rule"] == wanted["rule"] for f in findings)
        if times != wanted["times"]:
            problems.append(f"{wanted['rule']} fires {times} times, wanted {wanted['times']}")
    rows = {row["name"]: row["status"] for row in report["dependencies"]}
    for name, status in expected.get("packages", {}).items():
        if rows.get(name) != status:
            problems.append(f"package {name} is {rows.get(name)}, wanted {status}")
    if not expected.get("fires") and not expected.get("silent"):
        problems.append("the case expects nothing: it cannot fail")
    return problems


def main():
    program = sys.argv[1]
    root = pathlib.Path(__file__).resolve().parent
    cases = [pathlib.Path(c) for c in sys.argv[2:]] or sorted(p.parent for p in root.glob("*/*/expected.json"))
    bad = 0
    for case in cases:
        problems = check(program, case)
        bad += bool(problems)
        for problem in problems:
            print(f"{case.resolve().relative_to(root)}: {problem}")
    print(f"{len(cases) - bad} of {len(cases)} cases hold")
    return 1 if bad or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
