"""What the own Python code of a package does: its repository, read by npuport itself.

wheel_trees.tsv says which repository and folder hold the code of which distribution.
"""
import csv
import io
import json
import pathlib
import subprocess
import tempfile

from wheel_locks import clones, git, normalize

LIST = pathlib.Path(__file__).with_name("wheel_trees.tsv")
NATIVE = {".c", ".cc", ".cpp", ".cxx", ".pyx", ".rs", ".f", ".f90"}
ASIDE = {"tests", "test", "testing", "docs", "doc", "examples", "benchmarks"}
MAX_BYTES = 400 << 20


class Tree:
    def __init__(self, source, folder):
        self.source, self.folder = source, folder
        self.kind, self.requires = "pure", []
        self.automatic = self.manual = 0

    def counts(self):
        return [str(self.automatic), str(self.manual)]


def unpack(place, folder, target):
    """Regular files below `target`. Names are git's and still not trusted; what a clone lacks is left out."""
    listing = git(place, "ls-tree", "-r", "-z", "HEAD", *([] if folder == "." else [folder]))
    wanted = []
    for entry in listing.split(b"\0"):
        meta, _, name = entry.partition(b"\t")
        parts = pathlib.PurePosixPath(name.decode("utf-8", "replace")).parts
        if meta.startswith(b"100") and ".." not in parts and parts and parts[0] != "/":
            wanted.append((meta.split()[2], target.joinpath(*parts)))
    request = b"".join(object_id + b"\n" for object_id, _ in wanted)
    out = io.BytesIO(subprocess.run(["git", "-C", str(place), "cat-file", "--batch"], input=request,
                                    capture_output=True, check=True).stdout)
    total = 0
    for _, path in wanted:
        head = out.readline().split()
        if head[-1] == b"missing":
            continue
        content = out.read(int(head[2]))
        out.read(1)
        total += len(content)
        if total > MAX_BYTES:
            raise ValueError(f"{place}: more than {MAX_BYTES} bytes")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def kind_of(listing):
    """Of the whole repository: what is compiled often lies beside the package."""
    paths = [pathlib.PurePosixPath(path) for path in listing.split("\0") if path]
    suffixes = {path.suffix.lower() for path in paths if not ASIDE & set(path.parts)}
    return "cuda" if suffixes & {".cu", ".cuh"} else "compiled" if suffixes & NATIVE else "pure"


# Advice about forking is for the program that holds a device; bindings and file names are of CUDA only beside CUDA
# sources.
NOT_CUDA_ALONE = {"fork-after-device", "fork-start-method", "cuda-binding", "cuda-source-file-reference"}


def is_own_work(finding, kind):
    """CUDA-only code of the package itself, as its users run it."""
    return (not (kind != "cuda" and finding["rule"] in NOT_CUDA_ALONE) and 2 <= finding["domain"] <= 4 and finding["mode"] != "none" and not finding["guarded_by"] and
            not finding["tags"])


def analyse_one(tree, place, npuport, accelerated):
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        unpack(place, tree.folder, root)
        tree.kind = kind_of(git(place, "ls-tree", "-r", "--name-only", "-z", "HEAD").decode("utf-8", "replace"))
        done = subprocess.run([npuport, "analyze", str(root), "--format", "json"], capture_output=True, check=True)
    report = json.loads(done.stdout)
    for finding in report["findings"]:
        if is_own_work(finding, tree.kind):
            if finding["mode"] == "auto":
                tree.automatic += 1
            else:
                tree.manual += 1
    # An import does not tell which build of onnxruntime is meant.
    tree.requires = sorted({row["name"] for row in report["dependencies"]
                            if row["need"] in ("required", "undeclared") and accelerated(row["name"])
                            and row["name"] != "onnxruntime-gpu"})


def analyse(folder, npuport, accelerated):
    """distribution -> Tree, for the rows of the list whose clone is there."""
    with LIST.open(encoding="utf-8") as file:
        wanted = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    places = {repository.lower(): (commit, place) for repository, commit, place in clones(folder)}
    found = {}
    for row in wanted:
        commit, place = places.get(row["repository"].lower(), (None, None))
        if place is None:
            print(f"wheel_trees.tsv: no clone of {row['repository']}")
            continue
        where = "" if row["folder"] == "." else " " + row["folder"]
        tree = Tree(f"{row['repository']}{where} @{commit[:8]}", row["folder"])
        try:
            analyse_one(tree, place, npuport, accelerated)
        except (subprocess.CalledProcessError, ValueError, json.JSONDecodeError) as problem:
            print(f"{row['repository']}: not analysed: {problem}")
            continue
        found[normalize(row["distribution"])] = tree
    return found
