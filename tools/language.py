"""``python -m tools.language``: collect the texts for users, and bring the .po files up to date.

Collects from the sources the texts of menu, messages, errors and ``--help``.  A text with values
in it becomes a template: ``f"{path.name}: has {len(data)} bytes"`` is
``{path_name}: has {len_data} bytes``.  New texts come into each .po file of ``emu/language`` with
an empty translation, and texts that are gone leave it.  A new language is a copy of a file that
is there: ``cp emu/language/de.po emu/language/nl.po``.  Babel writes the files.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ROOT / "emu" / "language"
# Where errors that a user may see are raised, and where menu and messages are.
SOURCES = (
    "emu/host", "emu/shared", "emu/cli.py", "emu/option_types.py", "emu/vice", "disk",
    "c64/config.py", "c64/roms.py", "c64/autostart.py", "c64/cartridge", "c64/tape",
    "c64/drive/attach.py", "c64/drive/handover.py",
)  # fmt: skip
# name of a function or class -> numbers and names of the arguments that hold texts
CALLS: dict[str, tuple[int | str, ...]] = {
    "Action": (1, "title", "state", "choices"),
    "Row": (0, 2, 3, "title", "value", "choices"),
    "Page": (0, "title", "empty", "hint"),
    "Deed": (0, "title"),
    "Format": (2,),
    "question": (0, 1),
    "row": (0,),
    "say": (0,),
    "translated": (0,),
    "append": (0,),
    "tell": (0,),
    "_entry": (0,),
    "browse": (1,),
    "add_argument": ("help",),
    "add_argument_group": (0,),
    "add_choice": ("help",),
    "add_switch": ("help",),
}
# Tables of words, and functions that return one.
NAMES = re.compile(
    r"HINT\w*|PAUSED|WELCOME|KEYS_HELP|DROP_HELP|GROUPS|LAST_GROUPS|SECTIONS|FOLDER_WORDS|EXAMPLES"
    r"|AUTOFIRE|EVERY_SID|POINTERS|NO_LIMIT|WAYS|LOOKS|KEYS|EMPTY\w*|TITLE\w*|WORDS|REFUSAL\w*|said|refusal"
    r"|message|hint|text|line|problem|why|words|left_out|clients|title|count|blocks|end|ANSWERS|OTHERS_HELP|own|found"
    r"|SWITCHES|PERCENTS|TITLES|SINCE|drawn_by|heading|JOYSTICK_SETS"
)
RETURNING = re.compile(
    r"title|status|on_off|speed_text|outcome|\w*_text|\w*_word|_key|disk_name|_hint\w*"
    r"|\w*_parts|_byte|_note|_name|_needs|drawn_by"
)
HEAD = """\
# Texts of GO 64; python -m tools.language brings them up to date.
msgid ""
msgstr "Language: {name}\\nContent-Type: text/plain; charset=UTF-8\\n"

"""
NAME_MOST = 24  # letters of a value's name
# Only the developers of GO 64 see these.
INTERNAL = ("emu/host/actions.py", "disk/build.py", "disk/saved.py", "c64/tape/deck.py",
            "disk/surface.py", "emu/vice/option_table.py")  # fmt: skip
_FORMAT = re.compile(r"\{(\w+):[^{}]*\}")  # of str.format
_WORD = re.compile(r"[a-z]{2}")
_ADDRESS = re.compile(r"[\da-f]{4}")


def templates(node: ast.JoinedStr) -> list[str]:
    """Return an f-string as templates: its values are named after what they are.

    One that has a choice of words in it, such as a plural's s, is a template for each of them.
    """
    found: list[str] = [""]
    used: set[str] = set()
    for part in node.values:
        if isinstance(part, ast.Constant):
            found = [before + str(part.value) for before in found]
        elif isinstance(part, ast.FormattedValue):
            value = part.value
            choices = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
            ends = [text for choice in choices for text in _ends(choice, used)]
            found = [before + end for before in found for end in ends]
    return found


def _ends(value: ast.expr, used: set[str]) -> list[str]:
    """Return what a value in an f-string may be: its texts, or a place with a name not in used."""
    if isinstance(value, ast.Constant | ast.JoinedStr):
        return [text for text, _ in texts(value)]
    name = re.sub(r"\W+", "_", ast.unparse(value)).strip("_").lower()
    name = name if len(name) <= NAME_MOST and name.isascii() else "value"
    while name in used:
        name += "_"
    used.add(name)
    return [f"{{{name}}}"]


def texts(node: ast.AST | None) -> Iterator[tuple[str, int]]:
    """Yield (text, line) of all strings in an expression, templates for those with values."""
    if isinstance(node, ast.JoinedStr):
        for text in templates(node):
            yield text, node.lineno
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value, node.lineno
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)
    elif isinstance(node, ast.Lambda):
        yield from texts(node.body)
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            yield from (*texts(key), *texts(value))
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for part in node.elts:
            yield from texts(part)
    elif isinstance(node, ast.BoolOp):
        for part in node.values:
            yield from texts(part)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from texts(node.left)
        yield from texts(node.right)
    elif isinstance(node, ast.Starred | ast.Subscript):
        yield from texts(node.value)


def _called(node: ast.Call) -> str:
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


class _Collector(ast.NodeVisitor):
    """Finds the texts of one file: found is [(text, line)]."""

    def __init__(self, interface: bool) -> None:
        self.found: list[tuple[str, int]] = []
        self._interface = interface

    def _take(self, node: ast.AST | None) -> None:
        self.found += texts(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Take the arguments that hold texts."""
        wanted = CALLS.get(_called(node), ())
        for place, argument in enumerate(node.args):
            if place in wanted:
                self._take(argument)
        for keyword in node.keywords:
            if keyword.arg in wanted:
                self._take(keyword.value)
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Take what an error says."""
        if isinstance(node.exc, ast.Call):
            for argument in node.exc.args:
                if not isinstance(argument, ast.List):
                    self._take(argument)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Take tables of words, and what is said later."""
        names = [n.id for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name)]
        if any(map(NAMES.fullmatch, names)):
            self._take(node.value)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Take tables of words."""
        if isinstance(node.target, ast.Name) and NAMES.fullmatch(node.target.id):
            self._take(node.value)
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        """Take a table that is written where it is used."""
        if any(isinstance(n, ast.Name) and NAMES.fullmatch(n.id) for n in ast.walk(node.target)):
            self._take(node.iter)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Take what functions return that make a text."""
        if self._interface and RETURNING.fullmatch(node.name):
            for part in ast.walk(node):
                if isinstance(part, ast.Return):
                    self._take(part.value)
        self.generic_visit(node)


def _files() -> Iterator[Path]:
    for source in SOURCES:
        path = ROOT / source
        yield from [path] if path.is_file() else sorted(path.rglob("*.py"))


def _computed() -> Iterator[tuple[str, str]]:
    """Yield (text, where) of what is made at run time: names and words of settings, kinds."""
    from c64.config import CONFIG_CHOICES, PALETTES
    from c64.tape.deck import MODES
    from disk.formats import file_words
    from emu.host.settings_table import SETTINGS

    yield file_words(), "disk/formats.py"
    for word in (*CONFIG_CHOICES["drive"], *PALETTES):
        yield word, "c64/config.py"
    for word in MODES:
        yield word, "c64/tape/deck.py"
    for text in ("usage: ", "positional arguments", "options", "show this help message and exit"):
        yield text, "emu/cli.py"
    for setting in SETTINGS:
        for word in (setting.title, *setting.words):
            if isinstance(word, str):
                yield word, "emu/host/settings_table.py"


def worth(text: str) -> bool:
    """Tell whether a text has a word in it that can be translated."""
    plain = re.sub(r"\{[\w:]+\}", "", text)
    return bool(_WORD.search(plain)) and not _ADDRESS.fullmatch(text) and text[:2] != "--"


def collect() -> dict[str, list[str]]:
    """Return {text: where it is} of all that is shown, in the order of the sources."""
    found: dict[str, list[str]] = {}
    for path in _files():
        name = path.relative_to(ROOT).as_posix()
        if name in INTERNAL:
            continue
        collector = _Collector(name.startswith("emu/host"))
        collector.visit(ast.parse(path.read_text(encoding="utf-8")))
        for text, _ in collector.found:
            found.setdefault(_FORMAT.sub(r"{\1}", text), []).append(name)
    for text, name in _computed():
        found.setdefault(text, []).append(name)
    return {text: sorted(set(where)) for text, where in found.items() if worth(text)}


def update(names: Iterable[str]) -> None:
    """Bring .po files up to date with what is collected."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po, write_po

    collected = collect()
    for name in names:
        path = LANGUAGES / f"{name}.po"
        with path.open("rb") as file:
            before = read_po(file, locale=name)
        after = Catalog(locale=name, charset="utf-8", fuzzy=False)
        for text, where in sorted(collected.items(), key=lambda item: item[1]):
            old = before.get(text)
            after.add(text, old.string if old else "", [(place, 0) for place in where])
        with path.open("wb") as file:
            file.write(HEAD.format(name=name).encode())
            write_po(file, after, width=100, include_lineno=False, omit_header=True)
        empty = sum(1 for message in after if message.id and not message.string)
        print(f"{path.relative_to(ROOT)}: {len(collected)} texts, {empty} without a translation")


def main(words: list[str]) -> int:
    """Update the languages that are named, or all."""
    update(words or sorted(path.stem for path in LANGUAGES.glob("*.po")))
    return 0


if __name__ == "__main__":
    from tools.usage import answer_help

    answer_help(__doc__, "[LANGUAGE ...]")
    sys.exit(main(sys.argv[1:]))
