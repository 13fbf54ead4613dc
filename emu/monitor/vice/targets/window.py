"""The window as the binary monitor's client sees it."""

from pathlib import Path

from emu.monitor.vice.resources import Resource
from emu.monitor.vice.server import Host
from emu.shared.setup import restart


class AppHost(Host):
    """Lets a client end the window, start files in it, and set warp and sound.

    app  emu.host.app.App
    """

    def __init__(self, app):
        self._app = app
        self.resources = {
            "warpmode": Resource(lambda: int(app.warp), self._put_warp),
            "sound": Resource(lambda: int(not app.muted), self._put_sound),
            "speed": Resource(lambda: 100),
        }

    def _put_warp(self, value):
        self._app.warp = bool(value)
        return True

    def _put_sound(self, value):
        self._app.muted = not value
        return True

    def quit(self):
        """Close the window."""
        self._app.quit = True

    def autostart(self, path, run):
        """Reset, load a file and start it if ``run``."""
        self._app.start = restart(self._app.args, self._app.machine, Path(path), run)
