#!/usr/bin/env bash
# Measures the figures of docs/BENCHMARKS.md with the release binary and writes them there.
set -euo pipefail
cd "$(dirname "$0")/.."
# Load by wrk; the desk's orders are multiplied by the database itself; three nodes stand behind HAProxy.
missing=()
for one in wrk:wrk sqlite3:sqlite3 haproxy:haproxy; do
  PATH=$PATH:/usr/sbin command -v "${one%:*}" >/dev/null || missing+=("${one#*:}")
done
if [ ${#missing[@]} -gt 0 ]; then
  [ "$(id -u)" = 0 ] && apt-get update >/dev/null && apt-get install -y "${missing[@]}" >/dev/null ||
    { echo "The benchmark needs ${missing[*]}: install the packages of these names." >&2; exit 1; }
fi
export PATH=$PATH:/usr/sbin
cargo build --locked --release --package fieldhouse-bare --package fieldhouse-steady
node tests/load/bench.mjs
