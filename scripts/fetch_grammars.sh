#!/bin/sh
# Installs the C sources of the tree-sitter runtime and grammars, as grammars/package-lock.json pins them.
#
#   scripts/fetch_grammars.sh [DIR]     DIR defaults to build/grammars; sources land in DIR/node_modules
#
# Does nothing when DIR already holds what the lock file names. Runs no code of the packages.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
target=${1:-$root/build/grammars}
stamp=$target/node_modules/.npuport-lock
wanted=$(cat "$root/grammars/package.json" "$root/grammars/package-lock.json" | cksum)

if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
  echo "grammars: $target is up to date"
  exit 0
fi
if ! command -v npm >/dev/null 2>&1; then
  echo "grammars: npm is needed to install the tree-sitter sources (Debian: apt-get install npm)" >&2
  exit 1
fi

echo "grammars: installing the tree-sitter sources into $target/node_modules"
mkdir -p "$target"
# Built beside its final place, so that an interrupted or concurrent run never leaves half a tree.
work=$(mktemp -d "$target/.install.XXXXXX")
trap 'rm -rf "$work"' EXIT INT TERM
cp "$root/grammars/package.json" "$root/grammars/package-lock.json" "$root/grammars/.npmrc" "$work/"
(cd "$work" && npm ci --ignore-scripts --legacy-peer-deps --no-audit --no-fund --loglevel=error)
printf '%s\n' "$wanted" >"$work/node_modules/.npuport-lock"
if [ -d "$target/node_modules" ]; then
  mv "$target/node_modules" "$work/old"
fi
if ! mv -T "$work/node_modules" "$target/node_modules" 2>/dev/null; then
  # Another run finished first; its result serves as well.
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]
fi
echo "grammars: done"
