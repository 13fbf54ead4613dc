"""Failed comparisons of results and memory, side by side."""

from collections.abc import Iterable, Mapping
from typing import Any

from emu.kit.machine import Flags, MemoryBytes, Result


def _shown(name: str, value: object) -> str:
    if name in ("a", "x", "y", "sp") and isinstance(value, int):
        return f"${value:02X} ({value})"
    if name == "pc" and isinstance(value, int):
        return f"${value:04X}"
    return str(Flags(value)) if name == "flags" and isinstance(value, int) else str(value)


def _table(names: Iterable[str], left: Mapping[str, Any], right: Mapping[str, Any]) -> list[str]:
    lines = ["", f"  {'':<14}{'is':<16}{'should be':<16}"]
    for name in names:
        mark = " " if left[name] == right[name] else ">"
        lines.append(f"{mark} {name:<14}{_shown(name, left[name]):<16}"
                     f"{_shown(name, right[name]):<16}")  # fmt: skip
    return lines


def _bytes(left: bytes, right: bytes | bytearray, start: int) -> list[str]:
    """Rows of eight bytes; rows that are equal are left out."""
    lines = ["", f"  {'':<6} {'is':<24}{'should be':<24}"]
    for at in range(0, max(len(left), len(right)), 8):
        mine, other = left[at : at + 8], right[at : at + 8]
        if mine != other:
            lines.append(f"> ${start + at & 0xFFFF:04X}  {mine.hex(' '):<24}{other.hex(' '):<24}")
    if len(left) != len(right):
        lines.append(f"  {len(left)} bytes, should be {len(right)}")
    return lines


def explain(left: object, right: object) -> list[str] | None:
    """Return the message for ``left == right`` as lines, None for types of others."""
    if isinstance(left, Result) and isinstance(right, Result):
        table = _table(Result._fields, left._asdict(), right._asdict())
        return ["the call's result differs", *table]
    if isinstance(left, Flags) and isinstance(right, int):
        return [f"flags are {left}, should be {Flags(right)}"]
    if isinstance(left, dict) and isinstance(right, dict) and "pc" in left and "flags" in left:
        names = [n for n in left if n in right]
        return ["registers differ", *_table(names, left, right)]
    if isinstance(left, MemoryBytes) and isinstance(right, (bytes, bytearray)):
        return ["memory differs", *_bytes(bytes(left), bytes(right), left.start)]
    return None
