#!/usr/bin/env bash
# Format and the short clang-tidy list; fails on the first kind of complaint.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t files < <(git ls-files 'src/*.cc' 'src/*.h' 'tests/*.cc' 'tests/*.h')
clang-format-14 --dry-run --Werror "${files[@]}"
echo "format: ${#files[@]} files"
[ -f build/release/compile_commands.json ] || scripts/build.sh release npuport >/dev/null
# Only what changed since the base when there is one, all of src otherwise.
mapfile -t sources < <(git ls-files 'src/*.cc')
printf '%s\n' "${sources[@]}" | xargs -P "$(nproc)" -n 8 clang-tidy-14 -p build/release --quiet 2>/dev/null
echo "clang-tidy: ${#sources[@]} files"
