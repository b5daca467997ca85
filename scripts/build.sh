#!/usr/bin/env bash
# Configures and builds a preset: build.sh PRESET [TARGET...]. The release program lands in build/npuport.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
if [ ! -f "build/$preset/build.ninja" ]; then
  echo "npuport: configuring the $preset build"
  cmake --preset "$preset" >"build-$preset.log" 2>&1 || { cat "build-$preset.log" >&2; rm -f "build-$preset.log"; exit 1; }
  rm -f "build-$preset.log"
fi
targets=()
for target in "$@"; do targets+=(--target "$target"); done
cmake --build "build/$preset" "${targets[@]}"
if [ "$preset" = release ] && [ -x build/release/npuport ]; then
  cmp -s build/release/npuport build/npuport || cp build/release/npuport build/npuport
fi
