#!/usr/bin/env bash
# Runs every suite on what `make run` builds, goes on after a failing one, and ends with the slowest ten tests and one
# line of totals. What tests need (nextest, PostgreSQL, Chromium, libfaketime) is installed here where that can be
# done; what cannot be had is said, and the run fails unless SKIP names it: SKIP="postgres chromium" make test.
#   --all   every journey on both databases, instead of those alone whose SQL differs; every page with axe at both
#           sizes, every hostile text on a page of its own
set -uo pipefail
cd "$(dirname "$0")/.."

all=
[ "${1:-}" != --all ] || { all=yes; export FIELDHOUSE_E2E_MATRIX=all; }
began=$SECONDS
logs=$(mktemp -d)
# Hundreds of databases of eight hundred files each are made and dropped: in memory, where there is room for them.
shm=$(df --output=avail --block-size=1G /dev/shm 2>/dev/null | tail -1 || true)
if [ "${shm:-0}" -ge 4 ] && [ -w /dev/shm ]; then postgres=$(mktemp -d -p /dev/shm); else postgres=$(mktemp -d); fi
stop() {
  scripts/postgres.sh stop "$postgres/quick"
  scripts/postgres.sh stop "$postgres/durable"
  rm -rf "$logs" "$postgres"
}
trap stop EXIT
chmod 755 "$postgres"

passed=0 failed=0 skipped=0 broken=() left_out=()

# suite NAME COMMAND…: runs it, shows its output, adds its totals up.
suite() {
  local name=$1 log="$logs/${1// /-}" start=$SECONDS
  shift
  printf '\n── %s\n' "$name"
  "$@" 2>&1 | tee "$log"
  local status=${PIPESTATUS[0]}
  # nextest: "12 tests run: 11 passed, 1 failed, 2 skipped"; Jest: "Tests: 1 failed, 6 passed, 7 total";
  # node: "ℹ pass 6", "ℹ fail 1".
  local line ok ko no
  line=$(sed -E 's/\x1b\[[0-9;]*m//g' "$log" | grep -E '^ *Summary .*tests? run:|^Tests: |^(#|ℹ) (pass|fail|skipped) ' || true)
  ok=$(sum '[0-9]+ passed|(#|ℹ) pass [0-9]+')
  ko=$(sum '[0-9]+ (failed|timed out)|(#|ℹ) fail [0-9]+')
  no=$(sum '[0-9]+ skipped|(#|ℹ) skipped [0-9]+')
  passed=$((passed + ok)) failed=$((failed + ko)) skipped=$((skipped + no))
  if [ "$status" -ne 0 ] || [ "$ok" -eq 0 ]; then broken+=("$name"); fi
  printf -- '── %s: %d passed, %d failed, %d skipped in %d s\n' "$name" "$ok" "$ko" "$no" $((SECONDS - start))
}

# sum PATTERN: the numbers of what matches in the suite's own totals, added up.
sum() {
  local total=0 number
  while read -r number; do total=$((total + number)); done < <(grep -oE "$1" <<<"$line" | grep -oE '[0-9]+')
  echo "$total"
}

# without THING SUITES HOW: it is not there, and cannot be installed from here.
without() {
  [[ " ${SKIP:-} " == *" $1 "* ]] || broken+=("$2: there is no $1")
  left_out+=("$2: there is no $1. $3, or leave these suites out with SKIP=$1")
}

packages() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  echo "Installing $* from the system's packages"
  { apt-get install -y --no-install-recommends "$@" || { apt-get update && apt-get install -y --no-install-recommends "$@"; }; } \
    >"$logs/apt" 2>&1 || { tail -5 "$logs/apt"; return 1; }
}

echo "Building what is tested"
scripts/build.sh || exit 1
scripts/nextest.sh || exit 1
export PATH="$PWD/.tools/bin:$PWD/node_modules/.bin:$PATH"
export CARGO_TERM_COLOR=never NEXTEST_HIDE_PROGRESS_BAR=1
export FIELDHOUSE_BIN=$PWD/target/quick/fieldhouse

# The library that sets the store's clock; the test that needs it fails with a sentence where it is not.
compgen -G '/usr/lib/*/faketime/libfaketimeMT.so.1' >/dev/null || packages faketime || true
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
[ -n "${CHROMIUM:=$chromium}" ] || { packages chromium && CHROMIUM=$(command -v chromium || true); }
export CHROMIUM

nextest() {
  cargo nextest run --locked --cargo-profile quick --no-fail-fast --status-level fail --final-status-level fail "$@"
  local status=$?
  cp target/nextest/default/junit.xml "$logs/$RANDOM.junit.xml" 2>/dev/null
  return $status
}
jest() { # WORKSPACE
  npm --workspace "$1" test --silent -- --json --outputFile="$logs/$1.jest.json"
}
# Each file has a store of its own, so that several walk at once.
journeys() { # NAME FILES…
  local name=$1
  shift
  FIELDHOUSE_E2E_TEMPLATE=$(node tests/e2e/template.mjs "$logs/template-$name") || return 1
  export FIELDHOUSE_E2E_TEMPLATE
  node --test --test-concurrency=4 --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter=junit --test-reporter-destination="$logs/$name.junit.xml" "$@"
}

# What concerns one database alone lies in modules named after it; on the other it counts as skipped.
suite "Rust on SQLite" nextest -p fieldhouse-core -p fieldhouse-conformance -p fieldhouse-kernel -p fieldhouse-documents -p fieldhouse-shop -p fieldhouse-demo \
  -p fieldhouse-server
if FIELDHOUSE_TEST_POSTGRES=$(scripts/postgres.sh start "$postgres/quick" nosync) &&
  FIELDHOUSE_TEST_POSTGRES_DURABLE=$(scripts/postgres.sh start "$postgres/durable"); then
  export FIELDHOUSE_TEST_POSTGRES FIELDHOUSE_TEST_POSTGRES_DURABLE
  # They wait for the server as often as they work: half as many again as there are processors.
  suite "Rust on PostgreSQL" nextest --test-threads $((($(getconf _NPROCESSORS_ONLN) * 3 + 1) / 2)) -p fieldhouse-server --test it --run-ignored all \
    -E 'not test(/on_sqlite::/)'
else
  unset FIELDHOUSE_TEST_POSTGRES FIELDHOUSE_TEST_POSTGRES_DURABLE
  without postgres "Rust and journeys on PostgreSQL" "Install PostgreSQL's server programs (Debian and Ubuntu: postgresql)"
fi
suite "Jest rules" jest pkg
suite "Jest storefront" jest web

# Programs of others: they need no browser.
programs=(tests/e2e/platform.mjs tests/e2e/ranking.mjs tests/contract/endpoints-served.mjs)
# The longest begin first, so that none is left walking alone.
walks=(tests/e2e/{hostile,pages-{fieldhouse,usgames,athleticconnection,varsitybrands}}.mjs)
for file in $(grep -lE '^journeys\(' tests/e2e/*.mjs); do
  [[ " ${programs[*]} ${walks[*]} " == *" $file "* ]] || walks+=("$file")
done
# What is stored and found again in another way on PostgreSQL: orders, approval, merge, certificates. The Rust suite runs
# whole on both, and what pages look like does not depend on the database.
on_postgres=(tests/e2e/{guest-order,certificates,people,accounts,carts,cart-page}.mjs)
[ -z "$all" ] || on_postgres=("${walks[@]}")

suite "Programs of others" journeys programs "${programs[@]}"
if [ -n "$CHROMIUM" ]; then
  suite "Chromium on SQLite" journeys sqlite "${walks[@]}"
  if [ -n "${FIELDHOUSE_TEST_POSTGRES_DURABLE:-}" ]; then
    export FIELDHOUSE_E2E_POSTGRES=$FIELDHOUSE_TEST_POSTGRES_DURABLE
    suite "Chromium on PostgreSQL" journeys postgres "${on_postgres[@]}"
  fi
else
  without chromium "Chromium" "Install Chromium, or set CHROMIUM to its path"
fi

echo
node scripts/slowest.mjs "$logs" 10
[ ${#left_out[@]} -eq 0 ] || printf '\nNOT RUN  %s\n' "${left_out[@]}"
echo
if [ ${#broken[@]} -gt 0 ]; then
  # What failed once more, in short: it stands far above by now.
  for name in "${broken[@]}"; do
    [ -f "$logs/${name// /-}" ] || continue
    sed -E 's/\x1b\[[0-9;]*m//g' "$logs/${name// /-}" |
      awk '/^(.*failing tests:|  stderr ───|●|  ● |        FAIL )/ { on = 1 } /^ℹ / { on = 0 } on' | cut -c -200 | head -60
  done
  printf 'broken: %s\n' "${broken[@]}"
  [ "$failed" -gt 0 ] || failed=${#broken[@]}
fi
printf 'All suites in %d min %02d s\n' $(((SECONDS - began) / 60)) $(((SECONDS - began) % 60))
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ ${#broken[@]} -eq 0 ]
