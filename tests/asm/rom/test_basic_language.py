"""BASIC: variables, loops, strings, input and data, as V2's manual describes them."""

import pytest


@pytest.fixture
def run(basic):
    """Return a function: enter a program, RUN it, get the lines it leaves on the screen."""

    def enter(program, keys="", frames=60):
        text = program + '\nPRINT"{CLR}"\nRUN\n'
        # keys are typed as they are: the program has to be running when they come
        basic(text, frames)
        if keys:
            basic.machine.type(keys)
            basic.machine.tick(frames)
        lines = [line.rstrip() for line in basic.machine.screen.text().splitlines()]
        lines = [line for line in lines if line]
        return lines[2 : -1 if lines[-1] == "READY." else None]

    enter.machine = basic.machine
    return enter


@pytest.mark.parametrize(
    ("program", "shown"),
    [
        ("10 A=5:AB=6:A1=7:PRINT A;AB;A1;ABC", [" 5  6  7  6"]),
        ("10 LET A=3:PRINT A;B", [" 3  0"]),
        ('10 A$="X":A%=7.9:A=1.5:PRINT A$;A%;A', ["X 7  1.5"]),
        ("10 A%=-2.5:PRINT A%", ["-3"]),
        ('10 PRINT ">"A$"<"', ["><"]),
        (
            "10 DIM A(5,2)\n20 FORI=0TO5:A(I,1)=I*I:NEXT\n30 PRINT A(3,1);A(5,1);A(5,2)",
            [" 9  25  0"],
        ),
        ('10 DIM S$(3),N%(2):S$(2)="X":N%(1)=-9\n20 PRINT S$(2)S$(1)N%(1)', ["X-9"]),
        ("10 A(10)=3:PRINT A(10):A(1)=A(10)*2:PRINT A(A(3)+1)", [" 3", " 6"]),
        ("10 A(2)=5:B=7:PRINT A(2);B", [" 5  7"]),  # the array moves up for B
        ("10 N=4:DIM Q(N*2):Q(8)=1:PRINT Q(8)", [" 1"]),
    ],
)
def test_variables_and_arrays_hold_what_they_are_given(run, program, shown):
    assert run(program) == shown


@pytest.mark.parametrize(
    ("program", "shown"),
    [
        ("10 FORI=1TO3:PRINTI;:NEXT:PRINTI", [" 1  2  3  4"]),
        ("10 FORJ=10TO1STEP-3:PRINTJ;:NEXTJ", [" 10  7  4  1"]),
        ("10 FORI=.5TO2STEP.5:PRINTI;:NEXT", [" .5  1  1.5  2"]),
        ("10 FORI=5TO1:PRINTI:NEXT", [" 5"]),  # once, as V2 has it
        ("10 FORI=1TO2:FORJ=1TO2:PRINTI;J:NEXTJ,I", [" 1  1", " 1  2", " 2  1", " 2  2"]),
        ("10 FORI=1TO3:FORJ=1TO5:IFJ=2THEN30\n20 NEXT\n30 NEXTI:PRINT\"OUT\"", ["OUT"]),
        ("10 FORI=1TO3:FORI=1TO2:PRINTI;:NEXT:PRINT\"ONCE\"", [" 1  2 ONCE"]),
        ("10 FORI=1TO1STEP0:PRINT\"X\":I=1:NEXT:PRINT\"E\"", ["X", "E"]),
        ("10 GOSUB100:PRINT\"BACK\":END\n100 PRINT\"SUB\":RETURN", ["SUB", "BACK"]),
        ("10 GOSUB20:END\n20 FORI=1TO9:RETURN", []),  # a loop left open
        ("10 FORI=1TO2:GOSUB30:NEXT:END\n30 PRINTI:RETURN", [" 1", " 2"]),
        ("10 ON2GOTO20,30\n20 PRINT\"NO\":END\n30 PRINT\"YES\"", ["YES"]),
        ("10 ON1GOSUB30,40:PRINT\"A\":END\n30 PRINT\"S\":RETURN\n40 PRINT\"NO\"", ["S", "A"]),
        ("10 ON3GOTO20,20:PRINT\"ON\":END\n20 PRINT\"NO\"", ["ON"]),
        ("10 ON0GOTO20:PRINT\"ON\":END\n20 PRINT\"NO\"", ["ON"]),
        ("10 IF 1 THEN FORI=1TO2:PRINTI:NEXT", [" 1", " 2"]),
        ("10 WAIT 162,1:PRINT\"BIT\"", ["BIT"]),
        ("10 POKE 2,5:WAIT 2,4,5:PRINT\"NO\"\n", None),
    ],
)  # fmt: skip
def test_loops_subroutines_and_choices_steer_the_program(run, program, shown):
    lines = run(program)
    if shown is None:  # it waits for ever
        run.machine.type("{STOP+RESTORE}")
        run.machine.tick(10)
        shown = lines = []
    assert lines == shown


@pytest.mark.parametrize(
    ("program", "shown"),
    [
        ('10 A$="HELLO":PRINT LEFT$(A$,2)"-"MID$(A$,3,2)"-"RIGHT$(A$,2)', ["HE-LL-LO"]),
        ('10 A$="HELLO":PRINT LEFT$(A$,9)MID$(A$,9)"-"MID$(A$,4)', ["HELLO-LO"]),
        ('10 PRINT LEFT$("A",0)"-"RIGHT$("ABC",9)', ["-ABC"]),
        ('10 PRINT VAL("12.5X");VAL("");VAL("X");VAL(" -3E2")', [" 12.5  0  0 -300"]),
        ('10 PRINT LEN(STR$(5))STR$(-1.5);ASC("B");CHR$(65)', [" 2 -1.5 66 A"]),
        ('10 A$="A":B$=A$:A$="C":PRINT A$B$', ["CA"]),
        ('10 A$="AB":A$=A$+A$+A$:PRINT A$;LEN(A$)', ["ABABAB 6"]),
        ('10 PRINT "A"+LEFT$("BCD",2)+"E"', ["ABCE"]),
        ('10 A$="B":PRINT A$<"C";A$="B";A$>"BA"', ["-1 -1  0"]),
        ('10 IF "A"THENPRINT"YES"\n20 IF ""THENPRINT"NO"', ["YES"]),
        ('10 TI$="123456":PRINT TI$;INT(TI/60)', ["123456 45296"]),
        ("10 PRINT ST;{SHIFT+^}", [" 0  3.14159265"]),
    ],
)
def test_strings_and_their_functions(run, program, shown):
    assert run(program) == shown


def test_the_collector_keeps_every_string_that_is_in_use(run):
    text = '"ABCDEFGHIJKLMNOPQRST"'
    program = (
        "10 DIM A$(40)\n"
        f"20 FORK=1TO3:FORI=0TO40:A$(I)=CHR$(65+I)+STR$(K)+{text}:NEXT\n"
        "25 A=FRE(0):NEXT\n"
        f'30 FORI=0TO40:IFA$(I)<>CHR$(65+I)+STR$(3)+{text}THENPRINT"BAD"I\n'
        "40 NEXT:B$=A$(0):PRINT LEFT$(B$,3);FRE(0)-FRE(0)"
    )
    assert run(program, frames=700) == ["A 3 0"]
    memory = run.machine.memory
    heap = 0xA000 - (memory[0x33] | memory[0x34] << 8)
    assert heap == 42 * 23  # 41 elements and B$, nothing else


@pytest.mark.parametrize("order", ["I", "255-I", "(I*89)AND255"])
def test_the_collector_keeps_strings_made_in_any_order(run, order):
    # more of them than the list holds in one round
    program = (
        "10 DIM A$(255)\n"
        f"20 FORI=0TO255:J={order}:A$(J)=STR$(J*3):B$=STR$(J):NEXT\n"
        "30 T=TI:A=FRE(0):T=TI-T\n"
        '40 FORI=0TO255:IFA$(I)<>STR$(I*3)THENPRINT"BAD"I\n'
        "50 NEXT:PRINT A-FRE(0);T<120"
    )
    assert run(program, frames=900) == [" 0 -1"]


def test_the_collector_does_with_a_deep_stack(run):
    # 9 open brackets and 9 loops leave room for few strings in a round
    loops = ":".join(f"FOR{name}=0TO0" for name in "CDEFGHIJ")
    program = (
        "10 DIM A$(20):FORI=0TO20:A$(I)=CHR$(65+I)+STR$(I):NEXT\n"
        f"20 {loops}\n"
        "30 PRINT ((((((FRE(0))))))=FRE(0))\n"
        '40 FORK=0TO20:IFA$(K)<>CHR$(65+K)+STR$(K)THENPRINT"BAD"K\n'
        "50 NEXT"
    )
    assert run(program, frames=300) == ["-1"]


def test_strings_are_collected_when_memory_runs_out(run):
    # memory for a few hundred bytes only; without a collector ?OUT OF MEMORY
    program = (
        "10 POKE 56,10:POKE 55,0:CLR\n"
        '20 FORI=1TO300:A$=LEFT$(A$+"ABCDEFGHIJ",40):NEXT\n30 PRINT LEN(A$)'
    )
    assert run(program, frames=600) == [" 40"]


@pytest.mark.parametrize(
    ("program", "shown"),
    [
        ("10 READ A,B$,C:PRINT A;B$;C\n20 DATA 5,HELLO W,-7.5", [" 5 HELLO W-7.5"]),
        ('10 READ A$,B$,C$:PRINT A$"-"B$"-"C$\n20 DATA "A,B",  C D ,', ["A,B-C D -"]),
        ("10 READ A,B:RESTORE:READ C:PRINT A;B;C\n20 DATA 1:REM\n30 DATA 2", [" 1  2  1"]),
        ("10 DATA 1E3,.5\n20 READ A:READ B:PRINT A;B", [" 1000  .5"]),
        ("10 DEF FNA(X)=X*X+Y:X=9:Y=1:PRINT FNA(3);FNA(FNA(1));X", [" 10  5  9"]),
        (
            "10 DEF FNA(X)=X+1:DEF FNB(X)=FNA(X)*FNA(X+1):X=7:PRINT FNB(2);FNB(FNA(0));X",
            [" 12  6  7"],
        ),
    ],
)
def test_data_and_functions_of_ones_own(run, program, shown):
    assert run(program) == shown


@pytest.mark.parametrize(
    ("program", "keys", "shown"),
    [
        ('10 INPUT"NAME";N$:INPUTA,B:PRINTN$;A+B', "BOB\n3,4\n", ["NAME? BOB", "? 3,4", "BOB 7"]),
        ("10 INPUTA,B:PRINTA;B", "3\n4,5\n", ["? 3", "?? 4,5", "?EXTRA IGNORED", " 3  4"]),
        ("10 A=7:INPUTA:PRINTA", "\n", ["?", " 7"]),
        ("10 INPUTA:PRINTA", "X\n12\n", ["? X", "?REDO FROM START", "? 12", " 12"]),
        ('10 INPUTA$:PRINT"<"A$">"', '"A,B:C"\n', ['? "A,B:C"', "<A,B:C>"]),
        ('10 GETA$:IFA$=""THEN10\n20 PRINT"<"A$">"', " ", ["< >"]),
        ("10 GETA:IFA=0THEN10\n20 PRINTA", "7", [" 7"]),
        ("10 GETA:GOTO10", "X", ["?SYNTAX  ERROR IN 10"]),
    ],
)
def test_input_and_get_take_what_is_typed(run, program, keys, shown):
    assert run(program, keys) == shown


def test_stop_and_cont_keep_loops_and_variables(run):
    lines = run('10 FORI=1TO3:PRINTI:STOP:NEXT:PRINT"END"', "A=I\nCONT\nPRINTA\nCONT\n")
    assert lines[:2] == [" 1", "BREAK IN 10"]
    assert [line for line in lines if line.startswith(" ")] == [" 1", " 2", " 1", " 3"]


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("NEXT", "NEXT WITHOUT FOR"),
        ("FORI=1TO2:NEXTJ", "NEXT WITHOUT FOR"),
        ("FORI=1TO2:GOSUB20\n20 NEXT", "NEXT WITHOUT FOR"),
        ("RETURN", "RETURN WITHOUT GOSUB"),
        ("READ A", "OUT OF DATA"),
        ("GOSUB 10", "OUT OF MEMORY"),
        ("DIM A(9999)", "OUT OF MEMORY"),
        ("DIM A(200,200)", "OUT OF MEMORY"),
        ("DIM A(3):A(4)=1", "BAD SUBSCRIPT"),
        ("DIM A(3):A(1,1)=1", "BAD SUBSCRIPT"),
        ("DIM A(3):DIM A(3)", "REDIM'D ARRAY"),
        ("A(-1)=1", "ILLEGAL QUANTITY"),
        ("PRINT FNZ(1)", "UNDEF'D FUNCTION"),
        ('A="X"', "TYPE MISMATCH"),
        ("A$=5", "TYPE MISMATCH"),
        ("FORI=1TO\"A\"", "TYPE MISMATCH"),
        ('PRINT "A"+-1', "TYPE MISMATCH"),
        ('PRINT "A"+NOT"B"', "TYPE MISMATCH"),
        ("A%=40000", "ILLEGAL QUANTITY"),
        ('PRINT MID$("A",0)', "ILLEGAL QUANTITY"),
        ("PRINT SQR(-1)", "ILLEGAL QUANTITY"),
        ("PRINT LOG(0)", "ILLEGAL QUANTITY"),
        ("PRINT (-2)^.5", "ILLEGAL QUANTITY"),
        ("PRINT 1E38*10", "OVERFLOW"),
        ("PRINT EXP(89)", "OVERFLOW"),
        ('A$="X"\n11 A$=A$+A$:GOTO11', "STRING TOO LONG"),
        ('PRINT"A"+("B"+("C"+("D"+"E")))', "FORMULA TOO COMPLEX"),
        ("ST=5", "SYNTAX"),
        ("TI=5", "SYNTAX"),
        ('TI$="12"', "ILLEGAL QUANTITY"),
        ("FORI%=1TO3", "SYNTAX"),
        ("PRINT USR(1)", "ILLEGAL QUANTITY"),
    ],
)  # fmt: skip
def test_what_a_program_does_wrong_is_said_in_v2s_words(run, program, message):
    lines = run("10 " + program, frames=100)
    assert lines[-1].startswith(f"?{message}  ERROR IN "), lines


def test_a_string_that_a_comparison_follows_is_a_number_to_the_operator_before_it(run):
    """As in V2, whose comparison takes the result for a string, even a product that is 0."""
    program = '10 A$="A":PRINT 0*A$=B$:PRINT 2*A$=B$:PRINT 2-A$=B$:PRINT 0*A$=1'
    assert run(program) == [" 0", " 0", " 0", "?TYPE MISMATCH  ERROR IN 10"]


def test_0_to_a_negative_power_is_0_as_in_v2(run):
    assert run("10 PRINT 0^-1;0^-.5;0^0;0^2") == [" 0  0  1  0"]


@pytest.mark.parametrize(
    ("program", "shown", "last"),
    [
        ('10 PRINT FNA("X")', ["?TYPE MISMATCH  ERROR IN 10"], 0),
        ("10 DEF FNA(X)=3*X", [], ord("3")),
    ],
)
def test_a_function_that_is_called_is_made_as_in_v2(run, program, shown, last):
    """Its argument is computed first, and a definition ends with the text's first character."""
    assert run(program) == shown
    memory = run.machine.memory
    start = memory[0x2D] | memory[0x2E] << 8
    assert bytes(memory[start : start + 2]) == bytes([ord("A") | 0x80, 0])
    assert memory[start + 6] == last


def test_an_error_in_data_names_its_line(run):
    assert run("10 READ A\n20 DATA X") == ["?SYNTAX  ERROR IN 20"]


@pytest.mark.parametrize("statement", ["INPUT A", "GET A", "DEF FNA(X)=X", "INPUT#1,A"])
def test_what_needs_a_program_is_refused_in_direct_mode(basic, statement):
    assert "?ILLEGAL DIRECT  ERROR" in basic(statement + "\n")


def test_usr_passes_a_number_to_machine_code_and_back(run):
    # at $C000: INC $61 (the exponent: twice the number), RTS
    program = "10 POKE785,0:POKE786,192:POKE49152,230:POKE49153,97:POKE49154,96\n20 PRINTUSR(21)"
    assert run(program) == [" 42"]


def test_variables_lie_in_memory_as_in_v2(run):
    assert run('10 A=-10:BC%=258:D$="X"') == []
    memory = run.machine.memory
    start = memory[0x2D] | memory[0x2E] << 8
    assert memory[start : start + 7] == bytes([ord("A"), 0, 0x84, 0xA0, 0, 0, 0])
    assert memory[start + 7 : start + 14] == bytes([0xC2, 0xC3, 1, 2, 0, 0, 0])
    assert memory[start + 14 : start + 17] == bytes([ord("D"), 0x80, 1])


def test_arrays_lie_in_memory_as_in_v2(run):
    assert run("10 DIM A%(1,2):A%(1,0)=5:A%(0,1)=6") == []
    memory = run.machine.memory
    start = memory[0x2F] | memory[0x30] << 8
    head = bytes([0xC1, 0x80, 21, 0, 2, 0, 3, 0, 2])
    assert memory[start : start + 9] == head
    assert memory[start + 9 : start + 15] == bytes([0, 0, 0, 5, 0, 6])
    assert memory[0x31] | memory[0x32] << 8 == start + 21
