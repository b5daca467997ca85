#!/usr/bin/env python3
"""Check npuport JSON reports against schema/report.schema.json.

Usage: validate_report.py REPORT.json...   ("-" reads one report from stdin)

Needs python3-jsonschema. The schema is draft 2020-12 and uses nothing that draft 7 reads differently,
so the older package of Ubuntu 22.04 checks it as well. Beyond the schema it checks what a schema cannot say:
unique ids, the order of findings, and counts that agree. Exit status 0 when all are valid, 1 when one is not, 2 on unusable input.
"""
import json
import pathlib
import sys

import jsonschema

SCHEMA = pathlib.Path(__file__).resolve().parent.parent / "schema" / "report.schema.json"


def validator():
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    kind = getattr(jsonschema, "Draft202012Validator", jsonschema.Draft7Validator)
    kind.check_schema(schema)
    return kind(schema)


def consistency(report):
    findings = report["findings"]
    ids = [f["id"] for f in findings]
    if len(set(ids)) != len(ids):
        yield "findings: ids are not unique"
    prints = [f["fingerprint"] for f in findings]
    if len(set(prints)) != len(prints):
        yield "findings: fingerprints are not unique"

    def key(f):
        # Order of bytes, as on disk.
        return f["path"].encode("utf-8"), f["line"], f["column"]

    if not any("path_bytes" in f for f in findings) and sorted(findings, key=key) != findings:
        yield "findings: not in order"
    causes = {c["id"]: c for c in report["causes"]}
    for finding in findings:
        if finding["cause"] not in causes:
            yield f"finding {finding['id']}: unknown cause {finding['cause']}"
    listed = [site for cause in causes.values() for site in cause["sites"]]
    if sorted(listed) != sorted(ids):
        yield "causes: their sites are not exactly the findings"
    for row in report["domains"]:
        own = [f for f in findings if f["domain"] == row["domain"]]
        for mode in ("auto", "manual", "none"):
            if row[mode] != sum(f["mode"] == mode for f in own):
                yield f"domains[{row['domain']}].{mode}: does not agree with the findings"
    known = set(ids)
    for table in ("attention", "kernels", "distributed", "precision"):
        for row in report[table]:
            if not known.issuperset(row["sites"]):
                yield f"{table}: {row['name']} names unknown findings"


def problems(check, report):
    errors = sorted(check.iter_errors(report), key=lambda e: [str(part) for part in e.absolute_path])
    if errors:
        for error in errors:
            where = "/".join(str(part) for part in error.absolute_path) or "report"
            yield f"{where}: {error.message[:300]}"
    else:
        yield from consistency(report)


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    check = validator()
    bad = False
    for name in sys.argv[1:]:
        try:
            text = sys.stdin.buffer.read() if name == "-" else pathlib.Path(name).read_bytes()
            report = json.loads(text.decode("utf-8"))
        except (OSError, ValueError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return 2
        for problem in problems(check, report):
            bad = True
            print(f"{name}: {problem}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
