"""The window's keyboard: what people type arrives as typed, what they hold stays held.

People press the next key before they let go of the last, and SHIFT a moment before a letter.  The
KERNAL looks at the matrix sixty times a second, a column at a time, and takes one key of those that
it sees.  Three things went wrong when the matrix simply followed the host's keys:

- ``:`` is SHIFT and ; on many hosts, and no SHIFT on the C64.  If SHIFT went within a scan, between
  its column and that of the colon, the KERNAL saw both and printed [.
- Two keys and SHIFT at three corners of a rectangle close a fourth contact: SHIFT, 4 and 2 make
  RUN/STOP, and RUN/STOP with SHIFT loads a program.
- Of two keys held the KERNAL takes the one with the higher number, whichever came last, and takes
  it again when the other goes.

So where the KERNAL scans, the keys go on the matrix one after the other, each for long enough to
be seen, and a change of SHIFT goes before the key that needs it.  A program with an interrupt
routine of its own gets all keys that are held; there SHIFT goes first, too, and the oldest keys
are left out as long as the matrix would close a contact that nobody pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from c64.api import KEY_PLACES
from emu.shared.key_state import HOLD_FRAMES, SHIFT_KEYS, SHIFT_LOCK

if TYPE_CHECKING:
    from c64.api import C64
    from c64.api_views import Keyboard

SEEN_FRAMES = 2  # how long a key is on the matrix before the next takes its place
SHIFT_FRAMES = 1  # from a change of SHIFT to a key: longer than a scan
AGAIN_FRAMES = 2  # between two presses of one key: a whole scan sees it up
LINE_MOST = 64  # keys that wait; somebody who leans on the keyboard makes no more
# Keys that change others, or that programs check beside them, never wait.
AT_ONCE = {*SHIFT_KEYS, "CTRL", "CBM", "STOP", "RESTORE", SHIFT_LOCK}
IRQ_VECTOR = 0x0315  # its high byte
KERNAL_PAGE = 0xE0
KERNAL_LINE = 2  # of the processor's port: the KERNAL's ROM is visible


def kernal_scans(machine: C64) -> bool:
    """Return whether interrupts go to the KERNAL's ROM, which scans the keyboard there."""
    memory = machine.memory
    return memory[IRQ_VECTOR] >= KERNAL_PAGE and bool(memory[1] & KERNAL_LINE)


def closes_more(names: Iterable[str]) -> bool:
    """Return whether these keys close a further contact of the matrix (a ghost key)."""
    places = {KEY_PLACES[name] for name in names if name in KEY_PLACES}
    return any(
        (a[0], b[1]) not in places
        for corner in places
        for a in places
        for b in places
        if a[1] == corner[1] and b[0] == corner[0] and a[0] != corner[0] and b[1] != corner[1]
    )


@dataclass(eq=False)
class _Press:
    """One press of a key of the host.

    names     the C64 keys for it
    symbolic  True: it decides about SHIFT by itself
    typed     True: it waits for the keys before it where the KERNAL scans
    fixed     True: its SHIFT is pressed whatever other keys decide
    shown     frames on the matrix; -1: not yet
    released  the host's key is up
    """

    names: tuple[str, ...]
    symbolic: bool
    typed: bool
    fixed: bool = False
    shown: int = -1
    released: bool = False

    def done(self) -> bool:
        """Return whether it has been held long enough, and the host's key is up."""
        return self.released and self.shown >= HOLD_FRAMES


class TypedKeys:
    """The host's keys that are down, and which C64 keys that makes.

    keyboard  of the machine: c64.api_views.Keyboard
    typing    a function: whether keys are taken one after the other (``kernal_scans``)
    """

    def __init__(self, keyboard: Keyboard, typing: Callable[[], bool]) -> None:
        self._keyboard = keyboard
        self._typing = typing
        self._presses: list[_Press] = []  # as they came
        self._down: dict[Hashable, _Press] = {}
        self._on: set[str] = set()  # what is on the matrix
        self._shift_age = SHIFT_FRAMES  # frames since SHIFT changed there
        self._left: dict[str, int] = {}  # key: frames since it left the matrix

    def press(
        self, host: Hashable, names: Iterable[str], symbolic: bool = False, typed: bool = True,
        fixed: bool = False,
    ) -> None:  # fmt: skip
        """Press ``names``, the C64 keys for a host key that went down.

        symbolic  the key decides about SHIFT by itself
        typed     False: it is pressed at once, whatever came before
        fixed     True: its SHIFT is pressed whatever other keys decide
        """
        if SHIFT_LOCK in names:  # changes at each press of its key, and is never held
            self._keyboard.hold(SHIFT_LOCK)
        kept = tuple(n for n in names if n != SHIFT_LOCK)
        self.release(host)
        press = _Press(kept, symbolic, typed and not AT_ONCE.issuperset(kept), fixed)
        self._down[host] = press
        if len(self._presses) < LINE_MOST:
            self._presses.append(press)
        self._apply()

    def release(self, host: Hashable) -> None:
        """A host key went up; a short tap is held long enough to be seen."""
        press = self._down.pop(host, None)
        if press is not None:
            press.released = True

    def release_all(self) -> None:
        """Forget every key (the window lost the focus)."""
        self._down.clear()
        self._presses.clear()
        self._apply()

    def forget_held(self) -> None:
        """Let go of all host keys that are down; what was tapped before still comes."""
        for host in tuple(self._down):
            self.forget(host)

    def forget(self, host: Hashable) -> None:
        """Let go of a host key at once."""
        press = self._down.pop(host, None)
        if press in self._presses:
            self._presses.remove(press)
            self._apply()

    def again(self) -> None:
        """Press on the C64 what the host's keys say, and nothing else."""
        self._on = set()
        self._apply(changed=True)

    def tick(self) -> None:
        """Once a frame: let go of keys that were held long enough, and press those that wait."""
        if not self._presses and not self._left and self._shift_age >= SHIFT_FRAMES:
            return
        self._shift_age += 1
        self._left = {n: age + 1 for n, age in self._left.items() if age + 1 < AGAIN_FRAMES}
        for press in self._presses:
            press.shown += press.shown >= 0
        line = [press for press in self._presses if press.typed]
        if len(line) > 1 and self._typing() and line[0].shown >= SEEN_FRAMES:
            self._presses.remove(line[0])  # even if it is held: the KERNAL would take it again
        self._presses = [press for press in self._presses if not press.done()]
        self._apply()

    def _shown(self) -> list[_Press]:
        """Return the presses that belong on the matrix now, the oldest first."""
        line = [press for press in self._presses if press.typed]
        if self._typing():
            return [p for p in self._presses if not p.typed or p is line[0]]
        shown = list(self._presses)
        while closes_more(_names(shown)) and any(p.symbolic for p in shown):
            oldest = next(p for p in shown if p.symbolic)
            if oldest is shown[-1]:
                break
            shown.remove(oldest)
        return shown

    def _apply(self, changed: bool = False) -> None:
        """Put the keys on the matrix; ``changed``: it may hold something else than what we put."""
        shown = self._shown()
        wanted = _names(shown)
        if wanted & SHIFT_KEYS != self._on & SHIFT_KEYS:
            self._shift_age = 0
        for press in shown:
            if press.shown < 0 and press.typed:
                keys = set(press.names) - AT_ONCE
                early = self._shift_age < SHIFT_FRAMES and not changed
                if early or any(name in self._left or name in self._on for name in keys):
                    wanted -= keys
                    continue
            press.shown = max(press.shown, 0)
        if wanted == self._on and not changed:
            return
        for name in self._on - wanted:
            self._left[name] = 0
        self._on = wanted
        self._keyboard.release()
        self._keyboard.hold(*sorted(wanted))


def _names(presses: Iterable[_Press]) -> set[str]:
    """Return the C64 keys of presses; the last that decides about SHIFT does so for all."""
    presses = list(presses)
    names = {name for press in presses for name in press.names}
    deciding = [press for press in presses if press.symbolic]
    if deciding:
        names -= SHIFT_KEYS
        names |= SHIFT_KEYS.intersection(deciding[-1].names)
    return names.union(*(press.names for press in presses if press.fixed))
