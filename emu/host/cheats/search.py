"""Which addresses hold a value: they are narrowed down by what becomes of it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
# what a byte did since the look before -> whether now and before fit
WAYS: dict[str, Callable[[Bytes, Bytes], npt.NDArray[np.bool_]]] = {
    "changed": lambda now, before: now != before,
    "unchanged": lambda now, before: now == before,
    "more": lambda now, before: now > before,
    "less": lambda now, before: now < before,
}


class ValueSearch:
    """The addresses of RAM that are still possible; at first all 65536 are.

    before  uint8[65536], the RAM at the last look
    steps   how often it was narrowed down
    """

    def __init__(self, ram: bytes) -> None:
        self.before = np.frombuffer(ram, dtype=np.uint8)
        self._possible = np.ones(len(self.before), dtype=bool)
        self.steps = 0

    def equal(self, ram: bytes, value: int) -> None:
        """Keep the addresses that hold a value, 0 to 255, now."""
        self._look(ram, lambda now, _: now == value, self.before)

    def narrow(self, ram: bytes, way: str, before: bytes | None = None) -> None:
        """Keep those whose byte went one of WAYS since the last look, or since RAM ``before``."""
        old = self.before if before is None else np.frombuffer(before, dtype=np.uint8)
        self._look(ram, WAYS[way], old)

    def _look(
        self, ram: bytes, fits: Callable[[Bytes, Bytes], npt.NDArray[np.bool_]], old: Bytes
    ) -> None:
        now = np.frombuffer(ram, dtype=np.uint8)
        self._possible &= fits(now, old)
        self.before = now
        self.steps += 1

    def __len__(self) -> int:
        return int(np.count_nonzero(self._possible))

    def addresses(self, most: int) -> list[int]:
        """Return the first addresses that are possible, ``most`` of them at most."""
        return [int(address) for address in np.flatnonzero(self._possible)[:most]]
