"""Records what is done to a machine, so that it can be replayed.

The recorder is the machine's ``watcher``: the machine calls it when a stretch begins, and on reset,
freeze and power.  The main loop calls ``end`` when the stretch has ended.  At the end of a pause
the recorder compares: whatever differs from how the machine left it has been altered from outside,
and becomes the smallest event that describes it.  Changes without a call (a monitor that ran the
machine, rewind) become a state, which is larger but always right.
"""

from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING

from disk.budget import EVENTS_MOST
from emu.errors import HostError
from emu.replay.events import (
    CUT_AT_MOST,
    EVENTS_AT_MOST,
    STEPS_AT_MOST,
    WHOLE_EVERY,
    Event,
    Recording,
    pack_cut,
    pack_state,
    ram_changes,
    refuse_folders,
)
from emu.replay.fingerprint import Fingerprint, Sums, fingerprint_of, put_inputs, same_media

if TYPE_CHECKING:
    from c64.api import C64

ROOM = 16  # bytes of an event beside its data, and more


def _only_inputs_and_ram(before: Fingerprint, now: Fingerprint) -> bool:
    """Tell whether no more than these is different."""
    same = before.rest == now.rest and before.cycle == now.cycle
    return same and same_media(before.media, now.media)


class Recorder:
    """Records one machine from now on, until ``finish``.

    full  "", or why it takes no more

    Raises HostError if the machine has what cannot be recorded.
    """

    def __init__(self, machine: "C64") -> None:
        refuse_folders(machine)
        self._machine = machine
        self._sums = Sums()
        self._events: list[Event] = []
        self._after: list[int] = []
        self._starts: list[int] = []
        self._size = 0
        self._left: Fingerprint | None = (
            None  # Fingerprint in which the machine was left; None: nobody knows
        )
        # (cycle, frames) at which the step began that is going on
        self._began: tuple[int, int] | None = None
        self.full = ""
        machine.watcher = self

    @property
    def steps(self) -> int:
        """How many stretches there are, most of them frames."""
        return len(self._after)

    # -- what the machine tells ----------------------------------------------------------

    def frame(self) -> None:
        """A frame is about to begin, and all inputs are there."""
        if self.full:
            return
        if self._began is not None:
            self._begun_again()
        self._compare()
        self._began = self._machine.cycle, self._machine.frames
        self._starts[self.steps :] = [self._machine.cycle]

    def before(self, _: str) -> None:
        """Somebody is about to press reset, freeze, or the power switch."""
        if not self.full:
            self._began = None
            self._compare()

    def after(self, what: str) -> None:
        """Somebody has pressed it."""
        if not self.full:
            self._add("press", what.encode())
            self._left = fingerprint_of(self._machine)

    def _begun_again(self) -> None:
        """End the last stretch, if nobody has, because a new one begins."""
        if self._machine.jammed:
            self.end()
        self._began = None  # what has run since is another cycle, which makes it a state

    def end(self) -> None:
        """End the stretch; to be called before anybody alters the machine."""
        if self.full or self._began is None:
            return
        machine, (cycle, frames) = self._machine, self._began
        self._began = None
        ran = machine.cycle - cycle
        if ran <= 0:
            return
        self._left = fingerprint_of(machine)
        if machine.frames != frames + 1:
            if machine.frames != frames or ran > CUT_AT_MOST:
                self._left = None
                return
            self._add("cut", pack_cut(ran))
        whole = self.steps % WHOLE_EVERY == WHOLE_EVERY - 1
        self._after.append(self._sums.quick(machine, self._left, whole))
        if self.steps >= STEPS_AT_MOST:
            self.full = "a recording lasts at most a day"

    def rewound(self) -> None:
        """Forget what came later, if the machine went back to a recorded moment."""
        self._left = self._began = None
        step = bisect_left(self._starts, self._machine.cycle)
        if not 0 < step < len(self._starts) or self._starts[step] != self._machine.cycle:
            return
        fingerprint = fingerprint_of(self._machine)
        whole = step % WHOLE_EVERY == 0
        if self._sums.quick(self._machine, fingerprint, whole) == self._after[step - 1]:
            self._left = fingerprint
            del self._after[step:], self._starts[step + 1 :]
            self._events = [e for e in self._events if e.step < step]
            self._size = sum(len(e.data) + ROOM for e in self._events)

    # -- what was altered ----------------------------------------------------------------

    def _compare(self) -> None:
        """Note what is not as the machine was left."""
        before, now = self._left, fingerprint_of(self._machine)
        if before is not None and before.inputs != now.inputs and before.rest != now.rest:
            now = self._without_inputs(before, now)
        if before is None or not _only_inputs_and_ram(before, now):
            self._add_state()
            self._add("served", bytes([now.served]))
        else:
            if before.ram != now.ram:
                self._add("ram", ram_changes(before.ram, now.ram))
            if before.inputs != now.inputs:
                self._add("inputs", now.inputs)
            if before.served != now.served:
                self._add("served", bytes([now.served]))
        self._left = now

    def _without_inputs(self, before: Fingerprint, now: Fingerprint) -> Fingerprint:
        """Return a Fingerprint without what the inputs alone make at the pins of CIA 1."""
        put_inputs(self._machine, before.inputs)
        rest = fingerprint_of(self._machine).rest
        put_inputs(self._machine, now.inputs)
        return now._replace(rest=rest)

    def _add_state(self) -> None:
        machine = self._machine
        try:
            refuse_folders(machine)
        except HostError as error:
            self.full = str(error)
            return
        drives = [
            [number, slot.kind, slot.image is not None and bool(slot.image.read_only)]
            for number, slot in machine.drives.items()
            if slot.kind is not None
        ]
        cassette = machine.tape.cassette
        tape = None if cassette is None else bool(cassette.read_only)
        # Another state of the same step is overtaken, and whatever led to it.
        self._events = [e for e in self._events if e.step < self.steps]
        self._starts = [-1] * self.steps  # nobody can go back beyond it
        self._add("state", pack_state(machine.snapshot(), drives, tape))

    def _add(self, kind: str, data: bytes) -> None:
        if self.full:
            return
        size = len(data) + ROOM
        if len(self._events) == EVENTS_MOST:
            self.full = f"a recording holds {EVENTS_MOST} events at most"
            return
        if self._size + size > EVENTS_AT_MOST:
            self.full = f"a recording holds {EVENTS_AT_MOST >> 20} MiB of events at most"
            return
        self._size += size
        self._events.append(Event(self.steps, kind, data))

    # -- the end -------------------------------------------------------------------------

    def finish(self) -> Recording:
        """End, and return the Recording; HostError if the machine never ran."""
        if self._machine.watcher is self:
            self._machine.watcher = None
        if not self.full:
            self.end()
            if self._left is not None and self._events:
                self._compare()
        if not self._events or not self.steps:
            raise HostError("nothing was recorded: the machine did not run")
        final = "" if self.full else self._sums.final(self._machine, fingerprint_of(self._machine))
        return Recording(self._events, array("I", self._after), final)
