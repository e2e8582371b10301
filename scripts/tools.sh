#!/usr/bin/env bash
# Installs what the build needs and the machine lacks: the wasm target, wasm-pack and wasm-bindgen at pinned
# versions into .tools, and the npm packages. Quick when all is there.
#   scripts/tools.sh [wasm|npm]   only that part
set -euo pipefail
cd "$(dirname "$0")/.."
part=${1:-all}

WASM_PACK=0.15.1
# Must equal the version of wasm-bindgen in Cargo.lock, or wasm-pack refuses it.
WASM_BINDGEN=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)

have() { [ "$(".tools/bin/$1" --version 2>/dev/null)" = "$1 $2" ]; }
# Unoptimised: they are built once and run for seconds.
install() {
  cargo install --quiet --debug --config profile.dev.debug=false --target-dir target/tools --root .tools "$@"
}

if [ "$part" != npm ]; then
  have wasm-pack "$WASM_PACK" || install wasm-pack --version "$WASM_PACK" --locked
  # Without --locked: the package's own lock file asks for a version the registry no longer has.
  have wasm-bindgen "$WASM_BINDGEN" || install wasm-bindgen-cli --version "$WASM_BINDGEN" --bin wasm-bindgen
fi

if [ "$part" != wasm ]; then
  if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
    touch node_modules/.package-lock.json
  fi
fi
