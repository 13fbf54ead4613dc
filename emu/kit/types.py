"""What many modules of the test kit name: types of signatures."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Board = Any  # c64.bus.board.Board, whose attributes come from a list that mypy cannot follow
AnyPath = str | Path
Place = int | str  # an address, or a label
Where = Place | tuple[Place, Place]  # a place, a routine, a segment, or (first, last)
Value = int | str | bytes | bytearray  # a byte, several, or ASCII
Peek = Callable[[int], int]  # the byte at an address
Line = tuple[str, int]  # path of a source and number of a line
Block = tuple[int, bytes]  # where it lies, and what
Step = tuple[int, int]  # a probe's word of an instruction, and its cycle
Words = npt.NDArray[np.int64]  # a probe's notes
Records = npt.NDArray[Any]  # with the fields of a dtype of emu.kit.logs
