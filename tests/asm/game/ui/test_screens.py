"""Title, set-up and play, as a player meets them: keys in, words and pictures out."""

import numpy as np
import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import Game, has_colors

BLACK_ON_YELLOW = 0x07


def test_title_names_the_game_and_the_key_to_go_on(at):
    text = at("title").text()
    assert "The property game" in text
    assert "RETURN or fire: start" in text
    assert "Board: London" in text


def test_setup_offers_seats_names_and_house_rules(at):
    game = at("setup")
    text = game.text()
    for words in ("WHO PLAYS?", "PLAYER 1", "PLAYER 4", "Free Parking", "START THE GAME"):
        assert words in text
    assert game.byte("player_count") == 4


@pytest.mark.parametrize("seats", [2, 3, 6, 8])
def test_any_number_of_seats_can_be_set(at, seats):
    game = at("setup")
    for _ in range(abs(seats - 4)):
        game.key("{RIGHT}" if seats > 4 else "{LEFT}", 6)
    game.key("{F7}", 60)
    assert game.byte("player_count") == seats
    assert game.mode == K["MODE_FIRST"]
    assert f"PLAYER {seats}" in game.text()


@pytest.mark.feature("F107")
@pytest.mark.feature("F140")
def test_a_typed_name_replaces_the_default_and_stops_at_eight_letters(at):
    game = at("setup")
    game.key("{DOWN}", 5)
    game.key("grace hopper", 5)
    assert bytes(game.byte("player_names", i) for i in range(8)) == b"GRACE HO"
    game.key("{DEL}{DEL}{DEL}", 5)
    assert bytes(game.byte("player_names", i) for i in range(8)) == b"GRACE\0\0\0"
    assert "GRACE" in game.text()


def test_colours_stay_unique_while_they_are_changed(at):
    game = at("setup")
    game.key("{DOWN}", 5)
    for _ in range(12):
        game.key("{RIGHT}", 5)
        colours = [game.byte("player_colour", i) for i in range(4)]
        assert len(set(colours)) == 4, colours


def test_house_rules_change_with_left_and_right(at):
    game = at("setup")
    for _ in range(6):
        game.key("{DOWN}", 5)
    game.key("{RIGHT}", 5)
    assert game.byte("settings", K["OPT_MONEY"]) == 1
    assert "1000" in game.text()
    game.key("{F7}", 60)
    assert game.word("player_money", 0) == 1000


ABOUT = {  # the line's words: what is told about it
    "Players": "How many play?",
    "PLAYER 1": "Type a name.",
    "Rules": "As printed.",
    "Start money": "starts with",
    "Free Parking": "for whoever lands on it",
    "Landing on GO": "stopping right on GO",
    "Bank's money": "Never runs out",
    "Deeds dealt": "pays for theirs",
    "Rolls by": "Noise, sums of an old console",
    "Game": "Until all but one",
    "START THE GAME": "off you go",
}


def about(game):
    """What set-up tells about the chosen line."""
    return " ".join(" ".join(line.split()) for line in game.text().splitlines()[21:23])


def chosen(game):
    """The words of the line that set-up has chosen, those that are black on yellow."""
    lit = np.array([has_colors(game.ram, place, BLACK_ON_YELLOW) for place in range(1000)])
    rows = np.flatnonzero(lit.reshape(25, 40).sum(axis=1) > 10)
    assert len(rows) == 1, rows
    return game.text().splitlines()[rows[0]]


def test_each_line_of_setup_tells_what_it_is_about_when_it_is_chosen(at):
    game, seen = at("setup"), {}
    for _ in range(14):
        seen[chosen(game)] = about(game)
        assert "F1: saved games" in game.text().splitlines()[23], "two rows are enough"
        game.key("{DOWN}", 5)
    for words, wanted in ABOUT.items():
        told = next(told for line, told in seen.items() if words[:8] in line)
        assert wanted in told, (words, told)
    assert all(len(told) > 30 for told in seen.values()), seen


def test_what_a_line_is_about_follows_the_stick(at):
    game = at("setup")
    stick = game.machine.joystick(2)
    for _ in range(6):
        stick.press("down")
        game.tick(4)
        stick.release("down")
        game.tick(6)
    assert game.byte("setup_item") == 10
    assert "starts with" in about(game)


def test_it_is_said_who_is_a_person_and_who_a_computer(at):
    game = at("setup")
    game.key("{DOWN}{DOWN}{F3}", 10)
    lines = game.text().splitlines()[4:8]
    kinds = [line.split()[-1] for line in lines]
    assert kinds == ["person", "computer", "person", "person"]
    assert "plays this one" in about(game)
    for words in ("hard CPU", "easy CPU"):
        game.key("{F3}", 10)
        assert words in game.text().splitlines()[5]
    game.key("{F3}", 60).key("{STOP}", 30)  # none of the characters
    assert "person" in game.text().splitlines()[5]
    assert "Type a name" in about(game)


def test_a_quick_game_is_one_choice_and_brings_its_deeds(at):
    game = at("setup")
    game.key("g", 10)
    assert game.byte("settings", K["OPT_LENGTH"]) == 1
    assert game.byte("settings", K["OPT_DEEDS"]) == 3
    assert "About 30 minutes" in about(game)
    assert "3 each" in game.text()
    game.key("g", 10)
    assert game.byte("settings", K["OPT_LENGTH"]) == game.byte("settings", K["OPT_DEEDS"]) == 0
    game.key("g", 10).key("{F7}", 60)
    for _ in range(4):
        game.key("r", 90)
    game.tick(400)
    owned = [game.byte("square_owner", n) for n in range(40)]
    assert [owned.count(seat) for seat in range(4)] == [3] * 4


def test_stop_goes_back_to_the_title(at):
    game = at("setup")
    game.key("{STOP}", 60)
    assert "The property game" in game.text()


def test_every_seat_rolls_for_the_first_turn(at):
    game = at("turn")
    assert game.mode == K["MODE_NORMAL"]
    assert game.byte("turn_phase") == K["PHASE_ROLL"]
    assert "Roll dice" in game.text()


def test_three_turns_are_played_with_keys(at):
    game = at("turn")
    for turn in range(3):
        first = game.byte("turn_count")
        for _ in range(60):
            if game.byte("turn_count") != first:
                break
            codes = game.actions()
            if K["REQ_BUY"] in codes:
                game.key("b")
            elif K["REQ_ROLL"] in codes:
                game.key("r", 100)
            elif K["REQ_END_TURN"] in codes:
                game.key("n")
            else:
                game.key("a ", 10)
        assert game.byte("turn_count") != first, f"turn {turn}: {game.where()}"


def to_an_offer(game):
    """Play on until a deed may be bought."""
    for _ in range(60):
        codes = game.actions()
        if K["REQ_BUY"] in codes:
            return
        if K["REQ_ROLL"] in codes:
            game.key("r", 120)
        elif K["REQ_END_TURN"] in codes:
            game.key("n", 40)
        else:
            game.key("a ", 20)
    pytest.fail(f"nobody landed on a free deed: {game.where()}")


def test_a_bought_deed_shows_its_owner_and_the_money_counts_down(at):
    game = at("turn")
    to_an_offer(game)
    player = game.byte("mode_active", 0)
    before = game.word("player_money", player)
    square = game.byte("player_square", player)
    game.key("b", 4)
    assert game.byte("square_owner", square) == player
    assert game.word("player_money", player) < game.word("panel.s:shown", player) <= before
    game.tick(120)
    assert game.word("panel.s:shown", player) == game.word("player_money", player)


def test_a_disabled_button_says_in_words_why(at):
    game = at("turn")
    game.key("n", 20)
    assert game.byte("turn_phase") == K["PHASE_ROLL"]
    assert "Something else is due now." in game.text()


def test_function_keys_show_the_four_sides_and_any_other_key_the_board(at):
    game = at("turn")
    board = game.text()
    for key, side in (("{F3}", 1), ("{F5}", 2), ("{F7}", 3), ("{F1}", 0)):
        game.key(key, 25)
        assert game.byte("board_side") == side
        assert "Any other key" in game.text()
    game.key("r", 40)
    assert game.text() == board
    assert game.byte("turn_phase") == K["PHASE_ROLL"]


def test_declining_leads_to_an_auction_with_a_bid_shown(at):
    game = at("turn")
    to_an_offer(game)
    game.key("p", 100)
    assert game.mode == K["MODE_AUCTION"], game.where()
    assert "Bid $10" in game.text()
    game.key("i", 10)
    assert "Bid $20" in game.text()
    game.key("b", 60)
    assert game.byte("auction_bid_lo") == 20


def test_who_owns_nothing_is_told_that_there_is_nothing_to_manage(at):
    game = at("turn")
    board = game.text().splitlines()[:24]
    game.key("m", 20)
    assert game.told() == "There are no deeds."
    assert game.text().splitlines()[:24] == board


def test_information_walks_over_all_forty_squares(at):
    game = at("turn")
    game.key("i", 20)
    seen = set()
    for _ in range(40):
        seen.add(game.byte("browse_square"))
        game.key("{RIGHT}", 8)
    assert seen == set(range(40))
    game.key("d", 20)
    assert "Roll dice" in game.text()


def test_a_joystick_in_either_port_moves_and_presses(at):
    for port in (1, 2):
        game = at("turn")
        start = game.byte("menu_selected")
        stick = game.machine.joystick(port)
        stick.press("down")
        game.tick(4)
        stick.release()
        game.tick(4)
        assert game.byte("menu_selected") != start, f"port {port}"
        stick.press("up")
        game.tick(4)
        stick.release()
        game.tick(4)
        stick.press("fire")
        game.tick(3)
        stick.release()
        game.tick(40)
        assert game.byte("dice_shown") == 1, f"port {port}"


def bankrupt_next_landing(game):
    """Give everything but the money of the player with the dice to the next one."""
    player = game.byte("mode_active", 0)
    rich = (player + 1) % game.byte("player_count")
    ram, labels = game.ram, game.labels
    for square in range(40):
        if ram[labels["square_group"] + square] < 8:
            ram[labels["square_owner"] + square] = rich
            ram[labels["square_level"] + square] = 5
        elif ram[labels["square_group"] + square] < 10:
            ram[labels["square_owner"] + square] = rich
    for group, size in enumerate((2, 3, 3, 3, 3, 3, 3, 2, 4, 2)):
        ram[labels["player_groups"] + group * 8 + rich] = size
    ram[labels["player_money_lo"] + player] = 1
    ram[labels["player_money_hi"] + player] = 0


def test_game_of_two_ends_with_a_winner_when_one_is_bankrupt(built):
    game = Game().boot().first_turn(2)
    for _ in range(200):
        bankrupt_next_landing(game)
        if game.mode == K["MODE_OVER"]:
            break
        codes = game.actions()
        if K["REQ_ROLL"] in codes:
            game.key("r", 100)
        elif K["REQ_END_TURN"] in codes:
            game.key("n", 40)
        elif K["REQ_CONTINUE"] in codes:
            game.key("c", 40)
        elif K["REQ_BAIL"] in codes:
            game.key("p", 40)
        else:
            game.key(" ", 20)
    assert game.mode == K["MODE_OVER"], game.where()
    for _ in range(40):
        if "GAME OVER" in game.text():
            break
        if "BANKRUPT" in game.text():
            game.key("\n", 10)
        game.tick(30)
    game.tick(60)  # the page is drawn before it is shown
    assert "GAME OVER" in game.text()
    assert "wins!" in game.text()
    game.key("\n").until("THE GAME IN FIGURES").tick(30)
    game.key("\n").until("HOW THE GAME WENT").tick(30)
    game.key("\n", 90)
    assert "The property game" in game.text()
