"""RAM expansions on the board: registers, banks, what the VIC sees, snapshots, refusals."""

import array

import pytest

import c64
from c64.snapshot import Checkpoint, SnapshotError
from c64.vic.fetch import VIC_CELL_COLOR
from emu.cli import parse_arguments
from emu.errors import UsageError
from emu.monitor.memory_banks import BANK_RAM, peek_bank, write_bank
from tests.c64.builds import few_uncompiled, long_uncompiled

BANK_1 = 0x80
D015 = 0xD015


def machine(**options):
    """Return a machine with I/O switched in, interrupts off."""
    made = c64.C64(sample_rate=0, **options)
    made.board.cpu.step()  # the reset sequence
    made.board.cpu.p |= 4
    made.memory[0], made.memory[1] = 0x2F, 0x37
    return made


def plus60k(**options):
    return machine(plus60k=True, **options)


def run(m, code, at=0x0900):
    """Run machine code, which ends with a jump to itself."""
    m.board.ram_low[at : at + len(code)] = code
    m.board.cpu.pc = at
    for _ in range(20_000):
        before = m.board.cpu.pc
        m.run_cycles(1)
        if m.board.cpu.pc == before:
            return
    pytest.fail(f"still running at ${m.board.cpu.pc:04X}")


def here(at):
    return bytes((0x4C, at & 0xFF, at >> 8))  # JMP to itself


def test_bit_7_of_d100_exchanges_1000_to_ffff_and_nothing_else():
    m = plus60k()
    places = (0x0400, 0x0FFF, 0x1000, 0x7FFF, 0xCFFF)
    for bank, base in ((0, 0x10), (BANK_1, 0x20)):
        m.memory[0xD100] = bank
        for number, addr in enumerate(places):
            m.memory[addr] = base + number
    assert [m.memory[a] for a in places] == [0x20, 0x21, 0x22, 0x23, 0x24]
    m.memory[0xD100] = 0x7F  # bits 0 to 6 are not connected
    assert [m.memory[a] for a in places] == [0x20, 0x21, 0x12, 0x13, 0x14]


def test_rom_and_io_lie_over_both_banks_and_writes_reach_the_ram_below():
    m = plus60k()
    rom = m.memory[0xE123]
    m.memory[0xD100] = BANK_1
    m.memory[0xE123] = rom ^ 0xFF
    m.memory[D015] = 0x5A
    assert (m.memory[0xE123], m.memory[D015]) == (rom, 0x5A)
    m.memory[1] = 0x34
    assert m.memory[0xE123] == rom ^ 0xFF
    m.memory[0xD100] = 0x99  # RAM now: no register
    assert m.memory[0xD100] == 0x99
    m.memory[1] = 0x37
    m.memory[0xD100] = 0
    m.memory[1] = 0x34
    assert m.memory[0xE123] == m.board.ram[0xE123] != rom ^ 0xFF


@pytest.mark.parametrize(
    ("base", "vic", "register", "nothing"),
    [
        (0xD100, (0xD015, 0xD0D5), (0xD100, 0xD115, 0xD1FF), (0xD200, 0xD395)),
        (0xD040, (0xD015,), (0xD040, 0xD055, 0xD0FF), (0xD100, 0xD215, 0xD395)),
    ],
)
def test_the_register_takes_the_place_of_the_vics_mirrors(base, vic, register, nothing):
    m = plus60k(plus60k_base=base)
    m.memory[D015] = 0x3C
    m.board.vic.phi1_data = 0x6B
    for addr in vic:
        assert m.memory[addr] == 0x3C
    for addr in register:
        assert m.memory[addr] == 0xFF
        m.memory[addr] = BANK_1
        assert m.board.expansion.high == 1
        m.memory[addr] = 0
        assert m.board.expansion.high == 0
    for addr in nothing:
        assert m.memory[addr] == 0x6B
        m.memory[addr] = 0xFF
    assert (m.memory[D015], m.board.expansion.high) == (0x3C, 0)


def test_without_an_expansion_the_vic_is_seen_up_to_d3ff():
    m = machine()
    for addr in (0xD055, 0xD115, 0xD395):
        m.memory[addr] = addr >> 4 & 0xFF
        assert m.memory[D015] == m.memory[addr] == addr >> 4 & 0xFF


@pytest.mark.parametrize("cpu", ["exact", "py65"])
def test_inc_of_the_register_selects_bank_0(cpu):
    m = c64.C64(sample_rate=0, plus60k=True, cpu=cpu)
    m.tick(2)
    m.board.port.write(0, 0x2F, 0)
    m.memory[1], m.memory[0x02] = 0x37, 0
    m.board.ram[0x2000] = 0x11
    m.memory[0xD100] = BANK_1
    m.memory[0x2000] = 0x22
    code = bytes((0x78, 0xAD, 0x00, 0x20, 0x85, 0x02))  # SEI, LDA $2000, STA $02
    code += bytes((0xEE, 0x00, 0xD1, 0xAD, 0x00, 0x20, 0x85, 0x03))  # INC $D100, LDA, STA $03
    run(m, code + here(0x0900 + len(code)))
    assert (m.memory[0x02], m.memory[0x03]) == (0x22, 0x11)


def test_the_cpu_goes_on_in_the_other_bank_with_the_next_instruction():
    m = plus60k()
    m.memory[0x0002] = 0
    m.board.ram[0x2000:0x2005] = bytes((0xA9, BANK_1, 0x8D, 0x00, 0xD1))
    m.memory[0xD100] = BANK_1
    m.memory[0x2005:0x200C] = bytes((0xA9, 0x77, 0x85, 0x02)) + here(0x2009)
    m.memory[0xD100] = 0
    run(m, bytes((0x4C, 0x00, 0x20)))
    assert (m.memory[0x02], m.board.cpu.pc) == (0x77, 0x2009)


def colours_of_characters(m, onboard, beside):
    """Return what colours the window shows with these bytes in the two banks' characters."""
    for bank, byte in ((0, onboard), (BANK_1, beside)):
        m.memory[0xD100] = bank
        m.memory[0x6000:0x6800] = bytes((byte,)) * 0x800
        m.memory[0x4400:0x47E8] = bytes(1000)
    m.memory[0xDD02], m.memory[0xDD00] = 3, 2  # the VIC's bank $4000
    m.memory[0xD018], m.memory[0xD011], m.memory[0xD016] = 0x18, 0x1B, 0x08
    m.memory[0xD020], m.memory[0xD021] = 5, 6
    m.memory[0xD800:0xDBE8] = bytes((1,)) * 1000
    m.board.ram[0x0900:0x0903] = here(0x0900)
    m.board.cpu.pc = 0x0900
    m.tick(3)
    return set(m.screen.indices[100:200, 100:300].flatten())


@long_uncompiled
def test_the_vic_sees_bank_0_whatever_the_cpu_has():
    assert colours_of_characters(plus60k(), 0x00, 0xFF) == {6}
    assert colours_of_characters(plus60k(), 0xFF, 0x00) == {1}


def test_a_late_bad_line_takes_its_colours_from_the_cpus_bank():
    m = plus60k()
    m.memory[0xD800:0xDBE8] = bytes((1,)) * 1000
    m.memory[0xD011] = 0x19  # line 128 is none
    m.memory[0xD100] = BANK_1
    code = bytes((0xA2, 0x18, 0xA9, 128, 0xCD, 0x12, 0xD0, 0xD0, 0xFB))  # wait for line 128
    code += bytes((0xEA,)) * 12
    store = 0x2000 + len(code)
    m.memory[0x2000:store] = code
    m.memory[store : store + 23] = bytes((0x8E, 0x11, 0xD0)) + bytes((0xEA,)) * 20  # STX $D011
    m.board.cpu.pc = 0x2000
    while m.board.cpu.pc != store:
        m.run_cycles(1)
    m.board.vic.cells[:] = array.array("i", [0] * 64)
    m.run_cycles(8)
    assert 0xEA & 15 in [cell >> VIC_CELL_COLOR for cell in m.board.vic.cells]


def test_a_reu_reaches_the_bank_that_the_cpu_has():
    m = plus60k(reu="128k")
    m.board.ram[0x3000:0x3005] = b"BOARD"
    m.memory[0xD100] = BANK_1
    m.memory[0x3000:0x3005] = b"OTHER"
    for addr, value in zip(range(0xDF02, 0xDF09), (0, 0x30, 0, 0, 0, 5, 0), strict=True):
        m.memory[addr] = value
    run(m, bytes((0xA9, 0x90, 0x8D, 0x01, 0xDF)) + here(0x0905))
    assert bytes(m.board.cart.ram[:5]) == b"OTHER"
    m.memory[0xDF03], m.memory[0xDF06], m.memory[0xDF07] = 0x50, 0, 5
    m.memory[0xDF04], m.memory[0xDF05] = 0, 0
    run(m, bytes((0xA9, 0x91, 0x8D, 0x01, 0xDF)) + here(0x0905))
    assert m.memory[0x5000:0x5005] == b"OTHER"
    assert bytes(m.board.ram[0x5000:0x5005]) != b"OTHER"


def test_a_reset_selects_bank_0_and_keeps_both():
    m = plus60k()
    m.memory[0xD100] = BANK_1
    m.memory[0x4000] = 0x5D
    m.board.ram[0x4000] = 0x5E
    m.reset()
    assert m.memory[0x4000] == 0x5E
    m.memory[0], m.memory[1], m.memory[0xD100] = 0x2F, 0x37, BANK_1
    assert m.memory[0x4000] == 0x5D


def test_power_on_leaves_the_same_in_the_expansion_for_the_same_seed():
    m = plus60k(seed=7)
    fresh = bytes(m.board.expansion.ram)
    m.board.expansion.ram[0x4000:0x4100] = bytes(range(256))
    m.power_cycle()
    assert bytes(m.board.expansion.ram) == fresh
    assert fresh != bytes(m.board.ram) == bytes(c64.C64(sample_rate=0, seed=7).board.ram)
    assert bytes(plus60k(seed=8).board.expansion.ram) != fresh


def test_a_snapshot_holds_both_banks_and_the_selection():
    m = plus60k()
    m.memory[0xD100] = BANK_1
    m.memory[0x4000:0x4004] = b"MORE"
    state = m.snapshot()
    checkpoint = Checkpoint(m.board)
    for go_back in (lambda: m.restore(state), checkpoint.restore):
        m.memory[0x4000:0x4004] = b"LESS"
        m.memory[0xD100] = 0
        assert m.memory[0x4000:0x4004] != b"MORE"
        go_back()
        assert m.memory[0x4000:0x4004] == b"MORE"
        assert m.snapshot() == state
    other = plus60k(seed=3)
    other.restore(state)
    assert other.memory[0x4000:0x4004] == b"MORE"


def test_a_snapshot_of_another_board_is_refused():
    plain, more = machine(), plus60k()
    with pytest.raises(SnapshotError, match=r"with \+60K at \$D100 on the board; .* no expansion"):
        plain.restore(more.snapshot())
    with pytest.raises(SnapshotError, match=r"with no expansion .*has \+60K at \$D100"):
        more.restore(plain.snapshot())


def test_the_monitors_bank_of_ram_is_what_the_cpu_has():
    m = plus60k()
    m.memory[0xD100] = BANK_1
    write_bank(m.board, BANK_RAM, 0xE000, 0x42)
    assert peek_bank(m.board, BANK_RAM, 0xE000) == 0x42
    m.memory[0xD100] = 0
    assert peek_bank(m.board, BANK_RAM, 0xE000) == m.board.ram[0xE000] != 0x42


def plus256k(**options):
    return machine(plus256k=True, **options)


def test_d100_gives_the_cpu_two_banks_of_256k_and_the_vic_a_third():
    m = plus256k()
    for bank in range(4):
        m.memory[0xD100] = bank | bank << 6
        m.memory[0x0800], m.memory[0x0FFF] = 0x10 + bank, 0x20 + bank
        m.memory[0x1000], m.memory[0xCFFF] = 0x30 + bank, 0x40 + bank
    for low, high in ((0, 0), (1, 2), (3, 1), (2, 3)):
        m.memory[0xD100] = low | high << 6
        places = (0x0800, 0x0FFF, 0x1000, 0xCFFF)
        assert [m.memory[a] for a in places] == [0x10 + low, 0x20 + low, 0x30 + high, 0x40 + high]
        assert m.memory[0xD100] == 0xFF
    for video in range(4):
        m.memory[0xD100] = video << 2
        assert bytes(m.board.vic.ram[0x0FFF:0x1001]) == bytes((0x20 + video, 0x30 + video))


@few_uncompiled(1)
@pytest.mark.parametrize("video", [0, 1, 2, 3])
def test_the_vic_draws_from_its_own_bank(video):
    m = plus256k()
    for bank in range(4):
        m.memory[0xD100] = bank << 6
        m.memory[0x6000:0x6800] = bytes((0xFF if bank == video else 0,)) * 0x800
        m.memory[0x4400:0x47E8] = bytes(1000)
    m.memory[0xDD02], m.memory[0xDD00] = 3, 2
    m.memory[0xD018], m.memory[0xD011], m.memory[0xD016] = 0x18, 0x1B, 0x08
    m.memory[0xD021] = 6
    m.memory[0xD800:0xDBE8] = bytes((1,)) * 1000
    m.memory[0xD100] = video << 2
    m.board.ram[0x0900:0x0903] = here(0x0900)
    m.board.cpu.pc = 0x0900
    m.tick(3)
    assert set(m.screen.indices[100:200, 100:300].flatten()) == {1}


def test_stack_and_zero_page_change_with_the_low_bank():
    m = plus256k()
    m.board.ram[0x2000:0x2100] = bytes((0xEA,)) * 256
    code = bytes((0xA2, 0xFF, 0x9A, 0xA9, 0x5A, 0x48, 0x85, 0x10))  # LDX #$FF, TXS, PHA, STA $10
    code += bytes((0xA9, 0x01, 0x8D, 0x00, 0xD1, 0xA9, 0xA5, 0x48, 0x85, 0x10))  # bank 1, the same
    m.board.ram[0x2000 : 0x2000 + len(code) + 3] = code + here(0x2000 + len(code))
    run(m, bytes((0x4C, 0x00, 0x20)))
    other = m.board.bank(1)
    assert (m.board.ram[0x01FF], m.board.ram[0x10]) == (0x5A, 0x5A)
    assert (other[0x01FE], other[0x10]) == (0xA5, 0xA5)
    assert m.board.ram[0x01FE] != 0xA5
    assert m.memory[1] == 0x37  # the port is the CPU's


def test_bit_4_locks_the_register_until_a_reset():
    m = plus256k()
    m.memory[0xD100] = 0x80 | 0x10
    m.memory[0xD100] = 0x41
    assert (m.board.expansion.low, m.board.expansion.high) == (0, 2)
    m.reset()
    m.memory[0], m.memory[1], m.memory[0xD100] = 0x2F, 0x37, 0x41
    assert (m.board.expansion.low, m.board.expansion.high) == (1, 1)


def test_a_snapshot_of_256k_restores_banks_and_lock():
    m = plus256k()
    m.memory[0xD100] = 0xFD
    m.memory[0x0800], m.memory[0x8000] = 0x71, 0x72
    state, checkpoint = m.snapshot(), Checkpoint(m.board)
    for go_back in (lambda: m.restore(state), checkpoint.restore):
        m.reset()
        m.memory[0], m.memory[1] = 0x2F, 0x37
        m.memory[0x0800] = m.memory[0x8000] = 0
        go_back()
        assert (m.memory[0x0800], m.memory[0x8000]) == (0x71, 0x72)
        assert m.snapshot() == state
        assert m.board.expansion.locked


def test_options_that_make_no_sense_are_refused_in_one_line():
    with pytest.raises(ValueError, match=r"plus60k_base cannot be \$D200; use \$D100 or \$D040"):
        machine(plus60k=True, plus60k_base=0xD200)
    with pytest.raises(UsageError, match="--plus60k-base needs --plus60k"):
        parse_arguments(["--plus60k-base", "d040"])
    with pytest.raises(UsageError, match=r"'\$D200' is not one of d100, d040"):
        parse_arguments(["--plus60k", "--plus60k-base", "$D200"])
    assert parse_arguments(["--plus60k", "--plus60k-base", "0xD040"]).config.plus60k_base == 0xD040
    with pytest.raises(ValueError, match="exclude each other"):
        machine(plus60k=True, plus256k=True)
    with pytest.raises(UsageError, match="--plus60k and --plus256k exclude"):
        parse_arguments(["--plus60k", "--plus256k"])
