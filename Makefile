# What people and CI run; CONTRIBUTING.md explains each. Needs Python 3.11 or later, and make.

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run test check prove wheel constraints clean

help: ## lists these targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

run: $(VENV)/installed ## starts the bot, or the local chat if no token is set (ARGS="--seed 7")
	@$(BIN)/gamao run $(ARGS)

test: $(VENV)/installed-dev ## runs every test (ARGS=tests/engine for some)
	$(BIN)/python -m pytest $(ARGS)

check: $(VENV)/installed-dev ## lint, format, types, layers, and the engine's coverage by its tables
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/coverage erase
	$(BIN)/coverage run --source=bot.engine -m pytest -q tests/engine -m "not property and not oracle"
	$(BIN)/coverage report --skip-covered --show-missing --fail-under=100

prove: $(VENV)/installed-dev ## a million positions against other programs, then all properties anew
	$(BIN)/python -m benchmarks.prove $(ARGS)
	HYPOTHESIS_PROFILE=prove $(BIN)/python -m pytest -m "property or oracle"

wheel: $(VENV)/installed ## builds dist/*.whl
	rm -rf dist
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

constraints: $(VENV)/installed-dev ## pins what is installed now
	$(BIN)/python -m pip freeze --exclude-editable --disable-pip-version-check > constraints.txt

clean: ## removes the environment and everything that was built
	rm -rf $(VENV) dist build .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "gamao needs Python 3.11 or later" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) -e .
	@touch $@

$(VENV)/installed-dev: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) -e '.[dev]'
	@touch $(VENV)/installed $@
