#!/bin/sh
# Set up what the machine needs: a virtual environment with the project in it, and cc65.
# Called by make; PYTHON and VENV come from there.  Doing it twice changes nothing.
#
#   install.sh tools    the environment, and in it what compiles the machine
#   install.sh ready    what the emulator and the game need (after tools)
#   install.sh whole    that, and what tests, style and types need (after tools)
set -eu
say() { echo "install: $*"; }
fail() { echo "install: $*" >&2; exit 1; }

# Packages are compiled when Python first uses them: most of their modules nobody ever does.
QUIETLY="-q --disable-pip-version-check --no-compile"
# shellcheck disable=SC2086  (several words are meant)
pip() { "$VENV/bin/python" -m pip install $QUIETLY "$@"; }
# What the lock files name (make lock), and only files of the hashes that they have.
locked() { pip --require-hashes --only-binary :all: -r "requirements/$1.txt"; }
# The machine is compiled by the build step that follows, once.
project() {
    locked "$1"
    GO64_WITHOUT_EXTENSIONS=1 pip --no-build-isolation --no-deps -e .
}

case ${1-tools} in
tools) ;;
ready) say "packages for the emulator and the game (10 s)"; project ready; exit ;;
whole) say "packages for the game, tests and style (half a minute)"; project whole; exit ;;
*) fail "tools, ready or whole?" ;;
esac

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

# Python brings pip along as a wheel, which runs as it is and installs itself.
# To have venv install it first, and compile all of it, would take as long as everything here.
pip_wheel() {
    "$PYTHON" -c '
import ensurepip, pathlib, sysconfig
bundled = pathlib.Path(ensurepip.__file__).parent / "_bundled"
folder = pathlib.Path(sysconfig.get_config_var("WHEEL_PKG_DIR") or bundled)
print(*sorted(folder.glob("pip-*.whl"))[-1:])' 2>/dev/null || true
}
if "$VENV/bin/python" -m pip --version >/dev/null 2>&1; then
    say "what compiles the machine (5 s)"
    locked build
    exit
fi
say "virtual environment in $VENV, and in it what compiles the machine (5 s)"
rm -rf "$VENV"
wheel=$(pip_wheel)
"$PYTHON" -m venv ${wheel:+--without-pip} "$VENV" ||
    fail "python3-venv is missing (Debian: apt-get install python3-venv)"
if [ -n "$wheel" ]; then
    # shellcheck disable=SC2086  (several words are meant)
    "$VENV/bin/python" "$wheel/pip" install $QUIETLY --no-index "$wheel"
fi
locked build
