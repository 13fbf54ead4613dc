"""A session of ``go64 --mcp`` with a folder of files."""

import pytest

from emu.cli import parse_arguments
from emu.mcp.session import Session

PROGRAM = bytes([0x00, 0xC0, 0xEE, 0x20, 0xD0, 0x60])  # INC $D020, RTS at $C000


@pytest.fixture
def folder(tmp_path):
    """A folder with border.prg, a file in a folder, a hidden one, and a link out of it."""
    offered = tmp_path / "offered"
    (offered / "inner").mkdir(parents=True)
    (offered / "border.prg").write_bytes(PROGRAM)
    (offered / "inner" / "second.prg").write_bytes(PROGRAM)
    (offered / ".hidden.prg").write_bytes(PROGRAM)
    (tmp_path / "secret.prg").write_bytes(PROGRAM)
    (offered / "link.prg").symlink_to(tmp_path / "secret.prg")
    return offered


@pytest.fixture
def session(folder):
    return Session(parse_arguments(["--mcp", "--mcp-folder", str(folder)]))
