#!/usr/bin/env bash
# Runs the store out of an image as an engine would: its files alone, read-only but for /data and /tmp, as nobody in particular, on a
# loopback of its own. Needs root for that, umoci to unpack and curl to ask (Debian: umoci, curl, iproute2).
#   deploy/oci/try.sh [LAYOUT]
set -euo pipefail
cd "$(dirname "$0")/../.."
layout=${1:-target/oci}
[ "${2:-}" = inside ] || {
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  umoci unpack --image "$layout:fieldhouse" "$folder/bundle" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
  # Mounts, the network and processes of namespaces of their own end with them.
  unshare --mount --net --pid --fork --kill-child --mount-proc "$0" "$folder/bundle/rootfs" inside
  exit
}
mount --bind "$layout" "$layout"
mount -o remount,bind,ro "$layout"
mount -t tmpfs -o uid=65532,gid=65532,mode=700 data "$layout/data"
mount -t tmpfs tmp "$layout/tmp"
store() { timeout 120 chroot --userspec=65532:65532 "$layout" /usr/bin/fieldhouse "$@"; }
export DATABASE_URL=sqlite:/data/fieldhouse.db FIELDHOUSE_MAIL=file:/data/mail FIELDHOUSE_LISTEN=0.0.0.0:8420
for text in doc/fieldhouse/copyright doc/libc6/copyright common-licenses/LGPL-2.1; do
  [ -s "$layout/usr/share/$text" ] || { echo "it does not carry $text"; exit 1; }
done
store migrate
store doctor
store backup /data/backups
store restore /data/backups --test
! store migrate --database-url sqlite:/etc/elsewhere.db 2>/dev/null || { echo "it wrote outside of /data"; exit 1; }
ip link set lo up
store serve --demo >"$layout/data/log" 2>&1 &
for ((tries = 0; ; tries++)); do
  curl -fsS -o /dev/null http://127.0.0.1:8420/readyz 2>/dev/null && break
  [ $tries -lt 300 ] || { cat "$layout/data/log"; echo "it does not serve"; exit 1; }
  sleep 0.2
done
curl -fsS -H 'Host: fieldhouse.localhost:8420' http://127.0.0.1:8420/ | grep -i '</html>' >/dev/null
kill %1
wait %1 || [ $? = 143 ] || [ $? = 124 ]
echo "The image serves. It runs read-only, as user 65532."
