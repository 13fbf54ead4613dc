"""Names in PETSCII: to and from the host's text.

Only what file names need: letters of either case become the unshifted letters
($41-$5A), which the C64 shows as capitals when it starts.
"""

PAD = 0xA0  # shifted blank: fills names on a disk

_SPECIAL = {"£": 0x5C, "↑": 0x5E, "^": 0x5E, "←": 0x5F, "_": 0xA4, "π": 0xFF}
_SPECIAL_BACK = {0x5C: "£", 0x5E: "↑", 0x5F: "←", 0xA4: "_", 0xFF: "π"}


def to_petscii(text: str) -> bytes:
    """Return ``text`` as PETSCII bytes; a character without a code becomes ``?``."""
    return bytes(_code(char) for char in text)


def _code(char: str) -> int:
    if char in _SPECIAL:
        return _SPECIAL[char]
    upper = char.upper()
    if len(upper) == 1 and 0x20 <= ord(upper) <= 0x5D:
        return ord(upper)
    return 0x3F


def to_text(name: bytes | bytearray) -> str:
    """Return a PETSCII name as host text that is safe to print."""
    return "".join(_char(code) for code in name)


def _char(code: int) -> str:
    if code in _SPECIAL_BACK:
        return _SPECIAL_BACK[code]
    if 0x20 <= code <= 0x5D:
        return chr(code)
    if 0xC1 <= code <= 0xDA:
        return chr(code - 0x60)  # $C1 (shifted A) -> "a"
    if code == PAD:
        return " "
    return "?"


def padded(name: bytes | bytearray, size: int = 16) -> bytes:
    """Return ``name`` cut or filled with shifted blanks to ``size`` bytes."""
    return bytes(name[:size]).ljust(size, bytes([PAD]))


def stripped(field: bytes | bytearray) -> bytes:
    """Return a name field up to its first shifted blank."""
    return bytes(field).split(bytes([PAD]), 1)[0]


def matches(name: bytes, pattern: bytes) -> bool:
    """Tell whether a name fits a pattern with ``?`` (one) and ``*`` (the rest).

    name, pattern   PETSCII bytes.  Whatever follows a ``*`` is not looked at,
                    as in the drive.
    """
    for at, code in enumerate(pattern):
        if code == 0x2A:
            return True
        if at >= len(name) or (code != 0x3F and code != name[at]):
            return False
    return len(name) == len(pattern)
