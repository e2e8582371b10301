# The front door. Plain `make` prints the menu.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := menu
.PHONY: menu run dev test test-all mutants check budgets fix bench bench-peers faults drill image sqlmap screens tools rules web server release clean

export PATH := $(CURDIR)/.tools/bin:$(CURDIR)/node_modules/.bin:$(PATH)

# Built in minutes, for trying, developing and every suite.
RULES := pkg/dist/fieldhouse_rules_bg.wasm
WEB := web/dist/.vite/manifest.json
QUICK := target/quick/fieldhouse
# As optimised as it ships: `make release` and the figures. A quick build on top of it takes the stamps away.
SHIPPED_RULES := pkg/dist/.shipped
SHIPPED_WEB := web/dist-server/.shipped
SERVER := target/release/fieldhouse

# Paths with spaces are fine: nothing here names the folder the project lies in.
RULES_SOURCES := Cargo.lock Cargo.toml pkg/build.sh pkg/write-calls.mjs $(shell find core/src core/Cargo.toml wasm -name '*.rs' -o -name Cargo.toml)
WEB_SOURCES := package-lock.json $(shell find web pkg/src -type f -not -path '*/dist/*' -not -path '*/dist-server/*' -not -path '*/dist-desk/*' -not -path '*/node_modules/*')
SERVER_SOURCES := Cargo.lock Cargo.toml $(shell find core server -type f -not -path '*/tests/*')

menu: ## This menu
	@echo "Fieldhouse"; echo
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

run: ## Install what is missing, build, migrate, load the demo on first start, serve all four brands
	@scripts/build.sh
	@$(QUICK) serve --demo

dev: ## Server and rules rebuilt as they change, beside Vite, on http://localhost:5173
	@scripts/build.sh
	@node scripts/dev.mjs

test: ## Every suite, on SQLite and PostgreSQL, in Rust, Jest and Chromium; ends in one line of totals
	@scripts/test.sh

test-all: ## The same with every journey on both databases
	@scripts/test.sh --all

mutants: ## Changes the code on purpose and tells what no test notices (changed files; MUTANTS=--all for all)
	@scripts/mutants.sh $(MUTANTS)

check: ## Formats, lints, types, licences, spec and requirement tables
	@scripts/check.sh

budgets: $(SHIPPED_WEB) ## Builds what ships to browsers and holds it to its sizes
	@node tests/contract/budgets.mjs

fix: tools ## Format and mend what tools can mend
	cargo fmt --all
	npx --no -- biome check --write .

bench: $(SERVER) ## Figures of docs/BENCHMARKS.md, as ratios measured in one run
	@scripts/bench.sh

bench-peers: $(SERVER) ## The same acts on a peer from npm and on this store, side by side
	@scripts/bench-peers.sh

faults: $(WEB) ## Breaks what can break (two hours) and writes what was lost into docs/RELIABILITY.md
	@scripts/faults.sh

drill: $(WEB) ## Loses the machine while people order, brings the store back, writes how much and how long into docs/OPERATING.md
	@scripts/drill.sh

image: $(SERVER) ## An OCI image without a daemon, and its bill of materials: target/oci, target/oci.cdx.json
	@node deploy/oci/build.mjs --binary $(SERVER)

sqlmap: $(SERVER) ## Lets sqlmap look for SQL injection in ten operations, on loopback
	@FIELDHOUSE_BIN=$(SERVER) scripts/sqlmap.sh

screens: $(SERVER) ## Screenshots of the journey and the desk into docs/screens
	@FIELDHOUSE_BIN=$(SERVER) node tests/screens/journey.mjs
	@FIELDHOUSE_BIN=$(SERVER) node tests/screens/desk.mjs

release: $(SERVER) ## The optimised binary with everything inside: target/release/fieldhouse

tools: ## Install pinned tools into .tools and the npm packages
	@scripts/tools.sh

rules: $(RULES) ## Only the rules package (WebAssembly)
web: $(WEB) ## Only the storefront
server: ## Only the server
	@cargo build --locked --profile quick --package fieldhouse-server

clean: ## Remove what was built (keeps .data and .tools)
	rm -rf target pkg/dist web/dist web/dist-server web/dist-desk

$(RULES): $(RULES_SOURCES)
	@scripts/tools.sh
	@pkg/build.sh

$(WEB): $(RULES) $(WEB_SOURCES)
	@scripts/tools.sh
	@npm --workspace web run --silent build:quick

$(SHIPPED_RULES): $(RULES_SOURCES)
	@scripts/tools.sh
	@pkg/build.sh --shipped

$(SHIPPED_WEB): $(SHIPPED_RULES) $(WEB_SOURCES)
	@npm --workspace web run build
	@touch $@

$(SERVER): $(SHIPPED_WEB) $(SERVER_SOURCES)
	cargo build --locked --release --package fieldhouse-server --features one-heap
	@scripts/order.sh
