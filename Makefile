# What the project can do. `make test` is what CI runs.
CARGO ?= cargo
FUZZ_SECONDS ?= 60
FUZZ_LONGEST ?= 20000
SOAK_SEEDS ?= 10000
NEXTEST := $(shell $(CARGO) nextest --version >/dev/null 2>&1 && echo yes)

.PHONY: run play web release pictures types test lint web-test browser bench load differential verify kill soak fuzz mutants deny clean

run: web ## the house on the network: a demo table for each book, with house players
	$(CARGO) run --release -p pontoon -- serve

# The page is built before the program, which carries it.
web: web/dist/index.html ## the page, built into web/dist; needs Node

web/dist/index.html: web/node_modules/.package-lock.json $(shell find web/src web/fair web/public web/scripts web/index.html web/vite.config.ts -type f)
	cd web && npm run --silent build

# `npm ci` refuses a lock file without the addresses of registries; `npm install` takes the locked versions just the same.
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm install --silent && touch node_modules/.package-lock.json

web-test: web browser ## lints, types and unit tests of the page
	cd web && npm run --silent lint && npm run --silent check && npm run --silent test

browser:
	command -v $${CHROMIUM:-chromium-headless-shell} >/dev/null || (apt-get update && apt-get install --yes --no-install-recommends chromium-headless-shell)

# The symbols are found by the name that the program keeps of their file: leave the two side by side.
release: web ## the program to give away, without symbols, and the symbols in a file beside it: target/dist
	$(CARGO) build --release -p pontoon
	mkdir -p target/dist
	objcopy --only-keep-debug --compress-debug-sections=zlib target/release/pontoon target/dist/pontoon.debug
	cd target/dist && objcopy --strip-all --add-gnu-debuglink=pontoon.debug ../release/pontoon pontoon
	target/dist/pontoon --version
	ls -l target/release/pontoon target/dist

play: ## a table in the terminal
	$(CARGO) run --release --quiet -p pontoon -- play

pictures: web browser ## the README's pictures of the page, taken anew
	$(CARGO) build --release --quiet -p pontoon
	cd web && PONTOON_BIN=../target/release/pontoon npm run --silent pictures

types: ## the TypeScript types of the web client, from the Rust types; a test fails when they are old
	$(CARGO) run --quiet -p wire

test: lint web-test ## everything CI checks: lints, the page's own tests, every crate's tests, and the page in a browser
ifeq ($(NEXTEST),yes)
	$(CARGO) nextest run --workspace --all-targets
else
	$(CARGO) test --workspace --all-targets
endif
	$(CARGO) test --workspace --doc
	cd web && PONTOON_BIN=../target/debug/pontoon npm run --silent e2e

lint: ## formatting and lints, all of them errors
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- --deny warnings

bench: ## rounds a second through the engine and the simulator, answers of the solver; every bench checks its answer
	$(CARGO) bench -p game
	$(CARGO) bench -p solver
	$(CARGO) bench -p simulator
	$(CARGO) bench -p store --bench commits

load: ## the real program with 1,000 tables and 10,000 sockets: how long a decision takes, what a socket costs (some minutes)
	$(CARGO) bench -p pontoon --bench load

differential: ## 10^8 random rounds, 2 x 10^7 of each book, by rows and by the engine: the same cents (some minutes)
	DIFFERENTIAL_ROUNDS=20000000 $(CARGO) test --release -p simulator --test by_the_cent

verify: ## solver, simulator and engine side by side: 10^9 rounds of each book (some minutes)
	$(CARGO) run --release --quiet -p pontoon -- verify --rounds 1e9 --engine-rounds 1M

kill: ## the real program killed 1,000 times while people play (some minutes)
	KILLS=1000 $(CARGO) test --release -p pontoon --test kill

soak: ## the whole house from SOAK_SEEDS seeds, with crashes and failing disks; see docs/soak.md (an hour on two cores)
	SOAK_SEEDS=$(SOAK_SEEDS) $(CARGO) run --release --quiet -p soak

fuzz: ## every fuzz target for FUZZ_SECONDS; stable Rust needs RUSTC_BOOTSTRAP for the sanitizers
	$(CARGO) fuzz --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-fuzz
	for target in book_file book_page documents fair_record log_checkpoint log_entry log_export message notation round strategy_file; do \
	    case $$target in fair_record) seeds=crates/fair/tests/vectors;; log_*) seeds=crates/store/tests/golden;; *) seeds=fuzz/seeds/$$target;; esac; \
	    mkdir -p fuzz/corpus/$$target; [ -d $$seeds ] || seeds=; \
	    RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run $$target fuzz/corpus/$$target $$seeds -- -max_total_time=$(FUZZ_SECONDS) -max_len=$(FUZZ_LONGEST) || exit 1; \
	done

mutants: ## every mutant of settlement, splitting, doubling and surrender must be caught
	$(CARGO) mutants --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-mutants
	$(CARGO) mutants --package game --profile mutants --timeout 30 \
	    --file 'crates/game/src/*settlement.rs' --file crates/game/src/splitting.rs --file crates/game/src/doubling.rs \
	    --file crates/game/src/surrender.rs --file crates/game/src/payouts.rs --file crates/game/src/super_bonus.rs \
	    -- --lib --test rulebooks --test questions --test laws

deny: ## licences, sources and known advisories of all dependencies; ADVISORIES names a folder with the database
	$(CARGO) deny --version >/dev/null 2>&1 || $(CARGO) install --locked cargo-deny
	$(CARGO) deny check licenses bans sources
	@if [ -n "$$ADVISORIES" ]; then \
	    $(CARGO) deny check --disable-fetch advisories; \
	elif $(CARGO) deny fetch db >/dev/null 2>&1; then \
	    $(CARGO) deny check --disable-fetch advisories; \
	else \
	    echo "advisories skipped: the database cannot be fetched, and ADVISORIES names no folder with one"; \
	fi

clean:
	$(CARGO) clean
	rm -rf fuzz/target fuzz/corpus fuzz/artifacts mutants.out*
