"""Monitors for tests: on a bare machine with a program, driven by lines of text."""

import io

import c64
from c64.debug.py65_view import py65_class
from emu.kit.symbols import Symbol, Symbols
from emu.monitor.debugger import Debugger
from emu.monitor.monitor import GoMonitor

_RESET = bytes([0xA2, 0xFF, 0x9A, 0x4C, 0x00, 0xC0])  # LDX #$FF, TXS, JMP $C000


def debugger(code=b"", at=0xC000, model="c64"):
    """Return a Debugger on a machine that is about to run ``code``; interrupts are off."""
    machine = c64.C64(model, sample_rate=0)
    board = machine.board
    board.run_until(30)
    board.ram[at : at + len(code)] = code
    cpu = board.cpu
    cpu.pc, cpu.sp, cpu.p, cpu.a, cpu.x, cpu.y = at, 0xFF, 0x24, 0, 0, 0
    return Debugger(machine)


def assembled(*statements, at=0xC000):
    """Return the bytes of statements, assembled by py65."""
    from py65.assembler import Assembler

    board = c64.C64(sample_rate=0).board
    assembler, code = Assembler(py65_class(board)()), b""
    for statement in statements:
        code += bytes(assembler.assemble(statement, at + len(code)))
    return code


class Session:
    """A GoMonitor and what it says."""

    def __init__(self, code=b"", labels=None, **options):
        self.debugger = debugger(code, **options)
        self.board = self.debugger.board
        self.out = io.StringIO()
        symbols = Symbols()
        for name, address in (labels or {}).items():
            symbols.add(Symbol(name, address, True), name)
        self.monitor = GoMonitor(self.debugger, symbols, stdin=io.StringIO(), stdout=self.out)

    def say(self, line):
        """Run one command and return what it printed."""
        start = len(self.out.getvalue())
        self.monitor.onecmd(line)
        return self.out.getvalue()[start:]
