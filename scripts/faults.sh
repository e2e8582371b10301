#!/usr/bin/env bash
# Faults that anyone can cause, at close range: kills while a database is prepared, rows that somebody holds.
#   scripts/faults.sh kill-first-start   kills every 5 ms through a first start and through an upgrade
#   scripts/faults.sh blocked-row        orders that wait for one row, on PostgreSQL
#   scripts/faults.sh                    both, on SQLite and PostgreSQL
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:-all}
profile=${FIELDHOUSE_FAULTS_PROFILE:-dev}

postgres=$(mktemp -d)
chmod 755 "$postgres"
trap 'scripts/postgres.sh stop "$postgres/cluster"; rm -rf "$postgres"' EXIT

tests() { cargo nextest run --locked --cargo-profile "$profile" -p fieldhouse-server --test it --no-capture "$@"; }

# The longest that one of them may take grows with the number of kills.
export FIELDHOUSE_KILL_EVERY_MS=${FIELDHOUSE_KILL_EVERY_MS:-5}
kills='test(/first_start::/)'

case $what in
  kill-first-start | blocked-row | all) ;;
  *) echo "There is no fault '$what': kill-first-start, blocked-row." >&2; exit 1 ;;
esac

if [ "$what" != blocked-row ]; then
  echo "── Kills every $FIELDHOUSE_KILL_EVERY_MS ms, on SQLite"
  tests -E "$kills"
fi

FIELDHOUSE_TEST_POSTGRES=$(scripts/postgres.sh start "$postgres/cluster")
export FIELDHOUSE_TEST_POSTGRES
if [ "$what" != blocked-row ]; then
  echo "── Kills every $FIELDHOUSE_KILL_EVERY_MS ms, on PostgreSQL"
  tests -E "$kills"
fi
if [ "$what" != kill-first-start ]; then
  echo "── Rows that somebody holds, on PostgreSQL"
  tests --run-ignored all -E 'test(/blocked::/)'
fi
