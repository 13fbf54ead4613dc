#!/usr/bin/env python3
"""Make a tune of the game from a song of GoatTracker 2 (.sng, GTS5).

    tools/music/goattracker.py SONG.sng OUT.toml

OUT.toml is written as asm/game/music/title.toml is: tempo, tracks, patterns; and the song's
instruments, which belong into sounds.toml.  Features that the game's player lacks are rejected
with a one-line message: pattern, row and column (or table, row and column), and what it supports.

Source: "GoatTracker v2" readme, chapters 3 (song data) and 6.1 (the file's format).
"""

import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.music.music import FIRST, LAST, NOTES, UNITS  # noqa: E402  (the path must be set first)
from tools.usage import answer_help  # noqa: E402

TITLE_SIZE, INSTRUMENT_SIZE, NAME_SIZE = 32, 25, 16
VOICES = ("melody", "bass", "third")
TABLES = ("wave table", "pulse table", "filter table", "speed table")
LETTERS = ("c", "c#", "d", "d#", "e", "f", "f#", "g", "g#", "a", "a#", "b")
WAVES = {0x11: "triangle", 0x21: "saw", 0x41: "pulse", 0x81: "noise"}
FIRST_NOTE, LAST_NOTE, REST, KEY_OFF, KEY_ON, END = 0x60, 0xBC, 0xBD, 0xBE, 0xBF, 0xFF
REPEAT, DOWN, UP, RESTART = 0xD0, 0xE0, 0xF0, 0xFF  # of an order list
OCTAVE = 12  # GoatTracker counts notes from c0, the player from c1
SET_TEMPO, TEMPO_MOST, TEMPO_FIRST = 0xF, 0x7F, 6
SILENT_FRAME, VIBRATO = 0x09, (0x84, 0x04)
STEPS_MOST, ROWS_MOST = 63, 64
COMMANDS = (
    "", "portamento up", "portamento down", "tone portamento", "vibrato", "attack and decay",
    "sustain and release", "waveform", "wave table", "pulse table", "filter table",
    "filter control", "cutoff", "volume", "funk tempo", "tempo",
)  # fmt: skip


Row = tuple[int, ...]  # note, instrument, command, data
Table = list[tuple[int, int]]  # left, right
Field = int | list[int] | list[str]  # of an instrument


class SongError(Exception):
    """The song cannot be played; the message says where, and what would be possible."""


def need(condition: object, where: str, message: str) -> None:
    """Raise SongError unless the condition holds."""
    if not condition:
        raise SongError(f"{where}: {message}")


@dataclass
class Song:
    """What a file holds: texts, order lists (bytes), instruments (bytes, name), tables, patterns.

    tables    four lists of (left, right);  patterns  lists of (note, instrument, command, data)
    """

    texts: list[str]
    orders: list[bytes]
    instruments: list[tuple[bytes, str]]
    tables: list[Table]
    patterns: list[list[Row]]


class Held(NamedTuple):
    """A note or rest that goes on: its word, rows so far, the row it began in."""

    word: str
    rows: int
    at: int


class Reader:
    """The bytes of a file, taken in order."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, size: int, what: str) -> bytes:
        """Return the next ``size`` bytes."""
        part = self.data[self.at : self.at + size]
        need(len(part) == size, f"byte {self.at}", f"the file ends within {what}")
        self.at += size
        return part

    def byte(self, what: str) -> int:
        """Return the next byte."""
        return self.take(1, what)[0]


def read_song(data: bytes) -> Song:
    """Return the Song of a file's bytes."""
    need(data[:4] == b"GTS5", "byte 0", f"{data[:4]!r}; a song of GoatTracker 2 begins with GTS5")
    reader = Reader(data)
    reader.take(4, "its head")
    texts = [_text(reader.take(TITLE_SIZE, "its head")) for _ in range(3)]
    tunes = reader.byte("its head")
    need(tunes == 1, f"byte {reader.at - 1}", f"{tunes} subtunes; save each as a song of its own")
    orders = [reader.take(reader.byte("an order list") + 1, "an order list") for _ in VOICES]
    instruments = []
    for _ in range(reader.byte("the instruments")):
        values = reader.take(INSTRUMENT_SIZE, "an instrument")
        instruments.append((values[:-NAME_SIZE], _text(values[-NAME_SIZE:])))
    tables: list[Table] = []
    for name in TABLES:
        size = reader.byte(f"the {name}")
        sides = reader.take(size, f"the {name}"), reader.take(size, f"the {name}")
        tables.append(list(zip(*sides, strict=True)))
    patterns: list[list[Row]] = []
    for number in range(reader.byte("the patterns")):
        size = reader.byte(f"pattern {number:02X}")
        rows = reader.take(4 * size, f"pattern {number:02X}")
        patterns.append([tuple(rows[at : at + 4]) for at in range(0, len(rows), 4)])
    return Song(texts, orders, instruments, tables, patterns)


def _text(data: bytes) -> str:
    return data.split(b"\0")[0].decode("latin-1").strip()


# --- instruments ---------------------------------------------------------------------------


def instrument_name(song: Song, number: int) -> str:
    """The name of an instrument (1 ...) as a word of a score, never the same twice."""
    text = song.instruments[number - 1][1].lower()
    word = "".join(c if c.isalnum() and c.isascii() else "_" for c in text).strip("_")
    return f"{word or 'sound'}_{number:02x}"


def instrument_fields(song: Song, number: int) -> dict[str, Field]:
    """Return {field: value} of an instrument, as sounds.toml has them."""
    where = f"instrument {number:02X}"
    (ad, sr, wave, pulse, filtered, vibrato, delay, gate, first), _ = song.instruments[number - 1]
    need(not filtered, f"{where}, filter", f"{filtered:02X}; the player has no filter: 00")
    need(not gate & 0x80, f"{where}, gate timer", "80 set; every note restarts its envelope")
    need(first == SILENT_FRAME, f"{where}, 1st frame", f"{first:02X}; must be {SILENT_FRAME:02X}")
    fields: dict[str, Field] = {
        "attack": ad >> 4,
        "decay": ad & 15,
        "sustain": sr >> 4,
        "release": sr & 15,
    }
    fields["gate"] = 0 if gate & 0x40 else gate
    if vibrato and delay:
        _check_vibrato(song, vibrato, where)
        need(delay < 128, f"{where}, vibrato delay", f"{delay:02X}; at most 7F")
        fields["vibrato"] = delay
    if pulse:
        fields["pulse"] = pulse_of(song, pulse, where)
    fields["wave"] = wave_of(song, wave, where)
    return fields


def _check_vibrato(song: Song, row: int, where: str) -> None:
    table = song.tables[3]
    left, right = _row(table, row, TABLES[3], f"{where}, vibrato")
    need(
        (left, right) == VIBRATO,
        f"speed table, row {row:02X}",
        f"{left:02X} {right:02X}; the player's only vibrato is {VIBRATO[0]:02X} {VIBRATO[1]:02X}",
    )


def _row(table: Table, number: int, name: str, where: str) -> tuple[int, int]:
    need(0 < number <= len(table), where, f"row {number:02X} of the {name}, which has {len(table)}")
    return table[number - 1]


def pulse_of(song: Song, start: int, where: str) -> list[int]:
    """Return [width, sweep] in 256ths: a width that is set, and an endless step upwards."""
    table, name = song.tables[1], TABLES[1]
    left, right = _row(table, start, name, f"{where}, pulse")
    here = f"{name}, row {start:02X}, left"
    need(0x80 <= left < 0xFF, here, f"{left:02X}; a pulse begins with its width, 80 to FE")
    width = ((left & 15) << 8 | right) >> 4
    need(width > 0, here, "a width of 000 to 00F cannot be heard")
    left, right = _row(table, start + 1, name, f"{where}, pulse")
    if left == 0xFF:
        need(right == 0, f"{name}, row {start + 1:02X}, right", f"{right:02X}; must be 00: stop")
        return [width, 0]
    here = f"{name}, row {start + 1:02X}"
    need(left < 0x80, f"{here}, left", f"{left:02X}; behind the width: FF, or one step upwards")
    upwards = 0 < right < 0x80 and right % 16 == 0
    need(upwards, f"{here}, right", f"{right:02X}; steps go upwards by 10, 20 ... 70")
    end = _row(table, start + 2, name, f"{where}, pulse")
    here = f"{name}, row {start + 2:02X}"
    need(end == (0xFF, start + 1), here, f"must be FF {start + 1:02X}: the step goes on forever")
    return [width, right >> 4]


def wave_of(song: Song, start: int, where: str) -> list[str]:
    """Return the rows of a wave list: a tick each."""
    table, name = song.tables[0], TABLES[0]
    rows: list[str] = []
    places: dict[int, int] = {}
    wave = note = ""
    number = start
    while True:
        left, right = _row(table, number, name, f"{where}, wave")
        here = f"{name}, row {number:02X}"
        if left == 0xFF:
            need(rows, f"{here}, left", "FF in the first row")
            if right:
                need(right in places, f"{here}, right", f"{right:02X}; must be a row of {where}")
                rows.append(f"loop {places[right]}" if places[right] else "loop")
            return rows
        need(len(rows) < ROWS_MOST, here, f"more than {ROWS_MOST} ticks; end it by FF")
        places[number] = len(rows)
        if 0 < left < 0x10:
            need(rows, f"{here}, left", f"{left:02X}; a wave list does not begin with a delay")
            rows += [rows[-1]] * left
        elif left:
            need(
                left in WAVES,
                f"{here}, left",
                f"{left:02X}; waves are 11, 21, 41, 81: no ring, no sync, no commands",
            )
            wave = WAVES[left]
        need(wave, f"{here}, left", f"{left:02X}; the first row must set a wave")
        note = _wave_note(right, note, f"{here}, right")
        rows.append(wave + note)
        number += 1


def _wave_note(right: int, before: str, where: str) -> str:
    """The end of a wave row: '', ' +4' or ' c6'."""
    if right == 0x80:
        return before
    if right > 0x80:
        return f" {note_name(right - 0x80 - OCTAVE, where)}"
    need(right <= STEPS_MOST, where, f"{right:02X}; relative notes go up, 00 to {STEPS_MOST:02X}")
    return f" +{right}" if right else ""


# --- patterns and order lists ----------------------------------------------------------------


def note_name(number: int, where: str) -> str:
    """c1 = 0 -> 'c1'; refuses what the player cannot play."""
    lowest = f"{LETTERS[(FIRST + 1) % 12]}1"
    need(FIRST < number < NOTES, where, f"is out of range; notes are {lowest} to b6")
    return f"{LETTERS[number % 12]}{number // 12 + 1}"


def check_command(row: Row, where: str, first: bool) -> int | None:
    """Refuse commands; ``first``: this row begins the song, so it may set the tempo."""
    command, data = row[2] & 15, row[3]
    if command == SET_TEMPO:
        need(first, f"{where}, command", "F: tempo; only the first row of the song may set it")
        need(3 <= data <= TEMPO_MOST, f"{where}, data", f"{data:02X}; a tempo is 03 to 7F")
        return data
    name = COMMANDS[command]
    need(not command, f"{where}, command", f"{command:X}: {name}; the player has no commands")
    return None


def pattern_words(
    song: Song, number: int, firsts: Collection[int]
) -> tuple[list[str], int, int | None]:
    """Return (words, rows, tempo or None) of a pattern."""
    where = f"pattern {number:02X}"
    words: list[str] = []
    rows, tempo, shown = 0, None, 0
    lowest = highest = None
    held: Held | None = None
    for at, row in enumerate(song.patterns[number]):
        note, instrument = row[:2]
        here = f"{where}, row {at:02d}"
        if note == END:
            break
        tempo = check_command(row, here, number in firsts and at == 0) or tempo
        rows += 1
        if note == KEY_ON:
            raise SongError(f"{here}, note: key on; the player has none: write the note again")
        known = FIRST_NOTE <= note <= LAST_NOTE or note in (REST, KEY_OFF)
        need(known, f"{here}, note", f"{note:02X}; is no note")
        if note == REST:
            if not held:
                what = "a note from the pattern before goes on; begin with key off"
                raise SongError(f"{here}, note: {what}")
            need(not instrument, f"{here}, instrument", "changes without a note")
            held = held._replace(rows=held.rows + 1)
            continue
        words += closed(held, where)
        if note == KEY_OFF:
            held = Held("r", 1, at)
            continue
        if instrument and instrument != shown:
            count = len(song.instruments)
            need(instrument <= count, f"{here}, instrument", f"{instrument:02X}; there are {count}")
            words.append(f"@{instrument_name(song, instrument)}")
            shown = instrument
        pitch = note - FIRST_NOTE - OCTAVE
        held = Held(note_name(pitch, f"{here}, note"), 1, at)
        lowest = pitch if lowest is None else min(lowest, pitch)
        highest = pitch if highest is None else max(highest, pitch)
        span = highest - lowest
        need(span <= LAST - FIRST, f"{here}, note", f"{span} semitones; a pattern spans 29 at most")
    need(rows, where, "is empty")
    return [*words, *closed(held, where)], rows, tempo


def closed(held: Held | None, where: str) -> list[str]:
    """The words of a note or rest that ends; a rest may be of any length."""
    if not held:
        return []
    word, rows, at = held
    if word != "r":
        lengths = " ".join(map(str, UNITS))
        need(
            rows in UNITS,
            f"{where}, row {at:02d}, note",
            f"is {rows} rows long; the player has {lengths}: end it by key off",
        )
        return [f"{word}:{rows}"]
    words = []
    while rows:
        part = max(n for n in UNITS if n <= rows)
        words.append(f"r:{part}")
        rows -= part
    return words


def order_words(song: Song, voice: int) -> tuple[list[str], list[tuple[int, int]]]:
    """Return ([word], [(pattern, shift)]) of a voice's order list."""
    data, words, played = song.orders[voice], [], []
    where, shift, times = f"channel {voice + 1}", 0, 1
    need(RESTART in data[:-1], where, "its order list has no end (RST)")
    end = data.index(RESTART)
    for at, value in enumerate(data[:end]):
        here = f"{where}, position {at:02X}"
        if value >= DOWN:
            shift = value - UP
        elif value >= REPEAT:
            times = value - REPEAT + 1
        else:
            count = len(song.patterns)
            need(value < count, here, f"pattern {value:02X}; there are {count}")
            word = f"[p{value:02x}{f'{shift:+}' if shift else ''}]"
            words.append(word + (f"*{times}" if times > 1 else ""))
            played += [(value, shift)] * times
            times = 1
    need(words, where, "its order list is empty")
    restart = data[end + 1]
    need(restart == 0, f"{where}, RST", f"{restart:02X}; a tune restarts from 00")
    return words, played


# --- the whole --------------------------------------------------------------------------------


def convert(data: bytes) -> str:
    """Return the TOML text of a song's bytes; SongError says what cannot be played and where."""
    song = read_song(data)
    orders = [order_words(song, voice) for voice in range(len(VOICES))]
    firsts = {played[0][0] for _, played in orders}
    used = sorted({number for _, played in orders for number, _ in played})
    patterns = {number: pattern_words(song, number, firsts) for number in used}
    lengths = [sum(patterns[number][1] for number, _ in played) for _, played in orders]
    need(len(set(lengths)) == 1, "channels 1, 2, 3", f"are {lengths} rows long; must be the same")
    tempos = {tempo for _, _, tempo in patterns.values() if tempo}
    need(len(tempos) < 2, "first rows", f"set tempos {sorted(tempos)}; must be one")
    name, author, rights = song.texts
    lines = [f"# {name or 'A song'}, by {author or 'nobody named'}. {rights}".rstrip()]
    lines += ["# Made by tools/music/goattracker.py; the instruments belong into sounds.toml.", ""]
    lines += [f"tempo = {tempos.pop() if tempos else TEMPO_FIRST}", "bar = 16", "", "[instruments]"]
    for number in range(1, len(song.instruments) + 1):
        fields = _inline(instrument_fields(song, number))
        lines.append(f"{instrument_name(song, number)} = {fields}")
    lines += ["", "[tracks]"]
    lines += [f'{v} = "{" ".join(w)}"' for v, (w, _) in zip(VOICES, orders, strict=True)]
    lines += ["", "[patterns]"]
    lines += [f'p{number:02x} = "{" ".join(patterns[number][0])}"' for number in used]
    return "\n".join(lines) + "\n"


def _inline(fields: Mapping[str, Field]) -> str:
    parts = []
    for key, value in fields.items():
        if isinstance(value, list):
            text = ", ".join(f'"{v}"' if isinstance(v, str) else str(v) for v in value)
            parts.append(f"{key} = [{text}]")
        else:
            parts.append(f"{key} = {value}")
    return "{ " + ", ".join(parts) + " }"


def main(argv: Sequence[str] | None = None) -> int:
    """Convert one song; an error gives a one-line message."""
    args = sys.argv[1:] if argv is None else argv
    if len(args) != 2:
        print("sng: usage: tools/music/goattracker.py SONG.sng OUT.toml", file=sys.stderr)
        return 2
    source, target = map(Path, args)
    try:
        text = convert(source.read_bytes())
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        print(f"sng: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    except SongError as error:
        print(f"sng: {source}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    answer_help(__doc__, "SONG.sng OUT.toml")
    sys.exit(main())
