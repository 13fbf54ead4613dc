"""The SID's registers in words."""

from types import SimpleNamespace

import pytest

from emu.host.picture.foot_lines import FAINT
from emu.host.picture.status_line import StatusLine
from emu.host.sound.meter import LevelMeter
from emu.host.sound.sid_registers import (
    GREEN,
    RED,
    SidRegisters,
    heading_parts,
    note,
    register_parts,
)

PAL = 985248  # Hz


def test_registers_mean_what_is_published():
    registers = bytearray(25)
    registers[0:7] = 0x45, 0x1D, 0x34, 0xF2, 0x4F, 0x12, 0x34  # 440 Hz of PAL
    registers[21:25] = 0xFF, 0x80, 0xB9, 0xF3
    words = [text for text, _ in register_parts(bytes(registers), 985248)]
    assert words[1:5] == ["1", "A-4 1D45 234", "1234", "pulse gate sync ring test"]
    assert words[-4:] == ["F", "407 res B in 1E  ", "low band high 3 off", "vol 3"]


def test_notes_are_the_nearest():
    assert [note(hz) for hz in (440, 261.6, 16.35, 3951, 0, 5)] == [
        "A-4", "C-4", "C-0", "B-7", "...", "...",
    ]  # fmt: skip


def words_of(**registers):
    """Return the words of each line for some registers, [[text]]."""
    content = bytearray(25)
    for name, value in registers.items():
        content[int(name[1:])] = value
    lines = [[]]
    for text, _ in register_parts(bytes(content), PAL):
        if text == "\n":
            lines.append([])
        else:
            lines[-1] += text.split()
    return [line for line in lines if line]


@pytest.mark.parametrize(
    ("control", "text"),
    [
        (0x10, "tri"), (0x20, "saw"), (0x40, "pulse"), (0x80, "noise"),
        (0x01, "gate"), (0x02, "sync"), (0x04, "ring"), (0x08, "test"), (0x00, "-"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("voice", [0, 1, 2])
def test_each_bit_of_a_control_register_has_its_word(voice, control, text):
    lines = words_of(**{f"r{7 * voice + 4}": control})
    assert [line[5:] for line in lines[:3]] == [[text] if n == voice else ["-"] for n in range(3)]
    assert [line[0] for line in lines] == ["1", "2", "3", "F"]


@pytest.mark.parametrize(
    ("value", "text"), [(0x10, "low"), (0x20, "band"), (0x40, "high"), (0x8F, "3 off")]
)
def test_each_bit_of_the_filters_mode_has_its_word(value, text):
    line = words_of(r24=value)[3]
    assert line[6:] == [*text.split(), "vol", f"{value & 15:X}"]


@pytest.mark.parametrize("v", range(4))
def test_what_goes_through_the_filter_is_named(v):
    line = words_of(r21=0xFF, r22=0x01, r23=0xA0 | 1 << v)[3]
    assert line[:6] == ["F", "00F", "res", "A", "in", "123E"[v]]


def test_a_voice_is_green_while_its_gate_is_open_and_the_filter_while_it_has_a_mode():
    def colours(control, mode):
        content = bytearray(25)
        content[4], content[24] = control, mode
        parts = register_parts(bytes(content), PAL)
        return parts[4][1], parts[-2][1]

    open_, shut = colours(0x11, 0x10), colours(0x10, 0x0F)
    assert open_[0] == open_[1] and shut[0] == shut[1] != open_[0]


def registers_of(count):
    """Return a SidRegisters of so many SIDs, which are told apart by their volume."""
    sids = [
        SimpleNamespace(registers=bytes(24) + bytes([n]), muted=0, address=0xD400, chip="8580")
        for n in range(1, count + 1)
    ]
    machine = SimpleNamespace(sids=sids, model=SimpleNamespace(clock_hz=PAL))
    settings = SimpleNamespace(sid_registers=True)
    overlay = SimpleNamespace(large=False)
    return SidRegisters(SimpleNamespace(machine=machine, settings=settings, overlay=overlay))


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, ("1",)), (2, ("1-2",)), (3, ("1-2", "3")), (5, ("1-2", "3-4", "5")), (8, None)],
)
def test_two_sids_are_shown_at_a_time_and_the_choice_is_made_by_their_numbers(count, words):
    feature = registers_of(count)
    switch, which = feature.actions()
    words = words or ("1-2", "3-4", "5-6", "7-8")
    assert (switch.name, which.choices()) == ("sid-registers", words)
    assert which.possible() == (len(words) > 1)
    for at, word in enumerate(words):
        which.choose(word)
        assert which.state() == word
        shown = [text for text, _ in feature.status() if text.startswith("vol")]
        numbers = range(2 * at + 1, min(2 * at + 2, count) + 1)
        assert shown == [f"vol {n:X}" for n in numbers], "at once"
    which.run()
    assert which.state() == words[0], "round about"


@pytest.mark.parametrize(
    ("hertz", "name"),
    [
        (0, "..."), (-1, "..."), (15.8, "..."), (15.9, "C-0"), (16.8, "C-0"), (16.9, "C#0"),
        (30.8, "B-0"), (32.7, "C-1"), (427, "G#4"), (428, "A-4"), (452, "A-4"), (453, "A#4"),
    ],
)  # fmt: skip
def test_a_note_reaches_halfway_to_its_neighbours(hertz, name):
    assert note(hertz) == name


def test_registers_are_looked_at_more_often_than_levels_and_drives():
    assert (SidRegisters.EVERY, LevelMeter.EVERY, StatusLine.EVERY) == (3, 5, 5)


def lines_of(feature):
    """Return [[text]] of the lines, and {text: colour} of all parts."""
    lines, parts = [], feature.status()
    for text, _ in parts:
        if text == "\n":
            lines.append([])
        else:
            lines[-1].append(text)
    return lines, dict(parts)


@pytest.mark.parametrize("first", [1, 3, 5, 7])
def test_each_of_several_sids_has_its_number_address_model_and_muted_voices(first):
    feature = registers_of(8)
    for number, sid in enumerate(feature.app.machine.sids, 1):
        sid.address, sid.chip = 0xD400 + 0x20 * number, "6581" if number % 2 else "8580"
    feature.app.machine.sids[first].muted = 0b101  # of the second that is shown
    feature.actions()[1].choose(f"{first}-{first + 1}")
    lines, _ = lines_of(feature)
    assert len(lines) == 10
    assert lines[0] == [f"SID {first}", f"${0xD400 + 0x20 * first:04X} 6581"]
    there = f"${0xD420 + 0x20 * first:04X} 8580"
    assert lines[5] == [f"SID {first + 1}", there, "muted: 1 3"]
    assert [line[0] for line in lines[1:5]] == ["1", "2", "3", "F"]


def test_a_sid_alone_is_named_only_if_a_voice_is_muted_which_is_not_green():
    feature = registers_of(1)
    sid = feature.app.machine.sids[0]
    sid.registers = bytes([0] * 4 + [0x21] + [0] * 20)
    lines, colours = lines_of(feature)
    assert len(lines) == 4 and colours["saw gate"] == GREEN
    sid.muted = 0b001
    feature._left = 0
    lines, colours = lines_of(feature)
    assert lines[0] == ["SID 1", "$D400 8580", "muted: 1"]
    assert colours["saw gate"] != GREEN and (colours["1"], colours["2"]) == (RED, FAINT)


def test_the_heading_fits_into_the_narrowest_picture():
    sid = SimpleNamespace(muted=7, address=0xDFE0, chip="6581")
    line = " ".join(text for text, _ in heading_parts(8, sid)).strip()
    assert line == "SID 8 $DFE0 6581 muted: 1 2 3" and len(line) <= 320 // 8 - 1


def test_large_letters_have_room_for_one_sid_at_a_time():
    feature = registers_of(3)
    which = feature.actions()[1]
    which.choose("3")
    feature.app.overlay.large = True
    assert which.choices() == ("1", "2", "3") and which.state() == "3"
    assert [text for text, _ in feature.status() if text.startswith("SID")] == ["SID 3"]
    which.choose("2")
    assert [text for text, _ in feature.status() if text.startswith("SID")] == ["SID 2"]
    feature.app.overlay.large = False
    assert which.state() == "1-2"
