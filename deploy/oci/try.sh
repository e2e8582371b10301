#!/usr/bin/env bash
# Runs the store out of an image as an engine would: its files alone, read-only but for /data and /tmp, as nobody in particular.
# Needs root for the mounts, and umoci to unpack (Debian: umoci).
#   deploy/oci/try.sh [LAYOUT]
set -euo pipefail
cd "$(dirname "$0")/../.."
layout=${1:-target/oci}
[ "${2:-}" = inside ] || {
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  umoci unpack --image "$layout:fieldhouse" "$folder/bundle" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
  # Mounts of a namespace of its own end with it.
  unshare -m "$0" "$folder/bundle/rootfs" inside
  exit
}
mount --bind "$layout" "$layout"
mount -o remount,bind,ro "$layout"
mount -t tmpfs -o uid=65532,gid=65532,mode=700 data "$layout/data"
mount -t tmpfs tmp "$layout/tmp"
store() { timeout 120 chroot --userspec=65532:65532 "$layout" /usr/bin/fieldhouse "$@"; }
export DATABASE_URL=sqlite:/data/fieldhouse.db FIELDHOUSE_MAIL=file:/data/mail
store migrate
store doctor
store backup /data/backups
store restore /data/backups --test
! store migrate --database-url sqlite:/etc/elsewhere.db 2>/dev/null || { echo "it wrote outside of /data"; exit 1; }
echo "The image runs read-only, as user 65532."
