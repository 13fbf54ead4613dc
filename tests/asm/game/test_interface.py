"""Requests, refusals, events, modes and actions as docs/inside/game-engine.md promises."""

import pytest

from tests.asm.game.engine import REASONS, Engine, K


def test_an_unknown_request_is_refused(game):
    for code in (K["REQUESTS"], 100, 255):
        assert REASONS[game.request(code)] == "REASON_UNKNOWN"


def test_a_request_waits_until_the_events_are_taken(game):
    game.force_dice(1, 2)
    assert game.request(K["REQ_ROLL"]) == 0
    game.refuses("BUY", "BUSY")
    assert game.events()
    game.do("BUY")


def test_every_request_is_refused_where_it_does_not_belong(game):
    """Not one byte changes: ``request`` compares the whole state."""
    for code in range(K["REQUESTS"]):
        for mode in range(K["MODES"]):
            for phase in range(5):
                game.poke("mode_kind", mode)
                game.poke("turn_phase", phase)
                reason = game.check(code, 1, 200)
                if reason:
                    assert game.request(code, 1, 200) == reason


def test_check_tells_what_the_request_would_answer(game):
    game.roll(1, 2)
    before = game.state()
    assert game.check(K["REQ_BUY"]) == 0
    assert REASONS[game.check(K["REQ_END_TURN"])] == "REASON_PHASE"
    assert game.state() == before


def test_actions_name_what_can_be_requested(game):
    assert game.actions() == {K["REQ_ROLL"], K["REQ_OFFER"], K["REQ_QUIT"]}
    game.roll(1, 2)
    assert game.actions() == {K["REQ_BUY"], K["REQ_PASS"], K["REQ_OFFER"], K["REQ_QUIT"]}
    game.set_money(0, 59)
    assert K["REQ_BUY"] not in game.actions()


def test_actions_try_every_own_deed(game):
    game.give(0, 37, 39)
    assert {K["REQ_BUILD"], K["REQ_MORTGAGE"]} <= game.actions()
    assert K["REQ_SELL"] not in game.actions()
    game.do("BUILD", 39)
    actions = game.actions()
    assert {K["REQ_BUILD"], K["REQ_SELL"], K["REQ_BUILD_GROUP"]} <= actions
    assert K["REQ_MORTGAGE"] not in actions


def test_actions_keep_the_arguments(game):
    game.give(0, 37, 39)
    game.arguments(1, 2, 3, 4)
    game.call("play_actions")
    assert game.table("arg0", 4) == [1, 2, 3, 4]


def test_whoever_is_to_act_next_is_told(game):
    game.roll(1, 2)
    events = game.do("PASS")
    assert ("ACTIVE", 1, K["MODE_AUCTION"]) == (events[-1].name, *events[-1][1:3])


def test_a_loaded_state_goes_on_exactly(game, rules_binary):
    """R-20.12: the same state and requests give the same dice."""
    game.roll(1, 2)
    game.do("BUY")
    saved = game.state()
    other = Engine(rules_binary)
    other.call("play_init")
    other.ram[other.state_begin : other.state_end] = saved
    other.call("play_resume")
    for machine in (game, other):
        machine.do("END_TURN")
    assert game.do("ROLL") == other.do("ROLL")
    assert game.state() == other.state()


def test_init_wipes_everything_but_the_generator(game):
    game.give(0, 39)
    kept = [game.table("rng_v", 3), game.byte("rng_w"), game.byte("rng_n")]
    game.call("play_init")
    assert [game.table("rng_v", 3), game.byte("rng_w"), game.byte("rng_n")] == kept
    assert game.mode == K["MODE_SETUP"]
    assert game.table("square_owner", 40) == [0xFF] * 40
    assert game.bank_out() == 0
    first = game.state()
    game.call("play_init")
    assert game.state() == first


def test_the_deepest_stack_of_modes_is_normal_auction_trade(game):
    """R-2.5."""
    game.roll(1, 2)
    game.do("PASS")
    game.offer(2, give=1)
    assert game.byte("mode_depth") == 2
    assert [game.byte("mode_kind", n) for n in range(3)] == [
        K["MODE_NORMAL"], K["MODE_AUCTION"], K["MODE_TRADE"],
    ]  # fmt: skip
    game.refuses_offer("PARTNER", 3, give=1)
    game.offer(game.byte("trade_from"), give=1)  # a counter-offer takes no place of its own
    assert game.byte("mode_depth") == 2


def test_auto_pay_of_everything_is_the_longest_request(game):
    """The bound of event.s: 92 levels and 28 mortgages fit the queue."""
    for group, level in ((1, 5), (2, 5), (3, 5), (4, 5), (5, 4), (6, 4), (0, 1), (7, 3)):
        first, size = game.byte("group_first", group), game.byte("group_size", group)
        game.give(0, *game.table("group_squares", 28)[first : first + size], level=level)
    game.give(0, 5, 15, 25, 35, 12, 28)
    assert game.byte("bank_houses") == 0
    assert game.byte("bank_hotels") == 0
    equity = game.equity(0)
    game.set_money(0, 0)
    game.set_pair_word("play_amount", equity)
    game.call("money_charge", a=8, x=0)
    game.call("debt_settle")
    game.events()
    events = game.do("AUTO_PAY")
    assert game.money(0) == 0
    assert sum(e.name == "SOLD" for e in events) == 92
    assert sum(e.name == "MORTGAGED" for e in events) == 28
    assert game.fullest <= 130
    game.check_invariants()


@pytest.mark.parametrize("label", ["play_actions", "play_check"])
def test_looking_at_the_state_does_not_change_it(game, label):
    game.roll(1, 2)
    before = game.state()
    game.call(label, a=K["REQ_BUY"])
    assert game.state() == before


def test_play_order_ends_even_when_nobody_lives(engine):
    for seat in range(8):
        engine.call("play_next", x=seat)
        assert engine.cpu.x == seat


def test_the_rows_of_requests_and_events_are_numbered_as_they_stand(engine):
    """What the tests read from the rows is what the assembler made of them."""
    labels = engine.labels
    assert labels["request_phases"] - labels["request_modes"] == K["REQUESTS"]
    assert labels["act_hi"] - labels["act_lo"] == K["REQ_LESS"]  # the others are in a preset
    for name, act in (("SEATS", "do_seats"), ("ROLL", "do_roll"), ("TOKEN", "do_token")):
        code = K["REQ_" + name]
        to = engine.byte("act_lo", code) | engine.byte("act_hi", code) << 8
        assert to + 1 == labels[act], name


def test_after_a_saved_state_was_loaded_no_event_waits_and_no_money_is_told(game):
    """play.inc, play_resume: what waited was of another game."""
    game.force_dice(1, 2)
    assert game.request(K["REQ_ROLL"]) == 0
    game.set_pair("player_money", 777, 2)
    game.call("play_resume")
    assert game.events() == []
    assert [event.name for event in game.do("BUY") if event.name == "CASH"] == ["CASH"]


def test_the_queue_of_events_is_as_long_again_when_all_are_taken(game):
    """play.inc, event_count: computers think when it is 0."""
    game.roll(1, 2)
    assert (game.byte("queue_head"), game.byte("event_count")) == (0, 0)
