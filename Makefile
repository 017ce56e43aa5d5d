# All tasks of this project, one per line. `make help` lists them.

PACKAGES := libcmark-dev libsqlite3-dev libmicrohttpd-dev libpq-dev libyaml-dev pkg-config
TEST_PACKAGES := nodejs node-jsdom python3-venv fish zsh groff-base strace postgresql
MERMAID_WHEEL := mermaidx==0.10.1
MERMAID := .build/mermaid/mermaid.js
SCHEMA_WHEELS := perfetto==0.59.1 opentelemetry-proto==1.45.2 sarif-pydantic==0.6.2 jsonschema==4.23.0 lsprotocol==2025.0.0 pygls==2.1.1
SCHEMAS := .build/schemas/venv/with-pygls
AXE_WHEEL := axe-playwright-python==0.1.8
AXE := .build/axe/axe.min.js
PM4PY_WHEEL := pm4py==2.7.19.1
PM4PY := .build/pm4py/venv/installed
ENGINE_WHEELS := duckdb==2.0.1 chdb==4.4.0 pyarrow==26.0.1 psycopg2-binary==2.9.13
SPARK_WHEEL := pyspark==4.3.0
ENGINES := .build/engines/venv/installed
COG_WHEEL := cogapp==3.6.0
COG := .build/cog/venv/installed
SESSION_WHEELS := cram==0.7 byexample==11.0.0
SESSIONS := .build/sessions/venv/installed
BIN := .build/debug
FORMATTED := Package.swift Sources Tests

.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*\#\# .*/\1/p' $(firstword $(MAKEFILE_LIST)))
.DEFAULT_GOAL := help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 17

deps: ## install the Debian packages that the build needs
	@.ci/packages $(PACKAGES)

test-deps: deps $(MERMAID) $(SCHEMAS) $(AXE) ## install the additional dependencies of the tests
	@.ci/packages $(TEST_PACKAGES)

$(MERMAID): ; @.ci/packages $(TEST_PACKAGES) && echo "installing $(MERMAID_WHEEL)" && python3 -m venv .build/mermaid/venv && .build/mermaid/venv/bin/pip install -q --disable-pip-version-check --no-deps $(MERMAID_WHEEL) && cp .build/mermaid/venv/lib/python3*/site-packages/mermaidx/assets/mermaid.js $@

$(SCHEMAS): ; @.ci/packages $(TEST_PACKAGES) && echo "installing $(SCHEMA_WHEELS)" && python3 -m venv .build/schemas/venv && .build/schemas/venv/bin/pip install -q --disable-pip-version-check $(SCHEMA_WHEELS) && touch $@

$(AXE): ; @.ci/packages $(TEST_PACKAGES) && echo "installing $(AXE_WHEEL)" && python3 -m venv .build/axe/venv && .build/axe/venv/bin/pip install -q --disable-pip-version-check --no-deps $(AXE_WHEEL) && find .build/axe/venv -name axe.min.js -exec cp {} $@ ';'

$(PM4PY): ; @.ci/packages python3-venv && echo "installing $(PM4PY_WHEEL), 550 MB" && python3 -m venv .build/pm4py/venv && .build/pm4py/venv/bin/pip install -q --disable-pip-version-check $(PM4PY_WHEEL) && touch $@

$(ENGINES): ; @.ci/packages python3-venv postgresql && echo "installing $(ENGINE_WHEELS), 1 GB" && python3 -m venv .build/engines/venv && .build/engines/venv/bin/pip install -q --disable-pip-version-check $(ENGINE_WHEELS) && touch $@

$(COG): ; @.ci/packages python3-venv && echo "installing $(COG_WHEEL)" && python3 -m venv .build/cog/venv && .build/cog/venv/bin/pip install -q --disable-pip-version-check $(COG_WHEEL) && touch $@

$(SESSIONS): ; @.ci/packages python3-venv && echo "installing $(SESSION_WHEELS)" && python3 -m venv .build/sessions/venv && .build/sessions/venv/bin/pip install -q --disable-pip-version-check $(SESSION_WHEELS) && touch $@

build: deps ## build everything
	@echo "building" && swift build

traces: build ## record the scenarios of the sync engine, if its program changed
	@[ .build/traces/recorded -nt $(BIN)/sync-scenarios ] || { echo "recording traces" && \
	  $(BIN)/sync-scenarios record --out .build/traces && touch .build/traces/recorded; }

symbols: build ## extract the compiler's symbol graph of the engine, if its module changed
	@[ .build/symbols/extracted -nt $(BIN)/Modules/Sync.swiftmodule ] || { mkdir -p .build/symbols && swift-symbolgraph-extract -module-name Sync -I $(BIN)/Modules -target "$$(basename "$$(dirname "$$(realpath $(BIN))")")" -minimum-access-level private -skip-synthesized-members -output-dir .build/symbols && \
	  touch .build/symbols/extracted; }

generate: traces symbols ## regenerate the marked regions of the documents
	@$(BIN)/docgen fix

docs: traces symbols ## regenerate the documents from code and traces, and check them
	@echo "regenerating and checking documents"
	@$(BIN)/docgen check --record > .build/checked.txt 2>&1 && cat .build/checked.txt || $(BIN)/docgen fix --check

check: traces symbols ## check the documents against code and traces
	@$(BIN)/docgen check --record

# The tests that run the compiler, for a copy of the engine or for generated code.
COMPILING := RebuildTests|SkeletonTests|AppleTypeCheckTests|SwiftBlockTests

test: test-deps traces ## run the tests except those that compile code, then check the documents
	@echo "testing" && .ci/postgres run swift test --skip '$(COMPILING)' && echo "checking documents" && $(BIN)/docgen check --run

compile-test: test-deps traces ## run the tests that compile code: a changed engine with new traces, generated code, the examples of documents
	@echo "running the tests that compile code" && swift test --filter '$(COMPILING)' && echo "running the examples of the documents" && $(BIN)/docgen check --run

BABEL_WHEEL := Babel==2.18.0
LOCALES := .build/metrics/locales.tsv
METRICS_FULL := METRICS_KILLS=200 METRICS_RECORDS=10000 METRICS_MUTATIONS=100000 METRICS_HISTOGRAMS=10000

metrics-kills: deps ## run the long tests of the metrics: kills, processes, damaged files, histograms
	@$(METRICS_FULL) swift test -c release --filter 'TypedMetricsTests|MetricPayloadsTests'

$(LOCALES): ; @.ci/packages python3-venv && python3 -m venv .build/metrics/venv && .build/metrics/venv/bin/pip install -q --disable-pip-version-check $(BABEL_WHEEL) && .build/metrics/venv/bin/python Tests/Telemetry/MetricPayloadsTests/Locales/generate.py >$@

metrics-locales: deps $(LOCALES) ## read the numbers with units that all locales of Babel print
	@METRICS_LOCALES=$(LOCALES) swift test --filter 'MetricPayloadsTests.QuantityTests'

pictures: traces symbols $(MERMAID) ## draw the stale pictures of the documents with Chromium, and compress them
	@.ci/packages zopfli && DOCGEN_MERMAID=$(MERMAID) $(BIN)/docgen pictures >.build/pictures.txt && cat .build/pictures.txt
	@sed -n 's/^wrote \(.*\.png\)$$/\1/p' .build/pictures.txt | while read -r png; do zopflipng -y --keepchunks=tEXt "$$png" "$$png" >/dev/null; done

lint: ## report lines that the formatter would change
	@swift format lint --strict --recursive $(FORMATTED)

format: ## format all Swift files
	@swift format --in-place --recursive $(FORMATTED)

bench: deps $(MERMAID) $(PM4PY) $(COG) $(SESSIONS) ## run the benchmarks, and print the figures next to those of peers
	@test -d .build/traces || $(MAKE) traces
	@swift build -c release --product docgen && swift build -c release --product Benchmarks && .ci/postgres run .build/release/Benchmarks

FRACTION ?= 1

monorepo: deps ## generate a repository of 5 million lines of Swift below .build, and print times and memory of a check next to their goals; FRACTION=10 for a tenth
	@swift build -c release --product docgen && swift build -c release --product Benchmarks && MONOREPO_FRACTION=$(FRACTION) .build/release/Benchmarks monorepo

alignments: test-deps $(PM4PY) ## compare 2,000 new alignments with PM4Py; `make test` has its stored results for 600
	@ALIGNMENTS=2000 swift test --filter 'DiagramsTests.AlignmentTests'

engines: $(ENGINES) ## install the stores that reduce spans in tests: DuckDB, ClickHouse, PostgreSQL; SPARK=1 adds Spark
	@[ -z "$(SPARK)" ] || { .ci/packages default-jre-headless && .build/engines/venv/bin/pip install -q --disable-pip-version-check $(SPARK_WHEEL); }

SPANS ?= 10000000

variants: deps engines ## reduce SPANS (10 million) and a tenth of them with each engine and with docgen, compare the variants, and print time and memory; then the memory of a million variants
	@swift build -c release --product docgen
	@.build/engines/venv/bin/python -I Tests/Engines/compare.py .build/release/docgen .build/engines/spans $(SPANS)
	@.build/engines/venv/bin/python -I Tests/Engines/memory.py .build/release/docgen .build/engines/million

mutations: test-deps ## mutate each element of each diagram and of the machines' code, one at a time, then pages and caches at random; minutes
	@MUTATIONS=all swift test --filter 'ProjectTests.(DocumentMutationTests|CodeMutationTests|ChangedSinceTests|PageOutcomeTests|CacheDamageTests)'

simulate: deps ## simulate 10 million faults, 10 million steps with fewer, 100,000 short runs, 100,000 with lasting faults; hours
	@swift build -c release --product sync-simulation
	@.build/release/sync-simulation simulate --storm --seeds 14000 --steps 2000
	@.build/release/sync-simulation simulate --seeds 5000 --steps 2000
	@.build/release/sync-simulation simulate --seed 1000000 --seeds 100000 --steps 100
	@.build/release/sync-simulation simulate --liveness --seeds 100000

storms: deps ## run a device against 800 behaviors of hostile servers on 127.0.0.1; minutes
	@swift build -c release --product sync-simulation && .build/release/sync-simulation storm --full --syncs 12

proofs: deps ## test the engine's claims about large numbers at full size; hours
	@swift build -c release --product sync-simulation && swift build -c release --product sync-scenarios && .ci/postgres run .build/release/sync-simulation prove

postgres: deps ## start PostgreSQL in .build for an hour, for tests and `sync-scenarios serve --data URL`; .ci/postgres stop ends it
	@.ci/packages postgresql && .ci/postgres start

prove-postgres: deps ## run 32 clients against 4 server processes on PostgreSQL, which are killed and whose database is restarted; minutes
	@.ci/packages postgresql && swift build --product sync-scenarios && swift build --product sync-simulation && .ci/postgres run $(BIN)/sync-simulation prove processes

reinject: deps ## put 101 known defects back into the engine, one at a time, and show which test finds each; hours
	@python3 Tests/Reinjection/reinject.py

kills: deps ## kill 1,000 processes while they write, and 1,000 of each docgen command that writes; simulate a power failure at every write of 20 runs
	@KILLS=1000 CRASH_SEEDS=20 swift test --filter 'SyncSQLiteTests.(KillTests|CrashConsistencyTests)|ProjectTests.WriterKillTests'

tsan: deps ## run the tests of concurrent code with the thread sanitizer, which needs optimized code to recognize a Mutex
	@swift test -c release --sanitize=thread --scratch-path .build/tsan --filter 'TracesTests|Sync.*Tests|TypedMetricsTests'

swift-robustness: deps ## parse all interface files of the toolchain, and 10,000 damaged Swift files
	@SWIFT_MUTATIONS=10000 swift test -c release --filter 'SwiftIndexTests.RobustnessTests'

FUZZ_SECONDS ?= 600

fuzz: deps ## fuzz the Mermaid parsers and the formatter, whole pages, then configurations, templates, patterns and histories, each for FUZZ_SECONDS (600); with FUZZ_GOES_ON=FOLDER, Mermaid findings are stored there and only traps end the run
	@.ci/fuzz mermaid $(FUZZ_SECONDS) && .ci/fuzz pages $(FUZZ_SECONDS) && .ci/fuzz checkouts $(FUZZ_SECONDS)

hostile-labels: test-deps ## render 100,000 diagrams with hostile labels by the real Mermaid; 15 minutes
	@HOSTILE_LABELS=100000 swift test --filter 'MermaidTests.HostileLabelTests'

mermaid-full: test-deps ## run the Mermaid tests with twenty times as many random diagrams and edits; 10 minutes
	@MERMAID_FULL=1 swift test --filter MermaidTests

fold-programs: deps ## fold the runs of 100,000 random programs into diagrams, and rebuild each from its diagram
	@FOLD_PROGRAMS=100000 swift test --filter 'DiagramsTests.FoldProgramTests'

# The commit that `docgen --version` prints.
install dist: export DOCGEN_COMMIT ?= $(shell git describe --always --dirty --abbrev=8 --exclude='*' 2>/dev/null)

PREFIX ?= /usr/local
CONFIGURATION ?= release

install: deps ## build docgen for release, and install it with manual page and completions below PREFIX (/usr/local)
	@swift build -c $(CONFIGURATION) --product docgen && .ci/install "$$(swift build -c $(CONFIGURATION) --show-bin-path)" "$(DESTDIR)$(PREFIX)"

DIST := .build/dist

# With the package swift-syntax, the archive has no libraries of Swift either.
STATIC := $(if $(filter package,$(DOCGEN_SWIFT_SYNTAX)),--static-swift-stdlib)

dist: deps $(MERMAID) ## pack docgen for Linux without Swift below .build/dist, and try the archive, the Debian package, the plugins and the GitHub action with it; PROJECTS="FOLDER …" checks these projects as a newcomer does
	@.ci/packages patchelf zip lintian curl python3-yaml && swift build -c release $(STATIC) --product docgen && .ci/dist "$$(swift build -c release $(STATIC) --show-bin-path)" $(DIST) && .ci/dist-check $(DIST) $(MERMAID) $(PROJECTS) && .ci/plugins $(DIST)/docgen.artifactbundle.zip && .ci/action $(DIST)

packaging: ## check the formula, the container file, the GitHub action and the pre-commit hook as far as their services allow, and their versions
	@.ci/packages python3-yaml python3-jsonschema ruby && .ci/packaging

vscode: build ## pack the extension for VS Code below .build/dist
	@.ci/vscode $(BIN) $(DIST)

wild: deps ## measure docgen on public projects checked out below WILD: precision, recall, time, memory
	@swift build -c release --product docgen && Tests/Wild/measure.py "$(WILD)" --docgen "$$(swift build -c release --show-bin-path)/docgen"

plugins: deps ## test the plugins of SwiftPM on Tests/ExamplePackage, with an installed docgen
	@.ci/plugins

clean: ## remove all build products
	@rm -rf .build
