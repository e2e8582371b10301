#!/usr/bin/env bash
# Builds what `make run` starts. Tells each step, how long it takes on two cores, and how long it took; what needs
# nothing of the other goes side by side: the server's crates beside npm, the wasm tools and the storefront.
set -uo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.tools/bin:$PWD/node_modules/.bin:$PATH"
export CARGO_TERM_COLOR=${CARGO_TERM_COLOR:-auto}

began=$SECONDS
logs=$(mktemp -d)
lane=
end() {
  [ -z "$lane" ] || kill "$lane" 2>/dev/null
  rm -rf "$logs"
}
trap end EXIT

clock() { printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); }

# step NUMBER NAME USUAL HINT COMMAND…: runs it quietly; what it said is shown when it fails, with what may help.
step() {
  local number=$1 name=$2 usual=$3 hint=$4 start=$SECONDS log="$logs/$1"
  shift 4
  [ -z "$usual" ] || printf '[%s/6] %s (%s)\n' "$number" "$name" "$usual"
  if ! "$@" >"$log" 2>&1; then
    { tail -n 40 "$log"; printf '\n[%s/6] %s failed. %s\n' "$number" "$name" "$hint"; } >&2
    return 1
  fi
  [ $((SECONDS - start)) -lt 2 ] || printf '[%s/6] %s: done in %s\n' "$number" "$name" "$(clock $((SECONDS - start)))"
}

# Said only of what is not there yet: a second start is quiet.
first=
if [ ! -x target/quick/fieldhouse ]; then
  first=yes
  echo "The first build takes some minutes, most of them the compiler's; the second takes seconds."
fi
usual() { [ -z "$first" ] || echo "about $1"; }
online="It downloads packages: is the machine online?"

step 1 "Looking for Rust, Node.js and a C compiler" "" "" scripts/needs.sh || exit 1

storefront() {
  step 3 "npm packages" "$(usual '30 s')" "$online" scripts/tools.sh npm &&
    step 4 "Tools for WebAssembly" "$(usual '3 min')" "$online" scripts/tools.sh wasm &&
    step 5 "Rules for the browser" "$(usual '3 min')" "See the compiler's message above." make --no-print-directory rules &&
    step 6 "Storefront" "$(usual '20 s')" "See the message above." make --no-print-directory web
}
storefront &
lane=$!
step 2 "Server" "$(usual '10 min')" "$online Otherwise see the compiler's message above." make --no-print-directory server || exit 1
wait "$lane" || { lane=; exit 1; }
lane=
took=$((SECONDS - began))
[ $took -lt 2 ] || echo "Built in $(clock $took)."
