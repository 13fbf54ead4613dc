"""What the client of a binary monitor can ask of the emulator around the machine."""

from collections.abc import Mapping

from emu.monitor.vice.resources import Resource


class Host:
    """The emulator around the machine, as the client can control it; hosts derive from it.

    resources  by name in lower case
    """

    resources: Mapping[str, Resource] = {}

    def quit(self) -> None:
        """End the emulator."""

    def autostart(self, path: str, run: bool) -> None:
        """Reset, load a file and start it if ``run``; MediaError, OSError if that fails."""
