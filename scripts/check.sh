#!/usr/bin/env bash
# What must hold before a change lands, short of running it.
#   scripts/check.sh formats   only what is told in seconds, before anything is built
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/needs.sh

step() { printf '── %s\n' "$*"; "$@"; }
formats() {
  step cargo fmt --all --check
  step npx --no -- biome ci --error-on-warnings .
}
if [ "${1:-}" = formats ]; then
  scripts/tools.sh npm
  formats
  exit
fi

scripts/tools.sh
make --no-print-directory rules

# The profile of the build, so that both share what macros and build scripts made.
clippy() { step cargo clippy --locked --quiet --profile quick "$@" -- -D warnings; }

# What the compiler takes minutes for, and beside it what asks no compiler.
compiled() {
  clippy -p fieldhouse-core --all-targets
  clippy -p fieldhouse-kernel -p fieldhouse-documents -p fieldhouse-shop -p fieldhouse-demo -p fieldhouse-server -p fieldhouse-conformance -p fieldhouse-bare -p fieldhouse-steady --all-targets
  # The store builds without the demo, too.
  step cargo check --locked --quiet --profile quick -p fieldhouse-server --no-default-features
  clippy -p fieldhouse-wasm --target wasm32-unknown-unknown
  local module
  for module in account roster desk edit stock; do
    clippy -p fieldhouse-wasm --no-default-features --features "$module" --target wasm32-unknown-unknown
  done
}
read_only() {
  formats
  step npm --workspace web run --silent types
  step npx --no -- tsc --project tests
  step npx --no -- tsc --project tests/tsconfig.strict.json
  step node --test --test-reporter=dot tests/contract/{knot,budgets,layers,endpoints,callers,queries,deploy}.test.mjs
  step node tests/contract/check.mjs
}

log=$(mktemp)
lane=
end() {
  [ -z "$lane" ] || kill "$lane" 2>/dev/null
  rm -f "$log"
}
trap end EXIT
read_only >"$log" 2>&1 &
lane=$!
compiled
wait "$lane" || { lane=; cat "$log"; exit 1; }
lane=
cat "$log"
