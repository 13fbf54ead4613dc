"""How a drive takes file names, patterns and numbers apart.

Source: Commodore, "1541 User's Guide", chapters 4 and 5; Immers and Neufeld, "Inside
Commodore DOS", the command parser.
"""

from dataclasses import dataclass

from disk.errors import DosError

NAME_MODES = b"RWAM"
NAME_TYPES = b"DSPUL"
NAME_WILD = b"*?"
_SEPARATORS = bytes.maketrans(b",:;\x1d", b"    ")


@dataclass(frozen=True)
class FileName:
    """A file name as OPEN gives it.

    name     PETSCII, wild cards possible
    type     0..4 (disk.volume), None when not given
    mode     "R" read, "W" write, "A" append, "M" read although not closed, None
    replace  True for ``@``
    bare     True without drive number and colon
    record   bytes in a record of a relative file (``,L,`` and a byte), None when not given
    """

    name: bytes
    type: int | None = None
    mode: str | None = None
    replace: bool = False
    bare: bool = True
    record: int | None = None

    @property
    def wild(self):
        """True when the name has wild cards."""
        return has_wild_cards(self.name)


def has_wild_cards(name):
    """Tell whether a name is a pattern."""
    return any(code in name for code in NAME_WILD)


def parse_name(text):
    """Return the FileName in ``[@][0:]NAME[,type][,mode]`` or ``[0:]NAME,L[,byte]``.

    DosError 34 without a name, 74 for drive 1.
    """
    text, record = _split_record(text)
    replace = text.startswith(b"@")
    body, *options = (text[1:] if replace else text).split(b",")
    colon = body.find(b":")
    if colon >= 0:
        check_drive(body[:colon])
        body = body[colon + 1 :]
    file_type = mode = None
    for option in options:
        letter = option.strip()[:1]
        if letter and letter in NAME_MODES:
            mode = letter.decode()
        elif letter and letter in NAME_TYPES:
            file_type = NAME_TYPES.index(letter)
    if not body:
        raise DosError(34)
    return FileName(body[:16], file_type, mode, replace, colon < 0 and not replace, record)


def _split_record(text):
    """Return (text up to ``,L``, byte behind it or None); that byte may be a comma, too."""
    comma = text.find(b",")
    follower = text.find(b",", comma + 1)
    if follower < 0 or text[comma + 1 : comma + 2] != b"L":
        return text, None
    record = text[follower + 1 : follower + 2]
    return text[:follower], record[0] if record else None


def check_drive(prefix):
    """Refuse drive 1 in what stands before a colon: this is a single drive."""
    if prefix.strip().endswith(b"1"):
        raise DosError(74)


def behind_colon(command):
    """Return what follows the first colon of a command; DosError 34 without one."""
    colon = command.find(b":")
    if colon < 0:
        raise DosError(34)
    check_drive(command[1:colon])
    return command[colon + 1 :]


def name_list(text):
    """Return the names of ``[0:]NAME,[0:]NAME...``; DosError 34 for an empty one."""
    names = []
    for part in text.split(b","):
        colon = part.find(b":")
        if colon >= 0:
            check_drive(part[:colon])
        names.append(part[colon + 1 :][:16])
    if not all(names):
        raise DosError(34)
    return names


def directory_patterns(text):
    """Return [(pattern, type or None)] of ``$[0][:PATTERN[=type],...]``."""
    body = text[1:]
    colon = body.find(b":")
    if colon >= 0:
        check_drive(body[:colon])
        body = body[colon + 1 :]
    elif body[:1].isdigit():
        check_drive(body[:1])
        body = body[1:]
    patterns = []
    for part in body.split(b","):
        pattern, _, kind = part.partition(b"=")
        letter = kind[:1]
        known = bool(letter) and letter in NAME_TYPES
        if pattern or known:
            patterns.append((pattern or b"*", NAME_TYPES.index(letter) if known else None))
    return patterns


def numbers(text, count):
    """Return ``count`` numbers 0..255 set apart by blanks, commas or the like.

    DosError 30 when they are not there.
    """
    found = []
    for part in text.translate(_SEPARATORS).split():
        if not part.isdigit() or len(part) > 3 or int(part) > 255:
            raise DosError(30)
        found.append(int(part))
    if len(found) < count:
        raise DosError(30)
    return found[:count]
