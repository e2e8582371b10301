# The front door. Plain `make` prints the menu.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := menu
.PHONY: menu run dev test check fix bench sqlmap screens tools rules web server clean

export PATH := $(CURDIR)/.tools/bin:$(CURDIR)/node_modules/.bin:$(PATH)

RULES := pkg/dist/fieldhouse_rules_bg.wasm
WEB := web/dist/.vite/manifest.json
SERVER := target/release/fieldhouse
RULES_SOURCES := Cargo.lock Cargo.toml pkg/build.sh $(shell find core/src wasm -name '*.rs' -o -name Cargo.toml)
WEB_SOURCES := package-lock.json $(shell find web pkg/src -type f -not -path '*/dist/*' -not -path '*/dist-server/*' -not -path '*/node_modules/*')
SERVER_SOURCES := Cargo.lock Cargo.toml $(shell find core server -type f -not -path '*/tests/*')

menu: ## This menu
	@echo "Fieldhouse"; echo
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(SERVER) ## Install what is missing, build, migrate, load the demo on first start, serve all four brands
	@$(SERVER) serve

dev: $(RULES) ## Server with reload beside Vite, on http://localhost:5173
	@scripts/dev.sh

test: ## Every suite, on SQLite and PostgreSQL, in Rust, Jest and Chromium; ends in one line of totals
	@scripts/test.sh

check: $(RULES) ## Formats, lints, types, licences, spec and requirement tables
	@scripts/check.sh

fix: tools ## Format and mend what tools can mend
	cargo fmt --all
	npx --no -- biome check --write .

bench: $(SERVER) ## Figures of docs/BENCHMARKS.md, as ratios measured in one run
	@scripts/bench.sh

sqlmap: $(SERVER) ## Lets sqlmap look for SQL injection in ten operations, on loopback
	@FIELDHOUSE_BIN=$(SERVER) scripts/sqlmap.sh

screens: $(SERVER) ## Screenshots of the journey into docs/screens
	@FIELDHOUSE_BIN=$(SERVER) node tests/screens/journey.mjs

tools: ## Install pinned tools into .tools and the npm packages
	@scripts/tools.sh

rules: $(RULES) ## Only the rules package (WebAssembly)
web: $(WEB) ## Only the storefront
server: $(SERVER) ## Only the release binary

clean: ## Remove what was built (keeps .data and .tools)
	rm -rf target pkg/dist web/dist web/dist-server

$(RULES): $(RULES_SOURCES)
	@scripts/tools.sh
	pkg/build.sh

$(WEB): $(RULES) $(WEB_SOURCES)
	@scripts/tools.sh
	npm --workspace web run build

$(SERVER): $(WEB) $(SERVER_SOURCES)
	cargo build --locked --release --package fieldhouse-server
