#!/usr/bin/env bash
# Sets a peer up from npm, below .tools, and measures the same acts on both sides (tests/load/peers). The peer's database driver is
# compiled here against the headers that Node.js came with: nothing prebuilt is downloaded.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v wrk >/dev/null || { echo "The benchmark needs wrk: install the package 'wrk'." >&2; exit 1; }
peer=$PWD/.tools/peers/vendure
mkdir -p "$peer"
if ! cmp -s tests/load/peers/package-lock.json "$peer/package-lock.json" || [ ! -e "$peer/node_modules/better-sqlite3/build/Release/better_sqlite3.node" ]; then
  cp tests/load/peers/package.json tests/load/peers/package-lock.json "$peer/"
  (cd "$peer" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
  headers=$(node -p 'require("node:path").resolve(process.execPath, "../..")')
  [ -e "$headers/include/node/node.h" ] || { echo "Node.js came without its headers ($headers/include/node): the peer cannot be built." >&2; exit 1; }
  (cd "$peer/node_modules/better-sqlite3" && node "$(npm root -g)/npm/node_modules/node-gyp/bin/node-gyp.js" rebuild --release --nodedir="$headers" >/dev/null)
fi
NODE_ENV=production node tests/load/peers/run.mjs "$peer"
