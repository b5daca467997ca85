#!/usr/bin/env python3
"""Time of npuport query as a whole process, for every name of the API map and of the package table.

    bench/query.py NPUPORT [--every N] [--max-cpu MS]

Prints median and largest wall time and processor time in milliseconds. With --max-cpu the exit status is 1 when an
answer took more processor time than that; unlike wall time it does not depend on what else the machine does.
"""
import argparse
import pathlib
import resource
import statistics
import subprocess
import sys
import time

KNOWLEDGE = pathlib.Path(__file__).resolve().parent.parent / "knowledge"


def names():
    for table in ("torch_npu/cuda_api_map.tsv", "packages.tsv"):
        for line in (KNOWLEDGE / table).read_text(encoding="utf-8").splitlines()[1:]:
            yield line.split("\t")[0]


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(program, name):
    cpu, wall = processor_time(), time.perf_counter()
    done = subprocess.run([program, "query", "--format", "json", "--", name], stdout=subprocess.DEVNULL, check=False)
    wall, cpu = time.perf_counter() - wall, processor_time() - cpu
    if done.returncode != 0:
        sys.exit(f"query {name!r}: exit status {done.returncode}")
    return wall * 1000, cpu * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--every", type=int, default=1, help="only every N-th name")
    parser.add_argument("--max-cpu", type=float, help="milliseconds")
    options = parser.parse_args()
    asked = list(names())[::options.every]
    walls, cpus = zip(*(measure(options.program, name) for name in asked))
    print(f"{len(asked)} names; wall ms: median {statistics.median(walls):.1f}, largest {max(walls):.1f}; "
          f"processor ms: median {statistics.median(cpus):.1f}, largest {max(cpus):.1f}")
    return 1 if options.max_cpu is not None and max(cpus) > options.max_cpu else 0


if __name__ == "__main__":
    sys.exit(main())
