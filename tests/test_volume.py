"""Cases for ``make test``, and those for ``make test-long`` alone."""

import pytest

from tests.volume import mostly_seldom, seldom


def test_what_is_not_named_is_long():
    one, two, three = mostly_seldom(range(3), (1,))
    assert two == 1
    for case, value in ((one, 0), (three, 2)):
        assert case.values == (value,)
        assert [mark.name for mark in case.marks] == ["long"]


def test_a_tuple_gives_several_parameters():
    rows = mostly_seldom([("a", 1), ("b", 2)], ("a",), key=lambda row: row[0])
    assert rows[0] == ("a", 1)
    assert rows[1].values == ("b", 2) == seldom("b", 2).values


def test_a_name_that_no_case_has_is_told():
    with pytest.raises(ValueError, match="there is no case"):
        mostly_seldom(("a", "b"), ("c",))
