"""How a drive takes file names, patterns and numbers apart.

Source: Commodore, "1541 User's Guide", chapters 4 and 5; Immers and Neufeld, "Inside
Commodore DOS", the command parser.
"""

import re
from dataclasses import dataclass

from disk.errors import DosError

NAME_MODES = b"RWAM"
NAME_TYPES = b"DSPUL"
NAME_WILD = b"*?"
_CR = 0x0D
MOST_NAMES = 5  # that a command can have, with what is set apart by commas
_SEPARATORS = b" ,\x1d"
_DIGITS = bytes(range(0x30, 0x40))
_PARAMETERS, _PARAMETERS_AT = 4, 3


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


def split_at_colon(command):
    """Return (drive, what follows the first colon); DosError 34: no colon, or behind a comma."""
    colon = command.find(b":")
    if colon < 0 or b"," in command[:colon]:
        raise DosError(34)
    return command[colon - 1 : colon], command[colon + 1 :]


@dataclass(frozen=True)
class FileNames:
    """The names of S, R and C: those before ``=`` and those behind it.

    targets, sources  each [(explicitly drive 1, name)]
    equals            True with ``=``; False: there are no sources
    wild_targets, wild_sources  True if there is a wild card on that side
    """

    targets: list[tuple[bool, bytes]]
    sources: list[tuple[bool, bytes]]
    equals: bool
    wild_targets: bool
    wild_sources: bool


def file_names(command):
    """Return the FileNames of a command as a 1541 takes it apart; DosError 34: no colon.

    The first name's drive is the character before the first colon, the others begin behind their
    comma or ``=``.  A character and a colon there are a drive, of which only 1 is another one.
    After four commas nothing counts.
    """
    colon = colon_in(command)
    if colon < 0 or b"," in command[:colon]:
        raise DosError(34)
    places, at, equals = [colon - 1], colon - 1, 0
    target_end = len(command)
    while at < len(command) and len(places) < MOST_NAMES:
        code = command[at : at + 1]
        at += 1
        if code == b"=" and not equals:
            equals, target_end = len(places), at
            places.append(at)
        elif code == b",":
            places.append(at)
    names = [_name_at(command, place) for place in places]
    split = equals or len(places)
    return FileNames(
        names[:split],
        names[split:],
        equals > 0,
        has_wild_cards(command[colon - 1 : min(target_end, at)]),
        equals > 0 and has_wild_cards(command[target_end:at]),
    )


def _name_at(command, place):
    """Return (explicitly drive 1, name) of what begins at a place of the command."""
    other = False
    if command[place + 1 : place + 2] == b":":
        other, place = command[place : place + 1] == b"1", place + 2
    elif command[place : place + 1] == b":":
        place += 1
    return other, re.split(b"[,=]", command[place:])[0][:16]


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


def colon_in(command):
    """Return where a command's first colon is, -1 for none: no 1541 looks behind four commas."""
    at = command.find(b":")
    return -1 if at >= 0 and command.count(b",", 0, at) >= MOST_NAMES - 1 else at


def without_return(command):
    """Return a command up to a CR that is its last character or the one before."""
    for at in (len(command) - 1, len(command) - 2):
        if at > 0 and command[at] == _CR:
            return command[:at]
    return command


def parameters(command):
    """Return the four numbers of a block command, 0 for what is missing; DosError 30 for a fifth.

    They are behind its colon, or from its fourth character on, as a 1541 finds them: between them
    are blanks, commas or cursor rights.  Every character from 0 to ? is a digit of up to 15, the
    last three count, and of their sum its low byte.  Any other character is a number 0 itself.
    One character behind a number is passed over, whatever it is.
    """
    at = colon_in(command) + 1 or _PARAMETERS_AT
    found = []
    while True:
        while command[at : at + 1] and command[at] in _SEPARATORS:
            at += 1
        if at >= len(command):
            return tuple(found + [0] * (_PARAMETERS - len(found)))
        if len(found) == _PARAMETERS:
            raise DosError(30)
        digits = [0, 0, 0]
        while command[at : at + 1] and command[at] in _DIGITS:
            digits.append(command[at] & 0x0F)
            at += 1
        hundreds, tens, ones = digits[-3:]
        found.append(hundreds * 100 + tens * 10 + ones & 0xFF)
        at += 1
