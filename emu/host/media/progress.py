"""How far the LOAD of an autostart has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from c64.errors import Go64Error
from disk.d64 import D64Image
from disk.volume import Volume

if TYPE_CHECKING:
    from c64.autostart import Autostart

BLOCK_BYTES = 254
LOAD_END = 0xAE  # and $AF: where the next byte of a LOAD goes
PRG = 2


class Progress:
    """Blocks of the file that ``LOAD"*"`` loads.

    start  c64.autostart.Autostart
    """

    def __init__(self, start: Autostart) -> None:
        self.start = start
        self.blocks, self._address = 0, 0
        if isinstance(start.media, D64Image):
            self._look(start.media)

    def _look(self, image: D64Image) -> None:
        try:
            volume = Volume(image)
            entry = next((e for e in volume.entries() if e.type & 7 == PRG), None)
            content = b"" if entry is None else volume.read_file(entry)
        except Go64Error:
            return
        if len(content) > 2:
            self.blocks = -(-len(content) // BLOCK_BYTES)
            self._address = content[0] | content[1] << 8

    def now(self) -> tuple[int, int] | None:
        """Return (blocks loaded, blocks in all), None if nobody knows."""
        if not self.blocks or self.start.done:
            return None
        ram = self.start.machine.ram
        done = ((ram[LOAD_END] | ram[LOAD_END + 1] << 8) - self._address) // BLOCK_BYTES
        return (max(0, done) if done <= self.blocks else 0, self.blocks)
