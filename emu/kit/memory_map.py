"""Who uses which memory: a heat map of reads, writes and executions, and a code/data log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from c64.cpu.opcodes import OPCODES
from emu.kit.errors import KitUsageError
from emu.kit.logs import Logged, StepLog, _AccessLog
from emu.kit.types import AnyPath, Where, Words

if TYPE_CHECKING:
    from PIL.Image import Image

# Bits of the code/data log.
EXECUTED, OPERAND, READ, WRITTEN, JUMP_TARGET, ROUTINE = 1, 2, 4, 8, 16, 32
_LENGTH = np.array([op.length for op in OPCODES])
_JUMPS = np.array([op.mode == "rel" or op.mnemonic == "JMP" for op in OPCODES])
_JSR = 0x20
_WIDTH = 256  # addresses in a row of the picture: a page
_SCALE = 3


class MemoryMap(_AccessLog):
    """A ``with`` block that counts the CPU's accesses by address, and says what each byte is.

    reads, writes, executed  int64[65536]; a fetch of an instruction's bytes is no read
    last_pc                  int32[65536]: the instruction that last read or wrote it, -1: none
    kinds                    uint8[65536]: EXECUTED OPERAND READ WRITTEN JUMP_TARGET ROUTINE
    """

    def __init__(self, kit: Logged) -> None:
        super().__init__(kit, 0, 0xFFFF, True, True)
        self._steps = StepLog(kit)
        self.reads = np.zeros(0x10000, dtype=np.int64)
        self.writes, self.executed = self.reads.copy(), self.reads.copy()
        self.last_pc = np.full(0x10000, -1, dtype=np.int32)
        self.kinds = np.zeros(0x10000, dtype=np.uint8)

    def __enter__(self) -> MemoryMap:
        self._steps.__enter__()
        super().__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        super().__exit__(*error)
        self._steps.__exit__(*error)
        self._count(self.words(), self._steps.words())

    def _count(self, accesses: Words, steps: Words) -> None:
        word = accesses[:, 1]
        word = word[(word >> 25 & 3) == 0]  # the CPU's own
        address, pc, write = word & 0xFFFF, word >> 32 & 0xFFFF, (word >> 24 & 1).astype(bool)
        opcodes = self._opcodes(word, address, pc, write)
        size = _LENGTH[opcodes[pc]]
        behind = address - pc & 0xFFFF
        fetch = ~write & (behind <= size)  # one more: the fetch of the next that is thrown away
        step = steps[(steps[:, 2] >> 56 & 1) == 0, 2] & 0xFFFF
        self.executed += np.bincount(step, minlength=0x10000)
        self.reads += np.bincount(address[~write & ~fetch], minlength=0x10000)
        self.writes += np.bincount(address[write], minlength=0x10000)
        data = write | ~fetch
        self.last_pc[address[data]] = pc[data]
        self._classify(address[fetch & (behind > 0) & (behind < size)], steps, opcodes)

    def _opcodes(self, word: Words, address: Words, pc: Words, write: Any) -> npt.NDArray[np.int64]:
        """Return int64[65536]: the opcode that was fetched at each address, 0 if none was."""
        opcodes = np.zeros(0x10000, dtype=np.int64)
        first = ~write & (address == pc)
        opcodes[pc[first]] = word[first] >> 16 & 0xFF
        return opcodes

    def _classify(self, operands: Words, steps: Words, opcodes: npt.NDArray[np.int64]) -> None:
        kinds = self.kinds
        kinds[self.executed > 0] |= EXECUTED
        kinds[operands] |= OPERAND
        kinds[self.reads > 0] |= READ
        kinds[self.writes > 0] |= WRITTEN
        real = (steps[:-1, 2] >> 56 & 1) == 0
        pc, after = steps[:-1, 2] & 0xFFFF, steps[1:, 2] & 0xFFFF
        opcode = opcodes[pc]
        jumped = real & _JUMPS[opcode] & (after != (pc + _LENGTH[opcode] & 0xFFFF))
        kinds[after[jumped]] |= JUMP_TARGET
        kinds[after[real & (opcode == _JSR)]] |= ROUTINE

    def code_size(self, where: Where = (0, 0xFFFF)) -> int:
        """Return how many bytes of a range were executed, operands included."""
        first, last = self.kit.symbols.range(where)
        return int(np.count_nonzero(self.kinds[first : last + 1] & (EXECUTED | OPERAND)))

    def unused(self, where: Where = (0, 0xFFFF)) -> list[tuple[int, int]]:
        """Return [(first, last)] of a range that was neither executed, read nor written."""
        first, last = self.kit.symbols.range(where)
        idle = np.concatenate(([0], (self.kinds[first : last + 1] == 0).view(np.int8), [0]))
        edges = np.flatnonzero(np.diff(idle))
        return [
            (first + int(a), first + int(b) - 1)
            for a, b in zip(edges[::2], edges[1::2], strict=True)
        ]

    def image(self) -> Image:
        """Return the heat map: one page per row, red written, green read, blue executed."""
        from PIL import Image

        heat = np.zeros((0x10000, 3), dtype=np.uint8)
        for channel, counts in enumerate((self.writes, self.reads, self.executed)):
            most = np.log1p(counts.max()) or 1.0
            heat[:, channel] = np.where(counts > 0, 80 + 175 * np.log1p(counts) / most, 0)
        picture = Image.fromarray(heat.reshape(-1, _WIDTH, 3))
        return picture.resize(
            (_WIDTH * _SCALE, 0x10000 // _WIDTH * _SCALE), Image.Resampling.NEAREST
        )

    def save(self, path: AnyPath) -> None:
        """Write the heat map (.png), the arrays (.npz) or the code/data log, a byte each (.cdl)."""
        folder = getattr(self.kit, "folder", None) or "."
        place = Path(folder, path)
        if place.suffix == ".png":
            self.image().save(place)
        elif place.suffix == ".npz":
            np.savez_compressed(
                place, reads=self.reads, writes=self.writes, executed=self.executed,
                last_pc=self.last_pc, kinds=self.kinds,
            )  # fmt: skip
        elif place.suffix == ".cdl":
            place.write_bytes(self.kinds.tobytes())
        else:
            raise KitUsageError(f"memory map {path}: must end in .png, .npz or .cdl")
