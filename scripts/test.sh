#!/usr/bin/env bash
# Runs every suite, goes on after a failing one, and ends in one line of totals.
# What tests need (PostgreSQL, Chromium, libfaketime, nextest) is installed here where it is missing.
set -uo pipefail
cd "$(dirname "$0")/.."

logs=$(mktemp -d)
postgres=$(mktemp -d)
trap 'scripts/postgres.sh stop "$postgres"; rm -rf "$logs"' EXIT
chmod 755 "$postgres"

passed=0 failed=0 skipped=0 broken=()

# suite NAME COMMAND…: runs it, shows its output, adds its totals up.
suite() {
  local name=$1 log="$logs/${1// /-}"
  shift
  printf '\n── %s\n' "$name"
  "$@" 2>&1 | tee "$log"
  local status=${PIPESTATUS[0]} ok ko no
  # nextest: "12 tests run: 11 passed, 1 failed, 2 skipped"; Jest: "Tests: 1 failed, 6 passed, 7 total";
  # node: "ℹ pass 6", "ℹ fail 1".
  local line
  line=$(sed -E 's/\x1b\[[0-9;]*m//g' "$log" | grep -E '^ *Summary .*tests? run:|^Tests: |^(#|ℹ) (pass|fail|skipped) ' || true)
  ok=$(grep -oE '[0-9]+ passed|(#|ℹ) pass [0-9]+' <<<"$line" | grep -oE '[0-9]+' | paste -sd+ | bc)
  ko=$(grep -oE '[0-9]+ (failed|timed out)|(#|ℹ) fail [0-9]+' <<<"$line" | grep -oE '[0-9]+' | paste -sd+ | bc)
  no=$(grep -oE '[0-9]+ skipped|(#|ℹ) skipped [0-9]+' <<<"$line" | grep -oE '[0-9]+' | paste -sd+ | bc)
  passed=$((passed + ${ok:-0})) failed=$((failed + ${ko:-0})) skipped=$((skipped + ${no:-0}))
  if [ "$status" -ne 0 ] || [ "${ok:-0}" -eq 0 ]; then broken+=("$name"); fi
}

prepare() {
  command -v cargo-nextest >/dev/null || [ -x .tools/bin/cargo-nextest ] || {
    echo "Installing cargo-nextest into .tools (once, a few minutes)"
    cargo install --quiet cargo-nextest --locked --root .tools
  }
  command -v bc >/dev/null || { [ "$(id -u)" = 0 ] && apt-get install -y bc >/dev/null; }
  export CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
  if [ -z "$CHROMIUM" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium from the system's packages"
    { apt-get update && apt-get install -y chromium; } >"$logs/apt" 2>&1 || tail -5 "$logs/apt"
    CHROMIUM=$(command -v chromium || true)
  fi
  [ -n "$CHROMIUM" ] || { echo "The tests need Chromium: install the package 'chromium', or set CHROMIUM to its path." >&2; return 1; }
  # The library that sets the store's clock; the test that needs it fails with a sentence where it is not.
  if ! compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing libfaketime from the system's packages"
    { apt-get install -y faketime || { apt-get update && apt-get install -y faketime; }; } >"$logs/apt" 2>&1 || tail -5 "$logs/apt"
  fi
  # The server embeds the storefront, so that is built first.
  make --no-print-directory web
}

prepare || exit 1
export CARGO_TERM_COLOR=never NEXTEST_HIDE_PROGRESS_BAR=1
nextest() { cargo nextest run --locked --no-fail-fast --status-level fail --final-status-level fail "$@"; }

# What concerns one database alone lies in modules named after it; on the other it counts as skipped.
suite "Rust on SQLite" nextest -p fieldhouse-core -p fieldhouse-conformance -p fieldhouse-server
if FIELDHOUSE_TEST_POSTGRES=$(scripts/postgres.sh start "$postgres/cluster"); then
  export FIELDHOUSE_TEST_POSTGRES
  suite "Rust on PostgreSQL" nextest -p fieldhouse-server --test it --run-ignored all -E 'not test(/on_sqlite::/)'
else
  broken+=("Rust on PostgreSQL")
fi
suite "Jest: rules" npm --workspace pkg test --silent
suite "Jest: storefront" npm --workspace web test --silent
export FIELDHOUSE_BIN=$PWD/target/debug/fieldhouse
suite "Chromium on SQLite" node --test --test-reporter=spec tests/e2e/*.test.mjs
if [ -n "${FIELDHOUSE_TEST_POSTGRES:-}" ]; then
  suite "Chromium on PostgreSQL" env FIELDHOUSE_E2E_POSTGRES="$FIELDHOUSE_TEST_POSTGRES" node --test --test-reporter=spec tests/e2e/*.test.mjs
fi

echo
if [ ${#broken[@]} -gt 0 ]; then
  printf 'broken: %s\n' "${broken[@]}"
  [ "$failed" -gt 0 ] || failed=${#broken[@]}
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ ${#broken[@]} -eq 0 ]
