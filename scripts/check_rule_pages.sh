#!/usr/bin/env bash
# docs/rules is what the rule files say: check_rule_pages.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
out=$1
cmake --build "$out" --target rule_pages >/dev/null
"$out/rule_pages" knowledge docs/rules --check
echo "docs/rules is current"
