#!/usr/bin/env bash
# Lets a systemd of its own run the units as they are, with nothing else on the machine touched: namespaces of their own, the
# folders units write to laid over with memory. Goes through what docs/OPERATING.md says of them. Needs root and systemd, its
# bus and curl (Debian: systemd, dbus, curl).
#   deploy/systemd/try.sh [BINARY]
set -euo pipefail
cd "$(dirname "$0")/../.."
binary=${1:-target/release/fieldhouse}
[ "${2:-}" = inside ] || exec unshare --mount --net --pid --fork --kill-child --mount-proc --ipc --uts --cgroup "$0" "$binary" inside

mount --make-rprivate /
mount -t tmpfs tmpfs /run
for folder in /var/lib /usr/bin /etc; do
  mkdir -p "/run/over$folder" "/run/work$folder"
  mount -t overlay overlay -o "lowerdir=$folder,upperdir=/run/over$folder,workdir=/run/work$folder" "$folder"
done
umount -R /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
ip link set lo up

install -m 755 "$binary" /usr/bin/fieldhouse
install -d -m 700 /etc/fieldhouse && install -m 600 /dev/null /etc/fieldhouse/environment
echo FIELDHOUSE_LOG_FORMAT=json >>/etc/fieldhouse/environment
# The store's units, and of the machine's own the bus that commands go through: places that those hang on are empty.
units=/run/units
mkdir $units && install -m 644 deploy/systemd/*.{service,socket,timer} /lib/systemd/system/dbus.{service,socket} $units
for place in sysinit basic sockets timers shutdown network-online multi-user umount; do
  printf '[Unit]\nDefaultDependencies=no\n' >$units/$place.target
done
printf '[Unit]\nRequires=dbus.socket fieldhouse.socket fieldhouse.service fieldhouse-backup.timer\n' >$units/try.target
env -i PATH="$PATH" container=other SYSTEMD_UNIT_PATH=$units \
  unshare --mount --pid --fork --kill-child --mount-proc /lib/systemd/systemd --system --unit=try.target --log-target=console \
  --show-status=no &
for ((tries = 0; ; tries++)); do
  manager=$(pgrep -P $! -x systemd) && [ -S /run/systemd/private ] && break
  [ $tries -lt 100 ] || { echo "systemd does not start"; exit 1; }
  sleep 0.1
done
within() { nsenter -t "$manager" --mount --pid env SYSTEMD_UNIT_PATH=$units "$@"; }
fail() { within systemctl status --no-pager fieldhouse.service || true; echo "$*"; exit 1; }
told() { within systemctl show --property "$1" --value "${2:-fieldhouse.service}"; }
# The socket takes who comes before the store is up, or while it is not.
asked() { curl -fsS -o /dev/null --max-time 30 -H 'Host: fieldhouse.localhost:8420' "http://127.0.0.1:8420$1"; }
# Until it is up by itself, as another process: a request would start it where nothing else does.
until_another() {
  local tries now
  for ((tries = 0; ; tries++)); do
    # Both of one moment.
    now=$(within systemctl show --property ActiveState,MainPID fieldhouse.service)
    [[ $now != *ActiveState=active* || $now =~ MainPID=($1|0)($|[^0-9]) ]] || return 0
    [ $tries -lt 700 ] || fail "the store does not come up"
    sleep 0.1
  done
}

asked /readyz || fail "it does not serve"
until_another 0
first=$(told MainPID)
status=$(within cat "/proc/$first/status")
grep -qE '^CapEff:\s0+$' <<<"$status" && grep -qE '^NoNewPrivs:\s1$' <<<"$status" && grep -qE '^Seccomp:\s2$' <<<"$status" || fail "it may do more than it needs: $status"
[ "$(awk '/^Uid:/ { print ($2 >= 61184 && $2 <= 65519) }' <<<"$status")" = 1 ] || fail "it runs as somebody that is there"
[ "$(stat -c %a /var/lib/private/fieldhouse)" = 700 ] && [ -s /var/lib/private/fieldhouse/fieldhouse.db ] || fail "its folder"

within systemctl reload fieldhouse
asked / || fail "a page after a reload"
[ "$(told MainPID)" = "$first" ] || fail "a reload is a restart"

# No request fails while it is started anew.
touch /run/asking
ask() { while [ -e /run/asking ]; do asked / && echo answered || echo failed; done; }
asking=()
for ((one = 0; one < 8; one++)); do
  ask >"/run/answers.$one" 2>&1 &
  asking+=($!)
done
for ((again = 0; again < 5; again++)); do within systemctl restart fieldhouse; done
rm /run/asking
wait "${asking[@]}"
cat /run/answers.* >/run/answers
! grep -qv '^answered$' /run/answers || fail "requests failed while it was started anew: $(sort /run/answers | uniq -c)"

# Killed, and silent: started anew, by itself.
second=$(told MainPID)
within kill -9 "$second"
until_another "$second"
third=$(told MainPID)
within kill -STOP "$third"
until_another "$third"
[ "$(told NRestarts)" = 2 ] || fail "it was started anew $(told NRestarts) times, not 2"
asked / || fail "a page after silence"

# What keeps it from starting for a while does not keep it away for good: who came meanwhile is answered.
mv /usr/bin/fieldhouse /usr/bin/fieldhouse.aside && install -m 755 /bin/false /usr/bin/fieldhouse
within kill -9 "$(told MainPID)"
asked / &
waits=$!
for ((tries = 0; $(told NRestarts) < 8; tries++)); do
  [ $tries -lt 300 ] || fail "it is not tried again"
  sleep 0.1
done
mv /usr/bin/fieldhouse.aside /usr/bin/fieldhouse
wait $waits || fail "who came while it could not start"

within systemctl start fieldhouse-backup.service || fail "a backup"
within test -s "$(within sh -c 'ls -d /var/lib/private/fieldhouse-backup/*/fieldhouse.db')" || fail "no backup is there"
[ "$(told ActiveState fieldhouse-backup.timer)" = active ] || fail "backups are not made by themselves"

# The commands of the guide, from there.
guide=$(sed -n '/^store() {$/,/^}$/p' docs/OPERATING.md)
restore=$(sed -n '/^systemctl stop fieldhouse.socket/,/^rm -r/p' docs/OPERATING.md)
within bash -c "more=(); $guide; store doctor" >/run/doctor || fail "doctor beside the unit: $(cat /run/doctor)"
grep -q . /run/doctor || fail "doctor says nothing"
[[ $restore == *"store restore"* ]] || fail "the guide says nothing of a restore"
within bash -ec "more=(); $guide; $restore" >/run/restored 2>&1 || fail "a restore beside the unit: $(cat /run/restored)"
asked /readyz || fail "the store that was put back is not ready"
[ ! -e /var/lib/private/fieldhouse.before ] && grep -q 'orders: ' /run/restored || fail "what was put back: $(cat /run/restored)"

within systemctl stop fieldhouse 2>/dev/null
[ "$(told Result)" = success ] || fail "it ended as $(told Result)"
asked / || fail "the socket does not start it"
echo "The units hold: as nobody in particular, no capability, $(wc -l </run/answers) requests over five restarts with none failed, started anew after a kill and after silence, backups, one of them put back, and the guide's commands."
