"""Flash commands as EasyFlash's library (EAPI) gives them: code in the cartridge's RAM at $DF80.

In Ultimax mode it writes the commands, in 16K mode it polls the toggle bit (DQ6) until two
reads are equal, then compares.  Source: Thomas Giesel, "EasyFlash Programmer's Guide", EAPI; AMD,
"Am29F040B data sheet", toggle bit I.
"""

import pytest

import c64
from c64.cartridge.easyflash import CART_EASYFLASH
from c64.cartridge.memory.flash import FLASH_ERASE_SECTOR
from tests.c64.cartridge.test_cartridge import image
from tests.c64.drive.drive_rom import assemble

CODE, POLLS, RESULT = 0xDF80, 0x02, 0x04
BANKS = 24  # three of the eight sectors of 8 banks
# The chip itself is tried uncompiled in test_easyflash.py, with times that are passed to it.
a_second = pytest.mark.compiled_only("a second of machine time takes 6 s uncompiled")

UNLOCK = """
        lda #$aa
        sta {a1}
        lda #$55
        sta {a2}
"""
PROGRAM = """
        lda #$a0
        sta {a1}
        lda #{value}
        sta {write}
"""
ERASE = f"""
        lda #$80
        sta {{a1}}
        {UNLOCK}
        lda #$30
        sta {{write}}
"""
# The chip that is at {write} in Ultimax mode is at {read} in 16K mode.
LIBRARY = """
        lda #{bank}
        sta $de00
        lda #$05        ; Ultimax mode
        sta $de02
        {unlock}
        {command}
        lda #$07        ; 16K mode
        sta $de02
poll:
        inc $02
        bne @over
        inc $03
over:
        lda {read}
        cmp {read}
        bne @poll
        lda {read}
        sta $04
done:
        jmp @done
"""


def machine():
    """Return a machine whose CPU may run code in the cartridge's RAM; interrupts are off."""
    crt = image(CART_EASYFLASH, BANKS, (0x8000, 0xA000), exrom=1, game=0)
    m = c64.C64(sample_rate=0, cart=crt)
    m.board.cpu.step()  # the reset
    m.board.cpu.p |= 4
    return m


def run(m, command, bank, write, value=0):
    """Run a command for the byte at ``write`` ($8000-$9FFF or $E000-$FFFF); returns the byte."""
    base = write & 0xE000
    read = write if base == 0x8000 else write - 0x4000
    places = {"a1": base | 0x555, "a2": base | 0x2AA, "write": write, "read": read}
    places = {name: f"${place:04x}" for name, place in places.items()}
    places |= {"bank": f"${bank:02x}", "value": f"${value:02x}"}
    parts = {"unlock": UNLOCK.format(**places), "command": command.format(**places)}
    code = assemble(LIBRARY.format(**parts, **places), CODE)
    end = CODE + len(code) - 3
    assert len(code) <= 0x80
    m.memory[CODE : CODE + len(code)] = code
    m.board.ram[POLLS : RESULT + 1] = bytes(3)
    m.board.cpu.pc = CODE
    limit = m.board.cycle + 2 * FLASH_ERASE_SECTOR
    while m.board.cpu.pc != end and m.board.cycle < limit:
        m.board.run_until(m.board.cycle + 1000)
    assert m.board.cpu.pc == end, "the toggle bit never stood still"
    return m.board.ram[RESULT]


@pytest.mark.parametrize("write", [0x8000, 0x9234, 0xE000, 0xFFFF])
def test_a_byte_is_programmed_and_compared(write):
    m = machine()
    m.board.cart.low.data[9 * 0x2000 + (write & 0x1FFF)] = 0xFF
    m.board.cart.high.data[9 * 0x2000 + (write & 0x1FFF)] = 0xFF
    assert run(m, PROGRAM, 9, write, 0x5A) == 0x5A
    assert run(m, PROGRAM, 9, write, 0x12) == 0x12  # bits can still become 0
    other = m.board.cart.high if write < 0xA000 else m.board.cart.low
    assert other.data[9 * 0x2000 + (write & 0x1FFF)] == 0xFF


@a_second
def test_a_bit_that_should_become_1_never_stops_toggling():
    m = machine()
    m.board.cart.low.data[0x1234] = 0x00
    with pytest.raises(AssertionError, match="never stood still"):
        run(m, PROGRAM, 0, 0x9234, 0x01)


@a_second
@pytest.mark.parametrize("write", [0x8000, 0xE000])
def test_eight_banks_are_erased_in_a_second_and_no_others(write):
    m = machine()
    low, high = bytes(m.board.cart.low.data), bytes(m.board.cart.high.data)
    begins = m.board.cycle
    assert run(m, ERASE, 8, write) == 0xFF
    assert 0 <= m.board.cycle - begins - FLASH_ERASE_SECTOR < 3000
    assert int.from_bytes(bytes(m.board.ram[POLLS : POLLS + 2]), "little") > 1000
    erased = b"\xff" * 0x10000
    chips = [m.board.cart.low, m.board.cart.high]
    before = [low, high]
    if write == 0xE000:
        chips.reverse()
        before.reverse()
    assert bytes(chips[0].data) == before[0][:0x10000] + erased + before[0][0x20000:]
    assert bytes(chips[1].data) == before[1]
