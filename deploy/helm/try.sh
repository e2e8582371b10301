#!/usr/bin/env bash
# Renders the chart as it comes and with everything switched on, and holds each resource to what Kubernetes knows: at the oldest version
# that the chart takes and at a later one, with no property that is unknown there. Rendered by helm where it is at hand, else by
# render.go (Debian: golang-go, golang-github-masterminds-sprig-dev, golang-k8s-sigs-yaml-dev).
#   deploy/helm/try.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
# Brings the schemas of the versions it names.
VALIDATE=1.37.0
LATER=1.37
chart=deploy/helm/fieldhouse
oldest=$(sed -nE 's/^kubeVersion: ">=([0-9]+\.[0-9]+)\..*/\1/p' "$chart/Chart.yaml")
validate=.tools/kubernetes-validate/bin/kubernetes-validate
if [ "$($validate --version 2>/dev/null)" != "$VALIDATE" ]; then
  python3 -m venv .tools/kubernetes-validate
  .tools/kubernetes-validate/bin/pip install --quiet --disable-pip-version-check "kubernetes-validate==$VALIDATE"
fi
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
if ! command -v helm >/dev/null; then
  GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE="$made/go" go build -o "$made/render" deploy/helm/render.go
fi
render() {
  local set=() one
  [ ! -x "$made/render" ] || { "$made/render" shop "$chart" "$@"; return; }
  for one in "$@"; do set+=(--set "$one"); done
  helm template shop "$chart" "${set[@]}"
}
render >"$made/plain.yaml"
render serviceMonitor=true ingress.className=nginx ingress.tlsSecret=shop image.digest="sha256:$(printf '0%.0s' {1..64})" >"$made/all.yaml"
for version in "$oldest" "$LATER"; do
  # A ServiceMonitor is no resource of Kubernetes' own: it is told as unknown.
  "$validate" --strict --no-warn --kubernetes-version "$version" "$made/plain.yaml" "$made/all.yaml"
done
