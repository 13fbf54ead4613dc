"""Files on tape as the KERNAL writes them, and LOAD and SAVE served at once."""

import array
import random

import pytest

import c64
from c64.drive.fastload import install
from c64.errors import AutostartError
from c64.tape.blocks import (
    ABSOLUTE,
    DATA_LEADER,
    HEADER_LEADER,
    LONG,
    MEDIUM,
    RELOCATABLE,
    SHORT,
    read_block,
    read_copy,
    write_block,
    write_file,
)
from disk.tap import Cassette, make_tap

# 10 PRINT"HI MUM"
LISTING = b"\x0e\x08\x0a\x00\x99\x22HI MUM\x22\x00\x00\x00"

# blocks.py, datafiles.py and fastload.py are plain Python in both builds; datasette.py is not, and
# test_datasette.py runs uncompiled.
at_the_prompt = pytest.mark.compiled_only("types at BASIC's prompt: hundreds of frames, minutes")


def cassette(pulses, path=None):
    return Cassette(make_tap(pulses), path)


def booted(tape=None):
    machine = c64.C64(sample_rate=0)
    install(machine.board)
    while not machine.at_prompt:
        machine.tick(5)
    if tape is not None:
        machine.tape.insert(tape)
    return machine


def typed(machine, line):
    """Type a line and return what the machine answered."""
    machine.type("{CLR}" + line + "\n")
    machine.tick(30)
    return [text.rstrip() for text in machine.screen.text().splitlines() if text.strip()][1:]


# -- pulses --------------------------------------------------------------------------------


def test_a_byte_is_twenty_waves_with_odd_parity():
    pulses = write_block(b"\x41", 20)
    waves = pulses[20:]
    first = list(waves[:20])  # $89, the countdown's first
    bits = [(SHORT, MEDIUM), (MEDIUM, SHORT)]
    expected = [LONG, MEDIUM]
    for bit in (1, 0, 0, 1, 0, 0, 0, 1, 0):  # from the lowest bit, then parity: four ones
        expected += bits[bit]
    assert first == expected
    assert list(waves[200 + 20 : 200 + 22]) == [LONG, SHORT]  # after nine, the byte, its checksum


def waves_of(content, leader):
    """The waves of a block by the published format, in letters."""
    words = "S" * leader
    for first, short in ((0x80, 79), (0x00, 78)):
        check = 0
        for byte in content:
            check ^= byte
        for byte in (*(first + n for n in (9, 8, 7, 6, 5, 4, 3, 2, 1)), *content, check):
            bits = f"{byte:08b}"[::-1]
            bits += "0" if bits.count("1") % 2 else "1"
            words += "LM" + bits.replace("0", "SM").replace("1", "MS")
        words += "LS" + "S" * short
    return words


def test_a_file_is_written_in_the_waves_of_the_published_format():
    content = bytes((0x00, 0xFF, 0x5A))
    header = bytes((ABSOLUTE, 0x34, 0x12, 0x37, 0x12)) + b"NAME" + b" " * 183
    letters = {SHORT: "S", MEDIUM: "M", LONG: "L"}
    written = "".join(letters[pulse] for pulse in write_file(ABSOLUTE, 0x1234, content, b"NAME"))
    assert written == waves_of(header, 27136) + waves_of(content, 5376)
    assert (SHORT, MEDIUM, LONG) == (352, 512, 672)


@pytest.mark.parametrize("speed", [0.88, 1.0, 1.13])
def test_a_block_comes_back_from_tapes_that_ran_faster_or_slower(speed):
    content = random.Random(1).randbytes(300)
    wobble = random.Random(2)
    pulses = [round(p * speed * wobble.uniform(0.97, 1.03)) for p in write_block(content, 500)]
    read = read_block(array.array("i", pulses), 0)
    assert read[0] == content


def test_the_second_copy_counts_where_the_first_has_an_error():
    content = bytes(range(100))
    pulses = write_block(content, 500)
    pulses[500 + 20 * 30 + 4] = LONG
    assert not read_copy(pulses, 0).whole
    assert read_block(pulses, 0) == (content, read_copy(pulses, read_copy(pulses, 0).end).end)
    pulses[len(pulses) - 1503] = LONG
    assert read_block(pulses, 0)[0] == b""


@pytest.mark.parametrize("seed", range(4))
def test_a_block_comes_back_from_a_tape_that_flutters_by_a_twelfth(seed):
    dice = random.Random(seed)
    content = dice.randbytes(40)
    pulses = write_block(content, 200)
    shaken = array.array("i", [round(wave * dice.uniform(0.92, 1.08)) for wave in pulses])
    copy = read_copy(shaken, 0)
    assert (copy.content, copy.whole, copy.first) == (content, True, True)


def test_a_leader_is_16_waves_in_a_row_that_are_alike():
    def first_copy_is_found(leader):
        pulses = write_block(b"\x41", 20)[20:]
        return read_copy(array.array("i", leader) + pulses, 0).first

    assert first_copy_is_found([SHORT] * 16)
    assert not first_copy_is_found([SHORT] * 15)
    other = round(1.18 * SHORT)
    assert not first_copy_is_found([*[SHORT] * 15, other, *[SHORT] * 15])
    assert first_copy_is_found([*[SHORT] * 15, other, *[SHORT] * 16])
    assert first_copy_is_found([*[SHORT] * 8, round(1.12 * SHORT), *[SHORT] * 8])


def test_noise_and_silence_are_no_block():
    chance = random.Random(3)
    noise = array.array("i", [chance.choice((SHORT, MEDIUM, LONG, 20_000)) for _ in range(20_000)])
    assert read_block(noise, 0) is None
    assert read_block(array.array("i"), 0) is None
    content = b"found"
    assert read_block(noise + write_block(content, 100), 0)[0] == content


def test_a_countdown_and_a_checksum_without_a_byte_are_no_block():
    assert read_block(write_block(b"", 100), 0) is None
    assert read_block(write_block(b"\0", 100), 0)[0] == b"\0"


# -- LOAD and SAVE ----------------------------------------------------------------------------


@pytest.mark.slow
@at_the_prompt
def test_what_was_saved_is_found_by_name_and_the_tape_moves_on():
    machine = booted(Cassette.blank())
    for name in ("FIRST", "SECOND"):
        typed(machine, f'10 PRINT"{name}"')
        assert typed(machine, f'SAVE"{name}",1') == ["READY."]
    machine.tape.to_begin()
    typed(machine, "NEW")
    assert typed(machine, 'LOAD"SEC",1') == ["READY."]
    assert typed(machine, "RUN")[0] == "SECOND"
    assert machine.tape.key in ("play", "stop")
    assert typed(machine, 'LOAD"",1') == ["?FILE NOT FOUND  ERROR", "READY."]


@at_the_prompt
def test_the_header_lies_in_the_tape_buffer():
    machine = booted(cassette(write_file(RELOCATABLE, 0x0801, LISTING, b"HEADER")))
    typed(machine, 'LOAD"",1')
    assert bytes(machine.ram[0x33C : 0x33C + 11]) == b"\x01\x01\x08\x11\x08HEADER"
    assert machine.ram[0x33C + 191] == 0x20


@at_the_prompt
@pytest.mark.parametrize(
    "kind, secondary, place",
    [(RELOCATABLE, 0, 0x0801), (RELOCATABLE, 1, 0xC000), (ABSOLUTE, 0, 0xC000)],
)
def test_where_a_program_goes(kind, secondary, place):
    machine = booted(cassette(write_file(kind, 0xC000, LISTING, b"CODE")))
    typed(machine, f'LOAD"CODE",1,{secondary}')
    size = len(LISTING)  # the two bytes before the rest point to the next line, wherever that is
    assert bytes(machine.ram[place + 2 : place + size]) == LISTING[2:]
    assert machine.ram[0xAE] | machine.ram[0xAF] << 8 == place + size


@at_the_prompt
def test_saved_to_load_where_it_was_and_as_the_tapes_last():
    machine = booted(Cassette.blank())
    typed(machine, "10 REM")
    typed(machine, 'SAVE"LAST",1,3')
    pulses = machine.tape.cassette.pulses
    header, at = read_block(pulses, 0)
    assert header[0] == ABSOLUTE
    _, at = read_block(pulses, at)
    assert read_block(pulses, at)[0][0] == 5
    machine.tape.to_begin()
    assert typed(machine, 'LOAD"OTHER",1')[0] == "?FILE NOT FOUND  ERROR"


@at_the_prompt
def test_a_program_that_cannot_be_read_is_a_load_error():
    pulses = write_file(RELOCATABLE, 0x0801, LISTING, b"BAD")
    for at in range(len(pulses) - 1200, len(pulses) - 100, 97):
        pulses[at] = LONG
    pulses[HEADER_LEADER + 2 * 20 * 203 + DATA_LEADER + 600] = LONG
    machine = booted(cassette(pulses))
    assert typed(machine, 'LOAD"",1')[0] == "?LOAD  ERROR"


@at_the_prompt
def test_without_a_cassette_the_kernal_answers():
    assert typed(booted(), 'LOAD"",1')[0] == "?ILLEGAL DEVICE NUMBER  ERROR"


@at_the_prompt
def test_what_is_saved_goes_to_the_file(tmp_path):
    path = tmp_path / "mine.tap"
    machine = booted(Cassette.blank(path))
    typed(machine, "10 REM")
    typed(machine, 'SAVE"MINE",1')
    machine.flush()
    assert read_block(Cassette.open(path).pulses, 0)[0][5:9] == b"MINE"


# -- autostart ----------------------------------------------------------------------------------


@at_the_prompt
def test_a_tape_is_started_like_any_file(tmp_path):
    path = tmp_path / "game.tap"
    path.write_bytes(make_tap(write_file(RELOCATABLE, 0x0801, LISTING, b"GAME")))
    machine = c64.C64(sample_rate=0)
    machine.autostart(path)
    machine.tick(20)
    assert "HI MUM" in machine.screen.text()


def test_a_tape_without_a_program_is_refused_in_a_line(tmp_path):
    path = tmp_path / "noise.tap"
    path.write_bytes(make_tap(array.array("i", [SHORT] * 100)))
    with pytest.raises(AutostartError, match=r"noise\.tap: file not found: no program is on"):
        c64.C64(sample_rate=0).autostart(path)
