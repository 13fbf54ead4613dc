"""Texts in the user's language, from a .po file; a language is one such file in this folder.

The sources hold English.  What is shown to the user passes ``translated`` where it is shown, so
that library code raises its errors without knowing of languages.  A text with values in it is
known by its template, as ``tools/language.py`` collects it: ``{name}: has {count} bytes``.  The
.po file is read as it is, in about 5 ms, and only if the language is not English.

Source: GNU gettext's manual, "The Format of PO Files".
"""

from __future__ import annotations

import gettext
import json
import locale
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path

FOLDER = Path(__file__).parent
ENGLISH = "en"
LANGUAGES = (ENGLISH, *sorted(path.stem for path in FOLDER.glob("*.po")))
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides
PLACE = re.compile(r"\{(\w+)\}")
_LETTERS = re.compile(r"[^\W\d_]")
_ENTRY = re.compile(r'(msgctxt|msgid|msgstr)\s+(".*")\s*')


def read_po(text: str) -> Iterator[tuple[str, str]]:
    """Yield (English, translation) of a .po file's text; what is empty or fuzzy is left out."""
    parts: dict[str, str] = {}
    kind, fuzzy = "", False
    for line in [*text.splitlines(), 'msgid ""']:
        if line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        found = _ENTRY.fullmatch(line)
        if found is not None and found[1] == "msgid":
            if parts.get("msgid") and parts.get("msgstr") and not parts.get("fuzzy"):
                yield parts["msgid"], parts["msgstr"]
            parts, fuzzy = {"fuzzy": "yes" if fuzzy else ""}, False
        if found is not None:
            kind = found[1]
            parts[kind] = json.loads(found[2])
        elif line.startswith('"') and kind:
            parts[kind] += json.loads(line)


class Template:
    """A text with values in it, and its translation.

    weight  how many letters it has that are no value: of two that fit, the heavier is meant
    """

    def __init__(self, english: str, other: str) -> None:
        self._other = other
        pieces = PLACE.split(english)
        self._names = pieces[1::2]
        self.weight = sum(len(piece) for piece in pieces[::2])
        self._longest = max(pieces[::2], key=len)
        self._pieces = pieces

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        parts = [
            re.escape(piece) if at % 2 == 0 else "(.*?)" for at, piece in enumerate(self._pieces)
        ]
        return re.compile("".join(parts), re.DOTALL)

    def values(self, text: str) -> dict[str, str] | None:
        """Return {place: value} if a text is made from this template, None if not."""
        if self._longest not in text:
            return None
        found = self._pattern.fullmatch(text)
        return None if found is None else dict(zip(self._names, found.groups(), strict=True))

    def filled(self, values: Mapping[str, str]) -> str:
        """Return the translation with values in it."""
        return PLACE.sub(lambda place: values[place[1]], self._other)


class Catalog(gettext.NullTranslations):
    """The texts of one language, by the interface of the standard library's gettext."""

    def __init__(self, text: str) -> None:
        super().__init__()
        entries = dict(read_po(text))
        self._whole = entries
        templates = [
            Template(english, other)
            for english, other in entries.items()
            if PLACE.search(english) and _LETTERS.search(PLACE.sub("", english))
        ]
        self._templates = sorted(templates, key=lambda template: -template.weight)

    def gettext(self, message: str) -> str:
        """Return a text in this language; as it is if the language does not have it."""
        if message in self._whole:
            return self._whole[message]
        for template in self._templates:
            values = template.values(message)
            if values is not None:
                return template.filled({name: self.gettext(v) for name, v in values.items()})
        return self._joined(message)

    def _joined(self, message: str) -> str:
        """Return a text that is joined of two, each in this language if it is known."""
        before, joint, behind = message.partition(", ")
        if joint + behind in self._whole:
            return self.gettext(before) + self._whole[joint + behind]
        before, joint, behind = message.partition(": ")
        if not joint:
            return message
        return f"{self._whole.get(before, before)}{joint}{self.gettext(behind)}"


_language = ENGLISH


def use(language: str = "") -> None:
    """Show texts in a language from now on, one of LANGUAGES; "" is the system's."""
    global _language
    _language = language or system_language()


@cache
def catalog(language: str) -> gettext.NullTranslations:
    """Return the texts of a language; they are read when the first is shown."""
    if language == ENGLISH:
        return gettext.NullTranslations()
    return Catalog((FOLDER / f"{language}.po").read_text(encoding="utf-8"))


def translated(text: str) -> str:
    """Return a text in the language that is in use."""
    return catalog(_language).gettext(text) if text else text


def language() -> str:
    """Return the language that is in use, one of LANGUAGES."""
    return _language


def language_name(code: str) -> str:
    """Return how a language calls itself: a .po file translates its own code by that."""
    return "English" if code == ENGLISH else catalog(code).gettext(code)


def system_language() -> str:
    """Return the language of the system, one of LANGUAGES: English for one that is not there."""
    said = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), None)
    wanted = said.split(":") if said is not None else [locale.getlocale()[0] or ""]
    for word in wanted:
        code = re.split(r"[_.@-]", word)[0].lower()
        if code in LANGUAGES:
            return code
        if code in ("c", "posix"):
            break
    return ENGLISH
