"""Conditions of breakpoints: ``a == $05 && rl > 100 || @$d020 & $0f != label``.

Operators, weakest first: ``||  &&  == !=  < <= > >=  |  ^  &  + -  * /  ! ~ @``; ``@`` is the
byte at an address, as the CPU sees it, ``@ram:`` and the other banks of emu.monitor.memory_banks
another one.  Names: the registers a x y sp pc p (or fl); rl and cy, the raster line and the
cycle in it; cycle; addr and value of the watched access; variables of C, if somebody knows them;
then labels.  Numbers
are the monitor's: ``$`` hexadecimal, ``+`` decimal, ``%`` binary.  A division by zero gives 0.

The precedence is that of Python's operators, not C's: ``a & $0f == 3`` compares ``a & $0f``.
"""

import re
from collections.abc import Callable, Container

from py65.utils.addressing import AddressParser

from emu.kit.types import Board
from emu.monitor.errors import MonitorError
from emu.monitor.memory_banks import BANKS, peek_bank

ReadNumber = Callable[[str], int]  # of a number or label; KeyError, OverflowError as py65
Value = Callable[[], int]  # of an expression, now
_TOKEN = re.compile(
    r"\s*(\|\||&&|[=!<>]=|[-+*/!~@&|^()<>]|\$[0-9A-Fa-f]+|%[01]+(?![\w])|[A-Za-z_.][\w.:@]*|\d\w*)"
)
_LEVELS = (
    ("||",), ("&&",), ("==", "!=", "<", "<=", ">", ">="), ("|",), ("^",), ("&",),
    ("+", "-"), ("*", "/"),
)  # fmt: skip
_BINARY: dict[str, Callable[[int, int], int]] = {
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b if b else 0,
}
_UNDERSCORED = re.compile(r"[$+%]?[0-9A-Fa-f]+(_[0-9A-Fa-f]+)+")
_REGISTERS = ("a", "x", "y", "sp")
_BANK = re.compile(rf"({'|'.join(BANKS)}):(?!:)", re.IGNORECASE)


def plain(text: str, labels: Container[str] = ()) -> str:
    """Return a text for py65; KeyError for a number with an underscore, which ``int`` takes."""
    if _UNDERSCORED.fullmatch(text) and text not in labels:
        raise KeyError(f"Label not found: {text}")
    return text


def read_number(text: str) -> int:
    """Return the value of a number in the monitor's notation; it knows no labels."""
    return AddressParser().number(plain(text))


class Context:
    """What a condition can read: the board, and the watched access.

    pc         start of the instruction that makes the access, -1 while none is watched
    variables  variables of the program by name: their values
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.addr = 0
        self.value = 0
        self.pc = -1
        self.variables: dict[str, Value] = {}

    def names(self) -> dict[str, Value]:
        """Return {name: function() -> int} of everything that has a name."""
        board = self.board
        table = {name: _register(board, name) for name in _REGISTERS}
        table["pc"] = lambda: board.cpu.pc if self.pc < 0 else self.pc
        table["p"] = table["fl"] = lambda: board.cpu.p | 0x30
        table["rl"] = lambda: board.vic.raster_line
        table["cy"] = lambda: board.vic.cycle_in_line
        table["cycle"] = lambda: board.cycle
        table["addr"] = lambda: self.addr
        table["value"] = lambda: self.value
        return table


def _register(board: Board, name: str) -> Value:
    return lambda: getattr(board.cpu, name)


class _Parser:
    """Recursive descent over the tokens of one condition; makes closures."""

    def __init__(self, text: str, context: Context, number: ReadNumber) -> None:
        self.text, self.context, self.number = text, context, number
        self.names = context.names()
        self.tokens = self._split(text)
        self.at = 0

    def _split(self, text: str) -> list[str]:
        tokens: list[str] = []
        at, text = 0, text.rstrip()
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise MonitorError(f"condition '{self.text}': cannot read '{text[at:]}'")
            tokens.append(match[1])
            at = match.end()
        return tokens

    def _next(self) -> str | None:
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        self.at += 1
        return token

    def _peek(self) -> str | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def parse(self) -> Value:
        """Return function() -> int of the whole text; MonitorError if it is none."""
        try:
            result = self._level(0)
        except RecursionError:
            raise MonitorError("condition: too many nested parentheses") from None
        if self._peek() is not None:
            raise MonitorError(f"condition '{self.text}': unexpected '{self._peek()}'")
        return result

    def _level(self, level: int) -> Value:
        if level == len(_LEVELS):
            return self._unary()
        left = self._level(level + 1)
        while (op := self._peek()) is not None and op in _LEVELS[level]:
            self.at += 1
            left = self._joined(op, left, self._level(level + 1))
        return left

    def _joined(self, op: str, left: Value, right: Value) -> Value:
        if op == "||":
            return lambda: left() or right()
        if op == "&&":
            return lambda: left() and right()
        work = _BINARY[op]
        return lambda: work(left(), right())

    def _unary(self) -> Value:
        token = self._next()
        if token is None:
            raise MonitorError(f"condition '{self.text}': ends where a value is expected")
        if token == "@":
            bank, board = self._bank(), self.context.board
            inner = self._unary()
            return lambda: peek_bank(board, bank, inner() & 0xFFFF)
        if token in ("!", "~", "-"):
            inner = self._unary()
            return _signed(token, inner)
        if token == "+":  # py65's sign of a decimal number
            number = self._number("+" + (self._next() or ""))
            return lambda: number
        if token == "(":
            inner = self._level(0)
            if self._next() != ")":
                raise MonitorError(f"condition '{self.text}': ')' is missing")
            return inner
        if token.lower() in self.names:
            return self.names[token.lower()]
        if token in self.context.variables:
            return self.context.variables[token]
        number = self._number(token)
        return lambda: number

    def _bank(self) -> int:
        """Take ``ram:`` or another bank off the next token; return its number."""
        match = _BANK.match(self._peek() or "")
        if match is None:
            return BANKS["cpu"]
        rest = self.tokens[self.at][match.end() :]
        self.tokens[self.at : self.at + 1] = [rest] if rest else []
        return BANKS[match[1].lower()]

    def _number(self, token: str) -> int:
        try:
            return self.number(token)
        except (KeyError, ValueError):
            raise MonitorError(
                f"condition '{self.text}': '{token}' is not a register, label or number"
            ) from None
        except OverflowError:
            raise MonitorError(f"condition '{self.text}': {token} is past $FFFF") from None


def _signed(sign: str, inner: Value) -> Value:
    if sign == "!":
        return lambda: not inner()
    return (lambda: ~inner()) if sign == "~" else (lambda: -inner())


class Condition:
    """A parsed condition; ``holds()`` evaluates it now.

    number  function(str) -> int for numbers and labels, KeyError for neither
    """

    def __init__(self, text: str, context: Context, number: ReadNumber) -> None:
        self.text = text.strip()
        self._function = _Parser(self.text, context, number).parse()

    def holds(self) -> bool:
        """Return True if the condition is met."""
        return bool(self.value())

    def value(self) -> int:
        """Return the value of the expression now."""
        return int(self._function())


class Function:
    """A condition that is a Python function."""

    text = ""

    def __init__(self, function: Callable[[], bool]) -> None:
        self._function = function

    def holds(self) -> bool:
        """Return True if the condition is met."""
        return self._function()
