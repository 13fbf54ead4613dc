"""Every error that a user can cause: ``except c64.Go64Error`` catches them all.

The message of each is one line: what is wrong, where, and what would be right.
"""

from collections.abc import Callable, Mapping, Sequence

from c64.base.faults import MachineFault, place_of
from c64.debug.labels import LabelError
from disk.base.errors import Go64Error
from disk.errors import (
    DosError,
    MediaDamaged,
    MediaError,
    MediaNotFound,
    MediaUnknown,
    MediaWriteError,
)

__all__ = [
    "AutostartError",
    "ConfigError",
    "DosError",
    "Go64Error",
    "HookError",
    "LabelError",
    "MachineFault",
    "MediaDamaged",
    "MediaError",
    "MediaNotFound",
    "MediaUnknown",
    "MediaWriteError",
    "RomError",
    "SnapshotError",
    "place_of",
]


class AutostartError(Go64Error):
    """The file did not start; the message says at which step."""


class RomError(Go64Error):
    """A ROM file cannot be used; the message is one line and says why."""


class SnapshotError(Go64Error):
    """A snapshot cannot be restored; the machine is as it was.

    Names are quoted from the file, so whatever ends a line or moves a cursor is a ``?``.
    """

    LONGEST = 400  # characters

    def __init__(self, message: str) -> None:
        text = "".join(char if char.isprintable() else "?" for char in message)
        super().__init__(text if len(text) <= self.LONGEST else text[: self.LONGEST - 3] + "...")


class HookError(Go64Error):
    """A hook cannot be set in this machine, or does what a hook must not do."""


class ConfigError(Go64Error, ValueError):
    """A machine cannot be configured like that.

    fields   names of the fields of c64.config.MachineConfig that are at fault
    message  text in which ``{0}``, ``{1}`` ... stand for them, other braces for ``values``

    The command line has other names for the fields, so it words the message itself.
    """

    def __init__(
        self, fields: Sequence[str], message: str, values: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(fields, message, values)
        self.fields = tuple(fields)
        self._message, self._values = message, dict(values or {})

    def worded(self, name: Callable[[str], str]) -> str:
        """Return the message with ``name(field)`` for each field."""
        return self._message.format(*map(name, self.fields), **self._values)

    def __str__(self) -> str:
        return self.worded(str)
