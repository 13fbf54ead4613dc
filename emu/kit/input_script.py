"""Inputs by frame: scripts of keys, joysticks and mouse; recording and playing back."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, TypedDict

from c64.api import C64
from c64.base.fields import dump_fields
from c64.input.typist import TYPIST_HOLD, parse_keys
from emu.kit.errors import KitUsageError
from emu.kit.types import AnyPath, Board

_MOUSE = re.compile(r"\{mouse\s+(?:(-?\d+)\s+(-?\d+)|(left|right)(?:\s+(\d+))?)\}$")


class InputEvent(TypedDict):
    """The changes recorded before a frame: fields that changed, arrays as hex text."""

    frame: int
    state: dict[str, int | str]


Action = tuple[int, str, Any]  # frame, what to do, and with what


def _events(script: Iterable[tuple[int, str]]) -> Iterator[Action]:
    """Yield (frame, action, argument) of a script; KitUsageError, one line, for a bad entry."""
    for entry in script:
        try:
            frame, text = entry
            frame = int(frame)
        except (TypeError, ValueError):
            raise KitUsageError(f"inputs: {entry!r} is not (frame, keys)") from None
        mouse = _MOUSE.match(text)
        if mouse and mouse[1] is not None:
            yield frame, "move", (int(mouse[1]), int(mouse[2]))
        elif mouse:
            yield frame, "mouse down", mouse[3]
            yield frame + int(mouse[4] or TYPIST_HOLD), "mouse up", mouse[3]
        else:
            yield from _typed(frame, text)


def _typed(frame: int, text: str) -> Iterator[Action]:
    try:
        steps = parse_keys(text)
    except ValueError as error:
        raise KitUsageError(f"inputs: frame {frame}: {error}") from None
    for step in steps:
        if step[0] == "wait":
            frame += step[1]
        elif step[0] == "keys":
            yield frame, "keys down", step[1]
            yield frame + TYPIST_HOLD, "keys up", step[1]
            frame += 2 * TYPIST_HOLD
        else:
            yield frame, "stick down", (step[1], step[2])
            yield frame + step[3], "stick up", (step[1], step[2])
            frame += step[3]


class InputScript:
    """Presses the keys of a script, each before its frame.

    script  [(frame, text), ...]: frames count from the beginning of the script; the text
            is as of ``C64.type`` ("A", "{F1}", "{joy2 left+fire 10}", "{wait 5}"), or
            "{mouse DX DY}", "{mouse left 5}".  Or ``InputRecorder.events``.
    """

    def __init__(
        self, machine: C64, script: Iterable[tuple[int, str]] | Iterable[InputEvent], frame: int
    ) -> None:
        self.machine, self._begin = machine, frame
        entries: list[Any] = list(script)
        self._events: list[Action]
        if entries and isinstance(entries[0], dict):
            self._events = [(e["frame"], "state", e) for e in entries]
        else:
            self._events = sorted(_events(entries), key=lambda e: e[0])

    def tick(self, frame: int) -> None:
        """Press what is due before frame number ``frame``."""
        while self._events and self._events[0][0] <= frame - self._begin:
            _, action, what = self._events.pop(0)
            self._do(action, what)

    def _do(self, action: str, what: Any) -> None:
        keyboard, controls = self.machine.board.keyboard, self.machine.board.controls
        if action == "keys down":
            for name in what:
                keyboard.press(name)
        elif action == "keys up":
            for name in what:
                keyboard.release(name)
        elif action.startswith("stick"):
            stick = controls.joystick(what[0])
            (stick.press if action.endswith("down") else stick.release)(*what[1])
        elif action == "move":
            controls.mouse.move(*what)
        elif action.startswith("mouse"):
            (controls.mouse.press if action.endswith("down") else controls.mouse.release)(what)
        else:
            _put_state(self.machine.board, what)


def _state(board: Board) -> dict[str, int | str]:
    """Return keys, joysticks and mouse position as {name: number or hex text}."""
    state: dict[str, int | str] = {}
    parts = ("keyboard", board.keyboard), ("controls", board.controls)
    for part, chip in (*parts, ("controls.devices", board.controls.devices)):
        for name, value in dump_fields(chip).items():
            state[f"{part}.{name}"] = value if isinstance(value, int) else value.hex()
    return state


def _put_state(board: Board, event: InputEvent) -> None:
    for name, value in event["state"].items():
        *path, field = name.split(".")
        chip = board
        for part in path:
            chip = getattr(chip, part)
        if isinstance(value, int):
            setattr(chip, field, value)
        else:
            memoryview(getattr(chip, field)).cast("B")[:] = bytes.fromhex(value)


class InputRecorder:
    """Records changes of keys, joysticks and mouse before every frame.

    ``events`` go into ``Kit.inputs`` to play them back; ``save`` and ``load_inputs`` keep
    them as a text file (JSON, one event per line).
    """

    def __init__(self, machine: C64, frame: int) -> None:
        self.machine, self._begin = machine, frame
        self.events: list[InputEvent] = []
        self._last: dict[str, int | str] | None = None

    def tick(self, frame: int) -> None:
        """Record the differences from the last frame."""
        state = _state(self.machine.board)
        if state != self._last:
            last = self._last or {}
            changed = {n: v for n, v in state.items() if last.get(n) != v}
            self.events.append({"frame": frame - self._begin, "state": changed})
            self._last = state

    def save(self, path: AnyPath) -> None:
        """Write the events to a file."""
        with open(path, "w") as file:
            file.writelines(json.dumps(event) + "\n" for event in self.events)


def load_inputs(path: AnyPath) -> list[InputEvent]:
    """Return the events a recorder saved; KitUsageError, one line, if the file is none."""
    try:
        with open(path) as file:
            events: list[InputEvent] = [json.loads(line) for line in file]
        if not all({"frame", "state"} <= set(event) for event in events):
            raise ValueError
    except OSError as error:
        raise KitUsageError(f"inputs {path}: cannot be read ({error.strerror})") from None
    except (ValueError, TypeError):
        raise KitUsageError(f"inputs {path}: not a recording of inputs") from None
    return events
