"""Texts as they are shown, in banks of the high chip of go64.crt (called by cartridge.py).

In memory a text is packed, and a table tells every eighth (asm/game/ui/text.s): finding one and
undoing its pairs takes more cycles than writing it. So the cartridge has each book of each file a
second time: two pages with the addresses of its texts, low bytes and high ones, by number, two
with those of the packed ones in memory, then the texts, each ended by END. PAUSE stands where
interrupts that are due have to be let in. The code that copies them (asm/game/cartridge/quick.s)
is the end of each bank. A file brings, besides its own bytes, where its books lie here
(asm/game/cartridge/reader.s, ``text_banks``).
"""

from collections.abc import Sequence
from typing import NamedTuple

from tools.game import build_game, pack, textpack, words
from tools.game.cartridge_files import BANK, PAGE, UNUSED
from tools.game.cartridge_pages import HIGH

END, PAUSE = 0x80, 0xFF  # told from characters by bit 7, from each other by the bits below
PAUSE_AFTER = 48  # characters, each of which takes 31 cycles at most
TEXTS_MOST = 256  # of a book
ENTRY = 2  # bytes of the table in a book, for each words.STEP texts
BOOKS = len(words.BOOKS)
# What a file begins with, by its first area, and where the address of its book stands there.
MARKED = {"TITLE": "overlay", "BRAIN": "brain", "TEXT": "names", "VARIANT": "variant"}
MARK, HEADER = build_game.MARK_SIZE, 0
HEAD_PAGES = 4  # of a book: with addresses


class Book(NamedTuple):
    """A book's texts, by number, and where they lie in memory, packed."""

    texts: tuple[bytes, ...]
    places: tuple[int, ...]


Books = dict[int, Book]  # by number, from 1


class Shelf(NamedTuple):
    """Banks with books: their bytes, and {book: (bank, page)}."""

    banks: list[bytes]
    places: dict[Book, tuple[int, int]]


def expand(packed: bytes, pairs: bytes) -> bytes:
    """Return a text as it is shown; ``pairs``: all left halves, then the right ones."""
    out, left = bytearray(), list(reversed(packed))
    while left:
        code = left.pop()
        if code < textpack.FIRST:
            out.append(code)
        else:
            pair = code - textpack.FIRST
            left += (pairs[textpack.PAIRS + pair], pairs[pair])
    return bytes(out)


def read_book(content: bytes, at: int, pairs: bytes) -> Book:
    """Return a book, as it lies at an address; at most as many texts as its table has room for."""
    begin = int.from_bytes(content[:ENTRY], "little")
    most, left = min(begin // ENTRY * words.STEP, TEXTS_MOST), content[begin:]
    found: list[bytes] = []
    places: list[int] = []
    while len(found) < most:
        places.append(at + len(content) - len(left))
        packed, end, left = left.partition(b"\0")
        shown = expand(packed, pairs)
        if not end or len(shown) > words.LONGEST:  # what lies behind the last one
            break
        found.append(shown)
    return Book(tuple(found), tuple(places[: len(found)]))


def memory(blocks: Sequence[pack.Block], at: int, size: int | None = None) -> bytes:
    """Return what blocks of memory have from an address on."""
    for start, content in blocks:
        if start <= at < start + len(content):
            return content[at - start :][:size]
    raise build_game.GameError(f"no file of the cartridge has ${at:04X}")


def address(blocks: Sequence[pack.Block], at: int) -> int:
    """Return the address that is stored at an address."""
    return int.from_bytes(memory(blocks, at, 2), "little")


def file_books(blocks: Sequence[pack.Block], pairs: bytes) -> Books:
    """Return the book of a file that begins with a mark, or with the header of names."""
    first = blocks[0][0]
    for area, name in MARKED.items():
        if build_game.MAP[area].start == first:
            place = first + (HEADER if area == "TEXT" else MARK)
            at = address(blocks, place)
            return {words.BOOKS.index(name) + 1: read_book(memory(blocks, at), at, pairs)}
    return {}


def language_books(resident: Sequence[pack.Block], title: Books, pairs: bytes) -> Books:
    """Return the books that change with the language: two of WORDS, and that of the title."""
    start = build_game.MAP["WORDS"].start + 2 * textpack.PAIRS
    both = (address(resident, start), address(resident, start + 2))
    found = [read_book(memory(resident, at), at, pairs) for at in both]
    return dict(enumerate(found, 1)) | title


def page_bytes(book: Book, at: int) -> bytes:
    """Return a book as the cartridge has it, at an address."""
    begins, out = [], b""
    for text in book.texts:
        begins.append(at + HEAD_PAGES * PAGE + len(out))
        for first in range(0, len(text), PAUSE_AFTER):
            out += bytes((PAUSE,)) * (first > 0) + text[first : first + PAUSE_AFTER]
        out += bytes((END,))
    head = b"".join(
        bytes(place >> shift & 0xFF for place in places).ljust(PAGE, UNUSED)
        for places in (begins, book.places)
        for shift in (0, 8)
    )
    return head + out


def shelve(books: Sequence[Book], first: int, code: bytes) -> Shelf:
    """Return the banks with books, from a bank on; what several files have is there once.

    code    what each bank ends with
    """
    shelf, room = Shelf([], {}), BANK - len(code)
    bank = b""
    for content in dict.fromkeys(books):
        made = page_bytes(content, HIGH + len(bank))
        made += UNUSED * (-len(made) % PAGE)
        if len(bank) + len(made) > room:
            shelf.banks.append(bank.ljust(room, UNUSED) + code)
            bank, made = b"", page_bytes(content, HIGH)
            made += UNUSED * (-len(made) % PAGE)
        if len(made) > room:
            raise build_game.GameError(f"a book needs {len(made)} bytes of a bank")
        shelf.places[content] = first + len(shelf.banks), (HIGH + len(bank)) // PAGE
        bank += made
    if bank:
        shelf.banks.append(bank.ljust(room, UNUSED) + code)
    return shelf


def told(books: Books, shelf: Shelf, at: int) -> list[pack.Block]:
    """Return the bytes that tell where a file's books lie; ``at``: the address of text_banks."""
    return [
        (at + part * BOOKS + number - 1, bytes((place,)))
        for number, content in sorted(books.items())
        for part, place in enumerate(shelf.places[content])
    ]
