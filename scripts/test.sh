#!/usr/bin/env bash
# Builds everything of a preset and runs all tests; the last line counts them: test.sh [release|asan|tsan|debug]
set -uo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}
scripts/build.sh "$preset" >build-tests.log 2>&1 || { tail -40 build-tests.log; rm -f build-tests.log; exit 1; }
rm -f build-tests.log
out=build/$preset
program=$out/npuport
passed=0
failed=0

count() { # count NAME COMMAND...: one test
  local name=$1 log
  shift
  log=$(mktemp)
  if "$@" >"$log" 2>&1; then
    passed=$((passed + 1))
    echo "ok      $name${SHOW_LAST:+: $(tail -1 "$log")}"
  else
    failed=$((failed + 1))
    echo "FAILED  $name"
    tail -60 "$log"
  fi
  rm -f "$log"
}

# GoogleTest programs, counted test by test.
for test in "$out"/test_*; do
  [ -f "$test" ] && [ -x "$test" ] || continue
  log=$(mktemp)
  "$test" --gtest_brief=1 >"$log" 2>&1
  status=$?
  good=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) test.*/\1/p' "$log" | tail -1)
  bad=$(sed -n 's/^\[  FAILED  \] \([0-9]*\) test.*/\1/p' "$log" | tail -1)
  if [ $status -ne 0 ]; then
    [ -n "$bad" ] || bad=1
    grep -v '^\[  PASSED' "$log" | head -120
  fi
  passed=$((passed + ${good:-0}))
  failed=$((failed + ${bad:-0}))
  echo "$([ $status -eq 0 ] && echo 'ok     ' || echo FAILED) $(basename "$test"): ${good:-0} passed, ${bad:-0} failed"
  rm -f "$log"
done

SHOW_LAST=1
count "shipped rules" "$out/compile_rules" check knowledge/rules
count "every fact row has a rule or a reason" scripts/check_coverage.sh "$out"
count "docs/rules is current" scripts/check_rule_pages.sh "$out"
count "cases" python3 tests/cases/run_cases.py "$program"
count "report matches its schema" scripts/check_report.sh "$program"
count "answers match their schema" scripts/check_query.sh "$program"
count "golden reports" python3 tests/golden/run_golden.py "$program"
if [ "$preset" = release ]; then
  count "a query costs less than 50 ms" python3 bench/query.py "$program" --every 12 --max-cpu 50
  count "hostile input" python3 tests/hostile/run_hostile.py "$program"
  count "README output is current" scripts/readme_output.sh --check "$program"
  [ "${NPUPORT_NETWORK_TESTS:-1}" = 0 ] || count "Python front end against CPython" tests/differential/run.sh "$out"
fi
# Labelled inputs are not part of the repository; where they lie beside it, they are scored.
labels=${NPUPORT_LABELS:-../shared}
if [ -f "$labels/tools/score_cases.py" ]; then
  report=$(mktemp --suffix=.json)
  "$program" analyze "$labels/cases/dev" --format json --output "$report" --quiet
  count "labelled cases" python3 "$labels/tools/score_cases.py" "$report" "$labels/cases/dev/expected.tsv" --min 0.93
  rm -f "$report"
fi
echo
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
