"""Overview and statistics: pages beside the game, on the whole machine."""

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import CELLS, COLORS, glyph_codes
from tests.asm.game.ui.test_screens import to_an_offer

OWNERS = {1: 0, 3: 0, 5: 1, 6: 2, 8: 2, 9: 2, 12: 0, 15: 1, 16: 1, 18: 1, 19: 1, 37: 3, 39: 3}
LEVELS = {1: 1, 3: 2, 6: 3, 8: 4, 9: 4, 16: 5, 18: 5, 19: 4}
MORTGAGED = (5, 12, 37)
COLOUR_INK = (3, 7, 13, 10, 1, 14, 5, 8, 4, 12)
LOCAL_BOARD = 0x45
FIRST_ROW, DEED_X, DEED_STEP = 6, 8, 3  # asm/game/pages/overview.s


def deal(game):
    """Give deeds, houses and mortgages straight into the state."""
    ram, at = game.ram, game.labels
    for square, owner in OWNERS.items():
        ram[at["square_owner"] + square] = owner
        ram[at["player_groups"] + 8 * ram[at["square_group"] + square] + owner] += 1
    for square, level in LEVELS.items():
        ram[at["square_level"] + square] = level
    for square in MORTGAGED:
        ram[at["square_mortgaged"] + square] = 1


def ring_cells(game, square):
    """Glyphs and colours of a square of the board, as docs/inside/design.md lays it out."""
    side, n = divmod(square, 10)
    x = (21 - 2 * n, 0, 1 + 2 * n, 21)[side] if n else (21, 0, 0, 21)[side]
    y = (21, 21 - 2 * n, 0, 1 + 2 * n)[side] if n else (21, 21, 0, 0)[side]
    w, h = (3, 3) if not n else ((3, 2) if side % 2 else (2, 3))
    places = [(y + r) * 40 + x + c for r in range(h) for c in range(w)]
    return [(game.ram[CELLS + p], game.ram[COLORS + p]) for p in places]


def owned_places(game):
    """{square: (column, row)} of the deeds on the page of owners."""
    found = {}
    for group in range(10):
        first = game.byte("group_first", group)
        for k in range(game.byte("group_size", group)):
            square = game.byte("group_squares", first + k)
            found[square] = DEED_X + DEED_STEP * k, FIRST_ROW + group
    return found


@pytest.mark.feature("F003")
def test_overview_shows_owner_level_and_mortgage_of_every_square(at):
    """On the ring, which is always in view, and by groups on the page of owners."""
    game = at("turn")
    deal(game)
    game.key("s", 60).key(" ", 60)  # drawn anew
    game.key("v", 60)
    assert "WHO HAS WHAT" in game.text()
    glyph, listed = glyph_codes(), owned_places(game)
    for square in range(40):
        cells = ring_cells(game, square)
        glyphs = [code for code, _ in cells]
        owner, level = game.byte("square_owner", square), game.byte("square_level", square)
        if owner < 8:
            token = game.byte("player_token", owner)
            paper = COLOUR_INK[game.byte("player_colour", owner)]
            for half in ("tokl_token", "tokr_token"):
                assert (glyph[half] + token, paper) in [(g, c & 15) for g, c in cells], square
        if square not in MORTGAGED:
            house = f"{level}" if 0 < level < 5 else ""
            shown = (
                [chr(glyphs[glyphs.index(glyph["house"]) + 1])] if glyph["house"] in glyphs else []
            )
            assert shown == list(house), square
            assert (glyph["hotell"] in glyphs) == (level == 5), square
        assert (glyph["mort"] in glyphs) == (square in MORTGAGED), square
        if square not in listed:
            continue
        x, y = listed[square]
        pair = [game.ram[CELLS + 40 * y + x + i] for i in range(2)]
        if owner >= 8:
            assert pair == [ord("-")] * 2
            continue
        assert pair[0] == game.ram[game.labels["token_glyphs"] + token]
        assert {game.ram[COLORS + 40 * y + x + i] & 15 for i in range(2)} == {paper}
        built = " 1234"[level : level + 1] or chr(glyph["hotel"])
        assert chr(pair[1]) == (chr(glyph["mort"]) if square in MORTGAGED else built), square


@pytest.mark.feature("F109")
@pytest.mark.feature("F004")
def test_overview_shows_every_token_on_its_square_as_a_sprite(at):
    """The board is its own map: tokens stand on it whatever lies on the stage."""
    game = at("turn")
    for squares in ((24, 5, 37, 12), (0, 9, 11, 19), (20, 21, 29, 30), (31, 39, 10, 1)):
        for player, square in enumerate(squares):
            for label in ("player_square", "shown_square"):
                game.ram[game.labels[label] + player] = square
        game.key("s", 60).key(" ", 60)
        for page in (" ", "v"):
            game.key(page, 60)
            vic = game.machine.board.vic
            assert vic.peek(0x15) == 0x0F
            for player, square in enumerate(squares):
                game.call("square_open", x=square)
                x, y = game.byte("board_x"), game.byte("board_y")
                left = vic.peek(2 * player) + 256 * (vic.peek(0x10) >> player & 1) - 24
                top = vic.peek(2 * player + 1) - 50
                assert abs(left + 8 - 8 * x - 12) < 16, (player, square)
                assert abs(top + 7 - 8 * y - 12) < 16, (player, square)
        game.key(" ", 60)


def test_any_key_or_fire_leaves_the_overview_with_menu_and_messages_as_they_were(at):
    game = at("turn")
    game.key("{DOWN}", 10)
    before = game.text()
    selected = [game.byte("menu_code", i) for i in range(7)].index(LOCAL_BOARD)
    for leave in ("x", "{DOWN}", "fire"):  # the others lead on: test_owners.py, test_perspective.py
        game.key("v", 60)
        assert "WHO HAS WHAT" in game.text()
        if leave == "fire":
            stick = game.machine.joystick(2)
            stick.press("fire")
            game.tick(4)
            stick.release()
            game.tick(60)
        else:
            game.key(leave, 60)
        assert game.text() == before
        assert game.byte("menu_selected") == selected
        assert game.byte("turn_phase") == K["PHASE_ROLL"]


def figures(game):
    """The page's numbers by their labels."""
    found = {}
    for line in game.text().splitlines():
        words = line[3:20].rsplit(None, 1)
        if len(words) == 2 and words[1].lstrip("-").isdigit():
            found[words[0].strip()] = int(words[1])
    return found


@pytest.mark.feature("F134", "F162")
def test_statistics_count_what_the_state_holds_and_turn_to_every_player(at):
    game = at("turn")
    deal(game)
    ram, labels = game.ram, game.labels
    ram[labels["deck_free"]] = 1
    ram[labels["deck_free"] + 1] = 1
    start = game.byte("mode_active", 0)
    game.key("s", 60)
    for turn in range(4):
        player = (start + turn) % 4
        shown = figures(game)
        own = [s for s, o in OWNERS.items() if o == player]
        assert f"PLAYER {player + 1}" in game.text()
        assert shown["Money"] == game.word("player_money", player)
        assert shown["Equity"] == game.word("player_equity", player)
        assert shown["Free cards"] == (2 if player == 1 else 0)
        assert shown["Houses"] == sum(LEVELS.get(s, 0) for s in own if LEVELS.get(s, 0) < 5)
        assert shown["Hotels"] == sum(LEVELS.get(s) == 5 for s in own)
        assert shown["Deeds"] == len(own)
        assert shown["Stations"] == sum(s % 10 == 5 for s in own)
        assert shown["Utilities"] == sum(s in (12, 28) for s in own)
        assert shown["Full groups"] == 1
        assert shown["Score"] > 1500 // 8 - 1
        game.key("{RIGHT}", 20)
    game.key("{LEFT}", 20)
    assert f"PLAYER {(start + 3) % 4 + 1}" in game.text()
    game.key("x", 60)
    assert "Roll dice" in game.text()


@pytest.mark.feature("F120")
def test_statistics_open_from_the_play_menu_the_gaol_menu_and_an_auction(at):
    game = at("turn")
    game.key("s", 60)
    assert "STATISTICS" in game.text()
    game.key(" ", 60)
    player = game.byte("mode_active", 0)
    ram, labels = game.ram, game.labels
    flags = ram[labels["player_flags"] + player]
    ram[labels["player_flags"] + player] = flags | K["PF_GAOL"]
    game.key("v", 60)
    game.key(" ", 60)
    assert "Pay bail" in game.text()
    game.key("s", 60)
    assert "STATISTICS" in game.text()
    game.key(" ", 60)
    ram[labels["player_flags"] + player] = flags
    to_an_offer(game)
    game.key("p", 100)
    assert game.mode == K["MODE_AUCTION"]
    game.key("s", 60)
    assert "STATISTICS" in game.text()
    game.key(" ", 60)
    assert "Bid $10" in game.text()


def figure(game, row):
    """A number of the statistics, by its row."""
    return int(game.text().splitlines()[row][14:20])


@pytest.mark.parametrize(
    ("chest", "chance", "cards"),
    [(0, 0, (2, 0)), (0, 1, (1, 1)), (1, 0, (1, 1)), (0xFF, 0, (1, 0)), (0xFF, 0xFF, (0, 0))],
)
def test_the_statistics_count_the_go_free_cards_of_both_decks(at, chest, chance, cards):
    game = at("turn")
    me = game.byte("mode_active")
    other = (me + 1) % 4
    for deck, owner in enumerate((chest, chance)):
        seat = owner if owner == 0xFF else (me, other)[owner]
        game.ram[game.labels["deck_free"] + deck] = seat
    game.key("s", 60)
    assert figure(game, 11) == cards[0]
    game.key("{RIGHT}", 20)
    assert figure(game, 11) == cards[1]


def test_the_statistics_are_those_of_the_player_named_above_them(at):
    game = at("turn")
    deal(game)
    money, me = (1500, 70, 1033, 300), game.byte("mode_active")
    for seat, amount in enumerate(money):
        game.ram[game.labels["player_money_lo"] + seat] = amount & 255
        game.ram[game.labels["player_money_hi"] + seat] = amount >> 8
    game.key("s", 60)
    for step in range(5):
        seat = (me + step) % 4
        assert f"PLAYER {seat + 1}" in game.text().splitlines()[5]
        mine = [square for square, owner in OWNERS.items() if owner == seat]
        levels = [LEVELS.get(square, 0) for square in mine]
        assert figure(game, 9) == money[seat]
        assert figure(game, 12) == sum(level for level in levels if level < 5)
        assert figure(game, 13) == levels.count(5)
        assert figure(game, 14) == len(mine)
        assert figure(game, 15) == sum(square % 10 == 5 for square in mine)
        assert figure(game, 16) == sum(square in (12, 28) for square in mine)
        game.call("score_get", x=seat)
        assert figure(game, 19) == game.result.a + 256 * game.result.y
        game.key("{RIGHT}", 20)
    game.key("{LEFT}{LEFT}", 20)
    assert f"PLAYER {(me + 3) % 4 + 1}" in game.text().splitlines()[5]
