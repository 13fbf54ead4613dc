"""The example of the README builds with its commands and does what is said there."""

import shutil
import subprocess
from pathlib import Path

import pytest

import c64
from emu.__main__ import main

HELLO = Path(__file__).resolve().parents[2] / "docs" / "hello"

pytestmark = pytest.mark.skipif(c64.PURE, reason="hundreds of frames take minutes uncompiled")


@pytest.fixture(scope="module")
def hello(tmp_path_factory):
    """Return the path of hello.prg, built in a folder of its own."""
    folder = tmp_path_factory.mktemp("hello")
    for name in ("hello.s", "hello.cfg"):
        shutil.copy(HELLO / name, folder)
    command = "ca65 -g hello.s && ld65 -C hello.cfg -o hello.prg hello.o"
    subprocess.run(command, shell=True, cwd=folder, check=True)
    return str(folder / "hello.prg")


@pytest.mark.parametrize(("key", "status"), [("y", 0), ("n", 1)])
def test_the_key_decides_the_exit_status(hello, key, status):
    words = ["--headless", "--debugcart", "--limit-cycles", "10000000", "--keys", key]
    assert main([hello, *words]) == status


def test_without_a_key_the_limit_ends_the_run(hello, capsys):
    assert main([hello, "--headless", "--debugcart", "--limit-cycles", "4000000"]) == 1
    assert "4000000" in capsys.readouterr().err


def test_in_python_the_screen_can_be_read_and_time_be_turned_back(hello):
    machine = c64.C64(sample_rate=0)
    machine.autostart(hello)
    machine.tick(50)
    assert "HELLO! PRESS Y:" in machine.screen.text()
    assert machine.memory[0x0801:0x0803] == b"\x0b\x08"
    state = machine.snapshot()
    border = machine.memory[0xD020]
    machine.type("y")
    assert machine.memory[0xD020] == border + 1 & 0xFF
    machine.restore(state)
    assert machine.memory[0xD020] == border
