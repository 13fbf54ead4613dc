"""A full picture in the place of a page: from a 1541, by the KERNAL, and without the disk."""

import tomllib

import numpy as np
import pytest

from disk.d64 import D64Image
from disk.volume import PRG, Volume
from tests.asm.game.engine import K
from tests.asm.game.ui.gallery import over
from tests.asm.game.ui.machine import BITMAP, MATRIX
from tests.asm.game.ui.test_must_pay import throw
from tests.asm.game.ui.test_ruin import broke as broke_fixture
from tools import build
from tools.art.pictures import encode, read_table
from tools.game.build_game import MAP

PAINTINGS = [painting for painting in read_table() if not painting.fine]
TABLE = build.ROOT / "asm" / "game" / "pictures" / "pictures.toml"
WORDS = {
    name: row["words"] for name, row in tomllib.loads(TABLE.read_text()).items() if "words" in row
}
FIRST = K["PICTURE_STREET"]
DISPLAY_ON = 0x10
PANEL = 200  # from this dot on the menu draws its button anew
SECONDS = 8  # a picture by the plain bus, with what the drive says of the file
CLOCK = 985248


def own_disk():
    build.build_disk()
    return D64Image((build.ROOT / "disk" / "go64.d64").read_bytes())


@pytest.fixture
def game(at):
    """A game in its first turn, the disk in a drive on the plain bus."""
    game = at("turn")
    game.serve(False)
    game.machine.drives[8].attach(own_disk())
    return game


def show(game, number):
    """Call picture_show; returns True if it says that the picture is shown."""
    kit = game.kit
    kit.run_until(pc="ui_frame")  # where pages wait: the banks as they ought to be
    result = kit.call("picture_show", x=FIRST + number, interrupts=True, limit=SECONDS * CLOCK)
    kit.flags = result.flags
    return not result.flags.c


def is_shown(game, painting):
    bitmap, matrix = encode(painting.pixels, painting.lights)
    vic = game.kit.board.vic
    return (
        bytes(game.ram[BITMAP : BITMAP + 8000]) == bitmap
        and bytes(game.ram[MATRIX : MATRIX + 1000]) == matrix
        and vic.peek(0x11) & DISPLAY_ON
        and vic.peek(0x20) & 15 == painting.border
    )


@pytest.mark.parametrize("number", range(len(PAINTINGS)))
def test_a_picture_comes_over_the_plain_bus_to_the_last_dot(game, number):
    state = game.state()
    assert show(game, number)
    assert is_shown(game, PAINTINGS[number])
    assert np.array_equal(game.picture(), PAINTINGS[number].pixels)
    assert game.state() == state


def test_words_are_drawn_over_the_picture_and_no_other_row_changes(game):
    assert show(game, 1)
    game.call("video_goto", x=5, y=23)
    for letter in "NO BAIL":
        game.call("video_put", a=ord(letter))
    game.call("video_commit")
    changed = game.picture() != PAINTINGS[1].pixels
    assert changed[184:192, 40:96].any()
    changed[184:192] = False
    assert not changed.any()


@pytest.mark.parametrize("drive", ["empty", "none", "another disk"])
def test_without_its_disk_the_game_goes_on_without_a_picture(game, drive):
    state = game.state()
    if drive == "none":
        game.machine.board.iec.detach(8)
    else:
        game.machine.drives[8].attach(None if drive == "empty" else D64Image.blank(b"SAVES", b"01"))
    assert not show(game, 2)
    assert game.state() == state
    assert not game.kit.board.vic.peek(0x11) & DISPLAY_ON
    game.call("screen_clear")
    game.call("video_show")
    game.tick(3)
    assert game.kit.board.vic.peek(0x11) & DISPLAY_ON
    assert len(np.unique(game.picture()[:, :PANEL])) == 1


def test_the_next_page_covers_all_of_the_picture(game):
    assert show(game, 3)
    game.call("screen_clear")
    game.call("video_show")
    assert len(np.unique(game.picture()[:, :PANEL])) == 1


def test_half_a_picture_is_no_picture(game):
    image = own_disk()
    volume = Volume(image)
    data = volume.read_file(volume.find(b"RUIN"))
    volume.scratch(volume.find(b"RUIN"))
    volume.write_file(b"RUIN", PRG, data[: len(data) // 2])
    game.machine.drives[8].attach(image)
    assert not show(game, 2)


def test_a_1541_sends_a_picture_in_a_few_seconds(at):
    game = at("turn")
    game.serve(False)
    game.machine.drives[8].attach(own_disk(), kind="1541")
    game.tick(60)
    game.ram[MAP["FAST"].start + 1] = 1  # fast_able: the loader has found a 1541
    begin = game.machine.cycle
    assert show(game, 3)
    seconds = (game.machine.cycle - begin) / CLOCK
    print(f"1541: {seconds:.1f} s")
    assert is_shown(game, PAINTINGS[3])
    assert game.ram[MAP["FAST"].start] & 0x80, "by our program"
    begin = game.machine.cycle
    assert show(game, 1)
    print(f"1541, again: {(game.machine.cycle - begin) / CLOCK:.1f} s")
    assert is_shown(game, PAINTINGS[1])


broke = broke_fixture


# -- the pages that have one -------------------------------------------------------------------


def near(game, painting):
    """Return the share of the picture's dots outside its words that the screen shows."""
    column, row, width, height = (8 * value for value in WORDS[painting.name])
    same = game.picture() == painting.pixels
    same[row : row + height, column : column + width] = True
    return same.mean()


def written(game, left, right):
    """Return the words between two columns; cells of the picture are dots there."""
    lines = (line[left:right].replace(".", " ") for line in game.text().splitlines())
    return " ".join(" ".join(lines).split())


def named(name):
    return next(painting for painting in PAINTINGS if painting.name == name)


def test_the_end_is_the_picture_of_the_victory_with_everybodys_score_in_it(at):
    game = at("turn")
    game.machine.drives[8].attach(own_disk())
    over(game)
    game.tick(400)
    assert near(game, named("VICTORY")) == 1
    said = written(game, 20, 39)
    assert "GAME OVER A shared victory! cash pts" in said
    for seat in range(1, 5):
        assert f"PLAYER {seat} 1500 187" in said
    game.key("\n").until("THE GAME IN FIGURES").tick(30)
    game.key("\n").until("HOW THE GAME WENT").tick(30)
    game.key("\n", 900)
    assert "The property game" in game.text()


@pytest.mark.parametrize("disk", [True, False])
def test_the_end_names_money_and_score_of_each_player(at, disk):
    """With the picture and, where no disk has it, on a page."""
    game = at("turn")
    if disk:
        game.machine.drives[8].attach(own_disk())
    money = (1510, 90, 2345, 700)
    for seat, amount in enumerate(money):
        game.ram[game.labels["player_money_lo"] + seat] = amount & 255
        game.ram[game.labels["player_money_hi"] + seat] = amount >> 8
    game.key("q", 20).key("n", 20).key("e").until("Yes, end it").tick(30)
    for _ in range(3):
        game.key("y", 150)
    game.until("GAME OVER", 600).tick(400)
    scores = []
    for seat in range(4):
        game.call("score_get", x=seat)
        scores.append(game.result.a + 256 * game.result.y)
    assert len(set(scores)) == 4
    said = written(game, 20 if disk else 0, 39)
    assert "PLAYER 3 wins" in said
    for seat in range(4):
        assert f"PLAYER {seat + 1} {money[seat]} {scores[seat]}" in said


def test_who_is_bankrupt_sees_the_house_to_let_and_then_the_board_again(broke):
    game, me, _ = broke
    game.machine.drives[8].attach(own_disk())
    throw(game, 1, 2)
    game.until("BANKRUPT", 2000).tick(300)
    assert near(game, named("RUIN")) == 1
    said = written(game, 23, 39)
    assert f"BANKRUPT PLAYER {me + 1} owes $930 Selling up would raise $30 RETURN" in said
    game.key("\n", 400)
    assert "BANKRUPT" not in game.text()
    assert "Choose deeds" in game.text()
