"""Keys of the host that are down, and which keys of the C64 that makes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from c64.api_views import Keyboard


HOLD_FRAMES = 3  # a tap of the host is held this long, so that every scanner sees it
SHIFT_KEYS = frozenset(("LSHIFT", "RSHIFT"))
SHIFT_LOCK = "SHIFT_LOCK"


class KeyState:
    """The host's keys that are down, and which C64 keys that makes.

    A character key decides about SHIFT by itself: on the C64 ``:`` has none, on the host
    it may have, and the other way round for ``"``.

    SHIFT LOCK changes at each press of its key and is never held: to press it again with the
    keys that stay down would let it go.
    """

    def __init__(self, keyboard: Keyboard) -> None:
        self._keyboard = keyboard
        self._held: dict[
            Hashable, tuple[tuple[str, ...], bool]
        ] = {}  # host key -> (C64 keys, decides about SHIFT)
        self._age: dict[Hashable, int] = {}
        self._leaving: set[Hashable] = set()

    def press(self, host: Hashable, names: Iterable[str], symbolic: bool = False) -> None:
        """Press ``names``, the C64 keys for a host key that went down."""
        if SHIFT_LOCK in names:
            self._keyboard.hold(SHIFT_LOCK)
        self._held[host] = (tuple(n for n in names if n != SHIFT_LOCK), symbolic)
        self._age[host] = 0
        self._leaving.discard(host)
        self._apply()

    def release(self, host: Hashable) -> None:
        """A host key went up."""
        if host in self._held:
            self._leaving.add(host)

    def release_all(self) -> None:
        """Forget every key (the window lost the focus)."""
        self._held.clear()
        self._leaving.clear()
        self._apply()

    def forget(self, host: Hashable) -> None:
        """Let go of a host key at once."""
        if self._held.pop(host, None) is not None:
            self._leaving.discard(host)
            self._apply()

    def again(self) -> None:
        """Press on the C64 what the host's keys say, and nothing else."""
        self._apply()

    def tick(self) -> None:
        """Once a frame: let go of keys that were held long enough."""
        gone = {h for h in self._leaving if self._age[h] >= HOLD_FRAMES}
        for host in self._held:
            self._age[host] += 1
        for host in gone:
            del self._held[host]
            self._leaving.discard(host)
        if gone:
            self._apply()

    def _apply(self) -> None:
        wanted: set[str] = set()
        for names, _ in self._held.values():
            wanted.update(names)
        deciding = [names for names, symbolic in self._held.values() if symbolic]
        if deciding:
            wanted.difference_update(SHIFT_KEYS)
            wanted.update(n for n in deciding[-1] if n in SHIFT_KEYS)
        self._keyboard.release()
        self._keyboard.hold(*wanted)
