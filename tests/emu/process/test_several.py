"""Work in several processes, and what is done where the system cannot have them."""

import os

import pytest

from emu.errors import HostError
from emu.process import several
from emu.process.several import in_processes


def process_of(_):
    return os.getpid()


def end(_):
    os._exit(1)


def test_the_work_is_done_elsewhere_and_comes_back_in_order():
    assert in_processes(abs, range(-20, 0), 2) == [*range(20, 0, -1)]
    assert os.getpid() not in in_processes(process_of, [0], 2)


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), ImportError("sem")])
def test_without_semaphores_this_process_does_all_and_a_line_gives_the_reason(
    error, monkeypatch, capsys
):
    def refuse(*_, **__):
        raise error

    monkeypatch.setattr(several, "ProcessPoolExecutor", refuse)
    assert in_processes(process_of, range(3), 2) == [os.getpid()] * 3
    said = capsys.readouterr().err
    assert said == f"go64: one process instead of 2: no semaphores ({error})\n"


def test_a_process_that_ends_is_an_error_in_one_line():
    with pytest.raises(HostError, match="out of memory, or killed"):
        in_processes(end, [0], 2)
