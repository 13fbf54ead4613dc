"""The changes of an instruction that --c64-mutate makes."""

import pytest

from c64.cpu.opcodes import OPCODES
from emu.kit.mutations import LEFT_OUT, Change, change_code, mutations

DOCUMENTED = [at for at, op in enumerate(OPCODES) if op.documented]


def sample(opcode):
    """Return the bytes of an instruction with that opcode."""
    return bytes([opcode, 0x80, 0x12][: OPCODES[opcode].length])


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("d0 05", ["f0 05"]),  # BNE, BEQ
        ("90 05", ["b0 05"]),  # BCC, BCS
        ("a9 00", ["a9 01", "a9 ff"]),  # LDA #
        ("c9 ff", ["c9 00", "c9 fe"]),  # CMP #
        ("69 01", ["e9 01", "69 02", "69 00"]),  # ADC #
        ("f5 80", ["75 80"]),  # SBC zp,x
        ("ee 20 d0", ["ce 20 d0"]),  # INC, DEC
        ("ca", ["e8"]),  # DEX, INX
        ("31 fb", ["11 fb", "51 fb"]),  # AND, ORA, EOR (zp),y
        ("18", ["38"]),  # CLC, SEC
        ("0a", ["4a"]),  # ASL, LSR
        ("85 fb", ["04 00"]),  # STA zp left out
        ("8d 20 d0", ["0c 00 00"]),
        ("20 34 12", ["0c 00 00"]),  # JSR
        ("aa", ["ea"]),
        ("60", []),  # RTS
        ("4c 34 12", []),
        ("07 fb", []),  # undocumented
    ],
)
def test_an_instruction_is_changed_to(code, expected):
    assert [new.hex(" ") for new, _ in mutations(bytes.fromhex(code))] == expected


@pytest.mark.parametrize("opcode", DOCUMENTED)
def test_a_change_keeps_the_length_and_differs(opcode):
    code = sample(opcode)
    for new, word in mutations(code):
        op = OPCODES[new[0]]
        assert op.length == len(code) == len(new)
        assert new != code
        assert op.mnemonic == "NOP" if word == LEFT_OUT else op.documented


def test_swaps_go_both_ways():
    for opcode in DOCUMENTED:
        for new, word in mutations(sample(opcode)):
            if word != LEFT_OUT and new[0] != opcode:
                assert sample(opcode) in [back for back, _ in mutations(new)]


def test_only_the_instruction_itself_is_changed_and_only_once():
    ram = memoryview(bytearray([0xA9, 1, 0xA9, 2]))
    change = Change(2, b"\xa9\x02", b"\xa9\x03")
    assert change_code(ram, change)
    assert change_code(ram, change)
    assert ram.tobytes() == bytes([0xA9, 1, 0xA9, 3])
    assert not change_code(ram, Change(0, b"\xa2\x01", b"\xa2\x02"))
    assert ram[0] == 0xA9
