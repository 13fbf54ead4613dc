"""The marks of the tests themselves: what they leave out where, and what is said then."""

import pytest

import c64
from tests import conftest


class Item:
    """As much of a pytest.Item as the hook looks at."""

    def __init__(self, *marks, function=None):
        self.function = function
        self.marks = [mark.mark for mark in marks]
        self.user_properties = []
        self.added = []

    def iter_markers(self, name):
        return (mark for mark in self.marks if mark.name == name)

    def add_marker(self, mark):
        self.added.append(mark.mark)


@pytest.mark.parametrize("pure", [False, True])
def test_compiled_only_leaves_a_test_out_of_the_uncompiled_run_and_says_why(monkeypatch, pure):
    monkeypatch.setattr(c64, "PURE", pure)
    plain, marked = Item(), Item(pytest.mark.compiled_only("equal by test_x"))
    conftest.pytest_collection_modifyitems([plain, marked])
    assert plain.added == []
    assert [(m.name, m.kwargs) for m in marked.added] == [
        ("skip", {"reason": "compiled only: equal by test_x"})
    ] * pure


def test_compiled_only_without_a_reason_is_refused():
    with pytest.raises(ValueError, match="values to unpack"):
        conftest.pytest_collection_modifyitems([Item(pytest.mark.compiled_only())])


@pytest.mark.parametrize("pure", [False, True])
def test_few_uncompiled_leaves_later_cases_to_test_long_in_the_uncompiled_run(monkeypatch, pure):
    monkeypatch.setattr(c64, "PURE", pure)
    few, long = pytest.mark.few_uncompiled(2), pytest.mark.long
    marks = [(few,), (few, long), (few,), (few,)]
    items = [Item(*each, function="one") for each in marks] + [Item(few, function="other")]
    conftest.pytest_collection_modifyitems(items)
    added = [[mark.name for mark in item.added] for item in items]
    assert added == [[], [], [], ["long"] * pure, []]
