#!/bin/sh
# Builds the rules for the browser into pkg/dist: wasm, its glue, and the typed calls.
# Tools come from the project's .tools/bin and node_modules/.bin first, then from PATH.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
PATH="$root/.tools/bin:$root/node_modules/.bin:$PATH"
export PATH
# A folder of its own: a half-finished build never lies where the storefront looks.
fresh="$here/.dist-new"
rm -rf "$fresh"
# no-install: wasm-pack must not fetch tools; the Makefile brings them at pinned versions.
wasm-pack build "$root/wasm" --target bundler --out-dir "$fresh" --out-name fieldhouse_rules \
  --profile wasm-release --mode no-install --no-pack --no-opt
wasm-opt "$fresh/fieldhouse_rules_bg.wasm" -O3 -o "$fresh/fieldhouse_rules_bg.wasm"
rm -f "$fresh/.gitignore"
node "$here/write-calls.mjs" "$fresh"
rm -rf "$here/dist"
mv "$fresh" "$here/dist"
node "$here/budget.mjs"
