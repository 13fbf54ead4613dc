"""The texts of the game: from language files to packed books.

asm/game/data/text/words_LANGUAGE.toml    a table per source, a key per text (a list: several)
asm/game/presets/NAME.toml                a preset's name and subject (tools/game/presets.py)
asm/game/data/text/limits.toml            the columns, and lines, available for a text
asm/game/data/text/SET.toml               names and cards of a board (tools/game/gamedata.py)

The program refers to a text by number: KEY = book * 256 + number, in the high and low byte of
what could also be an address (ui/text.s, text_find).  ``write_words`` writes

gen/words_SOURCE.inc           the keys of a source, for that source to include
gen/LANGUAGE/book_BOOK.inc     a book: where every eighth text begins, the texts, each ended by 0
gen/LANGUAGE/pairs.inc         what bytes from $80 up stand for (tools/game/textpack.py)
gen/LANGUAGE/keys.inc          button letters that differ in this language
gen/book_SET_names.inc         names and cards of a set, some words of the language, as a book

One table of pairs serves all texts of a language and the names of its sets.  A book that is
loaded with something else is padded with zeros to the same length in every language, and so are
all sets: the program may depend on the addresses behind it.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tools.game import gamedata, presets, textpack

Text = str | list[str]  # or its paragraphs
Entries = dict[tuple[str, str], list[str]]  # {(source, key): texts as the game has them}
Numbers = dict[str, dict[str, int]]  # {source: {key: number with its book}}
Sizes = dict[str, dict[str, int]]  # {area: {language, or set of names: bytes of its words}}

FOLDER = gamedata.DATA / "text"
SETS = {"london": "en", "us": "en", "berlin": "de"}  # whose words they are played with
LANGUAGES = tuple(dict.fromkeys(SETS.values()))
# Books by number, from 1; sources that are in none of these are in the first.
BOOKS = ("main", "more", "overlay", "brain", "names", "variant")
PARTS = {  # parts of the program: the number of their book, the sources whose words are in it
    "more": (2, ("events", "reasons", "values", "help_head", "card", "drive", "hints")),
    "title": (3, ("presets", "rules", "title", "help_words", "setup", "seats")),
    "trade": (3, ("terms", "gains", "partner", "trade", "table", "help_trade")),
    "deal": (3, ("terms", "gains", "deal", "contract")),
    "help": (3, ("presets", "rules", "help", "loans")),
    "disk": (3, ("presets", "files", "saved_info", "letters", "saving")),
    "desk": (3, ("stats", "owners", "gavel", "claim", "houses")),
    "perspective": (3, ("perspective",)),
    "finale": (3, ("over", "figures", "curves", "ruin", "log")),
    "brain": (4, ("computer",)),
    "faces": (4, ("faces",)),
    "names": (5, ("people",)),
    "variant": (6, ("preset", "told_russian")),
    "rules1989": (6, ("preset", "told_rules1989", "clock")),
    "talk": (6, ("talk",)),
    "guide": (6, ("guide",)),
}
KEYS = "keys"  # the table of a language that is no words: letters of buttons
CARTRIDGE = "cartridge"  # the table of what the cartridge's ROM has: it is in no book
# Lists whose lines are chosen by their first letters, and letters that something else there has:
INITIALS = {("values", "p_"): "R", ("values", "o_"): ""}  # options; house rules in set-up
AREAS = {"main": "WORDS", "more": "WORDS", "title": "TUNE"}  # of parts, if not their own
FULL = ("main", "more")  # least room, as in the sets: they count three times, except in FIRST
ROOMY = ("guide",)  # has so much room that other texts choose the pairs
FIRST = LANGUAGES[0]  # loaded at RUN; its files are shorter without that
NAMES = 123  # texts of a set, before the words that are in its book (data/text/text.inc)
STEP = 8  # texts from one entry of a book's table to the next
LONGEST = 160  # TEXT_MOST of ui/text.s
# Codes for something that is filled in (ui/ui.inc, SAY_*), a glyph, a line end.
CODES = {
    "{player}": 1, "{other}": 2, "{amount}": 3, "{square}": 4, "{gaol}": 5, "{deck}": 6,
    "{group}": 7, "{count}": 8, "{house}": 0x11,
}  # fmt: skip
# Letters of other languages, by DIN 66003: the font has them there.
LETTERS = str.maketrans(gamedata.LETTERS, "[\\]{|}~")
CODE = re.compile(r"\{\w*\}")


class WordsError(Exception):
    """A text is missing, too long or cannot be shown; the message says which."""


def need(condition: object, where: str, message: str) -> None:
    """Raise WordsError unless the condition holds."""
    if not condition:
        raise WordsError(f"{where}: {message}")


def read_file(language: str) -> dict[str, Any]:
    """All tables of a language's file."""
    path = FOLDER / f"words_{language}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, tomllib.TOMLDecodeError) as error:
        raise WordsError(f"{path.name}: {error}") from None


def read_words(language: str) -> dict[str, dict[str, Text]]:
    """{source: {key: text, or list of paragraphs}} of a language, names of presets first."""
    apart = (KEYS, CARTRIDGE)
    found = {source: texts for source, texts in read_file(language).items() if source not in apart}
    added = presets.words(language)
    for source, texts in added.items():
        found[source] = found.get(source, {}) | texts
    return {source: found[source] for source in sorted(found, key=lambda one: one != "presets")}


def where_of(language: str, source: str, key: str) -> str:
    """Where a text stands, for messages."""
    what = {("presets", "p_"): "name", ("setup", "n_"): "about"}.get((source, key[:2]))
    if what and key[2:] in {preset.stem for preset in presets.the_presets()}:
        return f"presets/{key[2:]}.toml: [{language}] {what}"
    return f"words_{language}.toml: {source}.{key}"


def read_keys(language: str) -> dict[str, str]:
    """{"source.key" of a button's label: its letter} where it is not the one in the program."""
    found: dict[str, str] = read_file(language).get(KEYS, {})
    return found


def cartridge_text(language: str, key: str, columns: int) -> str:
    """A text of the cartridge's ROM as the game has it, fitting a line of that many columns."""
    where = where_of(language, CARTRIDGE, key)
    text: str = read_file(language).get(CARTRIDGE, {}).get(key, "")
    need(text, where, "is missing")
    check_fit(text, (columns, 1), where)
    return encoded(text, where)


def encoded(text: str, where: str) -> str:
    """The text with codes and letters as the game has them, in ASCII."""
    out = CODE.sub(lambda m: chr(CODES.get(m[0], 0)), text).translate(LETTERS)
    need("\0" not in out, where, f"of {CODE.findall(text)} only {', '.join(CODES)} are known")
    need(out.isascii(), where, f"{text!r} has a letter that the font has not")
    need(len(out) <= LONGEST, where, f"has {len(out)} characters, at most {LONGEST} fit")
    return out


def limits() -> dict[str, Any]:
    """{source: {key, or its beginning and *: columns or [columns, lines]}}."""
    return tomllib.loads((FOLDER / "limits.toml").read_text(encoding="utf-8"))


def limit_of(table: Mapping[str, Any], source: str, key: str) -> tuple[int, int]:
    """(columns, lines) of a text; WordsError if nothing is said of it."""
    entries = table.get(source, {})
    fitting = [name for name in entries if name == key or fnmatchcase(key, name)]
    need(fitting, "limits.toml", f"there is no limit for {source}.{key}")
    value = entries[max(fitting, key=lambda name: (name == key, len(name)))]
    return tuple(value) if isinstance(value, list) else (value, 1)


def check_fit(text: str, limit: tuple[int, int], where: str) -> None:
    """Raise WordsError for a text that does not fit its place."""
    columns, lines = limit
    plain = CODE.sub("", text)
    rows = gamedata.wrap(plain, columns) if lines > 1 else [plain]
    need(len(rows) <= lines, where, f"takes {len(rows)} lines, there is room for {lines}")
    longest = max(rows, key=len)
    need(len(longest) <= columns, where, f"{longest!r} has {len(longest)} columns of {columns}")


def parts_of(source: str) -> list[str]:
    """The parts of the program whose books have the words of a source: one, or several."""
    return [part for part, (_, sources) in PARTS.items() if source in sources] or ["main"]


def book_of(part: str) -> int:
    """The number of a part's book."""
    return PARTS[part][0] if part in PARTS else 1


def entries_of(language: str) -> Entries:
    """{(source, key): list of texts as the game has them} of a language, each fitting its place."""
    places = limits()
    out: Entries = {}
    for source, entries in read_words(language).items():
        for key, value in entries.items():
            where = where_of(language, source, key)
            texts = value if isinstance(value, list) else [value]
            for text in texts:
                check_fit(text, limit_of(places, source, key), where)
            out[source, key] = [encoded(text, where) for text in texts]
            if isinstance(value, list):
                out[source, key].append("")  # ends them
    return out


def check_keys(language: str, entries: Entries, first: Entries) -> None:
    """A language has the keys of the first one with as many texts, no more and no fewer."""
    for source, key in sorted({*entries, *first}):
        where = f"words_{language}.toml: {source}.{key}"
        need((source, key) in entries, where, "is missing")
        need((source, key) in first, where, "is no text of the game")
        count, wanted = len(entries[source, key]), len(first[source, key])
        need(count == wanted, where, f"must have {wanted} texts, has {count}")


def check_initials(language: str, entries: Entries) -> None:
    """Lines of a list are chosen by what their names begin with: no two of them by the same."""
    for (source, start), taken in INITIALS.items():
        found = dict.fromkeys(taken, "another line")
        for (where, key), texts in entries.items():
            if where == source and key.startswith(start):
                letter = texts[0][:1]
                other = found.setdefault(letter, key)
                need(
                    other == key, where_of(language, source, key), f"{letter!r} is {other}'s letter"
                )


def numbered(
    languages: Sequence[str] = LANGUAGES,
) -> tuple[dict[str, dict[str, list[str]]], Numbers]:
    """({language: {part: texts in order}}, {source: {key: number with its book}}).

    The numbers are the same in all languages, so that books can be exchanged.  A text that a book
    already has, in every language, gets the same number; those of a list are consecutive.  Texts
    that several books share come first in each, with the same numbers.
    """
    tables = {language: entries_of(language) for language in languages}
    first = tables[languages[0]]
    for language, entries in tables.items():
        check_keys(language, entries, first)
        check_initials(language, entries)
    books: dict[str, list[tuple[str, ...]]] = {}
    keys: Numbers = {}
    for source, key in sorted(first, key=lambda entry: -len(parts_of(entry[0]))):
        texts = list(zip(*(tables[name][source, key] for name in languages), strict=True))
        numbers = set()
        for part in parts_of(source):
            begin = NAMES if part == "names" else 1  # in tables 0 is no text
            book = books.setdefault(part, [("",) * len(languages)] * begin)
            known = len(texts) == 1 and texts[0] in book
            number = book.index(texts[0]) if known else len(book)
            if not known:
                book += texts
            need(len(book) <= 256, "words", f"book {part!r} has over 256 texts")
            numbers.add(book_of(part) << 8 | number)
        need(len(numbers) == 1, "words", f"{source}.{key} has several numbers")
        keys.setdefault(source, {})[key] = numbers.pop()
    of = {
        name: {part: [texts[i] for texts in book] for part, book in books.items()}
        for i, name in enumerate(languages)
    }
    return of, keys


def names(name: str) -> list[str]:
    """The names and cards of a set as a book: TEXT_HEADER and NAMES_* of data/text/text.inc."""
    text = gamedata.load_text(name)
    cards = [
        "\n".join(gamedata.wrap(entry)) for deck in ("chest", "chance") for entry in text[deck]
    ]
    short = gamedata.short_names(name, text["squares"])
    entries = [*text["squares"], *short, *text["groups"], *cards, text["prison"]]
    need(len(entries) == NAMES, name, f"has {len(entries)} names and cards, not {NAMES}")
    return [encoded(entry, f"{name}.toml") for entry in entries]


def book_bytes(texts: Sequence[str], words: Mapping[str, Sequence[int]]) -> bytes:
    """A book: a table of every eighth text's place from its beginning, the texts."""
    table: list[int] = []
    body: list[int] = []
    size = 2 * -(-len(texts) // STEP)
    for number, text in enumerate(texts):
        if number % STEP == 0:
            table += divmod(size + len(body), 256)[::-1]
        body += [*words[text], 0]
    return bytes(table + body)


def button_keys(language: str, keys: Numbers) -> bytes:
    """Bytes for keys.inc: BRIEF(label), letter, ...; 0 ends them (ui/menu.s, key_find)."""
    out: dict[int, str] = {}
    for name, letter in read_keys(language).items():
        where = f"words_{language}.toml: {KEYS}.{name}"
        source, _, key = name.partition(".")
        number = keys.get(source, {}).get(key)
        if number is None:
            raise WordsError(f"{where}: is no text of the game")
        book, low = divmod(number, 256)
        need(book in (1, 3) and low < 0x80, where, "is no label of a button")
        need(re.fullmatch("[A-Z]", letter), where, f"{letter!r} must be a letter from A to Z")
        brief = low | (book == 3) << 7
        need(out.setdefault(brief, letter) == letter, where, "the same text has two letters")
    return bytes(byte for brief, letter in out.items() for byte in (brief, ord(letter))) + b"\0"


def byte_lines(data: bytes) -> str:
    """``.byte`` lines."""
    rows = (data[at : at + 16] for at in range(0, len(data), 16))
    return "".join(f"        .byte {', '.join(f'${b:02X}' for b in row)}\n" for row in rows)


def write_words(out: str | Path) -> Sizes:
    """Write all books and keys below ``out``.

    Returns {area: {language, in TEXT set: bytes of its words}}.
    """
    out = Path(out)
    made: dict[str, str] = {}
    sizes: Sizes = {}
    buttons: dict[str, bytes] = {}
    every, keys = numbered()
    books: dict[str, dict[str, bytes]] = {}
    tables: dict[str, list[textpack.Pair]] = {}
    sets: dict[str, bytes] = {}
    for language, texts in every.items():
        more = texts.pop("names", [])[NAMES:]
        mine = {name: names(name) + more for name, words in SETS.items() if words == language}
        roomy = [text for part in ROOMY for text in texts.get(part, [])]
        everything = [text for part, book in texts.items() if part not in ROOMY for text in book]
        everything += [text for book in mine.values() for text in book]
        full = [text for book in FULL for text in texts.get(book, []) if language != FIRST]
        full += [text for book in mine.values() for text in book if language != FIRST]
        table, words = textpack.pairs(everything + 2 * full, roomy)
        tables[language] = table + [(0, 0)] * (textpack.PAIRS - len(table))
        parts = {name: [""] for name in PARTS if name != "names"} | texts
        books[language] = {part: book_bytes(entries, words) for part, entries in parts.items()}
        buttons[language] = button_keys(language, keys)
        sets |= {name: book_bytes(entries, words) for name, entries in mine.items()}
    for language, packed in books.items():
        halves = [bytes(pair[half] for pair in tables[language]) for half in (0, 1)]
        made[f"{language}/pairs.inc"] = "".join(map(byte_lines, halves))
        made[f"{language}/keys.inc"] = byte_lines(buttons[language])
        sizes.setdefault("WORDS", {})[language] = 2 * textpack.PAIRS + len(buttons[language])
        for part, data in packed.items():
            resident = AREAS.get(part) == "WORDS"  # where nothing is behind them
            longest = 0 if resident else max(len(other[part]) for other in books.values())
            made[f"{language}/book_{part}.inc"] = byte_lines(data.ljust(longest, b"\0"))
            area = sizes.setdefault(AREAS.get(part, part.upper()), {})
            area[language] = area.get(language, 0) + len(data)
    sizes["TEXT"] = {name: len(data) for name, data in sets.items()}
    longest = max(map(len, sets.values()))
    for name, data in sets.items():
        made[f"book_{name}_names.inc"] = byte_lines(data.ljust(longest, b"\0"))
    for source, entries in keys.items():
        rows = (f"{key:<16}= ${number:04X}\n" for key, number in entries.items())
        made[f"words_{source}.inc"] = "".join(rows)
    for name, content in made.items():
        path = out / name
        content = "; made by tools/game/words.py\n" + content
        if not path.exists() or path.read_text() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
    return sizes
