"""``python -m tools.box``: draw labels and boxes as SVG and PDF in dist/.

Prints the size of each.  Typst makes the PDF files (``make box`` installs it).
"""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tools.box.canvas import ROOT, Sheet
from tools.box.carton import carton
from tools.box.labels import cartridge, disk
from tools.usage import answer_help

DIST, SOURCES = ROOT / "dist", ROOT / "build" / "box"
WORDS = Path(__file__).with_name("words.toml")


def sheets() -> Iterator[tuple[str, Sheet]]:
    """Yield (name of the file without its ending, drawing), language by language."""
    for language, words in tomllib.loads(WORDS.read_text(encoding="utf-8")).items():
        ending = "" if language == "en" else f"-{language}"
        yield f"go64-label-disk{ending}", disk(words)
        yield f"go64-label-cartridge{ending}", cartridge(words)
        yield f"go64-box{ending}", carton(words)


def pdf_of(svg: Path, sheet: Sheet) -> bytes:
    """Return a drawing as a PDF of its size; no date is in it."""
    import typst

    source = svg.with_suffix(".typ")
    source.write_text(
        f'#set document(title: "{sheet.title}", date: none)\n'
        f"#set page(width: {sheet.width:g}mm, height: {sheet.height:g}mm, margin: 0mm)\n"
        f'#image("{svg.name}", width: 100%, height: 100%)\n',
        encoding="utf-8",
    )
    return typst.compile(str(source), root=str(svg.parent), ignore_system_fonts=True, format="pdf")


def main() -> int:
    """Write all of them; returns 0, or 1 after a message."""
    try:
        import typst  # noqa: F401
    except ImportError:
        print("box: typst is missing: make box installs it", file=sys.stderr)
        return 1
    SOURCES.mkdir(parents=True, exist_ok=True)
    DIST.mkdir(parents=True, exist_ok=True)
    for name, sheet in sheets():
        drawing, svg = SOURCES / f"{name}.svg", sheet.svg()
        for path in (drawing, DIST / drawing.name):
            path.write_text(svg, encoding="utf-8")
        pdf = pdf_of(drawing, sheet)
        (DIST / f"{name}.pdf").write_bytes(pdf)
        print(
            f"box: {name}.svg, .pdf: {sheet.width:g} x {sheet.height:g} mm,"
            f" {len(svg) / 1e6:.1f} and {len(pdf) / 1e6:.1f} MB"
        )
    return 0


if __name__ == "__main__":
    answer_help(__doc__)
    sys.exit(main())
