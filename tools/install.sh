#!/bin/sh
# Set up what the machine needs: a virtual environment with the project in it, and cc65.
# Called by make; PYTHON and VENV come from there.  Doing it twice changes nothing.
set -eu
say() { echo "install: $*"; }
fail() { echo "install: $*" >&2; exit 1; }

"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed, $("$PYTHON" --version 2>&1) was found; set PYTHON=..."

headers() {
    folder=$("$PYTHON" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
    echo '#include <Python.h>' | cc -fsyntax-only -I"$folder" -x c - 2>/dev/null
}
packages() {
    apt-get install -y -qq "$@" >/dev/null 2>&1 ||
        { apt-get update -qq && apt-get install -y -qq "$@" >/dev/null; }
}

missing=
command -v ca65 >/dev/null 2>&1 || missing="cc65"
command -v cc >/dev/null 2>&1 || missing="${missing:+$missing }gcc"
headers || missing="${missing:+$missing }python3-dev libc6-dev"
if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "by apt-get: $missing (assembler, compiler and its headers)"
        # shellcheck disable=SC2086  (several words are meant)
        packages $missing
    else
        fail "missing: $missing. Install it (Debian, Ubuntu: sudo apt-get install $missing;" \
             "Fedora: sudo dnf install cc65 gcc python3-devel; macOS: brew install cc65) and run make again"
    fi
fi

if ! "$VENV/bin/python" -m pip --version >/dev/null 2>&1; then
    say "virtual environment in $VENV"
    rm -rf "$VENV"
    "$PYTHON" -m venv "$VENV" || fail "python3-venv is missing (Debian: apt-get install python3-venv)"
fi
say "packages (a minute the first time)"
"$VENV/bin/python" -m pip install -q --disable-pip-version-check --upgrade pip setuptools wheel cython
# The machine is compiled by the build step that follows, once.
GO64_WITHOUT_EXTENSIONS=1 "$VENV/bin/python" -m pip install -q --disable-pip-version-check --no-build-isolation -e '.[dev]'
