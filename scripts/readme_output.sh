#!/usr/bin/env bash
# Writes the program's output on the bundled example into the README files, between the markers
# <!-- output:begin --> and <!-- output:end -->. With --check only compares: readme_output.sh [--check] NPUPORT
set -euo pipefail
cd "$(dirname "$0")/.."
check=
[ "${1:-}" = --check ] && { check=1; shift; }
program=${1:-build/npuport}
for pair in README.md:en README.zh-CN.md:zh; do
  file=${pair%:*}
  language=${pair#*:}
  LC_ALL=C.UTF-8 NO_COLOR=1 COLUMNS=100 "$program" analyze examples/mini-video-dit --lang "$language" 2>/dev/null >/tmp/readme_output.$$ || true
  python3 - "$file" /tmp/readme_output.$$ "$check" <<'PY'
import re, sys
path, output, check = sys.argv[1:4]
text = open(path, encoding="utf-8").read()
block = "<!-- output:begin -->\n```text\n" + open(output, encoding="utf-8").read().rstrip() + "\n```\n<!-- output:end -->"
new = re.sub(r"<!-- output:begin -->.*?<!-- output:end -->", lambda _: block, text, flags=re.S)
if check:
    if new != text:
        sys.exit(f"{path}: the output shown is not what the program prints; run scripts/readme_output.sh")
else:
    open(path, "w", encoding="utf-8").write(new)
PY
  rm -f /tmp/readme_output.$$
done
echo "README output is current"
