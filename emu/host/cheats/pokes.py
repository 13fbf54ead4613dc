"""Numbers and pokes as people write them: POKE 2063,173 of a magazine, $080F = $AD of a monitor."""

from __future__ import annotations

import re
from dataclasses import dataclass

from emu.errors import HostError

_NUMBER = r"(?:\$[0-9A-Fa-f]+|%[01]+|[0-9]+)"
_POKE = re.compile(rf"(?:poke|po)?\s*({_NUMBER})\s*[,=:]\s*({_NUMBER})", re.IGNORECASE)
POKES_MOST = 100


@dataclass(frozen=True)
class Poke:
    """A byte to put somewhere in RAM: address 0 to 65535, value 0 to 255."""

    address: int
    value: int

    def __str__(self) -> str:
        return f"${self.address:04X} = {self.value}"


def number(text: str, most: int) -> int:
    """Return the number of a text, 0 to ``most``: 173, $AD or %10101101; HostError."""
    text = text.strip()
    if not re.fullmatch(_NUMBER, text):
        raise HostError(f"'{text[:40]}' is not a number: 173, $AD and %10101101 are the same")
    base = {"$": 16, "%": 2}.get(text[0], 10)
    value = int(text.lstrip("$%")[:20], base)
    if value > most:
        raise HostError(f"{text[:40]} is more than {most}")
    return value


def parse_pokes(text: str) -> list[Poke]:
    """Return the pokes of a line: ``POKE 2063,173: POKE $1000,0``; HostError says what is wrong.

    SYS and line numbers in front are left out, as listings have them.
    """
    text = re.sub(r"^\s*\d+\s+(?=poke)", "", text.strip(), flags=re.IGNORECASE)
    text = re.sub(r"\s*:?\s*sys\s*\d+\s*$", "", text, flags=re.IGNORECASE)
    pokes, at = [], 0
    while at < len(text):
        found = _POKE.match(text, at)
        if found is None:
            raise HostError(f"'{text[at : at + 20]}' is not a poke: POKE 2063,173 or $080F = $AD")
        pokes.append(Poke(number(found[1], 0xFFFF), number(found[2], 0xFF)))
        if len(pokes) > POKES_MOST:
            raise HostError(f"more than {POKES_MOST} pokes")
        at = found.end()
        gap = re.compile(r"[\s:;]*").match(text, at)
        at = gap.end() if gap else at
    if not pokes:
        raise HostError("no poke: POKE 2063,173 or $080F = $AD")
    return pokes
