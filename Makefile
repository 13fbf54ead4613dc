# GO 64.  The two commands are `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python

.PHONY: play test test-long build conformance bench features screens lint clean

build: $(VENV)/.ready
	@$(PY) tools/build.py all

# The environment is made once, and again when what it is made from changes.
$(VENV)/.ready: pyproject.toml setup.py tools/install.sh
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh tools/install.sh
	@touch $@

play: build
	@$(PY) -m tools.play $(if $(HEADLESS),--headless) $(ARGS)

test: build
	@$(PY) -m tools.run_tests $(ARGS)

test-long: build
	@$(PY) -m tools.run_tests --long $(ARGS)

conformance: build
	@$(PY) -m tests.conformance --write $(if $(CORPUS),--corpus $(CORPUS)) $(if $(AREA),--area $(AREA)) \
		$(if $(ID),--id $(ID)) $(if $(ENGINE),--engine $(ENGINE)) $(if $(ROMS),--roms $(ROMS)) $(ARGS)

bench: build
	@$(PY) -m tests.bench

features: build
	@$(PY) -m pytest -n 2 -m "feature and not long" --features docs/features.md tests

screens: build
	@$(PY) -m tests.asm.game.ui.gallery $(ARGS)

lint: $(VENV)/.ready
	@$(PY) -m tools.lint

clean:
	rm -rf build .venv c64/*.so c64/roms disk/go64.d64
