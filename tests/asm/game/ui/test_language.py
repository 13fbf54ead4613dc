"""German, chosen at the title: every word of a game, letters of buttons, games that are saved."""

import numpy as np
import pytest

from tests.asm.game.engine import ROOT, K
from tests.asm.game.ui.german import (
    TEXTS,
    areas,
    choose,
    de,
    first_turn,
    in_german,
    pass_the_dice,
    throw,
)
from tests.asm.game.ui.machine import GERMAN, glyph_dots
from tests.asm.game.ui.table import BUTTONS, MONEY, SIDE, deal, initiator, press, settle
from tests.asm.game.ui.test_files import ADA, blank, content
from tools.art import art
from tools.game import gamedata, words

SET_AT = 8  # in a saved game: the names it was played with
AUCTIONED, BOUGHT = 6, 8  # squares


@pytest.fixture
def german(at):
    """The title in German."""
    game = at("title")
    game.way(("German",), lambda: choose(game))
    assert game.byte("names_wanted") == GERMAN
    return game


def test_f3_goes_through_the_boards_and_back_with_the_words_of_each(at):
    game = at("title")
    first = game.text()
    game.key("{F3}", 10)
    assert TEXTS["en"]["title"]["text_us"] in game.text()
    assert areas(game, "game") == {"words", "title"}
    game.key("{F3}", 90)
    assert areas(game, "de") == {"words", "title"} and not areas(game, "game")
    in_german(game)
    for key in ("text_game", "text_start", "text_help", "text_saved", "text_music", "text_london"):
        assert de("title", key).strip() in game.text(), key
    game.key("{F8}", 60)
    in_german(game).key(" ", 60)
    game.key("{F3}", 90)
    assert areas(game, "game") == {"words", "title"}
    assert game.text() == first


def corners(game):
    """The four corners of the board by the font and their cells, uint8[24, 24] each."""
    at = game.labels["corner_cells"]
    cells = [glyph_dots(game.ram, code) for code in game.ram[at : at + 36]]
    rows = [np.unpackbits(np.frombuffer(cell, np.uint8)).reshape(8, 8) for cell in cells]
    return [np.block([rows[n + k : n + k + 3] for k in (0, 3, 6)]) for n in (0, 9, 18, 27)]


def test_the_words_drawn_on_the_corners_are_those_of_the_language(at):
    game, folder = at("title"), ROOT / "asm" / "game" / "art"
    for language, keys in (("en", ""), ("de", "{F3}{F3}"), ("en", "{F3}")):
        for key in keys.replace("}", "} ").split():
            game.key(key, 90)
        for shown, drawn in zip(corners(game), art.corner_dots(folder, language), strict=True):
            assert (shown == drawn).all(), language


def test_the_title_goes_on_playing_and_walking_in_german(german):
    before = german.picture()
    german.tick(60)
    assert (german.picture() != before).any() or german.playing()
    german.key("m", 20)
    assert de("title", "text_quiet") in german.text()


def test_a_turn_a_purchase_and_an_auction_are_in_german(german):
    game = first_turn(german)
    names = gamedata.load_text("berlin")["squares"]
    assert "SPIELER" in game.text()
    in_german(game)
    game.key("r", 30)
    assert not game.byte("turn_phase"), "R is not the letter here"
    me = initiator(game)
    throw(game, 3, 5)
    settle(game, de("play", "l_buy"))
    in_german(game)
    assert names[BOUGHT].translate(words.LETTERS) in " ".join(game.text().split())
    game.tick_until_armed()
    game.key("k", 100)
    assert game.byte("square_owner", BOUGHT) == me
    assert names[BOUGHT].translate(words.LETTERS) in game.text().splitlines()[24]
    in_german(game)
    pass_the_dice(game)
    throw(game, 2, 4)
    settle(game, de("play", "l_auction"))
    game.tick_until_armed()
    game.key("a", 100)
    settle(game, de("play", "l_bid"))
    in_german(game)
    game.tick_until_armed()
    bidder = initiator(game)
    game.key("b", 60)
    for _ in range(6):
        if game.mode != K["MODE_AUCTION"]:
            break
        game.tick_until_armed()
        game.key("a", 60)  # drop out
    assert game.byte("square_owner", AUCTIONED) == bidder
    in_german(game)


def test_pages_beside_the_board_are_in_german(german):
    game = first_turn(german)
    me = initiator(game)
    deal(game, {1: me, 3: me, 5: (me + 1) % 4, 12: me}, mortgaged=(5,))
    for keys, wanted in (
        ("s", de("stats", "text_stats")),
        ("v", de("overview", "text_owners").strip()),
        ("h", de("log", "text_log")),
        ("?", de("help", "s_turn")[:30]),
        ("o", de("options", "text_options")),
        ("{F1}", de("closeup", "text_leave").strip()),
    ):
        game.key(keys, 60)
        assert wanted in game.text(), game.where()
        in_german(game).key("\n" if keys == "o" else " ", 60)
        if de("play", "l_roll") not in game.text():
            game.key("{STOP}", 60)
        assert de("play", "l_roll") in game.text(), game.where()
    game.key("i", 30).key("{RIGHT}", 30)
    in_german(game).key("f", 40)
    game.key("m", 40)
    assert de("browse", "l_mortgage") in game.text()
    in_german(game).key("h", 60)
    assert game.byte("square_mortgaged", 3) + game.byte("square_mortgaged", 1) == 1
    game.key("f", 60)
    in_german(game)


OPTION_NAMES = (
    "p_tokens",
    "p_speed",
    "p_stick",
    "p_sound",
    "p_tune",
    "p_hints",
    "p_vamp",
    "p_talk",
)
RULE_NAMES = ("o_money", "o_parking", "o_go", "o_limited", "o_deeds", "o_random", "o_length")


def line_of(game, name):
    """The line of a page that has a name."""
    return next(line for line in game.text().splitlines() if name in line)


@pytest.mark.parametrize("language", TEXTS)
def test_an_option_is_chosen_and_changed_by_the_letter_of_its_name(at, language):
    game = at("title")
    if language == "de":
        choose(game)
        first_turn(game)
    else:
        game.first_turn()
    game.key("o", 60)
    for number, name in enumerate(OPTION_NAMES):
        word = TEXTS[language]["values"][name].translate(words.LETTERS)
        assert f"{word[0]} {word}" in line_of(game, word)
        before = line_of(game, word), [game.byte("prefs", n) for n in range(len(OPTION_NAMES))]
        game.key(word[0].lower(), 5)
        after = line_of(game, word), [game.byte("prefs", n) for n in range(len(OPTION_NAMES))]
        assert after[0] != before[0]
        changed = [
            n for n, pair in enumerate(zip(before[1], after[1], strict=True)) if len(set(pair)) > 1
        ]
        assert changed == [number]


@pytest.mark.parametrize("language", TEXTS)
def test_a_house_rule_is_chosen_and_changed_by_the_letter_of_its_name(at, language):
    game = at("title")
    if language == "de":
        choose(game)
    game.key("\n", 60)
    for name in RULE_NAMES:
        word = TEXTS[language]["values"][name].translate(words.LETTERS)
        before = line_of(game, word)
        game.key(word[0].lower(), 8)
        assert line_of(game, word) != before


def test_a_trade_is_offered_and_taken_by_german_letters(german):
    game = first_turn(german)
    me = initiator(game)
    other = (me + 1) % 4
    deal(game, {1: me, 6: other})
    game.key("t", 60)
    assert de("partner", "text_who") in game.text()
    in_german(game).key("\n", 60)
    in_german(game)
    press(game, SIDE + MONEY)
    press(game, BUTTONS, 60)
    assert game.mode == K["MODE_TRADE"] and initiator(game) == other
    settle(game, de("deal", "l_accept"))
    in_german(game)
    before = game.word("player_money", me)
    for key in ("l_accept", "l_sure"):
        game.tick_until_armed()
        game.key(TEXTS["de"]["deal"][key][0].lower(), 60)
        in_german(game)
    assert game.word("player_money", me) > before
    game.key("h", 60)
    assert de("events", "m_trade_done") in game.text()
    in_german(game)


def test_a_computers_turn_is_in_german(german):
    game = german.key("\n", 60)
    for _ in range(4):
        game.key("{DOWN}{F3}", 10)
    game.key("{F7}", 60).until(de("computer", "text_thinks"))
    for _ in range(20):
        in_german(game).tick(100)
    assert game.holds("brain")


def drawn_after(game, keys, words, frames=300):
    """True if the words are drawn after keys, even if others follow them at once."""
    seen = []
    places = [game.labels[name] for name in ("say", "video_commit")]
    for place in places:
        game.machine.board.set_trap(place, lambda _: words in game.text() and seen.append(1))
    game.key(keys, frames)
    for place in places:
        game.machine.board.set_trap(place, None)
    return bool(seen)


def test_a_game_saved_in_german_goes_on_under_english_and_says_so(german, at):
    image = blank()
    game = first_turn(german)
    game.machine.drives[8].attach(image)
    game.key("g").until(de("files", "text_heading")).tick(120)
    in_german(game).key("s", 20).key("ada\n", 10)
    game.until("ADA" + de("files", "w_saved").lstrip("#"))
    in_german(game)
    assert content(image, ADA)[SET_AT] == GERMAN
    state = game.state()
    english = at("title")
    english.machine.drives[8].attach(image)
    english.key("{F1}").until(" game").tick(60)
    assert drawn_after(english, "l", "ADA goes on.")
    english.until(TEXTS["en"]["files"]["w_berlin"])
    assert english.state() == state
    assert areas(english, "game") == {"words"}
    assert english.byte("names_wanted") == 0
    english.until("Roll dice")
    assert "Old Kent Road" in english.words(0x501)


def test_a_game_saved_in_english_goes_on_in_german_and_says_so(german, at):
    image = blank()
    english = at("turn")
    english.machine.drives[8].attach(image)
    english.key("g").until("No games").tick(30)
    english.key("s", 20).key("ada\n", 10).until("is saved.")
    game = german
    game.machine.drives[8].attach(image)
    game.key("{F1}").until(de("files", "text_one")).tick(60)
    in_german(game).key("l", 10).until(de("files", "w_london"))
    assert game.state() == english.state()
    game.until(de("play", "l_roll"))
    in_german(game).key("w", 30)
    assert areas(game, "de") == {"words"}


# --- umlauts in names -----------------------------------------------------------------


def seat_name(game, seat=0):
    """What is in memory of a name."""
    at = game.labels["player_names"] + 8 * seat
    return bytes(game.ram[at : at + 8]).rstrip(b"\0").decode()


@pytest.mark.parametrize(
    ("typed", "name"), [("m@ller", "MÜLLER"), ("k:nig", "KÖNIG"), (";rger", "ÄRGER"), ("[]", "ÖÄ")]
)
def test_names_have_umlauts_by_the_keys_where_a_german_keyboard_has_them(german, typed, name):
    game = german.key("\n", 60).key("{DOWN}" + typed, 20)
    assert seat_name(game) == name.translate(words.LETTERS)
    assert name.translate(words.LETTERS) in game.text()
    game.key("{DEL}" * 8, 20)
    assert seat_name(game) == "", "DEL takes them away as others"


def test_in_english_these_keys_are_what_they_say(at):
    game = at("setup").key("{DOWN}a:b;c@", 20)
    assert seat_name(game) == "A:B;C@"


def test_an_umlaut_is_drawn_in_the_game_and_saved_with_it(german, at):
    image = blank()
    german.key("\n", 60).key("{DOWN}j@rgen:;" + "{UP}", 20).key("{F7}", 60)
    game = german
    for _ in range(4):
        game.key("w", 90)
    game.tick(120)
    name = "JÜRGENÖÄ".translate(words.LETTERS)
    assert name in game.text()
    game.machine.drives[8].attach(image)
    game.key("g").until(de("files", "text_heading")).tick(120)
    game.key("s", 20).key("ada\n", 10).until("ADA" + de("files", "w_saved").lstrip("#"))
    english = at("title")
    english.machine.drives[8].attach(image)
    english.key("{F1}").until(" game").tick(60)
    assert drawn_after(english, "l", "ADA goes on.")
    english.until("Roll dice")
    assert name in english.text(), "drawn as it was typed"
