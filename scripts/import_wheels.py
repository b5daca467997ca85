#!/usr/bin/env python3
"""Makes knowledge/wheels.tsv and knowledge/conda.tsv: a census of distributions that packages.tsv does not hold.

    scripts/import_wheels.py --clones FOLDER --index LIST [--trees] [--npuport build/npuport] [--check]

Nothing is asked of a package index. What is known of a release comes from lock files of public repositories (see
wheel_locks.py), and of packages that are built on torch from their own repositories (see wheel_trees.py; with
--trees). FOLDER holds git clones named owner+name; any clones with lock files do, more make the census wider.
LIST is tab separated with a header, its columns name, version, month, rank and summary: the index's catalogue with
a rank by downloads, "" for the rarely downloaded. Running twice on the same input gives identical bytes.
"""
import argparse
import csv
import pathlib
import re
import sys

import wheel_trees
from wheel_locks import from_pixi, from_poetry, from_uv, lock_files, normalize, version_key

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = "name version month kind platforms rank requires automatic manual mentions source"
CONDA_COLUMNS = "name version kind source"

# Rows of packages.tsv with an optional CUDA side that a dependent does not switch on by requiring them.
NO_ACCELERATOR = {"numba", "decord", "decord2", "xgboost", "lightgbm", "sherpa-onnx", "apache-tvm-ffi", "rembg"}
# A word in a name or summary that asks for a closer look, however harmless the metadata.
MENTIONS = re.compile(r"\b(cuda|cu1[0-9]|gpus?|nvidia|nccl|nvml|tensorrt|cudnn|triton|(?:py)?torch|jax|tensorflow|keras|"
                      r"theano|mxnet|deep.?learning|neural)\b", re.IGNORECASE)
CUDA_CONDA = re.compile(r"cuda|cudnn|nccl|^lib(cu(blas|dart|fft|rand|solver|sparse|file|pti|dss)|np(p|vml)|nvjpeg|"
                        r"nvjitlink|nvfatbin|nvptxcompiler|nvvm)|^nsight|^pytorch-mutex$")


def read_accelerators(path):
    """Names (some with "*") of packages.tsv that are bound to an accelerator."""
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    names = {name for row in rows if row["cuda_bound"] != "none" for name in row["names"].split()}
    known = {name for row in rows for name in row["names"].split()}
    patterns = [re.compile(re.escape(name).replace(r"\*", ".*") + "$") for name in names if "*" in name]
    return names - NO_ACCELERATOR, patterns, known


def read_index(path, wanted):
    found = {}
    with open(path, encoding="utf-8") as file:
        next(file)
        for line in file:
            name, version, month, rank, summary = (line.rstrip("\n").split("\t") + [""] * 5)[:5]
            if normalize(name) in wanted:
                found[normalize(name)] = (version, month, rank, summary)
    return found


def better(new, old):
    """A list that covers more platforms is more complete: some locks are made for one platform. Then the newest."""
    def key(release):
        return len(release.platforms()), version_key(release.version), bool(release.month), release.source
    return key(new) > key(old)


def newest_releases(folder):
    releases, conda = {}, {}
    for source, name, content in lock_files(folder):
        if name == "pixi.lock":
            for package in from_pixi(content, source):
                old = conda.setdefault(package.name, package)
                if version_key(package.version) > version_key(old.version):
                    package.noarch, package.depends = package.noarch and old.noarch, package.depends | old.depends
                    conda[package.name] = package
                else:
                    # One build for a platform, or one that needs CUDA, says what the others hide.
                    old.noarch = old.noarch and package.noarch
                    old.depends |= package.depends
            continue
        for release in (from_uv if name == "uv.lock" else from_poetry)(content, source):
            if release.name not in releases or better(release, releases[release.name]):
                releases[release.name] = release
    return releases, conda


class Accelerated:
    """Whether a distribution is, or needs, something that is bound to an accelerator."""

    def __init__(self, releases, names, patterns):
        self.releases, self.names, self.patterns, self.known = releases, names, patterns, {}

    def __call__(self, name):
        if name in NO_ACCELERATOR:
            return False
        if name not in self.known:
            self.known[name] = False  # ends circles
            self.known[name] = (name in self.names or any(p.match(name) for p in self.patterns) or
                                any(self(n) for n in self.releases[name].requires)
                                if name in self.releases else
                                name in self.names or any(p.match(name) for p in self.patterns))
        return self.known[name]


def bucket(rank):
    """How much downloaded: among the first 1,000, 5,000 or 15,000."""
    if not rank:
        return ""
    return next(text for limit, text in ((1000, "1000"), (5000, "5000"), (10**9, "15000")) if int(rank) <= limit)


def wheel_row(release, facts, accelerated, tree):
    _, month, rank, summary = facts
    platforms = release.platforms()
    kind = "source" if not release.wheels else "pure" if platforms <= {"any"} else "compiled"
    if tree and tree.kind == "cuda":
        kind = "cuda"
    requires = sorted({n for n in release.requires if accelerated(n)} | set(tree.requires if tree else []))
    mention = MENTIONS.search(release.name.replace("-", " ") + " " + summary)
    return [release.name, release.version, release.month or month, kind, ",".join(sorted(platforms)),
            bucket(rank), ",".join(requires[:6]), *(tree.counts() if tree else ["", ""]), mention[0].lower() if mention else "",
            release.source]


def conda_rows(conda, accelerators):
    for name, package in sorted(conda.items()):
        # Robot middleware by the hundred, and names that need a closer look than the list of files gives.
        if name.startswith("ros-") or not re.fullmatch(r"_?[a-z0-9][a-z0-9._-]*", name):
            continue
        cuda = CUDA_CONDA.search(name)
        if not cuda and (re.search(r"torch|triton|gpu|tensor|jax|magma", name) or package.depends & accelerators):
            continue
        needs = any(CUDA_CONDA.search(n) and n != "__cuda" for n in package.depends)
        kind = "cuda" if cuda else "needs-cuda" if needs else "noarch" if package.noarch else "compiled"
        yield [normalize(name.lstrip("_")), package.version, kind, package.source]


def write(path, columns, rows, check):
    text = "\t".join(columns.split()) + "\n" + "".join("\t".join(row) + "\n" for row in rows)
    if check:
        return path.read_text(encoding="utf-8") == text
    path.write_text(text, encoding="utf-8")
    print(f"{path.name}: {len(rows)} rows, {len(text) // 1024} KB")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--clones", required=True)
    parser.add_argument("--index", required=True)
    parser.add_argument("--trees", action="store_true", help="analyse the repositories of wheel_trees.tsv")
    parser.add_argument("--npuport", default=str(ROOT / "build/npuport"))
    parser.add_argument("--knowledge", default=str(ROOT / "knowledge"))
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a table would change")
    options = parser.parse_args()

    knowledge = pathlib.Path(options.knowledge)
    names, patterns, known = read_accelerators(knowledge / "packages.tsv")
    releases, conda = newest_releases(options.clones)
    accelerated = Accelerated(releases, names, patterns)
    trees = wheel_trees.analyse(options.clones, options.npuport, accelerated) if options.trees else {}
    index = read_index(options.index, set(releases) | set(trees))

    rows = {}
    for name, release in releases.items():
        if name in known or name not in index or any(p.match(name) for p in patterns):
            continue
        tree = trees.get(name)
        if not tree and (not index[name][2] or set(release.platforms()) == {"macos"}):
            continue  # too rare to say which project is meant, or nothing that Linux installs
        row = wheel_row(release, index[name], accelerated, tree)
        if tree:
            row[-1] += "; " + tree.source
        rows[name] = row
    for name, tree in trees.items():
        if name not in known and name not in rows:
            version, month, rank, summary = index.get(name, ("", "", "", ""))  # some are installed from git only
            mention = MENTIONS.search(name.replace("-", " ") + " " + summary)
            rows[name] = [name, version, month, tree.kind, "", bucket(rank), ",".join(tree.requires[:6]),
                          *tree.counts(), mention[0].lower() if mention else "", tree.source]
    sound = write(knowledge / "wheels.tsv", COLUMNS, [rows[name] for name in sorted(rows)], options.check)
    unique = {}
    for row in conda_rows(conda, names):
        if row[0] not in known:
            unique.setdefault(row[0], row)
    sound &= write(knowledge / "conda.tsv", CONDA_COLUMNS, [unique[name] for name in sorted(unique)], options.check)
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
