"""A C64 and a 1541, both with our ROMs, and the same with a KERNAL that is not ours."""

import pytest

import c64
from disk.d64 import D64Image
from disk.volume import PRG, SEQ, Volume
from tests.asm.dos.real_drive import volume_of
from tests.c64.drive.test_roms import READ_A_FILE, assemble, data, stocked
from tests.c64.machine_with_roms import foreign_machine, our_machine, say, wait_for

pytestmark = pytest.mark.skipif(c64.PURE, reason="hundreds of frames take minutes uncompiled")

MACHINES = {"ours": our_machine, "open roms": foreign_machine}


@pytest.fixture(params=MACHINES)
def machine(request):
    machine = MACHINES[request.param]()
    machine.drives[8].attach(stocked(), kind="1541")
    machine.tick(40)
    return machine


def all_sprites_on_the_text(machine):
    """Eight sprites, 42 lines high, over lines 60 to 100: text lines among them."""
    for n in range(8):
        machine.memory[0xD000 + 2 * n] = 24 + 30 * n
        machine.memory[0xD001 + 2 * n] = 60
    machine.memory[0xD015] = machine.memory[0xD017] = 0xFF


def test_directory_load_save_and_verify(machine):
    say(machine, 'LOAD"$",8')
    shown = [line for line in say(machine, "LIST") if line[0].isdigit()]
    assert shown == [
        '0 "TEST DISK       " T1 2A',
        '3    "DATA"             PRG',
        '1    "TWO"              PRG',
        "660 BLOCKS FREE.",
    ]
    say(machine, 'LOAD"DATA",8,1')
    assert machine.memory[0xC000 : 0xC000 + 700] == data()
    machine.type("{CLR}NEW\n10 REM SAVED BY HAND\n")
    say(machine, 'SAVE"MINE",8')
    volume = volume_of(machine.board.iec.devices[8])
    assert b"SAVED BY HAND\0\0\0" in volume.read_file(volume.find(b"MINE"))
    assert not any("ERROR" in line for line in say(machine, 'VERIFY"MINE",8'))
    machine.memory[0x0805] ^= 1
    assert any("VERIFY" in line and "ERROR" in line for line in say(machine, 'VERIFY"MINE",8'))
    assert any("FILE NOT FOUND" in line for line in say(machine, 'LOAD"NONE",8'))
    assert any("DEVICE NOT PRESENT" in line for line in say(machine, 'LOAD"DATA",9'))


def test_all_sprites_over_bad_lines_do_not_lose_a_bit():
    machine = our_machine()  # the Open ROMs' KERNAL loses bits then, with any drive
    machine.drives[8].attach(stocked(), kind="1541")
    machine.tick(40)
    all_sprites_on_the_text(machine)
    say(machine, 'LOAD"DATA",8,1')
    assert machine.memory[0xC000 : 0xC000 + 700] == data()
    machine.type("{CLR}NEW\n10 REM SAVED BY HAND\n")
    say(machine, 'SAVE"MINE",8')
    volume = volume_of(machine.board.iec.devices[8])
    assert b"SAVED BY HAND\0\0\0" in volume.read_file(volume.find(b"MINE"))


def test_a_file_is_read_byte_by_byte_until_its_end(machine):
    image = D64Image.blank(b"TEST DISK", b"T1")
    Volume(image).write_file(b"BYTES", SEQ, bytes(range(200)))
    machine.drives[8].attach(image, kind="1541")
    code = assemble(READ_A_FILE, 0xC100)
    machine.memory[0xC100 : 0xC100 + len(code)] = code
    machine.memory[0xC180:0xC186] = b"BYTES*"
    say(machine, "SYS49408")
    assert machine.memory[0xC200 : 0xC200 + 200] == bytes(range(200))
    assert machine.memory[0xC1F0] == 0x40


WRITE_AND_READ = """NEW
10 OPEN15,8,15
20 OPEN2,8,2,"LOG,S,W":OPEN3,9,3,"OTHER,S,W"
30 FORI=1TO20:PRINT#2,"LINE";I:PRINT#3,I*I:NEXT
40 CLOSE2:CLOSE3
50 OPEN2,8,2,"LOG,S,R":OPEN3,9,3,"OTHER,S,R"
60 FORI=1TO20:INPUT#2,A$:INPUT#3,N
65 IFVAL(MID$(A$,5))<>IORN<>I*ITHENPRINT"WRONG"I
70 NEXT:GET#2,A$:CLOSE2:CLOSE3
80 INPUT#15,N,A$,T,S:PRINTN"/"A$"/"T"/"S:PRINT"OV"+"ER"
RUN
"""


@pytest.mark.long
def test_basic_writes_and_reads_on_two_drives_at_once():
    machine = our_machine()
    machine.drives[8].attach(stocked(), kind="1541")
    machine.drives[9].attach(D64Image.blank(b"SECOND", b"T2"), kind="1541")
    machine.tick(40)
    machine.type(WRITE_AND_READ)
    wait_for(machine, "OVER", frames=6000)
    text = machine.screen.text()
    assert "WRONG" not in text.split("RUN")[-1]
    assert " 0 /OK/ 0 / 0" in text
    volume = volume_of(machine.board.iec.devices[9])
    assert volume.read_file(volume.find(b"OTHER")) == b"".join(
        b" %d \r" % (i * i) for i in range(1, 21)
    )


RECORDS = """NEW
10 OPEN15,8,15:OPEN2,8,2,"REC,L,"+CHR$(40)
20 FORI=1TO12:GOSUB90:PRINT#2,"RECORD"I:NEXT
30 FORI=12TO1STEP-1:GOSUB90:INPUT#2,A$:IFVAL(MID$(A$,7))<>ITHENPRINT"WRONG"A$
40 NEXT:CLOSE2:INPUT#15,N,A$:PRINTN"/"A$:PRINT"OV"+"ER":END
90 PRINT#15,"P"CHR$(98)CHR$(I)CHR$(0)CHR$(1):RETURN
RUN
"""


@pytest.mark.long
def test_basic_keeps_records_in_a_relative_file():
    machine = our_machine()
    machine.drives[8].attach(D64Image.blank(b"TEST DISK", b"T1"), kind="1541")
    machine.tick(40)
    machine.type(RECORDS)
    wait_for(machine, "OVER", frames=6000)
    assert "WRONG" not in machine.screen.text().split("RUN")[-1]
    volume = volume_of(machine.board.iec.devices[8])
    entry = volume.find(b"REC")
    content = volume.read_file(entry)
    assert content[: 12 * 40 : 40] == b"R" * 12
    assert entry.size == len(content) // 254 + 2


@pytest.mark.parametrize("model", ["ntsc", "c64c"])
def test_the_lines_work_on_every_model(model):
    machine = our_machine(model=model)
    machine.drives[8].attach(stocked(), kind="1541")
    machine.tick(40)
    say(machine, 'LOAD"DATA",8,1')
    assert machine.memory[0xC000 : 0xC000 + 700] == data()


@pytest.mark.long
def test_a_disk_is_formatted_copied_to_and_validated():
    machine = our_machine()
    machine.drives[8].attach(D64Image(bytes(174848)), kind="1541")
    machine.tick(40)
    machine.type('{CLR}OPEN15,8,15,"N:FRESH,FR":CLOSE15:PRINT"DO"+"NE"\n')
    wait_for(machine, "DONE", frames=4000)
    volume = volume_of(machine.board.iec.devices[8])
    assert (volume.name(), volume.disk_id(), volume.free_blocks()) == (b"FRESH", b"FR", 664)
    machine.type("{CLR}NEW\n10 REM A PROGRAM\n")
    say(machine, 'SAVE"ONE",8')
    machine.type('{CLR}OPEN15,8,15,"C:TWO=ONE":PRINT#15,"V":CLOSE15:PRINT"DO"+"NE"\n')
    wait_for(machine, "DONE", frames=4000)
    volume = volume_of(machine.board.iec.devices[8])
    one, two = volume.find(b"ONE"), volume.find(b"TWO")
    assert (one.type, two.type) == (PRG, PRG)
    assert volume.read_file(one) == volume.read_file(two)
    assert volume.free_blocks() == 662
