#!/bin/sh
# Set up what the machine needs: a virtual environment with the project in it, and cc65.
# Called by make; PYTHON and VENV come from there.  Doing it twice changes nothing.
set -eu
say() { echo "install: $*"; }
fail() { echo "install: $*" >&2; exit 1; }

"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed, $("$PYTHON" --version 2>&1) was found; set PYTHON=..."

if ! command -v ca65 >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "cc65 (assembler) by apt-get"
        apt-get install -y -qq cc65 >/dev/null 2>&1 ||
            { apt-get update -qq && apt-get install -y -qq cc65 >/dev/null; }
    else
        fail "cc65 is missing: install it (Debian, Ubuntu: sudo apt-get install cc65;" \
             "Fedora: sudo dnf install cc65; macOS: brew install cc65) and run make again"
    fi
fi
command -v gcc >/dev/null 2>&1 || command -v cc >/dev/null 2>&1 ||
    say "no C compiler: the machine will run uncompiled, correct but slow"

if [ ! -x "$VENV/bin/python" ]; then
    say "virtual environment in $VENV"
    "$PYTHON" -m venv "$VENV" || fail "python3-venv is missing (Debian: apt-get install python3-venv)"
fi
say "packages and the compiled machine (a minute or two the first time)"
"$VENV/bin/python" -m pip install -q --disable-pip-version-check --upgrade pip setuptools wheel cython
"$VENV/bin/python" -m pip install -q --disable-pip-version-check --no-build-isolation -e '.[dev]'
