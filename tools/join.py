"""Join the modules of ``c64/`` into one Cython unit.

Compiled one by one, every call from one chip to another goes through a table and hides
from the C compiler what is behind it.  In one unit it inlines across chips (measured: see
``make bench``, split and joined).  The sources stay as they are: this writes
``build/joined/c64/_core.py`` and ``_core.pxd`` out of them, which nobody edits or commits.

What the sources must keep to: imports between chips only as ``from c64.x import Y`` and
``from c64.x cimport Y``, and names at module level unique across ``c64/``.
"""

import ast
import re
from pathlib import Path

_CIMPORT = re.compile(r"^from c64\.(\w+) cimport .*$", re.MULTILINE)


class JoinError(Exception):
    """The modules cannot be joined; the message says which and why."""


def _imports(tree):
    """Return [(module, first line, last line)] of ``from c64.x import`` at module level."""
    return [
        (node.module.split(".")[1], node.lineno, node.end_lineno)
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("c64.")
    ]


def _names(tree):
    """Return the names a module defines itself at module level."""
    names = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {t.id for t in node.targets if isinstance(t, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


def _order(folder, names):
    """Return the modules so that each comes after those it imports."""
    needs = {}
    for name in names:
        tree = ast.parse((folder / f"{name}.py").read_text())
        pxd = (folder / f"{name}.pxd").read_text()
        found = {m for m, _, _ in _imports(tree)} | set(_CIMPORT.findall(pxd))
        needs[name] = sorted((found & set(names)) - {name})
    order = []

    def visit(name, above):
        if name in above:
            raise JoinError(f"c64/{name}.py imports itself by way of {' '.join(above)}")
        if name not in order:
            for other in needs[name]:
                visit(other, (*above, name))
            order.append(name)

    for name in sorted(names):
        visit(name, ())
    return order


def _check_unique(folder, order):
    seen = {}
    for name in order:
        for symbol in _names(ast.parse((folder / f"{name}.py").read_text())):
            if symbol in seen:
                raise JoinError(
                    f"c64/{name}.py: '{symbol}' is also a name of c64/{seen[symbol]}.py; "
                    "names at module level must be unique across c64/"
                )
            seen[symbol] = name


def _source(folder, name, joined):
    """Return a module's text without its imports of modules that are joined."""
    text = (folder / f"{name}.py").read_text()
    lines = text.splitlines()
    for module, first, last in _imports(ast.parse(text)):
        if module in joined:
            for at in range(first - 1, last):
                lines[at] = ""
    return "\n".join(lines)


def _declarations(folder, name):
    text = (folder / f"{name}.pxd").read_text()
    text = re.sub(r"^from c64\.\w+ cimport \([^)]*\)", "", text, flags=re.MULTILINE)
    text = _CIMPORT.sub("", text)
    return re.sub(r"^cimport cython$", "", text, flags=re.MULTILINE)


def join(folder, names, target):
    """Write ``target/_core.py`` and ``.pxd``; returns the path of the first.

    folder  path of c64/
    names   modules to join (each with a .pxd)
    """
    folder, target = Path(folder), Path(target)
    order = _order(folder, names)
    _check_unique(folder, order)
    target.mkdir(parents=True, exist_ok=True)
    head = '"""All chips in one unit; written by tools/join.py."""\n\n'
    body = "\n\n".join(_source(folder, name, set(order)) for name in order)
    listing = f"\n\nJOINED_MODULES = {tuple(order)!r}\n"
    path = target / "_core.py"
    _write(path, head + body + listing)
    declarations = "\n".join(_declarations(folder, name) for name in order)
    _write(target / "_core.pxd", "cimport cython\n\n" + declarations)
    return path


def _write(path, text):
    """Write a file unless it is there already: a new date would compile it again."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
