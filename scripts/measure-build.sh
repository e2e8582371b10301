#!/usr/bin/env bash
# Times what a newcomer waits for, from an empty clone with empty caches, and prints a table for docs/BENCHMARKS.md.
#   scripts/measure-build.sh [FOLDER]          everything (an hour and more); FOLDER is where clones and caches go
#   MEASURE="run web nothing" scripts/…        only these: run, nothing, web, server, core, test, again
set -euo pipefail
cd "$(dirname "$0")/.."
source=$PWD
folder=${1:-$(mktemp -d)}
wanted=${MEASURE:-run nothing web server core test again}
mkdir -p "$folder"
# Nothing of this machine's caches; the toolchain itself is what a developer has.
export RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup}
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
export CARGO_HOME="$folder/cargo" npm_config_cache="$folder/npm"
clone="$folder/an empty clone"
[ -d "$clone" ] || git clone --quiet "$source" "$clone"
cd "$clone"

cores=$(nproc)
model=$(sed -n 's/^model name.*: //p' /proc/cpuinfo 2>/dev/null | head -1)
echo "Commit $(git rev-parse --short HEAD), $cores × ${model:-unknown}, load before $(cut -d' ' -f1 /proc/loadavg 2>/dev/null || echo '?')."
echo
echo "| what | wanted | measured |"
echo "|---|---|---|"
row() { printf '| %s | %s | %d min %02d s |\n' "$1" "$2" $(($3 / 60)) $(($3 % 60)); }
log="$folder/log"

# Starts the store and waits for the first page; says how long it took in `took`.
first_page() {
  local began=$SECONDS
  setsid make run >>"$log" 2>&1 &
  local store=$!
  until curl --silent --fail --output /dev/null -H 'Host: fieldhouse.localhost:8420' http://127.0.0.1:8420/; do
    kill -0 "$store" 2>/dev/null || { tail -40 "$log" >&2; exit 1; }
    sleep 0.2
  done
  took=$((SECONDS - began))
  kill -TERM -- "-$store"
  wait "$store" 2>/dev/null || true
}
built() { local began=$SECONDS; "$@" >>"$log" 2>&1 || { tail -40 "$log" >&2; exit 1; }; took=$((SECONDS - began)); }
touched() { printf '\n// %s\n' "$(date +%s)" >>"$1"; }

for part in $wanted; do
  case $part in
    run) first_page; row "\`make run\` to the first page, nothing cached" "≤ 8 min" "$took" ;;
    nothing) first_page; row "\`make run\` again, nothing changed" "≤ 5 s" "$took" ;;
    web) touched web/src/entry-client.tsx; first_page; row "\`make run\` after a change in \`web\`" "≤ 25 s" "$took" ;;
    server) touched server/shop/src/buying/cart/mod.rs; first_page; row "One changed line in \`server/shop\` to the running store" "≤ 15 s" "$took" ;;
    core) touched core/src/money.rs; first_page; row "One changed line in \`core\` to the running store, server and browser" "≤ 25 s" "$took" ;;
    test) git checkout --quiet .; built make test; row "\`make test\` after \`make run\`" "≤ 35 min from an empty clone" "$took"; tail -1 "$log" ;;
    again) built make test; row "\`make test\` again" "≤ 12 min" "$took"; tail -1 "$log" ;;
  esac
done
