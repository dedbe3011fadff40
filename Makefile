# Everything here sets itself up: it needs python3 (3.11 or later, with venv and pip), make and git, nothing else.
# `make test PYTHON=python3.13` takes another Python, in an environment of its own (.venv-python3.13).
PYTHON ?= python3
VENV ?= .venv$(if $(filter-out python3,$(PYTHON)),-$(notdir $(PYTHON)))
PY := $(VENV)/bin/python
JOBS ?= auto
PIP := $(PY) -m pip install --quiet --disable-pip-version-check

.PHONY: demo test check bench golden proof compile mutants clean setup dev lock

# What the Judge itself needs, in the versions of the lock file, each with its hash.
setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml requirements/judge.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "The Judge needs Python 3.11 or later; $(PYTHON) is" $$($(PYTHON) --version 2>&1 || echo "not there")". \
	Another one: make $(firstword $(MAKECMDGOALS) demo) PYTHON=python3.12"; exit 1; }
	@test -x $(PY) || $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "No environment could be made: is python3-venv installed? (Debian, Ubuntu: apt-get install python3-venv)"; exit 1; }
	@echo "setting up $(VENV): $$(grep -c == requirements/judge.txt) packages, under a minute, once ..."
	@$(PIP) --requirement requirements/judge.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# What its tests and checks need beside that.
dev: $(VENV)/.dev

$(VENV)/.dev: $(VENV)/.ready requirements/dev.txt
	@echo "adding what the tests need: $$(grep -c == requirements/dev.txt) packages, a minute, once ..."
	@$(PIP) --requirement requirements/dev.txt
	@touch $@

# A real Matrix homeserver for the tests of `judge post`, in an environment of its own; without it they are left out.
SYNAPSE := matrix-synapse==1.163.2
.PHONY: synapse
synapse: .venv-synapse/.ready

.venv-synapse/.ready: Makefile
	@test -x .venv-synapse/bin/python || $(PYTHON) -m venv .venv-synapse
	@echo "setting up .venv-synapse: $(SYNAPSE), under a minute, once ..."
	@.venv-synapse/bin/python -m pip install --quiet --disable-pip-version-check '$(SYNAPSE)'
	@touch $@

# Lark's strict build needs it, and every other build is ten times as slow with it: so it lies in a folder of its own.
INTEREGULAR := interegular==0.3.3
.PHONY: strict
strict: .venv-strict/.ready

.venv-strict/.ready: $(VENV)/.dev
	@rm -rf .venv-strict
	@$(PIP) --target .venv-strict '$(INTEREGULAR)'
	@touch $@

# Both lock files again, at the newest versions: look at what changed, run `make check`, commit.
lock:
	@test -x .venv-lock/bin/uv || { $(PYTHON) -m venv .venv-lock && .venv-lock/bin/python -m pip install --quiet uv; }
	@for one in judge:setup dev:dev; do \
	  .venv-lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	    pyproject.toml --group $${one#*:} $$(test $$one = dev:dev && echo --extra postgresql) \
	    --output-file requirements/$${one%:*}.txt || exit 1; done
	@grep -c == requirements/*.txt

# The Diplomacy kernel compiled with mypyc. Without a C compiler it says so, and everything runs interpreted.
KERNEL := $(wildcard judge/adjudicator/diplomacy/*.py) judge/batch/clerk.py judge/batch/menu.py tools/compile_kernel.py

compile: $(VENV)/.compiled

$(VENV)/.compiled: $(VENV)/.dev $(KERNEL)
	@$(PY) tools/compile_kernel.py
	@touch $@

demo: setup
	@$(PY) -m judge demo $(ARGS)

# Files stay together, and who has nothing left takes from the other: `--dist worksteal`.
test: dev compile
	@$(PY) -m pytest -n $(JOBS) --dist worksteal $(ARGS)

.PHONY: types
types: dev
	@$(PY) -m mypy

# Every test found, and compiled for pytest, once: processes that begin together would each do it for themselves.
.PHONY: collected
collected: dev
	@$(PY) -m pytest --collect-only -qq >/dev/null

# The tests run every scenario as well.
check: dev compile strict types
	@$(PY) -m ruff format --check -q .
	@$(PY) -m ruff check -q .
	@$(PY) -m pytest -n $(JOBS) --dist worksteal $(ARGS)

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

# Everything again in one go, as ratios: under ten minutes.
bench: dev compile
	@$(PY) -m bench $(ARGS)

# What an order and a step cost in a store of 100, 1,000 and 10,000 games; takes some minutes and 3 GB of disk.
.PHONY: bench-scale
bench-scale: dev
	@$(PY) -m bench.scale

# The large counts, by hand; their figures are kept in docs/proof.md.
proof: dev compile
	@JUDGE_PROOF=1 $(PY) -m pytest -n $(JOBS) --dist worksteal -m "proof or not proof" $(ARGS)

# Examples are golden files: byte-identical on every machine.
golden: dev
	@$(PY) -m examples.make $(ARGS)

# Every case of DATC 3.2 with the result of each order, from a run; a test fails when the page is out of date.
docs/datc.md: dev
	@$(PY) tools/datc_table.py > $@.new && mv $@.new $@
.PHONY: docs/datc.md

# Each rule function of the kernel and of every game disabled in turn: some scenario must notice.
mutants: dev compile
	@$(PY) tools/mutants.py $(ARGS)
