"""Programs as a real C64 stores them: bytes made by hand from V2's tokens, loaded and listed."""

import struct

import pytest

import c64
from c64.drive.fastload import install
from disk.d64 import D64Image
from disk.volume import PRG, SEQ, Volume
from tests.asm.rom.basic_calls import put_call_stub
from tests.c64.machine_with_roms import wait_for

pytestmark = pytest.mark.skipif(c64.PURE, reason="hundreds of frames take minutes uncompiled")

# (number, text with tokens, as V2 lists it)
LINES = [
    (1, b'\x99"HELLO, WORLD";\xc7(13)', 'PRINT"HELLO, WORLD";CHR$(13)'),
    (5, b"\x97 53280,\xb5(6.5):\x9e 2061", "POKE 53280,INT(6.5):SYS 2061"),
    (10, b"\x81I\xb21\xa410\xa9.5:\x99I\xac2\xae3;:\x82", "FORI=1TO10STEP.5:PRINTI*2^3;:NEXT"),
    (20, b'\x8bA$\xb2"X"\xafB%(3)\xb1\xb22\xa7\x89 40', 'IFA$="X"ANDB%(3)>=2THENGOTO 40'),
    (30, b"\x8f FOR GOTO \x99", "REM FOR GOTO PRINT"),
    (40, b"\x83 1,FOR,END", "DATA 1,FOR,END"),
    (50, b"\x91X\x8d100,200:\xcb \xa4 10", "ONXGOSUB100,200:GO TO 10"),
    (63999, b"\x80", "END"),
]
REM = 30  # its token for PRINT is five letters when typed


def program(lines, start):
    """Return a .prg: load address, linked lines, two zeros."""
    out, at = struct.pack("<H", start), start
    for number, text, *_ in lines:
        at += len(text) + 5
        out += struct.pack("<HH", at, number) + text + b"\0"
    return out + b"\0\0"


@pytest.fixture
def machine_with(new_c64):
    """Return a function: a machine at its prompt with a disk that holds a program as PROG."""

    def make(content, fast=True):
        image = D64Image.blank(b"V2")
        Volume(image).write_file(b"PROG", PRG, content)
        machine = new_c64()
        machine.drives[8].attach(image)
        if fast:
            install(machine.board)  # which shows no messages
        machine.tick(100)
        return machine

    return make


@pytest.mark.parametrize("frames", [6, 60])
def test_a_program_is_not_stopped_by_the_keys_that_load_and_run_it(machine_with, frames):
    machine = machine_with(program([(10, b'\x99"HI"')], 0x0801))
    with machine.keyboard.held("LSHIFT", "STOP"):
        machine.tick(frames)
    machine.tick(120)
    lines = [line.strip() for line in machine.screen.text().splitlines() if line.strip()]
    assert lines[-3:] == ["RUN", "HI", "READY."]


def say(machine, command):
    """Type a command; return the lines on the screen between it and READY."""
    machine.type("{CLR}" + command + "\n")
    machine.tick(40)
    lines = [line.rstrip() for line in machine.screen.text().splitlines() if line.strip()]
    return lines[1 : lines.index("READY.")]


@pytest.mark.parametrize("start", [0x0801, 0x0401], ids=["C64", "PET"])
def test_a_program_of_a_real_machine_lists_as_there(machine_with, start):
    machine = machine_with(program(LINES, start))
    say(machine, 'LOAD"PROG",8')
    for number, _, text in LINES:
        assert say(machine, f"LIST {number}") == [f"{number} {text}"]
    end = 0x0801 + len(program(LINES, start)) - 2
    assert machine.memory[0x2D:0x2F] == struct.pack("<H", end)


def test_a_program_is_saved_again_byte_for_byte(machine_with):
    content = program(LINES, 0x0801)
    machine = machine_with(content)
    say(machine, 'LOAD"PROG",8')
    say(machine, 'SAVE"AGAIN",8')
    volume = machine.board.iec.devices[8].dos.volume
    assert volume.read_file(volume.find(b"AGAIN")) == content


def test_what_is_typed_has_the_same_bytes_as_what_is_loaded(machine_with):
    machine = machine_with(b"\x01\x08\0\0")
    say(machine, 'LOAD"PROG",8')
    for number, _, text in LINES:
        machine.type(f"{number}{text}\n")
    say(machine, 'SAVE"TYPED",8')
    volume = machine.board.iec.devices[8].dos.volume
    typed = [(n, text.replace(b"\x99", b"PRINT") if n == REM else text) for n, text, _ in LINES]
    assert volume.read_file(volume.find(b"TYPED")) == program(typed, 0x0801)


def test_a_file_written_from_basic_is_on_the_disk(machine_with):
    machine = machine_with(b"\x01\x08\0\0")
    say(machine, 'OPEN2,8,2,"OUT,S,W":PRINT#2,"HELLO":CLOSE2')
    volume = machine.board.iec.devices[8].dos.volume
    assert volume.read_file(volume.find(b"OUT")) == b"HELLO\r"


def test_cmd_sends_what_is_printed_to_the_file(machine_with):
    machine = machine_with(b"\x01\x08\0\0")
    machine.type("10 REM LISTED\n")
    machine.type('{CLR}OPEN2,8,2,"OUT,S,W":CMD2:LIST\n')
    machine.tick(40)
    assert "10 REM" not in machine.screen.text()
    machine.type("PRINT#2:CLOSE2\n")
    machine.tick(40)
    volume = machine.board.iec.devices[8].dos.volume
    assert b"10 REM LISTED" in volume.read_file(volume.find(b"OUT"))


def test_cmd_and_list_make_the_file_that_v2_makes(machine_with):
    machine = machine_with(b"\x01\x08\0\0")
    machine.type("10 REM LISTED\n20 END\n")
    machine.type('{CLR}OPEN2,8,2,"OUT,S,W":CMD2:LIST\n')
    machine.tick(40)
    machine.type("PRINT#2:CLOSE2\n")
    machine.tick(40)
    volume = machine.board.iec.devices[8].dos.volume
    # CMD ends a line, and READY. has line feeds; what is typed meanwhile goes to the screen alone,
    # and no new line of it into the file
    assert volume.read_file(volume.find(b"OUT")) == (b"\r\r10 REM LISTED\r20 END\r\nREADY.\r\n\r")


def listed(machine_with, text):
    """Return what LIST shows of a line 10 with these bytes."""
    machine = machine_with(program([(10, text)], 0x0801))
    say(machine, 'LOAD"PROG",8')
    return say(machine, "LIST")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (b"\x99\xff", "10 PRINT~"),  # pi, whose sign is no letter
        (b"\x8f \xff", "10 REM ~"),
        (b"\x8f \xc1\xc2", "10 REM ATNPEEK"),  # shifted A and B
        (b"\x8f \xcd\xce\xda", "10 REM FORNEXTRETURN"),  # shifted letters above L
        (b"\x8f \xd9\xda", "10 REM GOSUBRETURN"),
        (b'\x99"\xc1\xcc\xff', '10 PRINT"~~~'),  # within quotes they stay
    ],
)
def test_pi_and_shifted_characters_list_as_in_v2(machine_with, text, shown):
    got = listed(machine_with, text)[0]
    assert len(got) == len(shown)
    assert all(want in ("~", have) for want, have in zip(shown, got, strict=True))


def test_listing_of_shift_and_l_behind_rem_ends_as_in_v2(machine_with):
    assert listed(machine_with, b"\x8f A\xccB") == ["10 REM A", "?SYNTAX  ERROR"]


def test_pi_is_typed_listed_and_worth_what_v2_has(machine_with):
    machine = machine_with(b"\x01\x08\0\0")
    machine.type("10 PRINT{SHIFT+^}*2\n")
    assert bytes(machine.memory[0x0805:0x080A]) == b"\x99\xff\xac2\0"
    assert say(machine, "RUN") == [" 6.28318531"]


def reads(machine_with, content, statements):
    """Run a program that has the file IN with this content open as 2; return its lines."""
    machine = machine_with(b"\x01\x08\0\0")
    machine.board.iec.devices[8].dos.volume.write_file(b"IN", SEQ, content)
    lines = statements.split("\n")
    text = "".join(f"{number * 10 + 20}{line}\n" for number, line in enumerate(lines))
    machine.type('10OPEN2,8,2,"IN"\n' + text + "63000CLOSE2\n{CLR}RUN\n")
    machine.tick(120)
    shown = [line.rstrip() for line in machine.screen.text().splitlines()]
    return shown[1 : shown.index("READY.")]


def test_input_from_a_file_needs_no_final_return_and_prints_nothing(machine_with):
    shown = reads(machine_with, b"ABC\rDEF", "INPUT#2,A$:PRINTA$ST\nINPUT#2,A$:PRINTA$ST")
    assert shown == ["ABC 0", "DEF 64", ""]


def test_input_from_a_file_passes_empty_lines_and_stops_at_the_end(machine_with):
    shown = reads(machine_with, b"A\r\r\rB\r", "FORI=1TO3:INPUT#2,A$:PRINTA$ST:NEXT")
    assert shown[:2] == ["A 0", "B 64"]
    assert shown[2].startswith("B ")  # past the end: as it was


def test_a_line_of_a_file_has_up_to_88_characters_as_in_v2(machine_with):
    ask = "INPUT#2,A$:PRINTLEN(A$)"
    assert reads(machine_with, b"A" * 88 + b"\r", ask)[0] == " 88"
    assert reads(machine_with, b"A" * 89 + b"\r", ask)[1].startswith("?STRING TOO LONG")


def test_a_number_in_a_file_needs_no_final_return(machine_with):
    assert reads(machine_with, b"12, 3.5", "INPUT#2,A,B:PRINTA+B;ST") == [" 15.5  64", ""]


def slowly(machine, command):
    """As ``say`` with the KERNAL's own LOAD and SAVE, which take their time and say so."""
    machine.type("{CLR}" + command + "\n")
    wait_for(machine, "READY.")
    lines = [line.rstrip() for line in machine.screen.text().splitlines() if line.strip()]
    return lines[1 : lines.index("READY.")]


def test_a_second_save_says_nothing_and_the_drive_does(machine_with):
    machine = machine_with(b"\x01\x08\0\0", fast=False)
    machine.type("10 INPUT#15,A,B$,C,D:PRINTA;B$;C;D\n")
    assert slowly(machine, 'SAVE"A",8') == ["SAVING A"]
    assert slowly(machine, 'SAVE"A",8') == ["SAVING A"]
    assert slowly(machine, "OPEN15,8,15:GOTO10") == [" 63 FILE EXISTS 0  0"]
    machine.type("CLOSE15\n")
    assert slowly(machine, 'SAVE"B",8') == ["SAVING B"]
    volume = machine.board.iec.devices[8].dos.volume
    assert volume.find(b"B") is not None


def test_keys_typed_ahead_of_a_directory_are_read_after_it(machine_with):
    machine = machine_with(b"\x01\x08\0\0", fast=False)
    machine.type('{CLR}LOAD"$",8')
    machine.memory[0x0277:0x027D] = b"\rLIST\r"
    machine.memory[0xC6] = 6
    wait_for(machine, "BLOCKS FREE.")
    shown = [line.rstrip() for line in machine.screen.text().splitlines()]
    assert shown[:8] == [
        'LOAD"$",8', "", "SEARCHING FOR $", "LOADING", "READY.", "LIST", "",
        '0 "V2              " 00 2A',
    ]  # fmt: skip
    assert shown[9].endswith("BLOCKS FREE.")


def test_verify_tells_the_same_program_from_another(machine_with):
    machine = machine_with(program(LINES, 0x0801))
    say(machine, 'LOAD"PROG",8')
    assert say(machine, 'VERIFY"PROG",8')[-1] == "OK"
    machine.type("63999 STOP\n")
    assert "?VERIFY  ERROR" in say(machine, 'VERIFY"PROG",8')


def test_files_by_the_entries_of_the_statements(machine_with):
    machine = machine_with(program(LINES, 0x0801))
    put_call_stub(machine)
    say(machine, f'SYS864,{0xE168},"PROG",8')
    assert say(machine, "LIST 63999") == ["63999 END"]
    assert say(machine, f'SYS864,{0xE165},"PROG",8')[-1] == "OK"
    say(machine, f'SYS864,{0xE156},"AGAIN",8')
    volume = machine.board.iec.devices[8].dos.volume
    assert volume.read_file(volume.find(b"AGAIN")) == program(LINES, 0x0801)
    say(machine, f'SYS864,{0xE1BE},2,8,2,"OUT,S,W":SYS864,{0xAA80},2,"HELLO":SYS864,{0xE1C7},2')
    assert volume.read_file(volume.find(b"OUT")) == b"HELLO\r"
    say(machine, "NEW")
    machine.type(f'10 OPEN2,8,2,"OUT,S,R":SYS864,{0xABA5},2,A$:CLOSE2:PRINTA$\n')
    assert say(machine, "RUN") == ["HELLO"]


def test_the_kernals_channels_by_basics_entries(machine_with):
    machine = machine_with(b"\x01\x08\0\0")
    put_call_stub(machine)
    # LDX #2, JSR $E118, LDA #"!", JSR $E10C, JMP CLRCHN
    machine.memory[900:913] = bytes.fromhex("a202 2018e1 a921 200ce1 4cccff")
    say(machine, 'OPEN2,8,2,"OUT,S,W":SYS900:CLOSE2')
    volume = machine.board.iec.devices[8].dos.volume
    assert volume.read_file(volume.find(b"OUT")) == b"!"
    # LDX #2, JSR $E11E, JSR $E112 (or $E124), STA 1000, JMP CLRCHN
    for entry in ("12e1", "24e1"):
        machine.memory[900:914] = bytes.fromhex(f"a202 201ee1 20{entry} 8de803 4cccff")
        machine.memory[1000] = 0
        say(machine, 'OPEN2,8,2,"OUT,S,R":SYS900:CLOSE2')
        assert machine.memory[1000] == ord("!")
    assert "?FILE NOT OPEN  ERROR" in say(machine, "SYS900")
