"""Cases for ``make test``, and those for ``make test-long`` alone."""

import pytest

from tests.volume import diagonal, mostly_seldom, seldom


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


def test_each_row_has_one_column_and_each_column_a_row():
    cases = diagonal((("a", 1), ("b", 2), ("c", 3)), ("x", "y"))
    usual = [case for case in cases if type(case) is tuple]
    assert usual == [("a", 1, "x"), ("b", 2, "y"), ("c", 3, "x")]
    assert [case.values for case in cases if case not in usual] == [
        ("a", 1, "y"), ("b", 2, "x"), ("c", 3, "y"),
    ]  # fmt: skip
