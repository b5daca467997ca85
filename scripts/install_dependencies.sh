#!/usr/bin/env bash
# Installs the Debian packages that the named groups need and that are missing: build, clang, lint, bench.
# Without root it prints the one line to run and stops.
set -euo pipefail

declare -A groups=(
  [build]="g++ cmake ninja-build make git ca-certificates nodejs npm python3 libre2-dev libyaml-cpp-dev libtomlplusplus-dev nlohmann-json3-dev libcli11-dev zlib1g-dev libgtest-dev python3-jsonschema"
  [clang]="clang-14 libclang-rt-14-dev llvm-14"
  [lint]="clang-14 clang-format-14 clang-tidy-14"
  [bench]="ripgrep python3-venv"
)

# A tool that is there already, from wherever, is not installed again.
provided() {
  case "$1" in
    g++) command -v g++ >/dev/null && [ "$(g++ -dumpversion | cut -d. -f1)" -ge 11 ] ;;
    cmake | make | git | python3) command -v "$1" >/dev/null ;;
    ninja-build) command -v ninja >/dev/null ;;
    nodejs) command -v node >/dev/null ;;
    npm) command -v npm >/dev/null ;;
    ripgrep) command -v rg >/dev/null ;;
    python3-jsonschema) python3 -c 'import jsonschema' 2>/dev/null ;;
    python3-venv) python3 -c 'import ensurepip' 2>/dev/null ;;
    *) dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed' ;;
  esac
}

missing=()
for group in "$@"; do
  for package in ${groups[$group]}; do
    provided "$package" || missing+=("$package")
  done
done
[ ${#missing[@]} -eq 0 ] && exit 0

command -v apt-get >/dev/null || {
  echo "npuport: these packages are needed, and this is no Debian or Ubuntu: ${missing[*]}" >&2
  exit 1
}
line="apt-get install -y --no-install-recommends ${missing[*]}"
if [ "$(id -u)" -ne 0 ]; then
  echo "npuport: packages are missing; run: sudo $line" >&2
  exit 1
fi
echo "npuport: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
$line >/dev/null 2>&1 || { apt-get update -qq && $line >/dev/null; }
