"""What happened: an event a line below the board, the last eighty on a page of their own."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import CELLS, COLORS, Game
from tests.asm.game.ui.table import deal
from tests.asm.game.ui.test_must_pay import throw
from tests.asm.game.ui.test_play import to_menu
from tools.game.build_game import OVERLAYS
from tools.game.words import SETS

LEFT, RIGHT, ROW = 2, 40, 24  # behind the token
EVENTS = [name for name in K if name.startswith("EV_")]
BOOK_MORE, BOOK_VARIANT = 2, 6  # asm/game/data/text/text.inc
LINES = 14  # asm/game/ui/lines.inc
LAST = 80  # LOG_SIZE (asm/game/ui/ui.inc)
LONG_NAME = b"WWWWWWWW"
WHITE_ON_BROWN = 0x19


def line_of(game):
    """The line below the board, without the token it begins with."""
    return game.text().splitlines()[ROW][LEFT:RIGHT].rstrip()


def page(game):
    return [line.rstrip() for line in game.text().splitlines()[3:23]]


def put(game, number, player=0, param=0, other=0, amount=0):
    """Tell an event (EV_* or LINE_*) as the program does."""
    about(game, player, param, other, amount)
    game.call("line_tell", a=number)


def about(game, player, param, other, amount):
    """Put what is behind an event into its place."""
    for name, value in (("ev_player", player), ("ev_param", param), ("ev_other", other)):
        game.ram[game.labels[name]] = value
    game.ram[game.labels["ev_lo"]] = amount & 0xFF
    game.ram[game.labels["ev_hi"]] = amount >> 8 & 0xFF


def told_before(game):
    """Types of the last events in the log."""
    return [game.byte("log_type", LAST - 3 + i) for i in range(3)]


def words(game, number):
    text = game.byte("message_words", number)
    preset = K["EV_ORDER"] <= number < len(EVENTS)
    return text and (BOOK_VARIANT if preset else BOOK_MORE) << 8 | text


@pytest.fixture(params=SETS)
def quiet(at, request):
    """The board in view, long names, one of the sets of names."""
    game = at("turn")
    game.put_names(request.param)
    game.fill(OVERLAYS[K["FILE_RUSSIAN"]][1], game.program)  # what its events are told by
    for seat in range(4):
        at_name = game.labels["player_names"] + 8 * seat
        game.ram[at_name : at_name + 8] = LONG_NAME
    return game


def test_every_message_fits_one_line_with_the_longest_names_and_amounts(quiet):
    """Only the name of a square is ever cut, at a word or with a full stop."""
    game = quiet
    seen = 0
    for number in range(len(EVENTS) + LINES):
        if number < len(EVENTS) and not words(game, number):
            continue
        for param in (1, 14, 25, 39) if number else (0,):
            creditor = 8 if number == K["EV_DEBT"] and param == 14 else 1
            if number in (K["EV_SHUFFLED"],):
                param &= 1
            if number in (len(EVENTS) + 12, len(EVENTS) + 13):  # groups
                param = {1: 0, 14: 1, 25: 8, 39: 9}[param]
            put(game, number, 0, param, creditor, 9999)
            line = line_of(game)
            seen += 1
            assert 5 < len(line) <= RIGHT - LEFT, line
            body = bytes(game.ram[CELLS + 40 * ROW + LEFT :][: RIGHT - LEFT]).rstrip()
            packed = game.words(words(game, number))
            if "$" in line:
                assert line.count("$9999") == 1, line
            if "\x04" not in packed:  # SAY_SQUARE
                assert not line.endswith("."), line
            assert body[0] not in b" .:'", line
    assert seen > 100


def test_one_event_is_one_line_with_the_token_of_the_player(at):
    game = at("turn")
    put(game, K["EV_BID"], player=2, amount=120)
    assert line_of(game) == "PLAYER 3 bids $120"
    token = game.labels["token_glyphs"] + game.byte("player_token", 2)
    assert game.ram[CELLS + 40 * ROW] == game.ram[token]
    colour = game.byte("colour_ink", game.byte("player_colour", 2))
    assert game.ram[COLORS + 40 * ROW] & 15 == colour
    assert {game.ram[COLORS + 40 * ROW + i] for i in range(1, 40)} == {WHITE_ON_BROWN}


def test_a_name_goes_where_there_is_no_room_for_it(at):
    game = at("turn")
    for square, line in (
        (39, "WWWWWWWW buys Mayfair"),
        (14, "WWWWWWWW buys Northumberland Avenue"),
        (35, "WWWWWWWW buys Liverpool Street Station"),
    ):
        name = game.labels["player_names"]
        game.ram[name : name + 8] = LONG_NAME
        put(game, K["EV_BOUGHT"], 0, square)
        assert line_of(game) == line
    put(game, K["EV_MORTGAGED"], 0, 14)
    assert line_of(game) == "mortgages Northumberland Avenue"
    put(game, K["EV_MORTGAGED"], 0, 6)
    assert line_of(game) == "mortgages The Angel, Islington"


def test_both_utilities_and_all_stations(at):
    game = at("turn")
    for group, line in (
        (9, "PLAYER 2 owns both utilities"),
        (8, "PLAYER 2 owns all stations"),
        (1, "PLAYER 2 owns all Light Blue"),
    ):
        for name, value in (("ev_player", 1), ("ev_param", group)):
            game.ram[game.labels[name]] = value
        game.call("show_group")
        assert line_of(game) == line


def test_other_words_take_the_place_of_the_line_and_leave_nothing_behind(at):
    game = at("turn")
    put(game, K["EV_BOUGHT"], 0, 35)
    game.key("n", 20)  # not yet: the dice first
    assert game.told() == "Something else is due now."
    put(game, K["EV_PASS"], player=0)
    assert line_of(game) == "PLAYER 1 passes"


def test_what_everybody_pays_is_one_line(at):
    """BORIS pays $50 to ... came seven times."""
    game = at("turn")
    me = game.byte("mode_active", 0)
    for payer, line in ((me, "pays everyone $50"), (None, "gets $50 from all")):
        game.ram[game.labels["card_told"]] = 0
        put(game, K["EV_PASS"], player=3)
        before = told_before(game)
        for seat in range(4):
            if seat == me:
                continue
            player, other = (me, seat) if payer == me else (seat, me)
            for name, value in (
                ("ev_type", K["EV_CARD_PAY"]),
                ("ev_player", player),
                ("ev_other", other),
                ("ev_lo", 50),
                ("ev_hi", 0),
            ):
                game.ram[game.labels[name]] = value
            game.call("show_card_pay")
        assert told_before(game)[:-1] == before[1:]
        assert line_of(game).endswith(line)


def test_the_page_scrolls_back_through_the_last_eighty(at):
    game = at("turn")
    for amount in range(1, 131):
        put(game, K["EV_BID"], player=amount & 3, amount=amount)
    board = game.text()
    game.key("h", 60)
    assert "WHAT HAPPENED" in game.text()
    assert [line.split("$")[1] for line in page(game)] == [str(n) for n in range(111, 131)]
    game.key("{UP}", 10)
    assert page(game)[0].endswith("$110")
    game.key("{DOWN}{DOWN}", 10)
    assert page(game)[-1].endswith("$130")
    for _ in range(8):
        game.key("{LEFT}", 10)
    assert [line.split("$")[1] for line in page(game)] == [str(n) for n in range(51, 71)]
    game.key("{UP}", 10)
    assert page(game)[0].endswith("$51")
    game.key("{RIGHT}", 10)
    assert page(game)[0].endswith("$71")
    game.key(" ", 60)
    assert game.text() == board


def test_the_page_ends_with_the_first_event_there_is(at):
    game = at("turn")
    game.key("h", 60)
    before = page(game)
    assert [line for line in before if line]
    for key in ("{UP}", "{LEFT}"):
        game.key(key, 10)
    assert [line for line in page(game) if line] == [line for line in before if line]
    assert before[-1].endswith("'s turn")


def test_a_new_game_begins_with_an_empty_log(built):
    game = Game().boot().first_turn()
    for _ in range(5):
        put(game, K["EV_PASS"])
    game.call("log_clear")
    game.call("told_draw")
    assert line_of(game) == ""


def test_a_rent_is_told_with_payer_owner_and_amount(at):
    game = at("turn")
    me = game.byte("mode_active", 0)
    you = (me + 1) % 4
    deal(game, {8: you}, {}, money={me: 1500})
    game.ram[game.labels["player_square"] + me] = 5
    throw(game, 1, 2)
    to_menu(game)
    assert line_of(game) == f"PLAYER {me + 1} pays PLAYER {you + 1} $6"
