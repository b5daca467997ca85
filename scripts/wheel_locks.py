"""Reads lock files out of git clones: what a package index and the conda channels said of each distribution.

A lock file repeats the index's metadata: the wheels of a release by file name, and what the release requires.
Reading lock files asks no index for anything, and each statement can be looked up again at its commit.
"""
import pathlib
import re
import subprocess
import tomllib

LOCK_NAMES = re.compile(r"(^|/)(uv\.lock|poetry\.lock|pixi\.lock)$")
CONDA_FILE = re.compile(r"/(noarch|[a-z]+-[a-z0-9]+)/([^/\s]+)-([^-/\s]+)-([^-/\s]+?)(?:\.conda|\.tar\.bz2)\s*$")
# The lists of these are the package index's own; a lock file says so where several indexes are in use.
INDEX = re.compile(r"^https?://[^/]+/simple/?$")


def normalize(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def version_key(version):
    """Newer is greater; good enough to choose between two releases of one distribution."""
    release = re.match(r"[0-9.]*", version.split("!")[-1]).group()
    return ([int(part) for part in release.split(".") if part], version)


def git(clone, *arguments):
    done = subprocess.run(["git", "-C", str(clone), *arguments], capture_output=True, check=True)
    return done.stdout


def clones(folder):
    """(owner/name, commit, git directory) of the clones in a folder; each is named owner+name."""
    for entry in sorted(pathlib.Path(folder).iterdir()):
        if "+" not in entry.name:
            continue
        for place in (entry, entry / "repo"):
            if (place / "HEAD").is_file() or (place / ".git").exists():
                commit = git(place, "rev-parse", "HEAD").decode().strip()
                yield entry.name.replace("+", "/", 1), commit, place
                break


def lock_files(folder):
    """(source text, file name, content) of every lock file of the clones."""
    for repository, commit, place in clones(folder):
        listed = git(place, "ls-tree", "-r", "--name-only", "-z", "HEAD").decode("utf-8", "replace")
        for path in listed.split("\0"):
            if LOCK_NAMES.search(path):
                source = f"{repository} {path} @{commit[:8]}"
                try:
                    content = git(place, "show", f"HEAD:{path}").decode("utf-8", "replace")
                except subprocess.CalledProcessError:
                    continue  # listed, but not stored
                yield source, path.rsplit("/", 1)[-1], content


class Release:
    """One release as a lock file describes it."""

    def __init__(self, name, version, source):
        self.name, self.version, self.source = normalize(name), version, source
        self.files, self.requires, self.month = [], set(), ""

    @property
    def wheels(self):
        return [name for name in self.files if name.endswith(".whl")]

    def platforms(self):
        """What the wheels run on: "any", or a subset of x86_64, aarch64, macos, windows."""
        found = set()
        for wheel in self.wheels:
            tag = wheel[:-4].rsplit("-", 1)[-1]
            for part in tag.split("."):
                if part == "any":
                    found.add("any")
                elif "linux" in part:
                    found.add("aarch64" if part.endswith(("aarch64", "arm64")) else
                              "x86_64" if part.endswith("x86_64") else "other")
                elif part.startswith("macosx"):
                    found.add("macos")
                elif part.startswith("win"):
                    found.add("windows")
        return found - {"other"}


def platform_only(marker):
    """A requirement that holds on Windows or macOS only."""
    return bool(marker) and "or" not in marker.split() and bool(
        re.search(r"(sys_platform|platform_system|os_name) == '(darwin|win32|Darwin|Windows|nt)'", marker))


def from_uv(content, source):
    for package in tomllib.loads(content).get("package", []):
        if not INDEX.match(package.get("source", {}).get("registry", "")) or "version" not in package:
            continue
        release = Release(package["name"], package["version"], source)
        files = package.get("wheels", []) + [package[key] for key in ("sdist",) if key in package]
        for file in files:
            release.files.append(file.get("url", file.get("path", "")).rsplit("/", 1)[-1])
            release.month = max(release.month, file.get("upload-time", "")[:7])
        for needed in package.get("dependencies", []):
            if not platform_only(needed.get("marker", "")):
                release.requires.add(normalize(needed["name"]))
        yield release


def from_poetry(content, source):
    for package in tomllib.loads(content).get("package", []):
        if "source" in package:
            continue
        release = Release(package["name"], package["version"], source)
        release.files = [file["file"] for file in package.get("files", [])]
        for name, needed in package.get("dependencies", {}).items():
            options = needed if isinstance(needed, list) else [needed]
            if any(isinstance(o, str) or not (o.get("optional") or "extra ==" in o.get("markers", "") or
                                              platform_only(o.get("markers", "").replace('"', "'")))
                   for o in options):
                release.requires.add(normalize(name))
        yield release


class CondaPackage:
    def __init__(self, name, version, source):
        self.name, self.version, self.source = name, version, source
        self.noarch, self.depends = True, set()


def from_pixi(content, source):
    """The conda packages of a pixi.lock; its two layouts differ in where the address stands."""
    package, in_depends = None, False
    for line in content.split("\n"):
        if line.startswith(("- ", "  url: ")) or (line and not line.startswith(" ")):
            in_depends = False
            found = CONDA_FILE.search(line)
            if line.startswith("- ") and package:
                yield package
                package = None
            if found and line.startswith(("- conda: ", "  url: ", "- kind: ")):
                package = CondaPackage(found[2].lower(), found[3], source)
                package.noarch = found[1] == "noarch"
        elif line.startswith("  depends:"):
            in_depends = True
        elif in_depends and line.startswith("  - ") and package:
            package.depends.add(line[4:].strip("'\" ").split(" ")[0].split("=")[0].lower())
        elif line.startswith("  ") and not line.startswith("  -"):
            in_depends = False
    if package:
        yield package
