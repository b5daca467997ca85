#!/usr/bin/env bash
# Reports of the bundled example and of this repository validate against the schema, and do not
# depend on the number of threads.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for tree in examples tests/cases; do
  name=$(basename "$tree")
  for threads in 1 2 8; do
    "$program" analyze "$tree" --threads "$threads" --format json --output "$work/$name-$threads.json" --quiet
  done
  cmp "$work/$name-1.json" "$work/$name-2.json"
  cmp "$work/$name-1.json" "$work/$name-8.json"
  python3 scripts/validate_report.py "$work/$name-1.json"
done
echo "valid, and the same for 1, 2 and 8 threads"
