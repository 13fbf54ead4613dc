"""The tutorial: what is explained when, how it ends, and what is left of it."""

import pytest

from disk.d64 import D64Image
from tests.asm.game.engine import K
from tests.asm.game.ui import german
from tests.asm.game.ui.machine import ARM_NOT_YET, Game, leave
from tests.asm.game.ui.test_faces import portrait, seen
from tests.asm.game.ui.test_load import put_in
from tests.asm.game.ui.test_mouse import click, wake
from tests.volume import seldom
from tools.game.words import encoded, read_words

WORDS = {language: read_words(language)["guide"] for language in ("en", "de")}
TEXTS = [encoded(text, "") for words in WORDS.values() for text in words["explained"]]
GO_ON = [words["text_on"] for words in WORDS.values()]
MOMENTS = len(WORDS["en"]["explained"])
(FIRST, ROLL, BUY, AUCTION, RENT, INCOME, DEED, BUILD, GAOL, MORTGAGE, TRADE, CARD, TAX, SALARY,
 DEBT, RUIN, DONE, BYE) = range(MOMENTS)  # fmt: skip
PANEL, WORDS_ROW, KEY_ROW = 25, 4, 13
FACE = (29, 16)  # cells
OWL = 7  # of the portraits
TURNS, SAID = 10, 3  # GUIDE_TURNS, GUIDE_SAID (asm/game/pages/pages.inc)
PERSON, COMPUTER = 0, 1
MARK = 6  # MARK_SIZE


def bubble(game):
    """The number of what stands in the whole bubble, None if there is none."""
    lines = [line[PANEL:] for line in game.text().splitlines()]
    if lines[KEY_ROW].strip() not in GO_ON:
        return None
    said = " ".join(" ".join(lines[WORDS_ROW:KEY_ROW]).split())
    return TEXTS.index(said) % MOMENTS if said in TEXTS else None


def until_bubble(game, pictures=3000):
    """Let pictures pass until something is explained; its number."""
    for _ in range(pictures // 2):
        game.tick(2)
        if bubble(game) is not None:
            return bubble(game)
    raise AssertionError(f"nothing is explained:\n{game.text()}")


def begin(game):
    game.machine.type("t", wait=False)
    assert until_bubble(game) == FIRST
    game.tick(12)
    return game


@pytest.fixture(scope="module")
def begun(built):
    """Snapshot: T at the title, the first bubble is there."""
    return begin(Game().boot()).machine.snapshot()


@pytest.fixture
def play(begun):
    game = Game()
    game.machine.restore(begun)
    game.tick(2)
    return game


def usual(game):
    """It is a usual game: nothing is left of the tutorial."""
    return game.byte("guide_left") == 0


def forget(game):
    """Nothing has been explained."""
    at = game.labels["guide_said"]
    game.ram[at : at + SAID] = bytes(SAID)


def test_an_easy_computer_that_explains_sits_down_with_a_person(play):
    assert play.byte("player_count") == 2
    assert not play.byte("player_flags", PERSON) & K["PF_CPU"]
    assert play.byte("player_flags", COMPUTER) & K["PF_CPU"]
    assert play.byte("settings", K["OPT_SKILLS"] + COMPUTER) == K["SKILL_EASY"]
    assert "MINERVA" in play.text().splitlines()[COMPUTER]
    assert (seen(play, *FACE) == portrait(OWL)).all()
    assert play.byte("guide_left") == TURNS + 1


def test_an_explanation_waits_for_a_key(play):
    play.tick(500)
    assert bubble(play) == FIRST
    play.key(" ", 20)
    assert bubble(play) is None
    play.until("Roll for 1st", 100)


@pytest.mark.parametrize("port", [1, 2])
def test_fire_goes_on(play, port):
    stick = play.machine.joystick(port)
    stick.press("fire")
    play.tick(5)
    stick.release()
    play.tick(20)
    assert bubble(play) is None and not usual(play)


def test_a_click_anywhere_goes_on(play):
    play.machine.mouse.plug(1)
    wake(play)
    assert bubble(play) == FIRST
    click(play, 10, 10)
    assert bubble(play) is None and not usual(play)


def test_a_stick_begins_it_at_the_title_and_so_does_a_click(at):
    game = at("title")
    stick = game.machine.joystick(2)
    stick.press("down")
    game.tick(5)
    stick.release()
    assert until_bubble(game) == FIRST
    game = at("title")
    game.machine.mouse.plug(1)
    wake(game)
    click(game, 34, 23)
    assert until_bubble(game) == FIRST


def test_run_stop_ends_it_at_once_and_the_game_goes_on(play):
    play.key("{STOP}", 30)
    assert usual(play)
    for _ in range(600):
        assert bubble(play) is None
        if play.mode == K["MODE_NORMAL"]:
            return
        if play.byte("arm_state") != ARM_NOT_YET:
            play.machine.type("r", wait=False)
        play.tick(12)
    raise AssertionError("nobody has begun")


def explained(game, event="", person=(), **state):
    """What is explained when the next event is this one, or the person's state is this one.

    event   EV_* without its beginning; "": the person is to decide
    person  what ev_player, ev_param, ev_other are
    state   {label: byte} while it is looked at; a pair for a player's
    """
    board, labels, ram = game.machine.board, game.labels, game.ram
    game.key("{STOP}" if usual(game) else " ", 20)
    forget(game)
    kept = bytes(ram[:])

    def instead(board):
        board.set_trap(labels["guide_event"], None)
        ram[labels["ev_type"]] = K[f"EV_{event}"] if event else 0
        for label, value in zip(("ev_player", "ev_param", "ev_other"), person, strict=False):
            ram[labels[label]] = value
        for label, value in state.items():
            ram[labels[label]] = value
        return False

    board.set_trap(labels["guide_event"], instead)
    game.key("{F1}", 10)  # a side of the board; behind it the person decides again
    game.machine.type(" ", wait=False)
    for _ in range(100):
        game.tick(2)
        if bubble(game) is not None:
            break
    found = bubble(game)
    for label in state:
        ram[labels[label]] = kept[labels[label]]
    return found


@pytest.mark.parametrize(
    ("event", "person", "moment"),
    [
        ("BOUGHT", (PERSON, 1), DEED),
        ("BOUGHT", (COMPUTER, 1), None),
        ("WON", (PERSON, 1), DEED),
        ("GROUP", (PERSON, 0), BUILD),
        ("GROUP", (PERSON, K["GROUP_STATIONS"]), None),
        ("CARD", (PERSON, 3), CARD),
        ("TAX", (PERSON, 4, 8), TAX),
        ("SALARY", (PERSON,), SALARY),
        ("SALARY", (COMPUTER,), None),
        ("GAOL", (PERSON, 0), GAOL),
        ("RENT", (PERSON, 1, COMPUTER), RENT),
        ("RENT", (COMPUTER, 1, PERSON), INCOME),
        ("RENT", (COMPUTER, 1, COMPUTER), None),
        ("ELIMINATED", (COMPUTER,), RUIN),
        ("ELIMINATED", (PERSON,), RUIN),
        ("DICE", (PERSON, 1, 2), None),
    ],
)
def test_what_happens_is_explained(play, event, person, moment):
    assert explained(play, event, person) == moment


NORMAL = {"mode_kind": K["MODE_NORMAL"], "mode_active": PERSON, "turn_phase": K["PHASE_ROLL"]}


@pytest.mark.parametrize(
    ("state", "moment"),
    [
        ({}, FIRST),
        (NORMAL, ROLL),
        (NORMAL | {"turn_phase": K["PHASE_BUY"]}, BUY),
        (NORMAL | {"turn_phase": K["PHASE_DONE"]}, DONE),
        (NORMAL | {"player_money_hi": 0xFF}, DEBT),
        (NORMAL | {"mode_kind": K["MODE_MUST_PAY"]}, DEBT),
        (NORMAL | {"mode_kind": K["MODE_AUCTION"]}, AUCTION),
    ],
)
def test_what_a_person_is_asked_is_explained(play, state, moment):
    assert explained(play, **state) == moment


def person_acts(game):
    """A person who rolls, pays bail when all rolls for it have failed, buys what money is enough
    for and ends the turn, by letters."""
    phase, mode = game.byte("turn_phase"), game.mode
    if mode == K["MODE_AUCTION"]:
        return "p"
    if mode == K["MODE_TRADE"]:
        return "n"
    if phase == K["PHASE_BAIL"]:
        return "p"
    if mode == K["MODE_NORMAL"] and phase == K["PHASE_BUY"]:
        return "p" if "cannot afford" in game.told() else "b"
    return "n" if mode == K["MODE_NORMAL"] and phase == K["PHASE_DONE"] else "r"


def asked(game):
    """There are buttons; those of a contract are no menu."""
    return game.byte("menu_count") or game.mode == K["MODE_TRADE"]


def turns(game, most):
    """Play until the tutorial is over; what was explained, in order."""
    told = []
    for _ in range(most):
        now = bubble(game)
        if now is not None:
            if told[-1:] != [now]:  # else the key came before it was whole
                told.append(now)
            game.key(" ", 8)
        elif usual(game):
            if told[-1:] == [BYE]:  # else that is about to be said
                return told
        elif asked(game) and game.byte("arm_state") != ARM_NOT_YET:
            game.machine.type(person_acts(game), wait=False)
        game.tick(12)
    raise AssertionError(f"no end after {told}:\n{game.text()}")


def test_a_whole_tutorial_by_keys(play):
    """Each explanation once, good-bye last; what did not come up is told at later turns."""
    told = turns(play, 6000)
    assert told[0] == FIRST and told[-1] == BYE
    assert len(told) == len(set(told))
    assert {ROLL, DONE, TRADE, GAOL, MORTGAGE, BUILD, RUIN} <= set(told)
    assert play.mode != K["MODE_OVER"]
    for _ in range(120):
        assert bubble(play) is None
        if play.byte("arm_state") != ARM_NOT_YET:
            play.machine.type(person_acts(play), wait=False)
        play.tick(12)


def test_a_game_saved_in_it_is_a_usual_game(play):
    play.key(" ", 20)
    play.until("Roll for 1st", 200)
    play.machine.drives[8].attach(D64Image.blank(b"SAVES", b"01"))
    play.key("g", 20).until("No games")
    play.key("s", 20).key("ada\n", 10).until("is saved.")
    assert not usual(play)
    play.key("{STOP}", 60).until("Roll for 1st")
    assert not usual(play) and play.holds("guide")  # behind the page it goes on
    play.key("g", 20).until("1 game").key("l", 20).key("y", 20)
    play.until("ADA goes on.")
    assert usual(play)


def test_it_speaks_german(at):
    game = at("title")
    german.choose(game).tick(60)
    begin(game)
    assert "Hallo! Ich" in game.text()
    assert (seen(game, *FACE) == portrait(OWL)).all()


@pytest.mark.parametrize(
    ("language", "fast"),
    [("en", 0), ("de", 0x80), seldom("en", 0x80), seldom("de", 0)],  # 0: the KERNAL
)
def test_it_comes_from_the_disk(at, language, fast):
    """A fast drive's program does not know its name: the KERNAL asks for it there, too."""
    game = at("title")
    if language == "de":
        german.choose(game).tick(60)
    game.serve(False)
    put_in(game)
    game.ram[game.labels["fast_able"]] = fast and 1
    game.machine.type("t", wait=False)
    assert until_bubble(game, 20_000) == FIRST
    assert game.ram[game.labels["variant_mark"] + MARK] == K["FILE_GUIDE"]


def test_without_its_file_the_game_is_a_usual_one(built):
    """Whoever does not have it any more plays on without advice."""
    game = Game().boot()
    whole = game._unpack

    def without(board):
        if board.cpu.x != K["FILE_GUIDE"]:
            return whole(board)
        board.cpu.p |= 1
        board.cpu.a = 62  # not found
        leave(board)
        return True

    game.machine.board.set_trap(game.labels["file_unpack"], without)
    game.machine.type("t", wait=False)
    game.until("Back", 2000).key("b", 60)
    game.until("Roll for 1st", 400)
    assert bubble(game) is None
