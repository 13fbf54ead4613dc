"""A program with its own code for the serial bus gets a true 1541; others do not."""

import pytest

import c64
from c64.drive.drive1541 import Drive1541
from c64.drive.virtual_drive import Drive
from c64.snapshot import save_snapshot
from disk.d64 import D64Image
from tests.c64.drive.drive_rom import assemble
from tests.c64.drive.iec_master import Master
from tests.c64.drive.test_handover import OK, TEXT, Bench, image

pytestmark = pytest.mark.skipif(c64.PURE, reason="runs drives for seconds: compiled only")

TOLD = ["drive 8 is now a true 1541: the program talks to it directly"]
COUNT = 40  # bytes that the program takes
ACKNOWLEDGES_CODE = 22  # DRIVE_DIRECT, a state of the drive
BYTES, DONE = 0xC400, 0xC3FF
# TALK 8 and channel 2, by the KERNAL or by code of its own; then COUNT bytes by its own.
OWN_TALK = """
        lda $dd00
        ora #$18
        and #$df
        sta $dd00
        jsr @pause
        lda #$48
        jsr @send
        lda #$62
        jsr @send
        jsr @pause
        lda $dd00
        and #$07
        ora #$20
        sta $dd00
turned:
        bit $dd00
        bvs @turned
"""
KERNAL_TALK = """
        lda #8
        jsr $ffb4
        lda #$62
        jsr $ff96
        sei
"""
TAKE = f"""
        ldx #0
next:
        bit $dd00
        bvc @next
        lda $dd00
        and #$07
        sta $dd00
begin:
        bit $dd00
        bvs @begin
        ldy #8
bit:
        bit $dd00
        bvc @bit
        lda $dd00
        asl a
        ror $02
over:
        bit $dd00
        bvs @over
        dey
        bne @bit
        lda $dd00
        and #$07
        ora #$20
        sta $dd00
        lda $02
        sta ${BYTES:04x},x
        inx
        cpx #${COUNT:02x}
        bne @next
        inc ${DONE:04x}
        cli
        rts

pause:
        ldy #$c8
wait:
        dey
        bne @wait
        rts

send:
        sta $02
        lda $dd00
        and #$ef
        sta $dd00
ready:
        bit $dd00
        bpl @ready
        ora #$10
        sta $dd00
        ldx #8
put:
        lda $dd00
        and #$df
        lsr $02
        bcs @high
        ora #$20
high:
        sta $dd00
        and #$ef
        sta $dd00
        jsr @short
        ora #$10
        and #$df
        sta $dd00
        dex
        bne @put
taken:
        bit $dd00
        bmi @taken
        rts
short:
        ldy #$0c
less:
        dey
        bne @less
        rts
"""


def at_prompt(kind="auto"):
    machine = c64.C64(sample_rate=0, drive=kind)
    machine.tick(150)
    machine.drives[8].attach(image())
    told = []
    machine.drives[8].notice = told.append
    return machine, told


def run(machine, text, frames, until=lambda: False):
    machine.type(text)
    for _ in range(frames):
        machine.tick(1)
        if until():
            return


def taken(machine, talk):
    """Have a program open TEXT and take its first bytes; returns these."""
    code = assemble("        sei\n" + talk + TAKE, 0xC000)
    machine.memory[0xC000 : 0xC000 + len(code)] = code
    machine.memory[DONE] = 0
    run(machine, 'OPEN2,8,2,"TEXT,S,R":SYS49152\n', 1500, lambda: machine.memory[DONE])
    assert machine.memory[DONE] == 1
    return bytes(machine.memory[BYTES : BYTES + COUNT])


@pytest.mark.slow
@pytest.mark.parametrize("talk", [OWN_TALK, KERNAL_TALK], ids=["all of it", "the bytes"])
def test_code_for_the_bus_outside_the_kernal_brings_a_true_1541(talk):
    machine, told = at_prompt()
    assert taken(machine, talk) == TEXT[:COUNT]
    assert machine.drives[8].kind == "1541"
    assert told == TOLD


@pytest.mark.parametrize("talk", [OWN_TALK, KERNAL_TALK], ids=["all of it", "the bytes"])
def test_a_drive_that_shall_stay_virtual_serves_such_code_itself(talk):
    machine, told = at_prompt("quick")
    assert taken(machine, talk) == TEXT[:COUNT]
    assert machine.drives[8].kind == "quick"
    assert told == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "before",
    [
        "",
        # all lines pulled and let go, as a store does that only wants another bank of the VIC
        "FORI=0TO255:POKE56576,I:NEXT:POKE56576,151\n",
        # a copy of the ROMs in the RAM below, and that runs
        "FORI=40960TO49151:POKEI,PEEK(I):POKEI+16384,PEEK(I+16384):NEXT:POKE1,53\n",
    ],
    ids=["nothing", "banks", "a copy"],
)
def test_a_program_that_loads_by_the_kernal_keeps_the_virtual_drive(before):
    machine, told = at_prompt()
    if before:
        machine.type(before)
        machine.tick(6000 if "40960" in before else 400)
    run(machine, 'LOAD"TEXT",8\n', 100)
    machine.type('LOAD"PROG",8\n')
    machine.tick(250)
    assert bytes(machine.memory[0x0803:0x0810]) == bytes(13)
    assert machine.memory[0xAE] | machine.memory[0xAF] << 8 == 0x0801 + 600
    assert machine.drives[8].kind == "quick"
    assert told == []


class Outside(Master):
    """A computer whose program sends and takes by its own code."""

    def set(self, **lines):
        for name, pulled in lines.items():
            self.bus.outside = 1
            super().set(**{name: pulled})


def outside(kind="auto"):
    bench = Bench(kind)
    bench.master = Outside(bench.machine.board.iec)
    return bench


def test_what_the_drive_says_first_is_what_a_1541_says():
    bench = outside()
    assert bench.master.error().startswith(b"73,GO64 DOS 1541")
    assert isinstance(bench.drive, Drive1541)


def test_an_error_that_nobody_has_read_is_not_lost():
    bench = Bench()
    bench.master.open(2, b"NO FILE")
    bench.master = Outside(bench.machine.board.iec)
    assert bench.master.error() == b"62, FILE NOT FOUND,00,00\r"
    assert isinstance(bench.drive, Drive)
    assert bench.master.error() == OK
    assert isinstance(bench.drive, Drive1541)


def test_a_call_for_another_device_leaves_the_drive_virtual():
    bench = outside()
    bench.master.set(atn=1, clk=1, data=0)
    bench.master.run(1000)
    bench.master.send(0x24)
    assert isinstance(bench.drive, Drive)


def test_a_state_between_the_call_and_its_answer_goes_on_alike():
    bench = outside()
    bench.drive.state = ACKNOWLEDGES_CODE
    state = save_snapshot(bench.machine.board)
    other = c64.C64(sample_rate=0, drive="auto")
    other.restore(state)
    assert other.drives[8].kind == "quick"
    assert other.snapshot() == state


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (b"U1:2,0,36,0", Drive1541),
        (b"UB 2 0 42 16", Drive1541),
        (b"B-R:2,0,40,1", Drive1541),
        (b"B-A:0,38,0", Drive1541),
        (b"U1:2,0,35,0", Drive),
        (b"U1:2,0,43,0", Drive),
        (b"U1:2,0,0,0", Drive),
        (b"B-P:2,36,36", Drive),
        (b"S:U1,2,36,36,36", Drive),
    ],
)
def test_a_track_behind_the_last_that_a_head_reaches_brings_a_true_1541(command, kind):
    bench = Bench()
    bench.master.open(2, b"#")
    bench.master.open(15, command)
    assert isinstance(bench.drive, kind)
    assert bench.told == (TOLD if kind is Drive1541 else [])


def test_a_track_that_an_image_has_beyond_35_is_read_from_it():
    bench = Bench()
    wide = D64Image(bytes(image().to_bytes()) + bytes(5 * 17 * 256))
    bench.machine.drives[8].attach(wide)
    bench.master.open(2, b"#")
    bench.master.open(15, b"U1:2,0,40,0")
    assert isinstance(bench.drive, Drive)
