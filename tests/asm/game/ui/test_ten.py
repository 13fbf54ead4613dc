"""The ten options of 1989: by initial, cursor, stick and mouse; Fastmove, Cash, Owners, Rent."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import COLORS
from tests.asm.game.ui.rules1989 import active, armed, first_turn, money, put, rolled
from tests.asm.game.ui.table import deal
from tests.asm.game.ui.test_computer import against
from tests.asm.game.ui.test_menu import press
from tests.asm.game.ui.test_mouse import click_button, wake

TEN = {
    "D": "Roll dice", "H": "Houses", "M": "Manage", "T": "Trade", "O": "Owners",
    "R": "Rent", "S": "Saved games", "F": "Fastmove", "C": "Cash", "Q": "Quit game",
}  # fmt: skip
STREET = 39
KEY_X, LABEL_X, FIRST_ROW, ROWS = 25, 27, 11, 7
KEYCAP = 0x01  # black on white
OWN_FAST = 0x52  # of ui.inc
NEXT_PAGE = 1  # MENU_NEXT


@pytest.fixture
def game(at):
    return first_turn(at("setup"))


def buttons(game):
    """{key: (words, can be pressed)} of the page of the menu in view."""
    lines, found = game.text().splitlines(), {}
    for row in range(FIRST_ROW, FIRST_ROW + 2 * ROWS, 2):
        key = lines[row][KEY_X]
        if key.isalpha():
            cap = game.ram[COLORS + 40 * row + KEY_X] == KEYCAP
            found[key] = lines[row][LABEL_X:].strip(), cap
    return found


def pages(game):
    """The same of all pages, one after the other."""
    found = {}
    for _ in range(3):
        found |= buttons(game)
        game.key(".", 20)
    return found


@pytest.mark.feature("F167")
def test_there_are_ten_each_by_its_initial_and_what_cannot_be_pressed_is_dark(game):
    seen = pages(game)
    assert {key: seen[key][0] for key in TEN} == TEN
    assert not seen["R"][1], "nobody owes him anything"
    assert not seen["H"][1], "nobody has a group"
    assert not seen["N"][1], "he has not rolled"
    assert all(seen[key][1] for key in "DMTOSFCQ")
    game.key("r", 30)
    assert game.told() == "Something else is due now."


def test_every_letter_works_on_every_page(game):
    for _ in range(3):
        game.key("f", 20).key(".", 20)
    assert game.byte("prefs") == 1


@pytest.mark.feature("F164")
def test_fastmove_makes_tokens_jump_and_says_so(game):
    assert game.byte("prefs") == 0, "off at first"
    me = active(game)
    game.key("f", 20)
    assert (game.byte("prefs"), game.told()) == (1, "Tokens jump.")
    rolled(game, 10, 1, 5, frames=40)
    assert game.byte("shown_square", me) == 10
    game.until("Next turn")
    game.key("f", 20)
    assert (game.byte("prefs"), game.told()) == (0, "Tokens walk.")


@pytest.mark.feature("F165")
def test_cash_hides_the_money_of_others_and_what_one_is_worth(game):
    me = active(game)
    rows = game.text().splitlines()
    assert all("1500" in rows[seat] for seat in range(4))
    assert "Property" in rows[9]
    game.key("c", 20)
    rows = game.text().splitlines()
    assert ["1500" in rows[seat] for seat in range(4)] == [seat == me for seat in range(4)]
    assert "Property" not in rows[9]
    game.key("c", 20)
    assert all("1500" in line for line in game.text().splitlines()[:4])


@pytest.mark.feature("F165")
def test_what_a_computer_is_worth_is_told_when_its_turn_begins(game):
    me = active(game)
    other = (me + 1) % 4
    against(game, other)
    deal(game, {5: other, 15: other})
    game.ram[game.labels["turn_phase"]] = K["PHASE_DONE"]
    game.key("n", 0)
    sign = "Property "
    for _ in range(200):
        game.tick(1)
        line = game.text().splitlines()[9]
        if sign in line and game.byte("panel_active") == other:
            assert line.rstrip().endswith("200")
            break
    else:
        raise AssertionError(game.text())


def test_owners_shows_all_deeds_and_comes_back_to_the_option(game):
    deal(game, {STREET: active(game)})
    game.key("o", 60)
    assert "MAYFAIR" in game.text()
    game.key("q", 60)
    assert "Owners" in game.text()
    assert game.mode == K["MODE_NORMAL"]


def test_mortgage_trade_and_quit_lead_to_their_pages(game):
    deal(game, {1: active(game)})
    game.key("m").until("Mortgage").key("{STOP}", 60).until("Roll dice")
    game.key("t", 60)
    assert game.byte("aside_depth") == 1
    game.key("{STOP}", 60).until("Roll dice")
    game.key("q").until("Save")
    game.key("n").until("Play on")


@pytest.mark.feature("F167", "F168", "F169")
@pytest.mark.parametrize("how", ["cursor", 1, 2, "mouse"])
def test_an_option_is_chosen_by_cursor_either_stick_and_mouse(game, how):
    armed(game)
    game.key(".", 30)
    assert "Fastmove" in game.text()
    if how == "mouse":
        wake(game)
        click_button(game, "Fastmove")
    elif how == "cursor":
        while game.byte("menu_code", game.byte("menu_selected")) != OWN_FAST:
            game.key("{DOWN}", 10)
        game.key("\n", 30)
    else:
        stick = game.machine.joystick(how)
        while game.byte("menu_code", game.byte("menu_selected")) != OWN_FAST:
            press(stick, "down", game, 8)
        press(stick, "fire", game, 30)
    assert game.byte("prefs") == 1


def test_help_explains_each(game):
    game.key("?", 120)
    lines = game.text().splitlines()
    for key, label in TEN.items():
        (line,) = [line for line in lines if line[1:].startswith(f"{key} {label}")]
        assert len(line[16:].strip()) > 10, line
    assert sum(line[2:3] == " " and line[1:2].isupper() for line in lines[6:23]) == 16
    assert "?" in lines[22]


def to_first(game):
    """Nobody has rolled for the first turn."""
    game.play_by(K["PRESET_1989"])
    game.key("{F7}", 60)


def to_gaol(game):
    first_turn(game)
    me = active(game)
    put(game, player_flags=(me, game.byte("player_flags", me) | K["PF_GAOL"]))
    put(game, player_square=(me, K["SQUARE_GAOL"]))
    game.key("l", 60).key(" ", 60).until("Pay bail 50")


def to_purchase(game):
    rolled(first_turn(game), 21)
    game.until("Buy it")


def to_tax(game):
    rolled(first_turn(game), 4)
    game.until("Pay 10 %")


def to_debt(game):
    first_turn(game)
    deal(game, dict.fromkeys((3, 5, 15), active(game)))
    money(game, active(game), 10)
    rolled(game, 38)
    game.until("Auto-pay")


def to_the_vote(game):
    first_turn(game).key("q", 20).key("n", 20).key("e").until("Yes, end it").tick(30)


PHASES = {
    way.__name__.removeprefix("to_"): way
    for way in (to_first, to_gaol, to_purchase, to_tax, to_debt, to_the_vote)
}


def in_phase(at, phase):
    """A game in which that is to be decided."""
    game = at("setup")
    return game.way((phase,), lambda: PHASES[phase](game))


MEANS = {
    "D": ("Roll dice", "Roll for 1st"), "H": ("Houses",), "M": ("Manage",), "T": ("Trade",),
    "O": ("Owners",), "R": ("Rent",), "S": ("Saved games",), "F": ("Fastmove",), "C": ("Cash",),
    "Q": ("Quit game",),
}  # fmt: skip
NOT_DUE = "Something else is due now."
REFUSED = {  # what says why
    "D": dict.fromkeys(("tax", "purchase", "debt", "the_vote"), NOT_DUE),
    "R": dict.fromkeys(PHASES, NOT_DUE),
    "H": dict.fromkeys(("first", "tax", "the_vote"), NOT_DUE)
    | {"debt": "Pay your debts first."}
    | dict.fromkeys(("gaol", "purchase"), "You need the whole group."),
}


@pytest.mark.parametrize("phase", PHASES)
def test_in_every_phase_a_letter_of_the_ten_is_nothing_else(at, phase):
    game = in_phase(at, phase)
    seen = pages(game)
    assert len(seen) >= 6, seen
    other = [key for key in seen if key in MEANS and seen[key][0] not in MEANS[key]]
    assert not other


def letters(game, menu):
    """{letter: code} of a menu's table; a letter that two have fails."""
    found, at = {}, menu
    while game.ram[at]:
        if game.ram[at] == NEXT_PAGE:
            at += 1
            continue
        for i, value in enumerate((menu & 255, menu >> 8)):
            game.ram[game.labels["ui_ptr"] + i] = value
        game.call("entry_letter", y=at - menu)
        letter = chr(game.result.a)
        assert letter not in found, letter
        found[letter] = game.ram[at + 1]
        at += 3
    return found


@pytest.mark.parametrize("phase", PHASES)
def test_in_no_language_a_letter_of_the_ten_is_another_button(at, phase):
    game = in_phase(at, phase)
    menu = game.labels["menu_table"]
    menu = game.ram[menu] | game.ram[menu + 1] << 8
    for names in ("london", "berlin"):
        game.put_names(names)
        ten = dict(list(letters(game, game.labels["menu_ten"]).items())[: len(TEN) + 2])
        for letter, code in letters(game, menu).items():
            extra = code in (K["REQ_REFUSE"],)  # No: N passes the dice on, where there is a turn
            assert extra or ten.get(letter, code) == code, (names, letter)


@pytest.mark.parametrize("phase", PHASES)
def test_in_every_phase_each_of_the_ten_acts_or_says_why_not(at, phase):
    game = in_phase(at, phase)
    for key in "RHD":
        if phase in REFUSED[key]:
            game.key(key.lower(), 30)
            assert game.told() == REFUSED[key][phase], key
    game.key("f", 20)
    assert (game.byte("prefs"), game.told()) == (1, "Tokens jump.")
    game.key("c", 20)
    assert game.byte("cash_hidden") == 1
    for key, sign in (("o", "MAYFAIR"), ("s", "SAVED GAMES")):
        game.key(key, 60)
        assert sign in game.text()
        game.key("{STOP}", 60)
        assert game.byte("aside_depth") == 0
    game.key("m", 60)
    assert "Done" in game.text() or game.told()


def test_a_letter_of_the_ten_does_not_act_for_a_computer(game):
    against(game, active(game))
    game.key("l", 60).key(" ", 0)
    game.key("{STOP}", 30).until("Play on")
    before = game.state()
    for key in "dhfc":
        game.key(key, 20)
    assert (game.byte("prefs"), game.byte("cash_hidden")) == (0, 0)
    assert game.state() == before
