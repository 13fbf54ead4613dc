"""Owners: a player's deeds with his money, or all deeds; the money of others in play."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import CELLS, COLORS, Game, glyph, has_colors
from tests.asm.game.ui.table import deal, initiator
from tests.asm.game.ui.test_board import redraw
from tests.asm.game.ui.test_mouse import click, wake
from tests.asm.game.ui.test_russian import turn as russian_turn  # noqa: F401

LINES, FIRST_ROW, COLUMN, WIDE = 14, 6, 20, 19
CHIPS_ROW, CASH_ROW, BACK_ROW = 2, 22, 24
WHITE_ON_RED, WHITE_ON_ORANGE, BLACK_ON_YELLOW = 0x12, 0x18, 0x07
PANEL, MONEY = 25, 35


@pytest.fixture
def town(at):
    """Two own something: (game, who has the dice, the other one)."""
    game = at("turn")
    game.way(("owners",), lambda: _town(game))
    me = initiator(game)
    return game, me, (me + 1) % 4


def _town(game):
    me = initiator(game)
    you = (me + 1) % 4
    deal(
        game,
        {**dict.fromkeys((1, 3, 5, 12), me), **dict.fromkeys((6, 8, 9, 39), you)},
        {6: 5, 8: 4, 9: 4},
        mortgaged=(5, 39),
        money={me: 640},
        cards={0: me, 1: me},
    )
    redraw(game)


def lines(game):
    """[(words, colours of the name, of the number)] of the deeds on the page, in their order."""
    rows, found = game.text().splitlines(), []
    for place in range(2 * LINES):
        row, x = FIRST_ROW + place % LINES, COLUMN * (place // LINES)
        words = rows[row][x : x + WIDE]
        if words.strip(". "):
            first = 40 * row + x
            colours = [game.ram[COLORS + first + i] for i in range(WIDE)]
            name = next(colours[i] for i in range(2, WIDE) if words[i] != " ")
            assert all(has_colors(game.ram, first + i, name) for i in range(2, WIDE)), words
            found.append((words, name, colours[0]))
    return found


def head(game):
    """Whose deeds these are, and what else he has; the chip that is lit says the same."""
    rows = game.text().splitlines()
    row = 40 * CHIPS_ROW
    places = [*range(1, 34, 4), *range(34, 39)]  # of the numbers, of the last chip
    lit = [x for x in places if has_colors(game.ram, row + x, BLACK_ON_YELLOW)]
    whose = rows[4].strip(" .")
    if len(lit) == 1:
        seat = game.ram[CELLS + row + lit[0]] - ord("1")
        name = game.labels["player_names"] + 8 * seat
        assert whose == bytes(game.ram[name : name + 8]).rstrip(b"\0").decode()
        return whose, rows[5].strip()
    assert [chr(game.ram[CELLS + row + x]) for x in lit] == list("A all")
    assert not rows[4].strip() and not rows[5].strip()
    return "All", ""


def on_board(game):
    """True if the board is in view, heading and menu with it."""
    text = game.text().splitlines()
    return game.byte("panel_shown") == 1 and "PLAYER" in text[8] and not game.byte("aside_depth")


@pytest.mark.feature("F161", "F162")
def test_a_number_shows_that_players_deeds_cash_and_cards(town):
    game, me, you = town
    game.key(str(me + 1), 60)
    equity = 30 + 30 + 75
    who, figures = head(game)
    assert f"PLAYER {me + 1}" in who
    assert figures.split("  ")[0] == "Cash $640".replace("$", figures[5])
    assert f"Property {figures[5]}{equity}" in figures
    assert figures.endswith("Free cards 2")
    shown = [words for words, _, _ in lines(game)]
    assert [words[3:].strip() for words in shown] == [
        "OLD KENT ROAD", "WHITE CHAPEL", "KINGS X STATION", "ELECTR CO.",
    ]  # fmt: skip
    assert {words[0] for words in shown} == {str(me + 1)}
    game.key(str(you + 1), 30)
    who, figures = head(game)
    assert f"PLAYER {you + 1}" in who
    assert figures.endswith("Free cards 0")
    assert [words[3:17].strip() for words, _, _ in lines(game)] == [
        "ANGEL ISLGTON", "EUSTON ROAD", "PENTON VILLE", "MAYFAIR",
    ]  # fmt: skip


@pytest.mark.feature("F163")
def test_mortgaged_deeds_are_white_on_red_with_the_owners_number_at_the_left(town):
    game, me, you = town
    game.key("v", 60).key("a", 60)
    owners = {}
    for words, name, number in lines(game):
        assert name == number
        owners[words[3:17].strip()] = words[0], name
    assert len(owners) == 28
    assert owners["KINGS X STATIO"] == (str(me + 1), WHITE_ON_RED)
    assert owners["MAYFAIR"] == (str(you + 1), WHITE_ON_RED)
    assert owners["OLD KENT ROAD"] == (str(me + 1), WHITE_ON_ORANGE)
    assert owners["STRAND"] == ("-", WHITE_ON_ORANGE)
    assert sum(colours == WHITE_ON_RED for _, colours in owners.values()) == 2
    assert sum(number != "-" for number, _ in owners.values()) == 8


def test_houses_and_hotels_stand_at_the_end_of_the_line(town):
    game, _, you = town
    game.key(str(you + 1), 60)
    row = CELLS + 40 * FIRST_ROW
    assert bytes(game.ram[row + 17 : row + 19]) == bytes((32, glyph("hotel")))
    assert bytes(game.ram[row + 57 : row + 59]) == bytes((ord("4"), glyph("house")))


@pytest.mark.feature("F161")
@pytest.mark.parametrize("key", ["q", "{STOP}", "\n", " "])
def test_a_key_goes_back_to_the_menu_as_it_was(town, key):
    game, me, _ = town
    game.key("{DOWN}{DOWN}", 20)
    before = game.text().splitlines()
    selected = game.byte("menu_selected")
    game.key(str(me + 1), 60).key("x5z", 20)  # keys that mean nothing here
    assert head(game)[0].endswith(f"PLAYER {me + 1}")
    game.key(key, 60)
    assert on_board(game)
    assert game.byte("menu_selected") == selected
    assert game.text().splitlines()[8:24] == before[8:24]
    assert game.mode == K["MODE_NORMAL"]


def test_left_and_right_go_through_all_who_play_and_all_deeds(town):
    game, _, _ = town
    game.key("v", 60).key("{RIGHT}", 60)
    seen = []
    for key in 6 * ["{RIGHT}"] + 6 * ["{LEFT}"]:
        seen.append(head(game)[0].split()[-1])
        game.key(key, 15)
    assert seen == ["All", "1", "2", "3", "4", "All", "1", "All", "4", "3", "2", "1"]
    assert head(game)[0] == "All"


def test_by_joystick(town):
    game, _, _ = town
    stick = game.machine.joystick(2)
    game.key("v", 60)
    for direction in ("right", "right", "right"):
        stick.press(direction)
        game.tick(3)
        stick.release()
        game.tick(60)
    assert head(game)[0].endswith("PLAYER 2")
    stick.press("fire")
    game.tick(3)
    stick.release()
    game.tick(60)
    assert on_board(game)


def test_by_mouse(town):
    game, _, _ = town
    game.key("1", 60)
    wake(game)
    click(game, 4 * 2 + 1, CHIPS_ROW)
    assert head(game)[0].endswith("PLAYER 3")
    click(game, 36, CHIPS_ROW)
    assert head(game)[0] == "All"
    click(game, 5, BACK_ROW, 60)
    assert on_board(game)


def test_the_last_seat_of_eight_and_no_ninth_player(built):
    game = Game().boot().first_turn(8)
    game.key("8", 60)
    assert head(game)[0].endswith("PLAYER 8")
    game.key("9", 20)
    assert head(game)[0].endswith("PLAYER 8")


def test_from_managing(town):
    game, _, _ = town
    game.key("m", 60).key("2", 60)
    assert head(game)[0].endswith("PLAYER 2")
    game.key("q", 60)
    assert on_board(game)
    assert "Mortgage" in game.text()


@pytest.mark.feature("F161")
def test_by_the_russian_rules(russian_turn):  # noqa: F811
    game = russian_turn
    game.key("1", 60)
    assert "PLAYER" in head(game)[0]
    assert "Free cards 0" in head(game)[1]
    game.key("q", 60)
    assert on_board(game)
    assert game.holds("russian")


def monies(game):
    """What the panel shows of each player's money."""
    return [line[MONEY:40].strip() for line in game.text().splitlines()[:4]]


@pytest.mark.feature("F165")
@pytest.mark.parametrize("hand", ["key", "mouse"])
def test_the_money_of_others_is_shown_or_hidden(town, hand):
    game, me, you = town
    money = ["1500"] * 4
    money[me] = "640"
    assert monies(game) == money
    game.key("1", 60)
    assert "Cash in play: shown" in game.text().splitlines()[CASH_ROW]

    def toggle():
        if hand == "key":
            game.key("c", 20)
        else:
            wake(game)
            click(game, 10, CASH_ROW)

    toggle()
    assert "Cash in play: hidden" in game.text().splitlines()[CASH_ROW]
    game.key("q", 60)
    hidden = [""] * 4
    hidden[me] = "640"
    assert monies(game) == hidden, "who decides sees what he has"
    game.key(str(you + 1), 60)
    assert "1500" in head(game)[1], "the list tells it"
    toggle()
    game.key("q", 60)
    assert monies(game) == money
