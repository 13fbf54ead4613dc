"""Programs in the drive: how they are brought and started, and the ROM's entries they call."""

import pytest

from disk.volume import PRG, USR
from tests.asm.dos.flat_drive import bench
from tests.c64.drive.test_roms import assemble

OK = b"00, OK,00,00\r"
MARK = 0x06FF  # where the programs here leave a byte
CODE = 0x0500
LEAVE_42 = ("LDA #$42", "STA $06FF", "RTS")


def started(lines=LEAVE_42, at=CODE):
    """Return a master whose drive has a program at ``at``, brought by M-W."""
    master, drive = bench()
    master.error()
    code = assemble(lines, at)
    for offset in range(0, len(code), 32):
        part = code[offset : offset + 32]
        where = (at + offset).to_bytes(2, "little")
        assert master.command_line(b"M-W" + where + bytes((len(part),)) + part) == OK
    return master, drive


@pytest.mark.parametrize("command", [b"M-E\x00\x05", b"U3", b"UC:some text"])
def test_code_in_a_buffer_is_run_by_command(command):
    master, drive = started()
    assert master.command_line(command) == OK
    assert drive.flat.ram[MARK] == 0x42


@pytest.mark.parametrize(
    ("command", "address"), [(b"U4", 0x0503), (b"U8", 0x050F), (b"UF", 0x0509)]
)
def test_user_commands_start_three_bytes_apart(command, address):
    master, drive = started(at=address)
    assert master.command_line(command) == OK
    assert drive.flat.ram[MARK] == 0x42


def test_the_table_of_user_commands_can_be_moved_and_put_back():
    master, drive = started()
    drive.flat.ram[0x0600:0x0604] = b"\x00\x05\x00\x05"
    master.command_line(b"M-W\x6b\x00\x02\x00\x06")
    assert master.command_line(b"U2") == OK
    assert drive.flat.ram[MARK] == 0x42
    assert master.command_line(b"U0") == OK
    assert master.command_line(b"U1 2 0 1 0") == b"70,NO CHANNEL,00,00\r"


def test_block_execute_runs_a_sector():
    master, drive = bench()
    image = drive.image
    image.write(5, 5, assemble(LEAVE_42, 0x0300).ljust(256, b"\0"))
    master.open(2, b"#0")
    assert master.command_line(b"B-E:2 0 5 5") == OK
    assert drive.flat.ram[MARK] == 0x42


def piece(address, content, wrong=0):
    """Return a piece of a utility: address, count, bytes, sum with the carry added in."""
    block = address.to_bytes(2, "little") + bytes((len(content),)) + content
    total = 0
    for byte in block:
        total += byte
        total = (total & 0xFF) + (total >> 8)
    return block + bytes((total + wrong & 0xFF,))


def utility(content, name=b"&TOOL", kind=USR):
    master, drive = bench()
    master.error()
    drive.volume.write_file(name, kind, content)
    return master, drive


@pytest.mark.parametrize("command", [b"&TOOL", b"&0:TOOL", b"&T*"])
def test_a_utility_is_loaded_in_pieces_and_run(command):
    call = assemble(("JSR $0680", "STA $06FF", "RTS"), 0x0400)
    content = piece(0x0400, call) + piece(0x0680, assemble(("LDA #$42", "RTS"), 0x0680))
    master, drive = utility(content)
    assert master.command_line(command) == OK
    assert drive.flat.ram[MARK] == 0x42


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (piece(0x0400, b"\x60", wrong=1), USR, b"50, RECORD NOT PRESENT,00,00\r"),
        (piece(0x0400, b"\x60" * 9)[:-3], USR, b"51,OVERFLOW IN RECORD,00,00\r"),
        (piece(0x0400, b"\x60"), PRG, b"39, FILE NOT FOUND,00,00\r"),
    ],
)
def test_a_utility_that_is_wrong_is_not_run(content, kind, status):
    master, _ = utility(content, kind=kind)
    assert master.command_line(b"&TOOL") == status
    master.open(2, b"#")  # nothing is left open: all four buffers are free
    for channel in (3, 4, 5):
        master.open(channel, b"#")
    assert master.error() == OK


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (("JMP $C194",), OK),
        (("LDA #$62", "JMP $C1C8"), b"62, FILE NOT FOUND,00,00\r"),
        (("LDA #$11", "STA $80", "LDA #$07", "STA $81", "LDA #$66", "JMP $E645"),
         b"66,ILLEGAL TRACK OR SECTOR,17,07\r"),
        (("LDA #$12", "STA $08", "LDA #$01", "STA $09", "LDX #$01", "LDA #$05", "JMP $E60A"),
         b"23,READ ERROR,18,01\r"),
        (("JSR $D005", "JMP $C194"), OK),
    ],
)  # fmt: skip
def test_programs_end_with_a_message(lines, status):
    master, _ = started(lines)
    assert master.command_line(b"U3") == status


def test_programs_find_out_that_the_drive_is_a_1541():
    """Fast loaders read '4' at $E5C6, of a 1571 '7'; drives of other kinds end otherwise, too."""
    master, _ = started(("RTS",))
    master.print(15, b"M-R\xc4\xe5\x04")
    assert master.read(15, 4) == b"154\xb1"


def test_a_program_reads_and_writes_sectors():
    master, drive = started(
        ("JSR $D042", "LDA #$01", "STA $F9", "LDA #$11", "STA $08", "LDA #$03", "STA $09",
         "JSR $D586", "INC $0400", "JSR $D58A", "JMP $C194"),
    )  # fmt: skip
    drive.image.write(17, 3, bytes((7,)) + bytes(range(255)))
    assert master.command_line(b"U3") == OK
    assert drive.image.read(17, 3) == bytes((8,)) + bytes(range(255))


def test_a_program_takes_and_frees_blocks():
    take = ("LDA #$01", "STA $80", "STA $81", "JSR $EF90", "RTS")
    master, drive = started(("JSR $D042", *take))
    master.command_line(b"U3")
    master.command_line(b"B-A 0 1 0")  # writes the map
    assert not drive.volume.is_free(1, 1)
    assert drive.volume.free_blocks() == 662
