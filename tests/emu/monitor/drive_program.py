"""A program for a 1541's CPU, which tests of the monitor and of the debug adapter step through."""

LOOP, SUB = 0x0300, 0x0310  # in the drive's RAM
PROGRAM = bytes.fromhex("E610 201003 4C0003")  # INC $10, JSR SUB, JMP LOOP
ROUTINE = bytes.fromhex("AE0018 E8 60")  # LDX $1800 (the bus), INX, RTS


def run_in_drive(debugger):
    """Put a true 1541 into drive 8 that runs PROGRAM; returns its board."""
    debugger.machine.drives[8].attach(None, kind="1541")
    unit = debugger.board.iec.devices[8].unit
    for at, code in ((LOOP, PROGRAM), (SUB, ROUTINE)):
        memoryview(unit.ram)[at : at + len(code)] = code
    unit.cpu.go_to(LOOP)
    unit.cpu.p, unit.cpu.sp = unit.cpu.p | 4, 0xF0
    debugger.restarted()
    return unit
