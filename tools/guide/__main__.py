"""``python -m tools.guide``: set the User's Guide as a PDF, and its part on the game in German.

Prints where each book is and how many pages it has.  The chapters come from docs/; Typst sets
them (``make guide`` installs it).
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from tools.lock import PROJECT
from tools.usage import answer_help

if __name__ == "__main__":
    answer_help(__doc__)  # before markdown-it is needed
from tools.guide.typst_text import Chapter, string

ROOT = Path(__file__).resolve().parents[2]
HERE = "tools/guide"
SOURCES, DIST = ROOT / "build" / "guide", ROOT / "dist"
BOOKS = ("parts.toml", "parts_de.toml")
LOOK = ("title", "language", "name", "about", "picture", "contents")  # for guide.typ
TERM = re.compile(r"^\| \*\*(.+?)\*\*", re.MULTILINE)
HEAD = f"""#import "/{HERE}/guide.typ": *
// A link to a heading, or to its chapter where that heading is not in the book.
#let to(place, chapter, body) = context {{
  let there = query(label(place))
  let shown = if there.len() > 0 {{ label(place) }} else {{ label(chapter) }}
  link(shown, body)
}}
"""


def index_words(glossary: str) -> list[str]:
    """Return the words of the index: the terms of the glossary, long ones first."""
    terms = {term.split(",")[0] for term in TERM.findall(glossary)}
    return sorted(terms, key=lambda term: (-len(term), term))


def index_pattern(words: list[str], endings: list[str]) -> re.Pattern[str]:
    """Return what finds any of the words, long ones first, with one of the endings or none."""
    longest = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(
        rf"\b({'|'.join(map(re.escape, longest))})(?:{'|'.join(endings)})?\b", re.IGNORECASE
    )


def read_book(name: str) -> dict[str, Any]:
    """Return a table of the books, with the words of its index."""
    table = tomllib.loads((ROOT / HERE / name).read_text(encoding="utf-8"))
    if "words" not in table["book"]:
        glossary = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
        table["book"]["words"] = index_words(glossary)
    return table


def book(table: dict[str, Any], version: str) -> str:
    """Return a whole book of ``read_book`` as text for Typst."""
    about, parts = table["book"], table["part"]
    chapters = {c["file"]: c["title"] for part in parts for c in part["chapters"]}
    pattern = index_pattern(about["words"], about["endings"])
    by_lower = {word.lower(): word for word in about["words"]}

    def canonical(found: str) -> str:
        known = pattern.fullmatch(found)
        return by_lower[known[1].lower()] if known else found.lower()

    look = ", ".join(f"{key}: {string(about[key])}" for key in LOOK)
    pieces = [
        HEAD,
        f"#show: (body) => guide(({look}), {string(version)}, body)",
    ]
    for part in parts:
        pieces.append(f"#heading(level: 1, {string(part['title'])})")
        for chapter in part["chapters"]:
            text = (ROOT / chapter["file"]).read_text(encoding="utf-8")
            pieces.append(
                Chapter(
                    chapter["file"],
                    chapter["title"],
                    chapters,
                    pattern,
                    canonical,
                    chapter.get("without", ()),
                ).text(text)
            )
    pieces.append(f"#the_index({string(about['index'])})")
    return "\n\n".join(pieces) + "\n"


def main() -> int:
    """Write the books to dist/; returns 0, or 1 after a message."""
    try:
        import typst
    except ImportError:
        print("guide: typst is missing: make guide installs it", file=sys.stderr)
        return 1
    SOURCES.mkdir(parents=True, exist_ok=True)
    DIST.mkdir(parents=True, exist_ok=True)
    for name in BOOKS:
        table = read_book(name)
        pdf = DIST / table["book"]["pdf"]
        source = SOURCES / f"{pdf.stem}.typ"
        source.write_text(book(table, PROJECT["project"]["version"]), encoding="utf-8")
        # The fonts are Typst's own, and no date is in it: the same bytes everywhere.
        content = typst.compile(str(source), root=str(ROOT), ignore_system_fonts=True, format="pdf")
        pdf.write_bytes(content)
        pages = len(re.findall(rb"/Type\s*/Page\b", content))
        print(
            f"guide: {pdf.name}, {len(content) / 1e6:.1f} MB"
            + (f", {pages} pages" if pages else "")
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
