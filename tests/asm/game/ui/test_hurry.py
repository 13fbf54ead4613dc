"""Keys meant for hurrying decide nothing: asm/game/ui/key_guard.s."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.robust.crowd import Inside
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.test_computer import active, against, offered, persons_turn
from tests.asm.game.ui.test_menu import TOP, buttons, selected
from tests.asm.game.ui.test_mouse import wake
from tests.asm.game.ui.test_must_pay import throw
from tests.asm.game.ui.test_play import to_menu

HALF_A_SECOND = {"c64": 25, "ntsc": 30}  # pictures
EVERY = 20
CPU = K["PF_CPU"]


def hammer(game, key="\n", times=8):
    """The key every 20 pictures, whatever the page says."""
    for _ in range(times):
        game.machine.type(key, wait=False)
        game.tick(EVERY)


def owned(game):
    return bytes(game.byte("square_owner", square) for square in range(40))


def on_a_deed(at, square=9):
    """The player with the dice stands on a free deed and may buy it."""
    game = at("turn")
    game.ram[game.labels["player_square"] + active(game)] = square - 3
    throw(game, 1, 2)
    to_menu(game)
    assert "Buy it" in buttons(game), game.where()
    return game


@pytest.mark.parametrize("model", HALF_A_SECOND)
def test_what_decides_is_taken_after_half_a_second(built, model):
    game = Game(model=model).boot().first_turn()
    square = 9
    for early in (True, False):
        game.ram[game.labels["player_square"] + active(game)] = square - 3
        game.ram[game.labels["turn_phase"]] = K["PHASE_ROLL"]
        throw(game, 1, 2)
        while game.byte("arm_state") != 1:
            game.tick(1)
        game.tick(HALF_A_SECOND[model] + (-5 if early else 4))
        game.machine.type("b", wait=False)
        game.tick(4)
        bought = game.byte("square_owner", square) == active(game)
        assert bought is not early
        if early:  # and it began anew
            game.tick(HALF_A_SECOND[model] - 8)
            assert game.byte("arm_state") == 1
            game.key("b", 8)
            assert game.byte("square_owner", square) == active(game)
            game.tick(300)
            square = 14


def test_a_button_that_is_not_taken_yet_looks_so(at):
    game = at("turn")
    game.ram[game.labels["player_square"] + active(game)] = 6
    throw(game, 1, 2)
    while not (game.byte("menu_selected") < 7 and game.byte("arm_state") == 1):
        game.tick(1)
    game.tick(8)
    row = 8 * (TOP + 2 * game.byte("menu_selected"))
    early = set(game.picture()[row + 1 : row + 7, 210:319].flat)
    assert early == {7, 11}  # yellow on dark grey
    game.tick_until_armed()
    game.tick(3)
    assert set(game.picture()[row + 1 : row + 7, 210:319].flat) in ({0, 7}, {0, 1})


def test_keys_typed_while_something_is_shown_are_forgotten(at):
    game = at("turn")
    game.ram[game.labels["player_square"] + active(game)] = 6
    before = owned(game)
    game.kit.mock("random_dice", lambda kit: kit.memory.put("dice", bytes((1, 2))))
    game.machine.type("r", wait=False)
    game.tick(12)
    game.machine.type("bb\n\n", wait=False)
    to_menu(game)
    game.tick(100)
    assert "Buy it" in buttons(game)
    assert owned(game) == before


def test_return_buys_at_the_second_press_only(at):
    game = on_a_deed(at)
    before = owned(game)
    assert selected(game) == "Buy it"
    game.key("\n", 6)
    assert owned(game) == before
    assert "Press again" in game.text()
    game.key("{DOWN}", 6)  # something else: asked anew
    assert "Press again" not in game.text()
    game.key("{UP}", 6).key("\n", 6)
    assert owned(game) == before
    game.key("\n", 6)
    assert game.byte("square_owner", 9) == active(game)


def test_its_letter_buys_at_once(at):
    game = on_a_deed(at)
    game.key("b", 8)
    assert game.byte("square_owner", 9) == active(game)


def test_hammering_return_neither_buys_nor_bids(at):
    """P for an auction and then RETURN bought the deed."""
    game = on_a_deed(at)
    before = owned(game)
    hammer(game)
    assert owned(game) == before
    assert game.byte("turn_phase") == K["PHASE_BUY"]
    game.tick(40)
    game.key("p", 1)
    hammer(game, times=20)
    assert game.mode == K["MODE_AUCTION"]
    assert game.byte("auction_bidder") > 7
    assert owned(game) == before


@pytest.fixture
def three_computers(at):
    """A person and three computers, of which two want a street of the person's."""
    game = at("turn")
    me = active(game)
    rules = against(game, *(seat for seat in range(4) if seat != me))
    rules.give(me, 19)
    rules.give((me + 1) % 4, 16, 18)
    rules.give((me + 2) % 4, 5, 6, 11, 12, 21, 26)
    rules.give((me + 3) % 4, 8, 13, 15, 23, 27, 28)  # groups change hands from 14 deeds on
    return game, me


def test_hammering_return_through_many_turns_accepts_and_buys_nothing(three_computers):
    """One presses letters when one means it, and RETURN every 20 pictures all the time."""
    game, me = three_computers
    offered, turns, before = 0, set(), game.word("player_money", me)
    requests = []

    def sends(board):
        if active(game) == me:
            requests.append(board.cpu.a)
        return False

    game.machine.board.set_trap(game.labels["request_send"], sends)
    for _ in range(900):
        hammer(game, times=1)
        turns.add(game.byte("turn_count"))
        if len(turns) > 8 and offered > 1:
            break
        if active(game) != me or game.byte("arm_state") == 0x80:
            continue
        if game.mode == K["MODE_TRADE"]:
            if "N Decline" in game.text():
                offered += 1
                hammer(game)
                assert game.mode == K["MODE_TRADE"]
                game.tick(40)
                game.key("n", 10)
        elif game.byte("menu_selected") < 7:
            hammer(game, times=4)
            game.tick(40)
            requests.clear()
            wanted = ("ROLL", "PASS", "END_TURN", "BAIL", "CARD", "CONTINUE", "AUTO_PAY")
            code = next(K[f"REQ_{w}"] for w in wanted if K[f"REQ_{w}"] in game.actions())
            game.key(letter(game, code), 2)
            assert set(requests) == {code}
    assert offered, "no computer offered a trade"
    assert len(turns) > 4
    assert game.byte("square_owner", 19) == me
    assert [s for s in range(40) if game.byte("square_owner", s) == me] == [19]
    assert before


def letter(game, code):
    at = [game.byte("menu_code", i) for i in range(game.byte("menu_count"))].index(code)
    return chr(game.byte("menu_letter", at)).lower()


def test_a_contract_stands_on_decline_and_asks_twice_before_it_is_accepted(three_computers):
    game, me = three_computers
    other = (me + 1) % 4
    ram, labels = game.ram, game.labels
    rules = Inside(game)
    rules.give((me + 2) % 4, 1, 6, 11, 26, 31)  # no group changes hands early in a game
    rules.give((me + 3) % 4, 3, 8, 21, 27, 32, 37)
    rules.place(other, 13)
    ram[labels["mode_active"]] = other
    ram[labels["turn_phase"]] = K["PHASE_DONE"]
    offered(game)
    for key in ("{STOP}", " "):
        game.key(key, 30)
        assert game.mode == K["MODE_TRADE"], key
    game.key("y", 4)
    assert "Are you sure" in game.text() or "Sure?" in game.text()
    hammer(game)
    assert game.byte("square_owner", 19) == me
    game.key("\n", 30)  # "look again"
    assert game.mode == K["MODE_TRADE"]
    assert "N Decline" in game.text()
    game.key("\n", 60)
    persons_turn(game)
    assert game.byte("square_owner", 19) == me


@pytest.mark.parametrize("hurry", ["space", "right button", "second fire"])
def test_what_hurries_hurries_and_decides_nothing(at, hurry):
    """The walk is over at once; on the menu behind it they do nothing."""
    game = at("turn")
    me = active(game)
    press = PRESSES[hurry](game)
    pictures = []
    for hurried in (False, True):
        begin = game.machine.snapshot()
        game.ram[game.labels["player_square"] + me] = 0
        throw(game, 3, 6)
        for picture in range(600):
            if game.byte("menu_selected") < 7 and game.byte("arm_state") != 0x80:
                break
            if hurried and picture % 8 == 0:
                press(True)
            elif hurried and picture % 8 == 4:
                press(False)
            game.tick(1)
        pictures.append(picture)
        if not hurried:
            game.machine.restore(begin)
    assert pictures[1] < pictures[0] - 50
    press(False)
    before = game.state()
    for _ in range(10):
        press(True)
        game.tick(6)
        press(False)
        game.tick(6)
    assert game.state() == before
    assert "Buy it" in buttons(game)


def space(game):
    keyboard = game.machine.board.keyboard
    return lambda down: (keyboard.press if down else keyboard.release)("SPACE")


def right_button(game):
    mouse = wake(game)
    return lambda down: (mouse.press if down else mouse.release)("right")


def second_fire(game):
    return lambda down: game.machine.paddles(1).turn(x=0 if down else 255)


PRESSES = {"space": space, "right button": right_button, "second fire": second_fire}


def test_what_stands_below_the_buttons_stays_when_a_bid_is_not_pressed_again(at):
    game = on_a_deed(at)
    game.key("p", 10)
    to_menu(game)
    assert "Bid $10" in game.text()
    game.key("\n", 6)
    assert "Press again" in game.text()
    game.key("{DOWN}", 6)
    assert "Press again" not in game.text()
    assert "Bid $10" in game.text()
