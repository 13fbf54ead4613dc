"""Named constants at no cost: replace them by their numbers in the compiled sources.

Cython looks a module-level name up as a Python object every time.  So ``region == PLA_RAM``
in the sources is compiled as ``region == 0``: each use of a constant inside a function becomes
its number, in the same line, so that positions in tracebacks remain correct.

A constant is a name in capitals that a module assigns once, at module level, to an integer: a
number, or an expression of numbers and constants.  It may be imported from another module with
``from c64.x import NAME``.  A tuple of such is one, too, where a function asks what is ``in`` it.

Left alone are names within f-strings, names that a function binds itself, and integers of more
than 32 bits that are not 32 bits shifted to the left: Cython would make them objects all the same.
"""

import ast
import operator
import re

_NAME = re.compile(r"_?[A-Z][A-Z0-9_]*$")
_LIMIT = 1 << 31
_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}


def _evaluate(node, known):
    """Return the integer of an expression, or None if it is none that is known here."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.Name):
        value = known.get(node.id)
        return None if isinstance(value, tuple) else value
    operands = []
    if isinstance(node, ast.BinOp):
        operands = [_evaluate(node.left, known), _evaluate(node.right, known)]
    elif isinstance(node, ast.UnaryOp):
        operands = [_evaluate(node.operand, known)]
    if not operands or None in operands or type(node.op) not in _OPERATORS:
        return None
    return _OPERATORS[type(node.op)](*operands)


def _evaluate_tuple(node, known):
    """Return a tuple of integers, or None if the expression is none that is known here."""
    if not isinstance(node, ast.Tuple):
        return None
    values = tuple(_evaluate(element, known) for element in node.elts)
    return None if None in values else values


def _text(value):
    """Return how a constant is written in the source, None if it had better stay a name."""
    if isinstance(value, tuple):
        texts = [_text(number) for number in value]
        return None if None in texts or not texts else f"({', '.join(texts)},)"
    if -_LIMIT <= value < _LIMIT:
        return str(value) if value >= 0 else f"({value})"
    zeros = (value & -value).bit_length() - 1
    if 0 < value >> zeros < _LIMIT and value < 1 << 63:
        return f"({value >> zeros} << {zeros})"
    return None


def _assignments(tree):
    """Yield (name, expression) of the assignments at module level, in their order."""
    for node in tree.body:
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, node.value
            elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                for name, value in zip(target.elts, node.value.elts, strict=False):
                    if isinstance(name, ast.Name):
                        yield name.id, value


def module_constants(tree, modules, seen=None):
    """Return {name: int or tuple of int} of a module's constants, the imported ones included.

    tree     ast.Module
    modules  function of a module's dotted name to its ast.Module, None if it is not ours
    """
    seen = {} if seen is None else seen
    known = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            there = constants_of(node.module, modules, seen)
            known |= {a.asname or a.name: there[a.name] for a in node.names if a.name in there}
    counts = {}
    for name, value in _assignments(tree):
        counts[name] = counts.get(name, 0) + 1
        if _NAME.match(name):
            number = _evaluate(value, known)
            found = _evaluate_tuple(value, known) if number is None else number
            if found is not None:
                known[name] = found
    return {name: value for name, value in known.items() if counts.get(name, 1) == 1}


def constants_of(name, modules, seen):
    """Return {name: value} of the module ``name``; ``seen`` remembers what was read before."""
    if name not in seen:
        seen[name] = {}
        tree = modules(name)
        if tree is not None:
            seen[name] = module_constants(tree, modules, seen)
    return seen[name]


def _bound(function):
    """Return the names that a function binds itself: parameters and assigned ones."""
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [a for a in (arguments.vararg, arguments.kwarg) if a]
    names = {a.arg for a in every}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
    return names


def _uses(tree, known):
    """Yield the ast.Name nodes within functions that mean a constant."""
    members = {
        right
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        for test, right in zip(node.ops, node.comparators, strict=True)
        if isinstance(test, ast.In | ast.NotIn)
    }
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.Lambda)]
    seen = set()
    for function in functions:
        bound = _bound(function)
        body = function.body if isinstance(function.body, list) else [function.body]
        stack = list(body)
        while stack:
            node = stack.pop()
            if isinstance(node, ast.JoinedStr):  # positions in it are not exact before 3.12
                continue
            if isinstance(node, ast.Name) and node.id in known and node.id not in bound:
                searched = not isinstance(known[node.id], tuple) or node in members
                place = (node.lineno, node.col_offset)
                if isinstance(node.ctx, ast.Load) and searched and place not in seen:
                    seen.add(place)
                    yield node
            stack.extend(ast.iter_child_nodes(node))


def with_numbers(text, modules, seen=None):
    """Return a module's source with the numbers of its constants where functions use them."""
    tree = ast.parse(text)
    found = module_constants(tree, modules, seen)
    known = {name: value for name, value in found.items() if _text(value) is not None}
    lines = text.splitlines(keepends=True)
    uses = sorted(_uses(tree, known), key=lambda n: (n.lineno, n.col_offset), reverse=True)
    for node in uses:
        line = lines[node.lineno - 1].encode()  # ast counts columns in bytes of UTF-8
        number = _text(known[node.id]).encode()
        put = line[: node.col_offset] + number + line[node.end_col_offset :]
        lines[node.lineno - 1] = put.decode()
    return "".join(lines)
