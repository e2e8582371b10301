#!/bin/sh
# Writes the corpus of random inputs and runs the package's tests over it. Arguments go to Jest.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
FIELDHOUSE_CORPUS="$target/differential.jsonl"
export FIELDHOUSE_CORPUS
cargo run --quiet --profile quick --locked --manifest-path "$root/Cargo.toml" -p fieldhouse-conformance --bin differential -- \
  "${FIELDHOUSE_INPUTS:-100000}" "${FIELDHOUSE_SEED:-1}" >"$FIELDHOUSE_CORPUS"
cd "$root/pkg"
NODE_OPTIONS="${NODE_OPTIONS:-} --experimental-vm-modules" exec jest "$@"
