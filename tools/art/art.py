"""Turn the drawn art (asm/game/art/*.txt) into data for the assembler.

font.bin     2048 bytes, eight pages, one for each row of dots of 256 glyphs: letters at their
             ASCII codes, furniture at the codes $01-$1F and from $7F up, behind it
             (GLYPH_RING ...) what the whole board needs
glyphs.inc   GLYPH_<NAME> = code of each piece
corners.inc  corner_cells: nine codes of each corner of the board
tokens.bin   64 bytes a sprite, 14 rows at the top left, the pointer behind them;
             frame.bin, motion.bin, props.bin, confetti.bin with all 21 rows
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tools.art.artcheck import Dots
from tools.art.glyphs import MULTI_DOTS, BadArt, code_of, read_blocks

FURNITURE_CODES = [*range(0x01, 0x20), *range(0x7F, 0x97)]
GLYPH_RING = 0x97
TOKENS = (
    "token",
    *(f"token_{n}" for n in ("hat", "car", "ship", "cat", "boot", "crown", "rocket")),
)
# Pictures of the corners, their words by language, the row at which these begin.
CORNERS: tuple[tuple[str, dict[str, str], int], ...] = (
    ("go", {}, 0),
    ("gaol", {"en": "VISIT", "de": "BESUCH"}, 18),
    ("parking", {"en": "FREE", "de": "FREI"}, 1),
    ("police", {"en": "GO TO", "de": "GEHE"}, 19),
)
CORNER_ROWS = 5  # of a word
PICTURES = ("chest", "chance", "tax")  # on squares that nobody can own
PARTS = ("rails", "wires", "shadeR", "shadeB", "shadeC")


def pack_rows(dots: Dots) -> bytes:
    """uint8[n, 8] of 0/1 -> n bytes, leftmost dot in bit 7."""
    return np.packbits(dots, axis=1).tobytes()


def build_font(art: Path) -> tuple[bytearray, dict[str, int], dict[str, Dots]]:
    """Return (bytearray of 2048, dict name -> code, dict name -> dots of the furniture)."""
    font = bytearray(2048)
    for name, dots in read_blocks(art / "font.txt").items():
        code = code_of(name)
        font[code * 8 : code * 8 + 8] = pack_rows(dots)
    codes = {}
    furniture = read_blocks(art / "furniture.txt")
    if len(furniture) > len(FURNITURE_CODES):
        raise BadArt(f"furniture.txt: {len(furniture)} pieces, room for {len(FURNITURE_CODES)}")
    for code, (name, dots) in zip(FURNITURE_CODES, furniture.items(), strict=False):
        codes[name] = code
        font[code * 8 : code * 8 + 8] = pack_rows(dots)
    return font, codes, furniture


def build_sprites(path: Path, height: int, wide: int = 12) -> tuple[list[str], bytes]:
    """Return (names, bytes): multicolour sprites, ``height`` rows of ``wide`` double dots."""
    data, names = bytearray(), []
    for name, dots in read_blocks(path, MULTI_DOTS, height).items():
        sprite = np.zeros((21, 24), dtype=np.uint8)
        sprite[:height, 0 : 2 * wide : 2] = dots >> 1
        sprite[:height, 1 : 2 * wide : 2] = dots & 1
        data += np.packbits(sprite, axis=1).tobytes() + b"\0"
        names.append(name)
    return names, bytes(data)


def read_squares(art: Path) -> dict[int, tuple[str, ...]]:
    """dict square -> (London 1, London 2, US 1, US 2)."""
    squares = {}
    for number, line in enumerate((art / "squares.txt").read_text().splitlines(), 1):
        if not line or line.startswith(";"):
            continue
        parts = [p.strip() for p in line.split("|")]
        if len(parts) != 5:
            raise BadArt(f"squares.txt:{number}: {len(parts)} columns, wanted 5")
        squares[int(parts[0])] = tuple(parts[1:])
    return squares


def ring_glyphs(art: Path, font: dict[str, Dots]) -> dict[str, Dots]:
    """dict name -> uint8[8, 8] of what the squares of the whole board are drawn with.

    num_r0-9, num_l0-9, num_t0-9: a digit of the narrow face in the right or left half, and
    with a 0 behind it; tokl_*, tokr_*: the halves of a token in the middle of two cells;
    quad1-14: a cell by its quarters (8 upper left, 4, 2, 1 lower right), for large letters.
    """
    parts = read_blocks(art / "whole.txt")
    narrow = read_blocks(art / "narrow.txt", height=5)
    out = {name: parts[name] for name in PARTS}

    def digits(*places: tuple[int, str]) -> Dots:
        cell = np.zeros((8, 8), dtype=np.uint8)
        for x, char in places:
            cell[2:7, x : x + 3] = narrow[char]
        return cell

    for kind, at in (("r", 4), ("l", 0)):
        out |= {f"num_{kind}{d}": digits((at, d)) for d in "0123456789"}
    out |= {f"num_t{d}": digits((0, d), (4, "0")) for d in "0123456789"}
    for name in TOKENS:
        both = np.zeros((8, 16), dtype=np.uint8)
        both[:, 4:12] = font[name]
        out |= {f"tokl_{name}": both[:, :8]}
    for name in TOKENS:
        both = np.zeros((8, 16), dtype=np.uint8)
        both[:, 4:12] = font[name]
        out |= {f"tokr_{name}": both[:, 8:]}
    pictures = read_blocks(art / "pictures_small.txt", height=16)
    for name in PICTURES:
        for k in range(4):
            y, x = 8 * (k // 2), 8 * (k % 2)
            out[f"{name}{k}"] = pictures[name][y : y + 8, x : x + 8]
    for n in range(1, 15):
        quarters = np.array([[n >> 3 & 1, n >> 2 & 1], [n >> 1 & 1, n & 1]], dtype=np.uint8)
        out[f"quad{n}"] = quarters.repeat(4, axis=0).repeat(4, axis=1)
    return out


def corner_dots(art: Path, language: str = "en") -> list[Dots]:
    """The four corners of the board, uint8[24, 24] each, with their words."""
    pictures = read_blocks(art / "corners_small.txt", height=24)
    narrow = read_blocks(art / "narrow.txt", height=5)
    out = []
    for name, words, row in CORNERS:
        dots = pictures[name].copy()
        if words:
            letters = narrow_word(narrow, words[language])
            left = (24 - letters.shape[1]) // 2
            dots[row : row + 5, left : left + letters.shape[1]] |= letters
        out.append(dots)
    return out


def scaled(dots: Dots, factor: int) -> Dots:
    """Enlarge dots and smooth the diagonal steps (Scale2x/3x style corner filling)."""
    big = np.repeat(np.repeat(dots, factor, axis=0), factor, axis=1)
    padded = np.pad(dots, 1)
    high, wide = dots.shape
    half = factor // 2
    for y in range(high):
        for x in range(wide):
            if dots[y, x]:
                continue
            up, down = padded[y, x + 1], padded[y + 2, x + 1]
            left, right = padded[y + 1, x], padded[y + 1, x + 2]
            for on, rows in (
                (up and left, [(j, range(half - j)) for j in range(half)]),
                (up and right, [(j, range(factor - half + j, factor)) for j in range(half)]),
                (down and left, [(j, range(j - half)) for j in range(factor - half, factor)]),
            ):
                if on:
                    for j, columns in rows:
                        for i in columns:
                            big[y * factor + j, x * factor + i] = 1
            if down and right:
                for j in range(factor - half, factor):
                    for i in range(2 * factor - half - j - 1 + (factor % 2), factor):
                        big[y * factor + j, x * factor + i] = 1
    return big


def trim(dots: Dots) -> Dots:
    """Cut empty columns at both sides."""
    used = np.flatnonzero(dots.any(axis=0))
    return dots[:, used[0] : used[-1] + 1]


def word(font: Sequence[Dots], text: str, factor: int, gap: int = 1) -> Dots:
    """Letters of the text face, enlarged, with ``gap`` dots between: uint8[7 * factor, w]."""
    parts = []
    for char in text:
        glyph = trim(font[ord(char)])[:7] if char != " " else np.zeros((7, 2), dtype=np.uint8)
        parts += [scaled(glyph, factor), np.zeros((7 * factor, gap), dtype=np.uint8)]
    return np.concatenate(parts[:-1], axis=1)


def narrow_word(narrow: dict[str, Dots], text: str) -> Dots:
    """uint8[5, w]."""
    parts = []
    for char in text:
        glyph = np.zeros((5, 1), dtype=np.uint8) if char == " " else narrow[char]
        parts += [glyph, np.zeros((5, 1), dtype=np.uint8)]
    return np.concatenate(parts[:-1], axis=1)


def build_ring(
    art: Path, font: bytearray, codes: dict[str, int], furniture: dict[str, Dots]
) -> tuple[list[int], dict[int, bytes]]:
    """Put the ring's glyphs into ``font`` and ``codes``; returns the nine codes of each corner,
    and {code: rows in German} of the cells that words differ in, which nothing else shares."""
    drawn, spare = ring_glyphs(art, furniture), FURNITURE_CODES[len(furniture) :]
    at = GLYPH_RING
    for name, dots in drawn.items():
        codes[name] = at
        font[at * 8 : at * 8 + 8] = pack_rows(dots)
        at += 1
    known = {bytes(font[8 * c : 8 * c + 8]): c for c in range(at - 1, 0, -1)} | {bytes(8): 0x20}
    free, corners, german = [*range(255, at - 1, -1), *spare], [], {}
    for dots, other in zip(corner_dots(art), corner_dots(art, "de"), strict=True):
        for k in range(9):
            y, x = 8 * (k // 3), 8 * (k % 3)
            data, theirs = (pack_rows(of[y : y + 8, x : x + 8]) for of in (dots, other))
            code = known.get(data) if data == theirs else None
            if code is None:
                if not free:
                    raise BadArt("corners_small.txt: the font has no room for so many cells")
                code = free.pop()
                font[code * 8 : code * 8 + 8] = data
                if data == theirs:
                    known[data] = code
                else:
                    german[code] = theirs
            corners.append(code)
    return corners, german


def corner_words(font: bytes | bytearray, german: dict[int, bytes]) -> str:
    """Return assembly source for changing the language of the corners' words: for each cell its
    code, the page of the font of the first of five rows, and their pixels that change.  Applying it
    again brings English back."""
    lines = ["; made by tools/art/art.py", f"CORNER_WORDS = {len(german)}"]
    lines += [f"CORNER_ROWS = {CORNER_ROWS}", "corner_words:"]
    for code, rows in german.items():
        changed = bytes(a ^ b for a, b in zip(font[8 * code : 8 * code + 8], rows, strict=True))
        first = min(next(row for row in range(8) if changed[row]), 8 - CORNER_ROWS)
        if any(changed[first + CORNER_ROWS :]):
            raise BadArt("corners_small.txt: the words must be five rows high")
        dots = (f"${byte:02X}" for byte in changed[first : first + CORNER_ROWS])
        lines.append(f"        .byte ${code:02X}, >FONT + {first}, " + ", ".join(dots))
    return "\n".join(lines) + "\n"


def build_art(art: Path, out: Path) -> None:
    """Write every file named above into ``out``."""
    out.mkdir(parents=True, exist_ok=True)
    font, codes, furniture = build_font(art)
    corners, german = build_ring(art, font, codes, furniture)
    (out / "corner_words.inc").write_text(corner_words(font, german))
    (out / "font.bin").write_bytes(bytes(font[8 * c + row] for row in range(8) for c in range(256)))
    names, tokens = build_sprites(art / "tokens_small.txt", 14, 8)
    pointer = build_sprites(art / "pointer.txt", 14)[1]
    (out / "tokens.bin").write_bytes(tokens + pointer)
    (out / "props.bin").write_bytes(build_sprites(art / "props.txt", 21)[1])
    (out / "confetti.bin").write_bytes(build_sprites(art / "confetti.txt", 21)[1])
    (out / "frame.bin").write_bytes(build_sprites(art / "frame.txt", 21)[1])
    (out / "motion.bin").write_bytes(build_sprites(art / "motion.txt", 21)[1])
    lines = ["; made by tools/art/art.py from asm/game/art", f"GLYPH_RING = ${GLYPH_RING:02X}"]
    lines += [f"GLYPH_{n.upper()} = ${c:02X}" for n, c in codes.items()]
    lines += [f"TOKEN_{n.upper()} = {i}" for i, n in enumerate(names)]
    lines += [f"TOKENS = {len(names)}"]
    (out / "glyphs.inc").write_text("\n".join(lines) + "\n")
    rows = [", ".join(f"${c:02X}" for c in corners[k : k + 9]) for k in range(0, 36, 9)]
    text = "; made by tools/art/art.py\ncorner_cells:\n" + "".join(
        f"        .byte {r}\n" for r in rows
    )
    (out / "corners.inc").write_text(text)
