"""Pictures of time for any machine: events of a frame, heat map of memory, profile.

    machine = c64.C64()
    observer = Observer(machine, symbols_from_dbg("game.dbg"))
    with observer.profile() as profile:
        machine.tick(50)
    profile.save("game.callgrind")

A Kit has the same three methods.

The command line asks here for names of files alone, so the logs and numpy come with an Observer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from c64.debug.probe import Probe

if TYPE_CHECKING:
    from c64.api import C64
    from emu.kit.events import EventLog
    from emu.kit.memory_map import MemoryMap
    from emu.kit.profile import ProfileLog
    from emu.kit.symbols import Symbols
    from emu.kit.types import Place

FRAMES_MOST = 1000  # whose instructions and accesses fit into memory
# By picture: the endings of its file.
ENDINGS = {
    "profile": (".callgrind", ".speedscope.json", ".cpuprofile", ".txt"),
    "events": (".png", ".html", ".npy"),
    "memory_map": (".png", ".npz", ".cdl"),
}


class Observing:
    """The logs that become pictures; what they need is emu.kit.logs.Logged and ``screen``."""

    def event_log(self: Any) -> EventLog:
        """Note register writes, DMA and interrupts by raster line and cycle; see EventLog."""
        from emu.kit.events import EventLog

        return EventLog(self)

    def memory_map(self: Any) -> MemoryMap:
        """Count reads, writes and executions by address; see MemoryMap."""
        from emu.kit.memory_map import MemoryMap

        return MemoryMap(self)

    def profile(self: Any) -> ProfileLog:
        """Measure cycles by routine, with callers; see emu.kit.profile.Profile."""
        from emu.kit.profile import ProfileLog

        return ProfileLog(self)


class Observer(Observing):
    """A machine that is watched, with the symbols of its program.

    Paths of files that are saved are relative to the current directory.
    """

    folder = "."

    def __init__(self, machine: C64, symbols: Symbols | None = None) -> None:
        from emu.kit.logs import Taps
        from emu.kit.symbols import Symbols

        self.machine, self.board, self.screen = machine, machine.board, machine.screen
        self.symbols = symbols or Symbols()
        self.violation: Exception | None = None
        self.probe = Probe()
        self.probe.start(self.board.cycle, self.board.cpu.sp, 0)
        self.board.attach_probe(self.probe, accesses=False)
        self.taps = Taps(self)

    def address(self, place: Place) -> int:
        """Return the address of a label."""
        return self.symbols.address(place)

    def position(self, cycle: Any = None) -> tuple[Any, Any]:
        """Return (raster line, cycle in the line 1..63) of a cycle or of an array of cycles."""
        from emu.kit.logs import beam_position

        return beam_position(self.board, cycle)

    def close(self) -> None:
        """Watch no longer: the machine runs at its full speed again."""
        self.board.attach_probe(None)
