"""Names of files as people look for them: accents do not count, and disk 2 comes before disk 10."""

from __future__ import annotations

import re
import unicodedata


def folded(text: str) -> str:
    """Return a text in small letters without accents: ``Über`` and ``uber`` are the same."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def composed(text: str) -> str:
    """Return a text whose accents are part of their letters, as our characters have them.

    The names of files on a Mac have them apart.
    """
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def order(name: str) -> tuple[list[tuple[int, str]], str]:
    """Return what sorts names; a number sorts by its length first, so that 10 is behind 2."""
    parts = re.split(r"0*([0-9]+)", folded(name))
    return [(len(part), part) if at % 2 else (-1, part) for at, part in enumerate(parts)], name
