"""BASIC's entries that print, and those of lines and statements (see test_basic_entries)."""

import re
from pathlib import Path

import pytest

from tests.asm.rom.basic_calls import TEXT, put_call_stub

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("addr", "registers", "shown"),
    [
        (0xAABC, {}, " 42"),
        (0xAB1E, {"a": 0x00, "y": 0xC1}, "TEXT"),
        (0xAB24, {"a": 2}, "TE"),
        (0xAB21, {}, "STRING"),
        (0xAB3B, {}, ""),
        (0xAB3F, {}, ""),
        (0xAB42, {}, ""),
        (0xAB45, {}, "?"),
        (0xAB47, {"a": 0x41}, "A"),
        (0xBDCD, {"a": 0x30, "x": 0x39}, "12345"),
        (0xBDC2, {}, " IN 258"),
        (0xE10C, {"a": 0x42}, "B"),
    ],
)
def test_printing(basic_calls, addr, registers, shown):
    basic_calls.machine.put(TEXT, b"TEXT\0")
    basic_calls.ram[0x22:0x24] = TEXT.to_bytes(2, "little")
    basic_calls.ram[0x39:0x3B] = b"\x02\x01"
    basic_calls.ram[0x7A:0x7C] = (TEXT + 4).to_bytes(2, "little")
    if addr == 0xAB21:
        basic_calls.machine.put(0xC300, b"STRING\0")
        basic_calls(0xB487, a=0x00, y=0xC3)
        basic_calls(addr)
    else:
        basic_calls(addr, 42, **registers)
    assert basic_calls.machine.screen()[0].rstrip() == shown
    moved = {0xAABC: 0, 0xAB3B: 1, 0xAB3F: 1, 0xAB42: 1}
    assert basic_calls.ram[0xD3] == moved.get(addr, len(shown))
    basic_calls.machine.call(0xAAD7)
    assert basic_calls.ram[0xD3] == 0


@pytest.mark.parametrize("entry", [0xAB3B, 0xAB3F, 0xAB47, 0xAAD7])
def test_printing_a_character_keeps_x_and_y(basic_calls, entry):
    basic_calls(entry, a=0x41, x=0x12, y=0x34)
    assert (basic_calls.regs.x, basic_calls.regs.y) == (0x12, 0x34)


def test_print_goes_on_behind_the_number_in_fac(basic_calls):
    basic_calls.text(';"MORE"')
    basic_calls(0xAABC, -1.5)
    assert basic_calls.machine.screen()[0].rstrip() == "-1.5 MORE"
    assert basic_calls.ram[0xD6] == 1


def test_a_line_becomes_tokens_with_its_length_in_y(basic_calls):
    line = b"PRINT A"
    for addr in (0xA579, 0xA57C):
        basic_calls.machine.put(0x0200, line + b"\0")
        basic_calls.ram[0x7A:0x7C] = b"\x00\x02"
        basic_calls(addr)
        assert bytes(basic_calls.ram[0x0200:0x0204]) == b"\x99 A\0"
        assert basic_calls.regs.y == 3 + 1 + 4
        assert basic_calls.machine.word(0x7A) == 0x01FF


PROGRAM = """
10 SYS864,{LET},A=5
20 SYS864,{PRINT},A;"PRINT"
30 SYS864,{DIM},Z(20):Z(20)=3
40 SYS864,{POKE},828,7:PRINTPEEK(828)
50 SYS864,{WAIT},828,7
60 SYS864,{IF},A=4THENPRINT"WRONG"
70 SYS864,{READ},B:PRINTB:SYS864,{RESTORE},:READC:PRINTC
80 SYS864,{ON},2GOTO90,100
90 PRINT"WRONG"
100 SYS864,{FOR},I=1TO2:PRINT"LOOP":SYS864,{NEXT},I
110 SYS864,{GOSUB},200:PRINT"BACK"
120 SYS864,{DEF},FNA(X)=X*2:PRINTFNA(21)
130 SYS864,{GOTO},150
140 PRINT"WRONG":DATA9
150 SYS864,{DATA},PRINT"NO":SYS864,{REM},:PRINT"WRONG"
160 SYS864,{GIVEN},END
170 PRINT"WRONG":END
200 PRINT"SUB":SYS864,{RETURN},:PRINT"WRONG"
"""
STATEMENTS = {
    "LET": 0xA9A5,
    "PRINT": 0xAAA0,
    "DIM": 0xB081,
    "POKE": 0xB824,
    "WAIT": 0xB82D,
    "IF": 0xA928,
    "READ": 0xAC06,
    "RESTORE": 0xA81D,
    "ON": 0xA94B,
    "FOR": 0xA742,
    "NEXT": 0xAD1E,
    "GOSUB": 0xA883,
    "DEF": 0xB3B3,
    "GOTO": 0xA8A0,
    "DATA": 0xA8F8,
    "REM": 0xA93B,
    "GIVEN": 0xA7ED,
    "RETURN": 0xA8D2,
}


def test_statements_run_from_machine_code(basic):
    put_call_stub(basic.machine)
    basic(PROGRAM.lstrip().format(**STATEMENTS) + "{CLR}", frames=30)
    lines = basic("RUN\n", frames=60)
    assert lines[1:-1] == [
        " 5 PRINT", " 7", " 9", " 9", "LOOP", "LOOP", "SUB", "BACK", " 42"
    ]  # fmt: skip
    assert lines[-1] == "READY."


@pytest.mark.parametrize(
    ("entry", "arguments", "shown"),
    [
        (0xA82F, ":", "BREAK IN 10"),
        (0xA831, ":", None),
        (0xA82C, ":", "ON"),
        (0xA65E, ":", "ON"),
        (0xA660, ":", "ON"),
        (0xA642, ":", None),
        (0xA644, ":", None),
        (0xA7AE, ":", "ON"),
        (0xA7E1, ":", "ON"),
        (0xA480, ":", None),
        (0xA474, ":", None),
        (0xE386, ":", None),
        (0xE37B, ":", None),
        (0xA909, ":", "ON"),
    ],
)
def test_statements_that_end_or_clear(basic, entry, arguments, shown):
    put_call_stub(basic.machine)
    basic(f'10 SYS864,{entry},{arguments}PRINT"ON"\n')
    lines = basic("RUN\n")
    if entry == 0xA480:  # waits without a word
        assert lines[1:] == []
        return
    wanted = [shown] if shown else []
    assert lines[1 : lines.index("READY.")] == wanted


def test_a_stopped_program_is_continued_by_its_entry(basic):
    put_call_stub(basic.machine)
    basic('10 STOP\n20 PRINT"ON"\nRUN\n')
    assert basic(f"SYS864,{0xA857},:\n")[1:] == ["ON", "READY."]


def test_run_list_and_input_by_their_entries(basic):
    put_call_stub(basic.machine)
    basic(f"""10 PRINT"RUN":SYS864,{0xABBF},A$:PRINTA$:SYS864,{0xAB7B},B$:PRINTB$"."
20 SYS864,{0xA69C},20
""")
    lines = basic(f"SYS864,{0xA871},\nTYPED\n", frames=40)
    assert lines[1:] == [
        "RUN", "? TYPED", "TYPED", ".", f"20 SYS864,{0xA69C},20", "READY."
    ]  # fmt: skip


def test_next_by_its_entry_where_a_variable_is_named(basic):
    put_call_stub(basic.machine)
    basic(f'10 FORI=1TO2:PRINT"LOOP":SYS864,{0xAD24},I\n')
    assert basic("RUN\n")[1:] == ["LOOP", "LOOP", "READY."]


def test_a_line_is_read_and_the_program_searched(basic_calls):
    machine = basic_calls.machine
    # 10 END, 20 END
    program = bytes.fromhex("0708 0a00 80 00 0d08 1400 80 00 0000")
    machine.put(0x0801, bytes([9, 9, *program[2:6], 9, 9, *program[8:]]))
    basic_calls(0xA533)
    assert bytes(basic_calls.ram[0x0801 : 0x0801 + len(program)]) == program
    for line, found, place in ((10, 1, 0x0801), (20, 1, 0x0807), (15, 0, 0x0807), (30, 0, 0x080D)):
        basic_calls.ram[0x14:0x16] = bytes([line, 0])
        basic_calls(0xA613)
        assert (basic_calls.regs.carry, machine.word(0x5F)) == (found, place)
    basic_calls.ram[0x14:0x16] = bytes([20, 0])
    basic_calls(0xA617, a=0x07, x=0x08)
    assert (basic_calls.regs.carry, machine.word(0x5F)) == (1, 0x0807)
    basic_calls(0xA68E)
    assert machine.word(0x7A) == 0x0800


def test_the_stack_is_emptied_but_for_the_return(basic):
    # TSX, STX 1001, JSR entry, TSX, STX 1000, LDX 1001, TXS, JMP $A474
    memory = basic.machine.memory
    for entry in ("59a6", "7aa6"):
        memory[900:918] = bytes.fromhex(f"ba 8ee903 20{entry} ba 8ee803 aee903 9a 4c74a4")
        basic("FORI=1TO2:SYS900\n")
        assert memory[1000] == 0xFA
        assert memory[1001] < 0xFA - 17
        assert memory[0x16] == 0x19


def test_text_is_measured_and_skipped(basic_calls):
    basic_calls.text('A":"B:C')
    basic_calls(0xA906)
    assert basic_calls.regs.y == 5
    basic_calls(0xA909)
    assert basic_calls.regs.y == 7
    basic_calls(0xA8FB, y=7)
    assert basic_calls.machine.word(0x7A) == TEXT + 7


def test_a_block_is_moved_up_and_memory_taken(basic_calls):
    machine = basic_calls.machine
    for entry in (0xA3BF, 0xA3B8):
        machine.put(0x5000, bytes(range(200)) + bytes(200))
        basic_calls.ram[0x5F:0x61] = b"\x00\x50"
        basic_calls.ram[0x5A:0x5C] = b"\xc8\x50"
        basic_calls.ram[0x58:0x5A] = b"\x2c\x51"
        basic_calls(entry, a=0x2C, y=0x51)
        assert bytes(basic_calls.ram[0x5064:0x512C]) == bytes(range(200))
    assert machine.word(0x31) == 0x512C


def test_the_end_of_a_list_of_parameters_ends_its_reader(basic_calls):
    # JSR $E206, LDX #1, RTS: X stays where the text ends
    basic_calls.machine.put(0xC200, bytes.fromhex("2006e2 a201 60"))
    for text, x in (("", 7), (":", 7), (",", 1)):
        basic_calls.text(text)
        basic_calls(0xC200, x=7)
        assert basic_calls.regs.x == x
    basic_calls.text(",5")
    basic_calls(0xE20E)
    assert basic_calls.regs.a == ord("5")
    basic_calls.text(",")
    assert basic_calls.error(0xE20E) == 11


def test_parameters_of_open_and_load_go_to_the_kernal(basic_calls):
    def parameters(entry, text):
        basic_calls.text(text)
        basic_calls(entry)
        name = basic_calls.machine.word(0xBB)
        ram = basic_calls.ram
        return ram[0xB8], ram[0xBA], ram[0xB9], bytes(ram[name : name + ram[0xB7]])

    assert parameters(0xE219, '4,9,7,"NAME"') == (4, 9, 7, b"NAME")
    assert parameters(0xE1D4, '"FILE",9,1') == (1, 9, 1, b"FILE")
    assert parameters(0xE254, ',"OTHER"')[3] == b"OTHER"
    assert parameters(0xE257, '"THIRD"')[3] == b"THIRD"


def test_start_up_by_its_entries(basic_calls):
    machine = basic_calls.machine
    for at in (0x03, 0x05, 0x0300, 0x030A):
        basic_calls.ram[at : at + 2] = b"\0\0"
    machine.call(0xE453)
    assert (machine.word(0x0300), machine.word(0x030A)) == (0xE38B, 0xAE86)
    machine.call(0xE3BF)
    assert (machine.word(0x03), machine.word(0x05)) == (0xB1AA, 0xB391)
    assert machine.word(0x2B) == 0x0801


@pytest.mark.parametrize("entry", [0xE394, 0xE422])
def test_the_message_is_shown_by_its_entries(basic, entry):
    put_call_stub(basic.machine)
    lines = basic(f"SYS864,{entry},:\n", frames=60)
    assert any("38911 BASIC BYTES FREE" in line for line in lines)


@pytest.mark.parametrize(("entry", "asked"), [("60a5", "TYPED"), ("f9ab", "? TYPED")])
def test_a_line_is_typed_into_the_buffer(basic, entry, asked):
    # JSR entry, STX 1000, STY 1001, JMP $A474: BUF is not used again
    memory = basic.machine.memory
    memory[900:912] = bytes.fromhex(f"20{entry} 8ee803 8ce903 4c74a4")
    assert basic("SYS900\nTYPED\n")[1] == asked
    assert memory[0x0200:0x0206] == b"TYPED\0"
    assert (memory[1000], memory[1001]) == (0xFF, 0x01)


def test_cmd_and_sys_by_their_entries(basic):
    put_call_stub(basic.machine)
    basic.machine.memory[900:906] = bytes.fromhex("a921 20d2ff 60")
    lines = basic(f'OPEN3,3:SYS864,{0xAA86},3,"CMD":SYS864,{0xE12A},900:CLOSE3\n')
    assert lines[2:] == ["CMD", "!", "READY."]


def test_sys_by_its_entry_calls_the_address_in_linnum(basic):
    memory = basic.machine.memory
    # $14 = 880, JMP $E130; at 880: LDA #"!", JSR CHROUT, RTS
    memory[864:875] = bytes.fromhex("a970 8514 a903 8515 4c30e1")
    memory[880:886] = bytes.fromhex("a921 20d2ff 60")
    assert basic("SYS864\n")[1].startswith("!")


def test_a_wedge_runs_statements_by_their_token(basic):
    # IGONE: CHRGET, count at $02F0, on at $A7E7
    memory = basic.machine.memory
    memory[0x033C:0x0345] = bytes.fromhex("207300 eef002 4ce7a7")
    memory[0x02F0] = 0
    memory[0x0308:0x030A] = bytes([0x3C, 0x03])
    assert basic('PRINT"A":PRINT"B"\n')[1:3] == ["A", "B"]
    assert memory[0x02F0] == 2


def test_every_entry_is_called_in_these_tests():
    # as 0xABCD, or in machine code with the low byte first: cdab
    sources = "".join(path.read_text() for path in (ROOT / "asm/rom/basic").glob("*.s"))
    entries = re.findall(r"^ +entry(?:_within)? \$([0-9A-F]{4})", sources, re.MULTILINE)
    tests = "".join(
        path.read_text()
        for path in [
            *Path(__file__).parent.glob("test_basic*.py"),
            Path(__file__).parent / "v2_table.py",
        ]
    )
    called = {found.upper() for found in re.findall(r"0x([0-9A-Fa-f]{4})\b", tests)}
    swapped = {
        found.upper() for found in re.findall(r"(?:20|4c|\")([0-9a-f]{4})(?![0-9a-f])", tests)
    }
    called |= {found[2:] + found[:2] for found in swapped}
    assert len(entries) > 360
    assert set(entries) <= called, sorted(set(entries) - called)


def test_every_entry_stands_in_the_table_of_the_documents():
    sources = "".join(path.read_text() for path in (ROOT / "asm/rom/basic").glob("*.s"))
    entries = re.findall(r"^ +entry(?:_within)? \$([0-9A-F]{4})", sources, re.MULTILINE)
    documented = set(re.findall(r"`\$([0-9A-F]{4})`", (ROOT / "docs/program/roms.md").read_text()))
    assert set(entries) <= documented, sorted(set(entries) - documented)
