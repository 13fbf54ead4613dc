"""Names of files of the host as a C64 sees them, and the other way.

A C64 has 16 characters of PETSCII and a type, the host a name with an ending.  Letters of
either case become the unshifted ones; what has no code, or means something to the DOS, becomes
a dash.  The other way a plain name is taken only if it comes back as it was; otherwise the
file becomes a P00, which holds its C64 name.

Source of the P00: Wolfgang Lorenz, PC64.
"""

import unicodedata
from typing import NamedTuple

from disk.directory import PRG, REL, SEQ, USR
from disk.p00 import P00_HEADER_SIZE, P00_MAGIC
from disk.petscii import to_petscii, to_text

NAME_SIZE = 16
_ENDINGS = {".prg": PRG, ".seq": SEQ, ".usr": USR}
_ENDING_OF: dict[int, str] = {kind: ending for ending, kind in _ENDINGS.items()}
_P00_LETTERS = {"p": PRG, "s": SEQ, "u": USR, "r": REL}
_P00_LETTER_OF = {kind: letter for letter, kind in _P00_LETTERS.items()}
_DASH = 0x2D
_MEANS_SOMETHING = b'*?,:="@$#'  # to the DOS, some of them only in front
_ILLEGAL = set('<>:"/\\|?*')  # on some host
_DEVICES = {"con", "prn", "aux", "nul", *(f"{w}{n}" for w in ("com", "lpt") for n in range(10))}
_P00_STEM = 8
_P00_NUMBERS = 100


class HostName(NamedTuple):
    """What a host's name says: the C64 name, the type, whether it should be a P00."""

    name: bytes
    type: int
    packed: bool


def read_host_name(host: str) -> HostName:
    """Return what the name of a file says; without a known ending it is a program if it has
    none at all, and data, ending included, otherwise."""
    text = unicodedata.normalize("NFC", host)
    stem, dot, ending = text.rpartition(".")
    if not dot or not stem:
        return HostName(_petscii(text), PRG, False)
    ending = ending.lower()
    if f".{ending}" in _ENDINGS:
        return HostName(_petscii(stem), _ENDINGS[f".{ending}"], False)
    if len(ending) == 3 and ending[0] in _P00_LETTERS and ending[1:].isdecimal():
        return HostName(_petscii(stem), _P00_LETTERS[ending[0]], True)
    return HostName(_petscii(text), SEQ, False)


def _petscii(text: str) -> bytes:
    """Return a host's text as a C64 name that a program can give."""
    out = bytearray()
    for char in text[:NAME_SIZE]:
        code = to_petscii(char)[0]
        out.append(_DASH if code in _MEANS_SOMETHING else code)
    return bytes(out).rstrip(b" \xa0") or b"-"


def unique(name: bytes, taken: set[bytes]) -> bytes:
    """Return ``name``, or with a number at its end if it is taken."""
    candidate, number = name, 1
    while candidate in taken:
        number += 1
        tail = b" %d" % number
        candidate = name[: NAME_SIZE - len(tail)].rstrip() + tail
    return candidate


def plain_name(name: bytes, kind: int) -> str | None:
    """Return the host's name that means just this C64 name and type, None if there is none."""
    text = to_text(name).lower()
    candidates: list[str] = [text] if kind == SEQ else []
    for host in [*candidates, text + _ENDING_OF[kind]]:
        if _legal(host) and read_host_name(host) == (name, kind, False):
            return host
    return None


def _legal(host: str) -> bool:
    """Tell whether every host takes the name, and shows it."""
    stem = host.partition(".")[0]
    return (
        not host.startswith((".", " ", "-"))
        and not host.endswith((".", " "))
        and stem not in _DEVICES
        and not any(char in _ILLEGAL or not char.isprintable() for char in host)
    )


def p00_names(name: bytes, kind: int) -> list[str]:
    """Return the host's names that a P00 of this C64 name may have, the first free to be taken."""
    letters = [char if char.isascii() and char.isalnum() else "_" for char in to_text(name).lower()]
    stem = "".join(letters)[:_P00_STEM].strip("_") or "file"
    if stem in _DEVICES:
        stem = f"_{stem}"
    return [f"{stem}.{_P00_LETTER_OF[kind]}{number:02}" for number in range(_P00_NUMBERS)]


def p00_header(name: bytes) -> bytes:
    """Return what stands before the content in a P00."""
    return (P00_MAGIC + name[:NAME_SIZE].ljust(NAME_SIZE, b"\0")).ljust(P00_HEADER_SIZE, b"\0")


def p00_name(header: bytes) -> bytes | None:
    """Return the C64 name in a P00's header, None if it is none."""
    if len(header) < P00_HEADER_SIZE or not header.startswith(P00_MAGIC):
        return None
    name = header[len(P00_MAGIC) :][:NAME_SIZE].split(b"\0", 1)[0].rstrip(b"\xa0")
    return name or None
