"""Disassembly with labels and source lines, from memory or from a probe's records."""

from collections.abc import Iterable
from pathlib import Path

from c64.cpu.opcodes import OPCODES
from c64.debug.probe import PROBE_RECENT, Probe
from emu.kit.symbols import Symbols
from emu.kit.types import Peek, Step

_OPERAND = {
    "imp": "", "acc": "a", "imm": "#${0:02X}", "zpg": "{1}", "zpx": "{1},x", "zpy": "{1},y",
    "inx": "({1},x)", "iny": "({1}),y", "rel": "{1}", "abs": "{1}", "abx": "{1},x",
    "aby": "{1},y", "ind": "({1})",
}  # fmt: skip


def disassemble(addr: int, peek: Peek, symbols: Symbols) -> tuple[str, int]:
    """Return (text, length) of the instruction at an address, with labels for operands."""
    op = OPCODES[peek(addr)]
    data = [peek((addr + i) & 0xFFFF) for i in range(1, op.length)]
    value = sum(byte << 8 * i for i, byte in enumerate(data))
    digits = 4 if op.length == 3 else 2
    if op.mode == "rel":
        value = (addr + 2 + (value ^ 0x80) - 0x80) & 0xFFFF
        digits = 4
    name = "" if op.mode == "imm" else symbols.name_at(value)
    plain = name and "+" not in name
    text = _OPERAND[op.mode].format(value, name if plain else f"${value:0{digits}X}")
    return f"{op.mnemonic.lower()} {text}".rstrip(), op.length


def line_of(addr: int, peek: Peek, symbols: Symbols) -> str:
    """Return one line: address, bytes, instruction, source file and line."""
    text, length = disassemble(addr, peek, symbols)
    data = " ".join(f"{peek((addr + i) & 0xFFFF):02X}" for i in range(length))
    source = symbols.source(addr)
    where = f"{Path(source[0]).name}:{source[1]}" if source else symbols.name_at(addr)
    return f"${addr:04X}  {data:<8}  {text:<24} {where}".rstrip()


def trace_lines(steps: Iterable[Step], peek: Peek, symbols: Symbols) -> list[str]:
    """Return a line per step (word, cycle), with the registers before it."""
    lines = []
    for word, cycle in steps:
        pc = word & 0xFFFF
        if word >> 56:
            lines.append(f"{cycle:>10}  -- interrupt at ${pc:04X} {symbols.name_at(pc)}".rstrip())
            continue
        a, x, y, sp, p = (word >> shift & 0xFF for shift in (16, 24, 32, 40, 48))
        registers = f"a={a:02X} x={x:02X} y={y:02X} sp={sp:02X} {flags_text(p)}"
        lines.append(f"{cycle:>10}  {registers}  {line_of(pc, peek, symbols)}")
    return lines


def recent_steps(probe: Probe, count: int) -> list[Step]:
    """Return the last ``count`` steps of a probe, in the form for ``trace_lines``."""
    size = len(memoryview(probe.steps)) // 3 if probe.keep_steps else PROBE_RECENT
    steps = []
    for back in range(min(count, probe.step_count), 0, -1):
        at = (probe.step_at - back) % size * 3
        steps.append((probe.steps[at + 2], probe.steps[at]))
    return steps


def flags_text(p: int) -> str:
    """Return the status register as eight letters, capitals for set flags: ``nv-bdiZc``."""
    return "".join(
        letter.upper() if p & (0x80 >> i) else letter for i, letter in enumerate("nv-bdizc")
    )
