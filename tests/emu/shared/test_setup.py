"""From options to a machine."""

import pytest

from c64 import C64
from emu.cli import parse_arguments
from emu.errors import UsageError
from emu.shared.setup import make_machine
from emu.shared.state.write import save_state_file


@pytest.mark.parametrize(
    "words",
    [
        ("--monitor",),
        ("--binary-monitor", "6502"),
        ("--headless", "--frames", "1", "--binary-monitor", "6502"),
    ],
)
def test_no_monitor_takes_a_machine_that_was_saved_without_the_exact_cpu(tmp_path, words):
    path = tmp_path / "saved.go64"
    save_state_file(path, C64(cpu="py65"))
    with pytest.raises(UsageError, match=r"needs --cpu exact, and .*saved\.go64 was saved without"):
        make_machine(parse_arguments([str(path), *words]), 0)


def test_a_window_takes_a_machine_that_was_saved_without_the_exact_cpu(tmp_path):
    path = tmp_path / "saved.go64"
    save_state_file(path, C64(cpu="py65"))
    assert make_machine(parse_arguments([str(path)]), 0).config.cpu == "py65"
