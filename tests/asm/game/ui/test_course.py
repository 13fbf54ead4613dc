"""The last page, the course of the game, and what is noted for it while it is played."""

import random

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import CELLS, COLORS, Game, glyph
from tests.asm.game.ui.screen_scripts_play import land
from tests.asm.game.ui.table import agree_to_quit, ask_to_quit, deal, note_turn, set_money
from tools.game.build_game import MAP

SPACE, SEATS, UNIT, MOST = 96, 8, 128, 255  # asm/game/pages/course.s
MEAN, DICE_TURN, DICE_GAOL = 7, 0, 2
CURVE_X, CURVE_W, FIRST_Y, LUCK_X, HEAD_Y = 9, 24, 5, 35, 4  # asm/game/pages/curves.s
ROWS_OF = {2: (7, 6), 3: (5, 4), 4: (4, 3), 5: (3, 3), 6: (2, 2), 7: (2, 2), 8: (2, 2)}
BARS = 7


@pytest.fixture(scope="module")
def asked(built):
    """{players: snapshot}: the first of them is asked whether the game is to end."""
    found = {}
    for seats in (2, 5, 8):
        game = Game().boot().first_turn(seats)
        ask_to_quit(game)
        found[seats] = game.machine.snapshot()
    return found


def begin(snapshot):
    game = Game()
    game.machine.restore(snapshot)
    game.call("course_clear")
    return game


def samples(game):
    """The samples in memory, a list of bytes by seat each."""
    at, size = game.labels["course_samples"], game.byte("course_end")
    rows = [game.ram[at + i : at + i + SEATS] for i in range(0, size, SEATS)]
    return [list(reversed(row)) for row in rows]


def event(game, kind, player, param, other, amount):
    for name, value in (
        ("type", kind), ("player", player), ("param", param), ("other", other),
        ("lo", amount & 0xFF), ("hi", amount >> 8),
    ):  # fmt: skip
        game.ram[game.labels[f"ev_{name}"]] = value


def to_course(game, votes):
    agree_to_quit(game, votes)
    game.key("\n").until("THE GAME IN FIGURES").tick(30)
    game.key("\n").until("HOW THE GAME WENT").tick(30)


def test_each_second_sample_goes_when_there_is_no_room(asked):
    """All have as much as the turn's number tells, so a sample is the turn it was taken in."""
    game = begin(asked[8])
    for number in range(1, 201):
        for seat in range(SEATS):
            set_money(game, seat, UNIT * number)
        note_turn(game, number)
        taken = [row[0] for row in samples(game)]
        step = game.byte("course_mask") + 1
        assert taken == [step * (i + 1) for i in range(len(taken))]
        assert number - step < taken[-1] <= number
        assert len(taken) <= SPACE // SEATS
        assert number <= SPACE // SEATS or len(taken) >= SPACE // SEATS // 2
    assert step == 16


def test_a_sample_is_wealth_from_nothing_to_as_much_as_a_byte_can_tell(asked):
    game = begin(asked[5])
    for seat, money in enumerate((-40, 0, 127, 128, 32767)):
        set_money(game, seat, money)
    game.ram[game.labels["player_equity_hi"] + 4] = 40
    game.ram[game.labels["player_equity_lo"] + 1] = 130
    note_turn(game, 1)
    assert samples(game) == [[0, 1, 0, 1, MOST, 0, 0, 0]]


@pytest.mark.parametrize("which", [DICE_TURN, DICE_GAOL])
def test_the_dice_of_turns_count_against_seven(asked, which):
    game, dice = begin(asked[2]), random.Random(5)
    luck = [0, 0]
    for _ in range(200):
        seat, one, two = dice.randrange(2), dice.randint(1, 6), dice.randint(1, 6)
        event(game, K["EV_DICE"], seat, one, two, 256 * which)
        game.call("course_dice")
        luck[seat] += one + two - MEAN if which == DICE_TURN else 0
        assert [game.byte("course_luck", n) for n in range(2)] == [n & 0xFF for n in luck]


@pytest.mark.parametrize(("die", "end"), [(6, 127), (1, 128)])
def test_luck_ends_where_a_byte_ends(asked, die, end):
    game = begin(asked[2])
    for _ in range(60):
        event(game, K["EV_DICE"], 1, die, die, 0)
        game.call("course_dice")
    assert abs(game.byte("course_luck", 1) - end) < 5


def test_a_turn_by_keys_is_noted(built):
    """A rent that is paid, the throw that led to it, and the next player's turn."""
    game = Game().boot().first_turn(2)
    game.call("course_clear")
    me = game.byte("mode_active")
    deal(game, {39: 1 - me, 37: 1 - me})
    land(game, 39, 1, 3)
    game.until("pays", 2000).tick(90)
    rent = game.ram[game.labels["course_rent"] : game.labels["course_rent"] + 5]
    assert list(rent) == [me, 39, 1 - me, 100, 0]
    assert game.byte("course_luck", me) == 1 + 3 - MEAN & 0xFF
    assert not samples(game)
    game.key("n").until("Roll dice", 900).tick(60)
    wealth = [game.word("player_money", n) + game.word("player_equity", n) for n in range(2)]
    assert samples(game) == [[n // UNIT for n in wealth] + [0] * 6]


def heights(game, seat):
    """(dots of each column, ink) of a player's area as it stands on the page."""
    count = game.byte("player_count")
    stride, levels = ROWS_OF[count]
    bottom = FIRST_Y - 1 + stride * seat + levels
    dots, bar = [0] * CURVE_W, glyph("chest0")
    for level in range(levels):
        for column in range(CURVE_W):
            cell = game.ram[CELLS + 40 * (bottom - level) + CURVE_X + column]
            if cell == glyph("solid"):
                dots[column] += 8
            elif cell != ord(" "):
                assert bar <= cell < bar + BARS
                dots[column] += cell - bar + 1
    return dots, game.ram[COLORS + 40 * bottom + CURVE_X] >> 4, bottom


def test_turns_of_a_very_long_game_are_no_negative_numbers(asked):
    game = begin(asked[2])
    game.ram[game.labels["course_end"]] = 0
    note_turn(game, 40000)
    to_course(game, 1)
    assert "turns 40000-40000" in game.text()


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_the_page_draws_everybodys_wealth_on_one_scale(asked, seats):
    game, chance = begin(asked[seats]), random.Random(seats)
    for number in range(1, 60):
        for seat in range(seats):
            set_money(game, seat, chance.randrange(200, 4000))
        note_turn(game, number)
    for seat in range(seats):
        set_money(game, seat, 1000 * seat)
        game.ram[game.labels["course_luck"] + seat] = (0, 12, 0x100 - 127)[seat % 3]
    taken = samples(game)
    step = game.byte("course_mask") + 1
    font = bytes(game.ram[MAP["FONT"].start : MAP["FONT"].start + 2048])
    to_course(game, seats - 1)
    assert len(samples(game)) == len(taken) + 1
    taken = samples(game)
    highest = max(max(row) for row in taken)
    last = len(taken) - 1
    assert f"turns {step}-59" in game.text()
    assert f"Height ${highest * UNIT}" in game.text()
    for seat in range(seats):
        scale = 8 * ROWS_OF[seats][1]
        dots = [row[seat] * scale // highest for row in taken] + [0]
        expected = []
        for column in range(CURVE_W):
            at, part = divmod(column * last, CURVE_W - 1)
            height = dots[at] * (CURVE_W - 1 - part) + dots[at + 1] * part
            expected.append(height // (CURVE_W - 1))
        found, ink, bottom = heights(game, seat)
        assert found == expected
        row = game.text().splitlines()[bottom]
        assert row.startswith(f"PLAYER {seat + 1}")
        assert row[LUCK_X:].strip() == ("0", "+12", "-127")[seat % 3]
        game.call("player_ink", x=seat)
        assert ink == game.result.a
    game.key("\n").until("The property game").tick(30)
    assert bytes(game.ram[MAP["FONT"].start : MAP["FONT"].start + 2048]) == font


def test_the_page_names_the_highest_rent_and_who_paid_whom(asked):
    game = begin(asked[2])
    for payer, square, amount in ((0, 39, 200), (1, 16, 950), (0, 37, 949)):
        event(game, K["EV_RENT"], payer, square, 1 - payer, amount)
        game.call("show_rent")
    to_course(game, 1)
    lines = game.text().splitlines()
    assert "Best rent: $950 Bow Street" in game.text()
    names = lines[next(n for n, line in enumerate(lines) if "$950" in line) + 1]
    assert names.index("PLAYER 2") < names.index("PLAYER 1")


def test_without_a_rent_none_is_named(asked):
    game = begin(asked[2])
    to_course(game, 1)
    assert "Best rent" not in game.text()


def test_another_game_begins_without_anything(asked):
    game = begin(asked[2])
    note_turn(game, 1)
    event(game, K["EV_RENT"], 0, 39, 1, 200)
    game.call("show_rent")
    for clear in ("log_clear", "log_trim"):
        assert game.byte("course_end") or clear == "log_trim"
        game.call(clear)
        at = game.labels["course_rent"]
        assert not any(game.ram[at : game.labels["course_samples"]])
