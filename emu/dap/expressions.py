"""Expressions as editors' users write them: emu.monitor.condition, with decimal numbers.

A source has ``10``, ``$0a`` and ``%1010``, and so have these; C's ``0x0a`` is read as well.
"""

import re
from collections.abc import Callable

from disk.base.numbers import whole
from emu.dap.errors import DapError
from emu.dap.launch import label_address
from emu.kit.symbols import Symbols
from emu.monitor.condition import Condition, Context, ReadNumber

EXPRESSION_MOST = 500  # characters; what is longer may be nested too deep to be evaluated
_BASES = {"$": 16, "%": 2}
_PART = re.compile(r"\{([^{}]*)\}")
_HIT = re.compile(r"\s*(==|=|>=|>|<=|<|%)?\s*(\d{1,9})\s*")
_HITS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda count, limit: count == limit,
    ">=": lambda count, limit: count >= limit,
    ">": lambda count, limit: count > limit,
    "<=": lambda count, limit: count <= limit,
    "<": lambda count, limit: count < limit,
    "%": lambda count, limit: count % limit == 0,
}
HitCount = Callable[[int], bool]  # whether to stop at this hit, the first one being 1


def number_text(value: int, size: int = 1) -> str:
    """Return a number as hexadecimal and decimal: ``$1F (31)``.

    size  bytes it has
    """
    if value < 0:
        return str(value)
    return f"${value:0{2 * size}X} ({value})"


def value_text(value: int) -> str:
    """Return the value of an expression as ``number_text`` does."""
    return number_text(value, 1 if value < 0x100 else 2)


def number_reader(symbols: Symbols) -> ReadNumber:
    """Return a function that reads numbers and labels; KeyError for neither."""

    def read(text: str) -> int:
        digits = text.removeprefix("+")
        if digits[:1] in _BASES:
            value = whole(digits[1:], _BASES[digits[0]])
        elif digits[:1].isdigit():
            value = whole(digits, 16 if digits[:2].lower() == "0x" else 10)
        else:
            return label_address(symbols, text)
        if value > 0xFFFFFF:
            raise OverflowError(text)
        return value

    return read


def parse(text: str, context: Context, number: ReadNumber) -> Condition:
    """Return an expression with a ``value()``; MonitorError, DapError if it is none."""
    check_length(text)
    return Condition(text, context, number)


def check_length(text: str) -> None:
    """DapError for a text that is too long for an expression."""
    if len(text) > EXPRESSION_MOST:
        raise DapError(f"expression of {len(text)} characters; {EXPRESSION_MOST} is the most")


def read_hit_count(text: str) -> HitCount | None:
    """Return what a hit condition means: ``5`` the fifth hit, ``>= 5``, ``% 5`` every fifth."""
    if not text.strip():
        return None
    match = _HIT.fullmatch(text)
    if match is None or not int(match[2]):
        raise DapError(f"hit count '{text[:40]}': expected N, >= N, > N, <= N, < N or % N")
    compare, limit = _HITS[{"=": "==", None: "=="}.get(match[1], match[1])], int(match[2])
    return lambda count: compare(count, limit)


class LogMessage:
    """The text of a log point; ``{expression}`` in it is replaced by its value."""

    def __init__(self, text: str, context: Context, number: ReadNumber) -> None:
        check_length(text)
        self._parts: list[str | Condition] = []
        at = 0
        for match in _PART.finditer(text):
            self._parts += [text[at : match.start()], parse(match[1], context, number)]
            at = match.end()
        self._parts.append(text[at:])

    def text(self) -> str:
        """Return the message with the current values."""
        return "".join(
            part if isinstance(part, str) else value_text(part.value()) for part in self._parts
        )
