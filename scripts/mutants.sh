#!/usr/bin/env bash
# Changes the code on purpose, one small change at a time, and tells which changes no test notices.
#   scripts/mutants.sh                what differs from BASE (default: origin/main, else the commit before), in minutes
#   scripts/mutants.sh --all          everything, in hours
#   scripts/mutants.sh FILE…          these files, each whole; of web and pkg also a part: FILE:10-20
#   MUTANTS_SHARD=1/20 …              every twentieth change of core, to look at a sample of all
#   MUTANTS_JOBS=1 …                  one at a time instead of two
# Rules: cargo-mutants over core, judged by core's tests and the vectors. Storefront and package: Stryker over
# web/src/features, web/src/shared and pkg/src, judged by the Jest tests that reach a change. Reports: target/mutants.out,
# target/stryker.
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

all=('core/src/*.rs' 'web/src/features/*.ts' 'web/src/features/*.tsx' 'web/src/shared/*.ts' 'web/src/shared/*.tsx'
  'pkg/src/*.ts')
if [ "${1:-}" = --all ]; then
  files=$(git ls-files "${all[@]}")
elif [ $# -gt 0 ]; then
  files=$(printf '%s\n' "$@")
else
  base=${BASE:-$(git rev-parse --verify --quiet origin/main || git rev-parse HEAD~1)}
  files=$(git diff --name-only --diff-filter=d "$base" -- "${all[@]}")
fi
rules=$(grep '^core/' <<<"$files" || true)
jobs=${MUTANTS_JOBS:-2}
status=0

if [ -n "$rules" ]; then
  selected=()
  while read -r file; do selected+=(--file "$file"); done <<<"$rules"
  # Fewer cases of each property: a property that a change breaks seldom needs its last hundred.
  PROPTEST_CASES=64 cargo mutants --output target --test-tool nextest --cargo-arg=--locked --profile mutants \
    --package fieldhouse-core --test-package fieldhouse-core,fieldhouse-conformance --jobs "$jobs" \
    --minimum-test-timeout 60 \
    ${MUTANTS_SHARD:+--sharding round-robin --shard "$MUTANTS_SHARD"} "${selected[@]}" || status=$?
  printf 'core: %d caught, %d missed, %d timed out (target: at least 95 %% caught)\n' \
    "$(wc -l <target/mutants.out/caught.txt)" "$(wc -l <target/mutants.out/missed.txt)" "$(wc -l <target/mutants.out/timeout.txt)"
fi

# stryker PART: of the files those in that folder.
stryker() {
  local list
  list=$(grep "^$1/" <<<"$files" | grep -vE '\.test\.tsx?$|\.d\.ts$' | sed "s#^$1/##" | paste -sd,) || true
  [ -n "$list" ] || return 0
  make --no-print-directory rules
  # Tests that look at tests/ from their own folder find it from the copy that is changed, too.
  mkdir -p target/stryker-tmp
  ln -sfn ../../tests target/stryker-tmp/tests
  (cd "$1" && NODE_OPTIONS=--experimental-vm-modules npx --no -- stryker run --concurrency "$jobs" --mutate "$list") || status=$?
}
stryker web
stryker pkg
[ -n "$files" ] || echo "Nothing changed that could be mutated."
exit "$status"
