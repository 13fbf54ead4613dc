"""``make play``: start the game in a window, or without one play by itself and look.

Without a screen (``--headless``) the disk is autostarted and played with the keys a person
would press, through set-up and three turns, which take half a minute of emulated time.  The
state of the game, read from its memory by its own labels, must be where the rules want
it; then ``play.png`` is written.
"""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from c64 import C64

ROOT = Path(__file__).resolve().parent.parent
TURNS = 3
SECONDS = 90  # emulated, within which these turns must be over; a throw and a walk take four
PATIENCE = 150  # frames to wait for an answer before the key is pressed again

# What to press: by mode of the game, and in MODE_NORMAL by phase of the turn.
MODE_KEYS = {
    "MODE_FIRST": "r",
    "MODE_AUCTION": "f",
    "MODE_TRADE": "n",
    "MODE_MUST_PAY": "a",
    "MODE_TRANSFER": "c",
    "MODE_QUIT": "n",
}
PHASE_KEYS = {
    "PHASE_ROLL": "r",
    "PHASE_BUY": "b",
    "PHASE_BAIL": "p",
    "PHASE_MOVE": "c",
    "PHASE_DONE": "n",
}


class PlayError(Exception):
    """The game is not where it should be; the message says where it is."""


def constants(path: Path) -> dict[str, int]:
    """Return {name: value} of the MODE_ and PHASE_ constants of an include file."""
    found = re.findall(r"^((?:MODE|PHASE)_\w+)\s*=\s*(\d+)", path.read_text(), re.MULTILINE)
    return {name: int(value) for name, value in found}


class Player:
    """A player who looks at the game and presses the next key."""

    def __init__(self, machine: "C64", labels: Path) -> None:
        """Take the labels of the game from the file ``labels``."""
        machine.load_labels(labels)
        self.machine = machine
        self._at = {
            name: machine.address(name)
            for name in ("mode_kind", "mode_depth", "mode_active", "turn_phase")
        }
        names = constants(ROOT / "asm" / "game" / "state.inc")
        self.modes = {v: k for k, v in names.items() if k.startswith("MODE_") and k != "MODE_DEPTH"}
        self.phases = {v: k for k, v in names.items() if k.startswith("PHASE_")}
        self.turns = 0
        self._last: int | None = None

    def _byte(self, name: str, index: int = 0) -> int:
        return int(self.machine.ram[self._at[name] + index])

    def situation(self) -> tuple[str, str, int]:
        """Return (mode, phase, active player) by name."""
        depth = self._byte("mode_depth") & 3
        mode = self.modes.get(self._byte("mode_kind", depth), "unknown mode")
        phase = self.phases.get(self._byte("turn_phase"), "unknown phase")
        return mode, phase, self._byte("mode_active", depth)

    def key(self) -> str:
        """Return the key for the situation, and count turns."""
        mode, phase, active = self.situation()
        if mode == "MODE_NORMAL":
            if active != self._last:
                self.turns += self._last is not None
                self._last = active
            return PHASE_KEYS.get(phase, "n")
        return MODE_KEYS.get(mode, "\n")


def wait_for(machine: "C64", condition: Callable[[], bool], frames: int, what: str) -> None:
    """Tick until ``condition()`` holds; PlayError after ``frames``."""
    for _ in range(frames):
        if condition():
            return
        machine.tick()
    raise PlayError(f"{what} did not come within {frames} frames; the screen's picture is saved")


def play_by_itself(image: Path) -> tuple["C64", Player]:
    """Autostart ``image``, play; returns (machine, Player).  PlayError if it goes wrong."""
    import c64

    machine = c64.C64(sample_rate=0)  # nobody listens: a fifth of the time
    try:
        machine.autostart(image, settle=True)
        player = Player(machine, ROOT / "build" / "game" / "game.lbl")
        _play(machine, player)
    finally:
        machine.screen.image.save("play.png")
    return machine, player


def _play(machine: "C64", player: Player) -> None:
    end = machine.cycle + int(SECONDS * machine.model.clock_hz)
    machine.tick(50)
    machine.type("\n")
    machine.tick(100)
    machine.type("{F7}")
    wait_for(machine, lambda: player.situation()[0] != "MODE_SETUP", PATIENCE, "the first roll")
    while player.turns < TURNS:
        machine.type(player.key())
        machine.tick(25)
        if machine.jammed:
            raise PlayError(f"the CPU jammed at ${machine.registers.pc:04X}")
        if machine.cycle >= end:
            mode, phase, active = player.situation()
            raise PlayError(
                f"{player.turns} turns in {SECONDS} s, expected {TURNS}; "
                f"the game is at {mode}, {phase}, player {active + 1}"
            )


def main(argv: Sequence[str] | None = None) -> int:
    """Start the game; returns the exit status."""
    parser = argparse.ArgumentParser(prog="make play", description=__doc__)
    parser.add_argument("--headless", action="store_true", help="play without a screen")
    args, rest = parser.parse_known_args(argv)
    if not args.headless:
        from emu.__main__ import main as go64

        return int(go64(rest))
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    try:
        machine, player = play_by_itself(ROOT / "disk" / "go64.d64")
    except Exception as error:  # whatever went wrong, one line says so
        print(f"play: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    mode, phase, active = player.situation()
    seconds = machine.cycle / machine.model.clock_hz
    print(
        f"play: {player.turns} turns, now player {active + 1} in {mode}, {phase}, "
        f"{seconds:.0f} s after power-on; picture in play.png"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
