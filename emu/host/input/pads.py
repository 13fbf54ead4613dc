"""Gamepads: mapped by SDL's controller database, whenever they are plugged in.

The first pad plays in the port of the joystick keys, the second in the other one, the next two are
joysticks 3 and 4 if there is an adapter; each keeps its place until it is unplugged.  A pad that
the database does not know is used by its first stick, its hat and its first four buttons.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from pygame._sdl2.controller import Controller
    from pygame.joystick import JoystickType

AXIS_LIMIT = 0.5
FULL_AXIS = 32768
PLACES = 4  # one for each control port, two for the adapter's

B = pygame  # the constants have long names
BUTTON_DIRECTIONS = {
    B.CONTROLLER_BUTTON_DPAD_UP: "up",
    B.CONTROLLER_BUTTON_DPAD_DOWN: "down",
    B.CONTROLLER_BUTTON_DPAD_LEFT: "left",
    B.CONTROLLER_BUTTON_DPAD_RIGHT: "right",
    B.CONTROLLER_BUTTON_A: "fire",
    B.CONTROLLER_BUTTON_X: "fire",
    B.CONTROLLER_BUTTON_LEFTSHOULDER: "fire",
    B.CONTROLLER_BUTTON_RIGHTSHOULDER: "fire",
    B.CONTROLLER_BUTTON_B: "up",  # most games jump by it
}
BUTTON_KEYS = {  # C64 keys: many games want one to begin
    B.CONTROLLER_BUTTON_Y: ("SPACE",),
    B.CONTROLLER_BUTTON_BACK: ("STOP",),
    B.CONTROLLER_BUTTON_LEFTSTICK: ("F1",),
    B.CONTROLLER_BUTTON_RIGHTSTICK: ("F7",),
}
BUTTON_STEPS = {  # in the menu
    B.CONTROLLER_BUTTON_DPAD_UP: "up",
    B.CONTROLLER_BUTTON_DPAD_DOWN: "down",
    B.CONTROLLER_BUTTON_DPAD_LEFT: "left",
    B.CONTROLLER_BUTTON_DPAD_RIGHT: "right",
    B.CONTROLLER_BUTTON_A: "enter",
    B.CONTROLLER_BUTTON_X: "enter",
    B.CONTROLLER_BUTTON_B: "back",
    B.CONTROLLER_BUTTON_Y: "more",
    B.CONTROLLER_BUTTON_LEFTSHOULDER: "page up",
    B.CONTROLLER_BUTTON_RIGHTSHOULDER: "page down",
    B.CONTROLLER_BUTTON_START: "menu",
    B.CONTROLLER_BUTTON_GUIDE: "menu",
}
AXES = {B.CONTROLLER_AXIS_LEFTX: ("left", "right"), B.CONTROLLER_AXIS_LEFTY: ("up", "down")}
PLAIN_FIRE, PLAIN_STEPS = 4, {0: "enter", 1: "back", 2: "more", 7: "menu", 9: "menu"}

CONTROLLER_EVENTS = (B.CONTROLLERAXISMOTION, B.CONTROLLERBUTTONDOWN, B.CONTROLLERBUTTONUP)
PLAIN_EVENTS = (B.JOYAXISMOTION, B.JOYHATMOTION, B.JOYBUTTONDOWN, B.JOYBUTTONUP)


class Pad:
    """One pad: the switches of a joystick that it closes now, each for one or more reasons."""

    def __init__(self, device: JoystickType | Controller, name: str, mapped: bool) -> None:
        self.device, self.name, self.mapped = device, name, mapped
        self.place: int | None = None
        # What of the pad -> direction, None: it closes none now.
        self._reasons: dict[tuple[str, int], str | None] = {}

    def closed(self) -> set[str]:
        """Return the set of directions that are on."""
        return {direction for direction in self._reasons.values() if direction}

    def release(self) -> None:
        """Forget what is pressed."""
        self._reasons.clear()

    def take(self, event: pygame.event.Event) -> str | None:
        """Note what an event changes; returns the step it is in a menu, or None."""
        kind = event.type
        before = self.closed()
        if kind in (B.CONTROLLERBUTTONDOWN, B.CONTROLLERBUTTONUP):
            down = kind == B.CONTROLLERBUTTONDOWN
            self._reasons["button", event.button] = (
                BUTTON_DIRECTIONS.get(event.button) if down else None
            )
            return BUTTON_STEPS.get(event.button) if down else None
        if kind == B.CONTROLLERAXISMOTION:
            self._axis(event.axis, event.value / FULL_AXIS)
        elif kind == B.JOYAXISMOTION:
            self._axis(event.axis, event.value)
        elif kind == B.JOYHATMOTION:
            self._reasons["hat", 0] = {-1: "left", 1: "right"}.get(event.value[0])
            self._reasons["hat", 1] = {-1: "down", 1: "up"}.get(event.value[1])
        elif kind in (B.JOYBUTTONDOWN, B.JOYBUTTONUP):
            down = kind == B.JOYBUTTONDOWN
            self._reasons["button", event.button] = (
                "fire" if down and event.button < PLAIN_FIRE else None
            )
            return PLAIN_STEPS.get(event.button) if down else None
        return next(iter(self.closed() - before), None)

    def _axis(self, axis: int, value: float) -> None:
        if axis in AXES:
            low, high = AXES[axis]
            now = low if value < -AXIS_LIMIT else high if value > AXIS_LIMIT else None
            self._reasons["axis", axis] = now


class Pads:
    """All pads.

    said  function of a few words, called when a pad is plugged in or out
    port  function that returns the joystick of a place, 1 to 4
    places  function that returns how many places there are now
    """

    def __init__(
        self,
        port: Callable[[int], int],
        said: Callable[[str], object],
        places: Callable[[], int] = lambda: 2,
    ) -> None:
        from pygame._sdl2 import controller

        pygame.joystick.init()
        controller.init()
        self._controller = controller
        self._port, self._said, self._places = port, said, places
        self.pads: dict[int, Pad] = {}  # SDL's number of the device -> Pad
        for index in range(pygame.joystick.get_count()):  # SDL tells of them again, later
            self.add(index, quiet=True)

    def add(self, index: int, quiet: bool = False) -> None:
        """A device was plugged in; ``index`` is its place in SDL's list now."""
        with contextlib.suppress(pygame.error):
            joystick = pygame.joystick.Joystick(index)
            number = joystick.get_instance_id()
            if number in self.pads:
                return
            if self._controller.is_controller(index):
                controller = self._controller.Controller(index)
                pad = Pad(controller, controller.name, mapped=True)
            else:
                pad = Pad(joystick, joystick.get_name(), mapped=False)
            self.pads[number] = pad
            self.settle()
            if not quiet:
                self._said(self._words(pad))

    def settle(self) -> None:
        """Give places to pads that have none, and take away those that there are no more."""
        places, pads = range(self._places()), self.pads.values()
        for pad in pads:
            pad.place = pad.place if pad.place in places else None
        for pad in pads:
            if pad.place is None:
                taken = {other.place for other in pads}
                pad.place = next((place for place in places if place not in taken), None)

    def _words(self, pad: Pad) -> str:
        if pad.place is None:
            text = f"{pad.name}: both ports have one"
            return text if self._places() < PLACES else f"{pad.name}: every joystick has one"
        number = self._port(pad.place)
        return f"{pad.name}: port {number}" if number < 3 else f"{pad.name}: joystick {number}"

    def remove(self, number: int) -> Pad | None:
        """A device was unplugged; returns its Pad, or None."""
        pad = self.pads.pop(number, None)
        if pad is not None:
            self._said(f"{pad.name}: gone")
            self.settle()
        return pad

    def pad_of(self, event: pygame.event.Event) -> Pad | None:
        """Return the Pad that an event is about; None for another event.

        What the database knows sends every event twice; the plain one is not for us.
        """
        if event.type in CONTROLLER_EVENTS or event.type in PLAIN_EVENTS:
            pad = self.pads.get(event.instance_id)
            if pad is not None and pad.mapped == (event.type in CONTROLLER_EVENTS):
                return pad
        return None

    def release(self) -> None:
        """Forget what is pressed on all of them."""
        for pad in self.pads.values():
            pad.release()

    def close(self) -> None:
        """Give the devices back; without this SDL is silent about pads to the next App."""
        self.pads.clear()
        self._controller.quit()
        pygame.joystick.quit()
