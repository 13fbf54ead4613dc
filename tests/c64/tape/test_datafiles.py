"""Data files on tape, and VERIFY, served at once."""

import pytest

from c64.tape.blocks import DATA, DATA_HEADER, END_OF_TAPE, read_block
from disk.tap import Cassette, make_tap
from tests.c64.tape.test_blocks import at_the_prompt, booted, typed

pytestmark = at_the_prompt

WRITE = (
    '10 open1,1,{secondary},"numbers":fori=1to{count}:print#1,i","i*i:next:close1',
    '20 print"written"',
)
READ = (
    '10 open1,1,0,"num":n=0',
    '20 input#1,a,b:n=n+1:s=st:ifb<>a*athenprint"wrong"a:end',
    "30 ifs=0then20",
    '40 close1:printn"read"s',
)


def entered(machine, lines, **values):
    """Type a program in and run it; return what it answered."""
    typed(machine, "new")
    for line in lines:
        typed(machine, line.format(**values))
    machine.type("{CLR}run\n")
    for _ in range(400):
        machine.tick(5)
        if machine.at_prompt:
            break
    return [text.rstrip() for text in machine.screen.text().splitlines() if text.strip()]


def blocks(tape):
    found, at = [], 0
    while (block := read_block(tape.pulses, at)) is not None:
        found.append(block[0])
        at = block[1]
    return found


def written(count=3, secondary=1):
    """A machine that has written a file, and its cassette."""
    machine = booted(Cassette.blank())
    assert "WRITTEN" in entered(machine, WRITE, count=count, secondary=secondary)
    return machine, machine.tape.cassette


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 15, 60])
def test_what_is_printed_to_a_tape_is_read_from_it_again(count):
    machine, _ = written(count)
    machine.tape.to_begin()
    assert f" {count} READ 64" in entered(machine, READ)
    assert machine.ram[0x98] == 0


@pytest.mark.slow
def test_a_file_is_a_header_and_blocks_of_192_bytes_with_a_zero_behind_the_last_byte():
    _, tape = written(60)
    header, *data = blocks(tape)
    assert header[0] == DATA_HEADER and header[5:12] == b"NUMBERS"
    assert {block[0] for block in data} == {DATA} and {len(block) for block in data} == {192}
    text = b"".join(block[1:] for block in data)
    expected = "".join(f" {i} , {i * i} \r" for i in range(1, 61)).encode()
    assert text[: len(expected) + 1] == expected + b"\0"
    assert len(data) == (len(expected) + 1 + 190) // 191


@pytest.mark.slow
def test_the_end_of_the_tape_is_written_when_asked_for():
    machine, tape = written(1, secondary=2)
    assert [block[0] for block in blocks(tape)] == [DATA_HEADER, DATA, END_OF_TAPE]
    machine.tape.to_begin()
    assert typed(machine, 'open1,1,0,"other"')[0] == "?FILE NOT FOUND  ERROR"


@pytest.mark.slow
def test_another_machine_reads_the_tape_out_of_its_file(tmp_path):
    _, tape = written(20)
    path = tmp_path / "numbers.tap"
    path.write_bytes(make_tap(tape.pulses))
    assert " 20 READ 64" in entered(booted(Cassette.open(path)), READ)


@pytest.mark.slow
def test_a_file_is_found_behind_a_program_and_a_program_behind_a_file():
    machine = booted(Cassette.blank())
    typed(machine, "10 rem first")
    typed(machine, 'save"prog",1')
    assert "WRITTEN" in entered(machine, WRITE, count=3, secondary=1)
    typed(machine, 'save"second",1')
    machine.tape.to_begin()
    assert " 3 READ 64" in entered(machine, READ)
    machine.tape.to_begin()
    assert typed(machine, 'load"second",1') == ["READY."]
    assert '20 PRINT"WRITTEN"' in typed(machine, "list")


@pytest.mark.slow
def test_bytes_come_by_get_as_they_were():
    lines = (
        '10 open1,1,1,"b":fori=1to255:print#1,chr$(i);:next:close1',
        '20 print"written"',
    )
    machine = booted(Cassette.blank())
    entered(machine, lines)
    machine.tape.to_begin()
    lines = (
        "10 open1,1,0:i=1",
        '20 get#1,a$:s=st:ifasc(a$+chr$(0))<>ithenprint"wrong"i:end',
        "30 i=i+1:ifs=0then20",
        '40 close1:print"read"i-1',
    )
    assert "READ 255" in entered(machine, lines)


@pytest.mark.slow
def test_a_state_in_the_middle_of_a_file_goes_on():
    machine, _ = written(40)
    machine.tape.to_begin()
    half = ("30 ifs=0andn<>17then20", '35 ifs=0thenprint"half":stop:goto20')
    assert "HALF" in entered(machine, (*READ[:2], *half, READ[3]))
    other = booted()
    other.restore(machine.snapshot())
    other.type("{CLR}cont\n")
    other.tick(200)
    assert " 40 READ 64" in other.screen.text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("secondary", "command", "answer"),
    [
        (0, "print#1,5", "?NOT OUTPUT FILE  ERROR"),
        (1, "get#1,a$", "?ILLEGAL DIRECT  ERROR"),
    ],
)
def test_a_file_goes_one_way(secondary, command, answer):
    machine, _ = written(1)
    machine.tape.to_begin()
    machine.type(f'open1,1,{secondary},"n"\n')
    machine.tick(20)
    assert typed(machine, command)[0] == answer


def test_a_program_that_reads_a_file_which_is_written_is_told():
    machine = booted(Cassette.blank())
    lines = ('10 open1,1,1,"x"', "20 get#1,a$")
    assert "?NOT INPUT FILE  ERROR IN 20" in entered(machine, lines)


@pytest.mark.slow
def test_an_open_number_is_the_kernals_business():
    machine, _ = written(1)
    machine.type('open1,1,1,"x"\n')
    machine.tick(20)
    assert typed(machine, 'open1,1,1,"y"')[0] == "?FILE OPEN  ERROR"
    assert typed(machine, "open2,3:close2:close1") == ["READY."]
    assert typed(machine, 'open0,1,1,"y"')[0].startswith("?")


@pytest.mark.slow
def test_the_end_of_the_tape_is_the_end_of_the_file():
    machine, tape = written(60)
    pulses = tape.pulses
    _, at = read_block(pulses, 0)
    _, at = read_block(pulses, at)
    machine = booted(Cassette(make_tap(pulses[: at + 200]), None))
    lines = ("10 open1,1,0", "20 get#1,a$:s=st:n=n+1:ifs=0then20", '30 close1:print"bytes"n;s')
    assert "BYTES 191  64" in entered(machine, lines)


def test_traps_are_there_only_with_a_cassette():
    machine = booted()
    assert 0xFFD2 not in machine.board.traps
    machine.tape.insert(Cassette.blank())
    assert 0xFFD2 in machine.board.traps
    machine.fastload = False
    assert 0xFFD2 not in machine.board.traps
    machine.fastload = True
    machine.tape.eject()
    assert 0xFFD2 not in machine.board.traps


def test_a_hook_of_somebody_else_stays():
    machine = booted()
    seen = []
    hook = machine.on(0xFFD2, seen.append)
    machine.tape.insert(Cassette.blank())
    machine.tape.eject()
    machine.type("print1\n")
    assert seen
    hook.remove()


# -- VERIFY --------------------------------------------------------------------------------


@pytest.mark.slow
def test_verify_compares():
    machine = booted(Cassette.blank())
    typed(machine, '10 print"hello"')
    typed(machine, 'save"prog",1')
    machine.tape.to_begin()
    assert typed(machine, 'verify"prog",1') == ["OK", "READY."]
    typed(machine, '10 print"hallo"')
    machine.tape.to_begin()
    assert typed(machine, 'verify"",1')[0] == "?VERIFY  ERROR"
    assert typed(machine, "run")[0] == "HALLO"
    assert typed(machine, 'verify"none",1')[0] == "?FILE NOT FOUND  ERROR"
