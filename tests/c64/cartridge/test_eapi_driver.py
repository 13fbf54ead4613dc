"""EAPI as programs use it: copied to RAM, called by the table at $DF80; and whose it is.

The program below is a cartridge of its own: it copies the driver to a page, makes the calls that a
test wants and notes A, X, Y and the flags N, Z, C after each.  Source of what they must be: Thomas
Giesel, "EasyFlash Programmer's Guide".  The driver in VICE 3.7.1 leaves the same notes and flash.
"""

import pytest

import c64
from c64.cartridge.eapi import EAPI_MARK, EAPI_PLACE, EAPI_SIZE, own_driver, with_driver
from c64.cartridge.easyflash import CART_EASYFLASH
from c64.cartridge.registry import cartridge_from_crt
from disk.crt import Crt, CrtChip
from tests.c64.builds import few_uncompiled
from tests.c64.drive.drive_rom import assemble

BANK = 0x2000
PAGE = 0xC0  # where the driver is copied to
INIT = 20
WRITE, ERASE, SET_BANK, GET_BANK, SET_POINTER, SET_LENGTH, READ_NEXT, WRITE_NEXT = range(
    0xDF80, 0xDF98, 3
)
LOG, DONE = 0x1000, 0x02
# Flags of a note.
N, Z, C = 0x80, 2, 1

# In Ultimax mode, at $E000: a copy of it all, which goes on at $0800.
START = """
        sei
        lda #$2f
        sta $00
        lda #$37
        sta $01
        ldx #$00
copy:
        lda $e100,x
        sta $0800,x
        lda $e200,x
        sta $0900,x
        lda $e300,x
        sta $0a00,x
        inx
        bne @copy
        jmp $0800
"""
COPY = """
        lda #$07
        sta $de02
        lda #$00
        sta $de00
        sta $02
        sta $03
        ldx #$00
copy:
        lda $b800,x
        sta ${page}00,x
        lda $b900,x
        sta ${page1}00,x
        lda $ba00,x
        sta ${page2}00,x
        inx
        bne @copy
        jmp $0850
"""
NOTE = """
        php
        ldy $03
        sta $1000,y
        txa
        sta $1001,y
        lda $04
        sta $1002,y
        pla
        and #$83
        sta $1003,y
        iny
        iny
        iny
        iny
        sty $03
        rts
"""


def call(where, a=0, x=0, y=0):
    """Return the code of a call and its note."""
    lines = f"lda #${a:02x}\n ldx #${x:02x}\n ldy #${y:02x}\n jsr ${where:04x}\n sty $04\n"
    return lines + " jsr $0830\n"


NAME_ONLY = b"eapi".ljust(EAPI_SIZE, b"\0")


def program(calls, driver=NAME_ONLY, page=PAGE, end=""):
    """Return a Crt that makes the calls, then runs ``end``; banks 8 and 15 are full of zeros."""
    copy = COPY.format(page=f"{page:02x}", page1=f"{page + 1:02x}", page2=f"{page + 2:02x}")
    code = bytearray(0x300)
    steps = "".join(call(*one) for one in calls) + end + "lda #$01\n sta $02\nstop:\n jmp @stop\n"
    for at, text in ((0, copy), (0x30, NOTE), (0x50, steps)):
        part = assemble(text, 0x0800 + at)
        assert not any(code[at : at + len(part)]), "no room"
        code[at : at + len(part)] = part
    assert len(code) == 0x300
    high = bytearray(b"\xff" * BANK)
    start = assemble(START, 0xE000)
    high[: len(start)] = start
    high[0x100:0x400] = code
    high[EAPI_PLACE : EAPI_PLACE + EAPI_SIZE] = driver
    high[0x1FFC:0x1FFE] = b"\x00\xe0"
    chips = [CrtChip(2, 0, 0xA000, bytes(high)), CrtChip(2, 0, 0x8000, bytes(range(256)) * 32)]
    chips += [CrtChip(2, bank, at, bytes(BANK)) for bank in (8, 15) for at in (0x8000, 0xA000)]
    return Crt("x.crt", CART_EASYFLASH, 1, 0, "EAPI", tuple(chips))


def notes(calls, limit=3_000_000, **how):
    """Run the calls; returns ([(A, X, Y, flags)], the cartridge)."""
    machine = c64.C64(sample_rate=0, cart=program(calls, **how))
    board = machine.board
    while not board.ram[DONE]:
        board.run_until(board.cycle + 500)
        assert board.cycle < limit, "a call does not come back"
    log = bytes(board.ram[LOG : LOG + 4 * len(calls)])
    return [tuple(log[at : at + 4]) for at in range(0, len(log), 4)], board.cart


INITIALISE = (PAGE << 8 | INIT,)


def test_a_file_with_the_name_of_a_driver_only_has_one_that_works():
    (init, *rest), cart = notes([INITIALISE, (GET_BANK, 9, 5, 6), (SET_BANK, 8), (GET_BANK,)])
    assert init == (0xA4, 0x01, 64, Z)  # N and Z as they were: LDY #0
    assert [note[:3] for note in rest] == [(0, 5, 6), (8, 0, 0), (8, 0, 0)]
    assert bytes(cart.high.data[EAPI_PLACE : EAPI_PLACE + 4]) == EAPI_MARK


@pytest.mark.parametrize("page", [0x0C, 0x7D, 0xCD])
def test_the_driver_runs_on_any_page(page):
    got, cart = notes([(page << 8 | INIT,), (WRITE, 0x5A, 0x34, 0xF2)], page=page)
    assert got[1] == (0x5A, 0x34, 0xF2, 0)
    assert cart.high.data[0x1234] == 0x5A


def test_bytes_are_written_to_both_chips_and_what_cannot_be_is_told():
    got, cart = notes(
        [
            INITIALISE,
            (SET_BANK, 3),
            (WRITE, 0x80, 0x00, 0x80),
            (WRITE, 0x00, 0xFF, 0xFF),
            (WRITE, 0x81, 0x00, 0x80),  # a 0 would have to become 1
            (WRITE, 0x7F, 0x01, 0xE0),  # works again after that
            (SET_BANK, 8),
            (WRITE, 0x01, 0x02, 0xE0),
        ]
    )
    assert got[2:6] == [
        (0x80, 0x00, 0x80, N),
        (0x00, 0xFF, 0xFF, Z),
        (0x81, 0x00, 0x80, N | C),
        (0x7F, 0x01, 0xE0, 0),
    ]
    assert got[7] == (0x01, 0x02, 0xE0, C)
    low, high = cart.low.data, cart.high.data
    assert (low[3 * BANK], high[3 * BANK + 0x1FFF], high[3 * BANK + 1]) == (0x80, 0x00, 0x7F)
    assert (low[3 * BANK + 0x1FFF], high[3 * BANK]) == (0xFF, 0xFF)


@few_uncompiled(1)
@pytest.mark.parametrize(
    ("kind", "begin", "places"),
    [
        (0xB0, 0x9FFF, [("low", 3, 0x1FFF), ("low", 4, 0), ("low", 4, 1)]),
        (0xD4, 0xBFFF, [("high", 3, 0x1FFF), ("high", 4, 0), ("high", 4, 1)]),
        (0xD0, 0x9FFF, [("low", 3, 0x1FFF), ("high", 3, 0), ("high", 3, 1)]),
        (0xD0, 0xBFFF, [("high", 3, 0x1FFF), ("low", 4, 0), ("low", 4, 1)]),
        (0xB0, 0x80FE, [("low", 3, 0xFE), ("low", 3, 0xFF), ("low", 3, 0x100)]),
    ],
)
def test_pointers_go_on_as_their_kind_says(kind, begin, places):
    begin = (SET_POINTER, kind, begin & 0xFF, begin >> 8)
    got, cart = notes(
        [
            INITIALISE,
            (SET_BANK, 3),
            begin,
            *((WRITE_NEXT, value, 7, 9) for value in (0x11, 0x92, 0x00)),
            (SET_BANK, 3),
            begin,
            (SET_LENGTH, 0, 2, 0),
            *((READ_NEXT, 0, 7, 9) for _ in range(3)),
            (GET_BANK,),
        ]
    )
    assert got[3:6] == [(0x11, 7, 9, 0), (0x92, 7, 9, N), (0x00, 7, 9, Z)]
    assert got[9:12] == [(0x11, 7, 9, 0), (0x92, 7, 9, N), (0x00, 7, 9, Z | C)]
    assert got[12][0] == places[-1][1]
    for (chip, bank, at), value in zip(places, (0x11, 0x92, 0x00), strict=True):
        assert getattr(cart, chip).data[bank * BANK + at] == value


def test_a_length_has_24_bits():
    calls = [INITIALISE, (SET_POINTER, 0xB0, 0, 0x80), (SET_LENGTH, 1, 0, 0)]
    got, cart = notes([*calls, (READ_NEXT,), (READ_NEXT,)])
    assert [note[3] & C for note in got[3:]] == [0, 0]
    assert (got[3][0], got[4][0]) == (0, 1)
    assert bytes(cart.ram[0x80 + 0x5D : 0x80 + 0x60]) == bytes([0xFE, 0xFF, 0x00])


@pytest.mark.compiled_only("a second of machine time takes 6 s uncompiled")
@pytest.mark.parametrize(("base", "chip"), [(0x80, "low"), (0xA0, "high"), (0xE0, "high")])
def test_a_sector_is_erased_and_can_be_written(base, chip):
    write = 0x80 if chip == "low" else 0xE0
    calls = [INITIALISE, (SET_BANK, 3), (ERASE, 8, 0x77, base), (GET_BANK,), (SET_BANK, 15)]
    got, cart = notes([*calls, (WRITE, 0x42, 1, write)])
    assert got[2] == (8, 0x77, base, 0)
    assert (got[3][0], got[5]) == (3, (0x42, 1, write, 0))
    other = cart.high if chip == "low" else cart.low
    data = bytes(getattr(cart, chip).data[8 * BANK : 16 * BANK])
    assert data == (b"\xff" * (7 * BANK + 1) + b"\x42").ljust(8 * BANK, b"\xff")
    assert bytes(other.data[15 * BANK : 16 * BANK]) == bytes(BANK)


# -- what a file has in the driver's place -----------------------------------------------------


def petscii(name):
    """Return a name as assemblers write it: capitals are shifted letters."""
    return bytes(
        ord(c) | 0x80 if c.isupper() else ord(c.upper()) if c.isalpha() else ord(c) for c in name
    )


@pytest.mark.parametrize("name", ["MX29LV640EB V1.0", "M29W160T V1.1", ""])
def test_a_driver_for_other_chips_is_replaced(name):
    driver = (b"eapi" + petscii(name)).ljust(EAPI_SIZE, b"\xea")
    cart = cartridge_from_crt(program([], driver))
    assert bytes(cart.high.data[EAPI_PLACE : EAPI_PLACE + EAPI_SIZE]) == own_driver()
    around = program([], driver).chips[0].data
    assert bytes(cart.high.data[:EAPI_PLACE]) == around[:EAPI_PLACE]
    assert bytes(cart.high.data[EAPI_PLACE + EAPI_SIZE : BANK]) == around[EAPI_PLACE + EAPI_SIZE :]
    assert not cart.changed


@pytest.mark.parametrize("head", [b"eapi" + petscii("Am/M29F040 V1.4"), b"code", b"\xff" * 4])
def test_a_driver_for_this_chip_and_what_is_no_driver_stay(head):
    driver = head.ljust(EAPI_SIZE, b"\xea")
    cart = cartridge_from_crt(program([], driver))
    assert bytes(cart.high.data[EAPI_PLACE : EAPI_PLACE + EAPI_SIZE]) == driver


def test_a_small_file_without_the_place_stays():
    assert with_driver(b"") == b""
    assert len(own_driver()) == EAPI_SIZE


def test_the_ram_is_not_0_after_power_on():
    machine = c64.C64(sample_rate=0, cart=program([]))
    assert bytes(machine.board.cart.ram) == b"\xff" * 256
