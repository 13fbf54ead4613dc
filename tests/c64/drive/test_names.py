"""Numbers and names in a command, at the edges of what they can be."""

import pytest

from c64.drive.names import numbers
from disk.errors import DosError


@pytest.mark.parametrize("text", [b"0", b"255", b"007", b"1,2 3"])
def test_numbers_from_0_to_255_are_taken(text):
    assert numbers(text, 1) == [int(text[:3].split(b",")[0])]


@pytest.mark.parametrize("text", [b"256", b"0007", b"-1", b"1x", b"", b"999"])
def test_other_numbers_are_error_30(text):
    with pytest.raises(DosError, match="30"):
        numbers(text, 1)
