"""Swaps the disks of a program in drive 8: by ALT+N, or by name in the menu."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from disk.errors import MediaError
from emu.host.actions import Action
from emu.host.feature import Feature
from emu.host.media.fliplist import FlipList
from emu.host.media.tunes import ENDING, Tunes

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol


class Flip(Feature):
    """The list of disks of the program that was started or inserted last.

    disks  emu.host.media.fliplist.FlipList
    """

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self.disks = FlipList()
        self._of: Path | None = None

    def actions(self) -> Sequence[Action]:
        """Return the Actions that put another disk of the list in."""

        def several() -> bool:
            return len(self.disks) > 1

        return (
            Action("next-disk", "next disk", self.next, "n", group="drives", enabled=several),
            Action(
                "disk-list",
                "of the list",
                self.next,
                group="drives",
                state=self._label,
                choices=self._labels,
                choose=lambda word: self._put(self._labels().index(word)),
                enabled=several,
            ),
        )

    def ready(self) -> None:
        """Take the list of what has been started."""
        self.look(self.app.started)
        more = [Path(path) for path in self.app.args.more_files]
        if more:
            self.add(more)

    def restarted(self) -> None:
        """Something else may have been started."""
        self.look(self.app.started)

    def look(self, path: Path | None) -> None:
        """Take the list that a file holds; a file without several disks has none."""
        if path == self._of:
            return
        self._of, self.disks = path, FlipList()
        if path is not None:
            try:
                self.disks = FlipList.of_file(path)
            except (MediaError, OSError):  # starting the file reports what is wrong with it
                return

    def add(self, paths: Sequence[Path]) -> None:
        """Append the disks of more files to the list; report files without any, except tunes."""
        app, before = self.app, len(self.disks)
        app.feature(Tunes).add(paths)
        paths = [path for path in paths if path.suffix.lower() != ENDING]
        for path in paths:
            count = len(self.disks)
            if app.guarded(partial(self.disks.add, path), path) and len(self.disks) == count:
                app.overlay.say(f"{path.name}: no disk; a list has disks only")
        if len(self.disks) > before:
            app.overlay.say(f"a list of {len(self.disks)} disks: ALT+N puts the next one in")

    def _labels(self) -> tuple[str, ...]:
        """Return the disks' names for a choice, each with its number: two may be alike."""
        return tuple(f"{i} {label}" for i, label in enumerate(self.disks.labels, 1))

    def _label(self) -> str:
        return self._labels()[self.disks.at] if len(self.disks) else "none"

    def next(self) -> None:
        """Put the next disk in."""
        if len(self.disks) > 1:
            self._put(self.disks.at + 1)

    def _put(self, number: int) -> None:
        app = self.app
        said: list[str] = []
        protected = app.args.read_only
        if app.guarded(lambda: said.append(self.disks.attach(app.machine, number, protected))):
            app.watch(8)
            app.overlay.say(said[0])
