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
module() { # NAME FEATURE FOLDER
  wasm-pack build "$root/wasm" --target bundler --out-dir "$3" --out-name "$1" \
    --profile wasm-release --mode no-install --no-pack --no-opt -- --no-default-features --features "$2"
  wasm-opt "$3/$1_bg.wasm" -O3 -o "$3/$1_bg.wasm"
  rm -f "$3/.gitignore"
}
module fieldhouse_rules store "$fresh"
node "$here/write-calls.mjs" "$fresh" fieldhouse_rules ../src/backend.ts
# The roster page's calls are a module of their own, loaded with that page.
module fieldhouse_roster roster "$fresh/roster"
node "$here/write-calls.mjs" "$fresh/roster" fieldhouse_roster ../../src/roster-backend.ts
rm -rf "$here/dist"
mv "$fresh" "$here/dist"
node "$here/budget.mjs"
