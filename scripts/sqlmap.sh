#!/usr/bin/env bash
# Lets sqlmap look for SQL injection in ten operations of a server of its own, on loopback only (R55). Ends
# non-zero when it finds something, does not come to an end, or the server fails or takes over a second.
set -euo pipefail
cd "$(dirname "$0")/.."

SQLMAP=1.10.10
LEVEL=${SQLMAP_LEVEL:-2}
# Seconds for one operation.
PATIENCE=${SQLMAP_PATIENCE:-60}
BINARY=${FIELDHOUSE_BIN:-target/debug/fieldhouse}
DATABASE=${SQLMAP_DATABASE:-}

[ -x "$BINARY" ] || { echo "There is no $BINARY: build it with cargo build -p fieldhouse-server." >&2; exit 1; }
if [ "$(.tools/sqlmap/bin/sqlmap --version 2>/dev/null)" != "$SQLMAP#pip" ]; then
  echo "Installing sqlmap $SQLMAP into .tools (once)"
  python3 -m venv .tools/sqlmap
  .tools/sqlmap/bin/pip install --quiet --disable-pip-version-check "sqlmap==$SQLMAP"
fi

folder=$(mktemp -d)
server=
stop() {
  [ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null || true
  rm -rf "$folder"
}
trap stop EXIT

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
base=http://127.0.0.1:$port
DATABASE_URL=${DATABASE:-sqlite:$folder/store.db} FIELDHOUSE_MAIL=file:$folder/mail FIELDHOUSE_DEMO=true \
  FIELDHOUSE_CERTIFICATE_LOOKUPS=1000000000 FIELDHOUSE_FRIENDLY_CODE_LOOKUPS=1000000000 \
  FIELDHOUSE_LIMITS=all=1000000000 FIELDHOUSE_LOG_FORMAT=text \
  "$BINARY" serve --listen "127.0.0.1:$port" >"$folder/log" 2>&1 &
server=$!
curl --silent --fail --output /dev/null --retry 120 --retry-delay 1 --retry-connrefused "$base/healthz"

slug=$(curl --silent --fail "$base/api/search?query=jersey" | grep -oE '/p/[^/"]+' | head -n 1 | cut -d/ -f3)
sku=$(curl --silent --fail "$base/api/catalog/products/$slug" | grep -oE '"sku":"[^"]+"' | head -n 1 | cut -d'"' -f4)

found=0
# look NAME PATH [BODY]: `*` stands behind what is attacked. Not by true and false where words are searched for:
# other words rightly find other things there.
look() {
  local name=$1 began=$SECONDS techniques=BEUSTQ
  case $name in search | suggest) techniques=EUSTQ ;; esac
  local arguments=(--url "$base$2")
  [ $# -lt 3 ] || arguments+=(--method POST --data "$3" --headers 'Content-Type: application/json')
  timeout "$PATIENCE" .tools/sqlmap/bin/sqlmap "${arguments[@]}" \
    --batch --ignore-proxy --disable-coloring --flush-session --output-dir "$folder/sqlmap" \
    --level "$LEVEL" --risk 1 --technique "$techniques" --time-sec 2 --timeout 15 --retries 1 --threads 1 \
    --skip-waf --ignore-code '*' >"$folder/told" 2>&1 </dev/null || true
  local verdict="NOT FINISHED"
  ! grep -q 'all tested parameters do not appear to be injectable' "$folder/told" || verdict="nothing found"
  ! grep -q 'identified the following injection point' "$folder/told" || verdict="FOUND SOMETHING"
  [ "$verdict" = "nothing found" ] || {
    found=1
    tail -n 30 "$folder/told" >&2
  }
  printf '%-20s %-16s %4d s\n' "$name" "$verdict" $((SECONDS - began))
}

look search "/api/search?query=jersey*&brand=*"
look suggest "/api/search/suggest?query=jersey*"
look product "/api/catalog/products/$slug*"
look articles /api/catalog/articles "{\"skus\":[\"$sku*\"]}"
look "cart lines" /api/cart/lines "{\"lines\":[{\"sku\":\"$sku*\",\"quantity\":1,\"freeForm\":[[\"Ann*\",\"7\"]]}]}"
look "flyer code" /api/cart/flyer-code '{"code":"T5*"}'
look certificate /api/features/CertificateInput '{"certificateNumber":"GC1*","catalog":"BS*","siteCode":"*"}'
look sign-in /api/auth/signin '{"email":"coach@demo.example*","password":"not the password"}'
look "friendly code" "/api/flyer-code/friendly/?input=SPRING*"
look "address look-up" /api/addresses/lookup \
  '{"street":"100 Field Road*","street2":"*","city":"Austin*","state":"TX","zipCode":"78701*"}'

answers=$(grep -cE ' micros=' "$folder/log" || true)
failed=$(grep -cE ' status=5[0-9][0-9] ' "$folder/log" || true)
slowest=$(grep -oE ' micros=[0-9]+' "$folder/log" | cut -d= -f2 | sort -n | tail -n 1)
echo "$answers answers, $failed of them 5xx, the slowest after $((slowest / 1000)) ms"
[ "$found" = 0 ] && [ "$answers" -gt 1000 ] && [ "$failed" = 0 ] && [ "$slowest" -lt 1000000 ]
