#!/usr/bin/env bash
# Faults, at close range: kills while a database is prepared, rows that somebody holds, three nodes and what lies around them.
#   scripts/faults.sh kill-first-start   kills every 5 ms through a first start and through an upgrade
#   scripts/faults.sh blocked-row        orders that wait for one row, on PostgreSQL
#   scripts/faults.sh burst              10,000 messages about twelve orders, and 20 kills while they are worked off
#   scripts/faults.sh nodes [WHAT ...]   three nodes behind HAProxy, see tests/faults/run.mjs; the table of docs/RELIABILITY.md
#   scripts/faults.sh follower           three nodes whose lists are read from a server that follows
#   scripts/faults.sh disk               SQLite on a disk that fails, see tests/faults/disk.test.mjs
#   scripts/faults.sh                    all, on SQLite and PostgreSQL
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:-all}

nodes() {
  local missing=()
  for program in haproxy pgbouncer faketime; do
    PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || missing+=("$program")
  done
  if [ ${#missing[@]} -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; } >&2 && missing=()
  fi
  [ ${#missing[@]} = 0 ] || { echo "The faults of nodes need ${missing[*]}: install the packages of these names." >&2; exit 1; }
  cargo build --locked --profile quick --package fieldhouse-server
  PATH=$PATH:/usr/sbin FIELDHOUSE_BIN=target/quick/fieldhouse node tests/faults/run.mjs "$@"
}

if [ "$what" = nodes ]; then
  shift
  nodes "$@"
  exit
fi

follower() {
  cargo build --locked --profile quick --package fieldhouse-server
  FIELDHOUSE_BIN=target/quick/fieldhouse node --test --test-reporter=spec tests/faults/follower.test.mjs
}

if [ "$what" = follower ]; then
  follower
  exit
fi

disk() {
  if ! command -v sqlite3 >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update && apt-get install -y --no-install-recommends sqlite3; } >&2
  fi
  cargo build --locked --profile quick --package fieldhouse-server
  FIELDHOUSE_BIN=target/quick/fieldhouse node --test --test-reporter=spec tests/faults/disk.test.mjs
}

if [ "$what" = disk ]; then
  disk
  exit
fi

postgres=$(mktemp -d)
chmod 755 "$postgres"
trap 'scripts/postgres.sh stop "$postgres/cluster"; rm -rf "$postgres"' EXIT

tests() { cargo nextest run --locked --cargo-profile quick --profile faults -j 1 -p fieldhouse-server --test it "$@"; }

export FIELDHOUSE_KILL_EVERY_MS=${FIELDHOUSE_KILL_EVERY_MS:-5}
kills='test(/first_start::/)'
burst='test(/r24_a_kill_amid_a_burst/)'

# The burst, where it is wanted: how many messages, how many kills.
burst() {
  [ "$what" = burst ] || [ "$what" = all ] || return 0
  local messages=${FIELDHOUSE_BURST:-10000} cycles=${FIELDHOUSE_KILL_CYCLES:-20} start=$SECONDS
  echo "── $messages messages and $cycles kills, on $1"
  FIELDHOUSE_BURST=$messages FIELDHOUSE_KILL_CYCLES=$cycles tests -E "$burst"
  echo "── $messages messages and $cycles kills, on $1: done in $((SECONDS - start)) s"
}

case $what in
  kill-first-start | blocked-row | burst | all) ;;
  *) echo "There is no fault '$what': kill-first-start, blocked-row, burst, nodes, follower, disk." >&2; exit 1 ;;
esac

if [ "$what" = kill-first-start ] || [ "$what" = all ]; then
  echo "── Kills every $FIELDHOUSE_KILL_EVERY_MS ms, on SQLite"
  tests -E "$kills"
fi
burst SQLite

FIELDHOUSE_TEST_POSTGRES=$(scripts/postgres.sh start "$postgres/cluster")
export FIELDHOUSE_TEST_POSTGRES
if [ "$what" = kill-first-start ] || [ "$what" = all ]; then
  echo "── Kills every $FIELDHOUSE_KILL_EVERY_MS ms, on PostgreSQL"
  tests -E "$kills"
fi
burst PostgreSQL
if [ "$what" = blocked-row ] || [ "$what" = all ]; then
  echo "── Rows that somebody holds, on PostgreSQL"
  tests --run-ignored all -E 'test(/blocked::/)'
fi
if [ "$what" = all ]; then
  echo "── Three nodes and what lies around them"
  nodes
  echo "── Lists of a server that follows"
  follower
  echo "── SQLite on a disk that fails"
  disk
fi
