"""Whose turn it is in a match: auctions in real time, sales of houses, clocks; what is counted."""

import hashlib

import pytest

from emu.arena import match as module
from emu.arena.match import (
    CHARACTERS,
    KINDS,
    OF_1989,
    OWN,
    SKILLS,
    TURN_SECONDS,
    Match,
    number,
    play_match,
    tasks,
)
from emu.arena.pool import play_all, play_chunk
from emu.arena.rules import NOBODY, RulesFault, image
from emu.arena.style import ASKED, STATIONS, Manner, share
from emu.errors import UsageError


class Caller:
    """Somebody who bids an amount or wants some houses, and is noted when asked."""

    def __init__(self, seat, asked, amount=None):
        self.seat, self.asked, self.amount = seat, asked, amount

    def cry(self, rules, seat):
        assert seat == self.seat
        self.asked.append(seat)
        return self.amount

    want = cry


@pytest.fixture
def match(monkeypatch):
    """Four people; what is sent is in ``sent``, and who was asked in ``asked``."""
    (task,) = tasks(["child"] * 4, 1, 1, preset=OF_1989)
    match = Match(task)
    match.asked, match.sent = [], []
    match.players = {seat: Caller(seat, match.asked) for seat in range(4)}
    monkeypatch.setattr(match, "request", lambda *what: match.sent.append(what))
    return match


@pytest.mark.parametrize(
    ("bidder", "asked"),
    [(NOBODY, [2, 3, 0, 1]), (2, [3, 0, 1]), (3, [0, 1, 2]), (0, [1, 2, 3])],
)
def test_in_an_auction_all_are_asked_behind_the_last_bidder_and_then_it_is_sold(
    match, bidder, asked
):
    rules = match.rules
    rules.poke("mode_active", 2, rules.byte("mode_depth"))
    rules.poke("auction_bidder", bidder)
    match.cry()
    assert (match.asked, match.sent) == (asked, [(2, "GONE")])


def test_the_first_who_bids_in_an_auction_is_taken_and_nobody_who_is_out_is_asked(match):
    rules = match.rules
    rules.poke("auction_bidder", 0)
    flags = rules.byte("player_flags", 1) & ~rules.K["PF_ALIVE"]
    rules.poke("player_flags", flags, 1)
    match.players[2].amount, match.players[3].amount = 513, 600
    match.cry()
    assert (match.asked, match.sent) == ([2], [(2, "CRY", 513, 2)])


def test_a_computer_bids_a_word_or_nothing(match, monkeypatch):
    rules = match.rules
    for carry, bid in ((0, 0x1234), (1, None)):

        def call(label, x, carry=carry):
            assert (label, x) == ("le_cry", 3)
            rules.bus.cpu.p = 0x24 | carry
            rules.poke("arg0", 0x34)
            rules.poke("arg0", 0x12, 1)
            return 77

        monkeypatch.setattr(rules, "call", call)
        rules.slowest = 5
        assert match.bid_of(3) == bid
        assert rules.slowest == 77


def test_houses_are_wanted_by_one_after_the_other_and_then_the_sale_goes_on(match):
    rules = match.rules
    rules.poke("mode_active", 1, rules.byte("mode_depth"))
    for seat, wanted in enumerate((0, 3, 2, 0)):
        match.players[seat].amount = wanted
        rules.poke("wanted", wanted if seat < 2 else 9, seat)
    match.ask()
    assert (match.asked, match.sent) == ([0, 1, 2], [(2, "WANT", 2, 2)])
    rules.poke("wanted", 2, 2)
    rules.poke("wanted", 0, 3)
    match.ask()
    assert match.sent[1:] == [(1, "WANTED")]


def test_a_computer_wants_what_its_routine_says(match, monkeypatch):
    rules = match.rules
    match.players = {}

    def call(label, x):
        assert label == "le_want"
        rules.poke("arg1", 4 if x == 2 else 0)
        return 40 + x

    monkeypatch.setattr(rules, "call", call)
    match.ask()
    assert match.sent == [(2, "WANT", 2, 4)]
    assert rules.slowest == 42


@pytest.mark.parametrize("left", [600, 23, 22, 21, 0])
def test_each_turn_takes_some_seconds_of_a_clock_that_does_not_go_below_0(match, left):
    rules = match.rules
    rules.poke("clock_lo", left & 0xFF)
    rules.poke("clock_hi", left >> 8)
    match.pass_time()
    assert not match.sent
    rules.poke("turn_count", rules.byte("turn_count") + 1)
    match.pass_time()
    match.pass_time()
    rest = max(left - TURN_SECONDS, 0)
    assert match.sent == [(rules.active, "TIME", rest & 0xFF, rest >> 8)]


def test_a_fault_names_who_asked_for_what():
    match = Match(tasks(["trader", "normal"], 1, 1)[0])
    with pytest.raises(RulesFault, match=r"^trader asked for BUILD\[3\], refused: MODE$"):
        match.request(0, "BUILD", 3)


def test_a_game_ends_after_its_rounds_and_its_requests(monkeypatch):
    (task,) = tasks(["normal"] * 3, 1, 4, rounds=5)
    result = play_match(task)
    assert result["turns"] == 16 and result["fault"] is None
    assert result["rounds"] == round(16 / 3, 2)
    steps = Match(task)
    while steps.rules.turns <= 15:
        steps.step()
    for most, fault in (
        (steps.steps, None),
        (steps.steps - 1, f"{steps.steps - 1} requests in 16 turns"),
    ):
        monkeypatch.setattr(module, "STEPS_MOST", most)
        assert play_match(task)["fault"] == fault


def test_the_round_of_the_first_complete_group_has_two_places():
    match = Match(tasks(["normal"] * 7, 1, 1)[0])
    rules = match.rules
    rules.poke("turn_count", 30)
    match.look()
    assert match.monopoly is None
    rules.poke("player_groups", rules.byte("group_size", 7), 7 * 8 + 6)
    match.look()
    assert match.monopoly == 4.29
    match.monopoly = None
    rules.poke("player_groups", 0, 7 * 8 + 6)
    rules.poke("player_groups", rules.byte("group_size", 8), 8 * 8)  # no street
    match.look()
    assert match.monopoly is None


def test_fallbacks_are_counted_across_the_end_of_their_byte(monkeypatch):
    match = Match(tasks(["normal"] * 2, 1, 1)[0])
    rules = match.rules
    match.counted = 254
    monkeypatch.setattr(rules, "decide", lambda: rules.K["REQ_ROLL"])
    monkeypatch.setattr(rules, "send", lambda wish: rules.poke("brain_fallbacks", 1) or "")
    match.turn(0)
    match.turn(0)
    assert match.fallbacks == 3
    monkeypatch.setattr(rules, "send", lambda wish: "MODE")
    with pytest.raises(RulesFault, match=r"^seat 1 asked for what is refused: MODE$"):
        match.turn(1)


def test_weights_replace_those_of_a_skill_alone():
    count = image().numbers["WEIGHTS"]
    (task,) = tasks(["normal", "easy"], 1, 1)
    plain = Match(task)
    for skill, place in (("normal", 0), ("hard", 1), ("easy", 2)):
        values = list(range(1, count + 1))
        changed = Match({**task, "weights": {skill: values}})
        at = changed.rules.labels["brain_weights"] + place * count
        before, after = (bytes(m.rules.ram[at - count : at + 2 * count]) for m in (plain, changed))
        assert after == before[:count] + bytes(values) + before[2 * count :]
    with pytest.raises(UsageError, match=rf"^weights of hard: {count - 1} of {count}$"):
        Match({**task, "weights": {"hard": [0] * (count - 1)}})


# --- tasks -------------------------------------------------------------------------------


def test_a_seed_comes_from_the_measurement_and_the_game():
    for seed, game in ((1, 0), (1, 1), (7, 30)):
        digest = hashlib.sha256(b"%d %d" % (seed, game)).hexdigest()
        assert number(seed, game) == int(digest[:6], 16) % (1 << 22)


def test_seats_move_on_by_one_from_game_to_game():
    found = [task["seats"] for task in tasks(["easy", "hard", "child"], 4, 1)]
    assert found == [("easy", "hard", "child"), ("child", "easy", "hard"),
                     ("hard", "child", "easy"), ("easy", "hard", "child")]  # fmt: skip


def test_two_to_eight_can_play_and_their_kinds_are_those_of_the_rules():
    assert [len(tasks(["normal"] * n, 1, 1)[0]["seats"]) for n in (2, 8)] == [2, 8]
    with pytest.raises(UsageError, match=r"^9 seats: must be 2 to 8$"):
        tasks(["normal"] * 9, 1, 1)
    assert [KINDS[name] for name in ("normal", "hard", "easy", *CHARACTERS)] == [*range(1, 12)]
    assert KINDS.keys() - SKILLS.keys() == set(CHARACTERS)


def test_own_rules_are_those_of_preset_3_and_drawn_unless_named():
    for task in tasks(["normal"] * 2, 3, 1, preset=OWN):
        assert task["switches"] and task["preset"] == OWN
    assert "switches" not in tasks(["normal"] * 2, 1, 1)[0]
    assert tasks(["child", "normal"], 1, 1, preset=OF_1989)[0]["preset"] == OF_1989


# --- style -------------------------------------------------------------------------------


def test_stations_are_those_of_the_board(match):
    assert list(STATIONS) == match.rules.members(8)


def test_a_style_counts_what_was_sent_and_bought(match):
    rules = match.rules
    manner, codes = Manner(rules, 4), rules.K
    for square, owner in ((5, 0), (1, 0), (15, 1)):
        rules.poke("square_owner", owner, square)
        manner.sent(0, codes["REQ_BUY"])
    rules.poke("square_owner", 2, 5)  # from a player
    manner.sent(1, codes["REQ_APPROVE"])
    rules.poke("square_owner", NOBODY, 15)
    manner.sent(1, codes["REQ_END_TURN"])
    for name in ("OFFER", "OFFER", "BUILD", "END_TURN"):
        manner.sent(3, codes["REQ_" + name])
    rows = [[row[what] for what in ("deeds", "stations", "offers", "houses", "turns")]
            for row in manner.rows]  # fmt: skip
    assert rows == [[2, 1, 0, 0, 0], [1, 1, 0, 0, 1], [0, 1, 0, 0, 0], [0, 0, 2, 1, 1]]
    assert set(manner.rows[0]) == set(ASKED)


def test_a_share_is_of_all_games_of_a_player():
    rows = [{"deeds": n, "turns": 10 * n} for n in (1, 2, 3, 4)]
    results = [
        {"seats": ("a", "b"), "manner": rows[:2]}, {"seats": ("b", "a"), "manner": rows[2:]},
    ]  # fmt: skip
    assert share(results, "a", "deeds", "turns") == (5, 50)
    assert share(results, "b", "deeds", "turns") == (5, 50)
    assert share(results[:1], "b", "turns", "deeds") == (20, 2)


# --- many games ---------------------------------------------------------------------------


def test_games_are_played_by_the_function_that_is_named():
    assert play_all([1, 2, 3], play=lambda task: task * 2) == [2, 4, 6]
    assert play_chunk([1, 2], lambda task: task + 1) == [2, 3]
    for jobs in (0, -1):
        with pytest.raises(UsageError, match=rf"^--jobs {jobs}: must be 1 or more$"):
            play_all([], jobs=jobs)
