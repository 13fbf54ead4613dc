"""What traps at calls of the KERNAL read and leave: words, names, the way back as RTS takes it."""

from types import SimpleNamespace

import pytest

from c64.base.kernal_calls import file_name, get_word, put_word, return_from_call, served

NAME_LENGTH, NAME_AT = 0xB7, 0xBB
IRQ_OFF, CARRY = 0x04, 0x01


def board(kernal=True, **cpu):
    """Return memory of 64 KB whose RAM is all that the CPU reads, and a CPU."""
    ram = bytearray(65536)
    registers = {"a": 0x55, "pc": 0xFFD5, "sp": 0xF0, "p": 0xFF} | cpu
    return SimpleNamespace(
        ram_low=ram,
        peek=ram.__getitem__,
        sees_kernal=lambda: kernal,
        cpu=SimpleNamespace(**registers),
    )


@pytest.mark.parametrize("address", (0x00, 0xFF, 0x0330, 0xFFFE))
@pytest.mark.parametrize("value", (0x0000, 0x00FF, 0x0100, 0x1234, 0xA5C3, 0xFFFF))
def test_a_word_lies_low_byte_first(address, value):
    here = board()
    put_word(here, address, value)
    assert bytes(here.ram_low[address : address + 2]) == value.to_bytes(2, "little")
    assert sum(here.ram_low) == (value & 0xFF) + (value >> 8)
    assert get_word(here, address) == value


def test_a_word_at_the_end_of_memory_goes_on_at_its_beginning():
    here = board()
    here.ram_low[0xFFFF], here.ram_low[0] = 0x34, 0x12
    assert get_word(here, 0xFFFF) == 0x1234


@pytest.mark.parametrize("vector", (0xDFFF, 0xE000, 0xF4A5, 0xFFFF, 0x0801))
@pytest.mark.parametrize("kernal", (False, True))
def test_a_call_is_served_where_its_vector_is_the_kernals(kernal, vector):
    here = board(kernal)
    put_word(here, 0x0330, vector)
    assert bool(served(here, 0x0330)) == (kernal and vector >= 0xE000)


@pytest.mark.parametrize("start", (0x0000, 0x033C, 0xFFFC))
@pytest.mark.parametrize("length", (0, 1, 7, 255))
def test_a_name_has_its_length_and_goes_on_at_0_behind_ffff(start, length):
    here = board()
    for at in range(65536):
        here.ram_low[at] = at * 7 + (at >> 8) & 0xFF
    here.ram_low[NAME_LENGTH] = length
    put_word(here, NAME_AT, start)
    memory = bytes(here.ram_low) * 2
    assert file_name(here) == memory[start : start + length]


@pytest.mark.parametrize("sp", (0xF0, 0x00, 0xFD, 0xFE, 0xFF))
@pytest.mark.parametrize("back", (0x1234, 0x10FF, 0xFFFF, 0x0000))
def test_it_goes_back_as_rts_does(sp, back):
    here = board(sp=sp)
    for offset, byte in ((1, back & 0xFF), (2, back >> 8)):
        here.ram_low[0x100 + (sp + offset & 0xFF)] = byte
    assert return_from_call(here)
    assert (here.cpu.sp, here.cpu.pc) == (sp + 2 & 0xFF, back + 1 & 0xFFFF)


@pytest.mark.parametrize("before", (0x00, IRQ_OFF, CARRY, IRQ_OFF | CARRY, 0xFF))
def test_an_error_sets_carry_and_a_and_either_way_interrupts_are_allowed(before):
    here = board(p=before)
    assert return_from_call(here)
    assert (here.cpu.p, here.cpu.a) == (before & ~(IRQ_OFF | CARRY), 0x55)
    here = board(p=before)
    assert return_from_call(here, 4)
    assert (here.cpu.p, here.cpu.a) == (before & ~IRQ_OFF | CARRY, 4)
    here = board(p=before)
    assert return_from_call(here, 0)
    assert (here.cpu.p, here.cpu.a) == (before & ~IRQ_OFF | CARRY, 0)
