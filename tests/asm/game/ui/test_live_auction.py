"""The auction in real time: keys, mouse, joystick; its clock; computers; eight people at once."""

import random
from itertools import pairwise

import pytest

from tests.asm.game.engine import NOBODY, K
from tests.asm.game.ui.machine import Game, glyph
from tests.asm.game.ui.rules1989 import (
    FREE,
    active,
    armed,
    auction,
    cries,
    first_turn,
    money,
    put,
    rolled,
    shifted,
    standing,
    tap,
    thrown,
    with_disk,
)  # fmt: skip
from tests.asm.game.ui.test_board import cell
from tests.asm.game.ui.test_computer import against
from tests.asm.game.ui.test_menu import press
from tests.asm.game.ui.test_mouse import click, wake
from tests.volume import seldom

PLATES = {seat: (25 + 8 * (seat % 2), 11 + 3 * (seat // 2)) for seat in range(8)}
YELLOW, WHITE, DARK, BLACK = 7, 1, 11, 0
BAR_Y = 17 + 1
SECOND = {"c64": 50, "ntsc": 60}  # pictures


@pytest.fixture
def lot(at):
    """Call with a number of seats: a machine in which a free deed is put up, bids being taken."""

    def make(seats=4):
        game = first_turn(at("setup"), seats)
        game.way(("lot",), lambda: _lot(game))
        thrown(game)
        return game

    return make


def _lot(game):
    auction(game)
    armed(game)


def bar(game):
    """Halves of cells that the bar still has."""
    halves = {glyph("solid"): 2, glyph("quad10"): 1, ord(" "): 0}
    return sum(halves[cell(game, x, BAR_Y)[0]] for x in range(4, 20))


@pytest.mark.feature("F153", "F155")
def test_a_number_bids_1_at_first_then_10_more_and_with_shift_1_more(lot):
    game = lot(8)
    bid = 0
    for seat in (2, 0, 7, 3, 1, 6, 5, 4):
        tap(game, str(seat + 1))
        bid = bid + 10 if bid else 1
        assert standing(game) == (bid, seat)
    shifted(game, "3")
    assert standing(game) == (72, 2)
    assert "PLAYER3" in game.text().splitlines()[13]
    assert ">.72" in game.text().splitlines()[PLATES[2][1] + 1].replace("$", ".")


def test_the_first_bid_is_1_with_shift_too_and_other_keys_bid_nothing(lot):
    game = lot()
    for key in ("9", "0", "5", "8", "R", "B", "P", "F1", "STOP"):
        tap(game, key)
    assert standing(game) == (0, NOBODY)
    shifted(game, "4")
    assert standing(game) == (1, 3)


def test_a_plate_shows_number_token_money_colour_and_what_cannot_be_topped_is_dark(lot):
    game = lot()
    money(game, 1, 20)
    tap(game, "1")
    tap(game, "3")
    tap(game, "1")
    game.tick(5)
    lines = game.text().splitlines()
    for seat, (x, y) in list(PLATES.items())[:4]:
        assert cell(game, x, y) == (ord("1") + seat, BLACK, WHITE)
        assert lines[y][x + 2 : x + 7].strip() == str(game.word("player_money", seat))
        colour = game.byte("colour_ink", game.byte("player_colour", seat))
        assert cell(game, x + 1, y)[2] == colour
        assert (cell(game, x + 5, y)[2] == DARK) == (seat == 1)
    assert cell(game, PLATES[0][0], PLATES[0][1] + 1)[2] == YELLOW  # who holds it
    assert lines[PLATES[4][1]][25:] == " " * 15  # nobody sits there
    tap(game, "2")
    assert standing(game) == (21, 0)


@pytest.mark.feature("F153")
def test_a_click_on_a_plate_bids_for_it(lot):
    game = lot()
    wake(game)
    bid = 0
    for seat in (3, 0, 2):
        x, y = PLATES[seat]
        click(game, x + 3, y + seat % 2, 5)
        bid = bid + 10 if bid else 1
        assert standing(game) == (bid, seat)
    click(game, 30, 22, 5)
    assert standing(game) == (21, 2)


@pytest.mark.feature("F153")
@pytest.mark.parametrize("port", [1, 2])
def test_a_stick_chooses_a_plate_and_fire_bids(lot, port):
    game = lot()
    stick = game.machine.joystick(port)
    press(stick, "fire", game, 6)  # shows for whom, first
    assert standing(game) == (0, NOBODY)
    assert cell(game, *PLATES[0])[2] == YELLOW
    press(stick, "right", game, 6)
    press(stick, "right", game, 6)
    assert [cell(game, *PLATES[s])[2] == YELLOW for s in range(4)] == [False, False, True, False]
    press(stick, "fire", game, 6)
    assert standing(game) == (1, 2)
    press(stick, "left", game, 6)
    press(stick, "fire", game, 6)
    assert standing(game) == (11, 1)
    for _ in range(2):
        press(stick, "left", game, 6)
    press(stick, "fire", game, 6)
    assert standing(game) == (21, 3)


@pytest.mark.feature("F154")
def test_space_toggles_between_bidding_and_how_it_goes(lot):
    game = lot()
    tap(game, "1")
    tap(game, "SPACE")
    game.tick(10)
    assert "Your number:" in game.text() and "Standing bid" not in game.text()
    before = bar(game)
    game.tick(400)  # time stands still meanwhile
    assert bar(game) == before and game.mode == K["MODE_AUCTION"]
    tap(game, "SPACE")
    game.tick(10)
    assert "Standing bid" in game.text() and "Your number:" not in game.text()
    tap(game, "SPACE")
    tap(game, "2")  # a bid comes back by itself
    game.tick(10)
    assert "Standing bid" in game.text() and standing(game) == (11, 1)


@pytest.mark.parametrize("model", SECOND)
def test_five_seconds_after_the_last_bid_it_is_gone(built, model):
    game = Game(model=model).boot().key("\n")
    first_turn(game)
    auction(game)
    armed(game)
    second = SECOND[model]
    tap(game, "2", 1, 0)
    while standing(game)[1] == NOBODY:
        game.tick(1)
    seen, words, left = {}, "", []
    for picture in range(6 * second):
        line = game.text().splitlines()[17]
        for word in ("Who bids more?", "Going...", "Going, going...", "Gone!"):
            if word in line:
                seen.setdefault(word, picture)
        if game.byte("gavel_down") in range(1, 15):
            words += "" if "gavel" not in game.playing() else "."
        left.append(bar(game) if "Gone!" not in seen else 0)
        game.tick(1)
    assert abs(seen["Going..."] - 3 * second) <= 6, seen
    assert abs(seen["Going, going..."] - 4 * second) <= 6, seen
    assert abs(seen["Gone!"] - 5 * second) <= 6, seen
    assert words  # the hammer is heard
    assert left == sorted(left, reverse=True) or left[0] < left[3] <= 32
    assert game.byte("square_owner", FREE) == 1


@pytest.mark.feature("F155")
def test_it_is_sold_to_the_highest_for_his_bid_and_the_board_comes_back(lot):
    game = lot()
    tap(game, "1")
    tap(game, "4")
    game.tick(300)
    assert game.byte("square_owner", FREE) == 3
    game.until("Next turn")
    assert game.word("player_money", 3) == 1500 - 11
    assert "F1 3 5 7 ? Help" in game.text()
    assert game.mode == K["MODE_NORMAL"]
    game.key("{F1}", 60)  # as before
    assert game.byte("board_side") == 0 or "F1" in game.text()


def test_nobody_bids_and_it_stays_with_the_bank(lot):
    game = lot()
    game.tick(300)
    game.until("Next turn")
    assert game.byte("square_owner", FREE) == NOBODY
    assert "Gone" not in game.text()
    assert DARK not in {cell(game, x, BAR_Y)[2] for x in range(4, 20)}  # no bar


def hammer(game, keys, frames, seed, most=2):
    """Real keys at random, at most so many at a time; which were pressed, in order."""
    dice, keyboard, down, pressed = random.Random(seed), game.machine.board.keyboard, {}, []
    for _ in range(frames):
        for key in keys:
            if key in down:
                down[key] -= 1
                if not down[key]:
                    keyboard.release(key)
                    del down[key]
            elif len(down) < most and dice.random() < 0.15:
                keyboard.press(key)
                down[key] = dice.randint(2, 4)
                pressed.append(key)
        game.tick(1)
    for key in down:
        keyboard.release(key)
    game.tick(30)
    return pressed


@pytest.mark.parametrize("seed", [0, seldom(1), seldom(2)])
def test_eight_people_hammer_and_no_bid_is_lost_or_doubled(lot, seed):
    game = lot(8)
    for seat in range(8):
        money(game, seat, 30000)
    bids = cries(game)
    pressed = hammer(game, "12345678", 300, seed)
    assert len(pressed) > 90
    assert sorted(seat for _, seat in bids) == sorted(int(key) - 1 for key in pressed)
    assert standing(game)[0] == 1 + 10 * (len(pressed) - 1)
    assert game.mode == K["MODE_AUCTION"]  # and the clock began anew each time


def test_three_keys_at_once_bid_for_no_fourth_player(lot):
    """1, 2 and 3 held are read as 4 as well: all numbers lie in two rows of the matrix."""
    game = lot(8)
    keyboard = game.machine.board.keyboard
    seats = cries(game)
    for first, second, third, ghost in ("1234", "5687", "1342", "7856"):
        for key in (first, second, third):
            keyboard.press(key)
            game.tick(20)
        assert int(ghost) - 1 not in [seat for _, seat in seats]
        keyboard.release(first)
        game.tick(20)  # now the third is certain
        assert [seat for _, seat in seats] == [int(key) - 1 for key in (first, second, third)]
        for key in (second, third):
            keyboard.release(key)
        game.tick(4)
        seats.clear()


def test_what_is_pressed_before_the_half_second_is_over_bids_nothing(at):
    game = first_turn(at("setup"))
    rolled(game, FREE)
    game.until("Auction it")
    game.tick_until_armed()
    tap(game, "P")
    for _ in range(8):
        tap(game, "1")
        tap(game, "RETURN")
    assert standing(game)[1] == NOBODY or game.byte("arm_state") == 0
    assert game.byte("square_owner", FREE) == NOBODY


def test_hammering_fire_buys_nothing(lot):
    game = lot()
    assert game.byte("gavel_at") == NOBODY
    tap(game, "RETURN")
    assert standing(game) == (0, NOBODY)


def computers(game, *seats):
    """Computers on these seats, and how they play in memory."""
    against(game, *seats)


def test_computers_bid_a_third_to_one_second_after_the_last_bid(at):
    game = first_turn(at("setup"))
    computers(game, *{0, 1, 2, 3} - {active(game)})
    ticks = cries(game)
    auction(game)
    game.until("Gone!", 20000)
    assert len(ticks) >= 4
    waits = [b[0] - a[0] for a, b in pairwise(ticks)]
    assert all(16 <= wait <= 60 for wait in waits), waits
    assert len(set(waits)) > 1  # in no rhythm
    assert len({seat for _, seat in ticks}) > 1
    assert all(a[1] != b[1] for a, b in pairwise(ticks))  # not against itself
    game.until("Next turn")
    assert game.byte("square_owner", FREE) == ticks[-1][1]


def test_nobody_bids_for_a_computer(at):
    game = first_turn(at("setup"))
    computer = (active(game) + 1) % 4
    computers(game, computer)
    auction(game)
    armed(game)
    bids = cries(game)
    put(game, gavel_left=0)  # it does not speak now
    tap(game, str(computer + 1))
    assert bids == []
    assert cell(game, *PLATES[computer])[0] == ord(" ")
    person = (computer + 1) % 4
    tap(game, str(person + 1))
    assert [seat for _, seat in bids] == [person]


def test_no_second_passes_while_the_page_is_loading(at):
    game = first_turn(at("setup"))
    game.key("x", 60).key("{RUN/STOP}", 60)  # the overlay of options is there now
    assert not game.holds("desk")
    with_disk(game)
    rolled(game, FREE)
    game.until("Auction it").key("p", 5).until("Who begins?", 6000)
    assert game.holds("desk")
    game.tick(12)
    assert bar(game) == 32
    assert game.word("bar") > 250


def test_a_number_pressed_just_after_an_auction_opens_no_owners(lot):
    game = lot()
    tap(game, "2")
    for _ in range(900):
        if game.mode == K["MODE_NORMAL"] and game.byte("arm_state") == 1:
            break
        game.tick(1)
    assert game.byte("arm_state") == 1, "the half second has begun"
    tap(game, "3")
    assert game.byte("arm_state") == 1
    game.tick(30)
    assert game.byte("aside_depth") == 0 and "Roll dice" in game.text()
    tap(game, "3")
    game.tick(60)
    assert game.byte("aside_depth") > 0, "later it does"


def test_plates_of_names_of_eight_letters_keep_the_one_that_tells_them_apart(lot):
    """As a game has them that was saved before its names had seven letters."""
    game = lot()
    at = game.labels["player_names"]
    game.ram[at : at + 24] = b"PLAYER 1PLAYER 2BARBARA\0"
    tap(game, "1")
    lines = game.text().splitlines()
    plates = [lines[PLATES[n][1] + 1][PLATES[n][0] :][:7].strip() for n in range(4)]
    assert plates[1:] == ["PLAYER2", "BARBARA", "PLAYER4"], lines
