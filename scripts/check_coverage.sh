#!/usr/bin/env bash
# docs/coverage.md is what the knowledge says, and no row of the tables is without a rule or a reason.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$1
cmake --build "$out" --target knowledge_coverage >/dev/null
work=$(mktemp)
trap 'rm -f "$work"' EXIT
"$out/knowledge_coverage" knowledge "$work"
diff -u docs/coverage.md "$work" | head -20
cmp -s docs/coverage.md "$work"
echo "docs/coverage.md is current"
