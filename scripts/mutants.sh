#!/usr/bin/env bash
# Changes the code on purpose, one small change at a time, and tells which changes no test notices.
#   scripts/mutants.sh                what differs from BASE (default: origin/main, else the commit before), in minutes
#   scripts/mutants.sh --all          everything, in hours
#   scripts/mutants.sh FILE…          these files, each whole
#   MUTANTS_SHARD=1/20 …              every twentieth change of core, to look at a sample of all
# Rules: cargo-mutants over core, judged by core's tests and the vectors. Storefront: Stryker over web/src/features with
# the Jest runner. Reports: target/mutants.out, target/stryker.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.tools/bin:$PWD/node_modules/.bin:$PATH"

CARGO_MUTANTS=27.1.0
[ "$(cargo mutants --version 2>/dev/null)" = "cargo-mutants $CARGO_MUTANTS" ] || {
  echo "Installing cargo-mutants $CARGO_MUTANTS into .tools (once, about two minutes)"
  cargo install --quiet cargo-mutants --version "$CARGO_MUTANTS" --locked --debug --config profile.dev.debug=false \
    --target-dir target/tools --root .tools
}
scripts/tools.sh
scripts/nextest.sh

if [ "${1:-}" = --all ]; then
  files=$(git ls-files 'core/src/*.rs' 'web/src/features/*.ts' 'web/src/features/*.tsx')
elif [ $# -gt 0 ]; then
  files=$(printf '%s\n' "$@")
else
  base=${BASE:-$(git rev-parse --verify --quiet origin/main || git rev-parse HEAD~1)}
  files=$(git diff --name-only --diff-filter=d "$base" -- 'core/src/*.rs' 'web/src/features/*.ts' 'web/src/features/*.tsx')
fi
rules=$(grep '^core/' <<<"$files" || true)
storefront=$(grep '^web/' <<<"$files" | grep -v '\.test\.tsx\?$' || true)
status=0

if [ -n "$rules" ]; then
  selected=()
  while read -r file; do selected+=(--file "$file"); done <<<"$rules"
  cargo mutants --output target --no-shuffle --test-tool nextest --cargo-arg=--locked --profile quick \
    --package fieldhouse-core --test-package fieldhouse-core,fieldhouse-conformance --jobs 2 \
    ${MUTANTS_SHARD:+--shard "$MUTANTS_SHARD"} "${selected[@]}" || status=$?
  printf 'core: %d caught, %d missed, %d timed out (target: at least 95 %% caught)\n' \
    "$(wc -l <target/mutants.out/caught.txt)" "$(wc -l <target/mutants.out/missed.txt)" "$(wc -l <target/mutants.out/timeout.txt)"
fi
if [ -n "$storefront" ]; then
  make --no-print-directory rules
  list=$(sed 's#^web/##' <<<"$storefront" | paste -sd,)
  (cd web && NODE_OPTIONS=--experimental-vm-modules npx --no -- stryker run --mutate "$list") || status=$?
fi
[ -n "$rules$storefront" ] || echo "Nothing changed that could be mutated."
exit "$status"
