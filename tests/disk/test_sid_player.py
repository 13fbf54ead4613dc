"""The player beside a SID tune: what is moved, what it is told, where its screen is."""

import random

import pytest
from py65.devices.mpu6502 import MPU

from disk.sid import parse_sid
from disk.sid_player import (
    CODE,
    CODE_AT,
    HIGH_BYTES,
    PARAMETERS,
    PARAMETERS_AT,
    picture,
    place_player,
)
from tests.disk.test_sid import CODE_OF_TUNE, sid

END = CODE_AT + len(CODE)
JUMPS, LEAVES = (0x4C, 0x20), (0x4C, 0x60, 0x40, 0x6C)  # JMP JSR; JMP RTS RTI JMP ()
# Where the VIC sees a screen and the characters: the lower half of a bank but for its
# characters, and in the lowest bank not the zero page.
SCREENS = [
    *range(0x0400, 0x1000, 0x400), *range(0x2000, 0x4000, 0x400),
    *range(0x8000, 0x9000, 0x400), *range(0xA000, 0xC000, 0x400),
]  # fmt: skip


def instructions():
    """{address: (opcode, operand of two bytes or None)} of the code, by following its branches."""
    mpu = MPU(memory=[0] * 0x10000)
    mpu.memory[CODE_AT:END] = CODE
    found, waiting = {}, [CODE_AT]
    while waiting:
        at = waiting.pop()
        if at in found or not CODE_AT <= at < END:
            continue
        opcode = mpu.memory[at]
        mode = mpu.disassemble[opcode][1]
        size = {"imp": 1, "acc": 1, "abs": 3, "abx": 3, "aby": 3, "ind": 3}.get(mode, 2)
        word = mpu.memory[at + 1] | mpu.memory[at + 2] << 8
        found[at] = opcode, word if size == 3 else None
        if mode == "rel":
            waiting.append(at + 2 + (word & 0x7F) - (word & 0x80))
        if opcode in JUMPS:
            waiting.append(word)
        if opcode not in LEAVES:
            waiting.append(at + size)
    return found


def test_every_address_in_the_code_is_moved_and_nothing_else():
    words = {at + 2: word for at, (_, word) in instructions().items() if word is not None}
    own = [at - CODE_AT for at, word in sorted(words.items()) if CODE_AT <= word < END]
    assert list(HIGH_BYTES) == own


def code_and_screen(tune, ntsc=False):
    """(page, code, screen's address or None) of a player beside a tune."""
    placed = place_player(tune, ntsc)
    (code,) = (content for at, content in placed.segments if at == placed.entry)
    screens = [at for at, content in placed.segments if len(content) == 1000]
    return placed.entry >> 8, code, screens[0] if screens else None


@pytest.mark.parametrize("ntsc", [False, True])
@pytest.mark.parametrize("first", [1, 5])
@pytest.mark.parametrize(
    ("load", "fields", "ports"),
    [
        (0x1000, {}, (0x37, 0x37)),
        (0x0400, {"speed": 0x80000001, "songs": 256}, (0x37, 0x37)),
        (0x0400, {"magic": b"RSID", "load": 0x8000}, (0x37, 0x37)),
        (0x9FFD, {}, (0x37, 0x36)),
        (0xCFFD, {}, (0x36, 0x34)),
        (0xDFFD, {}, (0x34, 0x35)),
        (0xC000, {"page": 0xC1, "pages": 2}, (0x36, 0x36)),
        (0x0400, {"page": 0x04, "pages": 0x9C, "load": 0xB000}, (0x36, 0x36)),
    ],
)
def test_the_player_is_told_all_of_the_tune(load, fields, ports, first, ntsc):
    fields = {"load": load, "songs": 9, "first": first, "speed": 0x12345678} | fields
    tune = parse_sid(sid(CODE_OF_TUNE, **fields), "x.sid")
    page, code, screen = code_and_screen(tune, ntsc)
    number, memory, bank = 0, 0x16, 3
    if screen is not None:
        number = screen + 12 * 40 + 9
        memory = (screen % 0x4000 // 0x400) * 16 + 6
        bank = 3 - screen // 0x4000
    speed = fields["speed"] if not tune.real else tune.speed
    expected = (
        tune.init.to_bytes(2, "little") + tune.play.to_bytes(2, "little")
        + bytes((first - 1, fields["songs"] - 1, 0x37 if tune.real else ports[0]))
        + bytes((ports[1] if tune.play else 0x37,))
        + (0x4295 if ntsc else 0x4025).to_bytes(2, "little")
        + speed.to_bytes(4, "little") + number.to_bytes(2, "little")
        + bytes((memory, bank, tune.real))
    )  # fmt: skip
    assert code[3 : 3 + len(expected)] == expected
    for at in range(len(CODE)):
        if not 3 <= at < 3 + len(expected):
            assert code[at] == CODE[at] + (page - 0x10 if at in HIGH_BYTES else 0)


@pytest.mark.parametrize("seed", range(40))
def test_the_screen_is_the_first_that_tune_and_player_leave(seed):
    chance = random.Random(seed)
    load = chance.choice((0x07E8, 0x0400, 0x0800, 0x0C00, 0x1000, 0x2000, 0x8000))
    end = chance.choice([0x0C01, 0x1000, 0x9001, *SCREENS])
    if end <= load:
        end = load + 0x400
    tune = parse_sid(sid(CODE_OF_TUNE.ljust(end - load, b"\0"), load=load), "x.sid")
    used = set(range(load >> 8, (end - 1 >> 8) + 1))
    free = [at for at in SCREENS if not used & set(range(at >> 8, (at >> 8) + 4))]
    page, _, screen = code_and_screen(tune)
    assert screen == (free[0] if free else None)
    own = set(range(screen >> 8, (screen >> 8) + 4)) if free else set()
    usable = {*range(0x04, 0xA0), *range(0xC0, 0xD0)} - used - own
    assert page == max(p for p in usable if p + 1 in usable)


def rows_of(tune, say=str):
    """{row: text} of what the picture shows, as a person reads it."""
    codes = picture(tune, say)
    assert len(codes) == 1000
    text = "".join(
        chr(code + 0x60) if 1 <= code <= 26 else chr(code) if code else "@" for code in codes
    )
    rows = {at // 40: text[at : at + 40].rstrip() for at in range(0, 1000, 40)}
    return {row: line for row, line in rows.items() if line}


def test_the_picture_has_each_fact_in_its_row():
    tune = parse_sid(sid(songs=12, flags=0x14, title=b"T" * 32, version=3, second=0x42), "x")
    assert rows_of(tune) == {
        2: "    GO 64 plays",
        5: "    " + "T" * 32,
        7: "    Author",
        9: "    2026 Nobody",
        12: "    Song     of 12",
        14: "    PAL, 6581, every frame",
        16: "    For 2 SIDs: $D400 $D420",
        21: "    + -      next, previous song",
        22: "    1 to 0   songs 1 to 10",
    }


@pytest.mark.parametrize(
    ("fields", "facts"),
    [
        ({}, "PAL/NTSC, 6581/8580, every frame"),
        ({"speed": 1}, "PAL/NTSC, 6581/8580, 60 Hz timer"),
        ({"speed": 2}, "PAL/NTSC, 6581/8580, every frame"),
        ({"songs": 2}, "PAL/NTSC, 6581/8580, every frame"),
        ({"speed": 4, "songs": 3, "first": 3}, "PAL/NTSC, 6581/8580, 60 Hz timer"),
        ({"speed": 1 << 31, "songs": 40, "first": 32}, "PAL/NTSC, 6581/8580, 60 Hz timer"),
        ({"speed": 1 << 31, "songs": 40, "first": 40}, "PAL/NTSC, 6581/8580, 60 Hz timer"),
        ({"speed": 1 << 31, "songs": 40, "first": 31}, "PAL/NTSC, 6581/8580, every frame"),
        ({"play": 0, "flags": 0x28}, "NTSC, 8580, own interrupts"),
    ],
)
def test_the_picture_says_how_often_a_song_is_played(fields, facts):
    tune = parse_sid(sid(**fields), "x")
    rows = rows_of(tune)
    assert rows[14].strip() == facts
    assert (21 in rows, 22 in rows) == (tune.songs > 1,) * 2
    assert rows[12] == f"    Song     of {tune.songs}"


def test_a_tune_without_a_name_has_words_for_it():
    assert rows_of(parse_sid(sid(title=b""), "x"))[5] == "    (no title)"


def test_the_picture_is_in_the_users_language_and_the_number_goes_where_that_has_it():
    """Any language: each text is asked for, and the number's place follows its text."""
    german = {"GO 64 plays": "GO 64 spielt", "own interrupts": "eigene Interrupts"}

    def say(text):
        _, mark, rest = text.partition("###")
        return f"Gesang {mark}{rest.replace('of', 'von')}" if mark else german.get(text, text)

    tune = parse_sid(sid(songs=12, play=0), "x")
    rows = rows_of(tune, say)
    assert (rows[2].strip(), rows[12].strip()) == ("GO 64 spielt", "Gesang     von 12")
    assert [rows[row].strip() for row in (14, 15)] == ["PAL/NTSC, 6581/8580, eigene", "Interrupts"]
    placed = place_player(tune, False, say)
    (code,) = (content for at, content in placed.segments if at == placed.entry)
    (screen,) = (at for at, content in placed.segments if len(content) == 1000)
    number_at = PARAMETERS.unpack_from(code, PARAMETERS_AT)[8]
    assert number_at == screen + 12 * 40 + 4 + len("Gesang ")
