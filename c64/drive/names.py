"""How a drive takes file names, patterns and numbers apart.

Source: Commodore, "1541 User's Guide", chapters 4 and 5; Immers and Neufeld, "Inside
Commodore DOS", the command parser.
"""

import re
from dataclasses import dataclass

from disk.errors import DosError
from disk.volume import REL

NAME_MODES = b"RWAM"
NAME_TYPES = b"DSPUL"
NAME_WILD = b"*?"
_LISTED_TYPES = b"DSPUR"
_CR, _COMMA = 0x0D, 0x2C
MOST_NAMES = 5  # that a command can have, with what is set apart by commas
_SEPARATORS = b" ,\x1d"
_DIGITS = bytes(range(0x30, 0x40))
_PARAMETERS, _PARAMETERS_AT = 4, 3


@dataclass(frozen=True)
class FileName:
    """A file name as OPEN gives it.

    name     PETSCII, wild cards possible
    type     1..4 (disk.volume), None when not given
    mode     "R" read, "W" write, "A" append, "M" read although not closed, None
    replace  True for ``@``
    again    True for ``*`` as the first character: to LOAD, the program that it loaded last
    record   bytes in a record of a relative file (``,L,`` and a byte), None when not given
    wild     True when the name has wild cards
    """

    name: bytes
    type: int | None = None
    mode: str | None = None
    replace: bool = False
    again: bool = False
    record: int | None = None
    wild: bool = False


def has_wild_cards(name):
    """Tell whether a name is a pattern."""
    return any(code in name for code in NAME_WILD)


def parse_name(text):
    """Return the FileName in what OPEN sends, ``[@][0]:NAME[,option[,option]]``.

    Without a colon everything up to a comma or ``=`` is the name, ``@`` too.  The options are a
    mode and a type by their first letter, or L and the size of a record; no third one counts.
    DosError 30 for a comma before the colon, 74 for drive 1.
    """
    sent, text = text, without_return(text)
    colon = colon_in(text)
    if b"," in text[: max(colon, 0)]:
        raise DosError(30)
    other, name = _name_at(text, colon - 1 if colon >= 0 else 0, sent + b"\0")
    if other:
        raise DosError(74)
    places = _behind_commas(text, colon + 1)
    file_type = mode = record = None
    for number, at in enumerate(places[:2]):
        letter = sent[at : at + 1]
        if number and file_type == REL:
            record = ord(letter) if letter else None
        elif letter and letter in NAME_MODES:
            mode = letter.decode()
        elif letter and letter in NAME_TYPES:
            file_type = NAME_TYPES.index(letter) or None
    wild = has_wild_cards(text[: places[0] if places else None])
    return FileName(name, file_type, mode, text[:1] == b"@", text[:1] == b"*", record, wild)


def _behind_commas(text, at):
    """Return where something begins behind a comma, from a place of a text on."""
    return [place + 1 for place in range(at, len(text)) if text[place] == _COMMA]


def check_drive(prefix):
    """Refuse drive 1 in what stands before a colon: this is a single drive."""
    if prefix.strip().endswith(b"1"):
        raise DosError(74)


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


def file_names(command, sent):
    """Return the FileNames of a command as a 1541 takes it apart; DosError 34: no colon.

    The first name's drive is the character before the first colon, the others begin behind their
    comma or ``=``.  A character and a colon there are a drive, of which only 1 is another one.
    After four commas nothing counts.  A name has a byte at least, in ``sent``, the command with its
    CR: that of the sign behind it, or 0 behind the end.
    """
    colon = colon_in(command)
    if colon < 0 or b"," in command[:colon]:
        raise DosError(34)
    return _names_from(command, [colon - 1], colon - 1, sent + b"\0")


def _names_from(command, places, at, least=b""):
    """Return the FileNames that begin at places of a command, and behind what comes from ``at``.

    least  where the one byte of a name without any is; b"": it has none
    """
    first, equals, target_end = max(places[0], 0), 0, len(command)
    while at < len(command) and len(places) < MOST_NAMES:
        code = command[at : at + 1]
        at += 1
        if code == b"=" and not equals:
            equals, target_end = len(places), at
            places.append(at)
        elif code == b",":
            places.append(at)
    names = [_name_at(command, place, least) for place in places]
    split = equals or len(places)
    return FileNames(
        names[:split],
        names[split:],
        equals > 0,
        has_wild_cards(command[first : min(target_end, at)]),
        equals > 0 and has_wild_cards(command[target_end:at]),
    )


def _name_at(command, place, least=b""):
    """Return (explicitly drive 1, name) of what begins at a place of the command.

    least  as ``_names_from``
    """
    other = False
    if command[place + 1 : place + 2] == b":":
        other, place = command[place : place + 1] == b"1", place + 2
    elif command[place : place + 1] == b":":
        place += 1
    return other, re.split(b"[,=]", command[place:])[0][:16] or least[place : place + 1]


def directory_patterns(text):
    """Return [(pattern, type or None)] of ``$[0][:PATTERN,...][=type]``, a row for each pattern.

    One type, by its letter in a directory, goes for all.  ``$`` and one character that is 0 or 1 is
    all of a drive; other names begin behind the ``$`` or a colon.  DosError 30 for a comma behind
    ``=``, 74 if all names are on drive 1.
    """
    text = without_return(text)
    if len(text) < 2 or (len(text) == 2 and text[1:] in b"01"):
        check_drive(text[1:])
        return []
    colon = colon_in(text)
    if colon < 0:
        names = _names_from(text, [1], 1)
    else:
        names = _names_from(text, [colon - 1, *_behind_commas(text[:colon], 0)], colon + 1)
    if len(names.sources) > 1:
        raise DosError(30)
    if all(other for other, _ in names.targets):
        raise DosError(74)
    letter = text.partition(b"=")[2][:1] if names.equals else b""
    kind = _LISTED_TYPES.find(letter) if letter else -1
    return [(name, kind if kind > 0 else None) for other, name in names.targets if not other]


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


def buffer_number(name):
    """Return the number of the buffer that ``#`` and a number ask for, a byte; 0 for no digit."""
    return _numbers(without_return(name), 1)[0]


def parameters(command):
    """Return the four numbers of a block command, 0 for what is missing; DosError 30 for a fifth.

    They are behind its colon, or from its fourth character on, as a 1541 finds them: between them
    are blanks, commas or cursor rights.  Every character from 0 to ? is a digit of up to 15, the
    last three count, and of their sum its low byte.  Any other character is a number without a
    digit: the hundreds of the number before it, which a 1541 does not clear.  One character behind
    a number is passed over, whatever it is.
    """
    return _numbers(command, colon_in(command) + 1 or _PARAMETERS_AT)


def _numbers(command, at):
    """Return the numbers from a place of a command on."""
    found = []
    hundreds = 0
    while True:
        while command[at : at + 1] and command[at] in _SEPARATORS:
            at += 1
        if at >= len(command):
            return tuple(found + [0] * (_PARAMETERS - len(found)))
        if len(found) == _PARAMETERS:
            raise DosError(30)
        digits = [hundreds, 0, 0]
        while command[at : at + 1] and command[at] in _DIGITS:
            digits.append(command[at] & 0x0F)
            at += 1
        hundreds, tens, ones = digits[-3:]
        found.append(hundreds * 100 + tens * 10 + ones & 0xFF)
        at += 1
