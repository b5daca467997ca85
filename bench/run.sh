#!/usr/bin/env bash
# Speed beside the peers, in one run on one machine: medians of RUNS (default 5) over pinned source
# distributions. Quote the ratios, not the seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
cache=${NPUPORT_CACHE:-.cache/bench}
mkdir -p "$cache"

fetch() { # fetch NAME VERSION SHA256: unpacks the source distribution into $cache/NAME-VERSION
  local folder=$cache/$1-$2
  [ -d "$folder" ] && return
  echo "bench: fetching $1 $2" >&2
  local work
  work=$(mktemp -d)
  printf '%s==%s --hash=sha256:%s\n' "$1" "$2" "$3" >"$work/requirements.txt"
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: --require-hashes \
    -r "$work/requirements.txt" -d "$work"
  tar -xzf "$work"/*.tar.gz -C "$cache"
  rm -rf "$work"
}

peers() { # ast-grep from npm, ruff from the Python registry, into the cache
  if [ ! -x "$cache/peers/node_modules/.bin/ast-grep" ]; then
    echo "bench: installing ast-grep" >&2
    npm install --silent --no-audit --no-fund --prefix "$cache/peers" @ast-grep/cli@0.38.7 >/dev/null 2>&1 || true
  fi
  if [ ! -x "$cache/ruff/bin/ruff" ]; then
    echo "bench: installing ruff" >&2
    python3 -m venv "$cache/ruff" && "$cache/ruff/bin/pip" -q install ruff==0.12.7 || true
  fi
}

while read -r name version hash; do
  case "$name" in '' | '#'*) continue ;; esac
  fetch "$name" "$version" "$hash"
done <bench/sources.txt
peers
python3 bench/compare.py build/npuport "$cache" "${RUNS:-5}"
echo
echo "npuport query, one process a name"
python3 bench/query.py build/npuport
