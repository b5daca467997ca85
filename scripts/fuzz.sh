#!/usr/bin/env bash
# Runs every fuzz target: fuzz.sh SECONDS_EACH [TARGET...]
# With FUZZ_RUNS=N each does N runs from its seeds with a fixed random seed: repeatable, for CI.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=$1
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || for source in tests/fuzz/*_fuzz.cc; do
  name=$(basename "$source" _fuzz.cc)
  targets+=("$name")
done
scripts/build.sh asan $(printf 'fuzz_%s ' "${targets[@]}") >/dev/null
failed=0
for name in "${targets[@]}"; do
  mkdir -p "build/asan/fuzz/corpus/$name"
  seeds=tests/fuzz/corpus/$name
  [ -d "$seeds" ] || seeds=
  log=build/asan/fuzz/$name.log
  bound=(-max_total_time="$seconds")
  if [ -n "${FUZZ_RUNS:-}" ]; then
    bound=(-runs="$FUZZ_RUNS" -seed=1)
    rm -rf "build/asan/fuzz/corpus/$name"
    mkdir -p "build/asan/fuzz/corpus/$name"
  fi
  # shellcheck disable=SC2086
  if build/asan/tests/fuzz/fuzz_"$name" "${bound[@]}" -max_len=4096 -timeout=20 \
    -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="build/asan/fuzz/$name-" \
    "build/asan/fuzz/corpus/$name" $seeds >"$log" 2>&1; then
    echo "fuzz_$name: $(grep -o 'number_of_executed_units: [0-9]*' "$log" | grep -o '[0-9]*$') runs, no failure"
  else
    echo "fuzz_$name failed:"
    tail -30 "$log"
    failed=1
  fi
done
exit $failed
