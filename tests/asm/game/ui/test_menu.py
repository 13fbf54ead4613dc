"""The menu engine: pages of buttons, what is remembered, what refuses."""

from itertools import groupby

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import COLORS
from tests.asm.game.ui.test_screens import to_an_offer

MENUS = [
    "menu_first",
    "menu_turn",
    "menu_gaol",
    "menu_buy",
    "menu_post",
    "menu_auction",
    "menu_debt",
    "menu_transfer",
    "menu_quit",
    "menu_all",
    "menu_own",
    "menu_loser",
]
LOCAL = 0x40
MORE, BOARD, STATS, HELP = (LOCAL + n for n in (3, 5, 6, 9))
NEXT_PAGE = 1
ROWS = 7
TOP, LEFT = 11, 25
BLACK_ON_WHITE, BLACK_ON_YELLOW = 0x01, 0x07
WHITE, YELLOW = 1, 7
FRAME_SPRITE = 7  # asm/game/ui/grid.s


def table(game, label):
    """Pages of a menu's table: lists of (key, code, label)."""
    at, pages = game.labels[label], [[]]
    while game.ram[at]:
        if game.ram[at] == NEXT_PAGE:
            pages.append([])
            at += 1
            continue
        key, code, label = game.ram[at : at + 3]
        pages[-1].append((chr(key), code, game.words(0x100 | label)))
        at += 3
    return pages


def buttons(game):
    """Labels of the buttons in view."""
    lines = game.text().splitlines()
    return [lines[TOP + 2 * i][LEFT + 2 :].rstrip() for i in range(game.byte("menu_count"))]


def selected(game):
    """Label of the selected button."""
    return buttons(game)[game.byte("menu_selected")]


def breaths(game, place):
    """The values of a byte in 100 pictures: {(value, for how many pictures)}, whole ones only."""
    seen = []
    for _ in range(100):
        game.tick(1)
        seen.append(game.ram[place])
    runs = [(value, len(list(same))) for value, same in groupby(seen)]
    return set(runs[1:-1])


def press(stick, direction, game, frames=40):
    """A short push of a joystick."""
    stick.press(direction)
    game.tick(3)
    stick.release()
    game.tick(frames)


@pytest.mark.parametrize("label", MENUS)
def test_pages_fit_and_offer_board_statistics_and_help(at, label):
    pages = table(at("turn"), label)
    room = ROWS - (len(pages) > 1) - 2 * (label == "menu_auction")  # the bid stands below
    for page in pages:
        assert len(page) <= room, page
        assert all(len(text) <= 13 for _, _, text in page)
    keys = [key for page in pages for key, _, _ in page]
    assert len(set(keys)) == len(keys)
    assert {BOARD, STATS, HELP} <= {code for page in pages for _, code, _ in page}


def test_the_selected_button_breathes(at):
    """It does not in UI test scripts, which are to look alike at all times (screen_script.py)."""
    game = at("turn")
    game.tick(30)
    place = COLORS + 40 * (TOP + 2 * game.byte("menu_selected")) + LEFT + 1
    assert breaths(game, place) == {(BLACK_ON_WHITE, 8), (BLACK_ON_YELLOW, 24)}


def test_the_frame_of_a_chosen_cell_breathes(at):
    """Nor does this."""
    game = at("turn").key("t", 60)
    assert "TRADE WITH WHOM?" in game.text()
    place = game.labels["sprite_color"] + FRAME_SPRITE
    assert breaths(game, place) == {(WHITE, 8), (YELLOW, 8)}


def test_the_point_turns_to_the_next_page_and_back(at):
    game = at("turn")
    first = buttons(game)
    assert first[-1] == "More"
    game.key(".", 10)
    second = buttons(game)
    assert second[-1] == "More"
    assert not set(first[:-1]) & set(second)
    game.key(".", 10)
    assert buttons(game) == first


def test_every_button_of_both_pages_is_reached_by_joystick(at):
    game = at("turn")
    stick = game.machine.joystick(2)
    seen = set()
    for _ in range(2):
        for _ in range(8):
            seen.add(selected(game))
            if selected(game) == "More":
                break
            press(stick, "down", game, 6)
        press(stick, "fire", game, 10)
    wanted = {
        text
        for page in table(game, "menu_turn")
        for _, code, text in page
        if code in game.actions() or code >= LOCAL
    }
    assert wanted <= seen | {"Next turn"}


def test_letters_of_the_other_page_work(at):
    game = at("turn")
    assert "Statistics" not in buttons(game)
    game.key("s", 60)
    assert "STATISTICS" in game.text()
    game.key(" ", 60)
    assert "Roll dice" in buttons(game)
    game.key(".", 10)
    game.key("v", 60)
    assert "WHO HAS WHAT" in game.text()


@pytest.mark.feature("F108")
def test_page_and_button_are_remembered_round_dialogs(at):
    game = at("turn")
    for page, key, label in ((0, "m", "Manage"), (0, "i", "Information"), (1, "s", "Statistics")):
        if game.byte("menu_page") != page:
            game.key(".", 10)
        game.key(key, 60)
        game.key("d", 60)
        assert game.byte("menu_page") == page
        assert selected(game) == label
    assert game.byte("menu_depth") == 0


def test_after_a_request_the_default_button_is_selected(at):
    game = at("turn")
    game.key("m", 30)
    game.key("d", 30)
    assert selected(game) == "Manage"
    game.key("r", 200)
    for _ in range(60):  # until the token has come, and what is there has been read
        if game.byte("menu_selected") < ROWS:
            break
        game.tick(20)
    assert game.byte("menu_page") == 0
    first = next(i for i in range(ROWS) if game.byte("menu_enabled", i))
    assert game.byte("menu_selected") == first


@pytest.mark.feature("F127")
def test_a_disabled_button_is_flat_and_pressing_it_buzzes_and_says_why(at):
    game = at("turn")
    row = TOP + 2 * buttons(game).index("Next turn")
    assert game.ram[COLORS + 40 * row + LEFT + 2] == game.byte("ground")
    before = bytes(game.ram[game.labels["state_begin"] : game.labels["rng_v"]])
    game.machine.type("n", wait=False)
    heard = set()
    for _ in range(20):
        game.tick(1)
        heard |= game.playing()
    assert "Something else is due now." in game.text()
    assert "refuse" in heard
    assert bytes(game.ram[game.labels["state_begin"] : game.labels["rng_v"]]) == before


@pytest.mark.feature("F122")
def test_the_auction_has_more_pages(at):
    game = at("turn")
    to_an_offer(game)
    game.key("p", 100)
    assert game.mode == K["MODE_AUCTION"]
    first = buttons(game)
    assert {"Bid", "Pass", "Drop out", "More"} <= set(first)
    game.key(".", 10)
    assert {"Who has what", "Statistics", "Help", "More"} <= set(buttons(game))
    assert "Bid $10" in game.text()
    game.key(".", 10)
    assert buttons(game) == ["Trade", "Information", "Saved games", "History", "More"]
    game.key(".", 10)
    assert buttons(game) == first


def in_mode(game, mode, other):
    """Put the rules into a mode on top of the turn, with the next player to decide."""
    ram, at = game.ram, game.labels
    ram[at["mode_depth"]] = 1
    ram[at["mode_kind"] + 1] = mode
    ram[at["mode_active"] + 1] = other
    ram[at["trade_from"]] = game.byte("mode_active", 0)


@pytest.mark.feature("F106")
@pytest.mark.parametrize("mode", ["MODE_TRADE", "MODE_MUST_PAY"])
def test_statistics_and_overview_open_from_trade_approval_and_must_pay(at, mode):
    game = at("turn")
    in_mode(game, K[mode], (game.byte("mode_active", 0) + 1) % 4)
    game.key("v", 60)  # from the old menu; it is drawn anew for the mode afterwards
    game.key(" ", 60)
    wanted = {"MODE_TRADE": "Accept the trade", "MODE_MUST_PAY": "Continue"}[mode]
    for key, words in (("v", "WHO HAS WHAT"), ("s", "STATISTICS")):
        assert wanted in game.text()
        game.key(key, 60)
        assert words in game.text()
        game.key(" ", 60)
    assert wanted in game.text()
