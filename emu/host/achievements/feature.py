"""Watches the running program for achievements, says when one is earned, and has their page."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from disk.budget import TEXT_MOST, OverBudget, parse_json
from disk.plain_file import read_plain
from emu.arena.rules import image
from emu.errors import HostError
from emu.host.achievements.game_set import own_achievements
from emu.host.achievements.operands import Sources
from emu.host.achievements.sets import ENDINGS, Achievement, checked, read_set
from emu.host.achievements.trigger import Trigger
from emu.host.actions import Action
from emu.host.cheats.feature import Cheats
from emu.host.feature import Feature
from emu.host.media.by_content import content_key
from emu.host.menu.files import browse
from emu.host.menu.menu import Menu
from emu.host.menu.page import Page, Row, only_read
from emu.shared.whole_file import write_whole

if TYPE_CHECKING:
    from emu.host.feature import AppProtocol
    from emu.host.types import Samples

OWN = "go64"  # the key of the property game, on whatever medium it is
EMPTY = "no achievements for this program"
DAMAGED = (
    OSError, OverBudget, OverflowError, ValueError, TypeError, LookupError, AttributeError,
    HostError,
)  # fmt: skip


def _text_of(achievements: Sequence[Achievement], earned: Mapping[str, str]) -> str:
    """Return what is kept of a program, as JSON."""
    rows = [[a.number, a.title, a.description, a.points, a.trigger] for a in achievements]
    return json.dumps({"set": rows, "earned": dict(earned)}, ensure_ascii=False, indent=1) + "\n"


class Kept:
    """Stores the set of achievements for each program, and what was earned when.

    folder  one JSON file per program, by the key of its content: a single file, as in ByContent,
            would drop the oldest sets where sets are large
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def any(self) -> bool:
        """Tell whether anything is stored for any program."""
        return self._folder.is_dir()

    def of(self, key: str) -> tuple[list[Achievement], dict[str, str]]:
        """Return (the set of a program, {number: date when earned}); empty if damaged."""
        try:
            found = parse_json(read_plain(self._folder / f"{key}.json", TEXT_MOST))
            rows = [
                Achievement(str(number), str(title), str(what), int(points), str(trigger))
                for number, title, what, points, trigger in found["set"]
            ]
            achievements = checked(rows, key)
            earned = {
                number: date.fromisoformat(day).isoformat()
                for number, day in found["earned"].items()
            }
            _text_of(achievements, earned).encode()
        except DAMAGED:
            return [], {}
        return achievements, earned

    def keep(
        self, key: str, achievements: Sequence[Achievement], earned: Mapping[str, str]
    ) -> None:
        """Store the set of a program and what was earned of it; OSError."""
        write_whole(self._folder / f"{key}.json", _text_of(achievements, earned))

    def forget(self, key: str) -> None:
        """Delete what is stored for a program; OSError."""
        (self._folder / f"{key}.json").unlink(missing_ok=True)


class _Set:
    """The achievements of one program, and their progress.

    watched  {number: Trigger} of those that are not earned
    """

    def __init__(
        self, key: str, achievements: Sequence[Achievement], earned: dict[str, str]
    ) -> None:
        self.key, self.achievements, self.earned = key, achievements, earned
        self._sources = Sources()
        self.watched = {
            a.number: Trigger(a.trigger, self._sources)
            for a in achievements
            if a.number not in earned
        }

    def frame(self, ram: memoryview) -> list[Achievement]:
        """Return the achievements earned in this frame, and count them as earned."""
        self._sources.update(ram)
        numbers = [number for number, trigger in self.watched.items() if trigger.frame(ram)]
        for number in numbers:
            del self.watched[number]
            self.earned[number] = date.today().isoformat()
        return [a for a in self.achievements if a.number in numbers]

    def reset(self) -> None:
        """Start again: another state of the program was loaded."""
        for trigger in self.watched.values():
            trigger.reset()

    def progress(self, achievement: Achievement) -> str:
        """Return the date when it was earned, its progress, or its points, in a word."""
        trigger = self.watched.get(achievement.number)
        if trigger is None:
            return self.earned[achievement.number]
        if trigger.target and trigger.measured:
            if trigger.percent:
                return f"{min(100 * trigger.measured // trigger.target, 100)} %"
            return f"{min(trigger.measured, trigger.target)}/{trigger.target}"
        return f"{achievement.points} P"


class Achievements(Feature):
    """Watches the sets of the running program."""

    def __init__(self, app: AppProtocol) -> None:
        super().__init__(app)
        self._list = Kept(app.library.place / "achievements")
        self._path: Path | None = None
        self._file: _Set | None = None  # of the file that was started
        self._game: _Set | None = None  # of the property game
        self._asked = False  # whether there is one

    def actions(self) -> Sequence[Action]:
        """Return the Action that opens the page."""
        return (Action("achievements", "achievements", self._open),)

    # -- what runs ---------------------------------------------------------------------

    def ready(self) -> None:
        """Take the set of what has been started."""
        self._take()

    def restarted(self) -> None:
        """Another file may have been started, or another state of this one."""
        if self.app.started != self._path:
            self._take()
        for found in self._sets():
            found.reset()

    def _take(self) -> None:
        self._path, self._file = self.app.started, None
        if self._list.any() and (key := content_key(self._path)):
            achievements, earned = self._list.of(key)
            self._file = _Set(key, achievements, earned) if achievements else None

    def _sets(self) -> list[_Set]:
        """Return the sets of what runs."""
        found = [] if self._file is None else [self._file]
        if self._game is not None and image().present(self.app.machine.ram):
            found.append(self._game)
        return found

    def _find_game(self) -> None:
        """Take the set of the property game, if it is built; once, with the first frame."""
        self._asked = True
        with contextlib.suppress(HostError):
            self._game = _Set(OWN, own_achievements(), self._list.of(OWN)[1])

    def after_frame(self, samples: Samples) -> None:
        """See whether something was earned in this frame."""
        if self.app.loading() or self.app.feature(Cheats).on():
            return
        if not self._asked:
            self._find_game()
        for found in self._sets():
            for achievement in found.frame(self.app.machine.ram):
                self.app.overlay.say(f"achievement: {achievement.title}")
                self._kept(found)

    def _kept(self, found: _Set) -> None:
        own = found.key == OWN
        achievements = () if own else found.achievements
        self.app.guarded(lambda: self._list.keep(found.key, achievements, found.earned))

    # -- the page ----------------------------------------------------------------------

    def _open(self) -> None:
        self.app.feature(Menu).ask(Page("Achievements", self._rows, empty=EMPTY))

    def _rows(self) -> list[Row]:
        rows: list[Row] = []
        if self.app.feature(Cheats).on():
            rows.append(Row("nothing is earned while a cheat is held", heading=True))
        for found in self._sets():
            rows += self._rows_of(found)
        if not rows:
            rows.append(Row(EMPTY, heading=True))
        folder = None if self._path is None else self._path.parent
        rows.append(
            Row(
                "load a file of achievements ...",
                lambda: browse(self.app, "Achievements", ENDINGS, self._take_file, folder),
                enabled=folder is not None,
            )
        )
        if self._file is not None:
            rows.append(Row("forget this file's achievements", self._forget))
        return rows

    def _rows_of(self, found: _Set) -> list[Row]:
        """Return a heading and the rows of a set, what is earned first."""
        count, points = len(found.earned), sum(a.points for a in found.achievements)
        reached = sum(a.points for a in found.achievements if a.number in found.earned)
        heading = f"{count} of {len(found.achievements)}, {reached} of {points} points"
        ordered = sorted(found.achievements, key=lambda a: a.number not in found.earned)
        foreign = found.key != OWN  # only those of the game are translated
        return [Row(heading, heading=True)] + [
            Row(a.title, partial(self._about, found, a), partial(found.progress, a), name=foreign)
            for a in ordered
        ]

    def _about(self, found: _Set, achievement: Achievement) -> Page:
        def rows() -> list[Row]:
            title, what = achievement.title, achievement.description
            count, foreign = f"{achievement.points} points", found.key != OWN
            return [
                Row(title, heading=True, name=foreign),
                Row(what, only_read, name=foreign),
                Row(count, only_read, partial(found.progress, achievement)),
            ]

        return Page("Achievement", rows, wrap=True)

    def _take_file(self, path: Path) -> None:
        """Take the achievements of a file for the program that runs."""
        key = content_key(self._path)
        if key is None:
            self.app.overlay.say("start a program first: achievements belong to one")
            return
        try:
            achievements = read_set(path)
        except HostError as error:
            self.app.overlay.say(str(error))
            return
        self._file = _Set(key, achievements, self._list.of(key)[1])
        self._kept(self._file)
        self.app.overlay.say(f"{len(achievements)} achievements")
        self.app.feature(Menu).back()

    def _forget(self) -> None:
        if self._file is not None:
            self.app.guarded(partial(self._list.forget, self._file.key))
            self._file = None
