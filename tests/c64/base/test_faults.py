"""Errors that a chip cannot raise: the run ends with one exception, and CTRL+C comes through."""

import sys
import threading

import pytest

import c64
from c64.base.faults import watched
from c64.drive.iec import SerialDevice
from c64.errors import MachineFault

compiled_only = pytest.mark.skipif(c64.PURE, reason="uncompiled every error comes by itself")


class Failing(SerialDevice):
    """A device on the serial bus that fails whenever its time has come while it is ``bad``."""

    bad, error = True, None

    def __init__(self, error=None):
        super().__init__()
        self.error, self.asked, self.wakeup = error or KeyError(40), 0, 0

    def run(self, bus, cycle):
        self.asked += 1
        if self.bad:
            raise self.error


def with_device(device):
    machine = c64.C64(sample_rate=0)
    machine.board.iec.attach(10, device)
    return machine


@compiled_only
def test_an_error_within_a_frame_ends_the_run_once_with_one_line(capfd):
    device = Failing()
    machine = with_device(device)
    with pytest.raises(MachineFault) as caught:
        machine.tick(1000)
    assert machine.frames == 0 and device.asked < 20
    assert str(caught.value).startswith("the machine stopped at cycle ")
    assert "KeyError: 40 (test_faults.py:" in str(caught.value) and "\n" not in str(caught.value)
    assert isinstance(caught.value.__cause__, KeyError)
    assert capfd.readouterr() == ("", "")


@compiled_only
def test_a_machine_goes_on_behind_an_error_that_has_been_mended():
    device = Failing()
    machine = with_device(device)
    with pytest.raises(MachineFault):
        machine.tick()
    device.bad = False
    assert machine.tick(3)
    assert not machine.stopped


@compiled_only
@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_what_ends_a_program_comes_through_as_it_is(kind):
    with pytest.raises(kind):
        with_device(Failing(kind())).tick(10)


@compiled_only
@pytest.mark.parametrize("run", [
    lambda machine: machine.run_cycles(50000),
    lambda machine: machine.board.run_frame(50000),
    lambda machine: machine.board.run_until(50000),
], ids=["run_cycles", "run_frame", "run_until"])  # fmt: skip
def test_every_way_to_run_tells(run):
    with pytest.raises(MachineFault):
        run(with_device(Failing()))


@compiled_only
def test_a_jammed_machine_tells_too():
    device = Failing()
    device.bad = False
    machine = with_device(device)
    machine.tick(2)
    machine.memory[0x1000] = 0x02
    machine.registers.pc = 0x1000
    machine.tick(2)
    assert machine.jammed
    device.bad = True
    with pytest.raises(MachineFault):
        machine.tick()


def failing(*_):
    raise ZeroDivisionError


@compiled_only
@pytest.mark.parametrize("switch", ["reset", "power_cycle"])
def test_a_switch_that_fails_tells(switch, monkeypatch):
    machine = with_device(Failing())
    monkeypatch.setattr(Failing, "reset", failing, raising=False)
    with pytest.raises((MachineFault, ZeroDivisionError)):
        getattr(machine, switch)()


def test_the_hook_of_others_is_theirs_again_after_each_run():
    before = sys.unraisablehook
    c64.C64(sample_rate=0).tick()
    assert sys.unraisablehook is before


@compiled_only
def test_machines_in_two_threads_have_their_own_errors():
    machines = [with_device(Failing(KeyError(n))) for n in range(2)]
    told = [None, None]

    def run(number):
        try:
            machines[number].tick(20)
        except MachineFault as error:
            told[number] = repr(error.__cause__)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == ["KeyError(0)", "KeyError(1)"]


def test_a_destructor_that_fails_meanwhile_is_not_the_machines():
    class Bad:
        def __del__(self):
            raise ZeroDivisionError

    machine, seen, before = c64.C64(sample_rate=0), [], sys.unraisablehook
    sys.unraisablehook = seen.append
    try:
        with watched(machine.board):
            Bad()
    finally:
        sys.unraisablehook = before
    assert len(seen) == 1
