"""The window as the binary monitor's client sees it."""

from argparse import Namespace
from pathlib import Path
from typing import Protocol

from c64.api import C64
from c64.autostart import Autostart
from emu.language.translation import translated
from emu.monitor.vice.host import Host
from emu.monitor.vice.resources import Resource
from emu.shared.setup import restart


class Window(Protocol):
    """What a client changes in emu.host.app.App."""

    args: Namespace
    machine: C64
    start: Autostart | None
    warp: bool
    muted: bool
    quit: bool


class AppHost(Host):
    """Lets a client end the window, start files in it, and set warp and sound."""

    def __init__(self, app: Window) -> None:
        self._app = app
        self.resources = {
            "warpmode": Resource(lambda: int(app.warp), self._put_warp),
            "sound": Resource(lambda: int(not app.muted), self._put_sound),
            "speed": Resource(lambda: 100),
        }

    def _put_warp(self, value: int) -> bool:
        self._app.warp = bool(value)
        return True

    def _put_sound(self, value: int) -> bool:
        self._app.muted = not value
        return True

    def quit(self) -> None:
        """Close the window."""
        self._app.quit = True

    def autostart(self, path: str, run: bool) -> None:
        """Reset, load a file and start it if ``run``."""
        self._app.start = restart(
            self._app.args, self._app.machine, Path(path), run, say=translated
        )
