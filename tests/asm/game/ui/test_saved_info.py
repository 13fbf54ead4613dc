"""What the page of saved games tells of the game in view, before it is loaded."""

import pytest

from c64.drive.attach import attach_drive
from disk.volume import SEQ, Volume
from tests.asm.game.engine import K
from tests.asm.game.ui.machine import CELLS, COLORS
from tests.asm.game.ui.table import deal
from tests.asm.game.ui.test_files import (  # noqa: F401
    BUTTONS_X,
    FREE,
    HINT,
    MOST,
    ORIGINAL,
    STATE_AT,
    about,
    ada,
    blank,
    buttons_there,
    content,
    open_page,
    save,
    saved,
    with_sum,
)
from tests.asm.game.ui.test_save import HEAD, SAVED, SCREEN
from tests.original_roms import original_dos

OLD_STATE = 714  # bytes of the state, before there were presets
OLD_END = STATE_AT + OLD_STATE
OLD_EVENTS = K["EV_RUIN"] + 1
NO_LINE = 0xFF
SMALL_X, SMALL_Y, SMALL = 12, 4, 11  # the small board: cells
WHITE_PAPER = 0x01


def changed(data, labels, **fields):
    """A saved game in which variables have other bytes: {label: {place in it: byte}}."""
    data = bytearray(data[:-2])
    for label, values in fields.items():
        for place, value in values.items():
            data[STATE_AT + labels[label] - labels["state_begin"] + place] = value
    return with_sum(bytes(data))


def info(game):
    """Have the game in view told."""
    return buttons_there(game.key("i", 10).until("players"))


def cell(game, x, y):
    """(glyph, colours) of a cell."""
    return game.ram[CELLS + 40 * y + x], game.ram[COLORS + 40 * y + x]


def rows_inside(game):
    """{row: what stands there}: inside the small board."""
    lines = game.text().splitlines()
    inside = {
        y: " ".join(lines[y][SMALL_X + 1 : SMALL_X + SMALL - 1].split())
        for y in range(SMALL_Y + 1, SMALL_Y + SMALL - 1)
    }
    return {y: words for y, words in inside.items() if words}


def cells_of(game):
    """(glyph, colours) of the tokens of a saved game."""
    return [cell(game, SMALL_X + 2, y) for y in rows_inside(game)]


def place_of(square):
    """Column and row of a square of the small board: from GO, at the lower right, to the left."""
    side, on = divmod(square, 10)
    last = SMALL - 1
    x, y = ((last - on, last), (0, last - on), (on, 0), (last, on))[side]
    return SMALL_X + x, SMALL_Y + y


def test_what_a_saved_game_is_can_be_seen_before_it_is_loaded(at, ada):  # noqa: F811
    """A game that is going on, with tokens and colours of its own, stays as it is."""
    volume, place = Volume(ada), at("turn")
    tokens = place.ram[place.labels["player_token"] :][:8]
    other = changed(
        content(ada), place.labels, turn_count={1: 2}, switches={0: K["PRESET_OWN"]},
        player_token={0: tokens[7], 7: tokens[0]}, player_colour={0: 9},
    )  # fmt: skip
    volume.write_file(b"GO64-BOB", SEQ, other)
    game = open_page(at, ada, "2 games")
    state, turn = game.state(), game.byte("turn_count")
    assert about(game) == ""
    info(game)
    assert about(game) == f"Classic 4 players, turn {turn}"
    cells = [cells_of(game)]
    game.key("{RIGHT}", 10)
    assert about(game) == ""
    info(game)
    assert about(game) == f"Own 4 players, turn {turn + 512}"
    cells.append(cells_of(game))
    assert [len(row) for row in cells] == [4, 4]
    assert cells[0][0] != cells[1][0]
    assert cells[0][1:] == cells[1][1:]
    assert game.state() == state


@pytest.mark.parametrize("dos", [FREE, ORIGINAL])
def test_a_1541_tells_what_a_saved_game_is(at, ada, dos):  # noqa: F811
    rom = original_dos() if dos == ORIGINAL else None
    game = at("turn")
    attach_drive(game.machine.board, ada, kind="1541", dos=rom)
    game.key("g").until("SAVED GAMES").until("1 game").until("Back")
    state = game.state()
    info(game)
    assert about(game) == f"Classic 4 players, turn {game.byte('turn_count')}"
    assert len(cells_of(game)) == 4
    assert game.state() == state


def test_what_is_told_of_eight_players_leaves_the_buttons_alone(at):
    """The names and numbers that are longest, and all tokens."""
    game = at("title").first_turn(seats=8)
    game.machine.drives[8].attach(blank())
    game.ram[game.labels["turn_count"] :][:2] = b"\xff\xff"
    game.key("g").until("No games")
    save(game, "ada").until("1 game")
    buttons_there(game)
    beside = [line[BUTTONS_X:] for line in game.text().splitlines()]
    info(game)
    assert about(game) == "Classic 8 players, turn 65535"
    assert len(cells_of(game)) == 8
    assert [line[BUTTONS_X:] for line in game.text().splitlines()] == beside


def test_the_small_board_shows_who_owns_what_who_plays_and_his_cash(at):
    """Of the game in the file, not of the one that goes on; one who is bankrupt is not there."""
    game = at("turn")
    owners = {1: 0, 5: 2, 12: 1, 28: 3, 37: 3, 39: 3}
    deal(game, owners, money={0: 12345, 3: 7})
    game.machine.drives[8].attach(blank())
    game.key("g").until("No games")
    save(game, "ada").until("1 game")
    before = {s: cell(game, *place_of(s)) for s in range(40)}
    deal(game, dict.fromkeys(owners, K["NO_PLAYER"]))
    info(game)
    assert list(rows_inside(game).values()) == [". 12345", ". 1500", ". 1500", ". 7"]
    tokens = cells_of(game)
    assert len(set(tokens)) == 4
    for square in range(40):
        x, y = place_of(square)
        if square in owners:
            assert cell(game, x, y) == tokens[owners[square]], square
            continue
        group = game.byte("square_group", square)
        colours = WHITE_PAPER if group == K["NO_GROUP"] else game.byte("group_color", group)
        assert cell(game, x, y) == (ord(" "), colours), square
    game.key("{RIGHT}", 10)
    assert {s: cell(game, *place_of(s)) for s in range(40)} == before


def test_a_game_saved_before_there_were_presets_is_told_of(at, ada):  # noqa: F811
    """Nothing is behind its state, so it is completed in the buffer."""
    data = bytearray(content(ada)[:OLD_END])
    data[6:8] = OLD_STATE.to_bytes(2, "little")
    for line in range(HEAD + SCREEN, HEAD + SCREEN + SAVED):
        if K["EVENTS"] <= data[line] < NO_LINE:  # what is told besides events
            data[line] -= K["EVENTS"] - OLD_EVENTS
    Volume(ada).write_file(b"GO64-OLD", SEQ, with_sum(bytes(data)))
    game = open_page(at, ada, "2 games")
    game.key("{RIGHT}", 10)
    info(game)
    assert about(game) == f"Classic 4 players, turn {game.byte('turn_count')}"


def test_what_is_worked_out_for_a_check_leaves_the_list_alone(at, ada):  # noqa: F811
    """Sums are made behind the longest list."""
    volume, data = Volume(ada), content(ada)
    for number in range(2, MOST + 1):
        volume.write_file(b"GO64-GAME %02d" % number, SEQ, data)
    game = open_page(at, ada, f"{MOST} games")
    place = game.labels["event_space"]
    before = bytes(game.ram[place : place + 8 * MOST])
    assert before.endswith(b"GAME 70\0")
    info(game)
    assert bytes(game.ram[place : place + 8 * MOST]) == before
