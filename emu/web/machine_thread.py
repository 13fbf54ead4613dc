"""The hosted machine, in its own thread and at its own pace, connected clients or not.

It takes commands from a queue and publishes one Tick per picture.  It never waits for a client, and
packs nothing that nobody sees or hears.
"""

import threading
import time
from argparse import Namespace
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from c64.errors import AutostartError, Go64Error
from emu.errors import HostError
from emu.shared.disks import leave_folders_aside
from emu.shared.pacing import Pacer
from emu.shared.setup import Feed, file_to_start, make_machine, start_file
from emu.shared.state.write import save_state_file
from emu.web.adpcm import Encoder
from emu.web.descriptors import Spare
from emu.web.game import Facts, Table
from emu.web.lines import Lines
from emu.web.permissions import Permissions, Role
from emu.web.picture import Pixels, blank, encode, pack, whole_cells
from emu.web.pointer import Pointer, window_of

if TYPE_CHECKING:
    from c64.api import C64

RATE = 24000  # samples per second
FRAMES_A_PACKET = 2
SAVE_EVERY = 1.0  # seconds between snapshots while something happens
HURRIED_SHOW = 0.02  # seconds between pictures while a program loads, and in warp


@dataclass(frozen=True)
class Tick:
    """One picture with its sound.

    version  counts pictures that differ from the previous one
    picture  uint8[height, width], the same object while nothing changes; None: nobody looks
    change   (packed, bytes) from the previous version; None: no change
    sound    a packet of emu.web.adpcm, b"" for silence; None: the next tick brings it, or nobody
             hears
    facts    emu.web.game.Facts or None
    """

    version: int
    picture: Pixels | None
    change: tuple[bool, bytes] | None
    sound: bytes | None
    facts: Facts | None


class MachineThread:
    """The machine.

    args      of the command line;  snapshot  Path of the automatic snapshot
    publish   function of a Tick, called in the machine's thread
    refused   function of (client, why), called when a key was rejected
    lines     emu.web.lines.Lines
    """

    def __init__(
        self,
        args: Namespace,
        snapshot: Path,
        publish: Callable[[Tick | None], object],
        refused: Callable[[int, str], object] = lambda client, why: None,
        lines: Lines | None = None,
    ) -> None:
        self._publish, self._refused = publish, refused
        path = file_to_start(args)
        self.machine: C64 = make_machine(args, RATE)
        self.machine.drives[8].notice = print
        self._feed = Feed(self.machine, start_file(args, self.machine), args.keys)
        leave_folders_aside(self.machine)
        self.table = Table()
        self.permissions = Permissions(self.machine, args.seat_map, args.expects_game)
        self.pointer = Pointer(self.machine, self.table)
        self._snapshot, self._title = snapshot, path.name if path else "hosted"
        self._commands: deque[tuple[str, int, Role, tuple[Any, ...]]] = deque()
        self._encoder = Encoder()
        self._waiting: list[npt.NDArray[np.int16]] = []
        self.shape = whole_cells(self.machine.screen.indices).shape
        self.palette = self.machine.screen.palette.tolist()
        self.window = window_of(self.machine)
        self._picture, self._version = blank(self.shape), 0
        self._looked_at = self._heard = False
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._unsaved, self._saved = False, 0.0
        self._state: bytes | None = None
        self._shown = 0.0
        self._warp = args.warp
        self._lines, self._spare = lines or Lines(), Spare()
        self.failed: Exception | None = None

    # -- from other threads ------------------------------------------------------------------

    def send(self, kind: str, client: int, role: Role, *args: Any) -> None:
        """Queue a command for the next picture: key, stick, tap, drop ..."""
        self._commands.append((kind, client, role, args))

    def audience(self, looks: bool, hears: bool) -> None:
        """Set whether anybody looks and whether anybody hears, so that only that is packed."""
        self._looked_at, self._heard = looks, hears

    def start(self) -> None:
        """Begin."""
        self._thread = threading.Thread(target=self._run, name="machine", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End, with a snapshot of the final state."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    # -- the machine's thread ----------------------------------------------------------------

    def _run(self) -> None:
        pacer = Pacer(self.machine.model.frame_hz)
        try:
            while not self._stop.is_set():
                if self._warp or self._loading():
                    pacer.restart()
                else:
                    pacer.wait()
                self.frame()
            self._save()
            with self._spare:
                self.machine.flush()
        except Exception as error:  # the server ends, and tells
            self.failed = error
        finally:
            self._spare.close()
            self._publish(None)

    def _loading(self) -> bool:
        start = self._feed.start
        return start is not None and not start.settled

    def frame(self) -> None:
        """Run one picture, and publish it."""
        machine = self.machine
        facts = self.table.look(machine.ram)
        self.permissions.tick(facts)
        while self._commands:
            self._command(*self._commands.popleft())
        keys = self.table.settle(machine.ram)
        if keys:
            machine.type(keys, wait=False)
        if facts is not None:
            self.pointer.tick()
        self._feed_start()
        machine.tick()
        hurried = self._warp or self._loading()
        if not self._loading():
            self._keep(facts)
        if hurried and time.perf_counter() - self._shown < HURRIED_SHOW:
            machine.audio()
            return
        self._shown = time.perf_counter()
        self._publish(self._tick(facts))

    def _feed_start(self) -> None:
        try:
            self._feed()
        except AutostartError as error:
            self._feed.start = None
            print(f"go64: {error}")

    def _command(self, kind: str, client: int, role: Role, args: tuple[Any, ...]) -> None:
        permissions = self.permissions
        if kind == "key":
            if not permissions.key(client, role, *args):
                self._refused(client, self._why(role))
        elif kind == "stick":
            if not permissions.stick(client, role, *args):
                self._refused(client, self._why(role))
        elif kind == "tap":
            may = None if permissions.facts is None else permissions.may(role, permissions.facts)
            if may in ("all", "turn"):
                self.pointer.tap(*args)
            elif may != "own" or not permissions.tap(client, role, *args):
                self._refused(client, self._why(role))
        elif kind == "drop":
            permissions.drop(client)
        elif kind == "computer":
            try:
                self.table.give(*args)
            except HostError as error:
                self._refused(client, str(error))
        self._unsaved = self._unsaved or kind != "drop"

    def _why(self, role: Role) -> str:
        facts = self.permissions.facts
        if role.kind == "watch":
            return "You watch: watchers cannot press."
        if facts is None:
            return "The host has given this seat nothing to press here."
        if facts.market is not None:
            return f"All are asked: you press for seat {role.place + 1}, key {role.place + 1}."
        if facts.active is None:
            return "The host sets up the game."
        return f"It is {facts.seats[facts.active].name}'s turn."

    def _tick(self, facts: Facts | None) -> Tick:
        sound = self._sound()
        if not self._looked_at:
            return Tick(self._version, None, None, sound, facts)
        now, change = whole_cells(self.machine.screen.indices), None
        data = encode(self._picture, now)
        if data:
            self._picture, change = now, pack(data)
            self._version += 1
        return Tick(self._version, self._picture, change, sound, facts)

    def _sound(self) -> bytes | None:
        samples = self.machine.audio()
        if not self._heard:
            self._waiting.clear()
            return None
        if samples.ndim > 1:
            samples = samples.mean(axis=1).astype(np.int16)
        self._waiting.append(samples)
        if len(self._waiting) < FRAMES_A_PACKET:
            return None
        joined, self._waiting = np.concatenate(self._waiting), []
        return self._encoder.encode(joined)

    # -- the automatic snapshot ----------------------------------------------------------------

    def _keep(self, facts: Facts | None) -> None:
        """Save soon after something has changed: a key, or the state of the game."""
        state = None if facts is None else facts.raw[0]
        self._unsaved = self._unsaved or state != self._state
        self._state = state
        if self._unsaved and time.monotonic() - self._saved >= SAVE_EVERY:
            self._save()

    def _save(self) -> None:
        if self._loading():
            return
        self._unsaved, self._saved = False, time.monotonic()
        try:
            with self._spare:
                self.machine.flush()
                save_state_file(self._snapshot, self.machine, self._title)
        except (Go64Error, OSError) as error:
            self._unsaved = True  # tried again
            self._lines.say("snapshot", f"no snapshot: {error}")
