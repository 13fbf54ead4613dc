"""What follows when the CPU jams, as ``--jam-action`` says (VICE's -jamaction)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from c64.api import C64

JAM_ACTIONS = ("continue", "monitor", "reset", "power-cycle", "quit")


def after_jam(machine: C64, action: str) -> bool:
    """Do what follows if the CPU has jammed; returns True if that is the end of the run."""
    if not machine.jammed:
        return False
    if action == "reset":
        machine.reset()
    elif action == "power-cycle":
        machine.power_cycle()
    return action == "quit"
