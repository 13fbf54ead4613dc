"""The numbers of a block command, as a 1541 finds them."""

import pytest

from c64.drive.names import parameters, without_return
from disk.errors import DosError


@pytest.mark.parametrize(
    ("command", "found"),
    [
        (b"U1:2,0,18,5", (2, 0, 18, 5)),
        (b"U1 2 0 18 5", (2, 0, 18, 5)),
        (b"U12,0,18,5", (0, 18, 5, 0)),  # no colon: the third character is passed over
        (b"B-P:2,144", (2, 144, 0, 0)),
        (b"B-P 2", (2, 0, 0, 0)),
        (b"B-P", (0, 0, 0, 0)),
        (b"BLOCK-READ:2,0,18,1", (2, 0, 18, 1)),
        (b"B-P 2 258", (2, 2, 0, 0)),
        (b"B-P 2 12018", (2, 18, 0, 0)),  # three digits count
        (b"B-P 2 0999", (2, 231, 0, 0)),
        (b"U1:2\x1d0,,18 5", (2, 0, 18, 5)),
        (b"U1:2;0", (2 * 100 + 11 * 10 & 0xFF, 0, 0, 0)),  # ; is a digit of 11
        (b"U1:2A0B18C5", (2, 0, 18, 5)),
        (b"U1:A,2", (0, 2, 0, 0)),
        (b"U1 2 0 18 0\0", None),  # the byte behind is passed over
    ],
)
def test_numbers_are_found_as_a_1541_finds_them(command, found):
    assert parameters(command) == (found or (2, 0, 18, 0))


def test_a_fifth_number_is_error_30():
    with pytest.raises(DosError, match="30"):
        parameters(b"U1:2 0 18 0 9")


@pytest.mark.parametrize(
    ("command", "left"),
    [(b"I\r", b"I"), (b"I\r\n", b"I"), (b"I\r\n ", b"I\r\n "), (b"\r", b"\r"), (b"", b"")],
)
def test_a_command_ends_at_a_return_that_is_last_or_last_but_one(command, left):
    assert without_return(command) == left
