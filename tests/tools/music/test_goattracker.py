"""Songs of GoatTracker 2: they become tunes of ours, and what the player lacks is refused."""

import subprocess
import sys
import tomllib

import pytest

from tools.build import ROOT
from tools.music import goattracker, music

C4, E4, G4 = 0x60 + 48, 0x60 + 52, 0x60 + 55
REST, OFF, ON = 0xBD, 0xBE, 0xBF
LEAD = bytes((0x09, 0xA4, 1, 1, 0, 0, 0, 2, 0x09))
TABLES = {
    "wave": [(0x41, 0), (0xFF, 0)],
    "pulse": [(0x88, 0), (0xFF, 0)],
    "filter": [],
    "speed": [],
}


def note(pitch, instrument=0, command=0, data=0):
    return (pitch, instrument, command, data)


def bar(*rows):
    """A pattern of 16 rows: these, then nothing new."""
    return [*rows, *[note(REST)] * (16 - len(rows))]


def song(patterns=None, orders=None, instruments=None, tables=None, head=b"GTS5", tunes=1):
    """The bytes of a song, as GoatTracker 2 writes them; by default three voices of one bar."""
    patterns = patterns or [bar(note(C4, 1)), bar(note(E4, 1)), bar(note(OFF))]
    orders = orders or [[n, 0xFF, 0] for n in range(3)]
    out = bytearray(head)
    for text in (b"Vamp", b"GO 64", b"2026"):
        out += text.ljust(32, b"\0")
    out.append(tunes)
    for order in orders:
        out += bytes((len(order) - 1, *order))
    instruments = instruments or [(LEAD, b"Lead")]
    out.append(len(instruments))
    for values, name in instruments:
        out += values + name.ljust(16, b"\0")
    for rows in (TABLES | (tables or {})).values():
        out.append(len(rows))
        out += bytes(left for left, _ in rows) + bytes(right for _, right in rows)
    out.append(len(patterns))
    for rows in patterns:
        out.append(len(rows) + 1)
        out += b"".join(bytes(row) for row in [*rows, (0xFF, 0, 0, 0)])
    return bytes(out)


def made(**parts):
    """The tune that comes out, read back."""
    return tomllib.loads(goattracker.convert(song(**parts)))


def refused(words, **parts):
    with pytest.raises(goattracker.SongError) as error:
        goattracker.convert(song(**parts))
    assert str(error.value) == words


def lead(**changes):
    """An instrument that differs from LEAD by position in its nine bytes."""
    values = bytearray(LEAD)
    for place, value in changes.items():
        values[int(place[1:])] = value
    return [(bytes(values), b"Lead")]


def first(*rows):
    """A song whose first voice begins with these rows."""
    return {"patterns": [bar(*rows), bar(note(E4, 1)), bar(note(OFF))]}


def test_notes_rests_and_lengths_become_words():
    rows = [note(C4, 1), note(REST), note(E4), note(OFF), note(REST), note(G4)]
    tune = made(**first(*rows, *[note(REST)] * 7, note(OFF)))
    assert tune["patterns"]["p00"] == "@lead_01 c4:2 e4:1 r:2 g4:8 r:3"
    assert tune["tracks"] == {"melody": "[p00]", "bass": "[p01]", "third": "[p02]"}
    assert tune["tempo"] == 6


def test_transposed_and_repeated_patterns_become_calls():
    long = [bar(note(C4, 1)), bar(note(E4, 1)), bar(note(OFF))]
    orders = [[0xF5, 0, 0xD1, 0xFF - 0x12, 0, 0xFF, 0], [0xD2, 1, 0xFF, 0], [0xD2, 2, 0xFF, 0]]
    orders[0] = [0xF5, 0, 0xED, 0xD1, 0, 0xFF, 0]
    tune = made(patterns=long, orders=orders)
    assert tune["tracks"]["melody"] == "[p00+5] [p00-3]*2"
    assert tune["tracks"]["bass"] == "[p01]*3"


def test_the_tempo_of_the_first_row_is_that_of_the_tune():
    assert made(**first(note(C4, 1, 0xF, 9)))["tempo"] == 9


def test_an_instrument_keeps_envelope_gate_pulse_vibrato_and_waves():
    tables = {
        "wave": [(0x81, 0xD0), (0x41, 0), (0x02, 4), (0x00, 7), (0xFF, 2)],
        "pulse": [(0x84, 0), (0x20, 0x20), (0xFF, 2)],
        "speed": [(0x84, 0x04)],
    }
    tune = made(instruments=lead(b5=1, b6=12), tables=tables)
    assert tune["instruments"] == {
        "lead_01": {
            "attack": 0, "decay": 9, "sustain": 10, "release": 4, "gate": 2, "vibrato": 12,
            "pulse": [64, 2],
            "wave": [
                "noise g#6", "pulse", "pulse", "pulse", "pulse +4", "pulse +7", "loop 1",
            ],
        }
    }  # fmt: skip


def test_what_comes_out_is_taken_by_the_game(tmp_path):
    rows = [note(C4, 1), note(E4), note(OFF)]
    tune = goattracker.convert(song(**first(*rows)))
    (tmp_path / "title.toml").write_text(tune)
    loaded = music.load_title(tmp_path)
    text = music.title_text(loaded, tomllib.loads(tune)["instruments"])
    assert "track_melody:" in text
    assert "pattern_p00:" in text
    c4, e4 = music.pitch("c4"), music.pitch("e4")
    assert loaded.notes("melody")[:3] == [
        ("instrument", "lead_01"),
        ("note", c4, 1),
        ("note", e4, 1),
    ]


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (
            "pattern 00, row 01, command: 4: vibrato; the player has no commands",
            [note(C4, 1), note(REST, 0, 4, 1)],
        ),
        (
            "pattern 00, row 02, command: F: tempo; only the first row of the song may set it",
            [note(C4, 1), note(REST), note(E4, 0, 0xF, 6)],
        ),
        ("pattern 00, row 00, data: 82; a tempo is 03 to 7F", [note(C4, 1, 0xF, 0x82)]),
        (
            "pattern 00, row 01, note: key on; the player has none: write the note again",
            [note(C4, 1), note(ON)],
        ),
        (
            "pattern 00, row 00, note: is 5 rows long; "
            "the player has 1 2 3 4 6 8 12 16: end it by key off",
            [note(C4, 1), *[note(REST)] * 4, note(E4)],
        ),
        (
            "pattern 00, row 00, note: a note from the pattern before goes on; begin with key off",
            [note(REST)],
        ),
        ("pattern 00, row 00, instrument: 07; there are 1", [note(C4, 7)]),
        ("pattern 00, row 01, instrument: changes without a note", [note(C4, 1), note(REST, 1)]),
        (
            "pattern 00, row 00, note: is out of range; notes are d#1 to b6",
            [note(0x60 + 14, 1)],
        ),
        (
            "pattern 00, row 01, note: 30 semitones; a pattern spans 29 at most",
            [note(C4, 1), note(C4 - 30)],
        ),
    ],
)
def test_a_row_that_cannot_be_played_is_refused_by_row_and_column(words, rows):
    refused(words, **first(*rows))


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("instrument 01, filter: 01; the player has no filter: 00", {"instruments": lead(b4=1)}),
        (
            "instrument 01, gate timer: 80 set; every note restarts its envelope",
            {"instruments": lead(b7=0x82)},
        ),
        ("instrument 01, 1st frame: 00; must be 09", {"instruments": lead(b8=0)}),
        (
            "speed table, row 01: 03 40; the player's only vibrato is 84 04",
            {"instruments": lead(b5=1, b6=5), "tables": {"speed": [(3, 0x40)]}},
        ),
        (
            "wave table, row 01, left: 15; waves are 11, 21, 41, 81: no ring, no sync, no commands",
            {"tables": {"wave": [(0x15, 0), (0xFF, 0)]}},
        ),
        (
            "wave table, row 01, right: 7F; relative notes go up, 00 to 3F",
            {"tables": {"wave": [(0x41, 0x7F), (0xFF, 0)]}},
        ),
        (
            "wave table, row 02, right: 05; must be a row of instrument 01",
            {"tables": {"wave": [(0x41, 0), (0xFF, 5)]}},
        ),
        (
            "instrument 01, wave: row 03 of the wave table, which has 2",
            {"tables": {"wave": [(0x41, 0), (0x41, 0)]}},
        ),
        (
            "pulse table, row 02, right: E0; steps go upwards by 10, 20 ... 70",
            {"tables": {"pulse": [(0x88, 0), (0x20, 0xE0), (0xFF, 2)]}},
        ),
        (
            "pulse table, row 03: must be FF 02: the step goes on forever",
            {"tables": {"pulse": [(0x88, 0), (0x20, 0x20), (0xFF, 0)]}},
        ),
        (
            "channel 1, RST: 01; a tune restarts from 00",
            {"orders": [[0, 0xFF, 1], [1, 0xFF, 0], [2, 0xFF, 0]]},
        ),
        (
            "channel 2, position 00: pattern 09; there are 3",
            {"orders": [[0, 0xFF, 0], [9, 0xFF, 0], [2, 0xFF, 0]]},
        ),
        (
            "channels 1, 2, 3: are [16, 32, 16] rows long; must be the same",
            {"orders": [[0, 0xFF, 0], [1, 1, 0xFF, 0], [2, 0xFF, 0]]},
        ),
        ("byte 100: 2 subtunes; save each as a song of its own", {"tunes": 2}),
        ("byte 0: b'GTS2'; a song of GoatTracker 2 begins with GTS5", {"head": b"GTS2"}),
    ],
)
def test_what_the_player_lacks_is_refused_with_its_place(words, parts):
    refused(words, **parts)


def test_a_file_that_ends_anywhere_is_refused():
    whole = song()
    for size in range(len(whole)):
        with pytest.raises(goattracker.SongError):
            goattracker.convert(whole[:size])


def test_the_command_says_what_is_wrong_in_one_line(tmp_path):
    (tmp_path / "good.sng").write_bytes(song())
    (tmp_path / "bad.sng").write_bytes(song(tunes=2))
    for name, status, words in (("good", 0, ""), ("bad", 1, "subtunes"), ("none", 1, "No such")):
        command = [
            sys.executable,
            "tools/music/goattracker.py",
            tmp_path / f"{name}.sng",
            tmp_path / "out.toml",
        ]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == status
        assert words in done.stderr
        assert done.stderr.count("\n") == (status != 0)
    assert tomllib.loads((tmp_path / "out.toml").read_text())["tempo"] == 6
