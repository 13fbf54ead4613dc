"""The records of ld65's debug file, and what a debug file may cost.

Source: "ld65 Users Guide" and cc65's src/dbginfo/dbginfo.c for the format, version 2.0.

A debug file may come from a stranger.  A record is kept as its line, and taken apart whenever it is
asked for: as dictionaries the quarter of a million records of a game take 200 MB.
"""

import io
import re
from collections.abc import Iterator, Mapping

from disk.budget import DEBUG_MOST, IMAGE_MOST, TEXT_MOST, Budget
from disk.plain_file import read_plain
from emu.kit.errors import KitUsageError
from emu.kit.types import AnyPath

DBG_LARGEST = IMAGE_MOST  # bytes; that of a game of 60 KB has 13 million
NUMBER_MOST = 0xFFFFFFFF
_RECORD_COST = 200  # bytes that a record takes beside its text
_ITEM_COST = 40  # of an id in a list, for the time that looking it up takes
# Of a record of these kinds beside that: a segment's object, and looking for a source in folders.
_COSTS = {"seg": 400, "file": 20_000}
_LINE_MOST = TEXT_MOST  # bytes of a record; the longest of a game's has 3,000
_NUMBER = re.compile(r"[0-9]{1,10}|0x[0-9A-Fa-f]{1,8}")
_FIELD = re.compile(r'(\w+)=("[^"]*"|[^,]*)')
_HEAD = b"version\tmajor=2,"
Fields = dict[str, str]  # of a record


class Damaged(ValueError):
    """A record of a debug file is invalid."""


class Table(Mapping[int, Fields]):
    """The records of one kind by their ids: {key: text} of each."""

    def __init__(self) -> None:
        self.lines: dict[int, str] = {}

    def __getitem__(self, number: int) -> Fields:
        return _fields(self.lines[number])

    def __iter__(self) -> Iterator[int]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def holding(self, text: str) -> Iterator[Fields]:
        """Yield the records with ``text`` somewhere in their line: who reads them checks the field.

        Taking a record apart costs twenty times as much as looking through its line.
        """
        return (_fields(line) for line in self.lines.values() if text in line)


def memory_of(text: str) -> int:
    """Return the bytes that the characters of a text take, at most."""
    return len(text) if text.isascii() else 4 * len(text)


def _fields(line: str) -> Fields:
    """Return {key: text} of a record; without a comma in quotes that takes a third of the time."""
    quoted = line.find('"')
    if quoted < 0 or "," not in line[quoted : line.rfind('"')]:
        parts = line.replace('"', "").split(",")
        if line.count("=") == len(parts):
            return dict([part.split("=") for part in parts])
    return {key: text.strip('"') for key, text in _FIELD.findall(line)}


def lines_of(data: bytes) -> Iterator[str]:
    """Yield the lines of a text in UTF-8, one in memory at a time; Damaged for a very long one.

    All at once they would take four bytes for each character if only one is beyond 16 bits.
    """
    for line in io.BytesIO(data):
        if len(line) > _LINE_MOST:
            raise Damaged(f"line of {len(line)} bytes")
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def debug_records(path: AnyPath, budget: Budget | None = None) -> dict[str, Table]:
    """Return {kind: its records} of ld65's debug file.

    budget  what the records are drawn from

    Raises KitUsageError for a file that is none or cannot be read, Damaged for a record that is
    invalid, OverBudget if there are too many.
    """
    try:
        data = read_plain(path, DBG_LARGEST)
    except OSError as error:
        shown = repr(str(path)) if "\0" in str(path) else path
        raise KitUsageError(f"dbg {shown}: cannot be read ({error.strerror})") from None
    if not data.startswith(_HEAD):
        raise KitUsageError(f"dbg {path}: not a debug file of version 2, as ld65 --dbgfile writes")
    budget = Budget(DEBUG_MOST) if budget is None else budget
    budget.take(len(data))
    records: dict[str, Table] = {}
    for line in lines_of(data):
        kind, _, rest = line.partition("\t")
        # As ld65 writes it; a record of another program may have its number elsewhere.
        number = rest[3:].partition(",")[0] if rest.startswith("id=") else _fields(rest).get("id")
        if number is not None:
            price = _RECORD_COST + memory_of(rest) + _ITEM_COST * rest.count("+")
            budget.take(price + _COSTS.get(kind, 0))
            if kind not in records:
                records[kind] = Table()
            records[kind].lines[_number(number, "id")] = rest
    return records


def number_of(fields: Fields, key: str) -> int:
    """Return a number of a record, at most 32 bits; Damaged if it is no number."""
    return _number(fields[key], key)


def _number(text: str, key: str) -> int:
    if len(text) < 10 and text.isascii() and text.isdigit():
        return int(text)  # nearly all of the two million in a game's file
    if not _NUMBER.fullmatch(text) or int(text, 0 if "x" in text else 10) > NUMBER_MOST:
        raise Damaged(f"{key}={text[:20]!r}")
    return int(text, 0 if "x" in text else 10)


def ids_of(fields: Fields, key: str) -> list[int]:
    """Return a record's list of ids, which ``+`` joins."""
    text = fields.get(key)
    return [_number(part, key) for part in text.split("+")] if text else []
