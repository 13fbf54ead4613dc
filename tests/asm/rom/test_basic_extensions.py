"""BASIC extensions: hooks at $0306 and $030A that come back into BASIC, and patched copies of it.

The hooks are those of "Mapping the Commodore 64"; the programs are our own.
"""

HOOK = 0xC000
LIST_VECTOR, EVAL_VECTOR = 0x0306, 0x030A
PROGRAM_TEXT = 0x0805  # of the first line
NEW_STATEMENT, NEW_FUNCTION = 0xCC, 0xCD
BASIC_OFF = 54  # to address 1: RAM below BASIC, the KERNAL stays
READY_AT, SYNTAX_AT = 0xA378, 0xA19E + 151
STATEMENTS, FUNCTIONS, OPERATORS, KEYWORDS = 0xA00C, 0xA052, 0xA080, 0xA09E
PRINT, REM = 0x19, 0xA93B
ABS, MINUS = 0xBC58, 0xB853


def install(machine, vector, digits):
    """Machine code at HOOK, and the vector to it."""
    code = bytes.fromhex(digits)
    machine.memory[HOOK : HOOK + len(code)] = code
    machine.memory[vector : vector + 2] = HOOK.to_bytes(2, "little")


def word(machine, at, value):
    """Store an address in RAM."""
    machine.board.ram[at : at + 2] = value.to_bytes(2, "little")


def copy_of_basic(basic):
    """Copy BASIC into the RAM below, and let the CPU run that."""
    ram, rom = basic.machine.board.ram, bytes(basic.machine.memory[0xA000:0xC000])
    ram[0xA000:0xC000] = rom
    basic(f"POKE1,{BASIC_OFF}\n")
    return ram


def test_a_hook_of_list_shows_a_keyword_of_its_own(basic):
    # the token: C, then O with bit 7 by $A6EF; others by $A71A, with N as LIST sets it
    install(basic.machine, LIST_VECTOR, "c9cc f005 29ff 4c1aa7 8449 a943 2047ab a9cf 4cefa6")
    basic('10 X:PRINT"A":REM\n')
    basic.machine.memory[PROGRAM_TEXT] = NEW_STATEMENT
    assert basic("LIST\n")[1:3] == ['10 CO:PRINT"A":REM', "READY."]


def test_a_hook_of_list_uses_basics_search_of_keywords(basic):
    # every token goes to $A724, every other character to $A6F3
    install(basic.machine, LIST_VECTOR, "1003 4c24a7 4cf3a6")
    basic('10 GOTO10:PRINT"A"\n')
    assert basic("LIST\n")[1:3] == ['10 GOTO10:PRINT"A"', "READY."]


def test_a_hook_of_operands_adds_a_function(basic):
    # TWO is 2; what is not it goes on at $AE8D as CHRGET left it
    install(
        basic.machine, EVAL_VECTOR, "a900850d 207300 c9cd f006 207900 4c8dae 207300 a900a002 4c91b3"
    )
    basic('10 PRINTX+1;X*X^2;-X;SGN(-X);LEN("A"+"BC")\n')
    memory = basic.machine.memory
    line = bytes(memory[0x0801:0x0830])
    for place in (i for i, code in enumerate(line) if code == ord("X")):
        memory[0x0801 + place] = NEW_FUNCTION
    assert basic("RUN\n")[1:] == [" 3  8 -2 -1  3", "READY."]


def test_a_copy_of_basic_runs_with_the_texts_of_the_copy(basic):
    ram = copy_of_basic(basic)
    ram[READY_AT : READY_AT + 5] = b"HELLO"
    ram[SYNTAX_AT : SYNTAX_AT + 6] = b"MISTA" + bytes([ord("K") | 0x80])
    assert basic("PRINT5\n")[1:] == [" 5", "HELLO."]
    assert basic("HUH\n")[1:] == ["?MISTAK  ERROR", "HELLO."]


def test_a_copy_of_basic_runs_with_the_tables_of_the_copy(basic):
    ram = copy_of_basic(basic)
    word(basic.machine, OPERATORS + 1, MINUS - 1)  # + is less
    word(basic.machine, FUNCTIONS, ABS)  # SGN is ABS
    assert basic("PRINT5+3;SGN(-7)\n")[1:] == [" 2  7", "READY."]
    ram[KEYWORDS : KEYWORDS + 3] = b"HU" + bytes([ord("H") | 0x80])  # END is HUH
    basic("10 HUH\n")
    assert ram[PROGRAM_TEXT] == 0x80
    word(basic.machine, STATEMENTS + 2 * PRINT, REM - 1)
    assert basic("PRINT5+3\n")[1:] == ["READY."]
