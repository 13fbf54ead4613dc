"""Palettes: the RGB of the VIC's 16 colours, as uint8[16, 3] each.

pepto    Philip "Pepto" Timmermann, "Calculating the color palette of the VIC II" (2001)
colodore Philip "Pepto" Timmermann, "Colodore" (2017), values at its default settings
grey     the luminance of pepto (Rec. 601)
contrast the hues of pepto in its order of lightness, L* of two neighbours 6.4 apart at least
deuteranopia protanopia tritanopia
         for people who are blind to green, red or blue: any two of the 16 colours are 15 apart
         at least (CIEDE2000) for whom they are meant.  Found by a search from pepto that kept
         hues within 25 degrees, lightness near it and greys grey.
"""

import re
from collections.abc import Iterator, Mapping

from c64.base.lazy_numpy import np

PALETTE_COLOUR = re.compile(r"[0-9A-Fa-f]{6}$")

PALETTE_TEXT = {
    "pepto": "000000 ffffff 68372b 70a4b2 6f3d86 588d43 352879 b8c76f "
    "6f4f25 433900 9a6759 444444 6c6c6c 9ad284 6c5eb5 959595",
    "colodore": "000000 ffffff 813338 75cec8 8e3c97 56ac4d 2e2c9b edf171 "
    "8e5029 553800 c46c71 4a4a4a 7b7b7b a9ff9f 706deb b2b2b2",
}
FOR_EYES = {
    "contrast": "000000 ffffff 722617 75d4eb 7821a2 57b737 000651 c8e64f "
    "835404 292200 ce7b64 303030 7f7f7f b4ff98 635ae8 b4b4b4",
    "deuteranopia": "000000 ffffff 744d35 2ce1fc 29115e 59c716 2107d7 c4f0af "
    "bd4b00 341f00 ba7a72 414141 717171 e4ff14 6a5eff b5b5b5",
    "protanopia": "000000 ffffff 4c1d02 06ade4 210ea9 8dbb0c 10093f ffff3f "
    "c17511 5a540a 856053 3e3e3e 858585 9deca8 d900fe b9b9b9",
    "tritanopia": "000000 ffffff 990700 23969a 8d009e 14601c 243aed eed902 "
    "947200 3d2300 ff8996 454545 787878 24f202 b56bff b0b0b0",
}


def colours_from_hex(text: str) -> tuple[tuple[int, ...], ...]:
    """Return 16 rows (red, green, blue) of 16 words RRGGBB; ValueError says what is wrong."""
    words = text.replace("#", " ").split()
    if len(words) != 16 or any(len(w) != 6 for w in words):
        raise ValueError(f"a palette has 16 colours RRGGBB; this one has {len(words)} words")
    for word in words:
        if not PALETTE_COLOUR.match(word):
            raise ValueError(f"'{word}' is not a colour RRGGBB")
    return tuple(tuple(bytes.fromhex(word)) for word in words)


def _grey(colours):
    """Return the rows of a palette as greys of their luminance."""
    return tuple(
        (int(red * 0.299 + green * 0.587 + blue * 0.114),) * 3 for red, green, blue in colours
    )


PALETTE_ROWS = {name: colours_from_hex(text) for name, text in PALETTE_TEXT.items()}
PALETTE_ROWS["grey"] = _grey(PALETTE_ROWS["pepto"])
PALETTE_ROWS |= {name: colours_from_hex(text) for name, text in FOR_EYES.items()}


class _Palettes(Mapping):
    """The palettes by name, as uint8[16, 3], each made when it is first asked for."""

    def __init__(self) -> None:
        self._made: dict[str, object] = {}

    def __getitem__(self, name: str):
        if name not in self._made:
            self._made[name] = np.array(PALETTE_ROWS[name], dtype=np.uint8)
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in PALETTE_ROWS

    def __iter__(self) -> Iterator[str]:
        return iter(PALETTE_ROWS)

    def __len__(self) -> int:
        return len(PALETTE_ROWS)


PALETTES = _Palettes()


def choose_palette(palette):
    """Return uint8[16, 3]: a palette by its name, or the 16 RGB colours given.

    Raises ValueError for a name that does not exist or another number of colours.
    """
    if isinstance(palette, str):
        if palette not in PALETTES:
            known = ", ".join(PALETTES)
            raise ValueError(f"palette '{palette}' does not exist; choose from {known}")
        return PALETTES[palette]
    colours = np.asarray(palette)
    if colours.shape != (16, 3) or colours.min() < 0 or colours.max() > 255:
        raise ValueError("palette must be 16 colours of 3 values from 0 to 255")
    return colours.astype(np.uint8)
