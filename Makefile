# Everything here sets itself up: it needs python3 (3.11 or later, with venv and pip), make and git, nothing else.
VENV ?= .venv
PY := $(VENV)/bin/python
JOBS ?= auto

.PHONY: demo test check bench golden proof compile mutants clean setup

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml
	@test -x $(PY) || python3 -m venv $(VENV)
	@echo "setting up $(VENV) ..."
	@$(PY) -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@$(PY) -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $@

# The Diplomacy kernel compiled with mypyc. Without a C compiler it says so, and everything runs interpreted.
KERNEL := $(wildcard judge/adjudicator/diplomacy/*.py) judge/batch/clerk.py tools/compile_kernel.py

compile: $(VENV)/.compiled

$(VENV)/.compiled: $(VENV)/.ready $(KERNEL)
	@$(PY) tools/compile_kernel.py
	@touch $@

demo: setup
	@$(PY) -m judge demo $(ARGS)

test: setup compile
	@$(PY) -m pytest -n $(JOBS) $(ARGS)

check: setup compile
	@$(PY) -m ruff format --check -q .
	@$(PY) -m ruff check -q .
	@$(PY) -m mypy
	@$(PY) -m pytest -n $(JOBS) $(ARGS)
	@$(PY) -m judge check --quiet tests/*/*.yaml

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

# Everything again in one go, as ratios: under ten minutes.
bench: setup compile
	@$(PY) -m bench $(ARGS)

# What an order and a step cost in a store of 100, 1,000 and 10,000 games; takes some minutes and 3 GB of disk.
.PHONY: bench-scale
bench-scale: setup
	@$(PY) -m bench.scale

# The large counts, by hand; their figures are kept in docs/proof.md.
proof: setup compile
	@JUDGE_PROOF=1 $(PY) -m pytest -n $(JOBS) -m "proof or not proof" $(ARGS)

# Examples are golden files: byte-identical on every machine.
golden: setup
	@$(PY) -m examples.make $(ARGS)

# Every case of DATC 3.2 with the result of each order, from a run; a test fails when the page is out of date.
docs/datc.md: setup
	@$(PY) tools/datc_table.py > $@.new && mv $@.new $@
.PHONY: docs/datc.md

# Each rule function of the kernel and of every game disabled in turn: some scenario must notice.
mutants: setup
	@$(PY) tools/mutants.py $(ARGS)
