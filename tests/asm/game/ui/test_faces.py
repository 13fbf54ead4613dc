"""The characters in set-up: their page, and who sits down."""

import numpy as np
import pytest
from PIL import Image

from tests.asm.game.engine import ROOT, K
from tests.asm.game.ui import german
from tests.asm.game.ui.machine import BITMAP, Game
from tests.asm.game.ui.test_computer import computers, name
from tests.asm.game.ui.test_menu import press
from tests.asm.game.ui.test_mouse import click, wake
from tools.art import faces
from tools.game.words import read_words

WORDS = read_words("en")["faces"]
PLACES = [(x, y) for y in (3, 12) for x in (2, 12, 22, 32)]  # cells of the portraits
FIRST = K["CHARACTER_HOARDER"]


def to_page(game, seat=0):
    """The characters' page for a seat, from set-up."""
    game.key((seat + 1) * "{DOWN}", 5)
    game.key("{F3}{F3}{F3}{F3}", 20)
    game.until(WORDS["text_head"], 200).tick(20)
    return game


def kind(game, seat):
    """The character of a seat, None for a person or a plain computer."""
    number = game.byte("settings", K["OPT_SKILLS"] + seat)
    return number - FIRST if number >= FIRST else None


def portrait(number):
    """uint8[48, 48] of the sheet, palette indices."""
    sheet = faces.read_sheet(ROOT / "asm" / "game" / "art" / faces.NAME)
    return sheet[:, 48 * number : 48 * number + 48]


def seen(game, column, row):
    """uint8[48, 48] of what bitmap and matrix show, palette indices."""
    out = np.zeros((48, 48), dtype=np.uint8)
    for y in range(6):
        for x in range(6):
            at = (row + y) * 40 + column + x
            ink, paper = divmod(game.ram[0xC400 + at], 16)
            dots = np.unpackbits(
                np.frombuffer(bytes(game.ram[BITMAP + 8 * at : BITMAP + 8 * at + 8]), np.uint8)
            ).reshape(8, 8)
            out[8 * y : 8 * y + 8, 8 * x : 8 * x + 8] = np.where(dots, ink, paper)
    return out


def test_behind_the_easy_computer_are_the_characters_with_portraits_names_and_manners(at):
    game = to_page(at("setup"))
    text = game.text()
    for who in WORDS["text_names"]:
        assert who in text
    for number, (x, y) in enumerate(PLACES):
        assert (seen(game, x, y) == portrait(number)).all(), number
    manners = []
    for _ in range(8):
        lines = game.text().splitlines()
        manners.append(" ".join((lines[20] + lines[21]).split()))
        game.key("{RIGHT}", 10)
    assert manners == WORDS["text_manners"]
    for number, (x, y) in enumerate(PLACES):
        assert (seen(game, x, y) == portrait(number)).all(), number


@pytest.mark.parametrize(
    ("keys", "number"),
    [("\n", 0), ("{RIGHT}\n", 1), ("{LEFT}\n", 7), ("{DOWN}\n", 4), ("{UP}{UP}{RIGHT}\n", 1),
     ("1", 0), ("6", 5), ("{RIGHT}8", 7)],
)  # fmt: skip
def test_whoever_is_chosen_sits_down_under_his_name(at, keys, number):
    game = to_page(at("setup"), 1)
    game.key(keys, 20)
    assert computers(game) == [1]
    assert kind(game, 1) == number
    assert name(game, 1) == WORDS["text_names"][number]
    line = game.text().splitlines()[5]
    assert "animal" in line
    assert name(game, 1) in line
    game.key("{F3}", 10)  # and goes again
    assert computers(game) == []
    assert kind(game, 1) is None
    assert name(game, 1) == "PLAYER 2"


@pytest.mark.parametrize("key", ["{STOP}", "{F3}"])
def test_nobody_need_be_chosen(at, key):
    game = to_page(at("setup"))
    game.key("{RIGHT}" + key, 20)
    assert "F7: START THE GAME" in game.text()
    assert computers(game) == []
    assert name(game, 0) == "PLAYER 1"


def test_a_typed_name_stays(at):
    game = at("setup")
    game.key("{DOWN}kim{UP}", 10)
    to_page(game).key("3", 20)
    assert kind(game, 0) == 2
    assert name(game, 0) == "KIM"


def test_by_stick_and_fire_alone(at):
    game = at("setup")
    stick = game.machine.joystick(2)

    press(stick, "down", game, 4)
    for _ in range(40):
        press(stick, "fire", game, 4)
        game.tick(20)
        if WORDS["text_head"] in game.text():
            break
    game.tick(40)
    for way in ("right", "down", "fire"):
        press(stick, way, game, 4)
        game.tick(20)
    assert kind(game, 0) == 5


def test_a_click_on_a_portrait_takes_it(at):
    game = at("setup")
    wake(game)
    to_page(game)
    click(game, 24, 14)
    assert kind(game, 0) == 6


def test_the_page_is_german_in_german(at):
    game = Game().boot()
    german.choose(game).tick(60)
    game.key("\n").key("{DOWN}", 10).key("{F3}{F3}{F3}{F3}", 20)
    words = read_words("de")["faces"]
    game.until(words["text_head"], 200).tick(30)
    assert "REINEKE" in game.text()
    game.key("3", 20)
    assert name(game, 0) == "REINEKE"
    assert "Tier" in game.text().splitlines()[4]


def test_seats_of_a_game_with_them_play_to_its_first_turn(at):
    game = to_page(at("setup")).key("4", 30)
    game.machine.type("{F7}", wait=False)
    for _ in range(400):
        game.tick(1)
        if game.mode == K["MODE_FIRST"]:
            break
    assert kind(game, 0) == 3
    assert game.holds("brain")


# --- the picture they are kept in -------------------------------------------------------------


def painted(tmp_path, change):
    image = Image.open(ROOT / "asm" / "game" / "art" / faces.NAME).convert("RGB")
    change(image)
    path = tmp_path / "faces.png"
    image.save(path)
    return path


@pytest.mark.parametrize(
    ("dots", "words"),
    [({(0, 0): (1, 2, 3)}, "is no colour"), ({(3, 3): (255, 255, 255)}, "on the other side"),
     ({(x, 3): (0x68, 0x37, 0x2B) if x in (4, 43) else (0xFF,) * 3 for x in (3, 4, 43, 44)},
      "colours")],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused(tmp_path, dots, words):
    def change(image):
        for place, color in dots.items():
            image.putpixel(place, color)

    with pytest.raises(faces.BadFace, match=words):
        faces.build_faces(painted(tmp_path, change))


def test_another_size_is_refused(tmp_path):
    path = tmp_path / "small.png"
    Image.new("RGB", (48, 48)).save(path)
    with pytest.raises(faces.BadFace, match="48 x 48 dots"):
        faces.build_faces(path)
