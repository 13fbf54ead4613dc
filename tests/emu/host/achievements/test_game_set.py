"""The achievements of the property game, earned in its rules, and in its window."""

import pytest

from emu.arena.rules import Rules, image
from emu.host.achievements.feature import Achievements
from emu.host.achievements.game_set import POINTS, TITLES, own_achievements
from emu.host.achievements.sets import checked
from emu.host.achievements.trigger import CONDITIONS_MOST, Trigger
from tests.emu.host.windows import frames

K, AT = image().numbers, image().labels
PERSON, COMPUTER = K["PF_ALIVE"], K["PF_ALIVE"] | K["PF_CPU"]


class Table:
    """A game between a person, seat 0, and a computer; ``earned`` is what it brought so far."""

    def __init__(self):
        self.ram = bytearray(0x10000)
        self.triggers = {a.title: Trigger(a.trigger) for a in own_achievements()}
        self.earned = []
        self.put("player_count", 2)
        self.put("player_flags", PERSON, COMPUTER)
        self.put("square_owner", *[K["NO_PLAYER"]] * 40)
        self.put("bank_houses", K["HOUSES"], K["HOTELS"])
        self.put("player_money_hi", 5, 5)
        self.put("mode_kind", K["MODE_NORMAL"])
        self.frame()

    def put(self, name, *values, index=0):
        at = AT[name] + index
        self.ram[at : at + len(values)] = bytes(values)

    def frame(self):
        hits = [t for t, trigger in self.triggers.items() if trigger.frame(self.ram)]
        self.earned += [title for title in hits if title not in self.earned]

    def after(self, name, *values, index=0):
        """Return what is earned when bytes of the state become these."""
        before = len(self.earned)
        self.put(name, *values, index=index)
        self.frame()
        return self.earned[before:]


@pytest.fixture
def table():
    return Table()


def test_each_has_points_and_sound_conditions():
    assert len(TITLES) == len(POINTS)
    found = checked(own_achievements(), "the game")
    assert sum(Trigger(a.trigger).size for a in found) < CONDITIONS_MOST // 5
    assert len({a.number for a in found}) == len(found)


def test_what_each_is_worth():
    points = {a.title: a.points for a in own_achievements()}
    assert sum(points.values()) == 160 and points["Winner"] == 25 and points["Master"] == 50
    assert set(points.values()) == {5, 10, 25, 50}


@pytest.mark.parametrize("seat", range(8))
def test_a_colour_is_all_of_its_streets_in_any_seat(seat):
    """How many there are is in the rules' own table."""
    ram = Rules().ram
    table = Table()
    table.put("player_flags", *[COMPUTER] * 8)
    table.put("player_flags", PERSON, index=seat)
    table.put("mode_active", seat)
    table.frame()
    table.earned = ["Landlord", "Estate agent"]
    size = ram[AT["group_size"] + seat]
    for deeds in (size - 1, size + 1):
        assert table.after("player_groups", deeds, index=8 * seat + seat) == []
    assert table.after("player_groups", size, index=8 * seat + (seat + 1) % 8) == []
    table.put("player_groups", 0, index=8 * seat + (seat + 1) % 8)
    assert table.after("player_groups", size, index=8 * seat + seat) == ["One colour"]


def test_stations_and_utilities_are_all_that_there_are():
    ram = Rules().ram
    for name, group in (("Railway age", "GROUP_STATIONS"), ("Light and water", "GROUP_UTILITIES")):
        table, size = Table(), ram[AT["group_size"] + K[group]]
        for deeds in (size - 1, size + 1):
            assert name not in table.after("player_groups", deeds, index=8 * K[group])
        assert table.after("player_groups", size, index=8 * K[group])[-1:] == [name]


def test_ten_deeds_at_a_time_may_be_of_any_groups(table):
    for group in range(K["GROUPS"]):
        table.put("player_groups", 1, index=8 * group)
        table.frame()
        assert table.triggers["Estate agent"].measured == group + 1
        assert ("Estate agent" in table.earned) == (group == 9)


@pytest.mark.parametrize("seat", range(8))
def test_debts_gaol_and_wins_are_those_of_any_seat(seat):
    table = Table()
    table.put("player_flags", *[COMPUTER] * 8)
    table.put("player_flags", PERSON, index=seat)
    table.put("mode_active", seat)
    table.frame()
    assert table.after("player_flags", PERSON | K["PF_DEBT"], index=seat) == []
    assert table.after("player_flags", PERSON, index=seat) == ["Out of the red"]
    assert table.after("player_flags", PERSON | K["PF_GAOL"], index=seat) == []
    assert table.after("player_flags", PERSON, index=seat) == ["Free again"]
    table.put("mode_kind", K["MODE_OVER"])
    assert table.after("winners", 0xFF & ~(1 << seat)) == []
    assert table.after("winners", 1 << seat) == ["Winner"]


@pytest.mark.parametrize("other", range(1, 8))
def test_any_hard_computer_makes_a_master(other):
    for flags, skill, earned in (
        (COMPUTER, K["SKILL_HARD"], ["Winner", "Master"]),
        (COMPUTER, K["SKILL_NORMAL"], ["Winner"]),
        (PERSON, K["SKILL_HARD"], ["Winner"]),
    ):
        table = Table()
        table.put("player_flags", PERSON, *[0] * 7)
        table.put("player_flags", flags, index=other)
        table.put("settings", *[K["SKILL_EASY"]] * 8, index=K["OPT_SKILLS"])
        table.put("settings", skill, index=K["OPT_SKILLS"] + other)
        table.put("winners", 1)
        assert table.after("mode_kind", K["MODE_OVER"]) == earned


def test_cash_is_counted_to_the_pound(table):
    table.put("player_money_hi", 4999 >> 8)
    assert table.after("player_money_lo", 4999 & 0xFF) == []
    assert table.after("player_money_lo", 5000 & 0xFF) == ["Five thousand"]


def test_deeds_of_a_person_count_and_those_of_a_computer_do_not(table):
    assert table.after("mode_active", 1) == []
    assert table.after("player_groups", 2, index=1) == []
    assert table.after("mode_active", 0) == []
    assert table.after("player_groups", 1, index=8) == ["Landlord"]
    assert table.after("player_groups", 3, index=8) == ["One colour"]
    assert table.after("player_groups", 4, index=8 * K["GROUP_STATIONS"]) == ["Railway age"]
    assert table.after("player_groups", 2, index=8 * K["GROUP_UTILITIES"]) == ["Light and water"]
    assert table.after("player_groups", 1, index=16) == ["Estate agent"]
    assert table.triggers["Estate agent"].measured == 10


def test_building_counts_in_ones_own_turn(table):
    table.put("mode_active", 1)
    table.frame()
    assert table.after("bank_houses", 31) == []
    table.put("mode_active", 0)
    assert table.after("bank_houses", 30) == []  # the turn has just begun
    assert table.after("bank_houses", 29) == ["First house"]
    assert table.after("bank_houses", 31) == []
    assert table.after("bank_hotels", 11) == ["Grand hotel"]


def test_dice_gaol_debts_and_cash(table):
    assert table.after("dice", 6, 5) == []
    assert table.after("dice", 6, 6) == ["Twelve eyes"]
    assert table.after("player_flags", PERSON | K["PF_GAOL"]) == []
    assert table.after("player_flags", PERSON) == ["Free again"]
    assert table.after("player_flags", PERSON | K["PF_DEBT"]) == []
    assert table.after("player_flags", 0) == []  # out of the game
    assert table.after("player_flags", PERSON | K["PF_DEBT"]) == []
    assert table.after("player_flags", PERSON) == ["Out of the red"]
    assert table.after("player_money_hi", 0xFF) == []  # a debt
    assert table.after("player_money_hi", 19) == []
    assert table.after("player_money_lo", 5000 & 0xFF) == ["Five thousand"]


def test_a_win_against_a_hard_computer_is_worth_more(table):
    table.put("winners", 0b10)  # the computer
    assert table.after("mode_kind", K["MODE_OVER"]) == []
    assert table.after("winners", 0b01) == ["Winner"]
    other = Table()
    other.put("winners", 1)
    other.put("settings", K["SKILL_HARD"], index=K["OPT_SKILLS"] + 1)
    assert other.after("mode_kind", K["MODE_OVER"]) == ["Winner", "Master"]


def test_the_program_is_known_by_its_bytes():
    rules = Rules()
    assert rules.image.present(rules.ram)
    rules.ram[AT["play_request"]] ^= 1
    assert not rules.image.present(rules.ram)


def test_the_page_of_the_running_game_lists_them(make_app):
    app = make_app("--warp")
    feature = app.feature(Achievements)
    for _ in range(3000):
        frames(app)
        if not app.loading() and feature._sets():
            break
    titles = [row.title for row in feature._rows()]
    assert titles[0] == f"0 of {len(TITLES)}, 0 of {sum(POINTS)} points"
    assert set(TITLES) <= set(titles)
