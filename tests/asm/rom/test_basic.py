"""BASIC: the prompt, lines, LIST and errors, typed on the keyboard of the whole machine."""

import pytest

from c64.snapshot import load_snapshot

KEYWORDS = """
END FOR NEXT DATA INPUT# INPUT DIM READ LET GOTO RUN IF RESTORE GOSUB RETURN REM STOP ON WAIT
LOAD SAVE VERIFY DEF POKE PRINT# PRINT CONT LIST CLR CMD SYS OPEN CLOSE GET NEW TAB( TO FN SPC(
THEN NOT STEP + - * / ^ AND OR > = < SGN INT ABS USR FRE POS SQR RND LOG EXP COS SIN TAN ATN
PEEK LEN STR$ VAL ASC CHR$ LEFT$ RIGHT$ MID$ GO
"""
TXTTAB = 0x0801


def answer(lines):
    """Return what stands between the line typed and READY."""
    return lines[1 : lines.index("READY.")]


def test_power_on_shows_the_bytes_free_and_the_prompt(booted):
    machine, snapshot = booted
    load_snapshot(machine.board, snapshot)
    text = machine.screen.text()
    assert "38911 BASIC BYTES FREE" in text
    assert "READY." in text


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("1+2*3", " 7"),
        ("(1+2)*3", " 9"),
        ("-5", "-5"),
        ("2-5-1", "-4"),
        ("100/5/2", " 10"),
        ("-7*3", "-21"),
        ("65535", " 65535"),
        ("999999999", " 999999999"),
        ("30000*30000", " 900000000"),
        ("3>2", "-1"),
        ("3<2", " 0"),
        ("2>=2", "-1"),
        ("2<>2", " 0"),
        ("NOT 0", "-1"),
        ("NOT 1=2", "-1"),
        ("6AND3", " 2"),
        ("6OR3", " 7"),
        ("1=1AND2=2", "-1"),
        ('LEN("ABC")', " 3"),
        ('ASC("A")', " 65"),
        ("ABS(-3)", " 3"),
        ("SGN(-9)", "-1"),
        ("SGN(9)", " 1"),
        ("PEEK(43)+256*PEEK(44)", " 2049"),
    ],
)
def test_print_shows_whole_numbers_as_v2_does(basic, expression, shown):
    assert answer(basic(f"PRINT {expression}\n")) == [shown]


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        ('"HELLO"', "HELLO"),
        ('"A";"B"', "AB"),
        ('"A","B"', "A         B"),
        ("1;2", " 1  2"),
        ('CHR$(65)+"B"', "AB"),
        ('"X"TAB(5)"Y"', "X    Y"),
        ('"X"SPC(3)"Y"', "X   Y"),
        ('"A"<"B"', "-1"),
        ('"AB"="AB"', "-1"),
        ('"ABC"<"AB"', " 0"),
    ],
)
def test_print_shows_strings_and_separators(basic, values, shown):
    assert answer(basic(f"PRINT {values}\n")) == [shown]


def test_a_question_mark_is_print(basic):
    assert answer(basic('?"YES"\n')) == ["YES"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("PRINT (1", "?SYNTAX  ERROR"),
        ("PRINT 1+", "?SYNTAX  ERROR"),
        (")", "?SYNTAX  ERROR"),
        ("HELLO", "?SYNTAX  ERROR"),
        ("XYZ 1", "?SYNTAX  ERROR"),
        ("A$ B$", "?SYNTAX  ERROR"),
        ("GOTO 99", "?UNDEF'D STATEMENT  ERROR"),
        ("POKE 1024,256", "?ILLEGAL QUANTITY  ERROR"),
        ("POKE 65536,0", "?ILLEGAL QUANTITY  ERROR"),
        ("POKE -1,0", "?ILLEGAL QUANTITY  ERROR"),
        ("PRINT 40000AND1", "?ILLEGAL QUANTITY  ERROR"),
        ('PRINT 1+"A"', "?TYPE MISMATCH  ERROR"),
        ('PRINT -"A"', "?TYPE MISMATCH  ERROR"),
        ('PRINT ASC("")', "?ILLEGAL QUANTITY  ERROR"),
        ("PRINT 1/0", "?DIVISION BY ZERO  ERROR"),
        ("CONT", "?CAN'T CONTINUE  ERROR"),
        ("SAVE", "?MISSING FILE NAME  ERROR"),
        ("PRINT " + "(" * 60 + "1", "?OUT OF MEMORY  ERROR"),
    ],
)
def test_what_goes_wrong_is_said_in_v2s_words(basic, line, message):
    assert message in basic(line + "\n", frames=40)


MISMATCH, QUANTITY = "?TYPE MISMATCH  ERROR", "?ILLEGAL QUANTITY  ERROR"


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ('"HELLO"=A$>100', MISMATCH),
        ("5=A$>100", MISMATCH),
        ("X=B$<X", MISMATCH),
        ('"A"<"B"<"C"', MISMATCH),
        ("A$=A$=-1", MISMATCH),
        # what the original takes, though a string is in the place of a number
        ('2=<X<="HELLO">A$', "0"),
        ("SGN(X)-2>=X<A$<B$", "0"),
        ("-A$=B$", "0"),
        # strings are joined before what stands in front of them is looked at
        ('X+"A"+LEFT$("A",-1)', QUANTITY),
        ('-1<=-1+""+A$>=B$+"X"', "0"),
        # and what is right
        ('A$="HELLO"', "-1"),
        ('A$+"X"=B$', "0"),
        ('A$>"A"ANDX<1', "-1"),
        ("X<1<1", "-1"),
        ('("A"<"B")+1', "0"),
        ('"A"+"B"+"C"', "ABC"),
    ],
)
def test_strings_and_numbers_mix_as_in_v2(basic, expression, shown):
    lines = basic(f'A$="HELLO"\nPRINT {expression}\n', frames=60)
    assert lines[-1] == "READY." and lines[-2].strip() == shown


def test_a_program_is_stored_sorted_replaced_and_deleted(basic):
    basic('20 PRINT "B"\n10 PRINT "A"\n30 REM C\n20 PRINT "BB"\n30\n')
    assert answer(basic("LIST\n")) == ['10 PRINT "A"', '20 PRINT "BB"']


def test_tokens_links_and_numbers_lie_in_memory_as_in_v2(basic):
    basic('10 PRINT"HI"\n20 GOTO 10\n')
    program = basic.machine.memory[TXTTAB : TXTTAB + 0x14]
    first = bytes([0x0B, 0x08, 10, 0, 0x99]) + b'"HI"\0'
    second = bytes([0x14, 0x08, 20, 0, 0x89]) + b" 10\0"
    assert program[: len(first) + len(second)] == first + second[: 0x14 - len(first)]
    memory = basic.machine.memory
    end = memory[0x2D] | memory[0x2E] << 8
    assert memory[end - 2 : end] == b"\0\0"


def test_every_keyword_gets_its_token_and_lists_back(basic):
    words = KEYWORDS.split()
    assert len(words) == 0xCB - 0x80 + 1
    memory = basic.machine.memory
    for at, word in enumerate(words):
        lines = basic(f"1 {word}\nLIST\n", frames=4)
        assert memory[TXTTAB + 4] == 0x80 + at, word
        assert f"1 {word}" in lines[2:], word


def test_keywords_may_be_shortened_by_a_shifted_letter(basic):
    lines = basic('10 P{SHIFT+O}1024,1\n20 ?"X"\nL{SHIFT+I}\n')
    assert "10 POKE1024,1" in lines
    assert '20 PRINT"X"' in lines


def test_quotes_rem_and_data_are_left_as_typed(basic):
    basic('10 PRINT"FOR"\n20 REM GOTO\n30 DATA END:END\n')
    memory = basic.machine.memory
    text = memory[TXTTAB : TXTTAB + 48]
    assert b'"FOR"' in text
    assert b" GOTO\0" in text
    assert b" END:\x80" in text


def test_list_takes_a_range(basic):
    basic("10 END\n20 END\n30 END\n")
    assert answer(basic("LIST 20\n")) == ["20 END"]
    assert answer(basic("LIST -20\n")) == ["10 END", "20 END"]
    assert answer(basic("LIST 20-\n")) == ["20 END", "30 END"]
    assert answer(basic("LIST 15-25\n")) == ["20 END"]


def test_goto_steers_a_running_program_both_ways(basic):
    basic('10 GOTO 40\n20 PRINT"BACK"\n30 END\n40 PRINT"THERE":GO TO 20\n')
    assert answer(basic("RUN\n")) == ["THERE", "BACK"]


def test_an_error_in_a_program_names_its_line(basic):
    basic("10 REM\n1000 POKE 1,\n")
    assert "?SYNTAX  ERROR IN 1000" in basic("RUN\n")


def test_run_with_a_number_starts_there(basic):
    basic('10 PRINT"A"\n20 PRINT"B"\n')
    assert answer(basic("RUN 20\n")) == ["B"]


def test_stop_key_breaks_and_cont_goes_on(basic):
    basic('10 GOTO 10\n20 PRINT"ON"\n')
    assert "BREAK IN 10" in basic("RUN\n{wait 10}{STOP}")
    basic('NEW\n10 STOP\n20 PRINT"ON"\n')
    assert "BREAK IN 10" in basic("RUN\n")
    assert answer(basic("CONT\n")) == ["ON"]


def test_sys_passes_registers_both_ways(basic):
    # ORA #$80: TAX: SEC: RTS
    basic("POKE 828,9:POKE 829,128:POKE 830,170:POKE 831,56:POKE 832,96:POKE 780,5:SYS 828\n")
    assert answer(basic("PRINT PEEK(780);PEEK(781);PEEK(783)AND1\n")) == [" 133  133  1"]


def test_new_forgets_the_program_and_clr_does_not(basic):
    basic("10 END\n")
    basic("CLR\n")
    assert answer(basic("LIST\n")) == ["10 END"]
    basic("NEW\n")
    assert answer(basic("LIST\n")) == []


def test_stop_and_restore_come_back_to_the_prompt_with_the_program_kept(basic):
    basic("10 END\n")
    lines = basic("{STOP+RESTORE}{wait 20}", frames=30)
    assert "READY." in lines
    assert answer(basic("LIST\n")) == ["10 END"]


def test_the_vectors_hold_v2s_addresses(basic):
    memory = basic.machine.memory
    vectors = [memory[at] | memory[at + 1] << 8 for at in range(0x0300, 0x030C, 2)]
    assert vectors == [0xE38B, 0xA483, 0xA57C, 0xA71A, 0xA7E4, 0xAE86]
    assert memory[0x0310:0x0313] == b"\x4c\x48\xb2"


def test_the_vectors_can_be_taken_over(basic):
    # IGONE to a routine that counts statements at $02F0 and goes on to the ROM's own
    memory = basic.machine.memory
    old = memory[0x0308:0x030A]
    memory[0x033C:0x0342] = bytes([0xEE, 0xF0, 0x02, 0x4C]) + old
    memory[0x02F0] = 0
    memory[0x0308:0x030A] = bytes([0x3C, 0x03])
    basic("10 REM\n20 REM\nRUN\n")
    assert memory[0x02F0] == 3


def test_entries_of_the_original_serve_programs_that_jump_there(basic):
    # print text at $AB1E, print integer at $BDCD, then RTS
    code = bytes([0xA9, 0x50, 0xA0, 0x03, 0x20, 0x1E, 0xAB, 0xA9, 0x30, 0xA2, 0x39])
    code += bytes([0x20, 0xCD, 0xBD, 0x60])
    memory = basic.machine.memory
    memory[0x0350 : 0x0350 + 4] = b"HI \0"
    memory[0x0360 : 0x0360 + len(code)] = code
    assert answer(basic("SYS 864\n")) == ["HI 12345"]
    # the stub that test suites chain by: to the start, CLR, next statement
    memory[0x0360:0x0366] = bytes([0x20, 0x59, 0xA6, 0x4C, 0xAE, 0xA7])
    basic('10 PRINT"CHAINED"\n')
    assert answer(basic("SYS 864\n")) == ["CHAINED"]


def test_out_of_memory_keeps_the_program(basic):
    basic("10 REM ABCDEFGHIJ\n")
    memory = basic.machine.memory
    memory[0x33:0x35] = bytes([memory[0x2D] + 4, memory[0x2E]])
    memory[0x37:0x39] = bytes([memory[0x2D] + 4, memory[0x2E]])
    assert "?OUT OF MEMORY  ERROR" in basic("20 REM 12345678901234567890\n")
    assert answer(basic("LIST\n")) == ["10 REM ABCDEFGHIJ"]


def test_a_string_typed_in_moves_to_the_top_of_memory_as_in_v2(basic):
    basic('PRINT "MOVED"\n')
    assert basic.machine.memory[0x9FFB:0xA000] == b"MOVED"


@pytest.mark.parametrize(
    ("condition", "shown"),
    [
        ("1", "YES"),
        ("0", "NO"),
        ("2>1AND3>2", "YES"),
        ("(PEEK(43)<>1)OR(PEEK(44)<>8)", "NO"),
        ('"A"="A"', "YES"),
    ],
)
def test_if_decides_about_the_rest_of_the_line(basic, condition, shown):
    basic(f'10 IF {condition} THEN PRINT"YES":END\n20 PRINT"NO"\n')
    assert answer(basic("RUN\n")) == [shown]


@pytest.mark.parametrize("word", ["THEN", "GOTO", "THEN GOTO"])
def test_if_goes_to_a_line(basic, word):
    basic(f'10 IF 1 {word} 30\n20 PRINT"NO":END\n30 PRINT"YES"\n')
    assert answer(basic("RUN\n")) == ["YES"]


def test_if_without_then_is_a_syntax_error(basic):
    assert "?SYNTAX  ERROR" in basic("IF 1 PRINT\n")
