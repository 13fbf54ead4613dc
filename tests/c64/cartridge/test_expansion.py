"""What may be put into the expansion port: a file that is no cartridge is refused by what it is."""

import pytest

from c64.cartridge.expansion import make_port
from c64.config import MachineConfig
from disk.errors import MediaUnknown

PROGRAM = b"\x01\x08\x00\x00"
TAPE = b"C64-TAPE-RAW\x01\x00\x00\x00\x04\x00\x00\x00\x30\x40\x50\x60"


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("x.d64", bytes(174848), "disk"),
        ("x.prg", PROGRAM, "program"),
        ("x.tap", TAPE, "cassette"),
    ],
)
def test_what_is_no_cartridge_is_refused_by_what_it_is(tmp_path, name, content, kind):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(MediaUnknown, match=rf"{name}: is a {kind}, not a cartridge; give a \.crt"):
        make_port(MachineConfig(cart=str(path)))


def test_the_empty_port_pulls_no_line():
    port = make_port(MachineConfig())
    assert (port.identity, port.exrom, port.game, port.irq, port.nmi) == ("nothing", 1, 1, 0, 0)
    assert port.read_io(0) == port.peek_io(0x1FF) == -1
