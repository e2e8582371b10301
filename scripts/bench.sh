#!/usr/bin/env bash
# Measures the figures of docs/BENCHMARKS.md with the release binary and writes them there.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v wrk >/dev/null || { [ "$(id -u)" = 0 ] && apt-get update >/dev/null && apt-get install -y wrk >/dev/null; }
command -v wrk >/dev/null || { echo "The benchmark needs wrk: install the package 'wrk'." >&2; exit 1; }
# The desk's orders are multiplied by the database itself.
command -v sqlite3 >/dev/null || { [ "$(id -u)" = 0 ] && apt-get install -y sqlite3 >/dev/null; } || true
cargo build --locked --release --package fieldhouse-bare --package fieldhouse-steady
node tests/load/bench.mjs
