"""Programs for the tests of the test kit, assembled once."""

import os
import shutil
import subprocess
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from emu.kit.machine import Kit
from emu.kit.machine_pool import MachineSpec, booted_machine

ROOT = Path(__file__).resolve().parents[3]
INSTALLED = any(e.value == "go64.emu.kit.plugin" for e in entry_points(group="pytest11"))
PYTHONPATH = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
PLUGIN = "" if INSTALLED else "emu.kit.plugin"  # pytest refuses a plugin that is there twice
CONFIG = """\
MEMORY {
    ZP:   start = $FB,   size = $04;
    PRG:  start = $BFFE, size = $1000, file = %O;
}
SEGMENTS {
    ZEROPAGE: load = ZP,  type = zp;
    HEADER:   load = PRG, type = ro;
    CODE:     load = PRG, type = ro;
    TABLE:    load = PRG, type = ro;
}
"""
PROGRAM = """\
.segment "HEADER"
        .word $C000
.zeropage
count:  .res 1
.code
.proc add
        clc
        adc count
        sta count
        rts
.endproc
.proc nest                      ; three bytes of stack: PHA, and a JSR
        pha
        jsr add
        pla
        rts
.endproc
.proc hang
@here:  jmp @here
.endproc
.proc crash
        nop
        .byte $02               ; JAM
.endproc
.proc leak
        pha
        pha
        jmp ($0334)
.endproc
.proc store                     ; A to the byte that X points into at $0400
        sta $0400,x
        rts
.endproc
.proc colour
        inc $D020
        rts
.endproc
.proc choose                    ; C=1: X = 1
        bcc @no
        ldx #1
@no:    rts
.endproc
.proc slow                      ; long enough to meet bad lines
        ldx #0
@next:  dex
        bne @next
        rts
.endproc
.proc caller
        lda #7
        jsr store
        lda #9
        jsr store
        rts
.endproc
.proc lookup
        lda table,x
        rts
.endproc
.proc same
here:   rts
.endproc
.proc other
here:   rts
.endproc
.segment "TABLE"
table:  .byte 1, 2, 3, 4
"""


def assemble(folder, name, text, config=CONFIG):
    """Assemble and link; returns the folder, in which NAME.prg, .dbg and .lbl are now."""
    (folder / f"{name}.s").write_text(text)
    (folder / "kit.cfg").write_text(config)
    for command in (
        ["ca65", "-g", f"{name}.s"],
        ["ld65", "-C", "kit.cfg", "--dbgfile", f"{name}.dbg", "-Ln", f"{name}.lbl",
         "-o", f"{name}.prg", f"{name}.o"],
    ):  # fmt: skip
        subprocess.run(command, cwd=folder, check=True)
    return folder


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    """A folder with program.prg, program.dbg, program.lbl."""
    return assemble(tmp_path_factory.mktemp("kit"), "program", PROGRAM)


@pytest.fixture(scope="session")
def setup(program):
    """The MachineSpec of the program."""
    return MachineSpec(
        prg=((str(program / "program.prg"), None),), dbg=(str(program / "program.dbg"),)
    )


@pytest.fixture
def kit(setup, tmp_path):
    """A Kit with the program in memory."""
    return Kit(booted_machine(setup), folder=tmp_path, limit=200_000)


@pytest.fixture
def sample(tmp_path):
    """A copy of docs/sample."""
    folder = tmp_path / "sample"
    shutil.copytree(ROOT / "docs" / "sample", folder)
    return folder
