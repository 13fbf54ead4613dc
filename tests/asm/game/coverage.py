"""Which instructions of the rules do the tests run?

    python -m tests.asm.game.coverage [pytest arguments]

Runs the tests of the rules with every instruction watched and prints the share
of the instructions in PLAY_CODE that ran, then the ones that never did.  Statistics
over tens of thousands of calls are left out: watched, they would take hours.
"""

import bisect
import sys

import pytest
from py65.devices.mpu6502 import MPU
from py65.disassembler import Disassembler

from tests.asm.game import engine

LEFT_OUT = ("60000", "16000", "long_runs", "agree_in_every", "sequence")
CHOICE = ("-m", "not long", "-k", " and ".join(f"not {name}" for name in LEFT_OUT))


class Watched(engine.Engine):
    """An engine that notes the address of every instruction it runs."""

    seen = set()

    def _run(self, limit):
        cpu, end = self.cpu, engine.TRAP + 3
        while cpu.pc != end and self.bus.cycle < limit:
            self.seen.add(cpu.pc)
            cpu.step()
        return cpu.pc


def report(binary, seen):
    """Print the share of the instructions that ran and those that did not."""
    mpu = MPU()
    mpu.memory[binary.base : binary.base + len(binary.code)] = list(binary.code)
    disassembler = Disassembler(mpu)
    end = binary.labels["__PLAY_CODE_RUN__"] + binary.labels["__PLAY_CODE_SIZE__"]
    names = sorted((at, name) for name, at in binary.labels.items() if binary.base <= at < end)
    at, count, missing = binary.base, 0, []
    while at < end:
        size, text = disassembler.instruction_at(at)
        count += 1
        if at not in seen:
            place, name = names[bisect.bisect_right(names, (at, "~")) - 1]
            missing.append(f"{at:04X} {name}+{at - place} {text}")
        at += size
    print(f"rules_coverage: {100 * (1 - len(missing) / count):.1f} % of {count} instructions")
    print("\n".join(missing))


def main(arguments):
    """Run the tests watched, then report."""
    built = []
    build = engine.build
    engine.build = lambda out: built.append(build(out)) or built[-1]
    engine.Engine = Watched
    status = pytest.main(["-q", *(arguments or [*CHOICE, "tests/asm/game"])])
    if built:
        report(built[-1], Watched.seen)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
