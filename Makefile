# `make play` and `make test` set up all that they need: a virtual environment from the locked requirements, Node.js
# through its Python package, and for tests a browser and PostgreSQL. What is up to date is left alone.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Like pip, uv shall trust the certificates that this machine trusts.
export UV_SYSTEM_CERTS ?= 1
# Python keeps what it has compiled, even where the environment says not to: tests start a hundred processes of it.
unexport PYTHONDONTWRITEBYTECODE
# Quoted, because the folder may have spaces in its name.
UV := VIRTUAL_ENV="$(CURDIR)/$(VENV)" $(BIN)/uv
LOCK := $(UV) --no-config pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links

# Tests wait for servers and browsers more than half of their time: six processes keep two cores busy.
PYTEST := python -m tests.forked_workers 6

QUICK := tests/games tests/golden tests/counts tests/oracle tests/tables tests/bots/test_bots.py

# The first that is new enough and has venv. The system's comes before one of pyenv, which compiles without optimization:
# tests in Python take 1.6 times as long with that.
PYTHON ?= $(shell for python in $(if $(findstring pyenv,$(shell command -v python3)),/usr/bin/python3) python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)

# The browser for tests; they know it by this variable. One without windows of its own is much lighter.
export KNOBEL_BROWSER ?= $(shell for browser in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable \
	'/Applications/Chromium.app/Contents/MacOS/Chromium' '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'; do \
	command -v "$$browser" && break; done)

# The services for tests that are not installed; their programs mostly lie where nobody looks.
installed = $(firstword $(shell command -v $(1)) $(wildcard /usr/lib/postgresql/*/bin/$(1) /usr/sbin/$(1)))
MISSING := $(strip $(if $(call installed,postgres),,postgresql) $(if $(call installed,pgbouncer),,pgbouncer))

.PHONY: help play test test-all wasm engines kernels fast coverage test-pythons docs api dist release attack soak setup page tools lint types web pytest quick browser services format lock clean

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16

play: setup ## Start the server and open the page
	@$(BIN)/knobel

setup: $(VENV)/.knobel page ## Set up what is needed to play; then there is .venv/bin/knobel

# With TOOLS npm installs the page's tools together with what builds it. The types of the tests and of the programs beside
# the package are left to `make types`, `make test-all` and the workflow: they are half of the work of mypy. So is whether
# the types of the public API are complete, which takes as long as all of mypy.
test: $(VENV)/.play ## Run all checks, and all tests that are not slow
	@$(MAKE) --no-print-directory --jobs 2 TOOLS=--tools TYPED="src lab/src" pytest lint types web

test-all: $(VENV)/.play $(VENV)/.cluster ## Run all checks and all tests, before a release: an hour
	@KNOBEL_WHOLE=1 $(MAKE) --no-print-directory --jobs 2 TOOLS=--tools kernels lint types web docs browser services
	KNOBEL_ATTACK=60 KNOBEL_WHOLE=1 $(PYTEST)
	@$(MAKE) --no-print-directory soak MINUTES=5

fast: $(VENV)/.play ## Check style and types, and run the tests of rules and tables: less than a minute
	@$(MAKE) --no-print-directory --jobs 2 types quick lint

test-pythons: setup $(VENV)/.test ## Run the quick tests with every supported Python that is found
	@for python in python3.11 python3.12 python3.13 python3.14 python3.15; do \
	  $$python -c 'import ensurepip, venv' 2>/dev/null || { echo "$$python: not found"; continue; }; \
	  echo "$$python: $$($$python --version)"; \
	  own=$(VENV)/pythons/$$python; install="env VIRTUAL_ENV=$$own $(BIN)/uv pip install --quiet"; \
	  $$python -m venv --without-pip $$own && $$install --require-hashes -r requirements/test.txt \
	    && $$install --no-deps --no-build-isolation --editable . --editable lab \
	    && $$own/bin/pytest --quiet -p no:cacheprovider $(QUICK) || exit 1; \
	done

docs: setup $(VENV)/.docs ## Build the documentation; the server shows it under /docs
	$(BIN)/python -m manual.build

wasm: setup $(VENV)/.wasm ## Compile the kernels to WebAssembly again, after a change of them; of one package: PACKAGE=knobel.vision.dice
	$(BIN)/python -m tools.build_wasm $(PACKAGE)

api: setup $(VENV)/.test ## Renew the list of the public API, tests/public_api.txt
	$(BIN)/python -m tests.public_api

dist: docs $(VENV)/.test $(VENV)/.release ## Build and check what a release publishes, into dist/
	$(BIN)/python tools/distributions.py

release: docs $(VENV)/.test $(VENV)/.release ## Make a release: VERSION=1.1.0; with TRY=1 without commit and tag
	$(BIN)/python tools/release.py $(VERSION) $(if $(TRY),--try)

attack: setup $(VENV)/.test ## Attack a server on which people play, for so many SECONDS
	KNOBEL_ATTACK=$(or $(SECONDS),60) pytest tests/attack

soak: setup $(VENV)/.test ## Play on a server for an hour, or so many MINUTES, and see that nothing of it stays
	python -m benchmarks.soak --minutes $(or $(MINUTES),60)

lint: setup $(VENV)/.test ## Check style, formatting, spelling, plain English and the direction of imports
	ruff check
	ruff format --check
	codespell
	python tools/plain_english.py
	python tools/texts.py
	lint-imports --no-logo

types: setup $(VENV)/.test ## Check the types of the Python code; with KNOBEL_WHOLE=1 also that those of the public API are complete
	mypy $(TYPED)
	$(if $(KNOBEL_WHOLE),python -m tools.type_completeness)

# Prettier and ESLint take more processor time than the other checks of the page's code together: only `make test-all` and
# the workflow run them.
web: setup tools ## Check the page's types, and test its parts
	cd web && PYTHON="$(CURDIR)/$(BIN)/python" npm run check $(if $(KNOBEL_WHOLE),&& npm run lint) \
		&& npm test

# A test that does not end within a quarter of an hour fails, and the place where it waits is printed.
pytest: engines setup tools $(VENV)/.test browser services ## Run the Python tests that are not slow, also those in a browser
	$(PYTEST) -m "not slow" -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true

quick: setup $(VENV)/.test ## Run the tests of rules and tables
	$(PYTEST) --quiet -m "not slow" $(QUICK)

coverage: engines setup tools $(VENV)/.test browser services ## Run all Python tests and measure what they cover
	pytest --numprocesses 6 --dist worksteal --cov=knobel

format: setup tools $(VENV)/.test ## Format everything
	ruff check --fix
	ruff format
	cd web && npm run format

lock: $(VENV)/.installer ## Lock the newest allowed versions of all requirements
	$(LOCK) --group installer --output-file requirements/installer.txt
	$(LOCK) pyproject.toml --group build --output-file requirements/play.txt
	$(LOCK) pyproject.toml --group build --group docs --group test --constraint requirements/play.txt \
		--output-file requirements/test.txt
	$(LOCK) --group docs --constraint requirements/test.txt --output-file requirements/docs.txt
	$(LOCK) --group release --constraint requirements/test.txt --output-file requirements/release.txt
	$(LOCK) --group wasm --output-file requirements/wasm.txt
	$(LOCK) --group cluster --constraint requirements/test.txt --output-file requirements/cluster.txt
	$(LOCK) pyproject.toml --extra servers --constraint requirements/test.txt --output-file requirements/container.txt

clean: ## Remove all that was made here
	rm -rf $(VENV) dist web/node_modules web/.svelte-check web/.texts web/.types src/knobel/server/page src/knobel/server/docs

$(BIN)/python:
	@[ -n "$(PYTHON)" ] || { echo 'Knobel needs Python 3.11 or newer with venv (Debian, Ubuntu: apt install python3 python3-venv).' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installer: requirements/installer.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(VENV)/.play: requirements/play.txt $(VENV)/.installer
	$(UV) pip install --quiet --require-hashes -r $<
	@touch $@

# The tests also need the laboratory.
$(VENV)/.test: requirements/test.txt lab/pyproject.toml $(VENV)/.play
	$(UV) pip install --quiet --require-hashes -r $<
	$(UV) pip install --quiet --no-deps --no-build-isolation --editable lab
	@touch $@

$(VENV)/.docs: requirements/docs.txt $(VENV)/.installer
	$(UV) pip install --quiet --require-hashes -r $<
	@touch $@

$(VENV)/.cluster: requirements/cluster.txt $(VENV)/.installer
	$(UV) pip install --quiet --require-hashes -r $<
	@touch $@

$(VENV)/.release: requirements/release.txt $(VENV)/.installer
	$(UV) pip install --quiet --require-hashes -r $<
	@touch $@

$(VENV)/.wasm: requirements/wasm.txt $(VENV)/.installer
	$(UV) pip install --quiet --require-hashes -r $<
	@touch $@

# After a commit or a pull too, because its version tells the commit.
$(VENV)/.knobel: pyproject.toml tools/build_page.py $(wildcard .git/logs/HEAD) $(VENV)/.play | page
	$(UV) pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

# Chromium or a relative of it; on Debian and its relatives root installs it.
browser:
	@[ -n "$(KNOBEL_BROWSER)" ] || { [ -e /etc/debian_version ] && [ "$$(id -u)" = 0 ] \
		&& apt-get update --quiet --quiet && DEBIAN_FRONTEND=noninteractive apt-get install --quiet --quiet --yes --no-install-recommends chromium-headless-shell fonts-liberation; } \
		|| { echo 'The browser tests need Chromium or Google Chrome. Install it (Debian: apt install chromium-headless-shell; Fedora: dnf install' \
			'chromium; macOS: brew install --cask chromium) or say where it is: make test KNOBEL_BROWSER=/path/to/chromium' >&2; exit 1; }

# PostgreSQL and PgBouncer: only the programs, for tests start them as they need them. Two apt must not run at once.
services: | browser
	@[ -z "$(MISSING)" ] || { [ -e /etc/debian_version ] && [ "$$(id -u)" = 0 ] \
		&& apt-get update --quiet --quiet && DEBIAN_FRONTEND=noninteractive apt-get install --quiet --quiet --yes --no-install-recommends $(MISSING); } \
		|| { echo 'Some tests of the server need $(MISSING). Install PostgreSQL and PgBouncer (Debian: apt install postgresql' \
			'pgbouncer; Fedora: dnf install postgresql-server pgbouncer; macOS: brew install postgresql pgbouncer)' >&2; exit 1; }

# It finds out by itself whether there is anything to do.
page: $(VENV)/.play
	@$(BIN)/python tools/build_page.py $(TOOLS)

tools: page
	@$(BIN)/python tools/build_page.py --tools

# Those in WebAssembly, which quick tests use: compiling the kernels takes minutes.
engines: $(VENV)/.test
	PYTHONPATH="$(CURDIR)/src" $(BIN)/python -m tests.engines.wasm.shipped

# It needs no installed Knobel, which has the page.
kernels: $(VENV)/.play
	PYTHONPATH="$(CURDIR)/src" $(BIN)/python -m tests.compile_kernels
