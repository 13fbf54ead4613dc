"""A tape that VICE's x64sc records, and what its RAM expansion holds.

It runs with our ROMs, without a window, and is led by its monitor.
"""

import os
import shutil
import socket
import subprocess
import time

import pytest

import c64
from disk.loader import open_media
from disk.tap import Cassette, make_tap
from tests.bench.x64sc import OUR_ROMS, ROMS

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("x64sc") is None, reason="not installed: x64sc"),
]
PATIENCE = 120  # seconds
CYCLES = 30_000_000  # when it ends
STUB = "0108 0b08 0a00 9e32303631 000000"  # 10 SYS 2061
# Motor on, a moment, then 96 pulses of three lengths by the write line, and the motor off.
RECORDS = STUB + (
    "78 a501 29d7 8501 a000 a200 88 d0fd ca d0fa"
    "a200 a501 0908 8501 204508 a501 29f7 8501 204508 e8 e060 d0e9 a501 0928 8501 a9008d20d0 4c4208"
    "8a 4a4a4a4a4a a8 b95408 a8 88 d0fd 60 14283c"
)
# Fill $4000-$7FFF with the low byte of the address plus the high one, and stash all of it at
# $01:4000 of the REU; then fetch 256 bytes from $00:0000 to the screen.
STASHES = STUB + (
    "78 a900 85fb a940 85fc a000 98 18 65fc 91fb c8 d0f7 e6fc a5fc c980 d0ef"
    "a900 8d02df a940 8d03df a900 8d04df a940 8d05df a901 8d06df"
    "a900 8d07df a940 8d08df a900 8d0adf a9b0 8d01df"
    "a900 8d02df a904 8d03df a900 8d04df 8d05df 8d06df 8d07df a901 8d08df a9b1 8d01df"
    "4c"
)
REU_SIZE = 512 << 10
LENGTHS, EACH, FILLER = 3, 32, 384


class X64sc:
    """An x64sc that runs at warp; its text monitor does what ``do`` says."""

    def __init__(self, folder, *options):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = ["x64sc", "-default", "-console", "-sounddev", "dummy", "-warp", *options]
        command += ["-limitcycles", str(CYCLES)]
        for name in OUR_ROMS:
            command += [f"-{name}", str(ROMS / f"{name}.bin")]
        command += ["-remotemonitor", "-remotemonitoraddress", f"ip4://127.0.0.1:{port}"]
        self._process = subprocess.Popen(
            command, cwd=folder, env=dict(os.environ, HOME=str(folder)),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
                break
            except OSError:
                if time.monotonic() > end:
                    self._process.kill()
                    raise
                time.sleep(0.1)
        self.do("r")
        time.sleep(1.0)  # it prompts before it answers to the first line, and takes no two at once
        self._line.recv(4096)

    def do(self, line):
        """Let the monitor do something; returns what it says before its prompt."""
        self._line.sendall(line.encode() + b"\n")
        said = b""
        while not said.rstrip().endswith(b")"):
            said += self._line.recv(4096)
        return said.decode("latin-1")

    def run(self, program):
        """Start a program, and let it run until the limit ends all."""
        self.do(f'load "{program}" 0')
        self._line.sendall(b"g 080d\n")
        try:
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()
            self._line.close()


def shortest(pulses):
    """Return the length of each kind of pulses where no bad line fell into it."""
    groups = pulses[4 : EACH - 4], pulses[EACH + 4 : 2 * EACH - 4], pulses[2 * EACH + 4 : -4]
    return [min(group) for group in groups]


def test_a_tape_that_x64sc_records_has_the_pulses_that_ours_has(tmp_path):
    program = tmp_path / "records.prg"
    program.write_bytes(bytes.fromhex(RECORDS))
    # An empty tape has no room for x64sc: it records over what is there.
    (tmp_path / "vice.tap").write_bytes(make_tap([FILLER] * 5000))
    x64sc = X64sc(tmp_path, "-1", "vice.tap")
    x64sc.do("tapectrl 4")
    x64sc.run(program.name)
    theirs = [pulse for pulse in open_media(tmp_path / "vice.tap").pulses if pulse != FILLER]

    machine = c64.C64()
    machine.tape.insert(Cassette.blank(tmp_path / "ours.tap"))
    machine.tape.record()
    machine.autostart(program)
    machine.tick(100)
    machine.flush()
    ours = list(open_media(tmp_path / "ours.tap").pulses)
    both = zip(shortest(ours[-LENGTHS * EACH :]), shortest(theirs[-LENGTHS * EACH :]), strict=True)
    # A file counts in eights of cycles: we round, x64sc cuts off.
    assert all(0 <= our - their <= 8 for our, their in both)


def test_an_image_of_x64scs_reu_is_to_the_byte_the_one_that_ours_has(tmp_path):
    program, theirs, ours = (tmp_path / name for name in ("stashes.prg", "vice.reu", "ours.reu"))
    code = bytes.fromhex(STASHES)
    here = 0x0801 + len(code) - 3  # the JMP's address, less the two of the file's head
    program.write_bytes(code + here.to_bytes(2, "little"))
    before = bytes(range(1, 256)) + bytes(REU_SIZE - 255)
    theirs.write_bytes(before)
    shutil.copy(theirs, ours)
    options = ["-reu", "-reusize", "512", "-reuimage", theirs.name, "-reuimagerw"]
    X64sc(tmp_path, *options).run(program.name)

    machine = c64.C64(reu="512k", reu_image=ours, reu_save=ours)
    machine.autostart(program)
    machine.tick(100)
    assert bytes(machine.memory[0x0400:0x0500]) == before[:0x100]
    machine.flush()
    stashed = bytes((at + (at >> 8)) & 255 for at in range(0x4000, 0x8000))
    assert ours.read_bytes() == before[:0x14000] + stashed + before[0x18000:]
    assert theirs.read_bytes() == ours.read_bytes()
    again = c64.C64(reu_image=theirs)
    assert bytes(again.board.cart.ram[:REU_SIZE]) == theirs.read_bytes()
