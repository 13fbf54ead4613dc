"""Small changes of Python code at its edges, for mutate.py: what a slip of the hand would be.

A number is one more or one less, a comparison moves its boundary or is reversed, ``and`` stands
for ``or``, ``+`` for ``-``, a ``not`` is left out, another value is returned, a statement is
left out, or an argument of a call: one with a name, or the last of several.  Annotations,
decorators and texts stay as they are.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], tuple[tuple[str, str], ...]] = {
    ast.Lt: (("<", "<="), ("<", ">=")),
    ast.LtE: (("<=", "<"), ("<=", ">")),
    ast.Gt: ((">", ">="), (">", "<=")),
    ast.GtE: ((">=", ">"), (">=", "<")),
    ast.Eq: (("==", "!="),),
    ast.NotEq: (("!=", "=="),),
    ast.Is: (("is", "is not"),),
    ast.IsNot: (("is not", "is"),),
    ast.In: (("in", "not in"),),
    ast.NotIn: (("not in", "in"),),
}
OPERATORS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
NOT_CODE = ("annotation", "returns", "decorator_list", "type_params", "type_comment")
LEFT_OUT = (ast.Assign, ast.AugAssign, ast.Continue, ast.Break, ast.Raise, ast.Delete)


class Edge(NamedTuple):
    """One change: the bytes ``begin`` to ``end`` of a module become ``text``."""

    module_path: Path
    start_pos: tuple[int, int]  # line, column
    begin: int
    end: int
    text: str

    def made(self, source: str) -> str:
        """The text of the module with this change."""
        content = source.encode()
        return (content[: self.begin] + self.text.encode() + content[self.end :]).decode()


class _Finder:
    """The changes of one module."""

    def __init__(self, path: Path, source: str) -> None:
        self.path = path
        self.content = source.encode()
        self.lines = [0]
        for line in self.content.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def at(self, line: int | None, column: int | None) -> int:
        assert line is not None and column is not None
        return self.lines[line - 1] + column

    def span(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def edge(self, begin: int, end: int, text: str) -> Edge:
        line = sum(start <= begin for start in self.lines)
        return Edge(self.path, (line, begin - self.lines[line - 1]), begin, end, text)

    def between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[Edge]:
        """Another operator between two operands, which may have brackets around them."""
        begin, end = self.span(left)[1], self.span(right)[0]
        gap = self.content[begin:end].decode()
        plain = re.sub(r"#[^\n]*", lambda found: " " * len(found[0]), gap)
        pattern = re.escape(old).replace(r"\ ", r"\s+")
        if found := re.search(rf"(?<![\w]){pattern}(?![\w])", plain):
            yield self.edge(begin + found.start(), begin + found.end(), new)

    def of(self, node: ast.AST, inside: bool) -> Iterator[Edge]:
        """The changes of a node itself; ``inside`` a function."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            for value in (node.value + 1, node.value - 1):
                text = str(value) if value >= 0 else f"({value})"
                yield self.edge(*self.span(node), text)
        elif isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            for place, operator in enumerate(node.ops):
                for old, new in COMPARISONS[type(operator)]:
                    yield from self.between(operands[place], operands[place + 1], old, new)
        elif isinstance(node, ast.BoolOp):
            old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from self.between(left, right, old, new)
        elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            yield from self.between(node.left, node.right, *OPERATORS[type(node.op)])
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            begin, _ = self.span(node)
            yield self.edge(begin, begin + len("not"), "")
        elif inside and isinstance(node, ast.Call):
            yield from self.called(node)
        elif inside and isinstance(node, ast.Return) and node.value is not None:
            yield from self.returned(node, node.value)
        elif inside and isinstance(node, ast.stmt):
            if isinstance(node, LEFT_OUT) or (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Call | ast.Await | ast.Yield | ast.YieldFrom)
            ):
                yield self.edge(*self.span(node), f"pass  # not: {self.first_line(node)}")

    def called(self, call: ast.Call) -> Iterator[Edge]:
        """A call without one of its arguments."""
        every: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
        dropped: list[ast.expr | ast.keyword] = [*call.args[-1:]] if len(call.args) > 1 else []
        dropped += [word for word in call.keywords if word.arg is not None]
        for argument in dropped:
            place = every.index(argument)
            begin = self.span(every[place - 1])[1] if place else self.span(argument)[0]
            end = self.span(argument)[1]
            if not place:  # with the comma that may follow
                after = self.content[end:]
                end += len(after) - len(re.sub(rb"\A\s*,?", b"", after))
            if self.is_shorter(call, begin, end):
                gone = self.content[begin:end].count(b"\n")
                yield self.edge(begin, end, "\n" * gone)

    def is_shorter(self, call: ast.Call, begin: int, end: int) -> bool:
        """True if a call is one without these bytes: brackets around arguments have no place."""
        first, last = self.span(call)
        left = self.content[first:begin] + self.content[end:last]
        try:
            node = ast.parse(b"(" + left + b")", mode="eval").body
        except SyntaxError:
            return False
        return isinstance(node, ast.Call) and len(node.args) + len(node.keywords) < len(
            call.args
        ) + len(call.keywords)

    def returned(self, node: ast.Return, value: ast.expr) -> Iterator[Edge]:
        """Another value: None, or the other one of two."""
        if isinstance(value, ast.Constant):
            if value.value is None or not isinstance(value.value, bool):
                return
            new = str(not value.value)
        else:
            new = f"None  # not: {self.first_line(value)}"
        yield self.edge(*self.span(node), f"return {new}")

    def first_line(self, node: ast.expr | ast.stmt) -> str:
        """The first line of what is left out, and as many line ends: others keep their numbers."""
        begin, end = self.span(node)
        first, *others = self.content[begin:end].decode().splitlines()
        return first + "\n" * len(others)

    def walk(self, node: ast.AST, inside: bool) -> Iterator[Edge]:
        """The changes of a node and of all below it."""
        yield from self.of(node, inside)
        here = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for name, child in ast.iter_fields(node):
            if name in NOT_CODE:
                continue
            for one in child if isinstance(child, list) else [child]:
                if isinstance(one, ast.AST) and not isinstance(one, ast.JoinedStr):
                    yield from self.walk(one, here)


def edges(path: Path, source: str) -> list[Edge]:
    """Return every change of a module, [Edge], in the order of its text."""
    found = set(_Finder(path, source).walk(ast.parse(source), inside=False))
    return sorted(found, key=lambda edge: edge[2:])
