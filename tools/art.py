"""Turn the drawn art (asm/game/art/*.txt) into data for the assembler.

font.bin     2048 bytes, 256 glyphs: letters at their ASCII codes, furniture at
             the codes $01-$1F and from $7F up, the rest soft (filled in by the program)
glyphs.inc   GLYPH_<NAME> = code of each piece of furniture, GLYPH_SOFT = first soft code
tokens.bin   64 bytes a sprite, 14 rows at the top left; frame.bin the same with all 21 rows
names_<set>.bin  40 bytes a square: 8 cells (2 lines of 4), the five middle rows of each
corner_<set>.bin 4 corners: 25 cell codes relative to GLYPH_SOFT + SOFT_CORNER, then the
             count of glyphs and the glyphs; corner_<set>.inc says where each begins
logo.bin     the title's picture in the same form
"""

import numpy as np

from tools.glyphs import MULTI_DOTS, BadArt, code_of, narrow_cells, read_blocks

FURNITURE_CODES = [*range(0x01, 0x20), *range(0x7F, 0x97)]
GLYPH_SOFT = 0x97
SOFT_NAMES = 80
SOFT_CORNER = SOFT_NAMES
SOFT_CELLS = 256 - GLYPH_SOFT
SPRITE_BYTES = 64
CORNERS = ("go", "gaol", "car", "whistle")


def pack_rows(dots):
    """uint8[n, 8] of 0/1 -> n bytes, leftmost dot in bit 7."""
    return np.packbits(dots, axis=1).tobytes()


def build_font(art):
    """Return (2048 bytes, dict name -> code)."""
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
    return bytes(font), codes


def build_sprites(path, height):
    """Return (names, bytes): multicolour sprites, ``height`` rows at the top left."""
    data, names = bytearray(), []
    for name, dots in read_blocks(path, MULTI_DOTS, height).items():
        sprite = np.zeros((21, 24), dtype=np.uint8)
        sprite[:height, 0::2] = dots >> 1
        sprite[:height, 1::2] = dots & 1
        data += np.packbits(sprite, axis=1).tobytes() + b"\0"
        names.append(name)
    return names, bytes(data)


def read_squares(art):
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


def build_names(art, which):
    """1600 bytes; ``which`` 0 London, 1 US."""
    narrow = read_blocks(art / "narrow.txt", height=5)
    out = bytearray(1600)
    for square, lines in read_squares(art).items():
        for k in range(2):
            cells = narrow_cells(lines[2 * which + k], narrow, 4, 2)[2:7]
            for i in range(4):
                at = square * 40 + (4 * k + i) * 5
                out[at : at + 5] = pack_rows(cells[:, 8 * i : 8 * i + 8])
    return bytes(out)


class Drawing:
    """A one-bit picture of whole cells that becomes cell codes and distinct glyphs."""

    def __init__(self, columns, rows):
        self.dots = np.zeros((rows * 8, columns * 8), dtype=np.uint8)

    def paste(self, x, y, dots):
        """Combine dots (uint8[h, w]) into the picture at (x, y)."""
        high, wide = dots.shape
        if y + high > self.dots.shape[0] or x + wide > self.dots.shape[1] or x < 0:
            raise BadArt(f"drawing: {wide} x {high} dots do not fit at ({x}, {y})")
        self.dots[y : y + high, x : x + wide] |= dots

    def encode(self, first, room):
        """(cell codes, glyph bytes); blank cells are the space."""
        glyphs, codes = [], bytearray()
        for row in range(self.dots.shape[0] // 8):
            for column in range(self.dots.shape[1] // 8):
                data = pack_rows(self.dots[row * 8 : row * 8 + 8, column * 8 : column * 8 + 8])
                if not any(data):
                    codes.append(0x20)
                    continue
                if data not in glyphs:
                    glyphs.append(data)
                codes.append(first + glyphs.index(data))
        if len(glyphs) > room:
            raise BadArt(f"drawing: {len(glyphs)} distinct cells, room for {room}")
        return bytes(codes), b"".join(glyphs)


def scaled(dots, factor):
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
            for on, ys, xs in (
                (up and left, range(half), lambda j: range(half - j)),
                (up and right, range(half), lambda j: range(factor - half + j, factor)),
                (down and left, range(factor - half, factor), lambda j: range(j - half)),
            ):
                if on:
                    for j in ys:
                        for i in xs(j):
                            big[y * factor + j, x * factor + i] = 1
            if down and right:
                for j in range(factor - half, factor):
                    for i in range(2 * factor - half - j - 1 + (factor % 2), factor):
                        big[y * factor + j, x * factor + i] = 1
    return big


def trim(dots):
    """Cut empty columns at both sides."""
    used = np.flatnonzero(dots.any(axis=0))
    return dots[:, used[0] : used[-1] + 1]


def word(font, text, factor, gap=1):
    """Letters of the text face, enlarged, with ``gap`` dots between: uint8[7 * factor, w]."""
    parts = []
    for char in text:
        glyph = trim(font[ord(char)])[:7] if char != " " else np.zeros((7, 2), dtype=np.uint8)
        parts += [scaled(glyph, factor), np.zeros((7 * factor, gap), dtype=np.uint8)]
    return np.concatenate(parts[:-1], axis=1)


def narrow_word(narrow, text):
    """uint8[5, w]."""
    parts = []
    for char in text:
        glyph = np.zeros((5, 1), dtype=np.uint8) if char == " " else narrow[char]
        parts += [glyph, np.zeros((5, 1), dtype=np.uint8)]
    return np.concatenate(parts[:-1], axis=1)


def build_corners(art, which):
    """Four Drawings of 5 x 5 cells: GO, gaol, parking, go to gaol."""
    font = {code_of(k): v for k, v in read_blocks(art / "font.txt").items()}
    narrow = read_blocks(art / "narrow.txt", height=5)
    pictures = read_blocks(art / "corners.txt", height=22)
    gaol = ("GAOL", "JAIL")[which]
    texts = (("", "SALARY 200"), ("VISITING", gaol), ("FREE", "PARKING"), ("GO TO", gaol))
    out = []
    for k, (name, (above, below)) in enumerate(zip(CORNERS, texts, strict=True)):
        drawing = Drawing(5, 5)
        art_dots = word(font, "GO", 3, 3)[:21] if name == "go" else pictures[name]
        drawing.paste((40 - art_dots.shape[1]) // 2, 3 if k == 0 else 9, art_dots)
        if k == 0:
            drawing.paste(4, 25, pictures["arrow"][:9, :32])
        for text, y in ((above, 2), (below, 34)):
            if text:
                dots = narrow_word(narrow, text)
                drawing.paste((40 - dots.shape[1]) // 2, y, dots)
        out.append(drawing)
    return out


def build_logo(art):
    """The title: GO 64 in letters 40 dots high, 28 x 5 cells."""
    font = {code_of(k): v for k, v in read_blocks(art / "font.txt").items()}
    drawing = Drawing(28, 5)
    dots = word(font, "GO 64", 5, 6)
    drawing.paste((28 * 8 - dots.shape[1]) // 2, 2, dots)
    return drawing


def write_drawing(path, drawing, first, room):
    """One file: number of glyphs, glyphs (8 bytes each), cell codes row by row."""
    codes, glyphs = drawing.encode(first, room)
    path.write_bytes(bytes([len(glyphs) // 8]) + glyphs + codes)


def build_art(art, out):
    """Write every file named above into ``out``."""
    out.mkdir(parents=True, exist_ok=True)
    font, codes = build_font(art)
    (out / "font.bin").write_bytes(font)
    names, tokens = build_sprites(art / "tokens.txt", 14)
    (out / "tokens.bin").write_bytes(tokens)
    (out / "frame.bin").write_bytes(build_sprites(art / "frame.txt", 21)[1])
    lines = ["; made by tools/art.py from asm/game/art", f"GLYPH_SOFT = ${GLYPH_SOFT:02X}"]
    lines.append(f"GLYPH_CORNER = ${GLYPH_SOFT + SOFT_CORNER:02X}")
    lines += [f"GLYPH_{n.upper()} = ${c:02X}" for n, c in codes.items()]
    lines += [f"TOKEN_{n.upper()} = {i}" for i, n in enumerate(names)]
    lines += [f"TOKENS = {len(names)}"]
    (out / "glyphs.inc").write_text("\n".join(lines) + "\n")
    for which, name in enumerate(("london", "us")):
        (out / f"names_{name}.bin").write_bytes(build_names(art, which))
        for k, corner in enumerate(build_corners(art, which)):
            first, room = GLYPH_SOFT + SOFT_CORNER, SOFT_CELLS - SOFT_CORNER
            write_drawing(out / f"corner_{name}_{k}.bin", corner, first, room)
    write_drawing(out / "logo.bin", build_logo(art), GLYPH_SOFT, SOFT_CELLS)
