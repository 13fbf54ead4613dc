"""Presets: chosen in set-up, every rule by itself, told in play, loaded when they are needed."""

import pytest

from disk.d64 import D64Image
from tests.asm.game.engine import K
from tests.asm.game.ui.test_mouse import click, wake

RULES_ROW = 12  # of set-up: the line of the preset
FIRST_ROW = 4  # of the page of all rules
LINES = (
    "ORDER", "RENT", "TAX", "LUXURY", "AUCTION", "HOTEL", "BUILD", "REPAY", "LOANS", "BANKRUPT",
    "THIRD", "CARDS", "BANK", "BANKER",
)  # fmt: skip
RUSSIAN = {
    "PRESET": 2, "ORDER": 1, "RENT": 2, "TAX": 1, "AUCTION": 2, "HOTEL": 2, "BUILD": 2, "REPAY": 1,
    "LOANS": 1, "BANKRUPT": 2, "THIRD": 1, "CARDS": 1, "BANK": 1,
}  # fmt: skip


def switches(game):
    """{name: value} of those that are not as in the classic game."""
    names = {n[3:]: number for n, number in K.items() if n.startswith("SW_")}
    return {n: v for n, at in names.items() if (v := game.byte("switches", at))}


def row(game, number):
    """A row of the screen."""
    return game.text().splitlines()[number]


def setup(at):
    """Set-up, the line of the preset chosen."""
    game = at("title")
    game.key("\n", 60)
    game.key("{UP}" * 9, 30)
    assert row(game, RULES_ROW)[5:].startswith("Rules")
    return game


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
    game.key("{RIGHT}", 20)
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
        (K["PRESET_1989"], 1, "leisure"),
        (K["PRESET_RUSSIAN"], 2, "russian"),
        (K["PRESET_OWN"], 1, "leisure"),
        (K["PRESET_OWN"], 2, "russian"),
        (K["PRESET_OWN"], 1, "leisure"),
    ):
        game.ram[preset], game.ram[rent] = number, value
        game.call("rules_need")
        assert not game.result.carry
        assert [n for n in ("leisure", "russian") if game.holds(n)] == [name]
    game.ram[preset] = K["PRESET_CLASSIC"]
    game.call("rules_need")
    assert game.holds("leisure"), "nothing had to come"


def test_left_and_right_go_through_what_there_is(at):
    game = setup(at)
    seen = []
    for key in ("{RIGHT}", "{RIGHT}", "{RIGHT}", "{LEFT}", "{LEFT}", "{LEFT}"):
        line = row(game.key(key, 20), RULES_ROW)
        seen += [name for name in ("Classic", "Russian", "Own", "1989") if name in line]
    assert seen == ["Russian", "Own", "Classic", "Own", "Russian", "Classic"]


def to_rules(at):
    """The page of all rules from set-up."""
    game = setup(at)
    game.key("\n", 40)
    assert "RULES: Classic" in game.text()
    return game


@pytest.mark.parametrize(("number", "name"), list(enumerate(LINES)))
def test_every_rule_can_be_changed_by_itself(at, number, name):
    game = to_rules(at)
    before = row(game, FIRST_ROW + number)
    game.key("{DOWN}" * number + "{RIGHT}", 60)
    assert switches(game) == {"PRESET": 3, name: RUSSIAN.get(name, 1)}
    assert "RULES: Own" in game.text()
    assert row(game, FIRST_ROW + number) != before
    game.key("{LEFT}", 20)
    assert switches(game) == {"PRESET": 3}
    assert row(game, FIRST_ROW + number) == before
    game.key("\n", 40)
    assert "Own" in row(game, RULES_ROW)
    assert "as you have set them" in game.text()


def test_the_banker_is_one_of_those_who_play(at):
    game = to_rules(at)
    game.key("{UP}", 20)  # the last line
    seen = []
    for _ in range(6):
        seen.append(row(game, FIRST_ROW + len(LINES) - 1).split(None, 1)[1].strip())
        game.key("{RIGHT}", 20)
    names = [f"PLAYER {n}" for n in (1, 2, 3, 4)]
    assert seen == ["the machine", *names, "the machine"]
    assert switches(game)["BANKER"] == 1


def test_a_click_and_the_joystick_change_a_rule(at):
    game = to_rules(at)
    wake(game)
    click(game, 20, FIRST_ROW + 8)
    assert switches(game) == {"PRESET": 3, "LOANS": 1}
    stick = game.machine.joystick(2)
    for direction in ("down", "right"):
        stick.press(direction)
        game.tick(3)
        stick.release()
        game.tick(20)
    assert switches(game) == {"PRESET": 3, "LOANS": 1, "BANKRUPT": 2}


def test_options_tell_the_rules_in_play_and_nothing_can_be_changed_there(at):
    game = start(setup(at).key("{RIGHT}", 20))
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


def test_saved_games_take_the_place_of_the_rules_and_give_it_back(at):
    game = start(setup(at).key("{RIGHT}", 20))
    game.machine.attach(D64Image.blank(b"SAVES", b"01"))
    game.key("g").until("No games")
    assert not game.holds("russian")
    game.key("b", 60)
    assert game.holds("russian")
    assert "Roll for 1st" in game.text()


def test_a_loaded_game_brings_its_rules(at):
    saves = D64Image.blank(b"SAVES", b"01")
    game = start(setup(at).key("{RIGHT}", 20))
    game.machine.attach(saves)
    game.key("g").until("No games").key("s", 10).key("ada\n", 10).until("ADA is saved.")
    state = game.state()
    for place in ("title", "turn"):
        other = at(place)
        other.machine.attach(D64Image(bytes(saves.data)))
        other.key("{F1}" if place == "title" else "g").until("1 game")
        other.key("l", 20)
        if place == "turn":
            other.key("y", 20)
        other.until("ADA goes on.")
        assert other.state() == state
        assert other.holds("russian")
        assert switches(other) == RUSSIAN


def test_the_next_game_is_a_classic_one_again(at):
    game = setup(at).key("{RIGHT}", 20)
    game.key("{STOP}", 60)
    game.key("\n", 60)
    assert "Classic" in row(game, RULES_ROW)
    assert not switches(game)
