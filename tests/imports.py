"""Who imports whom: the graph of a package's modules, read from their sources.

Every import counts: the cimports of a ``.pxd`` beside a module, those within functions and under
``if TYPE_CHECKING`` too, and ``importlib.import_module`` with a literal name.  Only modules of the
given packages are in the graph.  ``from package import module`` leads to the module, not to the
package as well: a package that hands on what its modules have would otherwise be in a circle with
each of them.
"""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CIMPORT = re.compile(r"^from ([\w.]+) cimport ", re.MULTILINE)


def graph(*packages, root=ROOT, typing=True):
    """Return {module: set of modules it imports} of the packages below the folder ``root``.

    typing   False: without what only a type checker imports
    """
    files = dict(_modules(root, packages))
    return {
        name: {found for found in _imports(name, path, files, typing) if found != name}
        for name, path in files.items()
    }


def _modules(root, packages):
    """Yield (dotted name, path) of every module of the packages."""
    for package in packages:
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def _imports(name, path, files, typing):
    """Yield the modules of ``files`` that a source imports."""
    text = path.read_text(encoding="utf-8")
    for wanted in _wanted(text, name, path.name == "__init__.py", typing):
        known = _longest_known(wanted, files)
        if known:
            yield known
    declarations = path.with_suffix(".pxd")
    if declarations.exists():
        found = CIMPORT.findall(declarations.read_text(encoding="utf-8"))
        yield from (module for module in found if module in files)


@cache
def _wanted(text, name, is_package, typing):
    """Return the dotted names that a source imports."""
    tree = ast.parse(text)
    tree = tree if typing else _WithoutTyping().visit(tree)
    nodes = ast.walk(tree) if "import_module" in text else _statements(tree)
    return [wanted for node in nodes for wanted in _named(node, name, is_package)]


def _statements(node):
    """Yield all statements below a node, without what these consist of: a fifth of the nodes."""
    for block in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, block, ()):
            yield inner
            yield from _statements(inner)


class _WithoutTyping(ast.NodeTransformer):
    """Takes ``if TYPE_CHECKING`` out of a module."""

    def visit_If(self, node):
        named = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return None if named else self.generic_visit(node)


def _named(node, name, is_package):
    """Yield the dotted names that a statement or call imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            parts = name.split(".")
            above = parts[: len(parts) - node.level + is_package]
            base = ".".join([*above, base] if base else above)
        yield from (f"{base}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else None
        called = node.func.id if isinstance(node.func, ast.Name) else called
        if called == "import_module" and isinstance(node.args[0].value, str):
            yield node.args[0].value


def _longest_known(wanted, files):
    """Return the module that ``wanted``, perhaps a name within it, stands for; None: not ours."""
    while wanted and wanted not in files:
        wanted = wanted.rpartition(".")[0]
    return wanted or None


def circles(edges):
    """Return the groups of nodes that import each other round about, each sorted.

    edges   {node: set of nodes}, as ``graph`` and ``between`` return it
    """
    return _Tarjan(edges).run()


class _Tarjan:
    """Strongly connected components of more than one node, after R. Tarjan (1972)."""

    def __init__(self, edges):
        self.edges = edges
        self.number = {}
        self.low = {}
        self.stack = []
        self.groups = []

    def run(self):
        for node in sorted(self.edges):
            if node not in self.number:
                self._visit(node)
        return sorted(self.groups)

    def _visit(self, node):
        self.number[node] = self.low[node] = len(self.number)
        self.stack.append(node)
        for target in sorted(self.edges.get(node, ())):
            if target not in self.number:
                self._visit(target)
                self.low[node] = min(self.low[node], self.low[target])
            elif target in self.stack:
                self.low[node] = min(self.low[node], self.number[target])
        if self.low[node] == self.number[node]:
            at = self.stack.index(node)
            group, self.stack[at:] = sorted(self.stack[at:]), []
            if len(group) > 1:
                self.groups.append(group)


def package_of(module, edges):
    """Return the package a module of the graph is in; a package itself is in itself."""
    if any(other.startswith(module + ".") for other in edges):
        return module
    return module.rpartition(".")[0] or module


def between(edges, package=None):
    """Return {package: set of other packages that its modules import}.

    package   function of a module's name that names its package; None: the innermost
    """
    names = {module: package(module) if package else package_of(module, edges) for module in edges}
    result = {name: set() for name in names.values()}
    for module, targets in edges.items():
        result[names[module]] |= {names[target] for target in targets} - {names[module]}
    return result


def crossings(edges, source, target):
    """Return "a -> b" for each import that leads from a package's modules into another's."""
    return sorted(
        f"{module} -> {found}"
        for module, targets in edges.items()
        if within(module, source)
        for found in targets
        if within(found, target)
    )


def within(module, package):
    """Tell whether a module is the package itself or one of its modules, at any depth."""
    return module == package or module.startswith(package + ".")
