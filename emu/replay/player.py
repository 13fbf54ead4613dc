"""Replays a recording on a machine, and compares the machine with it after every step.

The player is the machine's ``watcher``: at the beginning of each frame it does what is due.
The main loop lets the machine run to ``limit`` at most, and calls ``end`` when that is done.
"""

from bisect import bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING

from c64.base.fields import Storage
from c64.errors import Go64Error
from emu.errors import HostError
from emu.replay.events import (
    WHOLE_EVERY,
    Event,
    Recording,
    cut_of,
    press_of,
    ram_runs,
    served_of,
    unpack_state,
)
from emu.replay.fingerprint import (
    Sums,
    fingerprint_of,
    have_devices,
    input_chips,
    inputs_of,
    put_inputs,
)

if TYPE_CHECKING:
    from c64.api import C64

_cycle_of = itemgetter(0)


class Player:
    """Replays a Recording on a machine of its configuration.

    step     of how many it has run
    over     True once there is nothing more to do
    diverged the first step after which the machine was not that of the recording, or None;
             steps count from 1
    left     "", or who took the machine over
    taken_back  True if the machine went back meanwhile, to where nobody can compare it
    altered  True if the events of this step did more than press keys

    Raises HostError if the recording does not fit the machine.
    """

    def __init__(self, machine: "C64", recording: Recording) -> None:
        self._machine, self._recording = machine, recording
        self._sums = Sums()
        self._by_step: dict[int, list[Event]] = {}
        for event in recording.events:
            self._by_step.setdefault(event.step, []).append(event)
        self._starts: list[tuple[int, bytes]] = []  # [(cycle, inputs)] with which each step began
        self._inputs = b""
        self._end: int | None = None
        self._due = True  # the events of this step have yet to be done
        self.step, self.over, self.left, self.altered = 0, False, "", False
        self.diverged: int | None = None
        self.taken_back = False
        self._do_events()  # now, so that a recording that cannot be used is refused now
        machine.watcher = self

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return len(self._recording.sums)

    @property
    def limit(self) -> int | None:
        """The cycle at which the step that is going on ends, None: with the frame."""
        return self._end

    # -- what the machine tells ----------------------------------------------------------

    def frame(self) -> None:
        """A frame is about to begin: do what was done then."""
        if self.over:
            return
        self.prepare()
        # Whatever the user presses meanwhile is not what was pressed then.
        put_inputs(self._machine, self._inputs)

    def before(self, what: str) -> None:
        """Somebody presses a switch that the recording knows nothing of: let it be."""
        self._leave(what)

    def after(self, _: str) -> None:
        """A switch was pressed."""

    def prepare(self) -> None:
        """Do what is due before the next step, so that ``limit`` tells how long it is."""
        if self._due and not self.over:
            self._do_events()

    def end(self) -> None:
        """A step has been run: hold the machine against the recording."""
        if self.over or self._due:
            return
        self._take_note()
        self._due = True
        if self.step == self.steps:
            self._finish()

    def _take_note(self) -> None:
        machine, fingerprint = self._machine, fingerprint_of(self._machine)
        whole = self.step % WHOLE_EVERY == WHOLE_EVERY - 1
        expected = self._recording.sums[self.step]
        self.step += 1
        if self.diverged is None and self._sums.quick(machine, fingerprint, whole) != expected:
            self.diverged = self.step
        self._inputs = fingerprint.inputs

    def _finish(self) -> None:
        """Do what was done last, and compare all of the machine."""
        self._do_events()
        final = self._recording.final
        if final and self.diverged is None:
            if self._sums.final(self._machine, fingerprint_of(self._machine)) != final:
                self.diverged = self.step
        self._leave("")

    def _leave(self, why: str) -> None:
        self.over, self.left = True, why
        if self._machine.watcher is self:
            self._machine.watcher = None

    def stop(self, why: str = "stopped") -> None:
        """Let the machine be."""
        if not self.over:
            self._leave(why)

    def rewound(self) -> None:
        """The machine went back: go on from there, if that is within the replay."""
        cycle = self._machine.cycle
        step = bisect_right(self._starts, cycle, key=_cycle_of) - 1
        if self.over or step < 0 or self._starts[step][0] < 0:
            self.stop("another state")
            return
        start, self._inputs = self._starts[step]
        self.step, self.taken_back, self._due = step, True, cycle == start
        cuts = [e.data for e in self._by_step.get(step, ()) if e.kind == "cut"]
        self._end = start + cut_of(cuts[0]) if cuts else None
        if self.diverged is not None and self.diverged > step:
            self.diverged = None

    # -- events --------------------------------------------------------------------------

    def _do_events(self) -> None:
        self._due, self._end, self.altered = False, None, False
        for event in self._by_step.get(self.step, ()):
            try:
                _DO[event.kind](self, event.data)
            except Go64Error as error:
                raise HostError(f"before step {self.step + 1}: {error}") from None
            except (ValueError, TypeError, KeyError):
                raise HostError(f"before step {self.step + 1}: what was done is damaged") from None
            self.altered = self.altered or event.kind not in ("inputs", "cut")
        self._starts[self.step :] = [(self._machine.cycle, self._inputs)]

    def _do_inputs(self, data: bytes) -> None:
        _check_inputs(self._machine, data)
        self._inputs = data
        put_inputs(self._machine, data)

    def _do_ram(self, data: bytes) -> None:
        for at, content in ram_runs(data):
            self._machine.ram[at : at + len(content)] = content

    def _do_press(self, data: bytes) -> None:
        machine = self._machine
        watcher, machine.watcher = machine.watcher, None
        try:
            {"reset": machine.reset, "freeze": machine.freeze, "off and on": machine.power_cycle}[
                press_of(data)
            ]()
        finally:
            machine.watcher = watcher
        self._inputs = inputs_of(machine)

    def _do_served(self, data: bytes) -> None:
        self._machine.fastload = served_of(data)

    def _do_state(self, data: bytes) -> None:
        machine = self._machine
        snapshot, drives, tape = unpack_state(data)
        wanted = {number: kind for number, kind, _ in drives}
        for number, slot in machine.drives.items():
            slot.unplug()
            if number in wanted:
                slot.attach(None, kind=None if slot.auto else wanted[number])
        machine.tape.eject()
        machine.restore(snapshot)
        for number, _, protected in drives:
            if machine.drives[number].image is not None:  # in memory: no host's file is behind it
                machine.drives[number].image.read_only = protected
        if machine.tape.cassette is not None:
            machine.tape.cassette.read_only = bool(tape)
        self._inputs = inputs_of(machine)
        self._starts = [(-1, b"")] * self.step

    def _do_cut(self, data: bytes) -> None:
        self._end = self._machine.cycle + cut_of(data)


_DO = {
    "inputs": Player._do_inputs, "ram": Player._do_ram, "press": Player._do_press,
    "served": Player._do_served, "state": Player._do_state, "cut": Player._do_cut,
}  # fmt: skip


def _check_inputs(machine: "C64", data: bytes) -> None:
    """ValueError unless all fields of keyboard and control ports are in their ranges."""
    board, at = machine.board, 0
    for chip in input_chips(board, have_devices(board, data)):
        storage = Storage(chip)
        block = memoryview(data)[at : at + storage.size]
        if len(block) != storage.size or storage.check(block, 0, machine.board) is not None:
            raise ValueError
        at += storage.size
    if at != len(data):
        raise ValueError
