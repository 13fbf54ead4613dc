"""The header of a saved state: which values can be used, up to their limits."""

import pytest

from emu.shared.state.write import _check

GOOD = {"saved": 5, "title": "", "roms": "", "picture": [10, 10], "drives": []}


def drive(number=8, kind="quick", path="", protected=False):
    return [[number, kind, path, protected]]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"saved": 0},
        {"saved": (1 << 40) - 1},
        {"picture": [1, 1]},
        {"picture": [400, 600]},
        *({"drives": drive(number)} for number in (8, 9, 10, 11)),
        {"drives": drive(kind="1541", path="/a", protected=True) + drive(9)},
        {"auto": None},
        {"auto": []},
        {"auto": [8, 9, 10, 11]},
    ],
)
def test_a_header_at_its_limits_can_be_used(change):
    _check(GOOD | change)


@pytest.mark.parametrize(
    "change",
    [
        {"saved": -1},
        {"saved": 1 << 40},
        {"saved": 5.0},
        {"saved": "5"},
        {"title": None},
        {"roms": b""},
        {"picture": [0, 10]},
        {"picture": [10, 0]},
        {"picture": [401, 10]},
        {"picture": [10, 601]},
        {"picture": [10]},
        {"picture": [10, 10, 10]},
        {"drives": drive(7)},
        {"drives": drive(12)},
        {"drives": drive(8) + drive(12)},
        {"drives": drive(kind="1542")},
        {"drives": drive(path="a\0b")},
        {"drives": drive(path=None)},
        {"drives": drive(protected=1)},
        {"auto": [7]},
        {"auto": [12]},
        {"auto": [8, 12]},
        {"auto": 8},
        {"auto": ""},
        {"auto": {}},
        {"auto": {"8": 1}},
        {"auto": [8.0]},
        {"drives": drive(8.0)},
        {"picture": [10.0, 10]},
        {"picture": [10, 10.0]},
        {"picture": [True, 10]},
        {"saved": True},
    ],
)
def test_a_header_beyond_them_cannot(change):
    with pytest.raises((ValueError, TypeError)):
        _check(GOOD | change)


@pytest.mark.parametrize("name", GOOD)
def test_a_header_without_one_of_its_values_cannot(name):
    with pytest.raises(KeyError):
        _check({key: value for key, value in GOOD.items() if key != name})
