"""Ways from RAM into our ROMs that lead to no entry are noted; see c64.bus.sockets."""

import pytest

import c64
from c64.roms import RomSet
from tests.c64.builds import MANY_CYCLES, few_uncompiled

CODE, IRQ_VECTOR, IRQ_EXIT = 0xC000, 0x0314, 0xEA81
CHROUT, BASIC_ENTRY = 0xFFD2, 0xB391
JSR, JMP, JMP_INDIRECT, RTS, RTI, PHP = 0x20, 0x4C, 0x6C, 0x60, 0x40, 0x08
COUNTER = 0xC100
HANDLER = bytes.fromhex("ee00c1 ad0ddc 68a8 68aa 68 40")  # counts, acknowledges, ends by RTI
BOOT_FRAMES = 30


def low_high(word):
    return [word & 0xFF, word >> 8]


@pytest.fixture(scope="module")
def started():
    machine = c64.C64(sample_rate=0)
    machine.tick(BOOT_FRAMES)
    return machine.snapshot()


@pytest.fixture(params=["exact", "py65"])
def machine(request, started):
    """A machine of its own at its prompt, without interrupts."""
    machine = c64.C64(sample_rate=0, cpu=request.param)
    machine.restore(started)
    machine.board.cpu.p |= 4
    return machine


@pytest.fixture
def no_entry(machine):
    """The first address behind $E600 and behind no JSR that is none."""
    flags, kernal = machine.board.stray_flags, machine.roms.kernal
    return next(a for a in range(0xE600, 0xFF00) if flags[a] and kernal[a - 0xE003] != JSR)


def run(machine, code, at=CODE, steps=1):
    machine.memory[at : at + len(code)] = bytes(code)
    machine.registers.pc = at
    for _ in range(steps):
        machine.run_cycles(1)


@pytest.mark.parametrize("opcode", [JSR, JMP])
def test_a_jump_or_call_to_no_entry_is_noted(machine, no_entry, opcode):
    assert machine.stray is None
    run(machine, [opcode, *low_high(no_entry)])
    assert machine.stray == no_entry


@pytest.mark.parametrize("entry", [CHROUT, BASIC_ENTRY, IRQ_EXIT])
def test_entries_are_not_noted(machine, entry):
    run(machine, [JMP, *low_high(entry)])
    assert machine.stray is None


def test_a_vector_in_ram_that_leads_to_no_entry_is_noted(machine, no_entry):
    machine.memory[IRQ_VECTOR : IRQ_VECTOR + 2] = bytes(low_high(no_entry))
    run(machine, [JMP_INDIRECT, *low_high(IRQ_VECTOR)])
    assert machine.stray == no_entry


@pytest.mark.parametrize("vector", [0x0300, 0x0314, 0x0316, 0x0318, 0x0326])
def test_a_vector_of_the_system_behind_a_call_is_noted(machine, vector):
    flags, kernal = machine.board.stray_flags, machine.roms.kernal
    behind = next(a for a in range(0xE600, 0xFF00) if flags[a] and kernal[a - 0xE003] == JSR)
    machine.memory[vector : vector + 2] = bytes(low_high(behind))
    run(machine, [JMP_INDIRECT, *low_high(vector)])
    assert machine.stray == behind


def test_an_rti_to_an_address_that_was_pushed_is_noted(machine, no_entry):
    high, low = low_high(no_entry)[::-1]
    run(machine, [0xA9, high, 0x48, 0xA9, low, 0x48, PHP, RTI], steps=6)
    assert machine.registers.pc == no_entry
    assert machine.stray == no_entry


def to_handler(machine):
    """Run until an interrupt has come within the ROM, to a handler in RAM that ends by RTI."""
    machine.memory[CODE : CODE + len(HANDLER)] = HANDLER
    machine.memory[IRQ_VECTOR : IRQ_VECTOR + 2] = bytes(low_high(CODE))
    machine.board.cpu.p &= ~4
    for _ in range(20_000):
        machine.run_cycles(1)
        # below A, X, Y and the status lies where it came: where no entry is
        came = 0x0105 + machine.registers.sp
        if machine.registers.pc == CODE:
            address = machine.memory[came] | machine.memory[came + 1] << 8
            if machine.board.stray_flags[address] & 1:
                return
    raise AssertionError("no interrupt has come")


@few_uncompiled(1)
def test_an_rti_to_where_an_interrupt_came_is_not_noted(machine):
    to_handler(machine)
    machine.tick(3)
    assert machine.memory[COUNTER] > 1
    assert machine.stray is None


def test_an_rti_of_an_interrupt_before_a_state_was_saved_is_not_noted(machine):
    to_handler(machine)
    other = c64.C64(sample_rate=0)
    other.restore(machine.snapshot())
    other.run_cycles(100)
    assert other.registers.pc >= 0xE000
    assert other.stray is None


def test_an_rts_to_an_address_that_was_pushed_is_noted(machine, no_entry):
    high, low = (no_entry - 1) >> 8, (no_entry - 1) & 0xFF
    run(machine, [0xA9, high, 0x48, 0xA9, low, 0x48, RTS], steps=5)
    assert machine.stray == no_entry


def test_a_return_to_the_rom_that_called_is_not_noted(machine):
    # the vector of CHROUT leads to RAM, whence RTS goes behind JSR CHROUT of the BASIC ROM
    machine.memory[0x0326:0x0328] = bytes(low_high(CODE + 0x20))
    machine.memory[CODE + 0x20] = RTS
    run(machine, [0xA9, 0x41, JSR, 0x0C, 0xE1, JMP, *low_high(CODE + 5)], steps=40)
    assert machine.registers.pc == CODE + 5
    assert machine.stray is None


@pytest.mark.slow
@pytest.mark.parametrize(
    "frames", [1, pytest.param(BOOT_FRAMES, marks=MANY_CYCLES)] if c64.PURE else [BOOT_FRAMES]
)
def test_only_the_first_is_kept_until_a_reset(machine, no_entry, frames):
    run(machine, [JMP, *low_high(no_entry)])
    run(machine, [JMP, *low_high(no_entry + 1)])
    assert machine.stray == no_entry
    machine.reset()
    assert machine.stray is None
    machine.tick(frames)
    assert machine.stray is None


def test_ram_in_place_of_the_rom_has_no_entries(machine, no_entry):
    machine.memory[1] = 0x35
    run(machine, [JMP, *low_high(no_entry)])
    assert machine.registers.pc == no_entry
    assert machine.stray is None


@pytest.mark.compiled_only("hundreds of frames; the test above shows RAM in the ROM's place")
def test_a_copy_of_the_rom_in_the_ram_below_calls_as_the_rom_does():
    machine = c64.C64(sample_rate=0)
    machine.tick(BOOT_FRAMES)
    machine.board.ram[0xA000:0xC000] = machine.roms.basic
    machine.memory[1] = 0x36
    machine.type('PRINT LEFT$("ABC",2);SIN(1):FOR I=1 TO 3:NEXT\n')
    machine.tick(200)
    assert "AB .841" in machine.screen.text()
    assert machine.stray is None


def test_of_other_roms_no_entry_is_known(machine):
    other = RomSet(machine.roms.kernal, machine.roms.basic, machine.roms.chargen, own=False)
    assert not any(other.stray_flags())
