"""Files that ``go64`` takes as FILE and that are no media: known here, and read elsewhere.

The contents of a REU are c64.cartridge.expansion's, saved machines and recordings of inputs
emu.host's.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from disk.budget import FILE_MOST
from disk.format import Format

REU_LARGEST = 16 << 20


@dataclass(frozen=True)
class SavedMachine:
    """A state file (.go64): who starts it reads it anew, as no drive and no program is in it.

    name   where it is
    """

    name: str
    kind: ClassVar[Literal["state"]] = "state"


def _saved(_: bytes, where: str, path: Path | None, name: Path) -> SavedMachine:
    return SavedMachine(where)


FORMATS = (
    Format((".reu",), "memory", "what a REU holds", "only put in", most=REU_LARGEST),
    Format(
        (".go64",), "state", "a save state", "resumes", _saved, (b"GO64STAT",),
        most=FILE_MOST,
    ),
    Format(
        (".go64rec",), "recording", "a recording of inputs", "replayed",
        marks=(b"GO64RECD",), most=FILE_MOST,
    ),
)  # fmt: skip
