"""The rules on a bare processor: what is asked, refused, read."""

import json

import pytest

from emu.arena.rules import Image, Rules
from emu.errors import HostError


@pytest.fixture
def table():
    """A game of four people, at the roll for the first turn."""
    rules = Rules()
    rules.new_game({}, 4, 12345)
    return rules


def test_a_new_game_has_its_players_at_the_roll_for_first(table):
    assert table.mode == table.K["MODE_FIRST"]
    assert [table.money(seat) for seat in range(4)] == [1500] * 4
    assert table.actions() == ["ROLL"]


def test_a_request_is_taken_or_refused_by_name(table):
    before = table.state
    assert table.request("BUY") == "MODE"
    assert table.state == before
    assert table.request("ROLL") == ""
    assert table.state != before


def test_asking_changes_nothing(table):
    before = table.state
    assert table.check("ROLL") == ""
    assert table.check("BID", 300) == "MODE"
    assert table.check("OFFER", 1, 0, 10, 0, (39,)) == "MODE"
    assert table.state == before


def test_the_same_seed_gives_the_same_game_another_one_does_not():
    def states(seed):
        rules = Rules()
        rules.new_game({0: 1, 1: 1, 2: 1}, 3, seed)
        for _ in range(200):
            assert not rules.send(rules.decide())
        return rules.state

    assert states(99) == states(99) != states(100)


def test_a_state_taken_goes_on_elsewhere_as_it_would_have(table):
    other = Rules()
    other.state = table.state
    for rules in (table, other):
        for _ in range(4):
            rules.request("ROLL")
    assert other.state == table.state


def test_a_state_of_another_size_is_refused():
    with pytest.raises(HostError, match="a state has"):
        Rules().state = b"123"


def test_an_offer_lies_in_its_block(table):
    table.lay_offer(2, 1, 300, 258, {39: 3, 1: 1})
    at = table.offer
    assert bytes(table.ram[at : at + 6]) == bytes((2, 1, 44, 1, 2, 1))
    assert table.byte("offer_marks", 39) == 3
    assert sum(table.table("offer_marks", 40)) == 4


def test_without_a_build_it_says_what_to_do(tmp_path):
    with pytest.raises(HostError, match="build the game first"):
        Image(tmp_path / "rules.json")


def test_the_file_holds_what_is_on_the_disk():
    """Not a second link of the same sources: the bytes of the packed game."""
    from tools.game import gamerules, memorymap

    areas = memorymap.read_areas()
    data = json.loads(gamerules.TARGET.read_text(encoding="utf-8"))
    assert [start for start, _ in data["blocks"]] == [areas[a].start for a in gamerules.AREAS]
    ram = Image().ram
    for name in gamerules.AREAS:
        path = gamerules.ROOT / "build" / "game" / f"game.{areas[name].file}"
        linked = path.read_bytes()
        assert ram[areas[name].start : areas[name].start + len(linked)] == linked
