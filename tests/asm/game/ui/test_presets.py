"""Presets: chosen in set-up, every rule by itself, told in play, loaded when they are needed."""

import pytest

from disk.d64 import D64Image
from tests.asm.game.engine import K
from tests.asm.game.ui.machine import OUT
from tests.asm.game.ui.test_mouse import click, wake
from tests.volume import seldom
from tools.game.build_game import resident_blocks

RULES_ROW = 12  # of set-up: the line of the preset
FIRST_ROW, WHY_ROW = 3, 21  # of the page of all rules
LINES = [name[3:] for name in K if name.startswith("SW_")][1:]  # behind the preset
BANKER, HOURS = (LINES.index(name) for name in ("BANKER", "CLOCK"))
MINUTES = HOURS + 1
OWN_LINE = HOURS + 2  # auctioneer, or seconds to claim rent
YES_NO = [name for name in LINES if name not in ("BANKER", "CLOCK")]
RUSSIAN = {
    "PRESET": 2, "ORDER": 1, "RENT": 2, "TAX": 1, "AUCTION": 2, "HOTEL": 2, "BUILD": 2, "REPAY": 1,
    "LOANS": 1, "BANKRUPT": 2, "THIRD": 1, "CARDS": 1, "BANK": 1,
}  # fmt: skip
RULES1989 = {
    "PRESET": 1, "RENT": 1, "TAX": 1, "LUXURY": 1, "AUCTION": 1, "SHORT": 1, "HOTEL": 1, "BUILD": 1,
    "BANKRUPT": 1,
}  # fmt: skip
OF_BOTH = ("RENT", "AUCTION", "HOTEL", "BUILD", "BANKRUPT")  # a value of either family


def switches(game):
    """{name: value} of those that are not as in the classic game."""
    names = {n[3:]: number for n, number in K.items() if n.startswith("SW_")}
    return {n: v for n, at in names.items() if (v := game.byte("switches", at))}


def row(game, number):
    """A row of the screen."""
    return game.text().splitlines()[number]


def setup(at):
    """Set-up, the line of the preset chosen."""
    return chosen(at("title"))


def chosen(game):
    """From the title to that line."""
    return game.way(("line of the rules",), lambda: _chosen(game))


def _chosen(game):
    game.key("\n", 60)
    game.key("{UP}" * 9, 30)
    assert row(game, RULES_ROW)[5:].startswith("Rules")


def start(game):
    """From set-up into the game."""
    game.key("{F7}", 60)
    return game


def test_the_classic_rules_stand_there_first_and_need_nothing(at):
    game = setup(at)
    assert "Classic" in row(game, RULES_ROW)
    assert "As printed." in game.text()
    start(game)
    assert not switches(game)
    assert not game.holds("russian")


def test_the_russian_rules_are_chosen_explained_and_loaded(at):
    game = setup(at)
    game.key("{RIGHT}{RIGHT}", 30)
    assert "Russian" in row(game, RULES_ROW)
    assert "Loans" in row(game, 21)
    assert switches(game) == RUSSIAN
    assert not game.holds("russian")
    start(game)
    assert "Roll for 1st" in game.text()
    assert game.holds("russian")
    assert switches(game) == RUSSIAN


def test_a_preset_has_its_own_file_and_the_classic_game_none(at):
    game = at("turn")
    preset, rent = (game.labels["switches"] + K[name] for name in ("SW_PRESET", "SW_RENT"))
    for number, value, name in (
        (K["PRESET_1989"], 1, "rules1989"),
        (K["PRESET_RUSSIAN"], 2, "russian"),
        (K["PRESET_OWN"], 1, "rules1989"),
        (K["PRESET_OWN"], 2, "russian"),
        (K["PRESET_OWN"], 1, "rules1989"),
    ):
        game.ram[preset], game.ram[rent] = number, value
        game.call("rules_need")
        assert not game.result.carry
        assert [n for n in ("rules1989", "russian") if game.holds(n)] == [name]
    game.ram[preset] = K["PRESET_CLASSIC"]
    game.call("rules_need")
    assert game.holds("rules1989"), "nothing had to come"


@pytest.mark.parametrize("preset", [K["PRESET_1989"], K["PRESET_RUSSIAN"]])
def test_saved_games_can_be_looked_at_again_and_again(at, preset):
    """Their check lies where the rules of a preset lie: both come again each time."""
    game = at("title")
    game.first_turn(2, preset)
    rules = "rules1989" if preset == K["PRESET_1989"] else "russian"
    for _ in range(2):
        while "Saved games" not in game.text():
            game.key(".", 20)
        game.key("s" if rules == "rules1989" else "g").until("Each round").until("No disk")
        assert game.holds("disk")
        game.key("b", 60).until("Saved games")
        assert game.holds(rules)


def test_left_and_right_go_through_what_there_is(at):
    game = setup(at)
    seen = []
    for key in ("{RIGHT}",) * 4 + ("{LEFT}",) * 4:
        line = row(game.key(key, 20), RULES_ROW)
        seen += [name for name in ("Classic", "Russian", "Own", "1989") if name in line]
    assert seen == ["1989", "Russian", "Own", "Classic", "Own", "Russian", "1989", "Classic"]


def to_rules(at):
    """The page of all rules from set-up."""
    game = setup(at)
    game.key("\n", 40)
    assert "RULES: Classic" in game.text()
    return game


@pytest.mark.parametrize("name", YES_NO)
def test_every_rule_can_be_changed_by_itself(at, name):
    game, number = to_rules(at), LINES.index(name)
    game.key("{DOWN}" * number, 60)
    values = (1, 2) if name in OF_BOTH or name in ("REPAY", "THIRD") else (1,)
    stays = {"AUCTION": 1} if name == "SHORT" else {}  # scarce houses are sold in real time
    seen = [row(game, FIRST_ROW + number)]
    for value in values:
        game.key("{RIGHT}", 20)
        assert switches(game) == {"PRESET": 3, name: value, **stays}
        assert "RULES: Own" in game.text()
        seen.append(row(game, FIRST_ROW + number))
    assert len(set(seen)) == len(seen)
    game.key("{RIGHT}", 20)  # and round
    assert switches(game) == {"PRESET": 3, **stays}
    assert row(game, FIRST_ROW + number) == seen[0]
    game.key("{LEFT}", 20)
    assert switches(game) == {"PRESET": 3, name: values[-1], **stays}
    game.key("{LEFT}" * len(values), 20)
    assert switches(game) == {"PRESET": 3, **stays}
    game.key("\n", 40)
    assert "Own" in row(game, RULES_ROW)
    assert "as you have set them" in game.text()


def test_the_banker_is_one_of_those_who_play(at):
    game = to_rules(at)
    game.key("{DOWN}" * BANKER, 40)
    seen = []
    for _ in range(6):
        seen.append(row(game, FIRST_ROW + BANKER).split(None, 1)[1].strip())
        game.key("{RIGHT}", 20)
    names = [f"PLAYER {n}" for n in (1, 2, 3, 4)]
    assert seen == ["the machine", *names, "the machine"]
    assert switches(game)["BANKER"] == 1


def own_line(game):
    """What the line says that each family of rules has for itself."""
    line = row(game, FIRST_ROW + OWN_LINE)
    return line[3:19].strip(), line[19:38].strip()


@pytest.mark.feature("F210")
def test_the_auctioneer_is_one_of_those_who_play(at):
    """V-3.2: beside the banker, and no switch."""
    game = setup(at)
    game.key("{RIGHT}{RIGHT}", 30).key("\n", 40)
    game.key("{UP}", 20)
    seen = []
    for _ in range(6):
        seen.append(own_line(game))
        game.key("{RIGHT}", 20)
    names = [f"PLAYER {n}" for n in (1, 2, 3, 4)]
    assert seen == [("Auctioneer", name) for name in ("the machine", *names, "the machine")]
    game.key("{LEFT}{LEFT}", 30)
    assert own_line(game)[1] == "PLAYER 4"
    assert switches(game) == RUSSIAN, "the rules stay the preset's"
    game.key("\n", 40).key("{LEFT}", 20)
    assert game.byte("settings", K["OPT_CALLER"]) == 0, "another preset begins anew"


@pytest.mark.feature("F152")
def test_the_time_to_claim_rent_is_three_to_ten_seconds(at):
    """V-1.2: five at first."""
    game = setup(at)
    game.key("{RIGHT}", 30).key("\n", 40)
    game.key("{UP}", 20)
    seen = []
    for _ in range(9):
        name, seconds = own_line(game)
        assert name == "Rent claimed in"
        seen.append(int(seconds))
        game.key("{RIGHT}", 20)
    assert seen == [5, 6, 7, 8, 9, 10, 3, 4, 5]
    assert switches(game) == RULES1989


def test_classic_rules_have_neither(at):
    game = to_rules(at)
    game.key("{UP}", 20).key("{RIGHT}", 20)
    assert own_line(game) == ("Auctioneer", "the machine")
    assert game.byte("settings", K["OPT_CALLER"]) == 0


def test_a_click_and_the_joystick_change_a_rule(at):
    game = to_rules(at)
    wake(game)
    click(game, 20, FIRST_ROW + LINES.index("LOANS"))
    assert switches(game) == {"PRESET": 3, "LOANS": 1}
    stick = game.machine.joystick(2)
    for direction in ("down", "right"):
        stick.press(direction)
        game.tick(3)
        stick.release()
        game.tick(20)
    assert switches(game) == {"PRESET": 3, "LOANS": 1, "BANKRUPT": 2}


@pytest.mark.feature("F145")
def test_the_rules_of_1989_are_chosen_explained_and_loaded(at):
    game = setup(at)
    game.key("{RIGHT}", 20)
    assert "1989" in row(game, RULES_ROW)
    assert "Claim rent" in row(game, 21)
    assert switches(game) == RULES1989
    assert not game.holds("rules1989")
    start(game)
    assert "Roll for 1st" in game.text()
    assert game.holds("rules1989")
    assert switches(game) == RULES1989
    game.key("x", 60)
    assert "1989" in row(game, 20)
    game.key("r", 60)
    assert "RULES: 1989" in game.text()
    for name, value in (("RENT", "to be claimed"), ("AUCTION", "in real time"), ("CLOCK", "no")):
        assert value in row(game, FIRST_ROW + LINES.index(name)), name


def to_line(game, number):
    """Go to a line of the page of all rules."""
    step = number - game.byte("pick_item")
    game.key(("{DOWN}" if step > 0 else "{UP}") * abs(step), 40)
    assert game.byte("pick_item") == number


WHY = "1989 and Russian rules do not mix."


@pytest.mark.parametrize(
    ("steps", "preset", "other"), [(1, RULES1989, "REPAY"), (2, RUSSIAN, "SHORT")]
)
def test_a_value_of_the_other_rules_is_passed_over_and_told_why(at, steps, preset, other):
    game = setup(at)
    game.key("{RIGHT}" * steps, 30).key("\n", 40)
    to_line(game, LINES.index(other))
    game.key("{RIGHT}", 20)
    assert switches(game) == preset, "there is no other value, and the preset stays"
    assert WHY in row(game, WHY_ROW)
    game.key("{DOWN}", 20)
    for name in OF_BOTH:
        if name == "AUCTION" and preset is RULES1989:
            continue  # is real time as long as scarce houses are auctioned (V-1.1)
        to_line(game, LINES.index(name))
        told = []
        for value in (0, preset[name]):
            game.key("{RIGHT}", 20)
            assert switches(game).get(name, 0) == value
            told.append(WHY in row(game, WHY_ROW))
        assert told == ([True, False] if preset is RULES1989 else [False, True]), name
    assert switches(game) == {**preset, "PRESET": 3}
    game.call("switch_family")
    assert game.result.a == preset["PRESET"]


def clock(game):
    """Agreed minutes, and the two lines that tell them."""
    told = [row(game, FIRST_ROW + n)[19:38].strip() for n in (HOURS, MINUTES)]
    return game.byte("clock_minutes_lo") + 256 * game.byte("clock_minutes_hi"), told


@pytest.mark.feature("F145")
def test_a_short_game_is_chosen_by_hours_and_minutes_with_keys_joystick_and_mouse(at):
    game = setup(at)
    game.key("{RIGHT}", 20).key("\n", 40)
    assert clock(game) == (0, ["no", "no"])
    game.key("{UP}{UP}", 20).key("{RIGHT}", 20)
    assert clock(game) == (1, ["0", "1"])
    assert switches(game) == {**RULES1989, "CLOCK": 1}
    assert "RULES: 1989" in game.text(), "a short game is no other set of rules"
    game.key("{UP}", 20).key("{RIGHT}{RIGHT}", 30)
    assert clock(game) == (121, ["2", "1"])
    stick = game.machine.joystick(2)
    for direction in ("left", "down", "left", "left"):
        stick.press(direction)
        game.tick(3)
        stick.release()
        game.tick(20)
    assert clock(game) == (59, ["0", "59"])
    wake(game)
    click(game, 25, FIRST_ROW + HOURS)  # an hour more, an hour less on the name
    click(game, 25, FIRST_ROW + HOURS)
    click(game, 5, FIRST_ROW + HOURS)
    assert clock(game) == (119, ["1", "59"])
    click(game, 25, FIRST_ROW + MINUTES)
    click(game, 5, FIRST_ROW + MINUTES)
    assert clock(game) == (123, ["2", "3"])
    for _ in range(9):
        click(game, 25, FIRST_ROW + HOURS)
    assert clock(game) == (543, ["9", "3"]), "never above 9:59"
    start(game.key("\n", 40))
    assert game.byte("clock_lo") + 256 * game.byte("clock_hi") == 543 * 60


def test_a_short_game_can_be_had_by_classic_rules_and_not_by_russian_ones(at):
    game = to_rules(at)
    game.key("{UP}{UP}{RIGHT}", 30)
    assert switches(game) == {"PRESET": 3, "CLOCK": 1}
    game.key("{LEFT}{LEFT}", 30)
    assert clock(game) == (0, ["no", "no"])
    game = setup(at)
    game.key("{RIGHT}{RIGHT}", 30).key("\n", 40)
    game.key("{UP}{UP}{RIGHT}", 30)
    assert switches(game) == RUSSIAN
    assert "do not mix" in row(game, WHY_ROW)
    game.key("{UP}", 20)
    assert clock(game) == (0, ["no", "no"])


def test_options_tell_the_rules_in_play_and_nothing_can_be_changed_there(at):
    game = start(setup(at).key("{RIGHT}{RIGHT}", 30))
    state = game.state()
    game.key("o", 60)
    assert "Russian" in row(game, 20)
    game.key("r", 60)
    assert "RULES: Russian" in game.text()
    assert "owner may cut" in row(game, FIRST_ROW + 1)
    game.key("{RIGHT}", 60)
    assert "OPTIONS" in game.text()
    game.key("\n", 60)
    assert "Roll for 1st" in game.text()
    assert game.state() == state


@pytest.mark.parametrize("turns", [4, seldom(12)])
@pytest.mark.parametrize("steps", [0, 1, 2])
def test_nothing_is_written_to_the_program_that_files_are_packed_against(at, steps, turns):
    """Three computers play by each preset, and pages of overlays are opened."""
    game = at("title")
    game.key("\n", 60).key("{DOWN}{F3}{DOWN}{F3}{DOWN}{F3}", 40)
    game.key("{UP}" * 12 + "{RIGHT}" * steps, 60)
    assert game.byte("switches") == steps, game.text()
    start(game)
    roll, figures, options = "dax" if steps == K["PRESET_1989"] else "rso"
    for _ in range(turns):
        game.key("r", 40).key(roll, 40)  # for the first turn, in each
        game.key("b", 20).key("p", 40).key("n", 60).tick(200)  # p: income tax
    game.key(figures, 60).key(" ", 60).key(options, 60).key("\n", 60)
    assert game.byte("turn_count") > 1
    for start_at, data in resident_blocks(OUT):
        assert bytes(game.ram[start_at : start_at + len(data)]) == data


def test_saved_games_take_the_place_of_the_rules_and_give_it_back(at):
    game = start(setup(at).key("{RIGHT}{RIGHT}", 30))
    game.machine.drives[8].attach(D64Image.blank(b"SAVES", b"01"))
    game.key("g").until("No games")
    assert not game.holds("russian")
    game.key("b", 60)
    assert game.holds("russian")
    assert "Roll for 1st" in game.text()


def test_a_loaded_game_brings_its_rules(at):
    saves = D64Image.blank(b"SAVES", b"01")
    game = start(setup(at).key("{RIGHT}{RIGHT}", 30))
    game.machine.drives[8].attach(saves)
    game.key("g").until("No games").key("s", 10).key("ada\n", 10).until("ADA is saved.")
    state = game.state()
    for place in ("title", "turn"):
        other = at(place)
        other.machine.drives[8].attach(D64Image(bytes(saves.data)))
        other.key("{F1}" if place == "title" else "g").until("1 game")
        other.key("l", 20)
        if place == "turn":
            other.key("y", 20)
        other.until("ADA goes on.")
        assert other.state() == state
        assert other.holds("russian")
        assert switches(other) == RUSSIAN


def test_the_next_game_is_a_classic_one_again(at):
    game = setup(at).key("{RIGHT}{RIGHT}", 30)
    game.key("{STOP}", 60)
    game.key("\n", 60)
    assert "Classic" in row(game, RULES_ROW)
    assert not switches(game)


@pytest.mark.parametrize(
    ("preset", "square", "words"),
    [
        (0, 4, "200"), (0, 38, "100"),
        (K["PRESET_1989"], 4, "200 or 10 %"), (K["PRESET_1989"], 38, "75"),
        (K["PRESET_RUSSIAN"], 4, "200 or 10 %"), (K["PRESET_RUSSIAN"], 38, "100"),
    ],
)  # fmt: skip
def test_the_card_of_a_tax_says_what_these_rules_charge(at, preset, square, words):
    game = at("setup")
    game.play_by(preset)
    game.key("{F7}", 60).key("d" if preset == K["PRESET_1989"] else "r", 90)
    game.call("stage_show", a=square)
    lines = [line[4:20].strip() for line in game.text().splitlines()[3:17]]
    assert "Tax" in lines[1]
    assert words in [line[1:] for line in lines], lines
