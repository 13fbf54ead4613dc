"""``go64 --dap`` in a process of its own, as editors start it."""

import re
import subprocess
import sys
from contextlib import contextmanager

import pytest

from emu.__main__ import main
from emu.cli import parse_arguments
from emu.errors import UsageError
from tests.emu.dap.client import TIMEOUT, Refusal, connect, start
from tests.emu.dap.conftest import line

INC, BORDER = line("inc count"), line("stx $d020")


@pytest.mark.slow
def test_an_editor_starts_it_launches_a_program_and_ends_it(basic):
    with start() as client:
        with pytest.raises(Refusal, match=r"none\.prg: no such file"):
            client.begin("none.prg")
        with pytest.raises(Refusal, match="attach: no machine runs here"):
            client.call("attach")
        with pytest.raises(Refusal, match="unrecognized arguments: --tea"):
            client.call("launch", program=str(basic), args=["--tea"])
        client.begin(basic, stopOnEntry=True)
        assert client.stopped() == ("entry", line("ldx #0"))
        client.lines(basic.with_suffix(".s"), BORDER)
        assert client.go() == ("breakpoint", BORDER)
        assert client.go("stepBack") == ("step", line("jsr deeper"))
        client.call("restart")
        assert client.stopped() == ("entry", line("ldx #0"))
        client.call("terminate")
        client.event("terminated")
        client.call("disconnect")
        assert client.process.wait(TIMEOUT) == 0


@pytest.mark.slow
def test_it_debugs_in_a_window_and_ends_with_its_client(basic, monkeypatch):
    for name in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER"):
        monkeypatch.setenv(name, "dummy")
    with start("--default") as client:
        source = basic.with_suffix(".s")
        client.begin(
            basic, window=True, warp=True, args=["--mute"], set_up=lambda c: c.lines(source, INC)
        )
        assert client.stopped() == ("breakpoint", INC)
        assert client.go("next") == ("step", line("lda count"))
        assert client.go("reverseContinue") == ("breakpoint", INC)
        client.process.stdin.close()
        assert client.process.wait(TIMEOUT) == 0


@contextmanager
def listening(*words):
    """A go64 with a port for editors; gives the process and the port."""
    command = [sys.executable, "-m", "emu", *map(str, words)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        said = process.stderr.readline()
        match = re.fullmatch(r"go64: debug adapter at port (\d+)\n", said)
        assert match, said
        yield process, int(match[1])
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_an_editor_attaches_to_a_running_machine_and_goes_and_comes_back(basic):
    with listening("--headless", basic, "--dap", "0") as (process, port):
        for _ in range(2):
            with connect(port) as client:
                client.begin(command="attach")
                client.call("setFunctionBreakpoints", breakpoints=[{"name": "end"}])
                assert client.event("stopped")["reason"] == "function breakpoint"
                client.call("disconnect")
        assert process.poll() is None
        with connect(port) as client:
            client.begin(basic, command="attach")
            client.call("disconnect", terminateDebuggee=True)
        assert process.wait(TIMEOUT) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--dap", "tea"], "--dap tea: not a port; try --dap 4711"),
        (["--dap", "0.0.0.0:4711"], "only this machine may attach"),
        (["--dap", "99999"], "there is no port 99999"),
        (["--dap", "--cpu", "py65"], "--dap needs --cpu exact"),
        (["--dap", "4711", "--binary-monitor"], "a machine has one debugger"),
        (["--dap", "--monitor"], "a machine has one debugger"),
        (["--dap", "--host"], "--host has no --dap"),
    ],
)
def test_options_that_make_no_sense(words, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        parse_arguments(words)


def test_a_program_on_the_command_line_needs_a_port(basic, capsys):
    assert main([str(basic), "--dap"]) == 2
    assert capsys.readouterr().err == (
        "go64: --dap: the program comes from the editor; to attach, name a port as well\n"
    )
