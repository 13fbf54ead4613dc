"""The machine of the tests of input."""

import pytest

from c64.bus.machine import build_board
from c64.bus.models import choose_model
from c64.roms import RomSet


@pytest.fixture
def board():
    """A machine whose CPU never runs: the tests do its accesses.  It scans column 7."""
    roms = RomSet(kernal=bytes(8192), basic=bytes(8192), chargen=bytes(4096), own=True)
    board = build_board(choose_model("c64"), roms, sample_rate=0)
    for address, value in ((0, 0x2F), (1, 0x37), (0xDC02, 0xFF), (0xDC03, 0), (0xDC00, 0x7F)):
        board.access_write(address, value)
    return board
