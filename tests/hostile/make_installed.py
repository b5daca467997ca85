"""Hostile installed packages: a site-packages folder and wheels. See run_hostile.py.

Everything is named acme-*, so that the project of build() needs all of it.
"""

import os
import struct
import zipfile

MANY_ENTRIES = 1_000_000
BOMB_BYTES = 1 << 30
ELF_HEADER = b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, 1 << 62, 0, 64, 56, 1, 64,
                                                     0xFFFF, 0xFFFE)
# Section headers at the very end of a gigabyte of zeros.
BOMB_HEADER = b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, (1 << 30) - 4096, 0, 64, 56,
                                                      0, 64, 8, 7)
# A dynamic segment that spans the address space, in a file that has none of it.
ELF_SEGMENTS = struct.pack("<IIQQQQQQ", 2, 4, 0, 0, 0, 1 << 63, 1 << 63, 8)


def metadata(name):
    return f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\nRequires-Dist: {name}[x]\n\n"


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def distribution(folder, name, files, record=None):
    info = os.path.join(folder, f"{name.replace('-', '_')}-1.0.dist-info")
    write(os.path.join(info, "METADATA"), metadata(name))
    write(os.path.join(info, "RECORD"), record or "".join(f"{path},,\n" for path in files))
    for path, data in files.items():
        if data is not None:
            write(os.path.join(folder, path), data)


def build_folder(folder):
    """The names of the distributions."""
    distribution(folder, "acme-cut", {"acme_cut/a.so": ELF_HEADER[:40], "acme_cut/b.so": ELF_HEADER})
    distribution(folder, "acme-claims", {"acme_claims/a.so": ELF_HEADER + ELF_SEGMENTS})
    distribution(folder, "acme-outside", {}, "../../../../etc/passwd.py,,\n/etc/hosts.so,,\nacme_link/x.py,,\n")
    os.symlink("/etc", os.path.join(folder, "acme_link"))
    distribution(folder, "acme-pipe", {"acme_pipe/a.so": None, "acme_pipe/b.py": None, "acme_pipe/ok.py": "x = 1\n"})
    os.mkfifo(os.path.join(folder, "acme_pipe", "a.so"))
    os.mkfifo(os.path.join(folder, "acme_pipe", "b.py"))
    distribution(folder, "acme-record", {}, "acme_record/a.py,,\n" * 300_000)
    distribution(folder, "acme-deep", {"acme_deep/a.py": "f(" * 50_000 + "x.cuda()"})
    write(os.path.join(folder, "acme_loop-1.0.dist-info", "METADATA"),
          "Name: acme-loop\nVersion: 1.0\n" + "".join(f"Requires-Dist: acme-loop[e{i}]\n" for i in range(9_000)))
    write(os.path.join(folder, "acme_nothing-1.0.dist-info", "RECORD"), "")
    write(os.path.join(folder, "acme_egg.egg-info", "PKG-INFO"), "Name: acme-egg\n")
    write(os.path.join(folder, "acme_egg.egg-info", "top_level.txt"), "..\n.\n/etc\nacme_egg\n")
    os.makedirs(os.path.join(folder, "acme_egg"))
    os.symlink("..", os.path.join(folder, "acme_egg", "up"))
    return ["acme-cut", "acme-claims", "acme-outside", "acme-pipe", "acme-record", "acme-deep", "acme-loop",
            "acme-egg"]


def many_entries(path):
    """A directory of a million entries that all lie in two bytes."""
    local = struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0) + b"a"
    entry = struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    directory = entry * MANY_ENTRIES
    end64 = struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, MANY_ENTRIES, MANY_ENTRIES, len(directory),
                        len(local))
    locator = struct.pack("<IIQI", 0x07064B50, 0, len(local) + len(directory), 1)
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    write(path, local + directory + end64 + locator + end)


def wheel(path, name, fill):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(f"{name.replace('-', '_')}-1.0.dist-info/METADATA", metadata(name))
        fill(archive)


def zeros(archive, path, size):
    with archive.open(path, "w", force_zip64=True) as file:
        file.write(BOMB_HEADER)
        for _ in range(size >> 20):
            file.write(bytes(1 << 20))


def build_wheels(folder):
    """Wheels that are read with losses, and archives that are refused."""
    def bombs(archive):
        for i in range(4):
            zeros(archive, f"acme_bomb/m{i}.so", BOMB_BYTES)
        archive.writestr("acme_bomb/a.py", "x" * (64 << 20))

    def tricks(archive):
        archive.writestr("../escaped.py", "import torch\n")
        archive.writestr("/absolute.so", ELF_HEADER)
        archive.writestr("acme_tricks/cut.so", ELF_HEADER[:20])

    def many_texts(archive):
        for i in range(60_000):
            archive.writestr(f"acme_texts/m{i}.py", "")

    read = {"acme-bomb": bombs, "acme-tricks": tricks, "acme-texts": many_texts}
    paths = []
    for name, fill in read.items():
        paths.append(os.path.join(folder, f"{name}.whl"))
        wheel(paths[-1], name, fill)
    refused = [os.path.join(folder, name) for name in ("many.whl", "cut.whl", "nested.whl")]
    many_entries(refused[0])
    with open(paths[1], "rb") as file:
        write(refused[1], file.read()[:-30])
    with zipfile.ZipFile(refused[2], "w") as archive:
        archive.write(paths[1], "inner.whl")
    return list(read), paths, refused


def build(root):
    """The project, the folder, the readable wheels and the refused ones."""
    folder = os.path.join(root, "sp")
    names = build_folder(folder)
    wheel_names, wheels, refused = build_wheels(root)
    project = os.path.join(root, "project")
    write(os.path.join(project, "requirements.txt"), "\n".join(names + wheel_names) + "\n")
    return project, folder, wheels, refused
