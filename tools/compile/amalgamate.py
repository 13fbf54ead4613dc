"""Join the modules of ``c64/`` into one Cython unit.

If modules are compiled one by one, every call from one chip to another goes through a table,
which the C compiler cannot see through.  In one unit it inlines across chips (measured: see
``make bench``, split and joined).  The sources stay unchanged: this writes
``build/joined/c64/_core.py`` and ``_core.pxd``, which are neither edited nor committed.

Rules for the sources: imports between chips only as ``from c64.room.x import Y`` and
``from c64.room.x cimport Y``, and names at module level unique across ``c64/``.  Constants by
name cost nothing: see tools/compile/inline_constants.py.

Only this tool sees all classes.  It makes methods that no class overrides final, so that they are
called directly and not through their class's table.  (In a ``.pxd`` file, Cython honours that for
``inline`` methods only.)

Modules are named by their dotted path below ``c64``: ``vic.fetch``.

``with released():`` (c64/base/bus.py) marks where other threads may run.  The compiled code
has ``with cython.nogil:`` there; so the sources need no Cython.
"""

import ast
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from tools.compile.inline_constants import Finder, with_numbers

_RELEASED = re.compile(r"^( +)with released\(\):$", re.MULTILINE)
_CLASS = re.compile(r"^(?:cdef )?class (\w+)(?:\((\w+)\))?:")
_DECLARED = re.compile(r"^    cdef (?!class\b)[^(=]*?(\w+)\(")
_DEFINED = re.compile(r"^    def (\w+)\(")
_CALL = re.compile(r"\bself\.(\w+)\((\))?")
_CIMPORT = re.compile(r"^from c64\.([\w.]+) cimport (?:\([^)]*\)|.*)$", re.MULTILINE)


Bases = dict[str, str | None]  # of classes
Methods = dict[str, set[str]]  # of classes
Change = Callable[[str], str]


class JoinError(Exception):
    """The modules cannot be joined; the message says which and why."""


def source_path(folder: str | Path, name: str, ending: str = ".py") -> Path:
    """Return the file of the module ``name`` below the folder of the package."""
    return Path(folder, *name.split(".")).with_suffix(ending)


def module_finder(root: Path) -> Finder:
    """Return a function of a dotted name to its ast.Module; None for what is not below ``root``."""

    @cache
    def find(name: str) -> ast.Module | None:
        path = source_path(root, name)
        return ast.parse(path.read_text(encoding="utf-8")) if path.is_file() else None

    return find


def _imports(tree: ast.Module) -> list[tuple[str, int, int]]:
    """Return [(module, first line, last line)] of ``from c64.x import`` at module level."""
    return [
        (node.module.removeprefix("c64."), node.lineno, node.end_lineno or 0)
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("c64.")
    ]


def _names(tree: ast.Module) -> set[str]:
    """Return the names a module defines itself at module level."""
    names = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                names |= {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


def _order(folder: Path, names: Iterable[str]) -> list[str]:
    """Return the modules so that each comes after those it imports."""
    needs = {}
    for name in names:
        tree = ast.parse(source_path(folder, name).read_text(encoding="utf-8"))
        pxd = source_path(folder, name, ".pxd").read_text(encoding="utf-8")
        found = {m for m, _, _ in _imports(tree)} | set(_CIMPORT.findall(pxd))
        needs[name] = sorted((found & set(names)) - {name})
    order: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            way = " ".join(above)
            raise JoinError(f"{source_path('c64', name)} imports itself by way of {way}")
        if name not in order:
            for other in needs[name]:
                visit(other, (*above, name))
            order.append(name)

    for name in sorted(names):
        visit(name, ())
    return order


def _check_unique(folder: Path, order: Iterable[str]) -> None:
    seen: dict[str, str] = {}
    for name in order:
        for symbol in _names(ast.parse(source_path(folder, name).read_text(encoding="utf-8"))):
            if symbol in seen:
                raise JoinError(
                    f"{source_path('c64', name)}: '{symbol}' is also a name of "
                    f"{source_path('c64', seen[symbol])}; "
                    "names at module level must be unique across c64/"
                )
            seen[symbol] = name


def with_nogil(text: str) -> str:
    """Return a module's source with Cython's way to let go of the GIL, in the same lines."""
    found = _RELEASED.sub(r"\1with cython.nogil:", text)
    if found == text:
        return text
    if '"""\n\n' not in text:
        raise JoinError("with released(): the module needs a docstring and an empty line after it")
    return found.replace('"""\n\n', '"""\nimport cython\n', 1)


def _compiled(text: str, find: Finder) -> str:
    """Return a module's source as Cython gets it."""
    return with_nogil(with_numbers(text, find))


def _source(folder: Path, name: str, joined: set[str], find: Finder) -> str:
    """Return a module's text without its imports of modules that are joined."""
    text = _compiled(source_path(folder, name).read_text(encoding="utf-8"), find)
    lines = text.splitlines()
    for module, first, last in _imports(ast.parse(text)):
        if module in joined:
            for at in range(first - 1, last):
                lines[at] = ""
    return "\n".join(lines)


def _declarations(folder: Path, name: str) -> str:
    text = _CIMPORT.sub("", source_path(folder, name, ".pxd").read_text(encoding="utf-8"))
    return re.sub(r"^cimport cython$", "", text, flags=re.MULTILINE)


def _methods(declarations: str) -> tuple[Bases, Methods]:
    """Return ({class: its base or None}, {class: names of its methods for C}) of a ``.pxd``."""
    bases: Bases = {}
    methods: Methods = {}
    name = ""
    for line in declarations.splitlines():
        if found := _CLASS.match(line):
            name = found[1]
            bases[name], methods[name] = found[2], set()
        elif found := _DECLARED.match(line):
            methods[name].add(found[1])
    return bases, methods


def _overridden(bases: Bases, methods: Methods) -> set[tuple[str, str]]:
    """Return the (class, method) that a class below it declares again."""
    found = set()
    for name, own in methods.items():
        above = bases[name]
        while above is not None and above in methods:
            found |= {(above, method) for method in own & methods[above]}
            above = bases[above]
    return found


def _direct(line: str, finals: dict[str, str]) -> str:
    """Return a line whose calls of inherited final methods name the class they are of."""

    def call(found: re.Match[str]) -> str:
        owner, name, closed = finals.get(found[1]), found[1], found[2]
        if not owner:
            return found[0]
        return f"{owner}.{name}(self)" if closed else f"{owner}.{name}(self, "

    return _CALL.sub(call, line)


def with_final(source: str, declarations: str) -> str:
    """Return a unit's source whose chips call one another directly where nobody overrides a method.

    Such a method is ``@cython.final`` for its own class; those below it call it by its class.
    Cython refuses a method that overrides a final one, so a class that is missing here ends the
    build.
    """
    bases, methods = _methods(declarations)
    overridden = _overridden(bases, methods)
    own = {
        name: {m: name for m in found if (name, m) not in overridden}
        for name, found in methods.items()
    }
    made: list[str] = []
    finals: dict[str, str] = {}
    name = ""
    for line in source.splitlines():
        if found := _CLASS.match(line):
            name, finals = found[1], {}
            above = bases.get(name)
            while above is not None and above in own:
                finals |= own[above]
                above = bases[above]
        elif line and not line[0].isspace():
            name, finals = "", {}
        elif (found := _DEFINED.match(line)) and found[1] in own.get(name, ()):
            made.append("    @cython.final")
        made.append(_direct(line, finals))
    return "\n".join(made) + "\n"


def unchanged(text: str) -> str:
    """Return the text: what a ``Change`` is that changes nothing."""
    return text


def join(
    folder: str | Path, names: Iterable[str], target: str | Path, change: Change = unchanged
) -> Path:
    """Write ``target/_core.py`` and ``.pxd``; returns the path of the first.

    folder  path of c64/
    names   modules to join (each with a .pxd)
    change  what becomes of the text of both files
    """
    folder, target = Path(folder), Path(target)
    find = module_finder(folder.parent)
    order = _order(folder, names)
    _check_unique(folder, order)
    target.mkdir(parents=True, exist_ok=True)
    head = '"""All chips in one unit; written by tools/compile/amalgamate.py."""\n\n'
    body = "\n\n".join(_source(folder, name, set(order), find) for name in order)
    listing = f"\n\nJOINED_MODULES = {tuple(order)!r}\n"
    path = target / "_core.py"
    declarations = "\n".join(_declarations(folder, name) for name in order)
    source = head + "import cython\n\n" + with_final(body + listing, declarations)
    write_changed(path, change(source))
    write_changed(target / "_core.pxd", change("cimport cython\n\n" + declarations))
    return path


def copy_apart(
    root: Path,
    names: Iterable[str],
    target: Path,
    name_of: Change = unchanged,
    change: Change = unchanged,
) -> dict[str, Path]:
    """Write modules with the numbers of their constants below ``target``, each for itself.

    root     path of the folder that holds the packages
    names    dotted names with the package, ``c64.vic.fetch``
    name_of  a function of a name to the one that the module gets
    change   what becomes of the text of both files

    Returns {name: path of its source}.
    """
    find = module_finder(root)
    paths = {}
    for name in names:
        path = source_path(target, name_of(name))
        for above in path.relative_to(target).parents[:-1]:
            (target / above).mkdir(parents=True, exist_ok=True)
            write_changed(target / above / "__init__.py", "")
        text = source_path(root, name).read_text(encoding="utf-8")
        write_changed(path, change(_compiled(text, find)))
        pxd = source_path(root, name, ".pxd").read_text(encoding="utf-8")
        write_changed(path.with_suffix(".pxd"), change(pxd))
        paths[name] = path
    return paths


def write_changed(path: Path, text: str) -> None:
    """Write a file unless it is unchanged: a new date would cause it to be compiled again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
