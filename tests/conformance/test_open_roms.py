"""A KERNAL and BASIC that are not ours on the machine: the MEGA65 Open ROMs."""

import pytest

import c64
from tests.conformance.corpus import corpus_folder
from tests.conformance.runner import open_roms

FOLDER = corpus_folder()
pytestmark = [
    pytest.mark.skipif(c64.PURE, reason="boots a machine; minutes uncompiled"),
    pytest.mark.skipif(
        FOLDER is None or not (FOLDER / "open-roms").is_dir(),
        reason="no open-roms: set GO64_CORPUS",
    ),
]


@pytest.fixture(params=["c64", "ntsc"])
def machine(request):
    """A machine with open-roms, booted."""
    machine = c64.C64(request.param, roms=open_roms(FOLDER), sample_rate=0)
    machine.tick(200)
    return machine


def lines(machine):
    """Return the lines on the screen that are not empty."""
    return [line.strip() for line in machine.screen.text().splitlines() if line.strip()]


def test_open_roms_boot_to_the_prompt_and_run_what_is_typed(machine):
    assert lines(machine)[-1] == "READY."
    machine.type("10 SYS2061\n")
    machine.type("LIST\n")
    machine.tick(60)
    assert lines(machine)[-2:] == ["10 SYS2061", "READY."]
    # 2061 lies behind the line's end: INC $D020, LDA #"!", JSR CHROUT, RTS.
    machine.memory[2061:2070] = bytes.fromhex("ee20d0 a921 20d2ff 60")
    border = machine.memory[0xD020]
    machine.type("RUN\n")
    machine.tick(60)
    assert machine.memory[0xD020] == (border + 1) & 0xFF | 0xF0
    assert any(line.startswith("!") for line in lines(machine))
    assert lines(machine)[-1] == "READY."
