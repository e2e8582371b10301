#!/usr/bin/env bash
# The server, rebuilt and restarted when Rust files change, beside Vite with hot reload.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/tools.sh
[ -e web/dist/.vite/manifest.json ] || npm --workspace web run build

server=
stop() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; }
trap 'stop; kill 0' EXIT INT TERM

newest() { find core/src server/src server/Cargo.toml Cargo.lock -newer target/.dev-stamp -print -quit 2>/dev/null; }

npm --workspace web exec -- vite --clearScreen false &
while true; do
  mkdir -p target && touch target/.dev-stamp
  if cargo build --locked -p fieldhouse-server; then
    stop
    target/debug/fieldhouse serve &
    server=$!
  fi
  until [ -n "$(newest)" ]; do sleep 1; done
done
