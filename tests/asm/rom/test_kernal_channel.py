"""Files and channels: OPEN to CLALL, CHRIN, CHROUT, GETIN on keyboard, screen and drive."""

import pytest

OPEN, CLOSE, CHKIN, CHKOUT = 0xFFC0, 0xFFC3, 0xFFC6, 0xFFC9
CLRCHN, CHRIN, CHROUT, GETIN, CLALL, SETMSG = 0xFFCC, 0xFFCF, 0xFFD2, 0xFFE4, 0xFFE7, 0xFF90
LDTND, DFLTN, DFLTO, STATUS, LAT, FAT, SAT = 0x98, 0x99, 0x9A, 0x90, 0x259, 0x263, 0x26D
NDX, KEYD = 0xC6, 0x277
RIBUF, RSSTAT, RIDBE, RIDBS = 0xF7, 0x297, 0x29B, 0x29C
LIMIT = 10_000_000


def open_file(machine, name="", number=2, device=8, secondary=2):
    """OPEN; returns the error number, 0 for none."""
    machine.name(name, number, device, secondary)
    cpu = machine.call(OPEN, limit=LIMIT)
    return cpu.a if machine.carry else 0


def read_all(machine):
    """Bytes up to the end of the file on the input channel."""
    data = []
    while not machine.ram[STATUS]:
        data.append(machine.call(CHRIN).a)
        assert len(data) < 1000
    return bytes(data)


def files(machine):
    """Open files: (number, device, secondary address)."""
    columns = ((LAT, FAT, SAT) for _ in range(machine.ram[LDTND]))
    return [tuple(machine.ram[c + i] for c in column) for i, column in enumerate(columns)]


def test_open_enters_the_file_into_the_table(machine):
    assert open_file(machine, number=5, device=3, secondary=1) == 0
    assert open_file(machine, number=6, device=0, secondary=0) == 0
    assert files(machine) == [(5, 3, 0x61), (6, 0, 0x60)]


def test_open_of_number_0_is_refused(machine):
    assert open_file(machine, number=0, device=3) == 6


def test_open_twice_is_refused(machine):
    open_file(machine, number=5, device=3)
    assert open_file(machine, number=5, device=3) == 2


def test_the_eleventh_file_is_refused(machine):
    for number in range(1, 11):
        assert open_file(machine, number=number, device=3) == 0
    assert open_file(machine, number=11, device=3) == 1


def test_the_datasette_cannot_be_opened(machine):
    assert open_file(machine, device=1) == 9
    assert files(machine) == []


def test_rs232_takes_what_is_printed_and_gives_nothing(machine):
    assert open_file(machine, number=2, device=2, secondary=0) == 0
    assert files(machine) == [(2, 2, 0x60)]
    machine.call(CHKOUT, x=2)
    for number in range(300):  # more than its buffer
        got = machine.call(CHROUT, a=number & 0xFF, x=1, y=3)
        assert (got.a, got.x, got.y) == (number & 0xFF, 1, 3)
        assert not machine.carry
    machine.call(CHKIN, x=2)
    got = machine.call(GETIN, x=1, y=3)
    assert (got.a, got.x, got.y) == (0, 1, 3)
    assert not machine.carry
    assert machine.ram[RSSTAT] & 8
    machine.call(CLOSE, a=2)
    assert files(machine) == []


def test_chrin_waits_for_a_byte_from_rs232(machine):
    open_file(machine, number=2, device=2, secondary=0)
    machine.call(CHKIN, x=2)
    machine.ram[RIBUF], machine.ram[RIBUF + 1] = 0x00, 0xC1
    machine.ram[0xC100:0xC103] = b"\0\0A"
    machine.ram[RIDBS], machine.ram[RIDBE] = 0, 3  # as a driver of a program's own leaves it
    got = machine.call(CHRIN, x=1, y=2)
    assert (got.a, got.x, got.y) == (0x41, 1, 2)
    assert not machine.carry
    assert machine.ram[RIDBS] == 3


def test_getin_of_the_keyboard_finds_nothing_with_carry_clear(machine):
    assert machine.call(GETIN, c=1).a == 0
    assert not machine.carry


def test_open_on_a_missing_device(machine):
    assert open_file(machine, "X", device=8) == 5
    assert files(machine) == []


def test_open_without_a_name_sends_nothing(machine):
    assert open_file(machine, "", device=8, secondary=15) == 0
    assert files(machine) == [(2, 8, 0x6F)]


def test_close_takes_the_file_out_of_the_middle_of_the_table(machine):
    for number in (1, 2, 3):
        open_file(machine, number=number, device=3, secondary=number)
    machine.call(CLOSE, a=2)
    assert not machine.carry
    assert sorted(files(machine)) == [(1, 3, 0x61), (3, 3, 0x63)]


def test_close_of_a_file_that_is_not_open_is_no_error(machine):
    machine.call(CLOSE, a=9)
    assert not machine.carry


@pytest.mark.parametrize("routine", [CHKIN, CHKOUT])
def test_a_channel_needs_an_open_file(machine, routine):
    cpu = machine.call(routine, x=4)
    assert machine.carry and cpu.a == 3


def test_the_keyboard_is_no_output_channel(machine):
    open_file(machine, number=4, device=0)
    cpu = machine.call(CHKOUT, x=4)
    assert machine.carry and cpu.a == 7


def test_channels_of_local_devices(machine):
    open_file(machine, number=4, device=3)
    open_file(machine, number=5, device=0)
    machine.call(CHKIN, x=4)
    assert not machine.carry and machine.ram[DFLTN] == 3
    machine.call(CHKOUT, x=4)
    assert not machine.carry and machine.ram[DFLTO] == 3
    machine.call(CHKIN, x=5)
    assert machine.ram[DFLTN] == 0


def test_a_sequential_file_is_read_to_its_end(machine, drive):
    assert open_file(machine, "NOTES,S,R") == 0
    machine.call(CHKIN, x=2, limit=LIMIT)
    assert not machine.carry
    assert read_all(machine) == b"FIRST\rSECOND\r"
    assert machine.ram[STATUS] == 0x40
    machine.call(CLOSE, a=2, limit=LIMIT)
    machine.call(CLRCHN, limit=LIMIT)
    assert (machine.ram[DFLTN], machine.ram[DFLTO]) == (0, 3)


def test_after_the_end_of_a_file_comes_return(machine, drive):
    open_file(machine, "NOTES,S,R")
    machine.call(CHKIN, x=2, limit=LIMIT)
    read_all(machine)
    assert machine.call(CHRIN).a == 0x0D


def test_getin_reads_from_a_file_too(machine, drive):
    open_file(machine, "NOTES,S,R")
    machine.call(CHKIN, x=2, limit=LIMIT)
    assert [machine.call(GETIN).a for _ in range(5)] == list(b"FIRST")


def test_a_sequential_file_is_written(machine, drive):
    assert open_file(machine, "OUT,S,W") == 0
    machine.call(CHKOUT, x=2, limit=LIMIT)
    assert not machine.carry
    machine.print("HELLO DISK")
    machine.call(CLRCHN, limit=LIMIT)
    machine.call(CLOSE, a=2, limit=LIMIT)
    volume = drive.dos.volume
    assert volume.read_file(volume.find(b"OUT")) == b"HELLO DISK"


def test_the_command_channel_takes_commands_and_reports(machine, drive):
    assert open_file(machine, "S:SHORT", number=15, secondary=15) == 0
    machine.call(CHKIN, x=15, limit=LIMIT)
    assert read_all(machine) == b"01, FILES SCRATCHED,01,00\r"
    machine.call(CLRCHN, limit=LIMIT)
    machine.call(CLOSE, a=15, limit=LIMIT)
    assert drive.dos.volume.find(b"SHORT") is None


def test_chkin_of_a_device_that_has_gone(machine, drive):
    open_file(machine, "NOTES,S,R")
    machine.bus.detach(8)
    cpu = machine.call(CHKIN, x=2, limit=LIMIT)
    assert machine.carry and cpu.a == 5
    assert machine.ram[DFLTN] == 0


def test_chkout_of_a_device_that_has_gone(machine, drive):
    open_file(machine, "OUT,S,W")
    machine.bus.detach(8)
    cpu = machine.call(CHKOUT, x=2, limit=LIMIT)
    assert machine.carry and cpu.a == 5


def test_clall_forgets_the_files(machine):
    open_file(machine, number=4, device=3)
    machine.ram[DFLTN] = 3
    machine.call(CLALL)
    assert files(machine) == []
    assert (machine.ram[DFLTN], machine.ram[DFLTO]) == (0, 3)


def test_getin_takes_from_the_keyboard_buffer(machine):
    machine.put(KEYD, "ABC")
    machine.ram[NDX] = 3
    assert [machine.call(GETIN).a for _ in range(4)] == [0x41, 0x42, 0x43, 0]
    assert not machine.carry


def type_text(machine, text):
    """CHRIN until RETURN with ``text`` typed by way of the keyboard buffer."""
    rest = bytearray(text)

    def feed(board):
        if rest and not board.ram[NDX]:
            board.ram[KEYD] = rest.pop(0)
            board.ram[NDX] = 1
        return False

    machine.board.set_trap(0xE5CD, feed)
    codes = []
    while (code := machine.call(CHRIN).a) != 0x0D:
        codes.append(code)
    machine.board.set_trap(0xE5CD, None)
    return bytes(codes)


def test_chrin_edits_a_line_and_returns_it(machine):
    assert type_text(machine, b"HELO\x9d\x94L\r") == b"HELLO"
    assert machine.screen()[0].startswith("HELLO ")


def test_chrin_does_not_print_the_return(machine):
    type_text(machine, b"AB\r")
    assert machine.ram[0xD6] == 0


def test_chrin_leaves_a_prompt_out(machine):
    machine.print("NAME? ")
    assert type_text(machine, b"BOB\r") == b"BOB"


def test_chrin_reads_the_whole_line_when_the_cursor_went_elsewhere(machine):
    machine.print("ONE\rTWO\r")
    assert type_text(machine, b"\x91\x91\r") == b"ONE"


def test_chrin_of_an_empty_line(machine):
    assert type_text(machine, b"\r") == b""


def test_chrin_reads_a_line_of_80_columns(machine):
    text = bytes(0x41 + i % 26 for i in range(80))
    assert type_text(machine, text + b"\x91\x91\r") == text


def test_chrin_reads_a_line_that_scrolled_while_typed(machine):
    machine.call(0xFFF0, x=24, y=0, c=0)
    machine.print("? ")
    text = bytes(0x41 + i % 26 for i in range(60))
    assert type_text(machine, text + b"\r") == text


def test_run_stop_with_shift_loads_and_runs_the_first_program(machine):
    assert type_text(machine, b"\x83") == b'LOAD"*",8,1'
    machine.print("\r")
    assert type_text(machine, b"") == b"RUN"


@pytest.mark.parametrize(
    ("number", "act"),
    [
        (1, lambda m: [open_file(m, number=n, device=3) for n in range(1, 12)]),
        (3, lambda m: m.call(CHKIN, x=99)),
        (5, lambda m: open_file(m, "X", device=11)),
        (9, lambda m: open_file(m, device=1)),
    ],
)
def test_errors_are_printed_with_their_number(machine, number, act):
    machine.call(SETMSG, a=0x40)
    act(machine)
    assert f"I/O ERROR #{number}" in "".join(machine.screen())


@pytest.mark.parametrize(
    ("routine", "vector"),
    [
        (OPEN, 0x31A), (CLOSE, 0x31C), (CHKIN, 0x31E), (CHKOUT, 0x320), (CLRCHN, 0x322),
        (CHRIN, 0x324), (CHROUT, 0x326), (0xFFE1, 0x328), (GETIN, 0x32A), (CLALL, 0x32C),
    ],
)  # fmt: skip
def test_the_documented_entries_go_by_their_vectors(machine, routine, vector):
    machine.put(0xC000, b"\xa9\x77\x60")
    machine.put(vector, b"\x00\xc0")
    assert machine.call(routine).a == 0x77
