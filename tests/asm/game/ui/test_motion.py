"""What moves: dice, a house that drops, shadows, money, the gavel; nothing, if asked."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from tests.asm.game.engine import K
from tests.asm.game.model.board import TITLES
from tests.asm.game.ui.machine import MATRIX, Game, glyph_codes
from tests.asm.game.ui.table import deal, settle
from tests.asm.game.ui.test_board import cell, redraw
from tests.asm.game.ui.test_irq import LIMIT_END, LIMIT_SPLIT, longest
from tests.asm.game.ui.test_mouse import wake
from tests.asm.game.ui.test_must_pay import throw as roll
from tests.asm.game.ui.test_stage import event
from tools.game.build_game import MAP

WINDOW_Y = 50  # of the VIC
HIGH, LINE_UPPER, LINE_LOWER, LATE = 21, 110, 210, 8  # asm/game/video/sprites.s
DICE, HOUSE = range(10, 14), 14  # shapes
BLUE = 6
DICE_X, DICE_Y, DIE_STEP = 4, 17, 4
LONGEST = 60  # pictures of a throw at most
DICE_LINE = 180  # a sprite that is shared shows a token above or below
NOTE, PROP = 15, 0xFD  # shapes: a note; a shadow or the gavel
# Tokens in the lines of an interrupt take cycles from it.  What it places for these lines comes
# first; the rest has time till the next one, at line 210 and 250.
LIMIT_SHARED = 700  # cycles, line 210, the lines of eight tokens on a corner: till line 221
LIMIT_THROW = 2700  # cycles, line 110, while dice are heard and eight tokens shown: till line 153
PANEL_X, BANK = 25, (104, 136)


def sprites(game, shapes):
    """{sprite: (x, y)} of those shown with one of these shapes, in dots of the window."""
    vic, found = game.machine.board.vic, {}
    for i in range(8):
        if vic.peek(0x15) >> i & 1 and game.ram[MATRIX + 0x3F8 + i] in shapes:
            x = vic.peek(2 * i) + 256 * (vic.peek(0x10) >> i & 1) - 24
            found[i] = x, vic.peek(2 * i + 1) - 50
    return found


def shown_soon(game, shapes, frames=600):
    """Let pictures pass until a sprite of these shapes is there."""
    for _ in range(frames):
        if sprites(game, shapes):
            return
        game.tick(1)
        game.to_line(DICE_LINE)
    pytest.fail(f"no sprite of the shapes {shapes}: {game.where()}")


def throw(game):
    """Roll; places of the dice, picture by picture, until they lie there."""
    game.machine.type("r", wait=False)
    seen = []
    for _ in range(LONGEST + 10):
        game.tick(1)
        game.to_line(DICE_LINE)
        flying = sprites(game, DICE)
        if flying:
            seen.append(tuple(flying.values()))
        elif seen:
            return seen
    return pytest.fail("they fly for ever")


@pytest.mark.parametrize(("model", "seats"), [("c64", 4), ("ntsc", 4), ("c64", 8)])
def test_both_dice_fly_across_the_stage_bounce_and_lie_where_they_are_drawn(built, model, seats):
    game = Game(model).boot().first_turn(seats)
    tokens, mover = sprites(game, range(8)), game.byte("mode_active")
    seen = throw(game)
    assert 30 <= len(seen) <= LONGEST
    assert all(len(places) == 2 for places in seen)
    for die in range(2):
        xs, ys = ([places[die][axis] for places in seen] for axis in (0, 1))
        rest = 8 * (DICE_X + DIE_STEP * (xs[-1] > 50)), 8 * DICE_Y
        assert (xs[-1], ys[-1]) == rest
        assert xs == sorted(xs, reverse=True)
        assert xs[0] - xs[-1] > 100
        bounces = sum(a < b >= c for a, b, c in zip(ys, ys[1:], ys[2:], strict=False))
        assert bounces >= 3
    game.tick(3)
    after = sprites(game, range(8))
    assert after.keys() == tokens.keys()
    # Who is to move may already stand where he walks from.
    assert {n for n, place in after.items() if place != tokens[n]} <= {mover}
    solid = glyph_codes()["solid"]
    for x in (DICE_X, DICE_X + DIE_STEP):
        assert cell(game, x + 1, DICE_Y)[0] == solid


def test_space_ends_a_throw(at):
    game = at("turn")
    game.machine.type("r", wait=False)
    shown_soon(game, DICE)
    game.tick(3)
    game.machine.type(" ", wait=False)
    game.tick(8)
    assert not sprites(game, DICE)
    assert game.byte("dice_shown")
    assert (game.byte("die_1"), game.byte("die_2")) == (game.byte("dice"), game.byte("dice", 1))


def test_the_option_turns_motion_off(at):
    game = at("turn")
    game.ram[game.labels["prefs"]] = 1
    me = game.byte("mode_active", 0)
    deal(game, {1: me, 3: me})
    game.machine.type("r", wait=False)
    for _ in range(LONGEST):
        game.tick(1)
        assert not sprites(game, DICE)
    assert game.byte("dice_shown")
    for _ in range(20):
        event(game, "BUILT", me, 1)
        assert not sprites(game, {HOUSE})


def test_a_house_drops_on_its_square_then_stands_there(at):
    game = at("turn")
    me = game.byte("mode_active", 0)
    deal(game, {1: me, 3: me})
    redraw(game)
    game.key("m", 60)
    square = game.byte("browse_square")
    game.call("square_open", x=square)
    part = 3 * game.byte("board_lie") + 1
    x = game.byte("board_x") + game.byte("part_x", part)
    y = game.byte("board_y") + game.byte("part_y", part)
    before = sprites(game, range(8))
    game.machine.type("c", wait=False)
    falls = []
    for _ in range(60):
        game.tick(1)
        falls += sprites(game, {HOUSE}).values()
    heights = [top for _, top in falls]
    assert heights == sorted(heights)
    assert heights[-1] - heights[0] > 20
    assert falls[-1] == (8 * x - 2, 8 * y - 2)
    assert game.byte("square_level", square) == 1
    assert cell(game, x, y)[0] == glyph_codes()["house"]
    assert sprites(game, range(8)) == before
    assert game.mode == K["MODE_NORMAL"]


def test_a_falling_house_asks_for_a_sprite_from_where_it_begins_to_where_it_lies(at):
    game = at("turn")
    board, ram, labels = game.machine.board, game.ram, game.labels
    for square in (s for s, title in TITLES.items() if title.house):
        asked, places = [], []

        def asks(board, asked=asked):
            asked.extend(sorted((board.cpu.a, board.cpu.y)))
            return False

        def shows(board, places=places):
            if ram[labels["sprite_shape"] + board.cpu.x] == HOUSE:
                assert board.cpu.a == BLUE, "as on the board"
                places.append(ram[labels["arg2"]] + WINDOW_Y)
            return False

        board.set_trap(labels["sprite_take"], asks)
        board.set_trap(labels["sprite_show"], shows)
        ram[labels["ev_param"]] = square
        game.call("house_drop")
        top, bottom = asked
        assert (min(places), max(places)) == (max(top, WINDOW_Y), bottom), square


# -- a ninth and a tenth sprite --------------------------------------------------------------------


def test_what_moves_has_a_sprite_that_no_resting_token_needs_where_it_moves(at):
    """One that is off, or one whose token lies wholly beyond an interrupt's line."""
    game, dice, done = at("turn"), random.Random(1), Counter()
    ram, labels = game.ram, game.labels
    upper, _, lower, _ = ram[labels["late_from"] :][:4]  # where a sprite may be another one
    places = (*range(50, 230, 20), *range(85, 93), *range(110, 118), *range(185, 193), 211, 212)
    for _ in range(600):
        on = dice.choice((0xFF, 0xFF, 0xFF, dice.randrange(256)))
        tokens = [dice.choice(places) for _ in range(8)]
        first, second = dice.choice(places), dice.choice(places)
        lit, but, mouse = dice.randrange(8), dice.randrange(8), dice.random() < 0.3
        ram[labels["sprite_y"] : labels["sprite_y"] + 8] = bytes(tokens)
        ram[labels["late_sprite"] : labels["late_sprite"] + 4] = b"\xff" * 4
        for name, value in (("sprite_on", on), ("panel_active", lit), ("mouse_on", mouse),
                            ("mouse_seen", mouse)):  # fmt: skip
            ram[labels[name]] = value
        game.call("sprite_take", a=first, x=but, y=second)
        taken, none = game.result.x, game.result.flags.c
        highest, lowest = min(first, second), max(first, second)
        off = [n for n in range(1, 8) if n != but and not on >> n & 1]
        rest = [n for n in range(int(mouse), 8) if n != lit]
        below = not mouse and lowest + HIGH < LINE_LOWER
        waits = [n for n in rest if below and tokens[n] >= lower]
        over = [n for n in rest if highest >= upper and tokens[n] + HIGH < LINE_UPPER]
        user = ram[labels["late_sprite"]]
        what = (on, tokens, first, second, lit, but, mouse, taken)
        if off:
            assert not none and taken in off, what
        elif taken == LATE and none:
            assert not waits and not over, what
        elif taken == LATE:
            assert user in over, what
        else:
            assert taken in waits and ram[labels["late_sprite"] + 2] == taken, what
        done[bool(off), none, taken == LATE] += 1
    assert len(done) == 4 and min(done.values()) > 20, done


@pytest.fixture
def eight(built):
    """Eight players; returns a function that stands all but the first at these squares."""
    game = Game().boot().first_turn(8)

    def stand(*squares):
        me = game.byte("mode_active", 0)
        others = [seat for seat in range(8) if seat != me]
        for seat, square in zip(others, squares, strict=True):
            game.ram[game.labels["player_square"] + seat] = square
            game.ram[game.labels["shown_square"] + seat] = square
        redraw(game)
        return game

    return stand


def lines(game):
    """One picture: {line: {sprite: (shape, x, y)}} at lines where a sprite may be another."""
    seen = {}
    for line in (105, DICE_LINE, 245):
        game.to_line(line)
        found = sprites(game, range(256))
        seen[line] = {i: (game.ram[MATRIX + 0x3F8 + i], *at) for i, at in found.items()}
    game.tick(1)
    return seen


def shared(game):
    """Second uses of sprites: 0 and 1 from the upper line on, 2 and 3 from the lower one."""
    return {use for use in range(4) if game.byte("late_sprite", use) < 8}


def faces(game):
    """Columns of the dice that are drawn where they come to rest."""
    solid = glyph_codes()["solid"]
    columns = (DICE_X, DICE_X + DIE_STEP)
    return [x for x in columns if cell(game, x + 1, DICE_Y)[0] == solid]


def throw_past(game, seats):
    """A throw in which no token may be missing: how many dice fly, how many tumble at rest."""
    tokens = set(lines(game)[DICE_LINE].values())
    assert len(tokens) == seats
    game.machine.type("r", wait=False)
    begun, flying, tumbling = 0, set(), set()
    for _ in range(LONGEST + 10):
        seen = lines(game)
        dice = [place for place in seen[DICE_LINE].values() if place[0] in DICE]
        shown = {place for places in seen.values() for place in places.values()}
        if begun > 10 and not dice and len(faces(game)) == 2:
            break  # he walks on
        assert tokens <= shown
        begun += bool(dice or begun or faces(game))
        if 3 < begun < 30:  # what waits for a line is there a picture sooner
            flying.add(len(dice))
        if 6 < begun < 30:  # later they are drawn where they lie
            tumbling.add(len(faces(game)))
    assert begun > 10
    game.tick(3)
    assert not shared(game)
    return flying, tumbling


@pytest.mark.parametrize(
    "squares", [(5, 25, 15, 15, 35, 35, 13), (2, 23, 26, 3, 8, 9, 1), (22, 24, 16, 12, 33, 7, 38)]
)
def test_no_token_vanishes_during_a_throw_of_eight(eight, squares):
    """One rests along the top, one along the bottom: their sprites are the dice in between."""
    flying, tumbling = throw_past(eight(*squares), 8)
    assert flying == {2}
    assert tumbling == {0}


@pytest.mark.parametrize(
    ("squares", "fly"),
    [
        ((0, 0, 0, 0, 0, 0, 0), 2),  # two tokens of the corner are on the lower line's side
        ((21, 23, 26, 21, 24, 29, 22), 2),
        ((1, 3, 4, 6, 9, 8, 7), 1),
        ((15, 15, 35, 35, 13, 33, 37), 0),
    ],
)
def test_a_die_without_a_sprite_tumbles_where_it_will_lie(eight, squares, fly):
    """Wherever eight stand none is hidden: in the middle of the sides nobody's sprite is free."""
    game = eight(*squares)
    me = game.byte("mode_active", 0)
    for name in ("player_square", "shown_square"):
        game.ram[game.labels[name] + me] = 14 if fly == 0 else squares[0]
    redraw(game)
    flying, tumbling = throw_past(game, 8)
    assert flying == {fly}
    assert tumbling == {2 - fly}


def throw_with_a_mouse(game):
    """Longest stays in the interrupts (line 250, 110, 210) while dice fly and the mouse moves."""
    mouse = wake(game)
    steps = iter([(31, 31), (-31, 17), (-29, -30), (30, -9)] * 100)

    def each():
        mouse.move(*next(steps))
        game.machine.board.update_inputs()

    game.machine.type("r", wait=False)
    shown_soon(game, DICE)
    return longest(game, 30, each)


def test_interrupts_are_hardly_longer_while_a_sprite_is_shared_and_the_mouse_moves(eight):
    """Dice are heard and seen at line 110: against the same throw when no sprite is shared.

    With a mouse in use there is no sharing at line 210.
    """
    game = eight(5, 25, 2, 23, 8, 27, 1)
    without = Game().boot().first_turn(4)
    plain = throw_with_a_mouse(without)
    assert not shared(without)
    worst = throw_with_a_mouse(game)
    assert shared(game) == {0, 1}
    print(plain, worst)
    assert worst[0] < LIMIT_END
    assert worst[1] < plain[1] + 200  # of its own and taken by two more tokens
    assert worst[2] < LIMIT_SPLIT


@pytest.mark.parametrize(
    ("squares", "uses"),
    [
        ((5, 25, 2, 23, 8, 27, 1), {0, 2}),
        ((0,) * 7, {2, 3}),
        ((22, 23, 24, 25, 26, 27, 28), {0, 1}),
    ],
)
def test_the_interrupts_are_short_while_sprites_are_shared(eight, squares, uses):
    game = eight(*squares)
    game.machine.type("r", wait=False)
    shown_soon(game, DICE)
    assert shared(game) == uses
    end, service, split = longest(game, 30)
    print(end, service, split)
    assert service < LIMIT_THROW
    assert end < LIMIT_END
    assert split < LIMIT_SHARED


# -- shadows ---------------------------------------------------------------------------------------


def walk(game, frames=400):
    """Roll 1 and 2 and walk: [(place of the token, of the shadow)] while there is one."""
    me = game.byte("mode_active", 0)
    roll(game, 1, 2)
    seen = []
    for _ in range(frames):
        game.tick(1)
        game.to_line(245)
        shadows = list(sprites(game, {PROP}).values())
        if shadows:
            (shadow,) = shadows
            token = sprites(game, {game.byte("player_token", me)})[me]
            seen.append((token, shadow))
        elif seen:
            break
    return seen


@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_a_hopping_token_rises_above_its_shadow_which_stays_on_the_ground(built, model):
    game = Game(model).boot().first_turn()
    seen = walk(game)
    assert len(seen) >= 3 * 8
    heights = [shadow[1] - token[1] for token, shadow in seen]
    assert all(token[0] == shadow[0] for token, shadow in seen)
    assert min(heights) >= 0
    assert max(heights) == 11
    assert sum(a < b == 11 for a, b in pairwise(heights)) == 3
    ground = [shadow[1] for _, shadow in seen]
    assert all(abs(a - b) <= 3 for a, b in pairwise(ground))
    xs = [shadow[0] for _, shadow in seen]
    assert xs == sorted(xs, reverse=True)
    assert not sprites(game, {PROP})


def test_tokens_that_jump_have_no_shadow(at):
    game = at("turn")
    game.ram[game.labels["prefs"]] = 1
    assert walk(game, 200) == []


def test_of_eight_tokens_none_is_hidden_for_a_shadow(eight):
    game = eight(5, 25, 15, 15, 35, 35, 13)
    me = game.byte("mode_active", 0)
    for seat in ("player_square", "shown_square"):
        game.ram[game.labels[seat] + me] = 21
    redraw(game)
    others = {place for place in lines(game)[DICE_LINE].values()}
    others = {place for place in others if place[0] != game.byte("player_token", me)}
    roll(game, 1, 1)
    shadows = 0
    for _ in range(120):
        seen = lines(game)
        shown = {place for places in seen.values() for place in places.values()}
        assert others <= shown
        shadows += any(place[0] == PROP for place in shown)
    assert shadows > 10, "one of those at the bottom lends his sprite"


# -- money -----------------------------------------------------------------------------------------


def flight(game, frames=300):
    """Places of the note, picture by picture, with the money the panel shows then."""
    seen = []
    for _ in range(frames):
        game.tick(1)
        game.to_line(150)
        notes = list(sprites(game, {NOTE}).values())
        shown = tuple(game.word("panel.s:shown", seat) for seat in range(4))
        if notes:
            seen.append((*notes, shown))
        elif seen:
            break
    return seen


@pytest.fixture
def rent(at):
    """Who rolls 1 and 2 now pays his neighbour rent."""
    game = at("turn")
    me = game.byte("mode_active", 0)
    you = (me + 2) % 4
    deal(game, {3: you}, money={me: 700})
    redraw(game)
    return game, me, you


def test_rent_flies_from_hand_to_hand_and_then_the_figures_change(rent):
    game, me, you = rent
    game.ram[game.labels["panel.s:shown_lo"] + me] = 700 & 255
    game.ram[game.labels["panel.s:shown_hi"] + me] = 700 >> 8
    roll(game, 1, 2)
    before = tuple(game.word("panel.s:shown", seat) for seat in range(4))
    seen = flight(game, 400)
    assert 8 < len(seen) <= 40
    assert {money for _, money in seen} == {before}, "not before it is there"
    first, last = seen[0][0], seen[-1][0]
    assert first == (8 * (PANEL_X + 11), 8 * me)
    assert abs(last[1] - 8 * you) <= 1
    ys = [place[1] for place, _ in seen]
    assert ys in (sorted(ys), sorted(ys, reverse=True))
    game.tick(60)
    assert game.word("panel.s:shown", me) < before[me]
    assert game.word("panel.s:shown", you) > before[you]


def test_who_buys_pays_the_bank_on_the_stage(at):
    game = at("turn")
    me = game.byte("mode_active", 0)
    roll(game, 1, 2)
    settle(game, "Auction it")
    game.key("b", 1)
    places = [place for place, _ in flight(game)]
    assert places[0] == (8 * (PANEL_X + 11), 8 * me)
    assert all(abs(a - b) <= 2 for a, b in zip(places[-1], BANK, strict=True))
    assert game.machine.board.vic.peek(0x10) == 0


def test_everybody_who_is_paid_by_a_card_gets_a_note(at):
    game = at("turn")
    me = game.byte("mode_active", 0)
    others = [seat for seat in range(4) if seat != me]
    ends = []
    for other in others:
        game.ram[game.labels["card_told"]] = other != others[0]
        for label, value in (
            ("ev_type", K["EV_CARD_PAY"]), ("ev_player", me), ("ev_param", 3),
            ("ev_other", other), ("ev_lo", 50), ("ev_hi", 0),
        ):  # fmt: skip
            game.ram[game.labels[label]] = value
        game.ram[game.labels["ui_skip"]] = 0
        game.kit.run_until(pc="ui_frame")
        seen = []
        trap = game.labels["sprite_show"]

        def note(board, seen=seen):
            if board.ram[game.labels["sprite_shape"] + board.cpu.x] == NOTE:
                seen.append(board.ram[game.labels["arg2"]])
            return False

        game.machine.board.set_trap(trap, note)
        game.call("event_show")
        game.machine.board.set_trap(trap, None)
        ends.append((seen[0], seen[-1]))
    assert [first for first, _ in ends] == [8 * me] * 3
    assert all(abs(last - 8 * seat) <= 1 for (_, last), seat in zip(ends, others, strict=True))


def test_space_ends_a_flight_and_with_motion_off_there_is_none(rent, at):
    game, _, _ = rent
    roll(game, 1, 2)
    shown_soon(game, {NOTE})
    game.machine.type(" ", wait=False)
    game.tick(6)
    assert not sprites(game, {NOTE})
    game = at("turn")
    me = game.byte("mode_active", 0)
    deal(game, {3: (me + 1) % 4})
    game.ram[game.labels["prefs"]] = 1
    roll(game, 1, 2)
    assert flight(game) == []


# -- the gavel -------------------------------------------------------------------------------------


def image(game):
    return bytes(game.ram[MAP["PROP"].start : MAP["PROP"].start + 63])


def auction(game):
    """One has bid 10, the others have dropped out but one, who is to speak."""
    roll(game, 1, 2)
    settle(game, "Auction it")
    game.key("p", 100).key("b", 60)
    game.key("b", 60) if game.byte("auction_bidder") > 7 else None
    for _ in range(2):
        game.key("f", 60)
    assert game.mode == K["MODE_AUCTION"], game.where()


def count(game, frames=200):
    """[(words, image of the gavel, is it there, what is heard)] of what follows a last F."""
    game.tick_until_armed()
    game.machine.type("f", wait=False)
    seen = []
    for _ in range(frames):
        game.tick(1)
        game.to_line(WINDOW_Y)  # images change before the beam comes there
        words = game.text().splitlines()[8][5:17].strip()
        there = bool(sprites(game, {PROP}))
        if there:
            seen.append((words, image(game), "gavel" in game.playing()))
        elif seen:
            break
    return seen


def test_the_gavel_counts_down_before_a_lot_is_sold(at):
    game = at("turn")
    shadow = image(game)
    auction(game)
    price = game.byte("auction_bid_lo")
    seen = count(game)
    order = [seen[0][0]] + [b for (a, *_), (b, *_) in pairwise(seen) if a != b]
    assert order == ["Standing bid", "Going once!", "Going twice!", "Sold!"]
    drawn = [seen[0][1]] + [b for (_, a, _), (_, b, _) in pairwise(seen) if a != b]
    assert len(drawn) == 6
    assert drawn[::2] == [drawn[0]] * 3
    assert drawn[1::2] == [drawn[1]] * 3
    assert len({drawn[0], drawn[1], shadow}) == 3
    assert sum(heard for *_, heard in seen) > 20
    assert 60 < len(seen) < 120
    game.tick(4)
    assert image(game) == shadow, "tokens have their shadow again"
    game.until("wins")
    assert game.word("player_money", game.byte("square_owner", 3)) == 1500 - price


def test_space_ends_the_count_and_with_motion_off_there_is_none(at):
    game = at("turn")
    shadow = image(game)
    auction(game)
    game.tick_until_armed()
    game.machine.type("f", wait=False)
    shown_soon(game, {PROP})
    game.machine.type(" ", wait=False)
    game.tick(8)
    assert not sprites(game, {PROP})
    assert image(game) == shadow
    game = at("turn")
    game.ram[game.labels["prefs"]] = 1
    auction(game)
    assert count(game) == []
    game.until("wins")
