#!/usr/bin/env bash
# Faults, at close range: kills while a database is prepared, rows that somebody holds, three nodes and what lies around them.
#   scripts/faults.sh kill-first-start   kills every 5 ms through a first start and through an upgrade
#   scripts/faults.sh kill               a thousand kills while orders are placed, on SQLite
#   scripts/faults.sh blocked-row        orders that wait for one row, on PostgreSQL
#   scripts/faults.sh burst              10,000 messages about twelve orders, and 20 kills while they are worked off
#   scripts/faults.sh nodes [WHAT ...]   three nodes behind HAProxy, see tests/faults/run.mjs; the table of docs/RELIABILITY.md
#   scripts/faults.sh nodes seen seenPooled   how soon all three show what was changed, on the optimised binary where it is there
#   scripts/faults.sh follower           three nodes whose lists are read from a server that follows
#   scripts/faults.sh disk               SQLite on a disk that fails, see tests/faults/disk.test.mjs
#   scripts/faults.sh slow               thousands of slow clients, see tests/faults/slow.test.mjs; as root
#   scripts/faults.sh patroni [WHAT ...] three servers of which Patroni decides who leads, see tests/faults/patroni.mjs; as root
#   scripts/faults.sh full               one PostgreSQL server whose disk is full, see tests/faults/full.mjs; as root
#   scripts/faults.sh long               half an hour of a day's mix, see tests/faults/long.mjs
#   scripts/faults.sh                    all, on SQLite and PostgreSQL
# FIELDHOUSE_BIN: a binary that is there; else one is built.
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:-all}
given=${FIELDHOUSE_BIN:-}

export PATH=$PATH:/usr/sbin:/sbin

# need PROGRAM:PACKAGE ...: installs what is missing where it may.
need() {
  local missing=() one
  for one in "$@"; do command -v "${one%:*}" >/dev/null || missing+=("${one#*:}"); done
  if [ ${#missing[@]} -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; } >&2 && missing=()
  fi
  [ ${#missing[@]} = 0 ] || { echo "These faults need ${missing[*]}: install the packages of these names." >&2; exit 1; }
}

# PostgreSQL's own programs lie beside the path.
need_postgres() { compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || need initdb:postgresql; }

build() {
  [ -n "${FIELDHOUSE_BIN:-}" ] || cargo build --locked --profile quick --package fieldhouse-server
  export FIELDHOUSE_BIN=${FIELDHOUSE_BIN:-target/quick/fieldhouse}
}

# The optimised binary where it is there, for figures that are those of a store that is in use.
optimised() {
  local binary=$given
  [ -n "$binary" ] || [ ! -x target/release/fieldhouse ] || binary=target/release/fieldhouse
  [ -n "$binary" ] || { build && binary=$FIELDHOUSE_BIN; } || return
  echo "$binary"
}

# What is broken on the binary of the tests, what is timed on the optimised one.
nodes() {
  need haproxy:haproxy pgbouncer:pgbouncer faketime:faketime
  local broken=() timed=() one binary
  for one in "$@"; do case $one in seen*) timed+=("$one") ;; *) broken+=("$one") ;; esac; done
  if [ $# = 0 ] || [ ${#broken[@]} -gt 0 ]; then
    build
    node tests/faults/run.mjs "${broken[@]}"
  fi
  [ $# -gt 0 ] || timed=(seen seenPooled)
  if [ ${#timed[@]} -gt 0 ]; then
    binary=$(optimised)
    FIELDHOUSE_BIN=$binary node tests/faults/run.mjs "${timed[@]}"
  fi
}

if [ "$what" = nodes ]; then
  shift
  nodes "$@"
  exit
fi

follower() {
  build
  node --test --test-reporter=spec tests/faults/follower.test.mjs
}

if [ "$what" = follower ]; then
  follower
  exit
fi

disk() {
  need sqlite3:sqlite3
  build
  node --test --test-concurrency=1 --test-reporter=spec tests/faults/disk.test.mjs tests/faults/sync.test.mjs
}

if [ "$what" = disk ]; then
  disk
  exit
fi

# Runs something in namespaces of its own: networks, mounts and processes made there are seen nowhere else and end with it.
# The shell in between waits for processes that nobody else waits for, as the first process of a machine does.
apart() {
  [ "$(id -u)" = 0 ] || { echo "scripts/faults.sh $what makes networks and mounts of its own: run it as root." >&2; return 1; }
  local place child status=0
  place=$(mktemp -d)
  chmod 755 "$place"
  FAULTS_APART=1 TMPDIR=$place unshare --net --mount --ipc --pid --fork --kill-child --mount-proc bash -c '
    set -euo pipefail
    trap "exit 130" INT TERM
    ip link set lo up
    mkdir -p /run/netns
    mount -t tmpfs netns /run/netns
    node "$@" &
    wait $!' apart "$@" &
  child=$!
  trap 'kill -9 "$child"' INT TERM
  wait "$child" || status=$?
  trap - INT TERM
  rm -rf "$place"
  return $status
}

slow() {
  need ip:iproute2
  build
  # Both ends of each connection are files here.
  (ulimit -n 20000; apart --test --test-reporter=spec tests/faults/slow.test.mjs)
}

if [ "$what" = slow ]; then
  slow
  exit
fi

# Not named as its program: `need` would find the function and install nothing.
decided() {
  need_postgres
  need haproxy:haproxy patroni:patroni etcd:etcd-server ip:iproute2 nft:nftables
  build
  apart tests/faults/patroni.mjs "$@"
}

if [ "$what" = patroni ]; then
  shift
  decided "$@"
  exit
fi

full() {
  need_postgres
  need ip:iproute2
  build
  apart tests/faults/full.mjs
}

if [ "$what" = full ]; then
  full
  exit
fi

long() {
  need sqlite3:sqlite3
  cargo build --locked --release --package fieldhouse-steady
  local binary
  binary=$(optimised)
  FIELDHOUSE_BIN=$binary node tests/faults/long.mjs
}

if [ "$what" = long ]; then
  long
  exit
fi

postgres=$(mktemp -d)
chmod 755 "$postgres"
trap 'scripts/postgres.sh stop "$postgres/cluster"; rm -rf "$postgres"' EXIT

tests() { cargo nextest run --locked --cargo-profile quick --profile faults -j 1 -p fieldhouse-server --test it "$@"; }

export FIELDHOUSE_KILL_EVERY_MS=${FIELDHOUSE_KILL_EVERY_MS:-5}
kills='test(/first_start::/) + test(/r30_a_kill_during/)'
burst='test(/r24_a_kill_amid_a_burst/)'

# The burst, where it is wanted: how many messages, how many kills.
burst() {
  [ "$what" = burst ] || [ "$what" = all ] || return 0
  local messages=${FIELDHOUSE_BURST:-10000} cycles=${FIELDHOUSE_KILL_CYCLES:-20} start=$SECONDS
  echo "── $messages messages and $cycles kills, on $1"
  FIELDHOUSE_BURST=$messages FIELDHOUSE_KILL_CYCLES=$cycles tests -E "$burst"
  echo "── $messages messages and $cycles kills, on $1: done in $((SECONDS - start)) s"
}

# Each round kills twice, once amid the orders and once after all of them were asked for again; a database has 25 of them, as
# every round looks at all that was ever ordered in it.
kills_while_placing() {
  [ "$what" = kill ] || [ "$what" = all ] || return 0
  local databases=${FAULTS_DATABASES:-20} start=$SECONDS
  echo "── $((databases * 50)) kills while orders are placed, on SQLite"
  for _ in $(seq "$databases"); do FIELDHOUSE_KILL_CYCLES=25 tests -E 'test(/r24_a_kill_while_placing/)'; done
  echo "── $((databases * 50)) kills while orders are placed, on SQLite: nothing lost, nothing doubled, in $((SECONDS - start)) s"
}

case $what in
  kill-first-start | kill | blocked-row | burst | all) ;;
  *) echo "There is no fault '$what': kill-first-start, kill, blocked-row, burst, nodes, follower, disk, slow, patroni, full, long." >&2; exit 1 ;;
esac

if [ "$what" = kill-first-start ] || [ "$what" = all ]; then
  echo "── Kills every $FIELDHOUSE_KILL_EVERY_MS ms, on SQLite"
  tests -E "$kills"
fi
burst SQLite
kills_while_placing
[ "$what" != kill ] || exit 0

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
  echo "── Half an hour of a day's mix"
  long
  if [ "$(id -u)" = 0 ]; then
    echo "── Three servers of which Patroni decides who leads"
    decided
    echo "── PostgreSQL whose disk is full"
    full
    echo "── Slow clients"
    slow
  else
    echo "Left out, as they need root: patroni, full, slow."
  fi
fi
