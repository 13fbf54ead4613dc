"""The ten options of 1989 across the top of the board in perspective."""

import string

import pytest

from tests.asm.game.engine import K
from tests.asm.game.pictures.test_perspective import opened, window, without_tokens
from tests.asm.game.ui.german import TEXTS
from tests.asm.game.ui.machine import Game, glyph_dots
from tests.asm.game.ui.rules1989 import active, first_turn, with_disk
from tests.asm.game.ui.table import deal, dice_of
from tests.asm.game.ui.test_menu import press
from tests.asm.game.ui.test_mouse import click, wake
from tests.asm.game.ui.test_ten import TEN
from tools.art import perspective
from tools.art.artcheck import read_png
from tools.art.contrast import READABLE, contrast
from tools.art.perspective import BLACK, LIGHT, MID, WHITE, YELLOW
from tools.game import words

BITMAP, MATRIX = 0xE000, 0xC400
ACROSS, WIDE, ROWS = 5, 8, 2
OWNERS, FAST, QUIT = 4, 7, 9  # of the ten
PLAIN, DARK, CHOSEN, INITIAL = (BLACK << 4 | paper for paper in (LIGHT, MID, YELLOW, WHITE))
LABELS = {
    "D": "play.l_roll", "H": "asked.l_houses", "M": "play.l_manage", "T": "play.l_trade",
    "O": "asked.l_owners", "R": "asked.l_rent", "S": "play.l_files", "F": "asked.l_fast",
    "C": "asked.l_cash", "Q": "play.l_quit",
}  # fmt: skip


@pytest.fixture
def game(at):
    game = first_turn(at("setup"))
    return game.way(("view opened",), lambda: opened(game))


def shown(game):
    """The ten words, read from the bitmap by the font's dots."""
    chars = "0123456789[\\] " + string.ascii_letters  # some look like others: letters prevail
    glyphs = {glyph_dots(game.ram, n): chr(n) for n in map(ord, chars)}
    cells = range(BITMAP, BITMAP + 8 * 40 * ROWS, 8)
    text = "".join(glyphs[bytes(game.ram[cell : cell + 8])] for cell in cells)
    return [text[WIDE * k : WIDE * k + WIDE].strip() for k in range(len(TEN))]


def inks(game, option):
    """Colours of its eight cells, ink and paper."""
    at = MATRIX + WIDE * option
    return list(game.ram[at : at + WIDE])


def chosen(game):
    """The one option that is black on yellow."""
    (found,) = [k for k in range(len(TEN)) if inks(game, k) == [CHOSEN] * WIDE]
    return found


@pytest.mark.feature("F167")
def test_ten_words_stand_across_the_top_and_begin_with_their_keys(game):
    assert shown(game) == TEXTS["en"]["perspective"]["text_ten"].split()
    assert [word[0] for word in shown(game)] == list(TEN)
    assert chosen(game) == 0, "Dice"
    for option, key in enumerate(TEN):
        if option:
            ink, initial = (DARK, DARK) if key in "HR" else (PLAIN, INITIAL)
            assert inks(game, option) == [ink, initial, *[ink] * 6], key
    assert "V: the board" in game.text()


def test_every_option_can_be_read():
    for colour in (PLAIN, DARK, CHOSEN, INITIAL):
        assert contrast(colour >> 4, colour & 15) >= READABLE, hex(colour)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_in_each_language_the_words_fit_and_their_letters_are_those_of_the_buttons(language):
    found = TEXTS[language]["perspective"]["text_ten"].split()
    letters = words.read_keys(language)
    assert [word[0] for word in found] == [letters.get(LABELS[key], key) for key in TEN]
    assert max(map(len, found)) < WIDE


def test_what_can_be_done_is_no_longer_dark(at):
    game = first_turn(at("setup"))
    deal(game, dict.fromkeys((1, 3), active(game)))
    opened(game)
    assert inks(game, 1)[2] == PLAIN


@pytest.mark.feature("F167")
def test_cursor_keys_go_round_about(game):
    for key, option in (
        ("{RIGHT}", 1), ("{DOWN}", 6), ("{DOWN}", 1), ("{LEFT}", 0), ("{LEFT}", 9), ("{RIGHT}", 0),
        ("{UP}", 5), ("{LEFT}", 4), ("{UP}", 9), ("{UP}", 4),
    ):  # fmt: skip
        game.key(key, 10)
        assert chosen(game) == option, key


@pytest.mark.feature("F167", "F168", "F169")
@pytest.mark.parametrize("how", ["initial", "cursor", 1, 2, "mouse"])
def test_an_option_is_chosen_in_every_way_and_done_on_the_board(game, how):
    ways = ["up", "right", "right"]  # from Dice to Fastmove
    if how == "initial":
        game.key("f", 90)
    elif how == "cursor":
        for way in ways:
            game.key("{" + way.upper() + "}", 10)
        assert chosen(game) == FAST
        game.key("\n", 90)
    elif how == "mouse":
        wake(game)
        click(game, WIDE * (FAST - ACROSS) + 6, 1, 90)
    else:
        stick = game.machine.joystick(how)
        for way in ways:
            press(stick, way, game, 8)
        assert chosen(game) == FAST
        press(stick, "fire", game, 90)
    assert (game.byte("prefs"), game.told()) == (1, "Tokens jump.")
    assert game.byte("aside_depth") == 0


@pytest.mark.parametrize(
    ("key", "told"),
    [("o", "MAYFAIR"), ("s", "SAVED GAMES"), ("q", "Save"), ("r", "Something else is due now.")],
)
def test_each_leads_to_its_page(game, key, told):
    deal(game, {39: active(game)})
    game.key(key, 150)
    assert told in game.text(), game.text()


def test_cash_hides_the_money_of_others(game):
    game.key("c", 90)
    assert game.byte("cash_hidden") == 1
    assert "Property" not in game.text()


def test_dice_roll_in_the_view_and_what_follows_is_done_on_the_board(game):
    me = active(game)
    for label in ("player_square", "shown_square"):
        game.ram[game.labels[label] + me] = 7
    game.machine.board.set_trap(game.labels["random_dice"], dice_of(game, 1, 2))
    game.key("d", 250)
    assert game.byte("shown_square", me) == 10
    assert "AHEAD" in game.text(), "to the gaol's visitors: nobody is asked anything"
    assert inks(game, 0)[2] == CHOSEN and chosen(game) == 0
    game.key("{RIGHT}", 10)
    assert inks(game, 0) == [DARK] * WIDE
    game.key("d", 90)
    game.until("Next turn")
    assert game.byte("aside_depth") == 0


def test_there_is_none_for_who_has_rolled_in_gaol_or_by_other_rules(at):
    wood = read_png(perspective.PNG)[: 8 * ROWS]
    game = opened(at("turn"))
    assert (without_tokens(game)[: 8 * ROWS] == wood).all(), "a classic game"
    game = first_turn(at("setup"))
    game.ram[game.labels["player_flags"] + active(game)] |= K["PF_GAOL"]
    opened(game)
    assert (without_tokens(game)[: 8 * ROWS] == wood).all(), "in gaol"


@pytest.mark.parametrize("key", ["v", "{STOP}", " "])
def test_the_view_is_left_without_an_option(game, key):
    game.key(key, 90)
    assert "Roll dice" in game.text()
    assert game.byte("aside_depth") == 0


@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_no_line_flickers_whatever_is_pressed(built, model):
    game = Game(model)
    opened(first_turn(game.boot().key("\n", 60)))
    game.ram[game.labels["sprite_on"]] = 0
    game.tick(2)
    seen = window(game)
    paper = seen[: 8 * ROWS, 200]
    assert {int(c) for c in paper} <= {BLACK, LIGHT, WHITE}
    game.machine.type("gyz8n", wait=False)
    for _ in range(40):
        game.tick(1)
        assert (window(game) == seen).all()


def test_it_comes_from_the_disk_with_the_picture(at):
    game = first_turn(at("setup"))
    with_disk(game)
    game.key("v", 60).key("v", 0)
    for _ in range(100):
        game.tick(10)
        if "AHEAD" in game.text():
            break
    game.tick(30)
    assert shown(game) == TEXTS["en"]["perspective"]["text_ten"].split()


def test_a_picture_of_another_build_is_refused(at):
    game = first_turn(at("setup"))
    put = game.put

    def other(blocks):
        put(blocks)
        game.ram[game.labels["laying_build"] + 3] ^= 1

    game.put = other
    game.key("v", 60).key("v", 90)
    assert "Roll dice" in game.text(), game.text()
    game.put = put
    assert opened(game) and chosen(game) == 0
