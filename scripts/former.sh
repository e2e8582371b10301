#!/usr/bin/env bash
# The program of an earlier commit, whose schema has fewer steps than this one's, for the faults that upgrade it while people shop:
# built once, in a tree of its own, as a new user of then would. Its path is the last line.
set -euo pipefail
cd "$(dirname "$0")/.."

# Of the first step of the schema alone.
commit=9e180143610aade785e94d8f333f14d93f3e36f0
program=$PWD/target/former/$commit
if [ ! -x "$program" ]; then
  tree=$(mktemp -d)
  trap 'git worktree remove --force "$tree"' EXIT
  git worktree add --quiet --detach "$tree" "$commit" >&2
  mkdir -p target/former
  # Its tools are those of now.
  [ ! -d .tools ] || ln -s "$PWD/.tools" "$tree/.tools"
  (cd "$tree" && scripts/build.sh) >&2
  cp "$tree/target/quick/fieldhouse" "$program"
fi
echo "$program"
