"""A gamepad that SDL makes up itself: its events come as those of a real one do.

pygame has no call for it, so SDL's own library is asked, the one that pygame-ce brings with it.
"""

import ctypes
from pathlib import Path

import pygame

GAMEPAD, AXES, BUTTONS, HATS = 1, 6, 21, 0
UNKNOWN_DEVICE = 0


def sdl():
    """Return SDL's library as pygame has loaded it, None where it cannot be found."""
    place = Path(pygame.__file__).parent
    folders = (place.parent / "pygame_ce.libs", place / ".dylibs", place)
    for folder in folders:
        for path in sorted(folder.glob("*SDL2*")):
            if "_" not in path.name.split("SDL2", 1)[1][:1]:
                return ctypes.CDLL(str(path))
    return None


class VirtualPad:
    """One made-up device; ``gamepad`` False: a joystick that SDL's database does not know."""

    def __init__(self, gamepad=True):
        self._sdl = sdl()
        self._sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
        kind = GAMEPAD if gamepad else UNKNOWN_DEVICE
        counts = (AXES, BUTTONS, HATS) if gamepad else (2, 4, 1)
        self.index = self._sdl.SDL_JoystickAttachVirtual(kind, *counts)
        assert self.index >= 0
        self._stick = ctypes.c_void_p(self._sdl.SDL_JoystickOpen(self.index))
        self.number = self._sdl.SDL_JoystickInstanceID(self._stick)

    def button(self, number, down):
        """Press or release a button."""
        self._sdl.SDL_JoystickSetVirtualButton(self._stick, number, int(down))

    def axis(self, number, value):
        """Move an axis, -1.0 to 1.0."""
        self._sdl.SDL_JoystickSetVirtualAxis(self._stick, number, int(value * 32767))

    def unplug(self):
        """Pull it out."""
        for index in range(pygame.joystick.get_count()):
            if self._sdl.SDL_JoystickGetDeviceInstanceID(index) == self.number:
                self._sdl.SDL_JoystickDetachVirtual(index)
                return
