#!/usr/bin/env python3
"""Builds a tree that tries to hang, crash or mislead an analyser.

Usage: make_hostile.py OUT

`build` returns what a report about the tree has to say: which files must be named in its coverage
because they cannot be analysed in full, and in which the findings must survive.
"""

import os
import random
import sys
import zipfile
import gzip
from dataclasses import dataclass, field

SITE = "import torch\nmodel = torch.nn.Linear(2, 2).cuda()\n"
BIG_FILE_BYTES = 100 << 20
BOMB_BYTES = 256 << 20


@dataclass
class Expected:
    lossy: set = field(default_factory=set)  # must stand in coverage
    lossy_folders: set = field(default_factory=set)  # a coverage row must start with the name
    findings: set = field(default_factory=set)  # must have at least one finding


class Tree:
    """Collects files and writes them in a given order, to show what depends on the order."""

    def __init__(self):
        self.files = {}
        self.expected = Expected()

    def add(self, path, content, *, lossy=False, finding=False):
        name = os.fsencode(path)
        self.files[name] = content if isinstance(content, bytes) else content.encode()
        if lossy:
            self.expected.lossy.add(name)
        if finding:
            self.expected.findings.add(name)

    def write(self, out, seed):
        names = sorted(self.files)
        random.Random(seed).shuffle(names)
        root = os.fsencode(out)
        for name in names:
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(self.files[name])


def add_encodings(tree):
    chinese = "# 显卡内存\n" + SITE
    tree.add("encodings/utf16.py", SITE.encode("utf-16"), finding=True)
    tree.add("encodings/utf16_unmarked.py", SITE.encode("utf-16-be"), finding=True)
    tree.add("encodings/utf32.py", SITE.encode("utf-32"), finding=True)
    tree.add("encodings/utf8_mark.py", SITE.encode("utf-8-sig"), finding=True)
    tree.add("encodings/gbk.py", chinese.encode("gbk"), finding=True)
    tree.add("encodings/gbk_cookie.py", ("# coding: gbk\n" + chinese).encode("gbk"), finding=True)
    tree.add("encodings/latin1.py", ("# café\n" + SITE).encode("latin-1"), finding=True)
    tree.add("encodings/few_nuls.py", SITE + "# " + "x" * 500 + "\0\n", finding=True)
    tree.add("encodings/binary.py", bytes(range(256)) + bytes(1000), lossy=True)
    tree.add("encodings/crlf.py", SITE.replace("\n", "\r\n"), finding=True)
    tree.add("encodings/cr_only.py", SITE.replace("\n", "\r"), finding=True)
    tree.add("encodings/no_last_newline.py", SITE.rstrip("\n"), finding=True)
    tree.add("encodings/empty.py", "")
    tree.add("encodings/form_feed.py", "\f\n" + SITE, finding=True)


def add_names(tree):
    for name in ("new\nline.py", "quote\"'`.py", "<script>alert(1)</script>.py", "per%20cent.py",
                 "back\\slash.py", "-rf.py", "space end .py", "显卡.py", "& $(touch x);.py"):
        tree.add("names/" + name, SITE, finding=True)
    tree.add(b"names/bad\xff\xfeutf8.py", SITE, finding=True)
    tree.add("names/" + "n" * 240 + ".py", SITE, finding=True)


def add_python(tree):
    depth = 10_000
    def both(name, text, **how):
        tree.add("python/" + name + ".py", text + "\n" + SITE, finding=True, **how)
    both("parentheses", "x = " + "(" * depth + "1" + ")" * depth, lossy=True)
    both("brackets_open", "x = " + "[" * depth)
    both("unary", "x = " + "not " * 100_000 + "a")
    both("minus", "x = " + "-" * 100_000 + "1")
    both("power", "x = " + "2 ** " * 100_000 + "1")
    both("attributes", "x = a" + ".b" * 100_000)
    both("calls", "x = f" + "()" * 100_000)
    both("subscripts", "x = a" + "[0]" * 100_000)
    both("lambdas", "x = " + "lambda: " * depth + "0")
    both("conditions", "x = " + "a if b else " * depth + "c")
    both("sums", "x = " + "1 + " * 200_000 + "1")
    both("comparisons", "x = " + "a < " * 100_000 + "b")
    both("joined_strings", "x = (" + "'a' " * 100_000 + ")")
    both("f_strings", "x = " + "f'{" * 300 + "1" + "}'" * 300)
    both("decorators", "@d\n" * depth + "def f(): pass")
    both("continuations", "x = 1 + \\\n" * 50_000 + "1")
    both("keywords", "f(" + ", ".join(f"a{i}={i}" for i in range(50_000)) + ")")
    both("long_name", "x" * (1 << 20) + " = 1")
    both("long_string", "x = '" + "a" * (4 << 20) + "'")
    both("dict", "x = {" + ", ".join(f"'k{i}': {i}" for i in range(100_000)) + "}")
    blocks = "".join(" " * i + "if a:\n" for i in range(2000)) + " " * 2000 + "pass\n"
    tree.add("python/blocks.py", SITE + blocks, finding=True)
    elifs = "if a == 0:\n  pass\n" + "".join(f"elif a == {i}:\n  pass\n" for i in range(depth))
    both("elifs", elifs)
    both("python2", "print 'hello'\ntry:\n  pass\nexcept IOError, e:\n  raise e, None\nprint >>f, 1")
    tree.add("python/unclosed_string.py", SITE + "x = '''never closed\n" + "a\n" * 1000, finding=True)
    tree.add("python/unclosed_paren.py", SITE + "def f(\n  x = 1\n\ny = 2\n", finding=True)
    both("tabs", "if a:\n\tx = 1\n        y = 2\n")
    tree.add("python/one_line.py", b"x = [" + b"1, " * (BIG_FILE_BYTES // 3) + b"1]\n", lossy=True)
    tree.add("python/one_line_small.py", "x = [" + "1, " * 1_000_000 + "1]\n" + SITE, finding=True)


def add_cycles(tree):
    tree.add("cycles/a.py", "from .b import *\nfrom .a import x\nx = y\ny = x\n" + SITE, finding=True)
    tree.add("cycles/b.py", "from .a import *\nimport cycles.b as b\nb.b = b\n")
    tree.add("cycles/__init__.py", "from . import a, b\nfrom .a import *\n")
    tree.add("cycles/bases.py", "class A(A): pass\nclass B(C): pass\nclass C(B): pass\n"
             "f = lambda: f()\ndef g(): return h()\ndef h(): return g()\n" + SITE, finding=True)
    tree.add("cycles/chain.py", "a0 = 'cuda'\n" + "".join(f"a{i + 1} = a{i}\n" for i in range(20_000)) +
             SITE, finding=True)
    tree.add("requirements-a.txt", "-r requirements-b.txt\n-r requirements-a.txt\nflash-attn\n")
    tree.add("requirements-b.txt", "-r requirements-a.txt\n-c requirements-b.txt\n-r ../../../etc/passwd\n")


def add_data(tree):
    bomb = 'a0: &a0 ["cuda","cuda"]\n' + "".join(
        f"a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12))
    tree.add("data/anchors.yaml", bomb)
    tree.add("data/merge_cycle.yaml", "a: &a\n  <<: *a\n  b: *a\n")
    tree.add("data/deep.yaml", "[" * 100_000)
    tree.add("data/deep_block.yaml", "".join(" " * i + "a:\n" for i in range(2000)))
    tree.add("data/deep.json", '{"a":' * 100_000 + "1" + "}" * 100_000)
    tree.add("data/broken.json", '{"device": "cuda"')
    tree.add("data/deep.toml", "a = " + "[" * 100_000)
    tree.add("data/keys.toml", "[" + ".".join(["a"] * 50_000) + "]\n")
    tree.add("data/long.ini", "[x]\na = " + "b" * 1_000_000 + "\n" + "[" * 1000)
    tree.add("data/tokens.json", '{"' + "x" * (5 << 20) + '": 1}')
    cell = '{"cell_type": "code", "source": ["import torch\\n", "torch.zeros(1).cuda()\\n"]}'
    tree.add("data/broken.ipynb", '{"cells": [' + cell + ', {"cell_type": "co', lossy=True, finding=True)
    tree.add("data/deep.ipynb", '{"cells": [' + cell + ', {"metadata": ' + "[" * 100_000, lossy=True,
             finding=True)
    tree.add("data/one_line.ipynb", '{"cells": [' + ", ".join([cell] * 2000) + "]}", finding=True)
    tree.add("data/fences.md", "```bash\npip install flash-attn\n" + "```\n" * 10_001 + "`" * 100_000)


def add_native(tree):
    kernel = "__global__ void k(float* x) { x[0] = 1; }\n"
    tree.add("native/braces.cu", kernel + "void f() {" + "{" * 20_000)
    tree.add("native/parens.cu", kernel + "int x = " + "(" * 20_000)
    tree.add("native/templates.cuh", "A" + "<A" * 20_000 + ">" * 20_000 + " x;\n" + kernel)
    tree.add("native/macros.cu", "#define A0 1\n" + "".join(
        f"#define A{i} A{i - 1} A{i - 1}\n" for i in range(1, 64)) + kernel)
    tree.add("native/ifs.cpp", "#if 1\n" * 20_000 + '#include <cuda_runtime.h>\n')
    tree.add("native/one_line.cu", kernel.strip() * 20_000)
    tree.add("native/CMakeLists.txt", "set(A ${A})\nif(" + "(" * 20_000 + "\nenable_language(CUDA)\n")
    tree.add("native/Makefile", "A = $(A)\nB := " + "$(" * 20_000 + "\nnvcc:\n\tnvcc x.cu\n")
    tree.add("native/Dockerfile", "FROM nvidia/cuda:12.1.0\n" + "RUN a \\\n" * 20_000)
    tree.add("native/run.sh", "export CUDA_VISIBLE_DEVICES=0\n" + "$(" * 20_000 + "\n" + "if a; then\n" * 5000)
    tree.add("native/heredoc.sh", "cat <<EOF\nexport CUDA_VISIBLE_DEVICES=0\n" + "x\n" * 10_000)


def add_archives(out):
    with gzip.open(os.path.join(out, "bomb.whl"), "wb", 1) as file:
        for _ in range(BOMB_BYTES >> 20):
            file.write(bytes(1 << 20))
    wheel = os.path.join(out, "bomb-1.0-py3-none-any.whl")
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with archive.open("bomb-1.0.dist-info/METADATA", "w", force_zip64=True) as file:
            for _ in range(BOMB_BYTES >> 20):
                file.write(b"Requires-Dist: torch\n" * ((1 << 20) // 21))
        archive.writestr("../../escaped.py", SITE)


def add_special_files(tree, out):
    links = os.path.join(out, "links")
    os.makedirs(os.path.join(links, "real"))
    with open(os.path.join(links, "real", "a.py"), "w", encoding="utf-8") as file:
        file.write(SITE)
    tree.expected.findings.add(b"links/real/a.py")
    os.symlink("..", os.path.join(links, "real", "up"))
    os.symlink("self", os.path.join(links, "self"))
    os.symlink("two", os.path.join(links, "one"))
    os.symlink("one", os.path.join(links, "two"))
    os.symlink("/", os.path.join(links, "root"))
    os.symlink("/dev/zero", os.path.join(links, "zero.py"))
    os.symlink(__file__, os.path.join(links, "outside.py"))
    tree.expected.lossy |= {b"links/root", b"links/outside.py"}
    os.mkfifo(os.path.join(out, "pipe.py"))
    tree.expected.lossy.add(b"pipe.py")
    secret = os.path.join(out, "unreadable.py")
    with open(secret, "w", encoding="utf-8") as file:
        file.write(SITE)
    os.chmod(secret, 0)
    folder = os.path.join(out, "unreadable")
    os.mkdir(folder)
    os.chmod(folder, 0)
    tree.expected.lossy |= {b"unreadable.py", b"unreadable"}
    add_deep_folders(out)
    tree.expected.lossy_folders.add(b"deep/")


def add_deep_folders(out):
    """A path longer than the system accepts in one piece."""
    name = "d" * 200
    os.mkdir(os.path.join(out, "deep"))
    here = os.open(os.path.join(out, "deep"), os.O_RDONLY)
    for _ in range(30):
        os.mkdir(name, dir_fd=here)
        below = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    file = os.open("a.py", os.O_WRONLY | os.O_CREAT, dir_fd=here)
    os.write(file, SITE.encode())
    os.close(file)
    os.close(here)


def add_repository(tree):
    """Ignore files and an index that nobody should trust."""
    tree.add("repo/.gitignore", ("*a" * 2000 + "b\n") + "**/" * 1000 + "x\n" + "[\n[a\n\\\n!\n/\n//\n")
    tree.add("repo/" + "a" * 200 + ".py", SITE, finding=True)
    tree.add(".git/index", b"DIRC\0\0\0\2\xff\xff\xff\xff" + b"\xff" * 200)
    tree.add(".git/config", "[core]\n\tfsmonitor = touch /tmp/owned\n")


def build(out, seed=0):
    """Writes the tree to the new folder `out`; `seed` only changes the order of creation."""
    tree = Tree()
    for add in (add_encodings, add_names, add_python, add_cycles, add_data, add_native, add_repository):
        add(tree)
    os.makedirs(out)
    tree.write(out, seed)
    add_archives(out)
    add_special_files(tree, out)
    return tree.expected


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    expected = build(sys.argv[1])
    for name in sorted(expected.lossy | expected.lossy_folders):
        print("must be reported:", name)


if __name__ == "__main__":
    main()
