#!/usr/bin/env bash
# A private PostgreSQL for one test run, on loopback, in a folder of its own.
#   scripts/postgres.sh start FOLDER          prints its address
#   scripts/postgres.sh start FOLDER nosync   the same, for tests that outlive nothing: commits wait for no disk
#   scripts/postgres.sh follow FOLDER         starts it anew as one that may only be read, as a former leader is
#   scripts/postgres.sh stop FOLDER
# PostgreSQL refuses to run as root, so root hands it to the user `postgres` (or `nobody`).
set -euo pipefail
action=$1 folder=$2 sync=${3:-sync}

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true)
if [ -z "$bin" ] && command -v initdb >/dev/null; then bin=$(dirname "$(command -v initdb)"); fi
if [ -z "$bin" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  { apt-get update && apt-get install -y --no-install-recommends postgresql; } >&2
  bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
fi
[ -n "$bin" ] || { echo "PostgreSQL's server programs are missing: install the package 'postgresql'." >&2; exit 1; }

as_owner=()
if [ "$(id -u)" = 0 ]; then
  owner=$(id -un postgres 2>/dev/null || echo nobody)
  as_owner=(setpriv --reuid="$owner" --regid="$(id -gn "$owner")" --clear-groups --)
fi

case $action in
  start)
    mkdir -p "$folder"
    if [ "$(id -u)" = 0 ]; then chown "$owner" "$folder"; fi
    port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
    "${as_owner[@]}" "$bin/initdb" -D "$folder/data" -U fieldhouse -A trust -E UTF8 --locale=C --no-sync >"$folder.init.log"
    # A crash of the machine would lose these databases, and nobody would miss them; the store's binary serves only from
    # one that syncs.
    speed=(-c wal_level=replica)
    [ "$sync" = sync ] || speed=(-c wal_level=minimal -c fsync=off -c synchronous_commit=off)
    "${as_owner[@]}" "$bin/pg_ctl" -D "$folder/data" -w -t 60 -l "$folder/log" -o \
      "-p $port -k $folder -c listen_addresses=127.0.0.1 -c max_connections=300 -c shared_buffers=128MB -c full_page_writes=off -c max_wal_senders=0 ${speed[*]}" \
      start >"$folder.start.log"
    echo "postgres://fieldhouse@127.0.0.1:$port/postgres"
    ;;
  follow)
    "${as_owner[@]}" touch "$folder/data/standby.signal"
    "${as_owner[@]}" "$bin/pg_ctl" -D "$folder/data" -m fast -w -t 60 -l "$folder/log" restart >>"$folder.start.log"
    ;;
  stop)
    "${as_owner[@]}" "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$folder" "$folder.init.log" "$folder.start.log"
    ;;
esac
