"""The keyboard: an 8 x 8 matrix of contacts between CIA 1's ports, and RESTORE.

A key joins one line of port A (a column) to one line of port B (a row).  A line that
something pulls low pulls every line low that pressed keys join to it, whichever port it
came from: both scan directions, joysticks in the matrix and the ghost keys of three
pressed corners follow from that.  A port B line that CIA 1 drives high stays high
against a key (port B's drivers are strong), a port A line does not.

SHIFT LOCK is a switch across left SHIFT.  RESTORE is not in the matrix; it pulls NMI.

Not emulated: contact bounce, resistance of long chains of keys, the pulse shaper behind
RESTORE (NMI is low while the key is down).

Source: C64 schematics and Programmer's Reference Guide (matrix, PETSCII); port B's
strength as measured for VICE.
"""

from c64.base.fields import Field, create_fields

#: names of the keys, KEY_ROWS[column = bit of port A][row = bit of port B]
KEY_MATRIX = (
    ("DEL", "RETURN", "CRSR_RIGHT", "F7", "F1", "F3", "F5", "CRSR_DOWN"),
    ("3", "W", "A", "4", "Z", "S", "E", "LSHIFT"),
    ("5", "R", "D", "6", "C", "F", "T", "X"),
    ("7", "Y", "G", "8", "B", "H", "U", "V"),
    ("9", "I", "J", "0", "M", "K", "O", "N"),
    ("+", "P", "L", "-", ".", ":", "@", ","),
    ("POUND", "*", ";", "HOME", "RSHIFT", "=", "UP_ARROW", "/"),
    ("1", "LEFT_ARROW", "CTRL", "2", "SPACE", "CBM", "Q", "STOP"),
)

#: key name -> (port A bit, port B bit)
KEY_PLACES = {
    name: (column, row) for column, rows in enumerate(KEY_MATRIX) for row, name in enumerate(rows)
}

#: other names of keys, and of what a key is with SHIFT
KEY_ALIASES = {
    "INST/DEL": ("DEL",),
    "BACKSPACE": ("DEL",),
    "INST": ("LSHIFT", "DEL"),
    "CLR/HOME": ("HOME",),
    "CLR": ("LSHIFT", "HOME"),
    "RUN/STOP": ("STOP",),
    "RUN": ("LSHIFT", "STOP"),
    "RIGHT": ("CRSR_RIGHT",),
    "DOWN": ("CRSR_DOWN",),
    "LEFT": ("LSHIFT", "CRSR_RIGHT"),
    "UP": ("LSHIFT", "CRSR_DOWN"),
    "CRSR_LEFT": ("LSHIFT", "CRSR_RIGHT"),
    "CRSR_UP": ("LSHIFT", "CRSR_DOWN"),
    "F2": ("LSHIFT", "F1"),
    "F4": ("LSHIFT", "F3"),
    "F6": ("LSHIFT", "F5"),
    "F8": ("LSHIFT", "F7"),
    "SHIFT": ("LSHIFT",),
    "SHIFT_LEFT": ("LSHIFT",),
    "SHIFT_RIGHT": ("RSHIFT",),
    "CONTROL": ("CTRL",),
    "C=": ("CBM",),
    "COMMODORE": ("CBM",),
    "ENTER": ("RETURN",),
    "ARROW_LEFT": ("LEFT_ARROW",),
    "ARROW_UP": ("UP_ARROW",),
    "PI": ("LSHIFT", "UP_ARROW"),
    "PLUS": ("+",),
    "MINUS": ("-",),
    "COMMA": (",",),
    "COLON": (":",),
    "SEMICOLON": (";",),
    "EQUALS": ("=",),
    "ASTERISK": ("*",),
    "SLASH": ("/",),
    "PERIOD": (".",),
    "AT": ("@",),
}

#: keys that are not contacts of the matrix
KEY_SPECIAL = ("RESTORE", "SHIFT_LOCK")

_SHIFTED = dict(zip("!\"#$%&'()", "123456789", strict=True)) | {
    "[": ":",
    "]": ";",
    "<": ",",
    ">": ".",
    "?": "/",
}

#: printed character -> key names; letters by their key caps
KEY_CHARS = (
    {name.lower(): (name,) for name in KEY_PLACES if len(name) == 1}
    | {name: (name,) for name in KEY_PLACES if len(name) == 1}
    | {char: ("LSHIFT", key) for char, key in _SHIFTED.items()}
    | {
        " ": ("SPACE",),
        "\n": ("RETURN",),
        "\r": ("RETURN",),
        "\b": ("DEL",),
        "\x7f": ("DEL",),
        "£": ("POUND",),
        "^": ("UP_ARROW",),
        "↑": ("UP_ARROW",),
        "_": ("LEFT_ARROW",),
        "←": ("LEFT_ARROW",),
        "π": ("LSHIFT", "UP_ARROW"),
    }
)

_COLOURS = (
    (144, 5, 28, 159, 156, 30, 31, 158, 18),  # CTRL + 1..9
    (129, 149, 150, 151, 152, 153, 154, 155),  # C= + 1..8
)
_CBM_GRAPHICS = "KIT@G+M"  # C= + these: 161-167
_CBM_GRAPHICS_2 = ("POUND", None, *"NQDZSPAERWHJLYUO", None, *"FCXVB")  # 168-191


def _petscii_table():
    """Return {PETSCII code: key names}."""
    table = {ord(c): keys for c, keys in KEY_CHARS.items() if 32 <= ord(c) < 94}
    table |= {64 + i: (chr(64 + i),) for i in range(1, 27)}
    table |= {192 + i: ("LSHIFT", chr(64 + i)) for i in range(1, 27)}
    table |= {92: ("POUND",), 94: ("UP_ARROW",), 95: ("LEFT_ARROW",)}
    table |= {code: ("CTRL", str(i + 1)) for i, code in enumerate(_COLOURS[0])}
    table |= {code: ("CBM", str(i + 1)) for i, code in enumerate(_COLOURS[1])}
    table |= {161 + i: ("CBM", key) for i, key in enumerate(_CBM_GRAPHICS)}
    table |= {168 + i: ("CBM", key) for i, key in enumerate(_CBM_GRAPHICS_2) if key}
    names = {
        3: "STOP", 13: "RETURN", 17: "DOWN", 19: "HOME", 20: "DEL", 29: "RIGHT", 32: "SPACE",
        131: "RUN", 133: "F1", 134: "F3", 135: "F5", 136: "F7", 137: "F2", 138: "F4",
        139: "F6", 140: "F8", 145: "UP", 147: "CLR", 148: "INST", 157: "LEFT", 255: "PI",
    }  # fmt: skip
    table |= {code: keys_for_name(name) for code, name in names.items()}
    table |= {
        8: ("CTRL", "H"),
        9: ("CTRL", "I"),
        14: ("CTRL", "N"),
        146: ("CTRL", "0"),
        141: ("LSHIFT", "RETURN"),
        160: ("LSHIFT", "SPACE"),
        169: ("LSHIFT", "POUND"),
        186: ("LSHIFT", "@"),
        192: ("LSHIFT", "*"),
        219: ("LSHIFT", "+"),
        220: ("CBM", "-"),
        221: ("LSHIFT", "-"),
        222: ("LSHIFT", "UP_ARROW"),
        223: ("CBM", "*"),
    }
    return table


def keys_for_name(name):
    """Return the key names that a name such as "F2", "clr" or "A" stands for, or None."""
    name = name.upper().replace(" ", "_")
    if name in KEY_PLACES or name in KEY_SPECIAL:
        return (name,)
    return KEY_ALIASES.get(name) or KEY_CHARS.get(name)


def keys_for_char(char, shift_capitals=False):
    """Return the key names that type ``char`` (one character), or None.

    shift_capitals  False: "A" and "a" are both the A key, as its cap says;
                    True: "A" is SHIFT and the A key, as on a host's keyboard
    """
    keys = KEY_CHARS.get(char)
    if shift_capitals and len(char) == 1 and "A" <= char <= "Z":
        return ("LSHIFT", char)
    return keys


KEY_PETSCII = _petscii_table()


def keys_for_petscii(code):
    """Return the key names that make the KERNAL return the PETSCII ``code``, or None."""
    return KEY_PETSCII.get(code)


class Keyboard:
    """Which keys are down.

    columns  uint8[8], index = port A bit: rows (port B bits) joined to it by pressed keys
    rows     uint8[8], the same transposed
    held     uint8[8]: keys held, shift lock apart, as ``columns``
    down     number of closed contacts, 0 = nothing to do
    locked   1: SHIFT LOCK is in
    restore  1: RESTORE is down
    """

    fields = (
        Field("columns", bytes(8), keep=True),  # of a line of port A: those of port B joined to it
        Field("rows", bytes(8), keep=True),  # of a line of port B: those of port A
        Field("held", bytes(8), keep=True),  # as columns, SHIFT LOCK left out
        Field("down", keep=True),  # number of closed contacts; 0: a scan has nothing to do
        Field("locked", keep=True),  # 1: SHIFT LOCK is in; each press turns it
        Field("restore", keep=True),  # 1: RESTORE is down, which pulls NMI
    )

    def __init__(self):
        create_fields(self)

    def press(self, name):
        """Press a key, or all keys of a name such as "F2"; ValueError for no such key.

        Pressing SHIFT_LOCK changes it; pressing a key that is down changes nothing.
        """
        for key in self._keys(name):
            self._set(key, 1)

    def release(self, name):
        """Release a key, or all keys of a name such as "F2"; ValueError for no such key."""
        for key in self._keys(name):
            self._set(key, 0)

    def release_all(self):
        """Let go of every key; SHIFT LOCK stays as it is."""
        for column in range(8):
            self.held[column] = 0
        self.restore = 0
        self._connect()

    def pressed(self, name):
        """True when all keys of the name are down."""
        return all(self._is_down(key) for key in self._keys(name))

    def _keys(self, name):
        keys = keys_for_name(name)
        if keys is None:
            raise ValueError(f"keyboard: no key is called {name!r}")
        return keys

    def _is_down(self, key):
        if key == "RESTORE":
            return bool(self.restore)
        if key == "SHIFT_LOCK":
            return bool(self.locked)
        column, row = KEY_PLACES[key]
        return bool(self.columns[column] >> row & 1)

    def _set(self, key, down):
        if key == "RESTORE":
            self.restore = down
        elif key == "SHIFT_LOCK":
            self.locked ^= down
        else:
            column, row = KEY_PLACES[key]
            self.held[column] = (self.held[column] & ~(1 << row) & 0xFF) | (down << row)
        self._connect()

    def _connect(self):
        """Derive the closed contacts from the keys held and SHIFT LOCK."""
        self.columns[:] = self.held
        if self.locked:
            column, row = KEY_PLACES["LSHIFT"]
            self.columns[column] |= 1 << row
        self.down = 0
        for row in range(8):
            joined = sum((self.columns[c] >> row & 1) << c for c in range(8))
            self.rows[row] = joined
            self.down += bin(joined).count("1")

    def scan(self, pa, pb, pb_high):
        """Let lines that are low pull others low through the pressed keys.

        pa, pb   uint8: levels of the lines before (1 = nothing pulls it low)
        pb_high  uint8: port B lines that are driven high
        returns  int: levels after, port A in bits 8-15, port B in bits 0-7
        """
        if self.down == 0:
            return (pa << 8) | pb
        before = -1
        after = (pa << 8) | pb
        while after != before:
            before = after
            for i in range(8):
                if not (pa >> i) & 1:
                    pb &= ~(self.columns[i] & ~pb_high)
                if not (pb >> i) & 1:
                    pa &= ~self.rows[i]
            after = (pa << 8) | pb
        return after
