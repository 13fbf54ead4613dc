"""The sounds of drives and datasette: motor, head, its knocks against the stop, keys of the deck.

They follow the machine: the motors of 1541s with a processor, each half track that a head passes
and each hit of a stop, at its cycle within the frame; the motor and keys of the datasette.  They
are added only to what is played: recordings, runs without a window and hashes never contain them.
While they are off, or nothing moves, the samples go through unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from c64.api_views import DRIVE_NUMBERS
from emu.host.actions import Action, on_off
from emu.host.feature import AppProtocol, Feature
from emu.host.sound.mechanics import (
    BUMP,
    KEY,
    RELAY,
    STEPS,
    Knocks,
    Motor,
    mixed,
    spread_motor,
)

if TYPE_CHECKING:
    from c64.api_views import DriveSlot
    from emu.host.types import Samples

PLACES = {8: 0.35, 9: 0.6, 10: -0.6, 11: 0.85}  # of drives, -1.0 left to 1.0 right
TAPE_PLACE = -0.35
STEP = 10  # percent
FRAMES_MOST = 8  # frames kept for the samples to come; with more, nobody plays the samples
HIT_LEAST, HIT_FULL = 20.0, 150.0  # tracks per second: inaudible, and as loud as possible
WINDING = ("rewind", "forward")

Noise = tuple[str, float, float, float]  # knock, at which frame from the first, place, loudness


class DriveSounds(Feature):
    """Watches drives and tape, and adds their sounds."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        rate = app.sound.rate
        self._disks = {number: Motor("disk", rate) for number in DRIVE_NUMBERS}
        self._tapes = {name: Motor(name, rate) for name in ("tape", "wind")}
        self._knocks = Knocks(rate)
        self._began = app.machine.cycle
        self._noises: list[Noise] = []
        self._frames = 0  # since the samples that were played last
        self._key, self._moving = "stop", False

    def actions(self) -> Sequence[Action]:
        """Return the Actions that switch it on and set its volume."""
        return (
            Action(
                "drive-sounds", "drive and tape sounds", self._swap, "8", group="sound",
                state=lambda: on_off(self.app.settings.drive_sounds),
            ),
            Action(
                "drive-volume", "volume of drives", lambda: self._put(self._volume % 100 + STEP),
                group="sound",
                state=lambda: f"{self._volume} %",
                choices=lambda: [f"{percent} %" for percent in range(0, 101, STEP)],
                choose=lambda word: self._put(int(word.split()[0])),
                enabled=lambda: self.app.settings.drive_sounds,
            ),
        )  # fmt: skip

    @property
    def _volume(self) -> int:
        return self.app.settings.drive_volume

    def _put(self, percent: int) -> None:
        self.app.settings.drive_volume = percent
        self.app.overlay.say(f"volume of drives: {percent} %")

    def _swap(self) -> None:
        settings = self.app.settings
        settings.drive_sounds = not settings.drive_sounds
        self._forget()
        drives = self.app.machine.drives
        if not settings.drive_sounds:
            for number in DRIVE_NUMBERS:
                drives[number].head_moves(last=True)
        if not settings.drive_sounds or any(drives[n].track is not None for n in DRIVE_NUMBERS):
            self.app.overlay.say(f"drive and tape sounds: {on_off(settings.drive_sounds)}")
        else:
            self.app.overlay.say(
                "drive and tape sounds: on; a virtual drive has nothing that moves"
            )

    def _forget(self) -> None:
        """Drop noises that have not been played."""
        deck = self.app.machine.tape
        self._noises, self._frames = [], 0
        self._key, self._moving = deck.key, deck.moving

    def ready(self) -> None:
        """Drop noises from before the first frame."""
        self._forget()

    def restarted(self) -> None:
        """Drop noises of the previous machine."""
        self._forget()

    # -- watching ----------------------------------------------------------------------

    def before_frame(self) -> None:
        """Begin a frame; moves by run-ahead or rewind are not heard."""
        if not self.app.settings.drive_sounds:
            return
        if self._frames >= FRAMES_MOST:
            self._noises, self._frames = [], 0
        for number in DRIVE_NUMBERS:
            self.app.machine.drives[number].head_moves()
        self._began = self.app.machine.cycle

    def after_frame(self, samples: Samples) -> None:
        """Note what moved in the frame."""
        if not self.app.settings.drive_sounds:
            return
        machine = self.app.machine
        length = max(1, machine.cycle - self._began)
        for number in DRIVE_NUMBERS:
            self._note_head(machine.drives[number], length)
        self._note_tape()
        self._frames += 1

    def _note_head(self, slot: DriveSlot, length: int) -> None:
        place = PLACES[slot.number]
        for cycle, track, hit in slot.head_moves():
            at = self._frames + min(1.0, max(0.0, (cycle - self._began) / length))
            if not hit:
                self._noises.append((STEPS[round(2 * track) % len(STEPS)], at, place, 1.0))
            elif hit >= HIT_LEAST:
                self._noises.append((BUMP, at, place, min(1.0, hit / HIT_FULL)))

    def _note_tape(self) -> None:
        deck = self.app.machine.tape
        if deck.key != self._key:
            self._noises.append((KEY, self._frames, TAPE_PLACE, 1.0))
        elif deck.moving != self._moving:
            self._noises.append((RELAY, self._frames, TAPE_PLACE, 1.0))
        self._key, self._moving = deck.key, deck.moving

    # -- sound -------------------------------------------------------------------------

    def sound(self, samples: Samples) -> Samples:
        """Return the samples with the noises of their frames."""
        if not self.app.settings.drive_sounds or not len(samples):
            return samples
        frames, self._frames = max(1, self._frames), 0
        for name, at, place, loud in self._noises:
            self._knocks.add(name, round(at / frames * len(samples)), place, loud)
        self._noises = []
        motors = self._motors()
        if not self._knocks and all(one.silent(on) for one, on, _ in motors):
            return samples
        made = spread_motor(motors, len(samples))
        self._knocks.mix(made)
        return mixed(samples, made, self._volume)

    def _motors(self) -> list[tuple[Motor, bool, float]]:
        """Return (Motor, whether it runs, place) of each."""
        machine = self.app.machine
        deck, drives = machine.tape, machine.drives
        winding = deck.key in WINDING
        found = [
            (self._disks[n], drives[n].track is not None and drives[n].motor, PLACES[n])
            for n in DRIVE_NUMBERS
        ]
        found.append((self._tapes["tape"], deck.moving and not winding, TAPE_PLACE))
        found.append((self._tapes["wind"], deck.moving and winding, TAPE_PLACE))
        return found
