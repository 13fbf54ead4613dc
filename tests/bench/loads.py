"""What the machine does while its speed is measured, and what py65 does beside it."""

import subprocess
import tempfile
from pathlib import Path

import c64
from emu.shared.disks import BUNDLED_GAME

HERE = Path(__file__).parent
BUSY_START = 0xC000
KLAUS = Path("klaus") / "6502_functional_test.bin"
PROGRAM = bytes.fromhex(
    # A loop of loads, stores, arithmetic, branches and a subroutine, the mix of common code.
    "a200bd0010187d001199001220150ae8d0f1c8d0eee6f04c0002"
)


def own_loop():
    """Return 64 KiB for py65, our own loop at $0400."""
    memory = bytearray(65536)
    memory[0x0400 : 0x0400 + len(PROGRAM)] = PROGRAM
    return bytes(memory)


def klaus_test(corpus):
    """Return 64 KiB for py65, Klaus Dormann's functional test at $0400; None if it is not there.

    corpus  folder of the outside suites, or None
    """
    path = corpus and Path(corpus) / KLAUS
    return path.read_bytes() if path and path.is_file() else None


def ready(**options):
    """Return a machine that waits for input."""
    machine = c64.C64(**options)
    machine.tick(150)
    return machine


def game():
    """Return a machine that plays the game: four have rolled, the winner has the dice."""
    machine = c64.C64()
    machine.autostart(BUNDLED_GAME, settle=True)
    machine.tick(50)
    machine.type("\n")
    machine.tick(100)
    machine.type("{F7}")
    machine.tick(100)
    for _ in range(4):
        machine.type("r")
        machine.tick(90)
    machine.tick(120)
    return machine


def busy_program():
    """Return busy.s, assembled."""
    with tempfile.TemporaryDirectory(prefix="c64bench") as folder:
        for command in (
            ["ca65", "-o", f"{folder}/busy.o", str(HERE / "busy.s")],
            ["ld65", "-C", str(HERE / "busy.cfg"), "-o", f"{folder}/busy.bin", f"{folder}/busy.o"],
        ):
            subprocess.run(command, check=True)
        return Path(folder, "busy.bin").read_bytes()


def busy():
    """Return a machine that runs busy.s: raster splits, 48 sprites, music, timers."""
    machine = ready()
    program = busy_program()
    machine.memory[BUSY_START : BUSY_START + len(program)] = program
    machine.registers.pc = BUSY_START
    machine.tick(60)
    return machine
