#!/usr/bin/env bash
# Installs what the build needs and the machine lacks: the wasm target, wasm-pack and
# wasm-bindgen at pinned versions into .tools, and the npm packages. Quick when all is there.
set -euo pipefail
cd "$(dirname "$0")/.."

WASM_PACK=0.15.1
# Must equal the version of wasm-bindgen in Cargo.lock, or wasm-pack refuses it.
WASM_BINDGEN=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)

need() {
  command -v "$1" >/dev/null || { echo "Fieldhouse needs $1: $2" >&2; exit 1; }
}
need cargo "install Rust with rustup (https://rustup.rs)"
need node "install Node.js 20.19 or newer"
need npm "it comes with Node.js"
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' || {
  echo "Fieldhouse needs Node.js 20.19 or newer; this is $(node --version)." >&2
  exit 1
}

if ! rustc --print target-libdir --target wasm32-unknown-unknown >/dev/null 2>&1 \
  || [ ! -d "$(rustc --print target-libdir --target wasm32-unknown-unknown)" ]; then
  need rustup "the wasm32-unknown-unknown target is missing and only rustup can add it"
  rustup target add wasm32-unknown-unknown
fi

have() { [ "$(".tools/bin/$1" --version 2>/dev/null)" = "$1 $2" ]; }
have wasm-pack "$WASM_PACK" || {
  echo "Installing wasm-pack $WASM_PACK into .tools (once, about a minute)"
  cargo install --quiet wasm-pack --version "$WASM_PACK" --locked --root .tools
}
have wasm-bindgen "$WASM_BINDGEN" || {
  echo "Installing wasm-bindgen $WASM_BINDGEN into .tools (once, about a minute and a half)"
  # Without --locked: the package's own lock file asks for a version the registry no longer has.
  cargo install --quiet wasm-bindgen-cli --version "$WASM_BINDGEN" --bin wasm-bindgen --root .tools
}

if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
fi
