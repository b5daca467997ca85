#!/usr/bin/env python3
"""Runs the analyser on hostile input and checks that it stays honest, bounded and deterministic.

Usage: run_hostile.py NPUPORT [--memory MIB] [--seconds S] [--no-limits]

Checked: exit code 0 or 4; valid JSON; every file that could not be analysed in full is named in
coverage; findings in readable files survive; nothing is written but the report; wall time and peak
memory stay below the limits; the JSON is byte-identical for 1, 2 and 8 threads and for files created
in another order; a file that changes while it is read does no harm. --no-limits is for builds with
sanitizers.
"""

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import make_hostile
import make_installed

NOBODY = 65534


class Runner:
    def __init__(self, program, work, options):
        self.work = work
        self.options = options
        self.failures = []
        # Root could read the unreadable: run as nobody, from a place nobody can reach.
        self.program = os.path.join(work, "npuport")
        shutil.copy(program, self.program)
        os.chmod(self.program, 0o755)
        self.user = NOBODY if os.geteuid() == 0 else None

    def check(self, condition, message):
        if not condition:
            self.failures.append(message)
            print("FAIL", message)

    def folder(self, name):
        path = os.path.join(self.work, name)
        shutil.rmtree(path, ignore_errors=True)
        os.mkdir(path)
        if self.user is not None:
            os.chown(path, self.user, self.user)
        return path

    def limits(self):
        if not self.options.no_limits:
            # Threads reserve address space that they never touch: peak memory is checked apart.
            space = (self.options.memory << 20) * 4
            resource.setrlimit(resource.RLIMIT_AS, (space, space))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def run(self, label, target, *extra, codes=(0, 4)):
        """The bytes of the JSON report, or None."""
        home, out = self.folder("home"), self.folder("out")
        report = os.path.join(out, "report.json")
        command = [self.program, "analyze", target, "--format", "json", "--output", report, *extra]
        environment = {"PATH": "/usr/bin:/bin", "HOME": home, "TMPDIR": home, "LC_ALL": "C"}
        start = time.monotonic()
        process = subprocess.Popen(command, cwd=home, env=environment, user=self.user,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, preexec_fn=self.limits)
        timer = threading.Timer(self.options.seconds * 3, process.kill)
        timer.start()
        usage = {}
        reader = threading.Thread(target=lambda: usage.update(err=process.stderr.read()))
        reader.start()
        process.stdout.read()
        reader.join()
        _, status, spent = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds, mib = time.monotonic() - start, spent.ru_maxrss >> 10
        print(f"{label}: exit {process.returncode}, {seconds:.2f} s, {mib} MiB")
        errors = usage["err"].decode(errors="replace")[-2000:]
        self.check(process.returncode in codes, f"{label}: exit {process.returncode}\n{errors}")
        if not self.options.no_limits:
            self.check(seconds <= self.options.seconds, f"{label}: took {seconds:.1f} s")
            self.check(mib <= self.options.memory, f"{label}: {mib} MiB at the peak")
        self.check(not os.listdir(home), f"{label}: wrote {os.listdir(home)} in its home")
        self.check(set(os.listdir(out)) <= {"report.json"}, f"{label}: wrote {os.listdir(out)}")
        if process.returncode not in (0, 4) or not os.path.exists(report):
            return None
        with open(report, "rb") as file:
            return file.read()


def snapshot(root):
    """What a run must leave as it was."""
    entries = {}
    for folder, folders, files in os.walk(os.fsencode(root)):
        for name in folders + files:
            path = os.path.join(folder, name)
            try:
                info = os.lstat(path)
            except OSError:  # deeper than a path may be long
                continue
            entries[path] = (info.st_mode, info.st_size, info.st_mtime_ns)
    return entries


def decoded_path(text):
    """The bytes of a path_bytes entry: %XX stands for a byte."""
    return re.sub(rb"%([0-9A-Fa-f]{2})", lambda hit: bytes([int(hit[1], 16)]), text.encode())


def paths_in(rows):
    paths = set()
    for row in rows:
        if isinstance(row, str):
            paths.add(row.encode())
        elif row.get("path_bytes") is not None:
            paths.add(decoded_path(row["path_bytes"]))
        elif row.get("path") is not None:
            paths.add(row["path"].encode())
    return paths


def check_report(runner, raw, expected):
    try:
        report = json.loads(raw.decode("utf-8"))
    except ValueError as error:
        runner.check(False, f"the report is no JSON: {error}")
        return
    coverage = report["coverage"]
    covered = set()
    for rows in coverage.values():
        covered |= paths_in(rows)
    for name in sorted(expected.lossy):
        runner.check(name in covered, f"not named in coverage: {name}")
    for folder in sorted(expected.lossy_folders):
        runner.check(any(path.startswith(folder) for path in covered), f"nothing in coverage: {folder}")
    found = paths_in(report["findings"])
    for name in sorted(expected.findings):
        runner.check(name in found, f"no finding in {name}")
    for row in [*coverage.get("unread", []), *coverage.get("skipped", [])]:
        runner.check(isinstance(row, dict) and row.get("reason"), f"coverage row without reason: {row}")


def check_order(runner, tree, first):
    """The same files created in another order, under the same path."""
    remove(tree)
    make_hostile.build(tree, seed=1)
    again = runner.run("shuffled folders", tree)
    runner.check(again == first, "the report depends on the order of files in folders")


def check_changing_file(runner):
    tree = runner.folder("changing")
    path = os.path.join(tree, "log.py")
    stop = threading.Event()

    def keep_writing():
        with open(path, "w", encoding="utf-8") as file:
            while not stop.is_set():
                file.write(make_hostile.SITE)
                file.flush()
                if file.tell() > 2 << 20:
                    file.seek(0)
                    file.truncate()

    writer = threading.Thread(target=keep_writing)
    writer.start()
    try:
        for attempt in range(3):
            raw = runner.run(f"changing file {attempt + 1}", tree, codes=(0, 3, 4))
            if raw is not None:
                json.loads(raw.decode("utf-8"))
    finally:
        stop.set()
        writer.join()


def check_installed(runner):
    """Installed packages and wheels: what is damaged is named, and nothing outside is read."""
    root = os.path.join(runner.work, "installed")
    os.mkdir(root)
    project, folder, wheels, refused = make_installed.build(root)
    for path in wheels + refused:
        runner.run(os.path.basename(path), path, codes=(2,) if path in refused else (0, 4))
        if path in refused:
            runner.run(f"--wheel {os.path.basename(path)}", project, "--wheel", path, codes=(2,))
    options = ["--site-packages", folder]
    for path in wheels:
        options += ["--wheel", path]
    first = runner.run("installed packages", project, *options)
    if first is None:
        return
    again = runner.run("installed packages, 1 thread", project, *options, "--threads", "1")
    runner.check(again == first, "the report on installed packages changes with the threads")
    report = json.loads(first.decode("utf-8"))
    rows = {row["name"]: row for row in report["dependencies"]}
    for name in ("acme-cut", "acme-claims", "acme-pipe", "acme-bomb", "acme-tricks"):
        installed = rows.get(name, {}).get("installed")
        runner.check(installed and installed["problems"] or name == "acme-tricks", f"{name}: no problem named")
        runner.check(name in rows and rows[name]["status"] == "unknown", f"{name}: judged without a look")
    unread = " ".join(row["path"] + row["reason"] for row in report["coverage"]["unread"])
    for part in ("acme_cut/a.so", "acme_pipe/b.py", "acme_bomb/m", "escaped.py", "acme_nothing"):
        runner.check(part in unread, f"not named in coverage: {part}")
    runner.check("passwd" not in first.decode("utf-8"), "something outside was read")


def remove(tree):
    """rmtree that also gets into the unreadable folder."""
    folder = os.path.join(tree, "unreadable")
    if os.path.isdir(folder):
        os.chmod(folder, 0o700)
    shutil.rmtree(tree)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("--memory", type=int, default=1024, help="peak memory in MiB")
    parser.add_argument("--seconds", type=float, default=20, help="wall time of one run")
    parser.add_argument("--no-limits", action="store_true", help="for builds with sanitizers")
    return parser.parse_args()


def main():
    options = parse_arguments()
    with tempfile.TemporaryDirectory(prefix="npuport_hostile_") as work:
        os.chmod(work, 0o755)
        runner = Runner(options.program, work, options)
        tree = os.path.join(work, "tree")
        expected = make_hostile.build(tree)
        before = snapshot(tree)
        first = runner.run("hostile tree", tree)
        runner.check(first is not None, "no report")
        if first is not None:
            check_report(runner, first, expected)
            for threads in ("1", "2", "8"):
                again = runner.run(f"{threads} threads", tree, "--threads", threads)
                runner.check(again == first, f"the report changes with {threads} threads")
        for archive in ("bomb.whl", "bomb-1.0-py3-none-any.whl"):
            runner.run(archive, os.path.join(tree, archive), codes=(0, 2, 3, 4))
        runner.check(snapshot(tree) == before, "the analysed tree was changed")
        check_order(runner, tree, first)
        check_changing_file(runner)
        check_installed(runner)
        remove(tree)
    print("FAILED:" if runner.failures else "passed", *([len(runner.failures)] if runner.failures else []))
    return 1 if runner.failures else 0


if __name__ == "__main__":
    sys.exit(main())
