"""Computers at the table, as people meet them: set-up, their turns, trades, stopping them."""

import pytest

from tests.asm.game.brain.table import CODES, sit
from tests.asm.game.engine import Engine, K
from tests.asm.game.robust.crowd import Inside
from tests.asm.game.ui.machine import Game, leave
from tests.asm.game.ui.test_play import to_menu
from tests.asm.game.ui.test_screens import to_an_offer

CPU = K["PF_CPU"]
HINT = "RUN/STOP menu"


def computers(game):
    """Seats with a computer, of those that play."""
    return [s for s in range(game.byte("player_count")) if game.byte("player_flags", s) & CPU]


def name(game, seat):
    raw = bytes(game.byte("player_names", seat * 8 + i) for i in range(8))
    return raw.rstrip(b"\0").decode()


def active(game):
    return game.byte("mode_active", game.byte("mode_depth"))


def persons_turn(game, limit=20_000):
    """Let computers play until a person is to decide or the game is over; decline their offers."""
    for _ in range(limit // 5):
        game.tick(5)
        if game.mode == K["MODE_OVER"]:
            return game
        waiting = not game.byte("player_flags", active(game)) & CPU
        if waiting and game.mode == K["MODE_TRADE"] and "N Decline" in game.text():
            game.key("n", 60)  # a computer's offer
        elif waiting and game.byte("menu_selected") < 7:
            game.tick(5)
            return game
    return pytest.fail(game.where())


# --- set-up ----------------------------------------------------------------------------------


@pytest.mark.feature("F138")
@pytest.mark.feature("F101")
def test_any_seat_can_be_a_computer_and_a_person_again(at):
    """R-17.12, R-20.11."""
    game = at("setup")
    for seat in range(4):
        game.key("{DOWN}", 5)
        if seat in (0, 2):
            game.key("{F3}", 5)
    assert computers(game) == [0, 2]
    lines = game.text().splitlines()[4:8]
    assert ["computer" in line for line in lines] == [True, False, True, False]
    assert "PLAYER 1" not in lines[0]
    assert len({game.byte("player_colour", s) for s in range(4)}) == 4
    game.key("{UP}", 5)
    colour = game.byte("player_colour", 2)
    for skill, word in ((K["SKILL_HARD"], "hard CPU"), (K["SKILL_EASY"], "easy CPU")):
        game.key("{F3}", 5)
        assert word in game.text().splitlines()[6]
        assert game.byte("settings", K["OPT_SKILLS"] + 2) == skill
    assert game.byte("player_colour", 2) == colour
    game.key("{F3}", 5)
    assert computers(game) == [0]
    assert name(game, 2) == "PLAYER 3"


@pytest.mark.feature("F138")
def test_a_typed_name_stays_when_the_seat_becomes_a_computer(at):
    game = at("setup")
    game.key("{DOWN}kim{F3}", 10)
    assert computers(game) == [0]
    assert name(game, 0) == "KIM"
    game.key("{F3}{F3}{F3}", 10)  # hard, easy, a person
    assert computers(game) == []
    assert name(game, 0) == "KIM"


def test_a_click_on_the_column_of_computers_does_it(at):
    from tests.asm.game.ui.test_mouse import click, wake

    game = at("setup")
    wake(game)
    click(game, 32, 5)
    assert computers(game) == [1]


def test_a_new_game_begins_with_people_again(at):
    game = at("setup")
    game.key("{DOWN}{F3}", 10).key("{STOP}", 60).key("\n", 60)
    assert computers(game) == []
    assert name(game, 0) == "PLAYER 1"


# --- their turns --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def crowd_of_computers(built):
    """Snapshot: four computers before the roll for first, dice by the unbiased register."""
    game = Game().boot().key("\n")
    for _ in range(4):
        game.key("{DOWN}{F3}", 6)
    game.key("{DOWN}rr", 6)
    game.machine.type("{F7}", wait=False)
    while game.mode != K["MODE_FIRST"]:
        game.tick(1)
    assert game.byte("settings", K["OPT_RANDOM"]) == K["RANDOM_UNBIASED"]
    return game.machine.snapshot()


@pytest.fixture
def demonstration(crowd_of_computers):
    game = Game()
    game.machine.restore(crowd_of_computers)
    return game


@pytest.mark.feature("F105")
@pytest.mark.feature("F101")
def test_thinking_is_shown_and_the_roll_for_first_is_its_own(demonstration):
    demonstration.until("Thinking", 100)
    assert HINT in demonstration.text()
    assert "normal player" in demonstration.text()
    for skill, words in (("HARD", "hard player"), ("EASY", "easy player")):
        for seat in range(4):
            demonstration.ram[demonstration.labels["settings"] + K["OPT_SKILLS"] + seat] = K[
                "SKILL_" + skill
            ]
        demonstration.until(words, 300)
    for _ in range(60):
        demonstration.tick(50)
        if demonstration.mode == K["MODE_NORMAL"]:
            return
    pytest.fail(demonstration.where())


TABLES = {"player_money_lo": 8, "player_money_hi": 8, "player_square": 8, "square_owner": 40}


class Requests:
    """Which requests the running program sends, in their order, and the tables before the last."""

    def __init__(self, game):
        self.sent, self.tables = [], {}
        self.game = game
        game.machine.board.set_trap(game.labels["request_send"], self.sends)

    def sends(self, board):
        a = board.cpu.a
        self.sent.append((CODES[a], self.game.byte("arg0"), self.game.byte("arg1")))
        for label, size in TABLES.items():
            self.tables[label] = [self.game.byte(label, i) for i in range(size)]
        return False


@pytest.mark.feature("F130")
def test_what_a_computer_wants_arrives_in_order_on_the_way_of_peoples_keys(
    demonstration, rules_binary
):
    """The same state decides and plays alike with and without a screen, request by request."""
    game = demonstration
    engine = Engine(rules_binary)
    state = game.state()
    engine.ram[engine.state_begin : engine.state_begin + len(state)] = state
    engine.call("play_resume")
    requests = Requests(game)
    for _ in range(320):
        game.key(" ", 3)  # faster
    game.machine.board.set_trap(game.labels["request_send"], None)
    assert len(requests.sent) > 40
    for sent in requests.sent[:-1]:  # what follows from the last may still be on its way
        engine.call("brain_decide")
        assert not engine.carry
        code = engine.cpu.a
        wanted = (CODES[code], engine.byte("arg0"), engine.byte("arg1"))
        assert wanted[0] == sent[0]
        if sent[0] in ("BID", "BUILD", "MORTGAGE", "REPAY"):
            assert wanted[1] == sent[1]
        assert not engine.request(code, *wanted[1:])
        engine.events()
    for label, shown in requests.tables.items():
        assert shown == engine.table(label, TABLES[label]), label


def test_any_key_makes_it_faster(crowd_of_computers):
    def turns(key):
        game = Game()
        game.machine.restore(crowd_of_computers)
        for _ in range(100):
            if key:
                game.key(key, 10)
            else:
                game.tick(11)
        return game.byte("turn_count")

    assert turns(" ") > turns(None) + 1


def test_run_stop_opens_a_menu_and_the_game_goes_on_from_there(demonstration):
    game = demonstration
    game.tick(400)
    game.key("{STOP}", 60)
    to_menu(game)
    for words in ("Play on", "Who has what", "Statistics", "Saved games"):
        assert words in game.text()
    before = game.state()
    game.tick(400)
    assert game.state() == before
    game.key("v", 80)
    assert "WHO HAS WHAT" in game.text()
    game.key(" ", 80)
    assert "WHO HAS WHAT" not in game.text()
    assert "Play on" in game.text()
    game.key("p", 30)
    assert "Play on" not in game.text()
    game.tick(600)
    assert game.state() != before


def test_a_demonstration_can_be_ended_by_keys(demonstration):
    """To the winner's page and the title: all computers agree (R-17.12)."""
    game = demonstration
    game.tick(900)
    for _ in range(20):
        game.key("{STOP}", 40)
        to_menu(game)
        if K["REQ_QUIT"] in game.actions() or game.mode == K["MODE_NORMAL"]:
            break
        game.key("p", 60)
    for key in "qne":  # do not save; end it
        game.key(key, 60)
    game.until("RETURN: the figures", 3000)
    game.tick(60)
    game.key("\n").until("RETURN: how it went").tick(60)
    game.key("\n").until("back to the title").tick(60)
    game.key("\n", 120)
    game.until("RETURN or fire: start", 600)


# --- people and computers -------------------------------------------------------------------------


def against(game, *seats):
    """Put computers on seats of a running game."""
    return sit(Inside(game), *seats)


def offered(game):
    """Have the computer whose turn it is offer a trade, as it does in some turns of 256 only."""
    before = game.machine.snapshot()
    for wait in range(12):
        game.machine.restore(before)
        game.tick(1 + wait)  # the dice go on
        game.key("v", 60)
        game.key(" ", 60)
        for _ in range(75):
            if "offers you this trade" in game.text():
                return
            game.tick(20)
    raise AssertionError("no offer in twelve turns")


def wanted(game):
    """A computer offers a trade for a deed of the person's: (rules, person, computer)."""
    me = active(game)
    computer = (me + 1) % 4
    rules = against(game, computer)
    rules.give(computer, 16, 18)
    rules.give(me, 19)
    rules.give((me + 2) % 4, 1, 5, 6, 11, 12, 21, 26, 28, 31, 35, 37)  # enough for trades of groups
    rules.place(computer, 13)
    rules.place(me, 13)
    ram, labels = game.ram, game.labels
    ram[labels["mode_active"]] = computer
    ram[labels["turn_phase"]] = K["PHASE_DONE"]
    offered(game)
    return rules, me, computer


def test_after_ones_turn_the_computers_play_theirs(at):
    game = at("turn")
    me = active(game)
    others = [s for s in range(4) if s != me]
    rules = against(game, *others)
    rules.place(me, 13)
    game.key("r", 5)
    for _ in range(40):
        to_menu(game)
        if "Next turn" in game.text() and K["REQ_END_TURN"] in game.actions():
            break
        game.key("r" if K["REQ_ROLL"] in game.actions() else "b", 5)
    turn = game.byte("turn_count")
    game.key("n", 30)
    persons_turn(game)
    assert (game.byte("turn_count") - turn) % 256 >= 1
    assert active(game) == me or game.mode != K["MODE_NORMAL"]
    rules.check_invariants()


def test_a_computers_offer_is_a_contract_one_approves(at):
    """R-14.6, R-20.8."""
    game = at("turn")
    rules, me, computer = wanted(game)
    assert game.mode == K["MODE_TRADE"]
    assert active(game) == me
    before = game.word("player_money", me)
    game.key("y", 30)
    game.key("y", 30)
    game.tick(400)
    assert rules.owner(19) == computer
    assert game.word("player_money", me) > before + 200


def test_a_computers_bid_stands_as_it_has_decided(at):
    """Whatever amount: above 256, and above the next one people would be asked for."""
    game = at("turn")
    to_an_offer(game)
    me = active(game)
    rules = against(game, *(s for s in range(4) if s != me))
    amounts = iter((0x234, 0x23E, 0x305))

    def decides(board):
        board.cpu.a = K["REQ_BID"]
        for label, byte in zip(("arg0", "arg1"), next(amounts).to_bytes(2, "little"), strict=True):
            game.ram[game.labels[label]] = byte
        board.cpu.p &= ~1
        leave(board)
        return True

    game.machine.board.set_trap(game.labels["brain_decide"], decides)
    stood = []
    game.tick_until_armed()
    game.machine.type("p", wait=False)
    for _ in range(200):
        game.tick(5)
        bid = rules.pair("auction_bid")
        if bid and bid not in stood:
            stood.append(bid)
        if len(stood) == 3:
            break
    assert stood == [0x234, 0x23E, 0x305]


@pytest.mark.feature("F093")
@pytest.mark.parametrize(
    ("give", "want", "heard", "square", "words"),
    [(20, 0, 0, 6, "no deal"), (400, 0, 0, 6, "agreed"), (1500, 0, 0, 19, "not so early"),
     (0, 410, 0, 39, "needs the money"), (400, 0, 2, 6, "is tired of offers")],
)  # fmt: skip
def test_a_computer_answers_an_offer_in_words(at, give, want, heard, square, words):
    """And says why it refuses."""
    game = at("turn")
    me = active(game)
    you = (me + 1) % 4
    rules = against(game, you)
    rules.give(me, 16, 18, 37, 39)
    rules.give(you, 6, 19)
    rules.poke("brain_wait", game.byte("turn_count"), me)
    rules.poke("brain_tries", heard, me)
    rules.set_money(you, 500)
    if words == "no deal":
        rules.set_money(me, 25)  # else it would say what it takes instead (test_counter.py)
    ram, labels = game.ram, game.labels
    block = labels["offer_begin"]
    ram[block : labels["offer_end"]] = bytes(labels["offer_end"] - block)
    rules.poke("offer_partner", you)
    rules.set_pair("offer_give", give)
    rules.set_pair("offer_want", want)
    rules.poke("offer_marks", K["MARK_IN"], square)
    before = rules.owner(square)
    seen = offer_now(game)
    assert words in seen
    assert rules.owner(square) == (me if words == "agreed" else before)


def test_what_a_computer_agrees_to_stands_as_long_as_the_news_of_the_trade(at):
    game = at("turn")
    me = active(game)
    you = (me + 1) % 4
    against(game, you)
    ram, labels = game.ram, game.labels
    told = []

    def waits(board):
        told.append((game.told(), board.cpu.a))
        leave(board)
        return True

    for label, value in (("ev_type", K["EV_TRADE_DONE"]), ("ev_player", me), ("ev_other", you)):
        ram[labels[label]] = value
    game.machine.board.set_trap(labels["ui_wait"], waits)
    game.call("event_show")
    (agreed, first), (done, second) = told
    assert f"{name(game, you)}: agreed!" in agreed
    assert done.endswith("It is a deal!")
    assert first == second


def offer_now(game):
    """Send the offer that lies in the block as the table does; returns all that is told."""
    board, labels = game.machine.board, game.labels

    def instead(board):
        board.cpu.a = K["REQ_OFFER"]
        board.set_trap(labels["request_send"], None)
        return False

    board.set_trap(labels["request_send"], instead)
    game.key("r", 5)
    seen = ""
    for _ in range(120):
        game.tick(5)
        seen += " " + game.told()
    return seen


def test_people_and_computers_bid_in_one_auction(at):
    """R-9.1: in their order, the person by his keys."""
    game = at("turn")
    me = active(game)
    others = [s for s in range(4) if s != me]
    rules = against(game, *others)
    rules.place(me, 29)  # to Regent Street and on: unowned deeds
    game.key("r", 5)
    to_menu(game)
    while game.byte("turn_phase") != K["PHASE_BUY"]:
        rules.place(me, 29)
        game.key("r" if K["REQ_ROLL"] in game.actions() else "n", 5)
        persons_turn(game)
    square = game.byte("player_square", me)
    game.key("p", 5)
    persons_turn(game)
    if game.mode == K["MODE_AUCTION"]:
        assert "Bid" in game.text()
        assert rules.pair("auction_bid") >= 10
        game.key("f", 5)
        persons_turn(game)
    assert rules.owner(square) in others
    rules.check_invariants()
