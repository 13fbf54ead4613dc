#!/usr/bin/env python3
"""Compile the game's music and effects (asm/game/music/*.toml) to ca65 tables.

    python -m tools.music.music [OUT]     write OUT/sounds_tables.inc, OUT/sounds_numbers.inc
                                          and OUT/title_tables.inc (default: build/game/data)

``sounds.toml`` holds instruments, effects, jingles and the vamp, ``title.toml`` the title tune.
Voices are written as words:

    c5:2 d# r:4     note, octave, duration in units of the tempo; octave and duration stay until
                    another one is written; r is a rest (the note is released)
    @lead           instrument            tempo=7    fiftieths of a second a unit
    [a] [a+5] [a]*2 play a pattern, five semitones higher, twice
    |               end of a bar: its length is checked when the file says what a bar is

Mistakes are rejected with a one-line message that names the file, the voice and the word.
Bytes: docs/inside/game-recipes.md, "A tune".
"""

import re
import sys
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "asm" / "game" / "music"
SOUNDS, TITLE = "sounds.toml", "title.toml"
NAMES = {"c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11}
UNITS = (1, 2, 3, 4, 6, 8, 12, 16)
NOTES = 72  # c1 to b6
A4 = 45
CLOCKS = (985248, 1022727)  # PAL; NTSC, and PAL-N, which is 1.2 cents higher
WAVES = {"triangle": 0x11, "saw": 0x21, "pulse": 0x41, "noise": 0x81}
END, CALL, INSTRUMENT, BASE, TEMPO, JUMP = 0x00, 0x20, 0x40, 0x60, 0x80, 0xA0
REST, FIRST, LAST = 1, 2, 31  # low five bits of a note
SOUND_BASE = 33  # base an effect begins with: c4 to f6 without setting it
VAMP_BASES = (SOUND_BASE, SOUND_BASE - 24)  # of bars and basses on C
ORDERS, PHRASES, BARS, BASSES, DOWN, UP = 16, 8, 16, 8, 5, 6  # what the vamp's bytes have room for
FIELDS = ("attack", "decay", "sustain", "release", "gate", "pulse", "vibrato", "wave")
WORD = re.compile(
    r"(?P<note>[a-g]#?|r)(?P<octave>[1-6])?(?::(?P<units>\d+))?$"
    r"|@(?P<instrument>\w+)$"
    r"|tempo=(?P<tempo>\d+)$"
    r"|\[(?P<pattern>\w+)(?P<shift>[+-]\d+)?\](?:\*(?P<times>\d+))?$"
    r"|(?P<bar>\|)$"
)
ROW = re.compile(r"(?P<wave>\w+)(?: (?P<step>[+-]\d+)| (?P<note>[a-g]#?[1-6]))?$")


Voice = list[tuple[Any, ...]]  # see parse
Instruments = Mapping[str, Mapping[str, Any]]  # {name: {field: value}}


class ScoreError(Exception):
    """A score is wrong; the message says where and what would be right."""


def need(condition: object, where: str, message: str) -> None:
    """Raise ScoreError unless the condition holds."""
    if not condition:
        raise ScoreError(f"{where}: {message}")


def pitch(name: str) -> int:
    """Return the number of a note, c1 = 0, as ``f#4``."""
    return NAMES[name[0]] + ("#" in name) + 12 * (int(name[-1]) - 1)


def register(number: int, clock: int) -> int:
    """Return the SID's frequency register for a note at a clock in Hz: f * 2^24 / clock."""
    return round(440 * 2 ** ((number - A4) / 12) * 2**24 / clock)


def parse(text: str, where: str, bar: int | None = None) -> Voice:
    """Return the words of a voice as tuples.

    text    the voice;  bar  units a bar, or None
    returns [("note", number, units) | ("rest", units) | ("instrument", name) |
            ("tempo", ticks) | ("call", pattern, semitones)]
    """
    found: Voice = []
    octave: int | None = None
    units, filled, calls = 0, 0, False
    for word in text.split():
        match = WORD.match(word)
        if not match:
            what = "is not a note, rest, @instrument, tempo=, [pattern] or |"
            raise ScoreError(f"{where}: {word!r} {what}")
        part = match.groupdict()
        if part["note"]:
            octave = int(part["octave"]) if part["octave"] else octave
            units = int(part["units"]) if part["units"] else units
            need(
                units in UNITS, where, f"{word!r}: duration {units or None}, must be one of {UNITS}"
            )
            filled += units
            if part["note"] == "r":
                found.append(("rest", units))
                continue
            need(octave, where, f"{word!r}: no octave written yet, as in c4")
            number = pitch(f"{part['note']}{octave}")
            need(number < NOTES, where, f"{word!r} is above b6")
            found.append(("note", number, units))
        elif part["instrument"]:
            found.append(("instrument", part["instrument"]))
        elif part["tempo"]:
            ticks = int(part["tempo"])
            need(0 < ticks < 256, where, f"{word!r}: must be 1 to 255 fiftieths")
            found.append(("tempo", ticks))
        elif part["pattern"]:
            calls = True
            call = ("call", part["pattern"], int(part["shift"] or 0))
            found += [call] * int(part["times"] or 1)
        else:
            full = bar is None or calls or filled == bar
            need(full, where, f"a bar of {filled} units before {len(found)} words, must be {bar}")
            filled = 0
    return found


class Score:
    """One file, checked.

    name       of the file;  data  what tomllib read
    voices     {name: parsed voice}, patterns included
    """

    def __init__(self, name: str, folder: Path = FOLDER) -> None:
        self.name = name
        try:
            self.data = tomllib.loads((folder / name).read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ScoreError(f"{folder / name}: file is missing") from None
        except tomllib.TOMLDecodeError as error:
            raise ScoreError(f"{name}: {error}") from None
        self.voices: dict[str, Voice] = {}

    def add(self, key: str, text: str, bar: int | None = None) -> None:
        """Parse a voice and keep it under ``key``."""
        need(key not in self.voices, f"{self.name}: {key}", "is written twice")
        self.voices[key] = parse(text, f"{self.name}: {key}", bar)

    def notes(self, key: str, shift: int = 0, depth: int = 0) -> Voice:
        """Return what a voice plays, patterns resolved: the tuples of ``parse`` without calls."""
        where = f"{self.name}: {key}"
        need(key in self.voices, where, "there is no such pattern")
        need(depth <= 2, where, "patterns are nested more than two deep")
        played = []
        for word in self.voices[key]:
            if word[0] == "call":
                played += self.notes(word[1], shift + word[2], depth + 1)
            elif word[0] == "note":
                number = word[1] + shift
                need(
                    FIRST < number < NOTES, where, f"note {number} is not one of d#1 (3) to b6 (71)"
                )
                played.append(("note", number, word[2]))
            else:
                played.append(word)
        return played


# --- bytes ------------------------------------------------------------------------------


def base_of(words: Voice, where: str) -> int | None:
    """Return the base a voice's notes are counted from, None if it has none."""
    numbers: list[int] = [word[1] for word in words if word[0] == "note"]
    if not numbers:
        return None
    base = max(0, min(numbers) - FIRST - 1)
    span, fits = max(numbers) - min(numbers), LAST - FIRST
    need(span <= fits, where, f"its notes span {span} semitones, at most {fits} fit")
    return base


def encode(
    words: Voice,
    where: str,
    instruments: Collection[str],
    base: int | None,
    bases: Mapping[str, int | None] | None = None,
) -> list[str]:
    """Return the bytes of a voice as ca65 expressions, without its end.

    base   what its notes are counted from, as set when it begins
    bases  {pattern: base} of the patterns it may play
    """
    out = []
    for word in words:
        if word[0] == "instrument":
            out += [f"${INSTRUMENT:02X}", str(list(instruments).index(word[1]))]
        elif word[0] == "tempo":
            out += [f"${TEMPO:02X}", str(word[1])]
        elif word[0] == "call":
            start = ((bases or {})[word[1]] or 0) + word[2]
            need(0 <= start < NOTES, where, f"[{word[1]}{word[2]:+}] is out of range")
            out += [f"${CALL:02X}", str(start), f"<pattern_{word[1]}", f">pattern_{word[1]}"]
        else:
            low = word[1] - base - 1 if word[0] == "note" else REST
            out.append(f"${UNITS.index(word[-1]) << 5 | low:02X}")
    return out


def table(name: str, values: Sequence[int | str], per_line: int = 16) -> str:
    """Return the ca65 text of a byte table; values are numbers or expressions."""
    lines = [f"{name}:"]
    for at in range(0, len(values), per_line):
        lines.append("    .byte " + ", ".join(str(v) for v in values[at : at + per_line]))
    return "\n".join(lines) + "\n"


def addresses(name: str, labels: Iterable[str]) -> str:
    """Return two byte tables, low and high bytes of the labels."""
    return table(f"{name}_lo", [f"<{v}" for v in labels]) + table(
        f"{name}_hi", [f">{v}" for v in labels]
    )


# --- instruments ---------------------------------------------------------------------------


def wave_rows(rows: Sequence[str], where: str, start: int) -> list[tuple[int, int]]:
    """Return [(control, argument)] of a wave list, ended by its jump; start = its first row."""
    found, end = [], (0, 0)
    for number, text in enumerate(rows):
        if text.startswith("loop"):
            need(number == len(rows) - 1, where, "loop must be the last row")
            target = int(text.split()[1]) if len(text.split()) > 1 else 0
            need(0 <= target < number, where, f"{text!r}: rows are counted from 0")
            end = (0, start + target)
            continue
        match = ROW.match(text)
        if not match or match["wave"] not in WAVES:
            raise ScoreError(f"{where}: {text!r}: as 'pulse', 'pulse +4', 'noise c6'")
        step = int(match["step"] or 0)
        argument = 0x80 | pitch(match["note"]) if match["note"] else step & 0x7F
        need(0 <= step < 64, where, f"{text!r}: 0 to 63 semitones up")
        found.append((WAVES[match["wave"]], argument))
    need(found, where, "has no wave")
    return [*found, end]


def instrument_tables(data: Instruments, where: str) -> str:
    """Return the ca65 text of all instruments, a table a field, and of their waves."""
    columns: dict[str, list[int]] = {
        f: [] for f in ("ad", "sr", "gate", "pulse", "sweep", "vibrato", "wave")
    }
    rows = [(0, 0)]
    placed: dict[tuple[str, ...], int] = {}
    for name, values in data.items():
        here = f"{where}: instrument {name}"
        for key in values:
            need(key in FIELDS, here, f"{key!r} is not one of {', '.join(FIELDS)}")
        envelope = [values.get(key, 0) for key in FIELDS[:4]]
        need(all(0 <= v < 16 for v in envelope), here, "attack to release must be 0 to 15")
        waves = tuple(values.get("wave", ()))
        if waves not in placed:
            placed[waves] = len(rows)
            rows += wave_rows(waves, here, len(rows))
        start, sweep = values.get("pulse", (128, 0))
        need(0 < start < 256 and 0 <= sweep < 256, here, "pulse: [1-255, 0-255] in 256ths")
        delay = values.get("vibrato", 0)
        need(0 <= delay <= 127, here, "vibrato: 0 none, else fiftieths until it begins, to 127")
        columns["ad"].append(envelope[0] << 4 | envelope[1])
        columns["sr"].append(envelope[2] << 4 | envelope[3])
        columns["gate"].append(values.get("gate", 0))
        columns["pulse"].append((start & 15) << 4 | start >> 4)
        columns["sweep"].append((sweep & 15) << 4 | sweep >> 4)
        columns["vibrato"].append(256 - delay if delay else 0)
        columns["wave"].append(placed[waves])
    need(len(rows) < 256, where, "more than 255 rows of waves")
    text = "".join(table(f"instrument_{f}", v) for f, v in columns.items())
    return (
        text
        + table("wave_control", [r[0] for r in rows])
        + table("wave_pitch", [r[1] for r in rows])
    )


# --- files --------------------------------------------------------------------------------


def load_sounds(folder: Path = FOLDER) -> Score:
    """Return the checked Score of instruments, effects and jingles.

    voices: an effect's under its name, a jingle's two as ``NAME 1`` and ``NAME 2``, the vamp's
    as ``bars NAME`` and ``basses NAME``
    """
    score = Score(SOUNDS, folder)
    for name, text in score.data["effects"].items():
        score.add(name, text)
    for name, texts in score.data["jingles"].items():
        need(len(texts) == 2, f"{SOUNDS}: {name}", "a jingle has two voices")
        for number, text in enumerate(texts, 1):
            score.add(f"{name} {number}", text)
    vamp = score.data["vamp"]
    for kind, most, instrument in zip(
        ("bars", "basses"), (BARS, BASSES), vamp["instruments"], strict=True
    ):
        need(len(vamp[kind]) <= most, f"{SOUNDS}: {kind}", f"{len(vamp[kind])}, at most {most} fit")
        for name, text in vamp[kind].items():
            score.add(f"{kind} {name}", f"@{instrument} {text} |", vamp["bar"])
    return score


def phrase_bars(text: str, where: str, bars: Sequence[str]) -> list[tuple[int, int]]:
    """Return [(number of the bar, semitones up)] of a phrase, as ``home rise+5 lean-3 rest``."""
    found = []
    for word in text.split():
        match = re.match(r"(\w+)([+-]\d+)?$", word)
        if not match or match[1] not in bars:
            raise ScoreError(f"{where}: {word!r} is not a bar, or one moved, as home+5")
        shift = int(match[2] or 0)
        need(-DOWN <= shift <= UP, where, f"{word!r}: must be moved by -{DOWN} to +{UP}")
        found.append((bars.index(match[1]), shift))
    need(len(found) == 4, where, f"{len(found)} bars, must be 4")
    return found


def vamp_order(vamp: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return [(phrase from 0, number of its bass)] in which the phrases of a mood follow."""
    where, basses, found = f"{SOUNDS}: order", list(vamp["basses"]), []
    need(len(vamp["order"]) == ORDERS, where, f"{len(vamp['order'])} phrases, must be {ORDERS}")
    for text in vamp["order"]:
        number, _, bass = text.partition(" ")
        if not number.isdigit() or bass not in basses:
            raise ScoreError(f"{where}: {text!r} must be a phrase and a bass, as '1 {basses[0]}'")
        need(1 <= int(number) <= PHRASES, where, f"{text!r}: phrases are 1 to {PHRASES}")
        found.append((int(number) - 1, basses.index(bass)))
    return found


def vamp_tables(vamp: Mapping[str, Any]) -> str:
    """Return the ca65 text of the order, a byte a phrase, and of the moods' bars, a byte each."""
    out = [table("vamp_order", [bass << 5 | phrase << 2 for phrase, bass in vamp_order(vamp)])]
    values = []
    for name, phrases in vamp["phrases"].items():
        where = f"{SOUNDS}: {name}"
        need(len(phrases) == PHRASES, where, f"{len(phrases)} phrases, must be {PHRASES}")
        for text in phrases:
            bars = phrase_bars(text, where, list(vamp["bars"]))
            values += [shift + DOWN << 4 | bar for bar, shift in bars]
    return "".join([*out, table("vamp_bars", values)])


def load_title(folder: Path = FOLDER) -> Score:
    """Return the checked Score of the title tune: its tracks, with patterns, under their names."""
    score = Score(TITLE, folder)
    bar = score.data["bar"]
    for name, text in score.data["patterns"].items():
        score.add(name, text, bar)
    tracks = score.data["tracks"]
    need(len(tracks) == 3, TITLE, f"{len(tracks)} tracks, must be 3")
    for name, text in tracks.items():
        score.add(name, text)
    lengths = {
        name: sum(w[-1] for w in score.notes(name) if w[0] in ("note", "rest")) for name in tracks
    }
    need(len(set(lengths.values())) == 1, TITLE, f"tracks differ in length: {lengths}")
    return score


def encode_sound(words: Voice, where: str, instruments: Collection[str]) -> list[str]:
    """Return the bytes of an effect or a jingle's voice, which sets its base if it must."""
    numbers = [word[1] - SOUND_BASE - 1 for word in words if word[0] == "note"]
    if all(FIRST <= number <= LAST for number in numbers):
        return encode(words, where, instruments, SOUND_BASE)
    base = base_of(words, where)
    return [f"${BASE:02X}", str(base), *encode(words, where, instruments, base)]


def check_notes(
    score: Score, keys: Iterable[str], instruments: Instruments, tempo: Callable[[str], int]
) -> None:
    """Refuse notes without instrument, above the highest pitch, or too short to be heard."""
    steps = {}
    for name, values in instruments.items():
        found = [match["step"] for text in values["wave"] if (match := ROW.match(text))]
        steps[name] = max(int(step or 0) for step in found)
    for key in keys:
        instrument, ticks, where = "", tempo(key), f"{score.name}: {key}"
        for word in score.notes(key):
            if word[0] == "instrument":
                instrument = word[1]
                need(instrument in steps, where, f"@{instrument}: there is no such instrument")
            elif word[0] == "tempo":
                ticks = word[1]
            elif word[0] == "note":
                need(instrument, where, "begins without an @instrument")
                gate = instruments[instrument].get("gate", 0)
                heard = word[2] * ticks - 1 - min(gate, ticks)
                need(heard > 0, where, f"a note of @{instrument} is too short to be heard")
                high = word[1] + steps[instrument]
                need(high < NOTES, where, f"@{instrument} plays {high - NOTES + 1} above b6")


def tempo_of(key: str, data: Mapping[str, Any]) -> int:
    """Ticks a unit of a voice of sounds.toml."""
    if key.startswith(("bars ", "basses ")):
        return int(data["vamp"]["tempo"])
    return int(data["tempo"]) if key[-1] in "12" else 1


def sounds_text(score: Score) -> str:
    """Return the ca65 text of sounds.toml: pitches, instruments, addresses, voices."""
    data = score.data
    check_notes(
        score,
        score.voices,
        data["instruments"],
        lambda key: tempo_of(key, data),
    )
    out: list[str] = []
    labels: dict[str, str] = {}
    streams: dict[tuple[str, ...], str] = {}
    for key, words in score.voices.items():
        need(not any(w[0] == "call" for w in words), f"{SOUNDS}: {key}", "patterns are for tunes")
        where, kind = f"{SOUNDS}: {key}", key.split()[0]
        if kind in ("bars", "basses"):  # vamp.s sets instrument and base
            base = VAMP_BASES[kind == "basses"]
            code = encode(words[1:], where, data["instruments"], base)
        else:
            code = encode_sound(words, where, data["instruments"])
        labels[key] = streams.setdefault(tuple(code), f"sound_{len(streams)}")
    out.append('.segment "START"\n')  # pitches.s makes all others of these, once
    for half, shift in (("lo", 0), ("hi", 8)):
        values = [register(n, clock) >> shift & 0xFF for clock in CLOCKS for n in range(60, NOTES)]
        out.append(table(f"octave_{half}", values, 12))
    out.append('.segment "UI_RODATA"\n')
    out.append(instrument_tables(data["instruments"], SOUNDS))
    jingles = [f"{name} {voice}" for voice in (1, 2) for name in data["jingles"]]
    vamp = [f"{kind} {name}" for kind in ("bars", "basses") for name in data["vamp"][kind]]
    order = [*data["effects"], *jingles, *vamp]
    out.append(addresses("sound", [labels[key] for key in order]))
    out += [table(label, [*code, f"${END:02X}"]) for code, label in streams.items()]
    out.append(vamp_tables(data["vamp"]))
    return "".join(out)


def numbers_text(score: Score) -> str:
    """Return the EFFECT_* numbers: order is priority, jingles last; then VAMP_*, where a mood
    stands for the place of its bars, counted from 32."""
    names = [*score.data["effects"], *score.data["jingles"]]
    lines = [f"EFFECT_{name.upper():<10} = {number}" for number, name in enumerate(names)]
    lines.append(f"SOUND_BASE = {SOUND_BASE}")
    lines.append(f"EFFECTS = {len(names)}")
    lines.append(f"JINGLE_TEMPO = {score.data['tempo']}")
    lines.append(f"JINGLES = {len(score.data['jingles'])}")
    vamp = score.data["vamp"]
    first = len(names) + len(score.data["jingles"])
    lines.append(f"VAMP_BARS = {first}")
    lines.append(f"VAMP_BASSES = {first + len(vamp['bars'])}")
    for number, mood in enumerate(vamp["phrases"], 1):
        lines.append(f"VAMP_{mood.upper():<7} = {number * PHRASES * 4}")
    for voice, name in zip(("MELODY", "BASS"), vamp["instruments"], strict=True):
        lines.append(f"VAMP_{voice} = {list(score.data['instruments']).index(name)}")
    lines.append(f"VAMP_DOWN = {DOWN}")
    lines.append(f"VAMP_TEMPO = {vamp['tempo']}")
    return "\n".join(lines) + "\n"


def inlined(score: Score, words: Voice, where: str) -> Voice:
    """Return a track's words with patterns that only play other patterns resolved."""
    found = []
    for word in words:
        if word[0] == "call" and any(w[0] == "call" for w in score.voices[word[1]]):
            kinds = {w[0] for w in score.voices[word[1]]}
            here = f"{where}: [{word[1]}]"
            need(kinds == {"call"}, here, "has notes and patterns, must have one of them")
            need(not word[2], here, "plays other patterns, cannot be shifted")
            found += inlined(score, score.voices[word[1]], here)
        else:
            found.append(word)
    return found


def title_text(score: Score, instruments: Instruments) -> str:
    """Return the ca65 text of the title tune: addresses of its tracks, tracks, patterns."""
    data, out, used = score.data, [], []
    check_notes(score, data["tracks"], instruments, lambda _: data["tempo"])
    out.append(addresses("tune", [f"track_{name}" for name in data["tracks"]]))
    bases = {name: base_of(score.voices[name], f"{TITLE}: {name}") for name in data["patterns"]}
    for name in data["tracks"]:
        where, label = f"{TITLE}: {name}", f"track_{name}"
        words = inlined(score, score.voices[name], where)
        need(all(word[0] != "note" for word in words), where, "notes belong in patterns")
        code = encode(words, where, instruments, 0, bases)
        head = [f"${TEMPO:02X}", str(data["tempo"])]
        out.append(table(label, [*head, *code, f"${JUMP:02X}", f"<{label}", f">{label}"]))
        used += [word[1] for word in words if word[0] == "call"]
    for name in data["patterns"]:
        words = score.voices[name]
        if name in used:
            code = encode(words, f"{TITLE}: {name}", instruments, bases[name])
            out.append(table(f"pattern_{name}", [*code, f"${END:02X}"]))
        else:
            need(any(w[0] == "call" for w in words), f"{TITLE}: {name}", "is played by no track")
    return "".join(out)


def build(out: str | Path) -> None:
    """Write the tables into the folder ``out``."""
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    sounds, title = load_sounds(), load_title()
    note = "; made by tools/music/music.py from asm/game/music\n"
    texts = {
        "sounds_tables.inc": sounds_text(sounds),
        "sounds_numbers.inc": numbers_text(sounds),
        "title_tables.inc": title_text(title, sounds.data["instruments"]),
    }
    for name, text in texts.items():
        path = out / name
        if not path.exists() or path.read_text() != note + text:
            path.write_text(note + text)


def main(argv: Sequence[str] | None = None) -> int:
    """Write the tables; an invalid score gives a one-line message."""
    args = sys.argv[1:] if argv is None else argv
    try:
        build(args[0] if args else ROOT / "build" / "game" / "data")
    except ScoreError as error:
        print(f"score: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))  # the build runs it by its path
    from tools.usage import answer_help

    answer_help(__doc__, "[OUT]")
    sys.exit(main())
