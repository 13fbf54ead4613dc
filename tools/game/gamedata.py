#!/usr/bin/env python3
"""Compile the game's data (asm/game/data/*.toml) to ca65 tables.

    tools/game/gamedata.py [OUT]     write OUT/*_tables.inc (default build/game/data)

Board and cards become tables for the rules; names and texts of cards are read here for
tools/game/words.py.  tools/game/preset_tables.py makes presets.inc, which lies there as well.
Data that does not add up is rejected with one line that names the file, the entry and what would be
right.
"""

import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

DATA = ROOT / "asm" / "game" / "data"
KINDS = (
    "go", "street", "station", "utility", "chest", "chance", "tax", "gaol", "parking", "go_to_gaol",
)  # fmt: skip
DEEDS = ("street", "station", "utility")
EFFECTS = (
    "receive", "pay", "repair", "collect", "pay_each", "advance", "station", "utility", "back",
    "gaol", "free",
)  # fmt: skip
BOARDS = ("london", "us", "berlin")  # sets of names, in the order of squares.txt
NONE = 0xFF
LETTERS = "ÄÖÜäöüß"  # of German: the font has them besides ASCII
FULL = 24  # characters of a full name
WORD = 14  # of a word of a deed's: a line of its head
MOST = 9  # of the word for gaol
CARD_COLUMNS = 20
CARD_LINES = 6


class DataError(Exception):
    """A data file is wrong; the message says where and what would be right."""


def load(name: str) -> dict[str, Any]:
    """Return the parsed file ``DATA/name``."""
    path = DATA / name
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError(f"{path.relative_to(ROOT)}: file is missing") from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path.relative_to(ROOT)}: {error}") from None


def need(condition: object, where: str, message: str) -> None:
    """Raise DataError unless the condition holds."""
    if not condition:
        raise DataError(f"{where}: {message}")


def table(name: str, values: Sequence[int | str], per_line: int = 8) -> str:
    """Return the ca65 text of a byte table; values are numbers or symbols."""
    lines = [f"{name}:"]
    for at in range(0, len(values), per_line):
        lines.append("    .byte " + ", ".join(str(v) for v in values[at : at + per_line]))
    return "\n".join(lines) + "\n"


def mortgage(price: int) -> int:
    """Return the mortgage value of a deed."""
    return price // 2


def fee(price: int) -> int:
    """Return the fee on a mortgage: a tenth of it, rounded up."""
    return (mortgage(price) + 9) // 10


def check_board(board: dict[str, Any]) -> None:
    """Refuse a board that does not fit the tables."""
    where = "board.toml"
    squares = board["square"]
    need(len(squares) == 40, where, f"{len(squares)} squares, must be 40")
    need(len(board["groups"]) == 10, where, f"{len(board['groups'])} groups, must be 10")
    for number, square in enumerate(squares):
        here = f"{where}: square {number}"
        kind = square.get("kind")
        need(kind in KINDS, here, f"kind is {kind!r}, must be one of {', '.join(KINDS)}")
        if kind in DEEDS:
            need(square.get("group") in board["groups"], here, "group is not in [groups]")
            price = square.get("price")
            need(isinstance(price, int) and 0 < price <= 400, here, "price must be 1-400")
        if kind == "street":
            rent = square.get("rent", [])
            need(len(rent) == 6, here, f"{len(rent)} rents, must be 6")
            need(all(0 < r < 0x8000 for r in rent), here, "a rent is outside 1-32767")
        if kind == "tax":
            need(0 < square.get("pay", 0) <= 255, here, "pay must be 1-255")


def halves(name: str, values: Iterable[int]) -> dict[str, list[int]]:
    """Return two tables, low and high bytes."""
    return {f"{name}_lo": [v & 0xFF for v in values], f"{name}_hi": [v >> 8 for v in values]}


def board() -> dict[str, Any]:
    """Return board.toml, checked."""
    found = load("board.toml")
    check_board(found)
    return found


def board_columns(board: dict[str, Any]) -> dict[str, list[Any]]:
    """Return {name: values} of the board's tables, a byte each; kinds are symbols."""
    squares = board["square"]
    groups = list(board["groups"])
    members = [[n for n, s in enumerate(squares) if s.get("group") == g] for g in groups]
    streets = [n for n, s in enumerate(squares) if s["kind"] == "street"]
    prices = [s.get("price", s.get("pay", 0)) for s in squares]
    deed_prices = [s.get("price", 0) for s in squares]
    first = [sum(len(m) for m in members[:g]) for g in range(len(groups))]
    return {
        "square_kind": [f"KIND_{s['kind'].upper()}" for s in squares],
        "square_group": [groups.index(s["group"]) if "group" in s else NONE for s in squares],
        **halves("price", prices),
        "mortgage_value": [mortgage(p) for p in deed_prices],
        "fee_value": [fee(p) for p in deed_prices],
        "street_index": [streets.index(n) * 6 if n in streets else NONE for n in range(40)],
        **halves("street_rents", [r for n in streets for r in squares[n]["rent"]]),
        "group_size": [len(m) for m in members],
        "group_first": first,
        "group_squares": [n for m in members for n in m],
        "group_house_cost": [board["groups"][g]["house"] for g in groups],
        "station_rents": board["rents"]["stations"],
        "utility_rents": board["rents"]["utilities"],
    }


def board_tables() -> str:
    """Return the ca65 text of the board's tables."""
    tables = (table(name, values) for name, values in board_columns(board()).items())
    return "; written by tools/game/gamedata.py from board.toml\n" + "".join(tables)


def card_operands(card: dict[str, Any], where: str) -> list[int]:
    """Return the two operand bytes of a card."""
    names = {
        "receive": ("amount",), "pay": ("amount",), "collect": ("amount",),
        "pay_each": ("amount",), "repair": ("house", "hotel"), "advance": ("square",),
        "back": ("squares",),
    }.get(card["do"], ())  # fmt: skip
    values = []
    for name in names:
        need(name in card, where, f"{card['do']} needs {name} = NUMBER")
        need(0 <= card[name] <= 255, where, f"{name} is {card[name]}, must be 0-255")
        values.append(card[name])
    return ([*values, 0, 0])[:2]


def card_tables() -> str:
    """Return the ca65 text of the cards' tables: deck 0 Chest, deck 1 Chance."""
    decks = load("cards.toml")
    effects: list[str] = []
    first: list[int] = []
    second: list[int] = []
    free: list[int] = []
    for deck in ("chest", "chance"):
        cards = decks.get(deck, [])
        need(len(cards) == 16, f"cards.toml: {deck}", f"{len(cards)} cards, must be 16")
        for number, card in enumerate(cards):
            where = f"cards.toml: {deck} card {number}"
            need(card.get("do") in EFFECTS, where, f"do must be one of {', '.join(EFFECTS)}")
            effects.append(f"CARD_{card['do'].upper()}")
            one, two = card_operands(card, where)
            first.append(one)
            second.append(two)
        kept = [n for n, card in enumerate(cards) if card["do"] == "free"]
        need(len(kept) == 1, f"cards.toml: {deck}", f"{len(kept)} free cards, must be 1")
        free += kept
    return "".join(
        [
            "; written by tools/game/gamedata.py from cards.toml\n",
            table("card_effect", effects, 4),
            table("card_value", first),
            table("card_value2", second),
            table("deck_free_card", free),
        ]
    )


def drawn(text: str) -> bool:
    """True if the font has every letter of a text."""
    return all(char.isascii() or char in LETTERS for char in text)


def wrap(text: str, columns: int = CARD_COLUMNS) -> list[str]:
    """Break a text into lines of at most ``columns`` characters at spaces."""
    lines = [""]
    for word in text.split():
        if not lines[-1]:
            lines[-1] = word
        elif len(lines[-1]) + 1 + len(word) <= columns:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def load_text(language: str) -> dict[str, Any]:
    """Return one language's words, checked: dict with squares, chest, chance, groups."""
    where = f"text/{language}.toml"
    text = load(where)
    squares = text.get("squares", [])
    deeds = [square["kind"] in DEEDS for square in load("board.toml")["square"]]
    need(len(squares) == 40, f"{where}: squares", f"{len(squares)} names, must be 40")
    for number, entry in enumerate(squares):
        need(
            0 < len(entry) <= FULL and drawn(entry),
            f"{where}: squares {number}",
            f"{entry!r} must be ASCII or of {LETTERS}, 1-{FULL} characters",
        )
        longest = max(entry.split(), key=len)
        need(
            len(longest) <= WORD or not deeds[number],
            f"{where}: squares {number}",
            f"{longest!r} has {len(longest)} characters, at most {WORD} fit a line",
        )
    need(len(text.get("groups", [])) == 10, f"{where}: groups", "must be 10 names")
    prison = text.get("prison", "")
    need(0 < len(prison) <= MOST, f"{where}: prison", f"must be a word of at most {MOST} letters")
    for deck in ("chest", "chance"):
        cards = text.get(deck, [])
        need(len(cards) == 16, f"{where}: {deck}", f"{len(cards)} cards, must be 16")
        for number, entry in enumerate(cards):
            lines = wrap(entry)
            here = f"{where}: {deck} card {number}"
            need(drawn(entry), here, f"must be ASCII or of {LETTERS}")
            need(len(lines) <= CARD_LINES, here, f"{len(lines)} lines, at most {CARD_LINES}")
            need(max(map(len, lines)) <= CARD_COLUMNS, here, f"a word exceeds {CARD_COLUMNS}")
    return text


def read_squares() -> dict[int, tuple[str, ...]]:
    """dict square -> (London 1, London 2, US 1, US 2 ...): the short names, without corners."""
    squares = {}
    path = DATA / "text" / "squares.txt"
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith(";"):
            continue
        parts = [p.strip() for p in line.split("|")]
        wanted = 1 + 2 * len(BOARDS)
        need(
            len(parts) == wanted,
            f"squares.txt:{number}",
            f"{len(parts)} columns, must be {wanted}",
        )
        squares[int(parts[0])] = tuple(parts[1:])
    return squares


def short_names(language: str, full: Sequence[str]) -> list[str]:
    """Names of the 40 squares in two short words; corners have their full ones."""
    at = 2 * BOARDS.index(language)
    squares = read_squares()
    return [
        " ".join(squares[n][at : at + 2]).strip() if n in squares else full[n] for n in range(40)
    ]


def build(out: str | Path) -> None:
    """Write all tables below ``out``."""
    tables = {"board_tables.inc": board_tables(), "card_tables.inc": card_tables()}
    write_changed(Path(out), tables)


def write_changed(out: Path, made: Mapping[str, str]) -> None:
    """Write {name: text} below ``out``; files whose text did not change are left alone."""
    out.mkdir(parents=True, exist_ok=True)
    for name, content in made.items():
        target = out / name
        if not target.exists() or target.read_text() != content:
            target.write_text(content)


def main(argv: Sequence[str] | None = None) -> int:
    """Compile everything."""
    args = sys.argv[1:] if argv is None else argv
    try:
        build(args[0] if args else ROOT / "build" / "game" / "data")
    except DataError as error:
        print(f"gamedata: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    from tools.usage import answer_help

    answer_help(__doc__, "[OUT]")
    sys.exit(main())
