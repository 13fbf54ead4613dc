"""Instructions as lines of text in the format of VICE's monitor, and traces of a run.

    .C:e5cd  A5 C6       LDA $C6        - A:00 X:00 Y:0A SP:f3 ..-...Z.    5719913

Address, bytes, instruction, then the registers before it and the cycle of its first access.
An interrupt sequence has a line of its own.

Source: output of VICE 3's monitor (``z``, trace checkpoints).
"""

import re
from collections.abc import Callable
from pathlib import Path

from emu.kit import listing
from emu.kit.symbols import Symbols
from emu.kit.types import Board
from emu.monitor.errors import MonitorError

NameAt = Callable[[int], str]  # label at an address, or ""
_FLAGS = "NV-BDIZC"
_NO_SYMBOLS = Symbols()
_ADDRESS = re.compile(r"(?<!#)\$([0-9A-F]+)")


def flags_text(p: int) -> str:
    """Return the status register as VICE shows it: ``N.-...ZC``."""
    bits = ((name if p >> (7 - n) & 1 else ".") for n, name in enumerate(_FLAGS))
    return "".join("-" if n == 2 else bit for n, bit in enumerate(bits))


def disassemble(
    board: Board, pc: int, name: NameAt | None = None, space: str = "C"
) -> tuple[int, str]:
    """Return (length, ``address  bytes  instruction``) of the instruction at ``pc``.

    name   function(address) -> label or "" (None: numbers only)
    space  whose memory it is, of whatever has ``peek``: C the computer, 8 drive 8
    """
    text, length = listing.disassemble(pc, board.peek, _NO_SYMBOLS)
    text = text.upper()
    if name is not None:
        text = _ADDRESS.sub(lambda m: name(int(m[1], 16)) or m[0], text)
    dump = " ".join(f"{board.peek((pc + n) & 0xFFFF):02X}" for n in range(length))
    return length, f".{space}:{pc:04x}  {dump:<12}{text}"


def state_line(board: Board, name: NameAt | None = None, pc: int | None = None) -> str:
    """Return VICE's line for the instruction at ``pc`` (None: the next one), with the registers."""
    cpu = board.cpu
    if pc is not None:
        text = disassemble(board, pc, name)[1]
    elif board.attends():
        what = "reset" if cpu.reset_pending else "jam" if cpu.jammed else "interrupt"
        text = f".C:{cpu.pc:04x}  {'':<12}({what})"
    else:
        text = disassemble(board, cpu.pc, name)[1]
    return (
        f"{text:<35} - A:{cpu.a:02X} X:{cpu.x:02X} Y:{cpu.y:02X} SP:{cpu.sp:02x} "
        f"{flags_text(cpu.p)} {board.cycle:10d}"
    )


class TraceFile:
    """A file with a line for every instruction that runs while it is open."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.count = 0
        try:
            self._file = self.path.open("w")
        except OSError as error:
            raise MonitorError(f"trace {path}: cannot be written ({error.strerror})") from None

    def line(self, board: Board) -> str:
        """Return the line of the instruction that is about to run."""
        return state_line(board)

    def write(self, line: str) -> None:
        """Write a line of ``line()``, once its instruction has run."""
        self._file.write(line + "\n")
        self.count += 1

    def close(self) -> None:
        """Finish the file."""
        self._file.close()
