"""Who may press what: in our game the seat whose decision is due, elsewhere what the host gave."""

import pytest

import c64
from emu.web.game import Facts, Seat
from emu.web.permissions import DIRECTIONS, HOST, SEATS, WATCH, Permissions, Role

ONE, TWO, THREE = (Role("seat", n) for n in range(3))
MAPPING = ("joy2", "joy1", "keys", "all", *["none"] * 4)


def facts(active, mode="normal", computer=()):
    """A table of three."""
    seats = tuple(Seat(f"P{n}", n, True, n in computer, 1500) for n in range(3))
    return Facts(mode, active, seats)


def pushed(machine, port=2):
    """The switches of a joystick that are closed."""
    stick = machine.joystick(port)
    return {word for word in DIRECTIONS if stick.pressed(word)}


@pytest.fixture
def machine():
    return c64.C64()


@pytest.fixture
def permissions(machine):
    return Permissions(machine, MAPPING, expected=False)


def test_only_the_seat_that_is_to_decide_is_let_through(permissions, machine):
    permissions.tick(facts(1))
    assert not permissions.key(1, ONE, "R", True)
    assert machine.keyboard.down == set()
    assert permissions.key(2, TWO, "R", True)
    assert machine.keyboard.down == {"R"}


def test_the_host_may_press_for_anybody_and_watchers_for_nobody(permissions, machine):
    permissions.tick(facts(1))
    assert permissions.key(9, HOST, "B", True) and machine.keyboard.down == {"B"}
    assert not permissions.key(8, WATCH, "R", True)
    assert not permissions.stick(8, WATCH, 31)
    assert machine.keyboard.down == {"B"} and not pushed(machine)


def test_keys_are_let_go_of_the_moment_the_decision_is_anothers(permissions, machine):
    permissions.tick(facts(0))
    permissions.key(1, ONE, "R", True)
    permissions.stick(1, ONE, 16)
    permissions.tick(facts(2))
    assert machine.keyboard.down == set() and not pushed(machine)


def test_what_others_hold_stays_when_one_lets_go(permissions, machine):
    permissions.tick(facts(0))
    permissions.key(9, HOST, "B", True)
    permissions.key(1, ONE, "R", True)
    permissions.drop(1)
    assert machine.keyboard.down == {"B"}


def test_a_tap_lasts_until_every_scanner_has_seen_it(permissions, machine):
    now = facts(0)
    permissions.tick(now)
    permissions.key(1, ONE, "R", True)
    permissions.key(1, ONE, "R", False)
    permissions.stick(1, ONE, 16)
    permissions.stick(1, ONE, 0)
    seen = []
    for _ in range(6):
        seen.append((bool(machine.keyboard.down), bool(pushed(machine))))
        permissions.tick(now)
    assert seen[:3] == [(True, True)] * 3 and seen[5] == (False, False)


def test_a_shifted_key_is_both_keys(permissions, machine):
    permissions.tick(facts(0))
    permissions.key(1, ONE, "?", True)
    assert machine.keyboard.down == {"LSHIFT", "/"}
    permissions.drop(1)
    permissions.key(1, ONE, "UP", True)
    assert machine.keyboard.down == {"LSHIFT", "CRSR_DOWN"}


def test_a_seat_that_a_computer_plays_presses_nothing(permissions):
    permissions.tick(facts(1, computer=(1,)))
    assert not permissions.key(2, TWO, "R", True)
    assert permissions.key(9, HOST, " ", True)


@pytest.mark.parametrize("mode", ["setup", "over"])
def test_set_up_is_the_hosts_unless_he_lets_everybody(permissions, mode):
    permissions.tick(facts(None, mode))
    assert not permissions.key(1, ONE, "R", True)
    assert permissions.key(9, HOST, "R", True)
    permissions.open = True
    assert permissions.key(1, ONE, "Q", True)
    assert not permissions.key(8, WATCH, "Q", True)


def test_while_our_game_loads_seats_have_nothing(machine):
    permissions = Permissions(machine, MAPPING, expected=True)
    assert not permissions.key(1, THREE, "R", True) and permissions.key(9, HOST, "R", True)


def test_in_other_programs_a_seat_has_what_the_host_gave_it(permissions, machine):
    permissions.tick(None)
    assert permissions.stick(1, ONE, 1) and pushed(machine) == {"up"}
    assert permissions.stick(2, TWO, 24) and pushed(machine, 1) == {"right", "fire"}
    assert not permissions.key(1, ONE, "A", True)
    assert permissions.key(3, THREE, "A", True) and machine.keyboard.down == {"A"}
    assert not permissions.stick(3, THREE, 1)
    assert permissions.key(4, Role("seat", 3), "B", True) and permissions.stick(
        4, Role("seat", 3), 2
    )
    assert pushed(machine) == {"up", "down"}
    for number in range(4, SEATS):
        assert not permissions.key(9, Role("seat", number), "A", True)


def test_restore_is_the_hosts(permissions, machine):
    permissions.tick(facts(0))
    assert not permissions.key(1, ONE, "RESTORE", True)
    assert permissions.key(9, HOST, "RESTORE", True)
