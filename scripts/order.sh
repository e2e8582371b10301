#!/usr/bin/env bash
# Links the release binary once more, with the functions that a start and a shopper's acts run beside each other: a third of its
# code is in memory then, not two thirds (docs/decisions/0072). Where it cannot be traced the binary stays as it is.
set -euo pipefail
cd "$(dirname "$0")/.."
# Elsewhere Rust links with the system's linker, which keeps functions as they come.
[ "$(uname -sm)" = "Linux x86_64" ] || exit 0
command -v valgrind >/dev/null || { [ "$(id -u)" = 0 ] && { apt-get update && apt-get install -y --no-install-recommends valgrind; } >/dev/null 2>&1; } || true
command -v valgrind >/dev/null || { echo "target/release/fieldhouse needs more memory than it must: its functions are put in order with valgrind, which is missing."; exit; }

traced=$(mktemp -d)
trap 'rm -rf "$traced"' EXIT
# Names of functions are enough, and read at once.
objcopy --strip-debug target/release/fieldhouse "$traced/fieldhouse"
cat > "$traced/run" <<'RUN'
#!/bin/sh
here=$(dirname "$0")
[ -n "${TRACED:-}" ] || exec "$here/fieldhouse" "$@"
# Its threads run one at a time: without turns, those that compute keep a connection from who waits for it.
exec valgrind --quiet --fair-sched=yes --tool=callgrind --demangle=no --callgrind-out-file="$TRACED" "$here/fieldhouse" "$@"
RUN
chmod +x "$traced/run"
FIELDHOUSE_BIN=$traced/run node scripts/order.mjs "$traced/functions" || { echo "target/release/fieldhouse stays in the order it was compiled in: it could not be traced, as above."; exit; }
cargo rustc --locked --release --package fieldhouse-server --features one-heap --bin fieldhouse -- \
  -C link-arg=-Wl,--symbol-ordering-file="$traced/functions" -C link-arg=-Wl,--no-warn-symbol-ordering
