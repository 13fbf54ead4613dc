# GO 64.  The two commands are `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python

# Which packages: those that `make play` needs (ready) or those for tests and style as well (whole).
PACKAGES := whole

.PHONY: play test test-fast test-long test-checked fuzz build machine assets web conformance bench features screens \
	mutate lint lock sbom guide manual box video site release vscode clean

build:
	@$(MAKE) --no-print-directory -j2 machine assets

# Side by side: compiling needs no package but Cython, the game is drawn with some of the others.
machine: $(VENV)/.tools
	@$(PY) tools/build.py core

assets: $(VENV)/.$(PACKAGES)
	@$(PY) tools/build.py assets

# The environment is made once, and again when what it is made from changes.
INSTALL = PYTHON="$(PYTHON)" VENV="$(VENV)" sh tools/install.sh

$(VENV)/.tools: pyproject.toml setup.py tools/install.sh requirements/build.txt
	@$(INSTALL) tools
	@touch $@

$(VENV)/.ready: $(VENV)/.tools requirements/ready.txt
	@$(INSTALL) ready
	@touch $@

$(VENV)/.whole: $(VENV)/.tools requirements/whole.txt
	@$(INSTALL) whole
	@touch $(VENV)/.ready $@

play:
	@$(MAKE) --no-print-directory build PACKAGES=ready
	@$(PY) -m tools.play $(if $(HEADLESS),--headless) $(ARGS)

test: build
	@$(PY) -m tools.quality.run_tests $(ARGS)

test-fast: build
	@$(PY) -m tools.quality.run_tests --fast $(ARGS)

test-long: build
	@$(PY) -m tools.quality.run_tests --long $(ARGS)

# Builds with checks of bounds, memory and what C does not define: half an hour.
test-checked: build
	@$(PY) -m tools.quality.sanitize $(ARGS)

# The machine as a web site, build/web/ (docs/use/browser.md): needs Node.js with npm, and a network.
web: build
	@$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements/web.txt
	@$(PY) -m tools.web

# Files, states and commands that somebody made up: each target for SECONDS, on the usual build or
# (BUILD=bounds, BUILD=sanitizer) one that looks.  TARGET="p64 g64": only these.
SECONDS ?= 60
BUILD ?= usual
fuzz: build
	@$(PY) -m tests.fuzz --seconds $(SECONDS) --build $(BUILD) $(TARGET) $(ARGS)

conformance: build
	@$(PY) -m tests.conformance --write $(if $(CORPUS),--corpus $(CORPUS)) $(if $(AREA),--area $(AREA)) \
		$(if $(ID),--id $(ID)) $(if $(ENGINE),--engine $(ENGINE)) $(if $(ROMS),--roms $(ROMS)) $(ARGS)

bench: build
	@$(PY) -m tests.bench

features: build
	@$(PY) -m pytest -n 2 -m "feature and not long" --features docs/measured/features.md tests

screens: build
	@$(PY) -m tests.asm.game.ui.gallery $(ARGS)
	@$(PY) -m tests.asm.game.ui.screen_scripts $(ARGS)

# Small changes of the code that no test notices: AREA=play, brain, ui, c64/cia ..., ARGS="--count 100".
mutate: build
	@$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements/mutate.txt
	@$(PY) -m tools.quality.mutate $(AREA) $(ARGS)

lint: $(VENV)/.whole
	@$(PY) -m tools.quality.lint

# What the set-up installs, with hashes: again after a change in pyproject.toml; ARGS=--upgrade: the newest.
lock: $(VENV)/.tools
	@$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements/lock.txt
	@$(PY) -m tools.lock $(ARGS)

# What the wheel needs, with versions and hashes, as a bill of materials (CycloneDX): dist/go64.cdx.json.
sbom: $(VENV)/.tools
	@$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements/wheels.txt
	@mkdir -p dist
	@$(PY) -m cyclonedx_py requirements --pyproject pyproject.toml --of JSON --output-reproducible \
		-o dist/go64.cdx.json requirements/ready.txt

# The User's Guide as a book, dist/go64-guide.pdf, and its part about the game in German, go64-handbuch.pdf.
guide manual: $(VENV)/.tools
	@$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements/guide.txt
	@$(PY) -m tools.guide

# Labels of disk and cartridge and the box, as SVG and PDF: dist/go64-label-*, dist/go64-box*.
box: $(VENV)/.tools $(VENV)/.ready
	@$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements/guide.txt
	@$(PY) -m tools.box

# Half a minute of play with its sound: dist/go64-video.mp4.
video: build
	@$(PY) -m tools.art.video

# The documents as a web site, build/site/; with the game on its first page after `make web`.
site: $(VENV)/.tools
	@$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements/site.txt
	@$(PY) -m tools.site

# All that a release consists of, built twice to the same bytes: dist/.  ARGS="--no-web": without the
# site, which needs Node.js with npm.
release: build
	@$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements/release.txt
	@$(PY) -m tools.release $(ARGS)

# The extension for VS Code (docs/program/debugging.md); needs npm.
vscode:
	rm -rf build/vscode
	mkdir -p build/vscode dist
	cp packaging/vscode/* build/vscode
	cp emu/host/go64.png build/vscode/icon.png
	cp LICENSE build/vscode/LICENSE.txt
	cd build/vscode && npx --yes @vscode/vsce package --allow-missing-repository --out ../../dist/go64.vsix

clean:
	rm -rf build .venv c64/roms disk/go64.d64
	find c64 disk -name "*.so" -delete
