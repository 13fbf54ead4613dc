"""A tape of the host is put in as the options say, and what is none is refused."""

from argparse import Namespace

import pytest

import c64
from disk.tap import make_tap
from emu.errors import HostError
from emu.shared.tape_file import insert_tape


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("no_fastload", [False, True])
def test_a_tape_is_in_and_found_at_once_unless_the_options_say_otherwise(
    tmp_path, read_only, no_fastload
):
    path = tmp_path / "a.tap"
    path.write_bytes(make_tap([400, 500]))
    machine = c64.C64(sample_rate=0)
    insert_tape(machine, path, Namespace(read_only=read_only, no_fastload=no_fastload))
    cassette = machine.tape.cassette
    assert cassette.path == path and cassette.read_only is read_only
    assert machine.fastload is not no_fastload


def test_a_tape_that_is_protected_stays_so(tmp_path):
    path = tmp_path / "a.tap"
    path.write_bytes(make_tap([400, 500]))
    path.chmod(0o444)
    machine = c64.C64(sample_rate=0)
    insert_tape(machine, path, Namespace(read_only=False, no_fastload=True))
    assert machine.tape.cassette.read_only


def test_what_is_no_tape_is_refused_and_none_is_put_in(tmp_path):
    path = tmp_path / "a.prg"
    path.write_bytes(b"\1\10\0\0")
    machine = c64.C64(sample_rate=0)
    with pytest.raises(HostError, match=r"a\.prg: is no tape of pulses \(\.tap\)$"):
        insert_tape(machine, path, Namespace(read_only=False, no_fastload=False))
    assert machine.tape.cassette is None and not machine.fastload
