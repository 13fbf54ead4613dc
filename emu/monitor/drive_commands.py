"""The monitor's command for the CPU of a 1541: ``drive 8 step``, ``drive 8 break 0500``."""

from collections.abc import Callable
from typing import Any

from emu.monitor.command_base import CommandBase
from emu.monitor.drive_cpu import DriveStepGoal, unit_of, units
from emu.monitor.errors import MonitorError
from emu.monitor.trace import disassemble, flags_text

LISTING = 16  # instructions of a disassembly without an end
ROW, ROWS = 16, 8  # bytes in a line of memory, lines without an end
_REGISTERS = {"pc": 0xFFFF, "a": 0xFF, "x": 0xFF, "y": 0xFF, "sp": 0xFF, "p": 0xFF}


class DriveCommands(CommandBase):
    """``drive`` with its verbs."""

    def do_drive(self, args: str) -> None:
        """Look at, stop and step the CPU of a 1541."""
        verbs: dict[str, Callable[[int, str], None]] = {
            "step": self._drive_step, "z": self._drive_step, "next": self._drive_next,
            "n": self._drive_next, "finish": self._drive_finish, "break": self._drive_break,
            "disassemble": self._drive_disassemble, "d": self._drive_disassemble,
            "mem": self._drive_memory, "m": self._drive_memory,
            "registers": self._drive_registers, "r": self._drive_registers,
        }  # fmt: skip
        rest = args.split(maxsplit=1)
        number = min(units(self.board), default=8)
        if rest and rest[0].isdecimal():
            number = int(rest[0])
            rest = rest[1].split(maxsplit=1) if len(rest) > 1 else []
        verb, more = (rest[0] if rest else "registers"), (rest[1] if len(rest) > 1 else "")
        if verb not in verbs:
            raise MonitorError(f"drive: '{verb}' is not one of {', '.join(verbs)}")
        verbs[verb](number, more)

    def _drive_run(self, goal: DriveStepGoal, number: int) -> None:
        with self.interruptible():
            stop = self.debugger.reach(goal)
        if stop is not None:
            self._output(stop.text)
        self._output(self._drive_line(number))

    def _drive_step(self, number: int, args: str) -> None:
        self._drive_run(DriveStepGoal(self.debugger, number, self.count(args)), number)

    def _drive_next(self, number: int, args: str) -> None:
        self._drive_run(DriveStepGoal(self.debugger, number, self.count(args), over=True), number)

    def _drive_finish(self, number: int, _: str) -> None:
        self._drive_run(DriveStepGoal(self.debugger, number, out=True), number)

    def _drive_break(self, number: int, args: str) -> None:
        place, given, condition = f"{args} ".partition(" if ")
        if not place.strip() or (given and not condition.strip()):
            raise MonitorError("expected: drive [NUMBER] break RANGE [if EXPR]")
        first, last = self.range(place.strip())
        text = condition.strip()
        point = self.debugger.add("exec", first, last, text or None, self.number, drive=number)
        self._output(f"{point.number}: {point.place()}" + (f" if {text}" if text else ""))

    def _drive_disassemble(self, number: int, args: str) -> None:
        unit = unit_of(self.board, number)
        at, last = self.range(args) if args else (unit.cpu.pc, unit.cpu.pc)
        shown = 0
        while at <= 0xFFFF and (shown < LISTING if ":" not in args else at <= last):
            length, line = disassemble(unit, at, space=str(number))
            self._output(line)
            at, shown = at + length, shown + 1

    def _drive_memory(self, number: int, args: str) -> None:
        if not args:
            raise MonitorError("expected: drive [NUMBER] mem RANGE")
        unit = unit_of(self.board, number)
        first, last = self.range(args)
        if ":" not in args:
            last = min(first + ROW * ROWS - 1, 0xFFFF)
        for at in range(first, last + 1, ROW):
            data = bytes(unit.peek(a) for a in range(at, min(at + ROW, last + 1)))
            self._output(f">{number}:{at:04x}  {data.hex(' ')}")

    def _drive_registers(self, number: int, args: str) -> None:
        unit = unit_of(self.board, number)
        for part in args.replace(",", " ").split():
            name, equals, text = part.partition("=")
            if not equals or name.lower() not in _REGISTERS:
                raise MonitorError(f"drive: '{part}' is not one of {', '.join(_REGISTERS)} with =")
            value, most = self.number(text), _REGISTERS[name.lower()]
            if value > most:
                raise MonitorError(f"drive: '{text}' is ${value:X}; ${most:X} is the most")
            set_register(unit, name.lower(), value)
            self.debugger.changed()
        self._output(self._drive_line(number))

    def _drive_line(self, number: int) -> str:
        unit = unit_of(self.board, number)
        cpu = unit.cpu
        return (
            f"{disassemble(unit, cpu.pc, space=str(number))[1]:<35} - A:{cpu.a:02X} X:{cpu.x:02X} "
            f"Y:{cpu.y:02X} SP:{cpu.sp:02x} {flags_text(cpu.p)} {unit.cycle:10d}"
        )


def set_register(unit: Any, name: str, value: int) -> None:
    """Set a register of a drive's CPU, by its name."""
    if name == "pc":
        unit.cpu.go_to(value)
    else:
        setattr(unit.cpu, name, value)
