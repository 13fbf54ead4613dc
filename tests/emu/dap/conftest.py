"""Programs with debug files, as a cross-developer's build leaves them."""

import subprocess

import pytest

from tests.emu.dap.client import served

SOURCE = """\
        .code
main:
        ldx #0
        stx count
loop:   jsr paint
        inc count
        lda count
        cmp #100
        bne loop
end:    jmp end
.proc paint
        inx
        jsr deeper
        stx $d020
        rts
.endproc
.proc deeper
        pha
        lda #7
        pla
        rts
.endproc
handler:
        inc ticks
        bit $dc0d
        rti
        .zeropage
count:  .res 1
ticks:  .res 1
"""
CONFIG = """\
MEMORY {
    ZP: start = $02, size = $10;
    MAIN: start = $BFFE, size = $1000, file = %O;
}
SEGMENTS {
    ZEROPAGE: load = ZP, type = zp;
    CODE: load = MAIN, type = rw, start = $C000;
}
"""
LINES = {word: 1 + at for at, word in enumerate(SOURCE.splitlines())}


def line(text):
    """Return the number of the first line of SOURCE that contains a text."""
    return next(number for words, number in LINES.items() if text in words)


def build(folder):
    """Assemble SOURCE in a folder; returns the .prg, which is for $C000."""
    (folder / "paint.s").write_text(SOURCE)
    (folder / "paint.cfg").write_text(CONFIG)
    run = {"cwd": folder, "capture_output": True}
    subprocess.run(["ca65", "-g", "paint.s"], check=True, **run)
    link = ["ld65", "-C", "paint.cfg", "--dbgfile", "paint.dbg", "-o", "paint.bin", "paint.o"]
    subprocess.run(link, check=True, **run)
    code = (folder / "paint.bin").read_bytes()[2:]
    (folder / "paint.prg").write_bytes(b"\x00\xc0" + code)
    return folder / "paint.prg"


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    """The .prg of SOURCE, with its debug file and source beside it."""
    return build(tmp_path_factory.mktemp("paint"))


@pytest.fixture
def source(program):
    """The path of SOURCE."""
    return program.with_suffix(".s")


@pytest.fixture
def session(program):
    """A client of a machine that stands before the first instruction of SOURCE."""
    with served(program) as (_, client):
        yield client


@pytest.fixture
def machine_and_client(program):
    """The Served machine and its client."""
    with served(program) as both:
        yield both


@pytest.fixture(scope="session")
def basic(tmp_path_factory):
    """A .prg that RUN starts, with its debug file and source beside it."""
    folder = tmp_path_factory.mktemp("basic")
    stub = '        .word next, 10\n        .byte $9e, "2061", 0\nnext:   .word 0\n'
    (folder / "paint.s").write_text(SOURCE + '        .segment "STUB"\n' + stub)
    config = CONFIG.replace("$BFFE", "$07FF").replace(", start = $C000", "").replace(
        "    CODE:", "    STUB: load = MAIN, type = ro, start = $0801;\n    CODE:"
    )  # fmt: skip
    (folder / "paint.cfg").write_text(config)
    run = {"cwd": folder, "capture_output": True}
    subprocess.run(["ca65", "-g", "paint.s"], check=True, **run)
    link = ["ld65", "-C", "paint.cfg", "--dbgfile", "paint.dbg", "-o", "paint.prg", "paint.o"]
    subprocess.run(link, check=True, **run)
    data = bytearray((folder / "paint.prg").read_bytes())
    data[:2] = b"\x01\x08"
    (folder / "paint.prg").write_bytes(data)
    return folder / "paint.prg"
