#!/usr/bin/env bash
# What must hold before a change lands, short of running it.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/tools.sh

step() { printf '── %s\n' "$*"; "$@"; }

step cargo fmt --all --check
step cargo clippy --locked --quiet -p fieldhouse-core --all-targets -- -D warnings
step cargo clippy --locked --quiet -p fieldhouse-server -p fieldhouse-conformance -p fieldhouse-bare --all-targets -- -D warnings
step cargo clippy --locked --quiet -p fieldhouse-wasm --target wasm32-unknown-unknown -- -D warnings
step cargo clippy --locked --quiet -p fieldhouse-wasm --no-default-features --features roster --target wasm32-unknown-unknown -- -D warnings
step npx --no -- biome ci --error-on-warnings .
step npm --workspace web run --silent types
step npx --no -- tsc --project tests
step node tests/contract/check.mjs
