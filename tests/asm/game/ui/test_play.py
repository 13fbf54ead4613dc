"""Playing: what is shown, what a key cuts short, what RETURN and the cursor do."""

import random
import re
import string

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.table import deal, initiator
from tests.asm.game.ui.test_menu import buttons, selected, table
from tests.asm.game.ui.test_screens import bankrupt_next_landing

HOP = 8  # fiftieths of a second for a square (asm/game/pages/events.s)
OPEN = 7  # menu_selected below: a menu is open


def to_menu(game, limit=3000):
    """Let pictures pass until a menu is open; returns how many."""
    for pictures in range(limit):
        game.tick(1)
        if game.byte("menu_selected") < OPEN:
            game.tick_until_armed()
            game.tick(4)  # drawn
            return pictures
    return pytest.fail(game.where())


def roll(game):
    """Roll, then wait for the next menu."""
    game.key("r", 4)
    to_menu(game)


def until_double(at, doubles):
    """A machine of a roll that was a double, with ``doubles`` before it in this turn.

    Not of two ones: behind Go they lead to a card, which may send one to gaol.
    """
    for wait in range(60):
        game = at("turn")
        game.ram[game.labels["turn_doubles"]] = doubles
        game.tick(wait)
        game.key("r", 6)
        if game.byte("dice") == game.byte("dice", 1) > 1:
            return game
    return pytest.fail("no double in 60 rolls")


def told_meanwhile(game, pictures=300):
    """Let pictures pass; returns all that was told below the board."""
    seen = []
    for _ in range(pictures // 5):
        game.tick(5)
        seen.append(game.told())
    return " / ".join(seen)


@pytest.mark.feature("F125")
def test_doubles_are_counted_on_the_menu(at):
    game = until_double(at, 0)
    assert "Doubles" not in game.text()
    told = told_meanwhile(game)
    assert "double!" in told
    assert "The third double!" not in told
    to_menu(game)
    assert game.byte("turn_doubles") == 1
    assert "Doubles: 1" in game.text()


@pytest.mark.feature("F126")
def test_the_third_double_is_given_as_the_reason_for_gaol(at):
    game = until_double(at, 2)
    player = game.byte("mode_active", 0)
    assert "The third double!" in told_meanwhile(game)
    assert game.byte("player_flags", player) & K["PF_GAOL"]
    assert game.byte("player_square", player) == K["SQUARE_GAOL"]
    assert game.byte("shown_square", player) == K["SQUARE_GAOL"]


@pytest.mark.feature("F129")
def test_space_ends_the_walk_and_is_no_more_than_that(at):
    game = at("turn")
    player = game.byte("mode_active", 0)
    game.machine.type("r", wait=False)
    while game.byte("shown_square", player) == 0:
        game.tick(1)
    target = game.byte("dice") + game.byte("dice", 1)
    assert game.byte("shown_square", player) < target
    phase = game.byte("turn_phase")
    square, tick = game.byte("shown_square", player), game.byte("irq_tick")
    game.key("r\n", 4)  # other keys do not hurry
    passed = (game.byte("irq_tick") - tick) & 0xFF
    assert game.byte("shown_square", player) <= square + passed // HOP + 1
    game.key(" ", 12)
    assert game.byte("shown_square", player) == target
    assert game.byte("turn_phase") == phase


@pytest.mark.feature("F181")
def test_every_square_on_the_way_is_walked_over(at):
    game = at("turn")
    player = game.byte("mode_active", 0)
    game.machine.type("r", wait=False)
    seen = []
    for _ in range(500):
        game.tick(1)
        if game.byte("shown_square", player) not in seen:
            seen.append(game.byte("shown_square", player))
        if seen[-1] == game.byte("dice") + game.byte("dice", 1):
            break
    assert seen == list(range(seen[-1] + 1))


@pytest.mark.feature("F132")
def test_after_an_interrupt_the_card_of_the_player_with_the_dice_lies_there_again(at):
    game = at("turn")
    player = game.byte("mode_active", 0)
    ram, labels = game.ram, game.labels
    square = 24
    ram[labels["player_square"] + player] = square
    ram[labels["shown_square"] + player] = square
    other = (player + 1) % 4
    ram[labels["mode_depth"]] = 1  # somebody else must pay, and has paid
    ram[labels["mode_kind"] + 1] = K["MODE_MUST_PAY"]
    ram[labels["mode_active"] + 1] = other
    game.key("v", 60)
    game.key(" ", 60)
    assert "Continue" in buttons(game)
    game.key("{F1}", 30).key(" ", 30)
    assert game.byte("stage_square") != square
    game.key("c", 120)
    assert game.mode == K["MODE_NORMAL"]
    assert game.byte("stage_square") == square


@pytest.mark.feature("F136")
def test_keys_that_no_button_names_change_nothing(at):
    game = at("turn")
    known = {key for page in table(game, "menu_turn") for key, _, _ in page}
    state = slice(game.labels["state_begin"], game.labels["state_end"])
    before, text = bytes(game.ram[state]), game.text()
    known |= set("12345678")  # the players: test_owners.py
    for key in sorted(set(string.ascii_uppercase + string.digits + "+-*/=:;,@") - known):
        game.key(key.lower(), 3)
    for key in ("{HOME}", "{STOP}", "{DEL}", "{LEFT}", "{RIGHT}"):
        game.key(key, 3)
    assert bytes(game.ram[state]) == before
    assert game.text() == text


@pytest.mark.feature("F169", "F167")
def test_a_turn_is_played_with_cursor_and_return_alone(at):
    game = at("turn")
    turn = game.byte("turn_count")
    for _ in range(40):
        if game.byte("turn_count") != turn:
            break
        enabled = [b for i, b in enumerate(buttons(game)) if game.byte("menu_enabled", i)]
        wanted = next(b for b in ("Roll dice", "Buy it", "Next turn") if b in enabled)
        game.key("{UP}", 4)  # away from the default
        for _ in range(8):
            if selected(game) == wanted:
                break
            game.key("{DOWN}", 4)
        game.key("\n", 6)
        if game.byte("menu_sure"):
            game.key("\n", 6)
        to_menu(game)
    assert game.byte("turn_count") != turn, game.where()


@pytest.mark.feature("F170")
def test_return_alone_plays_turn_after_turn(at):
    game = at("turn")
    turn = game.byte("turn_count")
    for _ in range(40):
        game.key("\n", 6)
        to_menu(game)
    assert (game.byte("turn_count") - turn) & 0xFF >= 5, game.where()
    assert sum(game.byte("square_owner", s) < 8 for s in range(40)) >= 3


@pytest.mark.feature("F173")
def test_return_leaves_every_page_beside_the_turn(at):
    game = at("turn")
    first = buttons(game)
    for keys in ("i", "m", "v", "s", "o", "?"):
        game.key(keys, 60)
        game.key("\n", 60)
        if game.byte("menu_page"):
            game.key(".", 10)
        assert buttons(game) == first, keys
        assert game.byte("turn_phase") == K["PHASE_ROLL"]


@pytest.mark.feature("F171")
def test_keys_typed_ahead_are_taken_in_order(at):
    game = at("setup")
    game.key("{DOWN}", 5)
    game.key("abcdefgh", 40)
    assert bytes(game.byte("player_names", i) for i in range(8)) == b"ABCDEFGH"
    game = at("turn")
    game.key("{F3}", 0)  # a side takes a while
    game.key("{F5} i{RIGHT}{RIGHT}", 80)
    assert game.byte("board_side") == 2
    assert game.byte("browse_square") == 2


@pytest.mark.feature("F172")
def test_a_message_stays_its_time_and_space_ends_it(at):
    times = []
    for skip in (False, True):
        game = at("turn")
        player = game.byte("mode_active", 0)
        ram, labels = game.ram, game.labels
        ram[labels["square_owner"] + 39] = (player + 1) % 4
        ram[labels["player_square"] + player] = 38
        game.key("r", 4)
        pictures = 0
        while game.byte("menu_selected") >= OPEN:
            if skip:
                game.machine.type(" ", wait=False)
            game.tick(10)
            pictures += 10
        times.append(pictures)
    assert times[1] < times[0] / 2, times


def card(game, square):
    """Walk to a square in the information page; its card's lines."""
    for _ in range(40):
        if game.byte("browse_square") == square:
            break
        game.key("{RIGHT}", 8)
    game.tick(20)
    return "\n".join(line[4:20] for line in game.text().splitlines()[3:16])


def numbers(text, label):
    """Numbers behind a label on a card."""
    line = next(x for x in text.splitlines() if x.strip().startswith(label))
    return [int(n) for n in re.findall(r"\d+", line.replace(label, "", 1))]


def figure(game, label, square):
    """A figure of the rules about a square; the machine is left as it was."""
    snapshot = game.machine.snapshot()
    game.call(label, x=square)
    registers = game.result
    high = 0 if label == "square_house_cost" else registers.y
    value = registers.a + 256 * high
    game.machine.restore(snapshot)
    return value


@pytest.mark.feature("F006")
def test_twenty_eight_deed_cards_say_what_the_tables_say(at):
    game = at("turn")
    deeds = [s for s in range(40) if game.byte("square_group", s) < 10]
    assert len(deeds) == 28
    game.key("i", 30)
    for square in deeds:
        text = card(game, square)
        for words, label in (
            ("Price", "square_price"),
            ("Mortgage", "square_mortgage"),
            ("Repay", "square_repay"),
        ):
            assert numbers(text, words) == [figure(game, label, square)], square
        group = game.byte("square_group", square)
        if group < 8:
            at_index = game.byte("street_index", square)
            rents = [game.word("street_rents", at_index + level) for level in range(6)]
            labels = ("Rent", "1 house", "2 houses", "3 houses", "4 houses", "Hotel")
            assert [numbers(text, label)[-1] for label in labels] == rents, square
            assert numbers(text, "Build for") == [figure(game, "square_house_cost", square)], square
        elif group == K["GROUP_STATIONS"]:
            assert [numbers(text, f"{n} held")[-1] for n in (1, 2, 3, 4)] == [25, 50, 100, 200]
        else:
            assert [numbers(text, f"{n} held")[-1] for n in (1, 2)] == [4, 10]


@pytest.mark.feature("F007")
def test_twelve_other_squares_say_what_happens_there(at):
    game = at("turn")
    words = {
        0: "Collect your salary",
        10: "Just visiting",
        20: "Have a rest",
        30: "Straight to the cells",
        4: "$200",
        38: "$100",
        **dict.fromkeys((2, 7, 17, 22, 33, 36), "Take the top card"),
    }
    assert {s for s in range(40) if game.byte("square_group", s) >= 10} == set(words)
    game.key("i", 30)
    for square, text in words.items():
        flat = " ".join(card(game, square).split())
        assert text in flat, square


@pytest.mark.feature("F018")
def test_the_title_says_for_whom_the_game_is(at):
    assert "ages 8 and up" in at("title").text()


@pytest.mark.feature("F182")
def test_the_dice_are_seen_to_roll(at):
    game = at("turn")
    game.machine.type("r", wait=False)
    faces = set()
    for _ in range(50):
        game.tick(1)
        faces.add((game.byte("die_1"), game.byte("die_2")))
    assert len(faces) > 6
    assert (game.byte("die_1"), game.byte("die_2")) == (game.byte("dice"), game.byte("dice", 1))


@pytest.mark.feature("F176", "F178")
def test_the_card_of_the_square_one_stands_on_lies_in_the_middle_with_its_owner(at):
    for wait in range(20):
        game = at("turn")
        game.tick(wait)
        roll(game)
        player = game.byte("mode_active", 0)
        square = game.byte("player_square", player)
        if K["REQ_BUY"] in game.actions():
            break
    assert game.byte("stage_square") == square
    assert "Price" in game.text()
    game.key("b", 60)
    if game.byte("menu_selected") >= OPEN:
        to_menu(game)
    lines = [line[4:20] for line in game.text().splitlines()[3:16]]
    assert any(f". PLAYER {player + 1}" in line for line in lines), game.text()


def test_random_play_never_loses_the_selection(at):
    game = at("turn")
    dice = random.Random(5)
    for _ in range(60):
        to_menu(game)
        game.tick(6)  # the key of before may have turned the page just now
        to_menu(game)
        assert game.byte("menu_enabled", game.byte("menu_selected"))
        game.key(dice.choice(["\n", "{DOWN}", "{UP}", ".", "{RIGHT}"]), 4)


@pytest.mark.feature("F190")
def test_the_end_names_the_winner_with_money_and_score_of_all(built):
    game = Game().boot().first_turn(2)
    for _ in range(100):
        bankrupt_next_landing(game)
        if game.mode == K["MODE_OVER"]:
            break
        game.key("\n", 60)
    assert game.mode == K["MODE_OVER"], game.where()
    for _ in range(60):
        if "GAME OVER" in game.text():
            break
        game.key("\n" if "BANKRUPT" in game.text() else " ", 30)
    game.tick(60)
    winner = game.byte("winners").bit_length() - 1
    assert f"PLAYER {winner + 1} wins!" in game.text()
    line = next(x for x in game.text().splitlines()[10:] if f"PLAYER {winner + 1}" in x)
    assert str(game.word("player_money", winner)) in line.split()


@pytest.mark.parametrize("way", [("q", "n", "p"), ("i", "d"), ("m", "d")])
def test_what_was_asked_or_explained_does_not_stay_below_the_board(at, way):
    """After questions and squares that were looked at the last event stands there again."""
    game = at("turn")
    deal(game, {5: initiator(game)})
    before = game.told()
    for key in way:
        game.key(key, 40)
        if key != way[-1]:
            assert game.told() != before
    assert game.told() == before


def test_pages_beside_the_board_show_money_as_it_is(at):
    """Money counts on the board; a page that is opened meanwhile has nobody who would count on."""
    game = at("turn")
    me = initiator(game)
    for half, value in (("lo", 1234 & 255), ("hi", 1234 >> 8)):
        for label in ("target", "player_money"):
            game.ram[game.labels[f"{label}_{half}"] + me] = value
    game.key("v", 3).key("v", 120)
    line = next(line for line in game.text().splitlines() if f"PLAYER {me + 1}" in line)
    assert "1234" in line
