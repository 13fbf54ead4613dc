"""Host keys to C64 keys.

Symbolic: a key that makes a printable character on the host types that character (the
character decides about SHIFT).  Positional: a key sits where it sits on the C64, named by
scancode, so the host's layout does not matter.  Names of host keys are pygame's constants
without ``K_``; names of C64 keys are those of ``c64.input.keyboard``.
"""

import unicodedata

from c64.api import keys_for_char

# keys that mean the same in both modes
COMMON_KEYS: dict[str, tuple[str, ...]] = {
    "RETURN": ("RETURN",),
    "KP_ENTER": ("RETURN",),
    "BACKSPACE": ("DEL",),
    "INSERT": ("LSHIFT", "DEL"),
    "HOME": ("HOME",),
    "RIGHT": ("CRSR_RIGHT",),
    "DOWN": ("CRSR_DOWN",),
    "LEFT": ("LSHIFT", "CRSR_RIGHT"),
    "UP": ("LSHIFT", "CRSR_DOWN"),
    "F1": ("F1",),
    "F2": ("LSHIFT", "F1"),
    "F3": ("F3",),
    "F4": ("LSHIFT", "F3"),
    "F5": ("F5",),
    "F6": ("LSHIFT", "F5"),
    "F7": ("F7",),
    "F8": ("LSHIFT", "F7"),
    "ESCAPE": ("STOP",),
    "TAB": ("CTRL",),
    "LCTRL": ("CBM",),
    "LSHIFT": ("LSHIFT",),
    "RSHIFT": ("RSHIFT",),
    "SPACE": ("SPACE",),
    "PAGEUP": ("RESTORE",),
    "CAPSLOCK": ("SHIFT_LOCK",),
    "END": ("POUND",),
    "DELETE": ("UP_ARROW",),
}

# SDL scancodes (USB usage numbers) to the C64 key in that place
POSITIONAL_KEYS = {
    53: "LEFT_ARROW", 30: "1", 31: "2", 32: "3", 33: "4", 34: "5", 35: "6", 36: "7", 37: "8",
    38: "9", 39: "0", 45: "+", 46: "-",
    20: "Q", 26: "W", 8: "E", 21: "R", 23: "T", 28: "Y", 24: "U", 12: "I", 18: "O", 19: "P",
    47: "@", 48: "*",
    4: "A", 22: "S", 7: "D", 9: "F", 10: "G", 11: "H", 13: "J", 14: "K", 15: "L",
    51: ":", 52: ";", 49: "=", 50: "=",
    29: "Z", 27: "X", 6: "C", 25: "V", 5: "B", 17: "N", 16: "M",
    54: ",", 55: ".", 56: "/",
}  # fmt: skip

# keys that act as a joystick: pygame's key -> directions
JOYSTICK_KEYS: dict[str, dict[str, tuple[str, ...]]] = {
    "numpad": {
        "KP8": ("up",),
        "KP2": ("down",),
        "KP4": ("left",),
        "KP6": ("right",),
        "KP7": ("up", "left"),
        "KP9": ("up", "right"),
        "KP1": ("down", "left"),
        "KP3": ("down", "right"),
        "KP0": ("fire",),
        "KP5": ("fire",),
        "RCTRL": ("fire",),
    },
    "cursor": {
        "UP": ("up",),
        "DOWN": ("down",),
        "LEFT": ("left",),
        "RIGHT": ("right",),
        "RCTRL": ("fire",),
        "KP0": ("fire",),
    },
    "wasd": {
        "w": ("up",),
        "s": ("down",),
        "a": ("left",),
        "d": ("right",),
        "SPACE": ("fire",),
        "LSHIFT": ("fire",),
    },
    "ijkl": {
        "i": ("up",),
        "k": ("down",),
        "j": ("left",),
        "l": ("right",),
        "RALT": ("fire",),
        "RSHIFT": ("fire",),
    },
    "off": {},
}
JOYSTICK_SETS = tuple(JOYSTICK_KEYS)
DIRECTIONS = ("up", "down", "left", "right", "fire")

# Characters of hosts that a C64 has in another form; accents are dropped besides.
LIKE = str.maketrans(
    {
        "\\": "£", "~": "π", "|": "!", "{": "(", "}": ")", "`": "'", "´": "'", "‘": "'", "’": "'",  # noqa: RUF001 - they are meant
        "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "–": "-", "—": "-", "−": "-",  # noqa: RUF001 - they are meant
        "×": "*", "÷": "/", "\t": " ", "\xa0": " ", "ß": "s", "æ": "a", "Æ": "A", "ø": "o",  # noqa: RUF001 - they are meant
        "Ø": "O", "œ": "o", "Œ": "O", "ð": "d", "þ": "t", "¸": ",",  # noqa: RUF001 - they are meant
    }
)  # fmt: skip


def c64_char(char: str) -> str | None:
    """Return the character of a C64 that is nearest to one of the host's, or None."""
    char = char.translate(LIKE)
    if keys_for_char(char) is None:
        char = unicodedata.normalize("NFD", char)[0]
    return char if keys_for_char(char) is not None else None
