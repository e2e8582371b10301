#!/bin/sh
# Builds the rules for the browser into pkg/dist: wasm, its glue, and the typed calls.
#   pkg/build.sh             in seconds, for `make run` and the suites
#   pkg/build.sh --shipped   as small and quick as it ships; leaves dist/.shipped
# Tools come from the project's .tools/bin and node_modules/.bin first, then from PATH.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
PATH="$root/.tools/bin:$root/node_modules/.bin:$PATH"
export PATH
profile=quick
[ "${1:-}" != --shipped ] || profile=release
# A folder of its own: a half-finished build never lies where the storefront looks.
fresh="$here/.dist-new"
rm -rf "$fresh"
# no-install: wasm-pack must not fetch tools; scripts/tools.sh brings them at pinned versions.
module() { # NAME FEATURE FOLDER
  wasm-pack --quiet build "$root/wasm" --target bundler --out-dir "$3" --out-name "$1" \
    --profile "wasm-$profile" --mode no-install --no-pack --no-opt -- \
    --no-default-features --features "$2"
  [ "$profile" = quick ] || wasm-opt "$3/$1_bg.wasm" --converge -O3 --flatten --rereloop -Oz -Oz \
    --strip-producers --strip-target-features -o "$3/$1_bg.wasm"
  rm -f "$3/.gitignore"
}
module fieldhouse_rules store "$fresh"
# Calls that only some pages make are modules of their own, loaded with those pages.
module fieldhouse_account account "$fresh/account"
module fieldhouse_roster roster "$fresh/roster"
module fieldhouse_desk desk "$fresh/desk"
module fieldhouse_edit edit "$fresh/edit"
module fieldhouse_season season "$fresh/season"
module fieldhouse_stock stock "$fresh/stock"
node "$here/write-calls.mjs" "$fresh"
[ "$profile" = quick ] || touch "$fresh/.shipped"
rm -rf "$here/dist"
mv "$fresh" "$here/dist"
