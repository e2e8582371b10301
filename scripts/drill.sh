#!/usr/bin/env bash
# Loses the machine while people order, and brings the store back: the table under "Backup and restore" of docs/OPERATING.md.
#   scripts/drill.sh [sqlite] [postgres]      FIELDHOUSE_BIN: a binary that is there; else one is built
set -euo pipefail
cd "$(dirname "$0")/.."
missing=()
command -v sqlite3 >/dev/null || missing+=(sqlite3)
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
if [ ${#missing[@]} -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  { apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; } >&2 && missing=()
fi
[ ${#missing[@]} = 0 ] || { echo "The drill needs ${missing[*]}: install the packages of these names." >&2; exit 1; }
[ -n "${FIELDHOUSE_BIN:-}" ] || cargo build --locked --profile quick --package fieldhouse-server
FIELDHOUSE_BIN=${FIELDHOUSE_BIN:-target/quick/fieldhouse} node tests/faults/drill.mjs "$@"
