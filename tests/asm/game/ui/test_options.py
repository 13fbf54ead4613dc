"""Options in play, house rules in set-up, the joystick's three rates, where dice come from."""

from itertools import pairwise

import pytest

from disk.d64 import D64Image
from tests.asm.game.engine import K
from tests.asm.game.ui.machine import COLORS, Game, leave
from tests.asm.game.ui.test_menu import LEFT, TOP, buttons, press, selected
from tests.asm.game.ui.test_screens import to_an_offer

TOKENS, SPEED, STICK, SOUND = range(4)
RATES = {0: 27, 1: 18, 2: 9}
LIT, LIT_BRIGHT = 0x07, 0x01


def pref(game, which):
    """An option's value."""
    return game.byte("prefs", which)


@pytest.mark.feature("F118", "F119")
def test_options_open_from_play_and_change_by_letter_cursor_and_joystick(at):
    game = at("turn")
    game.key("o", 60)
    text = game.text()
    for words in ("OPTIONS", "Tokens", "Messages", "Joystick", "Sound", "in motion", "medium"):
        assert words in text
    game.key("t", 5)
    assert pref(game, TOKENS) == 1
    assert "jump" in game.text()
    game.key("{DOWN}{DOWN}", 5)
    game.key("{RIGHT}", 5)
    assert pref(game, STICK) == 2
    stick = game.machine.joystick(2)
    press(stick, "down", game, 4)
    press(stick, "right", game, 4)
    assert pref(game, SOUND) == 1
    assert game.byte("sound_off") == 1
    game.key("\n", 60)
    assert "Roll dice" in game.text()
    game.key("o", 60)
    assert "jump" in game.text()


@pytest.mark.feature("F045")
def test_the_house_rules_name_the_reshuffle_that_is_always_on(at):
    """R-16.6."""
    game = at("turn")
    game.key("o", 60)
    assert "Rules            Classic" in game.text()
    game.key("r", 60)
    line = next(line for line in game.text().splitlines() if "Cards" in line)
    assert "reshuffled" in line


@pytest.mark.parametrize("way", ["o", ".", "x"])
def test_options_open_from_other_menus(at, way):
    game = at("turn")
    if way == "o":
        game.key("i", 30)
        game.key("o", 60)
    elif way == ".":
        game.key(".", 10)
        game.key("o", 60)
    else:
        to_an_offer(game)
        game.key("p", 100)
        game.key("x", 60)
    assert "OPTIONS" in game.text()
    game.key("\n", 60)
    assert "OPTIONS" not in game.text()
    assert game.byte("menu_depth") == (1 if way == "o" else 0)


@pytest.mark.feature("F135")
def test_free_parking_is_set_by_its_letter_before_and_shown_in_play(at):
    game = at("setup")
    for value, words in ((1, "taxes"), (2, "taxes and fees"), (0, "nothing"), (2, None)):
        while game.byte("settings", K["OPT_PARKING"]) != value:
            game.key("f", 5)
        assert words is None or f"{words} " in game.text()
    game.key("{F7}", 60)
    for _ in range(4):
        game.key("r", 90)
    game.tick(120)
    assert "Pot $0" in game.text()
    game.key("o", 60)
    line = next(x for x in game.text().splitlines() if "Free Parking" in x)
    assert "taxes and fees" in line
    before = bytes(game.ram[game.labels["settings"] : game.labels["player_count"]])
    game.key("f", 10)  # to be read only
    assert bytes(game.ram[game.labels["settings"] : game.labels["player_count"]]) == before


def test_every_house_rule_is_shown_in_play_as_it_was_set(at):
    game = at("setup")
    game.key("gsflbddddr", 5)
    wanted = ["1000", "taxes", "400", "15140 in all", "1 each", "console sums", "quick: 80 turns"]
    game.key("{F5}", 60)
    for words in wanted:
        assert words in game.text()
    game.key("\n", 60)
    assert "WHO PLAYS?" in game.text()
    game.key("{F7}", 200)
    assert game.mode == K["MODE_FIRST"]
    game.key("o", 60)
    for words in wanted:
        assert words in game.text()


def loaded_dice(game):
    """Every throw is 1 and 2: from GO to a deed nobody owns."""
    game.kit.mock("random_dice", lambda kit: kit.memory.put("dice", bytes((1, 2))))


def hops(game):
    """Places the token to move is seen at until the menu is back."""
    loaded_dice(game)
    player = game.byte("mode_active", 0)
    game.machine.type("r", wait=False)
    seen = []
    for _ in range(800):
        game.tick(1)
        place = game.byte("shown_square", player)
        if not seen or seen[-1] != place:
            seen.append(place)
        if len(seen) > 1 and place == game.byte("player_square", player):
            break
    return seen


@pytest.mark.feature("F128", "F164")
def test_tokens_step_from_square_to_square_or_jump(at):
    game = at("turn")
    steps = hops(game)
    assert steps == list(range(steps[0], steps[0] + len(steps)))
    assert len(steps) > 2
    game = at("turn")
    game.ram[game.labels["prefs"] + TOKENS] = 1
    assert len(hops(game)) == 2


def pictures_to_menu(game, key):
    """Pictures from a key until a menu is open again."""
    loaded_dice(game)
    game.machine.type(key, wait=False)
    game.tick(10)
    for pictures in range(3000):
        game.tick(1)
        if game.byte("menu_selected") < 7:
            return pictures
    return pytest.fail(game.where())


def test_messages_stay_shorter_or_longer_as_the_option_says(at):
    times = []
    for speed in range(3):
        game = at("turn")
        game.ram[game.labels["prefs"] + SPEED] = speed
        times.append(pictures_to_menu(game, "r"))
    assert times[0] < times[1] < times[2], times


def stands(game, fiftieths):
    """How long a message that is given so many fiftieths of a second is left to be read."""
    waits = []

    def wait(board):
        waits.append(board.cpu.a)
        leave(board)
        return True

    game.machine.board.set_trap(game.labels["ui_wait"], wait)
    game.call("told_wait", a=fiftieths)
    return sum(waits)


@pytest.mark.parametrize(
    ("speed", "persons", "computers"),
    [(0, (28, 50, 75), (14, 25, 37)), (1, (56, 100, 150), (28, 50, 75)),
     (2, (112, 200, 255), (56, 100, 150)), (3, (56, 100, 150), (0, 0, 0))],
)  # fmt: skip
def test_a_message_stands_half_its_time_or_twice_and_in_computers_turns_half_of_that(
    at, speed, persons, computers
):
    """Twice is 255 fiftieths at most; of computers' turns the last choice shows results only."""
    game = at("turn")
    game.ram[game.labels["prefs"] + SPEED] = speed
    assert tuple(stands(game, time) for time in (56, 100, 150)) == persons
    player = game.byte("mode_active", 0)
    game.ram[game.labels["player_flags"] + player] |= K["PF_CPU"]
    assert tuple(stands(game, time) for time in (56, 100, 150)) == computers


def test_without_sound_no_effect_starts(at):
    game = at("turn")
    game.key("o", 60)
    game.key("s", 60)
    game.key("\n", 60)
    for _ in range(20):
        game.key("{DOWN}", 1)
        assert all(name.startswith("vamp ") for name in game.playing())


@pytest.mark.feature("F113")
@pytest.mark.parametrize("model", ["c64", "ntsc"])
@pytest.mark.parametrize("value", [0, 1, 2])
def test_a_held_stick_repeats_at_three_rates_alike_on_pal_and_ntsc(built, model, value):
    game = Game(model).boot()
    game.key("\n", 60)
    game.key("{F5}", 60)
    while pref(game, STICK) != value:
        game.key("j", 5)
    game.key("\n", 60)
    repeats_every(game, RATES[value])


def repeats_every(game, rate):
    """A stick that is held down goes from item to item of set-up in so many fiftieths."""
    stick = game.machine.joystick(1)
    stick.press("down")
    moves, ticks, item, at_tick = [], 0, game.byte("setup_item"), game.byte("irq_tick")
    for _ in range(200):
        game.tick(1)
        ticks += (game.byte("irq_tick") - at_tick) & 0xFF
        at_tick = game.byte("irq_tick")
        if game.byte("setup_item") != item:
            item = game.byte("setup_item")
            moves.append(ticks)
    # a line is drawn one picture sooner or later, the rate as such is exact
    mean = (moves[-1] - moves[1]) / (len(moves) - 2)
    assert abs(mean - rate) < 0.5, moves
    assert all(abs(b - a - rate) <= 2 for a, b in pairwise(moves[1:]))
    assert len(moves) > 100 // rate


@pytest.mark.parametrize("value", [0, 2])
def test_the_rate_of_a_held_stick_stays_when_the_disk_has_been_used(at, value):
    game = at("setup")
    game.key("{F5}", 60)
    while pref(game, STICK) != value:
        game.key("j", 5)
    game.key("\n", 60)
    game.machine.drives[8].attach(D64Image.blank(b"SAVES", b"01"))
    game.key("{F1}").until("No games").key("b").until("WHO PLAYS?")
    game.tick(60)
    repeats_every(game, RATES[value])


@pytest.mark.feature("F168", "F111")
@pytest.mark.parametrize("port", [1, 2])
def test_either_joystick_lights_every_enabled_button_and_fires_on_release(at, port):
    game = at("turn")
    stick = game.machine.joystick(port)
    seen = []
    for _ in range(6):
        seen.append(selected(game))
        row = TOP + 2 * game.byte("menu_selected")
        assert game.ram[COLORS + 40 * row + LEFT + 3] in (LIT, LIT_BRIGHT)
        press(stick, "down", game, 4)
    assert "Next turn" not in seen  # disabled: passed over
    assert set(seen) == set(buttons(game)) - {"Next turn"}
    while selected(game) != "Information":
        press(stick, "up", game, 4)
    stick.press("fire")
    game.tick(30)
    assert "Roll dice" in buttons(game)
    stick.release()
    game.tick(20)
    assert "Done" in buttons(game)


@pytest.mark.feature("F115")
def test_the_selected_button_blinks(at):
    game = at("turn")
    seen = set()
    for _ in range(64):
        game.tick(1)
        seen.add(game.ram[COLORS + 40 * TOP + LEFT + 3])
    assert seen == {LIT, LIT_BRIGHT}


def register(game):
    """The shift register's 24 bits."""
    v = game.labels["rng_v"]
    return int.from_bytes(bytes(game.ram[v : v + 3]), "big")


def test_the_shift_register_starts_elsewhere_whenever_the_first_key_comes(at):
    found = set()
    for wait in range(8):
        game = at("title")
        assert register(game) == 0
        game.tick(wait)
        game.key("\n", 40)
        assert register(game) & 0x3FFFFF
        found.add(register(game))
    assert len(found) == 8


def with_dice(game, source):
    """From set-up into the first roll, dice from ``source``."""
    game.ram[game.labels["settings"] + K["OPT_RANDOM"]] = source
    game.key("{F7}", 60)
    return game


def stepped(value, shifts):
    """The register after that many shifts (VARIANTS 2.1, F1)."""
    for _ in range(shifts):
        bit = (value >> 21 ^ value >> 20) & 1
        value = (value << 1 | bit) & 0xFFFFFF
    return value


def test_the_nes_generator_runs_on_with_every_picture_while_one_waits_to_roll(at):
    game = with_dice(at("setup"), K["RANDOM_LFSR"])
    assert game.byte("situation") == 3
    for _ in range(10):
        game.kit.run_until("frame_wait")  # not in the middle of a step
        before, frame, w = register(game), game.byte("stir_seen"), game.byte("rng_w")
        game.tick(3)
        game.kit.run_until("frame_wait")
        pictures = (game.byte("stir_seen") - frame) & 0xFF
        assert pictures > 1
        # F1, F2 and two F1 a picture, W + 35
        assert register(game) == stepped(before, 8 * pictures)
        assert game.byte("rng_w") == (w + 35 * pictures) & 0xFF


def a_picture_later(game, pictures=3):
    """Let some pictures pass; returns how many the generator was used in, and what it was."""
    game.kit.run_until("frame_wait")  # not in the middle of a step
    before = register(game), game.byte("rng_w"), game.byte("rng_n"), game.byte("stir_seen")
    game.tick(pictures)
    game.kit.run_until("frame_wait")
    return (game.byte("stir_seen") - before[3]) & 0xFF, *before[:3]


@pytest.mark.feature("F208")
def test_the_nes_generator_is_stirred_in_set_up_and_more_while_a_name_is_typed(at):
    """VARIANTS 2.1: a shift a picture; with a name 1 to 32 more, by N, which counts pictures."""
    game = at("setup")
    game.ram[game.labels["settings"] + K["OPT_RANDOM"]] = K["RANDOM_LFSR"]
    for keys, situation in (("", "SETUP"), ("{DOWN}", "NAME"), ("{DOWN}", "NAME")):
        game.key(keys, 20)
        assert game.byte("situation") == K["FRAME_" + situation]
        for _ in range(12):
            pictures, value, w, n = a_picture_later(game)
            assert pictures > 1
            for picture in range(1, pictures + 1):
                more = 1 + (n + picture & 31) if situation == "NAME" else 0
                value = stepped(value, 1 + more)
            assert register(game) == value
            assert game.byte("rng_n") == (n + pictures) & 0xFF
            assert game.byte("rng_w") == w
    game.key("ANN", 20)
    assert game.byte("situation") == K["FRAME_NAME"]


def until_situation(game, name, frames=400):
    """Let pictures pass until the generator is used so."""
    for _ in range(frames):
        if game.byte("situation") == K["FRAME_" + name]:
            return
        game.tick(1)
    raise AssertionError(f"FRAME_{name} did not come: {game.where()}")


@pytest.mark.feature("F208")
def test_only_lines_with_names_stir_more(at):
    game, seen = at("setup"), {}
    for _ in range(14):
        seen[game.byte("setup_item")] = game.byte("situation")
        game.key("{DOWN}", 8)
    names = {item for item, situation in seen.items() if situation == K["FRAME_NAME"]}
    assert names == {1, 2, 3, 4}
    assert set(seen) > {0, 9, 10}
    assert {seen[item] for item in set(seen) - names} == {K["FRAME_SETUP"]}


@pytest.mark.feature("F201")
def test_n_begins_at_0_when_one_begins_to_wait_and_goes_on_then(at):
    game = at("turn")
    for situation, before, after in (("PLAIN", 200, 0), ("WAIT", 5, 5)):
        game.ram[game.labels["situation"]] = K["FRAME_" + situation]
        game.ram[game.labels["rng_n"]] = before
        game.call("situation_find")
        assert game.byte("rng_n") == after
        assert game.byte("situation") == K["FRAME_WAIT"]


@pytest.mark.feature("F201")
def test_n_counts_from_the_moment_one_waits_to_roll(at):
    """VARIANTS 2.1: for whoever rolls first, and again for each who follows."""
    game = at("setup")
    game.ram[game.labels["settings"] + K["OPT_RANDOM"]] = K["RANDOM_LFSR"]
    game.ram[game.labels["rng_n"]] = 200
    game.key("{F7}", 60)
    for _ in range(5):
        until_situation(game, "WAIT")
        game.tick(2)
        assert game.byte("rng_n") < 100
        pictures, _, _, n = a_picture_later(game)
        assert game.byte("rng_n") == n + pictures  # not every time that one waits on
        game.ram[game.labels["rng_n"]] = 200
        game.key("r", 8)
        if game.mode == K["MODE_NORMAL"]:
            break


@pytest.mark.feature("F201")
def test_dice_that_lie_are_used_so_in_perspective_too(at):
    """VARIANTS 2.1, as below."""
    game = at("turn")
    game.ram[game.labels["settings"] + K["OPT_RANDOM"]] = K["RANDOM_LFSR"]
    game.key("v", 60).key("v", 120)
    game.machine.type("r")
    until_situation(game, "ROLLING")
    until_situation(game, "THROWN")
    pictures, value, w, n = a_picture_later(game)
    assert pictures > 1
    assert (register(game), game.byte("rng_n")) == (stepped(value, 6 * pictures), n)
    assert game.byte("rng_w") == (w + 35 * pictures) & 0xFF


@pytest.mark.feature("F201")
@pytest.mark.parametrize("tokens", [0, 1], ids=["in motion", "jump"])
@pytest.mark.parametrize("first", [True, False], ids=["first roll", "turn"])
def test_dice_that_lie_are_used_otherwise_than_dice_that_roll(at, first, tokens):
    """VARIANTS 2.1: F1 and F2 a picture, and N stands still, once the result is shown."""
    game = at("first" if first else "turn")
    game.ram[game.labels["settings"] + K["OPT_RANDOM"]] = K["RANDOM_LFSR"]
    game.ram[game.labels["prefs"] + TOKENS] = tokens
    game.tick_until_armed()
    game.machine.type("r")
    until_situation(game, "ROLLING" if not tokens else "THROWN")
    until_situation(game, "THROWN")
    pictures, value, w, n = a_picture_later(game)
    assert game.byte("situation") == K["FRAME_THROWN"]
    assert pictures > 1
    assert register(game) == stepped(value, 6 * pictures)
    assert game.byte("rng_w") == (w + 35 * pictures) & 0xFF
    assert game.byte("rng_n") == n


@pytest.mark.parametrize("source", ["RANDOM_SID", "RANDOM_UNBIASED"])
def test_other_sources_do_not_depend_on_how_long_one_waits(at, source):
    game = with_dice(at("setup"), K[source])
    before = register(game)
    game.tick(50)
    assert register(game) == before
    game.key("r", 20)
    assert (register(game) != before) == (source == "RANDOM_UNBIASED")


@pytest.mark.parametrize("source", ["RANDOM_LFSR", "RANDOM_UNBIASED"])
def test_games_are_played_with_dice_from_the_register(at, source):
    game = with_dice(at("setup"), K[source])
    seen = set()
    for _ in range(40):
        game.key("rbn", 60)
        seen |= {game.byte("dice"), game.byte("dice", 1)}
        if len(seen) >= 6:
            break
    assert seen == set(range(1, 7))
