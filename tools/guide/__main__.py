"""``python -m tools.guide``: set the User's Guide; prints where it is and how many pages it has."""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from tools.guide.typst_text import Chapter, string
from tools.lock import PROJECT

ROOT = Path(__file__).resolve().parents[2]
HERE = "tools/guide"
SOURCE = ROOT / "build" / "guide" / "guide.typ"
PDF = ROOT / "dist" / "go64-guide.pdf"
TITLE = "GO 64 User's Guide"
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


def book(parts: list[dict[str, Any]], version: str) -> str:
    """Return the whole guide as text for Typst."""
    chapters = {c["file"]: c["title"] for part in parts for c in part["chapters"]}
    words = index_words((ROOT / "docs/glossary.md").read_text(encoding="utf-8"))
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})s?\b", re.IGNORECASE)
    by_lower = {word.lower(): word for word in words}

    def canonical(found: str) -> str:
        lower = found.lower()
        return by_lower.get(lower) or by_lower.get(lower.removesuffix("s"), lower)

    pieces = [
        HEAD,
        f"#show: (body) => guide({string(TITLE)}, {string(version)}, body)",
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
    pieces.append("#the_index()")
    return "\n\n".join(pieces) + "\n"


def main() -> int:
    """Write dist/go64-guide.pdf; returns 0, or 1 after a message."""
    try:
        import typst
    except ImportError:
        print("guide: typst is missing: make guide installs it", file=sys.stderr)
        return 1
    parts = tomllib.loads((ROOT / HERE / "parts.toml").read_text(encoding="utf-8"))["part"]
    SOURCE.parent.mkdir(parents=True, exist_ok=True)
    SOURCE.write_text(book(parts, PROJECT["project"]["version"]), encoding="utf-8")
    PDF.parent.mkdir(exist_ok=True)
    # The fonts are Typst's own, and no date is in it: the same bytes everywhere.
    content = typst.compile(str(SOURCE), root=str(ROOT), ignore_system_fonts=True, format="pdf")
    PDF.write_bytes(content)
    pages = len(re.findall(rb"/Type\s*/Page\b", content))
    print(
        f"guide: {PDF.relative_to(ROOT)}, {len(content) / 1e6:.1f} MB"
        + (f", {pages} pages" if pages else "")
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
