"""Machines for tests from the keyboard's side: our ROMs, and a KERNAL that is not ours."""

import os
import warnings
from pathlib import Path

import pytest

import c64

OPEN_ROMS = {"kernal": "kernal_generic.rom", "basic": "basic_generic.rom",
             "chargen": "chargen_openroms.rom"}  # fmt: skip


def our_machine(**options):
    """Return a machine with our ROMs at its prompt."""
    return _at_prompt(c64.C64(sample_rate=0, **options))


def foreign_machine(**options):
    """Return a machine with the Open ROMs of GO64_CORPUS at its prompt; skips without."""
    folder = os.environ.get("GO64_CORPUS")
    if not folder:
        pytest.skip("GO64_CORPUS names no folder with outside ROMs")
    paths = {k: str(Path(folder) / "open-roms" / name) for k, name in OPEN_ROMS.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # "not a known ROM": that is the point
        machine = c64.C64(sample_rate=0, **paths, **options)
    return _at_prompt(machine)


def _at_prompt(machine):
    wait_for(machine, "READY.", frames=400)
    return machine


def wait_for(machine, text, frames=2000, count=1):
    """Run until the screen shows ``text`` ``count`` times, and a little longer."""
    for _ in range(frames):
        if machine.screen.text().count(text) >= count:
            machine.tick(3)
            return
        machine.tick()
    raise AssertionError(f"no {text!r} within {frames} frames on:\n{machine.screen.text()}")


def say(machine, line, frames=2000):
    """Type a line on an empty screen and return what is on it when READY. comes back."""
    machine.type("{CLR}" + line + "\n")
    wait_for(machine, "READY.", frames)
    return [part.rstrip() for part in machine.screen.text().split("\n") if part.strip()][1:]
