"""What our game says of itself, held against the game that is played."""

import numpy as np
import pytest

import c64
from emu.arena import rules
from emu.errors import HostError
from emu.web.game import MENUS, Table
from emu.web.pointer import Pointer
from tests.asm.game.ui.machine import Game


@pytest.fixture
def game(built):
    return Game().boot().first_turn(4)


@pytest.fixture
def table():
    return Table()


def look(table, game):
    """The facts of a game."""
    return table.look(game.machine.ram)


def test_a_machine_without_the_game_has_no_facts(table):
    machine = c64.C64()
    machine.tick(60)
    assert table.look(machine.ram) is None
    machine.ram[0x0800:0x7000] = np.random.default_rng(1).bytes(0x6800)
    assert table.look(machine.ram) is None


def test_title_and_set_up_are_nobodys_decision(built, table):
    game = Game().boot()
    assert (look(table, game).mode, look(table, game).active) == ("setup", None)
    game.key("\n")
    facts = look(table, game)
    assert facts.mode == "setup" and facts.active is None and len(facts.seats) == 4


def test_the_first_rolls_go_round_and_then_it_is_a_turn(built, table):
    game = Game().boot().begin(4)
    for seat in range(4):
        game.tick_until_armed()
        assert (look(table, game).mode, look(table, game).active) == ("first", seat)
        game.key("r", 90)
    game.tick(120)
    facts = look(table, game)
    assert facts.mode == "normal" and facts.active == game.byte("mode_active", 0)


def test_the_menu_is_the_buttons_on_the_screen(game, table):
    game.tick_until_armed()
    menu = look(table, game).menu
    words = {key: (text, on) for key, text, on in menu}
    assert words["R"] == ("Roll the dice", True) or words["R"][1]
    assert words["N"][1] is False
    for key, text, _ in menu:
        assert f"{key} {text}" in game.text()


def test_a_page_over_the_menu_has_no_buttons_of_it(game, table):
    assert look(table, game).menu
    game.key("s")
    assert look(table, game).menu == ()
    game.key("{STOP}")
    assert look(table, game).menu


def test_seats_have_names_colours_and_money(game, table):
    seats = look(table, game).seats
    assert [seat.name for seat in seats] == [f"PLAYER {n}" for n in (1, 2, 3, 4)]
    assert len({seat.colour for seat in seats}) == 4
    assert [seat.money for seat in seats] == [1500] * 4
    assert not any(seat.computer for seat in seats) and all(seat.alive for seat in seats)


def test_umlauts_of_a_name_are_those_of_the_font(game, table):
    at = game.labels["player_names"]
    game.ram[at : at + 8] = b"J]RGEN\\["
    assert look(table, game).seats[0].name == "JÜRGENÖÄ"


def test_facts_stay_the_same_object_while_nothing_happens(game, table):
    game.tick(30)
    facts = look(table, game)
    game.tick(2)
    assert look(table, game) is facts


# -- computers ---------------------------------------------------------------------------


def hand(table, game, seat, skill):
    """Hand a seat over, and let the game take it."""
    look(table, game)
    table.give(seat, skill)
    for _ in range(1500):
        facts = look(table, game)
        keys = table.settle(game.machine.ram)
        if keys:
            game.machine.type(keys, wait=False)
        game.tick()
        if not table.pending and facts.seats[seat].computer == (skill is not None):
            return
    raise AssertionError(f"never: {game.where()}")


def test_a_computer_plays_for_who_is_to_decide_and_gives_the_seat_back(game, table):
    game.tick_until_armed()
    game.ram[game.labels["brain_mark"]] = 0  # as in a game that began without computers
    seat = look(table, game).active
    turns = game.byte("turn_count")
    hand(table, game, seat, "hard")
    for _ in range(60):
        game.tick(50)
        if look(table, game).active != seat:
            break
    assert look(table, game).active != seat or game.byte("turn_count") > turns
    assert game.byte("settings", 8 + seat) == 1  # OPT_SKILLS, SKILL_HARD
    while look(table, game).shows:
        game.tick(10)
    hand(table, game, seat, None)
    assert not look(table, game).seats[seat].computer


def test_another_seat_is_handed_over_without_a_key(game, table):
    game.tick_until_armed()
    seat = (look(table, game).active + 1) % 4
    table.give(seat, "easy")
    assert table.settle(game.machine.ram) == "" and not table.pending
    assert look(table, game).seats[seat].computer


def test_what_lies_in_the_slot_stays_whole_when_a_computer_comes(game, table):
    """How computers play ends where the slot begins."""
    ram, labels = game.machine.ram, rules.image().labels
    begin, end = labels["brain_mark"], labels["overlay_mark"]
    before = bytes(byte ^ 0xFF for byte in ram[end : end + 512])
    ram[end : end + 512] = before
    ram[begin : begin + 5] = bytes(5)  # nobody has loaded it
    seat = (look(table, game).active + 1) % 4
    table.give(seat, "hard")
    table.settle(ram)
    assert bytes(ram[begin:end]) == bytes(rules.image().ram[begin:end])
    assert bytes(ram[end : end + 512]) == before


def test_every_menu_of_a_mode_or_a_phase_is_one_to_hand_over_at(built):
    image, ram = rules.image(), rules.image().ram
    phases, modes = image.numbers["PHASE_TAX"] + 1, image.numbers["MODES_ALL"]
    words = [
        int.from_bytes(ram[at + 2 * n : at + 2 * n + 2], "little")
        for at, count in ((image.labels["phase_menu"], phases), (image.labels["mode_menu"], modes))
        for n in range(count)
    ]
    menus = {image.labels[name] for name in MENUS}
    assert set(words) - {0} <= menus and image.labels["menu_lend"] in menus


def test_a_seat_is_handed_over_by_the_russian_rules(built, table):
    game = Game().boot()
    game.key("\n").key("{DOWN}" * 5, 5).key("{RIGHT}{RIGHT}", 20).key("{F7}")
    for _ in range(4):
        game.tick_until_armed()
        game.key("r", 120)
    game.until("Loans")
    game.tick_until_armed()
    seat = (look(table, game).active + 1) % 4
    table.give(seat, "easy")
    assert table.settle(game.machine.ram) == "" and not table.pending
    assert look(table, game).seats[seat].computer


def test_a_seat_is_not_handed_over_in_the_middle_of_a_page(game, table):
    game.tick_until_armed()
    game.key("s")
    seat = look(table, game).active
    table.give(seat, "normal")
    assert table.settle(game.machine.ram) == "" and table.pending
    game.key("{STOP}")
    look(table, game)
    assert table.settle(game.machine.ram) and not table.pending


def test_what_cannot_be_handed_over_is_said(built, table):
    game = Game().boot()
    look(table, game)
    with pytest.raises(HostError, match="while a game is on"):
        table.give(0, "hard")
    game.first_turn(4)
    look(table, game)
    with pytest.raises(HostError, match="nobody plays seat 6"):
        table.give(5, "hard")
    with pytest.raises(HostError, match="not one of"):
        table.give(0, "best")


# -- the mouse -----------------------------------------------------------------------------


def test_a_tap_presses_the_button_below_it(game, table):
    game.tick_until_armed()
    row = next(n for n, line in enumerate(game.text().splitlines()) if "I Information" in line
               or "I " in line[25:27])  # fmt: skip
    pointer = Pointer(game.machine, table)
    before = look(table, game).menu
    pointer.tap(30 * 8, row * 8 + 4)
    for _ in range(120):
        look(table, game)
        pointer.tick()
        game.tick()
    assert look(table, game).menu != before


def test_a_tap_in_every_corner_arrives(game, table):
    pointer = Pointer(game.machine, table)
    for x, y in ((0, 0), (319, 199), (160, 100)):
        pointer.tap(x, y)
        for _ in range(130):
            pointer.tick()
            game.tick()
        assert table.pointer(game.machine.ram)[:2] == (x, y)
