"""The documents in the folder that MkDocs reads, with every link leading to something in it."""

import posixpath
import re
import shutil
from collections.abc import Callable
from pathlib import Path

LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
FENCE = re.compile(r"(^```.*?^```\n?|^(?: {4}.*\n)+)", re.MULTILINE | re.DOTALL)
DOCS = "docs/"
# Where pages lie that are no files of docs/.
MOVED = {
    "README.md": "index.md",
    "docs/README.md": "documents.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
SHELVES = {
    "play": "Play",
    "de/play": "Deutsch",
    "use": "Use",
    "program": "Program",
    "inside": "Inside",
    "measured": "Measured",
}
GAME = """
<p><iframe class="game" src="game/index.html" title="GO 64 in your browser"
 allow="autoplay; fullscreen; gamepad" loading="lazy"></iframe></p>
"""
API_MODULES = ("c64.api", "c64.api_views", "c64.config", "c64.errors")


def staged(path: str) -> str:
    """Return where a file of the repository lies in the site's folder."""
    if path in MOVED:
        return MOVED[path]
    return path.removeprefix(DOCS) if path.startswith(DOCS) else f"files/{path}"


def relinked(text: str, source: str, use: Callable[[str], bool]) -> str:
    """Return a document with the links that it needs where it is put.

    source  its path in the repository
    use     is asked for each file that it links to; False: it is not there, so no link is left
    """

    def link(found: re.Match[str]) -> str:
        opening, target, closing = found.groups()
        if re.match(r"[a-z]+:", target):
            return found[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if not use(path):
            return opening.lstrip("!")[1:-2]
        here = posixpath.dirname(staged(source))
        return opening + posixpath.relpath(staged(path), here or ".") + closing

    parts = FENCE.split(text)  # code is as it is
    parts[::2] = [LINK.sub(link, part) for part in parts[::2]]
    return "".join(parts)


def stage(root: Path, folder: Path, game: bool) -> None:
    """Write the documents of the repository ``root`` to a new folder.

    game  True: the first page shows the browser's build
    """
    shutil.rmtree(folder, ignore_errors=True)
    pages = sorted(
        [*MOVED, *(p.relative_to(root).as_posix() for p in (root / "docs").rglob("*.md"))]
    )
    needed: set[str] = set()

    def use(path: str) -> bool:
        if not (root / path).is_file():
            return False
        needed.add(path)
        return True

    for page in dict.fromkeys(pages):
        text = relinked((root / page).read_text(encoding="utf-8"), page, use)
        if page == "README.md" and game:
            title, _, rest = text.partition("\n")
            text = f"{title}\n{GAME}{rest}"
        _write(folder / staged(page), text)
    for path in sorted(needed - set(pages)):
        target = folder / staged(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / path, target)
    modules = "\n\n".join(f"::: {name}" for name in API_MODULES)
    _write(
        folder / "program/reference.md", f"# What does each class and function do?\n\n{modules}\n"
    )


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def navigation(folder: Path) -> list[dict[str, object]]:
    """Return the menu of the site: the shelves, and their pages by title."""
    found: list[dict[str, object]] = [{"GO 64": "index.md"}, {"All documents": "documents.md"}]
    for shelf, title in SHELVES.items():
        rows = [
            {_title(path): path.relative_to(folder).as_posix()}
            for path in sorted((folder / shelf).glob("*.md"))
        ]
        found.append({title: rows})
    others = ("glossary.md", "security.md", "contributing.md", "changelog.md")
    found.append({"More": [{_title(folder / name): name} for name in others]})
    return found


def _title(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").strip()
