"""Breakpoints: what they wait for, and the stop that they cause."""

from dataclasses import dataclass
from typing import TypedDict

from emu.monitor.condition import Condition, Function

LOAD, STORE, EXEC = 1, 2, 4  # VICE's numbers of the operations
OPERATIONS = {"read": LOAD, "write": STORE, "access": LOAD | STORE, "exec": EXEC}
OPERATIONS |= {f"exec/{n}": EXEC | op for n, op in OPERATIONS.items() if op != EXEC}
ACCESSES = ("read", "write", "access")
VECTORS = {"irq": 0xFFFE, "nmi": 0xFFFA}


@dataclass
class Breakpoint:
    """A breakpoint or watchpoint.

    kind    "exec"; "read", "write", "access": every cycle of the CPU counts, opcode
            fetches and dummy accesses too; "exec/read" ...; "irq", "nmi"; "raster"
    first, last   addresses; of "raster" the line and the cycle in it
    ignore  times it is passed before it stops
    stops   False: it is only counted and reported
    client  made by the client of the binary monitor: instruction fetches are no reads
    hidden  made by a step, not by the user
    drive   device number: it waits for the CPU of that 1541 ("exec" only); 0: for the 6510
    """

    number: int
    kind: str
    first: int
    last: int
    condition: Condition | Function | None = None
    temporary: bool = False
    enabled: bool = True
    ignore: int = 0
    hits: int = 0
    stops: bool = True
    client: bool = False
    hidden: bool = False
    drive: int = 0

    @property
    def operations(self) -> int:
        """The accesses (LOAD, STORE, EXEC) of the 6510 it waits for, 0 for anything else."""
        return 0 if self.drive else OPERATIONS.get(self.kind, 0)

    def place(self) -> str:
        """Return a description of what it waits for."""
        if self.kind == "raster":
            return f"raster line {self.first}" + (f" cycle {self.last}" if self.last > 1 else "")
        if self.kind in VECTORS:
            return self.kind.upper()
        span = f"${self.first:04X}" + (f"-${self.last:04X}" if self.last != self.first else "")
        return f"{self.kind} {span}" if not self.drive else f"drive {self.drive} {span}"


class BreakpointOptions(TypedDict, total=False):
    """The fields of a Breakpoint that may be chosen when it is made."""

    temporary: bool
    enabled: bool
    ignore: int
    stops: bool
    client: bool
    hidden: bool
    drive: int


@dataclass(frozen=True)
class Hit:
    """A breakpoint that was hit.

    address  of the watched access, or of the instruction
    pc       address of the instruction that made the access, None: no access was watched
    """

    point: Breakpoint
    address: int
    pc: int | None


@dataclass
class Stop:
    """Why the machine stopped: a message, and the breakpoint if there was one.

    kind  "breakpoint", "interrupted", "jam" or "debugcart"
    """

    text: str
    kind: str
    breakpoint: Breakpoint | None = None
