#!/usr/bin/env bash
# Compares the Python front end with CPython's ast over pinned source distributions.
#
#   tests/differential/run.sh TOOL [small|full] [CACHE]
#
# TOOL is the dump_python_facts that CMake built. The distributions come from the package index that pip
# is set up for, by version and hash, and are unpacked once into CACHE (default .cache/sdist).
# "small" takes under a minute. Exit code 1 when a file differs, 2 when a download fails.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
tool=${1:?usage: run.sh TOOL [small|full] [CACHE]}
list=$here/sources_${2:-small}.txt
cache=${3:-$here/../../.cache/sdist}
mkdir -p "$cache"

trees=()
while read -r pin hash; do
  name=${pin/==/-}
  if [ ! -d "$cache/$name" ]; then
    echo "$pin $hash" > "$cache/$name.txt"
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: \
      --require-hashes -r "$cache/$name.txt" -d "$cache" || exit 2
    mkdir -p "$cache/$name.part"
    tar -xzf "$cache/$name.tar.gz" -C "$cache/$name.part" --strip-components=1
    mv "$cache/$name.part" "$cache/$name"
  fi
  trees+=("$cache/$name")
done < "$list"

exec python3 "$here/compare_ast.py" "$tool" "${trees[@]}"
