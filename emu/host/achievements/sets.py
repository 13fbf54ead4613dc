"""Files that define achievements: RAIntegration's local text, and RetroAchievements' JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from disk.budget import TEXT_MOST, OverBudget, parse_json
from disk.plain_file import read_plain
from emu.errors import HostError
from emu.host.achievements.trigger import CONDITIONS_MOST, Trigger

ACHIEVEMENTS_MOST = 500  # of a file
WORDS_MOST = 300  # letters of a title, of a description
LETTERS_MOST = 500_000  # of all conditions
ENDINGS = (".txt", ".json")
_FIELD = re.compile(r'"((?:[^"\\]++|\\.)*+)"(?=:|$)|([^:]*)')  # cannot go back: memory
_FLAG = re.compile(r"[A-Za-z]:")  # of the first condition
_END = re.compile(r"(?<![_Ss][A-Za-z]):")  # of conditions: behind no flag of one


@dataclass(frozen=True)
class Achievement:
    """One to be earned; ``trigger`` is what ``Trigger`` takes, ``points`` how much it is worth."""

    number: str
    title: str
    description: str
    points: int
    trigger: str


def read_set(path: Path) -> list[Achievement]:
    """Return the achievements of a file; HostError says what is wrong with it."""
    try:
        data = read_plain(path, TEXT_MOST)
    except (OSError, ValueError) as error:
        raise HostError(f"{path.name}: {getattr(error, 'strerror', None) or error}") from None
    text = data.decode("utf-8", "replace").lstrip("\ufeff")
    found = _of_json(path.name, text) if text.lstrip()[:1] == "{" else _of_text(text)
    if not found:
        raise HostError(f'{path.name} has no achievements: 1:"0xH00d0=5":"Title":"What for"')
    return checked(found, path.name)


def checked(achievements: list[Achievement], name: str) -> list[Achievement]:
    """Return achievements that are sound and not too many; HostError if they are not."""
    if len(achievements) > ACHIEVEMENTS_MOST:
        raise HostError(f"{name}: more than {ACHIEVEMENTS_MOST} achievements")
    left, letters = CONDITIONS_MOST, LETTERS_MOST
    for achievement in achievements:
        letters -= len(achievement.trigger)
        if letters < 0:
            raise HostError(f"{name}: more than {LETTERS_MOST} letters of conditions")
        try:
            left -= Trigger(achievement.trigger).size
        except HostError as error:
            raise HostError(f"{name}: {achievement.title or achievement.number}: {error}") from None
        if left < 0:
            raise HostError(f"{name}: more than {CONDITIONS_MOST} conditions")
    return achievements


def _of_text(text: str) -> list[Achievement]:
    """Return those of a local file: a version, the program's title, then a line for each."""
    found = []
    for line in text.splitlines():
        fields = _fields(line.strip())
        if len(fields) >= 4 and fields[0].isdecimal():
            number, trigger, title, about = fields[:4]
            points = fields[8] if len(fields) > 8 else ""
            found.append(_achievement(number, title, about, points, trigger))
    return found


def _fields(line: str) -> list[str]:
    """Return what stands between the colons of a line; a flag of a condition ends in one, too."""
    fields: list[str] = []
    at = 0
    while at <= len(line) and len(fields) < 10:
        match = _FIELD.match(line, at)
        assert match is not None  # its second form fits everything
        field, at = match[2] or "", match.end() + 1
        if match[1] is not None:
            field = re.sub(r"\\(.)", r"\1", match[1])
        elif len(fields) == 1:
            begin = match.start()
            first = _FLAG.match(line, begin)
            end = _END.search(line, first.end() if first else begin)
            field = line[begin : end.start() if end else None]
            at = begin + len(field) + 1
        fields.append(field.strip())
    return fields


def _of_json(name: str, text: str) -> list[Achievement]:
    """Return those of a game as RetroAchievements' server describes it."""
    try:
        data = parse_json(text.encode())
    except (ValueError, OverBudget) as error:
        raise HostError(f"{name}: {error}") from None
    found = []
    for row in _rows(data):
        number, points = row.get("ID", row.get("id")), row.get("Points", 0)
        title, about, trigger = (row.get(key) for key in ("Title", "Description", "MemAddr"))
        if isinstance(title, str) and isinstance(trigger, str):
            about = about if isinstance(about, str) else ""
            found.append(_achievement(str(number), title, about, str(points), trigger))
    return found


def _rows(data: Any) -> list[dict[str, Any]]:
    """Return the achievements of a game, of its patch data or of its sets."""
    if not isinstance(data, dict):
        return []
    sets = data.get("Sets")
    places = [data, data.get("PatchData"), *(sets if isinstance(sets, list) else [])]
    lists = [p.get("Achievements") for p in places if isinstance(p, dict)]
    return [
        row for rows in lists if isinstance(rows, list) for row in rows if isinstance(row, dict)
    ]


def _achievement(number: str, title: str, about: str, points: str, trigger: str) -> Achievement:
    worth = min(int(points), 100) if re.fullmatch(r"\d{1,4}", points) else 0
    return Achievement(_words(number)[:20], _words(title), _words(about), worth, trigger)


def _words(text: str) -> str:
    """Return a text as one line, without what cannot be printed."""
    plain = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return " ".join(plain.split())[:WORDS_MOST].rstrip()
