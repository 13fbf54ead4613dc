"""A folder of the host in a drive: through the lines, in a machine, in snapshots."""

import os
import threading

import pytest

import c64
from c64.drive.drive1541 import Drive1541
from c64.drive.virtual_drive import Drive
from c64.errors import MachineFault, MediaUnknown, SnapshotError
from disk.d64 import D64Image
from disk.host_folder import LARGEST_FILE, FolderVolume, HostFolder
from emu.__main__ import main
from tests.c64.drive.iec_master import NO_DEVICE, bench
from tests.c64.drive.test_state import twin_of

OK = b"00, OK,00,00\r"
HELLO = b"\x01\x08\x0c\x08\x0a\0\x99\x22HI 64\x22\0\0\0"  # 10 PRINT"HI 64"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "hello.prg").write_bytes(HELLO)
    (tmp_path / "disk" / "notes.seq").write_bytes(b"some notes")
    return tmp_path / "disk"


def test_files_are_loaded_saved_read_and_written(folder):
    master, _ = bench(HostFolder(folder))
    assert master.error() == b"73,GO64 DOS FOLDER,00,00\r"
    assert master.load(b"*") == HELLO
    assert master.load(b"HE*") == HELLO
    assert master.save(b"NEW GAME", b"\x01\x08new") == 5
    assert (folder / "new game.prg").read_bytes() == b"\x01\x08new"
    assert master.save(b"NEW GAME", b"x") == 0 and master.status & NO_DEVICE
    assert master.error() == b"63, FILE EXISTS,00,00\r"
    assert master.save(b"@0:NEW GAME", b"\x01\x08newer") == 7
    assert master.load(b"NEW GAME") == b"\x01\x08newer"
    master.open(2, b"NOTES,S,A")
    master.print(2, b" and more")
    master.close(2)
    master.open(2, b"NOTES,S,R")
    assert master.read(2) == b"some notes and more"
    master.close(2)
    listing = master.load(b"$")
    assert b'"HELLO"            PRG' in listing and b'"NOTES"            SEQ' in listing


def test_the_commands_work_on_the_folder(folder):
    master, _ = bench(HostFolder(folder))
    master.error()
    assert master.command_line(b"C:COPY=HELLO") == OK
    assert master.command_line(b"R:THIRD=COPY") == OK
    assert (folder / "third.prg").read_bytes() == HELLO
    assert master.command_line(b"S:T*,NOTES") == b"01, FILES SCRATCHED,02,00\r"
    assert os.listdir(folder) == ["hello.prg"]
    assert master.command_line(b"V") == OK
    assert master.command_line(b"I") == OK
    for command, status in (
        (b"N:NEW,ID", b"31,SYNTAX ERROR,00,00\r"),
        (b"N:NEW", b"31,SYNTAX ERROR,00,00\r"),
        (b"N:", b"31,SYNTAX ERROR,00,00\r"),
        (b"N", b"34,SYNTAX ERROR,00,00\r"),
        (b"/SUB", b"31,SYNTAX ERROR,00,00\r"),
        (b"B-A 0 1 1", b"66,ILLEGAL TRACK OR SECTOR,01,01\r"),
        (b"S:../*", b"01, FILES SCRATCHED,00,00\r"),
    ):
        assert master.command_line(command) == status
    master.open(2, b"#")
    assert master.command_line(b"U1 2 0 18 0") == b"66,ILLEGAL TRACK OR SECTOR,18,00\r"
    assert os.listdir(folder) == ["hello.prg"]


def test_relative_files_are_refused_and_the_user_hears_why(folder):
    master, drive = bench(HostFolder(folder))
    heard = []
    drive.notice = heard.append
    master.open(2, b"REC,L," + bytes([20]))
    assert master.error() == b"64, FILE TYPE MISMATCH,00,00\r"
    assert heard == ["drive 8: 64, FILE TYPE MISMATCH,00,00: relative files need a disk image"]


def test_a_file_being_written_comes_back_with_a_snapshot(folder):
    master, drive = bench(HostFolder(folder))
    master.open(2, b"LOG,S,W")
    master.print(2, b"first ")
    master.open(3, b"NOTES,S,R")
    assert master.read(3, count=5) == b"some "
    state = drive.save_state()
    twin = Drive(8)
    twin.mount(HostFolder(folder))
    twin.load_state(state)
    assert twin.save_state() == state
    master.print(2, b"second")
    drive.load_state(state)
    assert master.read(3) == b"notes"
    master.print(2, b"other")
    master.close(2)
    assert (folder / "log.seq").read_bytes() == b"first other"


def test_a_snapshot_opens_no_folder_by_itself(folder):
    master, drive = bench(HostFolder(folder))
    with pytest.raises(ValueError, match=r"made with the folder .* put it in first"):
        twin_of(master, drive)
    machine = c64.C64(sample_rate=0)
    machine.drives[8].attach(folder)
    state = machine.snapshot()
    machine.drives[8].attach(D64Image.blank())
    with pytest.raises(SnapshotError, match="put it in first"):
        machine.restore(state)
    machine.drives[8].attach(folder)
    machine.restore(state)


def test_a_folder_goes_into_a_virtual_drive(folder):
    machine = c64.C64(sample_rate=0, drive="1541")
    machine.drives[8].attach(folder, read_only=True)
    assert isinstance(machine.board.iec.devices[8], Drive) and machine.drives[8].image.read_only
    with pytest.raises(MediaUnknown, match="does not fit a 1541"):
        machine.drives[8].attach(folder, kind="1541")
    assert not isinstance(machine.board.iec.devices[8], Drive1541)


@pytest.mark.compiled_only("hundreds of frames take minutes uncompiled")
def test_a_folder_is_started_by_its_first_program(folder):
    machine = c64.C64(sample_rate=0)
    machine.autostart(folder)
    machine.tick(20)
    assert "HI 64" in machine.screen.text()
    machine.type('save"mine",8\n')
    machine.tick(60)
    assert (folder / "mine.prg").read_bytes().startswith(b"\x01\x08")


def test_the_command_line_takes_a_folder(folder, capsys):
    words = ["--headless", "--frames", "5"]
    assert main(["--basic-prompt", "--drive8", str(folder), *words]) == 0
    assert main([str(folder), *words]) == 0
    assert capsys.readouterr().err == ""


# -- beside the machine -------------------------------------------------------------------------


class Gate:
    """Holds up the calls of a host that is slow, until it is opened."""

    def __init__(self, monkeypatch):
        self.opened, self.waits = threading.Event(), threading.Event()
        real = FolderVolume.entries

        def entries(volume):
            self.waits.set()
            assert self.opened.wait(20)
            return real(volume)

        monkeypatch.setattr(FolderVolume, "entries", entries)

    def behind(self, machine, frames=20):
        """Let the machine run while the host is waited for, and on until the drive is free."""
        for _ in range(200):
            machine.tick()
            if self.waits.is_set():
                break
        assert self.waits.is_set() and not self.opened.is_set()
        machine.tick(frames)
        drive = machine.board.iec.devices[8]
        assert drive.dos.busy()
        self.opened.set()
        drive.dos.settle()


def beside(folder):
    machine = c64.C64(sample_rate=0)
    machine.drives[8].attach(folder)
    machine.drives[8].image.aside = True
    machine.tick(150)
    return machine


def until_ready(machine):
    for _ in range(2000):
        machine.tick()
        if machine.at_prompt and not machine.typing:
            machine.tick(5)
            return
    raise AssertionError("BASIC did not come back")


@pytest.mark.compiled_only("the thread beside it is the host's, and frames are slow")
@pytest.mark.parametrize("served", [False, True], ids=["lines", "served"])
def test_a_machine_runs_on_while_a_slow_host_lists_a_folder(served, folder, monkeypatch):
    machine, gate = beside(folder), Gate(monkeypatch)
    machine.fastload = served
    machine.type('LOAD"HELLO",8\n', wait=False)
    gate.behind(machine)
    until_ready(machine)
    assert bytes(machine.memory[0x0803:0x080C]) == HELLO[4:13]  # BASIC has linked it anew


@pytest.mark.slow
@pytest.mark.compiled_only("the thread beside it is the host's, and frames are slow")
@pytest.mark.parametrize("served", [False, True], ids=["lines", "served"])
def test_a_machine_runs_on_while_a_slow_host_takes_a_file(served, folder, monkeypatch):
    machine, gate = beside(folder), Gate(monkeypatch)
    machine.fastload = served
    machine.type('10 PRINT"A"\nSAVE"MINE",8\n', wait=False)
    gate.behind(machine)
    until_ready(machine)
    assert (folder / "mine.prg").read_bytes()[:2] == b"\x01\x08"


@pytest.mark.slow
@pytest.mark.compiled_only("the thread beside it is the host's, and frames are slow")
def test_commands_one_after_the_other_wait_for_each_other(folder):
    machine = beside(folder)
    machine.type(
        'OPEN15,8,15,"C:TWO=NOTES":PRINT#15,"C:FOUR=TWO,TWO":PRINT#15,"S:TWO"\n', wait=False
    )
    until_ready(machine)
    machine.board.iec.devices[8].dos.settle()
    assert (folder / "four.seq").read_bytes() == b"some notes" * 2
    assert not (folder / "two.seq").exists()


@pytest.mark.compiled_only("the thread beside it is the host's, and frames are slow")
def test_a_snapshot_meanwhile_does_not_wait_and_does_the_work_again(folder, monkeypatch):
    machine, gate = beside(folder), Gate(monkeypatch)
    machine.type('LOAD"HELLO",8\n', wait=False)
    for _ in range(200):
        machine.tick()
        if gate.waits.is_set():
            break
    machine.tick(3)
    saved = machine.snapshot()
    gate.opened.set()
    until_ready(machine)
    machine.memory[0x0806] = 0
    machine.restore(saved)
    until_ready(machine)
    assert machine.memory[0x0806] == HELLO[7]


@pytest.mark.compiled_only("the thread beside it is the host's, and frames are slow")
def test_a_reset_meanwhile_waits_for_the_end(folder, monkeypatch):
    machine, gate = beside(folder), Gate(monkeypatch)
    machine.type('LOAD"HELLO",8\n', wait=False)
    gate.behind(machine)
    machine.reset()
    assert (
        not machine.board.iec.devices[8].dos.channels
        and not machine.board.iec.devices[8].dos.busy()
    )
    machine.tick(150)
    assert machine.at_prompt


@pytest.mark.compiled_only("the thread beside it is the host's, and frames are slow")
def test_an_error_beside_the_machine_ends_its_run(folder, monkeypatch):
    def entries(_):
        raise ZeroDivisionError

    machine = beside(folder)
    monkeypatch.setattr(FolderVolume, "entries", entries)
    machine.type('LOAD"HELLO",8\n', wait=False)
    with pytest.raises((MachineFault, ZeroDivisionError)):
        machine.tick(300)


@pytest.mark.slow
def test_a_copy_of_more_than_a_file_holds_is_disk_full_and_no_file(folder):
    (folder / "big.seq").write_bytes(bytes(LARGEST_FILE))
    master, _ = bench(HostFolder(folder))
    assert master.command_line(b"C:NEW=BIG,BIG").startswith(b"72, DISK FULL")
    assert master.command_line(b"C:NEW=BIG") == OK
    assert sorted(os.listdir(folder)) == ["big.seq", "hello.prg", "new.seq", "notes.seq"]
