"""Put ``disk`` and ``emu`` below ``go64`` in what is installed.

In the repository they are folders at the top.  In everybody's environment names as short as these
would be in the way, so a wheel has ``go64.disk`` and ``go64.emu``, and ``c64`` beside them.  The
sources in it differ from the repository's by their imports alone.
"""

import ast
import re
import shutil
from pathlib import Path

PARENT = "go64"
MOVED = ("disk", "emu")
_IMPORT = re.compile(rf"^(\s*from )(?=(?:{'|'.join(MOVED)})[. ])", re.MULTILINE)


class NameLeft(Exception):
    """A source names a moved package in a way that is not changed; the message says where."""


def installed_name(name: str) -> str:
    """Return the dotted name that a module of the repository has once it is installed."""
    return f"{PARENT}.{name}" if name.partition(".")[0] in MOVED else name


def renamed(text: str) -> str:
    """Return a source (``.py`` or ``.pxd``) with its imports as they are once installed."""
    return _IMPORT.sub(rf"\g<1>{PARENT}.", text)


def _left(tree: ast.Module) -> list[int]:
    """Return the lines that import a moved package by its short name."""
    lines = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        if any(name.partition(".")[0] in MOVED for name in names):
            lines.append(node.lineno)
    return lines


def _rename_file(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(made := renamed(text), encoding="utf-8")
    if path.suffix == ".py" and (lines := _left(ast.parse(made, str(path)))):
        raise NameLeft(
            f"{path}:{lines[0]}: write `from {'|'.join(MOVED)}... import`, "
            f"which becomes {PARENT}... in a wheel"
        )


def move_packages(folder: Path) -> None:
    """Move the packages in ``folder``, where a build collects them, to their installed names.

    Raises NameLeft if a source has an import that cannot be changed.
    """
    (folder / PARENT).mkdir(exist_ok=True)
    for name in MOVED:
        shutil.move(folder / name, folder / PARENT / name)
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".pxd"):
            _rename_file(path)
