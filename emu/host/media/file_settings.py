"""Settings that belong to one file: its port, keys, look, model and drive come with it.

They are known by the file's content, so that a copy or another name has them, too.  A disk that
was written to keeps them: its new content is noted when the window closes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from c64.config import CONFIG_CHOICES
from emu.host.actions import Action, on_off
from emu.host.feature import Feature
from emu.host.media.by_content import ByContent, content_key
from emu.host.settings import BY_NAME, Held
from emu.host.settings_table import Value

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol

AT_ONCE = ("joy_port", "joy_keys", "joy_keys_2", "autofire", "look", "borders")  # of the settings
PARTS = ("model", "drive")  # of the machine: another one begins


class FileSettings(ByContent):
    """The settings of files."""

    FILES_MOST = 2000
    INDENT = 1

    def _all(self) -> dict[str, dict[str, Value]]:
        found = super()._all()
        return {key: _sound(values) for key, values in found.items() if isinstance(values, dict)}

    def of(self, key: str | None) -> dict[str, Value] | None:
        """Return {name: value} of a file, None if nothing is kept for it."""
        return None if key is None else self._all().get(key)

    def keep(self, key: str, values: Mapping[str, Value] | None) -> None:
        """Keep values for a file, None: none any more."""
        self._put(key, None if values is None else dict(values))


def _sound(values: dict[object, object]) -> dict[str, Value]:
    """Return the values that may be used: the file may hold anything."""
    kept: dict[str, Value] = {}
    for name, value in values.items():
        setting = BY_NAME.get(name) if isinstance(name, str) else None
        if name in AT_ONCE and setting is not None and not setting.problem(value):
            kept[setting.name] = value  # type: ignore[assignment]
        elif name in PARTS and isinstance(value, str) and value in CONFIG_CHOICES[str(name)]:
            kept[str(name)] = value
    return kept


class SettingsOfFile(Feature):
    """Puts a file's settings in force when it starts, and keeps them when the window closes."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._files = FileSettings(app.library.place / "files.json")
        self._path: Path | None = None
        self._own = False
        self._held: Held | None = None

    def actions(self) -> Sequence[Action]:
        """Return the Action that decides whether the file has settings of its own."""
        return (
            Action(
                "own-settings", "settings of its own", self._swap, group="machine",
                state=lambda: on_off(self._own),
                enabled=lambda: self.app.started is not None,
            ),
        )  # fmt: skip

    def ready(self) -> None:
        """See to the settings of what has been started."""
        self._take(self.app.started)

    def restarted(self) -> None:
        """Another file may have been started: the one before keeps its own."""
        if self.app.started == self._path:
            return
        self._put_back()
        self._take(self.app.started)
        parts = getattr(self.app.args, "parts_before", None)
        if parts and not self._own:  # the machine is still the one of the file before
            self.app.start_again(parts_before=None, **parts)

    def close(self) -> None:
        """Keep what holds now for the file, not for all; a disk may have another content now."""
        self.app.guarded(self.app.machine.flush)
        self._put_back()

    def _take(self, path: Path | None) -> None:
        self._path, self._own = path, False
        known = path is not None and not self._files.empty()  # else the file need not be read
        values = self._files.of(content_key(path)) if known else None
        if values is None:
            return
        self._own = True
        settings, config = self.app.settings, self.app.args.config
        self._held = settings.hold(AT_ONCE)
        other = {
            name: values[name]
            for name in PARTS
            if name in values
            and name not in self.app.args.said_parts
            and values[name] != getattr(config, name)
        }
        if other:
            before = {name: getattr(config, name) for name in other}
            self.app.start_again(parts_before=before, **other)
            return
        self._use({name: value for name, value in values.items() if name in AT_ONCE})
        self.app.overlay.say(f"{path.name if path else ''}: with settings of its own")

    def _use(self, values: Mapping[str, Value]) -> None:
        """Put settings in force for this run."""
        app = self.app
        app.settings.override(**values)
        app.input.release_all()
        looks = {name: values[name] for name in ("look", "borders") if name in values}
        if any(getattr(app.window.look, name) != value for name, value in looks.items()):
            app.window.choose(**looks)

    def _values(self) -> dict[str, Value]:
        """Return {name: value} of what holds now."""
        app, slot = self.app, self.app.machine.drives[8]
        now: dict[str, Value] = {name: getattr(app.settings, name) for name in AT_ONCE}
        drive = "auto" if slot.auto else slot.kind or "auto"
        return now | {"model": app.args.config.model, "drive": drive}

    def _swap(self) -> None:
        self._own = not self._own
        path = self._path
        key = content_key(path)
        if key is None:
            self._own = False
            self.app.overlay.say("only a file can have settings of its own")
            return
        self._held = self.app.settings.hold(AT_ONCE)
        self._files.keep(key, self._values() if self._own else None)
        if self._own:
            self.app.overlay.say("port, keys, effect, model and drive are kept for this file")
        else:
            self.app.overlay.say("this file uses the general settings")

    def _put_back(self) -> None:
        """Keep what holds now for the file, and let what held before hold for all."""
        if not self._own or self._held is None or self._path is None:
            return
        key = content_key(self._path)
        if key is None:
            return
        self._files.keep(key, self._values())
        self.app.settings.give_back(self._held)
        self._use(self._held[0])
