#!/usr/bin/env python3
"""Whole reports of the bundled example in every format and language against committed copies.

Usage: run_golden.py NPUPORT [--update]
"""
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
REPORTS = [("report.en.md", "markdown", "en"), ("report.zh.md", "markdown", "zh"), ("report.csv", "csv", "en"),
           ("report.terminal.en.txt", "terminal", "en"), ("report.terminal.zh.txt", "terminal", "zh"), ("report.json", "json", "en")]


def stable(text):
    """Without what changes from run to run: the version of the program and where the tree lies."""
    text = text.replace(str(ROOT) + "/", "")
    return re.sub(r'npuport \d+\.\d+\.\d+|"version": "\d+\.\d+\.\d+"', "npuport VERSION", text)


def main():
    program = sys.argv[1]
    update = "--update" in sys.argv
    bad = 0
    for name, kind, language in REPORTS:
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / name
            command = [program, "analyze", "examples/mini-video-dit", "--format", kind, "--lang", language, "--output", str(out)]
            run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120)
            if not out.is_file():
                print(f"{name}: no report, exit {run.returncode}: {run.stderr[-300:]}")
                bad += 1
                continue
            text = stable(out.read_text(encoding="utf-8"))
        golden = HERE / "mini-video-dit" / name
        if update:
            golden.parent.mkdir(exist_ok=True)
            golden.write_text(text, encoding="utf-8")
        elif not golden.is_file() or golden.read_text(encoding="utf-8") != text:
            bad += 1
            old = golden.read_text(encoding="utf-8") if golden.is_file() else ""
            sys.stdout.writelines(list(difflib.unified_diff(old.splitlines(True), text.splitlines(True), f"golden/{name}", "now", n=1))[:60])
    print(f"{len(REPORTS) - bad} of {len(REPORTS)} reports unchanged" if not update else "updated")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
