#!/usr/bin/env bash
# Compares the Python front end with CPython's ast and with tree-sitter over pinned source
# distributions.
#
#   tests/differential/run.sh BUILD [small|full] [CACHE]
#
# BUILD is the folder that CMake built into. The distributions come from the package index that pip
# is set up for, by version and hash, and are unpacked once into CACHE (default .cache/sdist).
# "small" takes under a minute. Exit code 1 when a file differs, 2 when a download fails.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
tools=${1:?usage: run.sh BUILD [small|full] [CACHE]}/tests/differential
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

status=0
find -H "${trees[@]}" -name '*.py' | sort | "$tools/compare_tree_sitter" || status=1
python3 "$here/compare_ast.py" "$tools/dump_python_facts" "${trees[@]}" || status=1
exit $status
