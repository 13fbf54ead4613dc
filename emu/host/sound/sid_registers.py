"""The SIDs' registers below the picture, in words.

A line for each voice, and one for the filter.  Of several SIDs each has its number, address and
model over them; so has one with a voice that is not heard.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from emu.host.actions import Action, next_of
from emu.host.picture.foot_lines import FAINT, PLAIN, FootLines
from emu.host.picture.overlay import NEW_LINE

if TYPE_CHECKING:
    from c64.api_views import SidView
    from emu.host.feature import AppProtocol
    from emu.host.picture.overlay import Part

AT_A_TIME, AT_A_TIME_LARGE = 2, 1  # SIDs: more lines would hide the picture
ACCUMULATOR = 1 << 24  # of a voice: what it counts to in a period
NOTES = ("C-", "C#", "D-", "D#", "E-", "F-", "F#", "G-", "G#", "A-", "A#", "B-")
CONCERT_PITCH, ITS_NUMBER = 440.0, 57  # Hz of A-4, and semitones from C-0 to it
WAVES = ((0x10, "tri"), (0x20, "saw"), (0x40, "pulse"), (0x80, "noise"))
SWITCHES = ((0x01, "gate"), (0x02, "sync"), (0x04, "ring"), (0x08, "test"))
MODES = ((0x10, "low"), (0x20, "band"), (0x40, "high"))
GREEN, RED = (110, 230, 90), (255, 120, 100)


class SidRegisters(FootLines):
    """Shows them while they are wanted: five lines for each SID, of two SIDs at a time.

    Large letters have room for one.
    """

    NAME = "sid-registers"
    TITLE = "SID registers"
    GROUP = "sound"
    EVERY = 3

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._first = 0

    def actions(self) -> Sequence[Action]:
        """Return the Actions that show and hide them and choose the SIDs, if there are many."""
        return (
            *super().actions(),
            Action(
                "sid-registers-of", "registers of SID",
                lambda: self._choose(next_of(self._words(), self._word())), group=self.GROUP,
                state=self._word, choices=self._words, choose=self._choose,
                enabled=lambda: len(self._words()) > 1,
            ),
        )  # fmt: skip

    @property
    def _many(self) -> int:
        """How many SIDs are shown at a time."""
        return AT_A_TIME_LARGE if self.app.overlay.large else AT_A_TIME

    def _word(self) -> str:
        return self._words()[self._first // self._many]

    def _choose(self, word: str) -> None:
        self._first, self._left = self._words().index(word) * self._many, 0

    def _words(self) -> tuple[str, ...]:
        """Return the numbers of the SIDs that are shown together."""
        count, many = len(self.app.machine.sids), self._many
        pairs = ((n + 1, min(n + many, count)) for n in range(0, count, many))
        return tuple(f"{first}-{last}" if first < last else f"{first}" for first, last in pairs)

    def _parts(self) -> Sequence[Part]:
        machine, found = self.app.machine, []
        for number, sid in enumerate(machine.sids, 1):
            if self._first < number <= self._first + self._many:
                if len(machine.sids) > 1 or sid.muted:
                    found += heading_parts(number, sid)
                found += register_parts(sid.registers, machine.model.clock_hz, sid.muted)
        return found


def heading_parts(number: int, sid: SidView) -> list[Part]:
    """Return the line over a SID's registers: which one it is, and what of it is not heard."""
    found = [NEW_LINE, (f"SID {number}", GREEN), (f"${sid.address:04X} {sid.chip}", PLAIN)]
    voices = " ".join(str(v + 1) for v in range(3) if sid.muted >> v & 1)
    return [*found, (f"muted: {voices}", RED)] if voices else found


def register_parts(registers: bytes, clock_hz: float, muted: int = 0) -> list[Part]:
    """Return what the 25 registers from $D400 on mean; ``muted``: a bit for each voice."""
    found: list[Part] = []
    for v in range(3):
        voice = registers[7 * v : 7 * v + 7]
        found += [NEW_LINE, *_voice_parts(v, voice, clock_hz, bool(muted >> v & 1))]
    low, high, routing, volume = registers[21:]
    routed = "".join(str(v + 1) if v < 3 else "E" for v in range(4) if routing >> v & 1)
    words = [word for bit, word in MODES if volume & bit]
    words += ["3 off"] if volume & 0x80 else []
    return [
        *found,
        NEW_LINE,
        ("F", FAINT),
        (f"{high << 3 | low & 7:03X} res {routing >> 4:X} in {routed or '-':4}", PLAIN),
        (" ".join(words) or "-", GREEN if words else FAINT),
        (f"vol {volume & 15:X}", PLAIN),
    ]


def _voice_parts(v: int, registers: bytes, clock_hz: float, muted: bool) -> list[Part]:
    frequency, width = registers[0] | registers[1] << 8, registers[2] | (registers[3] & 15) << 8
    control, attack_decay, sustain_release = registers[4:]
    words = [word for bit, word in (*WAVES, *SWITCHES) if control & bit]
    return [
        (str(v + 1), RED if muted else FAINT),
        (f"{note(frequency * clock_hz / ACCUMULATOR):4}{frequency:04X} {width:03X}", PLAIN),
        (f"{attack_decay:02X}{sustain_release:02X}", PLAIN),
        (" ".join(words) or "-", GREEN if control & 1 and not muted else FAINT),
    ]


def note(hertz: float) -> str:
    """Return the nearest note of a frequency, "A-4" for 440 Hz; "..." below C-0."""
    if hertz <= 0:
        return "..."
    number = round(ITS_NUMBER + 12 * math.log2(hertz / CONCERT_PITCH))
    return "..." if number < 0 else f"{NOTES[number % 12]}{number // 12}"
