"""Lines of BASIC in direct mode: what BASIC says to them, and the variables they leave.

A line is run in a machine that waits for input, as if it had been typed, but for its echo.  Its
answer is a list: the screen's text, and the simple variables as hex.  Bytes that mean nothing are
0 there: the mantissa of a number 0, the address of an empty string.
"""

import json
from pathlib import Path

ANSWERS = Path(__file__).with_name("basic_lines.json")
BOOT = 200  # frames
STUB, LINE = 0xC000, 0x0200
# print {CLR}, TXTPTR = one before the line, CHRGET, to tokens, run
CODE = bytes.fromhex("a993 20d2ff a2ff a001 867a 847b 207300 2079a5 4ce1a7")
CURRENT_LINE, CURSOR_OFF, CLOCK = 0x3A, 0xCC, slice(0xA0, 0xA3)
DIRECT = 0xFF
STEP, LIMIT = 3000, 2_000_000  # cycles between two looks, in all
VARTAB, ARYTAB, VARIABLE = 0x2D, 0x2F, 7
COLUMNS = 40
SCREEN = range(0x0400, 0x07E8, COLUMNS)


class Lines:
    """A machine at its prompt that answers one line after the other."""

    def __init__(self, machine):
        self.machine = machine
        machine.tick(BOOT)
        self.ram = machine.board.ram
        self.ram[STUB : STUB + len(CODE)] = CODE
        self.prompt = machine.snapshot()

    def answer(self, line):
        """Return [screen, variables] of a line, a str of at most 79 characters."""
        machine, ram = self.machine, self.ram
        machine.restore(self.prompt)
        ram[LINE : LINE + len(line) + 1] = line.encode("ascii") + b"\0"
        ram[CURSOR_OFF], ram[CURRENT_LINE], ram[CLOCK] = 1, DIRECT, bytes(3)
        machine.board.cpu.pc = STUB
        cycles = 0
        while ram[CURSOR_OFF] and cycles < LIMIT:  # till it waits for input
            machine.run_cycles(STEP)
            cycles += STEP
        screen = "\n".join(row_text(ram[at : at + COLUMNS]) for at in SCREEN).strip()
        return [screen if cycles < LIMIT else "no end: " + screen, self.variables()]

    def variables(self):
        """Return the simple variables, seven bytes each, as hex."""
        start, end = (int.from_bytes(self.ram[at : at + 2], "little") for at in (VARTAB, ARYTAB))
        return " ".join(
            meant(bytes(self.ram[at : at + VARIABLE])).hex() for at in range(start, end, VARIABLE)
        )


def row_text(codes):
    """Return a row of screen codes as text; graphics as '~'."""
    codes = (code & 0x7F for code in codes)
    signs = (code + 64 if code < 32 else code if code < 96 else ord("~") for code in codes)
    return "".join(map(chr, signs)).rstrip()


def meant(variable):
    """Return a variable with its meaningless bytes as 0."""
    first, second = variable[0] >> 7, variable[1] >> 7
    if not first and not variable[2]:
        return variable[: 3 - second] + bytes(VARIABLE - 3 + second)
    return variable


def recorded():
    """Return {line: answer of Commodore's BASIC V2}."""
    return json.loads(ANSWERS.read_text())


def record(rows):
    """Write what ``recorded`` returns."""
    rows = (f"{json.dumps(line)}: {json.dumps(answer)}" for line, answer in rows.items())
    ANSWERS.write_text("{\n" + ",\n".join(rows) + "\n}\n")
