"""The rules on a bare processor: what is asked, refused, read."""

import json
from types import SimpleNamespace

import pytest

from emu.arena import rules as rules_module
from emu.arena.rules import NOBODY, Image, Rules, RulesFault
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


# --- fields at their borders ---------------------------------------------------------------


def test_a_routine_that_does_not_come_back_is_told_with_its_place(table, monkeypatch):
    monkeypatch.setattr(rules_module, "LIMIT", 1000)
    table.ram[0xC000:0xC003] = bytes((0x4C, 0x00, 0xC0))
    table.labels = {**table.labels, "round": 0xC000}
    with pytest.raises(RulesFault, match=r"^round did not come back: the CPU is at \$C000$"):
        table.call("round")


def test_registers_go_in_and_cycles_come_out(table):
    table.ram[0xC000:0xC00A] = bytes((0x8D, 0, 0xC1, 0x8E, 1, 0xC1, 0x8C, 2, 0xC1, 0x60))
    table.labels = {**table.labels, "store": 0xC000}
    before = table.cycles
    assert table.call("store", 1, 2, 3) == 18
    assert table.cycles == before + 18
    assert bytes(table.ram[0xC100:0xC103]) == b"\1\2\3"


@pytest.mark.parametrize("amount", [0, 1, 256, 32767, -1, -256, -32768])
def test_money_is_a_signed_word(table, amount):
    for seat in (0, 7):
        table.poke("player_money_lo", amount & 0xFF, seat)
        table.poke("player_money_hi", amount >> 8 & 0xFF, seat)
        assert table.money(seat) == amount


def test_parameters_lie_where_the_rules_expect_them(table):
    at = table.labels["arg0"]
    for name, args, laid in (
        ("BID", (0x1234,), b"\x34\x12"), ("CRY", (0x1234, 3), b"\x34\x12\3"),
        ("CHOOSE", (39, 1), b"\x27\1"), ("TIME", (5, 6), b"\5\6"),
    ):  # fmt: skip
        table.ram[at : at + 4] = bytes(4)
        table.lay(name, args)
        assert bytes(table.ram[at : at + 4]) == laid + bytes(4 - len(laid))


def test_an_offer_wipes_the_marks_of_the_last_one(table):
    table.lay_offer(1, 0, 0, 0, range(40))
    table.lay("OFFER", (2, 3, 0x102, 0x304, (0, 39)))
    assert bytes(table.ram[table.offer : table.offer + 6]) == bytes((2, 3, 2, 1, 4, 3))
    assert table.table("offer_marks", 40) == [1] + [0] * 38 + [1]


def test_modes_and_seats_are_those_of_the_depth(table):
    for depth in range(4):
        table.poke("mode_kind", 3 + depth, depth)
        table.poke("mode_active", 7 - depth, depth)
    for depth in range(4):
        table.poke("mode_depth", depth)
        assert (table.mode, table.active) == (3 + depth, 7 - depth)


def test_turns_are_a_word(table):
    table.poke("turn_count", 0x34)
    table.poke("turn_count", 0x12, 1)
    assert table.turns == 0x1234


def test_an_auction_is_in_real_time_by_its_switch_and_houses_are_asked_for_by_nobody(table):
    K = table.K
    for mode, switch, seat, crying, asking in (
        ("AUCTION", 1, NOBODY, True, False), ("AUCTION", 0, NOBODY, False, False),
        ("AUCTION", 2, NOBODY, False, False), ("NORMAL", 1, NOBODY, False, False),
        ("HOUSES", 1, NOBODY, False, True), ("HOUSES", 1, 0, False, False),
    ):  # fmt: skip
        table.poke("mode_kind", K["MODE_" + mode], table.byte("mode_depth"))
        table.poke("switches", switch, K["SW_AUCTION"])
        table.poke("session_seat", seat)
        assert (table.crying, table.asking) == (crying, asking)
        assert not table.over
    table.poke("mode_kind", K["MODE_OVER"], table.byte("mode_depth"))
    assert table.over


def test_who_is_alive_who_owns_and_what_a_group_has(table):
    table.poke("player_flags", 0xFE, 3)
    table.poke("player_flags", 0x01, 2)
    assert (table.alive(2), table.alive(3)) == (True, False)
    squares = [table.members(group) for group in range(10)]
    assert squares == [[n for n in range(40) if table.group(n) == g] for g in range(10)]
    for group in range(10):
        size = len(squares[group])
        for held in (size - 1, size):
            table.poke("player_groups", held, group * 8 + 5)
            assert table.held(5, group) == held
            assert table.owns_group(5, group) is (held == size)
        assert not table.owns_group(4, group)


def test_the_slowest_decision_is_kept(monkeypatch):
    rules = Rules()
    rules.new_game({0: 1, 1: 1}, 2, 3)
    times = []
    call = rules.call

    def timed(label, *args, **words):
        took = call(label, *args, **words)
        if label == "brain_decide":
            times.append(took)
            assert rules.slowest in (0, *times)
        return took

    monkeypatch.setattr(rules, "call", timed)
    for _ in range(30):
        rules.send(rules.decide())
        assert rules.slowest == max(times)


def test_a_person_has_nothing_that_a_computer_decides(table):
    depth = table.byte("mode_depth")
    table.poke("mode_kind", table.K["MODE_OVER"], depth)
    with pytest.raises(RulesFault, match=r"^seat \d+: nothing to decide in mode 8$"):
        table.decide()


@pytest.mark.parametrize("seed", [1, 0x010000, 0x000100, 0x3FFFFF])
def test_a_seed_fills_the_register(seed, monkeypatch):
    rules, seen = Rules(), []
    call = rules.call

    def noted(label, a=0, x=0, y=0):
        if label == "random_seed":
            seen.append(a << 16 | x << 8 | y)
        return call(label, a, x, y)

    monkeypatch.setattr(rules, "call", noted)
    rules.new_game({1: 2}, 3, seed)
    assert seen == [seed]
    flags = [rules.byte("player_flags", seat) for seat in range(4)]
    assert [bool(f & rules.K["PF_CPU"]) for f in flags] == [False, True, False, False]
    assert [rules.byte("player_colour", seat) for seat in range(3)] == [0, 1, 2]


def test_a_game_that_cannot_be_is_told_with_the_request():
    with pytest.raises(RulesFault, match=r"^SEATS\(9,\) refused: \w+$"):
        Rules().new_game({}, 9, 1)


def test_the_figures_of_a_preset_are_on_its_board_alone():
    rules = Rules()
    rows = [(5, "price_lo", 1, 60, 70), (6, "price_lo", 3, 60, 80), (6, "square_owner", 0, 255, 9)]
    rules.image = SimpleNamespace(patches=rows)
    for preset, figures in ((5, [70, 60, 255]), (6, [60, 80, 9]), (0, [60, 60, 255])):
        rules.patch(preset)
        assert [rules.byte(label, index) for _, label, index, _, _ in rows] == figures


def test_a_clock_of_many_minutes_is_a_word():
    rules = Rules()
    rules.new_game({}, 2, 1, own=(1, {"CLOCK": 300, "TAX": 1}))
    assert rules.byte("clock_minutes_lo") | rules.byte("clock_minutes_hi") << 8 == 300
    assert rules.byte("switches", rules.K["SW_TAX"]) == 1
