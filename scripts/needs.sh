#!/usr/bin/env bash
# Looks whether the machine has what the build needs, and says what to install where it has not.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=0
need() {
  command -v "$1" >/dev/null && return
  echo "Fieldhouse needs $1: $2" >&2
  missing=1
}
need cargo "install Rust with rustup (https://rustup.rs)"
need cc "install a C compiler (Debian and Ubuntu: build-essential; macOS: xcode-select --install)"
need node "install Node.js 20.19 or newer (https://nodejs.org)"
need npm "it comes with Node.js"
need make "install make"
[ "$missing" = 0 ] || exit 1

node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' || {
  echo "Fieldhouse needs Node.js 20.19 or newer; this is $(node --version)." >&2
  exit 1
}

# The first call of rustc installs the pinned toolchain where rustup keeps it.
libraries=$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null || true)
if [ ! -d "$libraries" ]; then
  need rustup "the wasm32-unknown-unknown target is missing and only rustup can add it"
  [ "$missing" = 0 ] || exit 1
  rustup --quiet target add wasm32-unknown-unknown
fi
