"""The automatic save on the cartridge: when it is made, how it goes on, when it goes."""

import random

import pytest

from emu.kit.errors import KitError
from tests.asm.game.engine import K
from tests.asm.game.ui.german import de
from tests.asm.game.ui.machine import DEBUG_FILE, GERMAN, HINTS, Game, labels
from tests.asm.game.ui.test_cartridge import CRT, TITLE_SECONDS, title_of
from tests.asm.game.ui.test_computer import computers
from tests.asm.game.ui.test_flash import (
    BRAIN,
    FILE_SIZE,
    FIRST,
    OF_SECTOR,
    SECTOR,
    SECTORS,
    fill,
    games,
    places,
)
from tests.asm.game.ui.test_mouse import click, wake
from tests.asm.game.ui.test_saved_info import cells_of
from tools import build

AUTO = "(AUTO)"  # AUTO_NAME, and what is asked (asm/game/sys/drive.inc)
DUE, ASK, OVER = 0x80, 0x81, 0x82
OFFER = "F5 Go on"
SAVING = "Saving..."
QUICK = 0.8  # seconds that a save may take
LONG = 60_000_000  # cycles
WRITTEN = 200  # pictures: a save that erases a sector
LINE_SPLIT = 210  # asm/game/sys/sys.inc
HEADING = 8  # the row that tells whose turn it is


def powered(c64_factory, name, model="c64"):
    """A machine with the cartridge, at its title."""
    build.build_roms()
    build.build_cartridge()
    kit = c64_factory(name, dbg=DEBUG_FILE, boot=False, cart=str(CRT), model=model)
    game = Game(kit=kit)
    game.serve(False)
    at_title(game)
    return game


def at_title(game):
    """From power-on to the title; the cycle in which that was whole."""
    cycle = title_of(game.machine)
    game.ram[labels()["prefs"] + HINTS] = 1
    game.tick(20)
    return cycle


def low(game):
    """The low chip's bytes."""
    return game.machine.board.cart.low.data


def saved(game):
    """The bytes of the automatic save, None if there is none."""
    return games(low(game)).get(AUTO)


def records(game):
    """Records that were begun on the chip."""
    return sum(low(game)[at] == 0 for sector in range(SECTORS) for at in places(sector))


def put(game, **state):
    """Put bytes into variables: {label: byte, or bytes}."""
    for label, value in state.items():
        data = value if isinstance(value, bytes) else bytes([value])
        game.ram[game.labels[label] : game.labels[label] + len(data)] = data


def saving(game):
    """The first turn of a round begins; it is being saved, and says so."""
    put(game, mode_active=0, turn_phase=K["PHASE_ROLL"], turn_count=game.byte("turn_count") + 1)
    game.key("{F1}", 10)
    game.machine.type(" ", wait=False)
    for _ in range(WRITTEN):
        game.tick(1)
        if SAVING in game.told():
            return
    raise AssertionError(game.where())


def saved_soon(game):
    """The save comes to its end; how many pictures the machine and the game have counted."""
    frames = 0
    counted = game.byte("irq_frame")
    while SAVING in game.told():
        frames += 1
        assert frames < WRITTEN
        game.tick(1)
    return frames, (game.byte("irq_frame") - counted) % 256


def turn_of(game, seat):
    """The turn of a seat begins; the board asks it anew, as behind a page."""
    count = game.byte("turn_count") + 1
    put(game, mode_active=seat, turn_phase=K["PHASE_ROLL"], turn_doubles=0, turn_count=count)
    game.key("{F1}", 10)
    game.key(" ", 10)
    for _ in range(WRITTEN):
        game.tick(1)
        if f"PLAYER {seat + 1}" in game.text().splitlines()[HEADING][25:]:
            break
    game.tick(60)
    if SAVING in game.told():
        saved_soon(game)
    game.kit.run_until("key_wait_menu")  # a save has come to its end
    assert f"PLAYER {seat + 1}" in game.text().splitlines()[HEADING][25:]


def power(game):
    """Off and on again, with what the chip then has; cycles until the title was whole."""
    kept = bytes(low(game))
    game.machine.reset()
    low(game)[:] = kept
    begin = game.machine.cycle
    return at_title(game) - begin


@pytest.fixture(scope="module")
def first(built, c64_factory):
    """A machine in the first turn of three people, and how it was then."""
    game = powered(c64_factory, "auto").first_turn(3)
    game.tick(WRITTEN)
    low(game)[FIRST:] = b"\xff" * (SECTORS * SECTOR)  # whoever has begun: nothing is saved yet
    put(game, auto_turn=0, auto_made=0)
    turn_of(game, 1)
    return game, game.machine.snapshot()


@pytest.fixture
def play(first):
    game, snapshot = first
    game.machine.restore(snapshot)
    game.tick(2)
    assert saved(game) is None
    return game


@pytest.fixture
def kept(play):
    """The first round has been saved."""
    play.way(("first round",), lambda: turn_of(play, 0))
    assert saved(play)
    return play


# --- when it is made ---------------------------------------------------------------------


def test_a_round_is_saved_once_when_the_first_person_is_to_roll(play):
    turn_of(play, 1)
    turn_of(play, 2)
    assert records(play) == 0
    turn_of(play, 0)
    assert list(games(low(play))) == [AUTO]
    state = play.state()
    for _ in range(2):  # whatever is looked at meanwhile
        play.key("{F3}", 10)
        play.key(" ", 60)
    assert records(play) == 1
    assert play.state() == state
    turn_of(play, 1)
    assert records(play) == 1
    turn_of(play, 0)
    assert records(play) == 2
    assert list(games(low(play))) == [AUTO], "the one before is struck out"


def test_it_is_the_same_file_as_a_save_by_hand(kept):
    auto = saved(kept)
    kept.key("g").until("SAVED GAMES").until("1 game")
    kept.key("s", 20)
    kept.key("hand\n", 10)
    kept.until("is saved.")
    assert games(low(kept))["HAND"] == auto
    assert auto[164:-2] == kept.state()


def due(game, **state):
    """True if a round is saved in this state, which then is as before."""
    snapshot, before = game.machine.snapshot(), records(game)
    put(game, **{"mode_active": 0, "turn_count": game.byte("turn_count") + 1} | state)
    game.call("cartridge_aside", a=DUE, limit=LONG)
    found = records(game) > before
    game.machine.restore(snapshot)
    return found


def test_what_keeps_a_round_from_being_saved(play):
    assert due(play)
    assert not due(play, guide_left=5), "a tutorial"
    assert not due(play, computer_stop=1), "somebody looks around in a computer's turn"
    assert not due(play, turn_phase=K["PHASE_BUY"])
    assert not due(play, turn_phase=K["PHASE_DONE"])
    assert not due(play, turn_doubles=1)
    assert not due(play, mode_depth=1)
    assert not due(play, mode_kind=K["MODE_FIRST"])
    assert not due(play, auto_turn=play.byte("turn_count") + 1), "it has been"


def test_the_round_is_that_of_the_first_person_who_lives(play):
    alive, computer = K["PF_ALIVE"], K["PF_CPU"] | K["PF_ALIVE"]
    for flags, seat in (
        ((alive, alive, alive), 0),
        ((computer, alive, alive), 1),
        ((0, alive, alive), 1),
        ((0, computer, alive), 2),
    ):
        for active in range(3):
            assert due(play, player_flags=bytes(flags), mode_active=active) == (active == seat)


def test_computers_among_themselves_save_nothing(play):
    flags = bytes([K["PF_ALIVE"] | K["PF_CPU"]] * 3)
    put(play, player_flags=flags)
    play.call("brain_need")
    assert computers(play) == [0, 1, 2]
    begin = play.byte("turn_count")
    play.key("{F1}", 10)
    play.key(" ", 10)
    for _ in range(600):
        play.tick(10)
        if play.byte("turn_count") >= begin + 4:
            break
    assert play.byte("turn_count") >= begin + 4
    for _ in range(100):
        if play.byte("computer_stop"):
            break
        play.machine.type("{STOP}", wait=False)
        play.tick(30)
    play.until("Play on", 1000)
    assert records(play) == 0


def test_a_save_leaves_picture_and_program_as_they_are(play):
    turn_of(play, 0)
    turn_of(play, 1)
    put(play, mode_active=0, turn_count=play.byte("turn_count") + 1)
    play.tick(100)
    picture, brain = play.picture(), bytes(play.ram[BRAIN])
    sprites = play.machine.board.vic.peek(0x15)
    cycles = play.call("cartridge_aside", a=DUE, limit=LONG)
    assert records(play) == 2
    seconds = cycles / play.machine.model.clock_hz
    print(f"an automatic save takes {seconds:.2f} s")
    assert seconds < QUICK
    play.tick(3)
    assert (play.picture() == picture).all()
    assert play.machine.board.vic.peek(0x15) == sprites
    assert bytes(play.ram[BRAIN]) == brain
    frames = play.byte("irq_frame")
    play.tick(10)
    assert (play.byte("irq_frame") - frames) % 256 == 10


def test_it_says_that_it_saves_and_the_line_comes_back(kept):
    turn_of(kept, 1)
    line = kept.told()
    saving(kept)
    assert kept.told().startswith(line)
    frames, counted = saved_soon(kept)
    assert records(kept) == 2
    assert frames > 10
    assert counted >= frames - 1, "interrupts go on"
    assert kept.told() == line
    kept.tick(3)
    picture = kept.picture()[-8:]
    kept.key("{F3}", 10)
    kept.key(" ", 60)
    assert (kept.picture()[-8:] == picture).all(), "what is shown is what is meant"


def test_a_key_that_is_pressed_meanwhile_is_taken_afterwards(kept):
    turn_of(kept, 1)
    saving(kept)
    kept.machine.type("r")
    assert SAVING in kept.told(), "it was typed in time"
    assert kept.byte("turn_phase") == K["PHASE_ROLL"]
    saved_soon(kept)
    kept.until("PLAYER 1 rolls")
    assert len(saved(kept)) == FILE_SIZE


def test_where_a_sector_is_erased_the_picture_goes_on_as_it_was(kept):
    """Interrupts wait only while the chip erases; the next one comes in its own line."""
    fill(low(kept), 0, 1, [(AUTO, saved(kept))] * OF_SECTOR)
    turn_of(kept, 1)
    saving(kept)
    frames, counted = saved_soon(kept)
    assert frames > counted + 10, "it has been erased"
    kept.to_line(LINE_SPLIT + 20)
    assert kept.byte("irq_phase") == 0, "the one in line 250 is the next"


def test_power_lost_while_it_is_written_leaves_the_one_before(kept):
    before, snapshot = saved(kept), kept.machine.snapshot()
    put(kept, mode_active=0, turn_count=kept.byte("turn_count") + 1, rng_v=77)
    armed = kept.machine.snapshot()
    cycles = kept.call("cartridge_aside", a=DUE, limit=LONG)
    after = saved(kept)
    assert after not in (before, None)
    dice, found = random.Random("auto"), []
    for _ in range(12):
        kept.machine.restore(armed)
        with pytest.raises(KitError):
            kept.call("cartridge_aside", a=DUE, limit=dice.randrange(1000, cycles))
        found.append(saved(kept))
    assert set(found) <= {before, after}
    assert before in found
    power(kept)
    assert OFFER in kept.text()
    kept.machine.restore(snapshot)


# --- going on ------------------------------------------------------------------------------


def by_key(game):
    game.key("{F5}", 10)


def by_stick(game):
    stick = game.machine.joystick(2)
    stick.press("up")
    game.tick(5)
    stick.release()


def by_click(game):
    wake(game)
    click(game, 34, 22, 10)


@pytest.mark.parametrize("way", [by_key, by_stick, by_click])
def test_the_title_offers_to_go_on_and_all_is_as_it_was(kept, way):
    state, told = kept.state(), kept.ram[kept.labels["log_type"] + 79]
    picture = kept.text().splitlines()[:24]
    power(kept)
    assert OFFER in kept.text()
    way(kept)
    kept.until("goes on.", 400).tick(60)
    assert kept.state() == state
    assert kept.ram[kept.labels["log_type"] + 79] == told
    assert kept.text().splitlines()[:24] == picture
    assert records(kept) == 1, "what has just been read is not written again"
    turn_of(kept, 0)
    assert records(kept) == 2


def test_in_german_it_is_offered_too(kept):
    power(kept)
    for _ in range(2):
        kept.key("{F3}", 100)
    assert kept.byte("names_wanted") == GERMAN
    assert de("title", "text_last") in kept.text()
    kept.key("{F5}", 10)
    kept.until(de("files", "w_london"), 400)


def test_in_german_it_is_told_of_too(kept):
    turn = int.from_bytes(kept.ram[kept.labels["turn_count"] :][:2], "little")
    power(kept)
    for _ in range(2):
        kept.key("{F3}", 100)
    kept.key("{F1}", 10).until(f"3{de('saved_info', 'text_players')}{turn}")
    assert de("presets", "p_classic") in kept.text()
    kept.key("i", 10).until(f"3{de('saved_info', 'text_players')}{turn}")


def test_without_one_nothing_is_offered_and_no_key_leads_there(play):
    power(play)
    assert OFFER not in play.text()
    play.key("{F5}", 60)
    by_stick(play)
    wake(play)
    click(play, 34, 22, 60)
    assert "RETURN or fire" in play.text()
    click(play, 20, 22, 60)
    assert "WHO PLAYS?" in play.text()


def test_a_damaged_one_is_refused_in_the_list(kept):
    low(kept)[places(0)[0] + 16 + 300] ^= 1
    power(kept)
    assert OFFER in kept.text()
    kept.key("{F5}", 10).until("damaged")
    kept.key(" ", 10).until("1 game")
    assert AUTO in kept.text()
    kept.key("l", 10)
    kept.until("damaged")
    kept.key("b", 60)
    assert OFFER in kept.text()


def test_the_game_in_view_is_told_at_once(kept):
    """The one in view changes, the name that is offered for saving stays."""
    turn = int.from_bytes(kept.ram[kept.labels["turn_count"] :][:2], "little")
    kept.key("g").until("SAVED GAMES").until("1 game").until(f"3 players, turn {turn}")
    assert " Classic " in kept.text()
    assert len(cells_of(kept)) == 3
    put(kept, turn_count=turn + 1)
    kept.key("s", 20)
    kept.key("\n", 10)
    kept.until("is saved.").until(f"turn {turn + 1} ")
    state = kept.state()
    for count in (turn, turn + 1):
        kept.key("{RIGHT}", 10).until(f"turn {count} ")
    assert kept.state() == state


def test_a_damaged_one_is_not_told_of(kept):
    low(kept)[places(0)[0] + 16 + 300] ^= 1
    kept.key("g").until("SAVED GAMES").until("1 game").tick(60)
    assert "players" not in kept.text()
    state = kept.state()
    kept.key("i", 10).until("The file is damaged.")
    assert "players" not in kept.text()
    assert kept.state() == state


def test_it_can_be_loaded_from_the_list_and_its_name_is_not_taken_for_another_save(kept):
    state = kept.state()
    kept.ram[kept.labels["player_money_lo"]] ^= 1
    kept.key("g").until("SAVED GAMES").until("1 game")
    kept.key("s", 20)
    kept.key("\n", 10)  # the name that is offered
    kept.until("is saved.")
    names = set(games(low(kept)))
    assert len(names) == 2
    assert AUTO in names
    at = kept.byte("files_at")
    kept.key("{LEFT}" if at else "{RIGHT}", 10)
    kept.key("l", 10)
    kept.key("y", 10)
    kept.until(f"{AUTO} goes on.")
    assert kept.state() == state


# --- when it goes ----------------------------------------------------------------------------


def end(game):
    """The game ends; its last page is shown."""
    game.key("q", 20)
    game.key("n", 20)
    game.key("e", 60)
    for _ in range(3):
        game.key("y", 150)
    game.until("GAME OVER", 600)


def test_a_game_that_has_ended_is_offered_no_more(kept):
    end(kept)
    assert saved(kept) is None
    power(kept)
    assert OFFER not in kept.text()


def test_so_it_is_with_one_that_went_on(kept):
    power(kept)
    kept.key("{F5}", 10)
    kept.until("goes on.", 400).tick(60)
    end(kept)
    assert saved(kept) is None


def test_the_end_of_another_game_leaves_it(kept):
    """A new game that has not been saved yet has none of its own."""
    before = saved(kept)
    power(kept)
    put(kept, auto_turn=1)  # its first turn is not saved, whoever has it
    kept.first_turn(3)
    end(kept)
    assert saved(kept) == before


def test_all_that_a_person_has_saved_stays(kept):
    kept.key("g").until("SAVED GAMES").until("1 game")
    kept.key("s", 20)
    kept.key("ada\n", 10)
    kept.until("is saved.")
    ada = games(low(kept))["ADA"]
    kept.key("b", 60)
    turn_of(kept, 0)
    end(kept)
    assert games(low(kept)) == {"ADA": ada}


# --- how long it takes -------------------------------------------------------------------------


@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_the_title_comes_as_soon_where_all_places_were_used(built, c64_factory, model):
    game = powered(c64_factory, f"auto full {model}", model).first_turn(3)
    game.tick(WRITTEN)
    put(game, turn_count=1, auto_turn=0)
    turn_of(game, 0)
    file, other = saved(game), bytes(FILE_SIZE)
    names = [f"N{n}" for n in range(3 * OF_SECTOR)]
    for sector in range(SECTORS - 1):
        some = names[sector * OF_SECTOR : (sector + 1) * OF_SECTOR]
        fill(low(game), sector, 1 + sector, [(name, other) for name in some])
    fill(low(game), SECTORS - 2, SECTORS - 1, [("N", other)] * (OF_SECTOR - 1) + [(AUTO, file)])
    seconds = power(game) / game.machine.model.clock_hz
    print(f"{model}: {seconds:.2f} s from power-on to the title with 167 games and an offer")
    assert OFFER in game.text()
    assert seconds < TITLE_SECONDS
