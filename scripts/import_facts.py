#!/usr/bin/env python3
"""Turns a folder of fact tables into the knowledge/ tables that the program embeds.

    scripts/import_facts.py FACTS_DIR [KNOWLEDGE_DIR] [--date YYYY-MM-DD] [--check]

Tables stay tab separated with a header, no quoting, the source in the last column. Most are copied as
they are after validation. Some gain columns that the program looks things up by, so that the rules for
reading free text live here, where a person reviews the diff, and not in C++:

  packages.tsv                  names: what a requirement may be called ("*" globs, normalised)
  torch_npu/transfer_to_npu.tsv names: qualified names the row answers for; since: "torch:release" bounds
  torch_npu/cuda_api_map.tsv    names, likewise
  torch_npu/distributed.tsv     names, likewise
  torch_npu/env_vars.tsv        names: the CUDA and NCCL variables that the row replaces
  name_traps.tsv                from packages.md section 4: names that mislead

packages_extra.tsv is kept by hand, with the columns of packages.tsv: tools and plain libraries that the fact
table leaves out. It gets the same checks, and no name of it may be in packages.tsv already.

native_api_support is stored as one row per API with a cell per torch version that points into a table of
profiles and one of sources. Running twice gives identical bytes. With --check nothing is written and the
exit code says whether anything would change.
"""
import argparse
import pathlib
import re
import sys

from import_names import (CUDA_API_NAMES, DISTRIBUTED_NAMES, PACKAGE_NAMES, SINCE, SINCE_OF_API,
                          TRANSFER_NAMES)

SNAPSHOT_DATE = "2026-12-01"
PLAIN_NAME = re.compile(r"[A-Za-z_][\w]*(\.[A-Za-z_]\w*)+(\.\*)?$")


class Failed(Exception):
    pass


def read(path, columns):
    """Rows of a table as lists; the header must be exactly `columns`."""
    lines = path.read_text(encoding="utf-8").split("\n")
    if lines[-1] == "":
        lines.pop()
    header = lines[0].split("\t")
    if header != columns.split():
        raise Failed(f"{path.name}:1: expected columns {columns}; found {' '.join(header)}")
    rows = [line.split("\t") for line in lines[1:]]
    for number, row in enumerate(rows, 2):
        if len(row) != len(header):
            raise Failed(f"{path.name}:{number}: expected {len(header)} cells; found {len(row)}")
        if not row[0] or not row[-1]:
            raise Failed(f"{path.name}:{number}: the first cell and the source must not be empty")
    return rows


def check_values(name, rows, column, allowed):
    for number, row in enumerate(rows, 2):
        if row[column] not in allowed:
            raise Failed(f"{name}:{number}: expected one of {sorted(allowed)}; found {row[column]!r}")


def table(columns, rows):
    text = "\n".join("\t".join(row) for row in [columns.split(), *rows]) + "\n"
    if "\r" in text:
        raise Failed("a table holds carriage returns")
    return text


def copied(facts, name, columns):
    return table(columns, read(facts / name, columns))


# packages

def normalise(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def package_names(dist):
    """The names of a row key: "a|b (note)" and "a / b" are alternatives."""
    if dist in PACKAGE_NAMES:
        return PACKAGE_NAMES[dist]
    plain = re.sub(r"\s*\([^)]*\)\s*$", "", dist)
    names = [normalise(part) for part in re.split(r"\||\s/\s", plain)]
    for name in names:
        if not re.fullmatch(r"[a-z0-9*][a-z0-9*-]*", name):
            raise Failed(f"packages.tsv: {dist!r} needs an entry in PACKAGE_NAMES of import_names.py")
    return names


PACKAGE_COLUMNS = ("dist_name import_names category cuda_bound ascend_status replacement how "
                   "min_version_with_npu effort_days_low effort_days_high confidence source")


def check_packages(name, rows):
    check_values(name, rows, 4, {"compatible", "compatible-with-plugin", "needs-replacement", "unsupported",
                                 "unknown"})
    check_values(name, rows, 3, {"none", "optional", "required", "builds-cuda-from-source"})
    check_values(name, rows, 10, {"high", "medium", "low"})
    for row in rows:
        for cell in row[8:10]:
            float(cell)


def packages(facts):
    rows = read(facts / "packages.tsv", PACKAGE_COLUMNS)
    check_packages("packages.tsv", rows)
    return table(PACKAGE_COLUMNS.replace(" source", " names source"),
                 [[*row[:-1], " ".join(package_names(row[0])), row[-1]] for row in rows])


def packages_extra(knowledge, taken):
    """The table kept by hand, sorted, with its names made again."""
    rows = [row[:11] + row[12:] for row in
            read(knowledge / "packages_extra.tsv", PACKAGE_COLUMNS.replace(" source", " names source"))]
    check_packages("packages_extra.tsv", rows)
    known = {name for line in taken.splitlines()[1:] for name in line.split("\t")[11].split()}
    out = []
    for row in sorted(rows):
        names = package_names(row[0])
        for name in names:
            if name in known:
                raise Failed(f"packages_extra.tsv: {name!r} has a row already")
            known.add(name)
        out.append([*row[:-1], " ".join(names), row[-1]])
    return table(PACKAGE_COLUMNS.replace(" source", " names source"), out)


def name_traps(facts):
    """The lists of section 4 of packages.md: names that do not mean what they seem to mean."""
    text = (facts / "packages.md").read_text(encoding="utf-8")

    def listed(title, until=""):
        match = re.search(rf"^\*\*{re.escape(title)}\*\*[^:]*:\s*([^\n]*)", text, re.M)
        if not match:
            raise Failed(f"packages.md: section 4 has no list {title!r}")
        body = match.group(1)
        return body[:body.index(until)] if until else body

    def names(body):
        plain = re.sub(r"\s*\([^)]*\)", "", body)
        plain = re.split(r"\.\s|\bon PyPI\b|:", plain)[0]
        out = [normalise(part.strip().rstrip(".")) for part in plain.split(",")]
        for name in out:
            if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
                raise Failed(f"packages.md section 4: cannot read {name!r}")
        return out

    source = "packages.md section 4"
    out = []
    for pair in listed("Ascend wheels reusing the CUDA import name").rstrip(".").split(","):
        wheel, module = [part.strip() for part in pair.split("->")]
        out.append([module, "reused", wheel, source])
    out += [[name, "homonym", "", source] for name in names(listed("PyPI homonyms"))]
    placeholders = listed("Placeholders")
    _, ascend = placeholders.split("on the Ascend side")
    out += [[name, "placeholder", "", source] for name in names(placeholders) + names(ascend)]
    out += [[name, "source-only", "", source] for name in names(listed("Git or source only"))]
    return table("name kind other source", sorted(out))


def package_children(facts):
    """The table of section 5 of packages.md: which packages bring CUDA packages with them."""
    text = (facts / "packages.md").read_text(encoding="utf-8")
    match = re.search(r"^## 5\.[^\n]*\n+((?:\|[^\n]*\n)+)", text, re.M)
    if not match:
        raise Failed("packages.md: section 5 has no table")
    lines = match.group(1).splitlines()[2:]
    out = []
    for line in lines:
        declared, pulls, evidence = [cell.strip() for cell in line.strip("|").split("|")]
        declared = re.sub(r"\s*\([^)]*\)", "", declared)
        extra = "".join(re.findall(r"\[([^\]]*)\]", declared))
        parent = normalise(re.sub(r"\[.*", "", declared))
        parent = {"fla": "flash-linear-attention", "open-sora": "opensora"}.get(parent, parent)
        for child in children_of(pulls):
            out.append([parent, extra, child, f"packages.md section 5: {evidence}"])
    return table("package extra child source", out)


def children_of(pulls):
    plain = re.sub(r"\s*\([^)]*\)", "", pulls)
    names = []
    for part in re.split(r",|;|->", plain):
        part = re.sub(r"\s+(for load/save|[<>=]+.*|\d[\d.]*)$", "", part.strip())
        part = re.sub(r"\[.*?\]", "", part).strip()
        if part == "CUPTI build":
            continue
        if not re.fullmatch(r"[\w.*-]+", part):
            raise Failed(f"packages.md section 5: cannot read {part!r} in {pulls!r}")
        names.append(normalise(part))
    return names


# torch_npu

def api_names(api, curated, where):
    """Qualified names of a row key; a final ".**" stands for the name and everything below it."""
    if api in curated:
        names = curated[api]
    elif PLAIN_NAME.match(api):
        names = [api]
    else:
        raise Failed(f"{where}: {api!r} needs an entry in import_names.py")
    return [name + "*" if name.endswith(".*") else name for name in names]


def transfer(facts):
    rows = read(facts / "transfer_to_npu.tsv", "api covered how since_version source")
    check_values("transfer_to_npu.tsv", rows, 1, {"yes", "partial", "no"})
    out = []
    for api, covered, how, since_version, source in rows:
        if since_version not in SINCE:
            raise Failed(f"transfer_to_npu.tsv: {since_version!r} needs an entry in SINCE of import_names.py")
        since = SINCE_OF_API.get(api, SINCE[since_version])
        names = api_names(api, TRANSFER_NAMES, "transfer_to_npu.tsv")
        groups = since if isinstance(since, dict) else {since: names}
        for bounds, group in groups.items():
            out.append([api, " ".join(group), covered, how, since_version, bounds, source])
    return table("api names covered how since_version since source", out)


def cuda_api_map(facts):
    rows = read(facts / "cuda_api_map.tsv", "cuda_api npu_equivalent status note source")
    check_values("cuda_api_map.tsv", rows, 2, {"equivalent", "equivalent-other-name", "limited", "native",
                                               "no-effect", "none"})
    out = [[*row[:-1], " ".join(api_names(row[0], CUDA_API_NAMES, "cuda_api_map.tsv")), row[-1]]
           for row in rows]
    return table("cuda_api npu_equivalent status note names source", out)


def with_names(facts, name, columns, names_of):
    """A table with a column of names before the source."""
    out = [[*row[:-1], " ".join(names_of(row)), row[-1]] for row in read(facts / name, columns)]
    return table(columns.replace(" source", " names source"), out)


def distributed(facts):
    return with_names(facts, "distributed.tsv", "op layer status limits source",
                      lambda row: api_names(row[0], DISTRIBUTED_NAMES, "distributed.tsv"))


def env_vars(facts):
    """names: the CUDA and NCCL variables a row is the counterpart of ("none" and remarks are no names)."""
    def names(row):
        plain = re.sub(r"\([^)]*\)", "", row[1]).replace("-like", "")
        return re.findall(r"\b[A-Z][A-Z0-9_]+\b", plain)
    return with_names(facts, "env_vars.tsv", "env_var cuda_nccl_counterpart purpose default source", names)


class Interner:
    def __init__(self):
        self.numbers = {}

    def __call__(self, key):
        return str(self.numbers.setdefault(key, len(self.numbers)))

    def rows(self):
        return [[str(number), *key] for key, number in self.numbers.items()]


def version_key(version):
    return [int(part) for part in version.split(".")]


def native_api(facts):
    """Three tables: support per API and version, the profiles its cells point to, and their sources."""
    columns = ("api torch_version supported restriction restriction_kinds a2 a3 ascend950dt "
               "dtypes_allowed dtypes_missing npu_form doc_section source")
    rows = read(facts / "native_api_support.tsv", columns)
    check_values("native_api_support.tsv", rows, 2, {"yes", "limited", "no", "unknown"})
    versions = sorted({row[1] for row in rows}, key=version_key)
    profiles, sources, apis = Interner(), Interner(), {}
    for row in rows:
        file, line = row[12].rsplit(":", 1)
        cell = f"{profiles(tuple(row[2:10]))}:{sources((file,))}:{int(line)}"
        api = apis.setdefault(row[0], {"form": "", "section": "", "cells": {}})
        api["form"] = row[10] or api["form"]
        api["section"] = row[11] or api["section"]
        api["cells"].setdefault(row[1], []).append(cell)
    support = [[name, api["form"], api["section"],
                *[" ".join(api["cells"].get(version, [])) for version in versions]]
               for name, api in sorted(apis.items())]
    return {
        "torch_npu/native_api_support.tsv": table(
            " ".join(["api", "npu_form", "doc_section", *versions]), support),
        "torch_npu/native_api_profiles.tsv": table(
            "id supported restriction restriction_kinds a2 a3 ascend950dt dtypes_allowed dtypes_missing",
            profiles.rows()),
        "torch_npu/native_api_sources.tsv": table("id source", sources.rows()),
    }


def convert(facts, knowledge, date):
    """All files of knowledge/ that come from facts, as path -> text."""
    package_rows = packages(facts)
    files = {
        "DATE": date + "\n",
        "packages.tsv": package_rows,
        "packages_extra.tsv": packages_extra(knowledge, package_rows),
        "name_traps.tsv": name_traps(facts),
        "package_children.tsv": package_children(facts),
        "pitfalls.tsv": copied(facts, "pitfalls.tsv",
                               "id domain pattern symptom remedy severity auto_covered_by_transfer_to_npu "
                               "frequency source"),
        "triton.tsv": copied(facts, "triton.tsv",
                             "api support dtypes_ok_A2_A3 dtypes_missing_A2_A3 limits source"),
        "mindiesd.tsv": copied(facts, "mindiesd.tsv", "api kind limits source"),
        "torch_npu/transfer_to_npu.tsv": transfer(facts),
        "torch_npu/cuda_api_map.tsv": cuda_api_map(facts),
        "torch_npu/npu_ops.tsv": copied(
            facts, "npu_ops.tsv", "op purpose cuda_world_pattern products status deprecation source"),
        "torch_npu/env_vars.tsv": env_vars(facts),
        "torch_npu/distributed.tsv": distributed(facts),
        "torch_npu/version_matrix.tsv": copied(
            facts, "version_matrix.tsv",
            "torch torch_npu_package branch cann python table lifecycle_status first_release next_step "
            "eol_date source"),
        "torch_npu/precision.tsv": copied(facts, "precision.tsv", "topic status fact source"),
        "torch_npu/npu_kernel_ops.tsv": copied(
            facts, "npu_kernel_ops.tsv", "schema section acl_op_versions op_api_versions source"),
    }
    files.update(native_api(facts))
    return files


def describe_change(path, old, new):
    if old is None:
        return f"new      {path}: {new.count(chr(10))} lines"
    before, after = set(old.splitlines()), set(new.splitlines())
    return f"changed  {path}: {len(after - before)} lines added, {len(before - after)} removed"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("facts", type=pathlib.Path)
    parser.add_argument("knowledge", type=pathlib.Path, nargs="?",
                        default=pathlib.Path(__file__).resolve().parent.parent / "knowledge")
    parser.add_argument("--date", default=SNAPSHOT_DATE, help="the day the facts were read")
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    try:
        files = convert(options.facts, options.knowledge, options.date)
    except (Failed, OSError, ValueError) as problem:
        print(f"import_facts: {problem}", file=sys.stderr)
        return 2
    changed = 0
    for path, text in sorted(files.items()):
        target = options.knowledge / path
        old = target.read_text(encoding="utf-8") if target.exists() else None
        if old == text:
            continue
        changed += 1
        print(describe_change(path, old, text))
        if not options.check:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(files)} files, {changed} changed")
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
