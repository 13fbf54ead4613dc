"""What a saved state of a DOS may hold in its channels."""

import pytest

from c64.drive.dos_state import _anything_plain


@pytest.mark.parametrize("value", [None, True, "name", b"bytes", 0, 1 << 24, [1, [b"x", None]]])
def test_numbers_bytes_and_short_lists_of_them_are_taken(value):
    assert _anything_plain(value)


@pytest.mark.parametrize("value", [-1, (1 << 24) + 1, 1.5, {}, [1, {}], [{}, 1], [[-1]], [0] * 64])
def test_anything_else_is_refused_wherever_it_stands(value):
    assert not _anything_plain(value)


def test_a_list_may_have_63_entries():
    assert _anything_plain([0] * 63)
