"""The page of saved games: what a player sees and is told, whatever the drive does."""

import binascii

import pytest

from c64.drive.attach import attach_drive
from c64.drive.iec import IEC_NEVER, SerialDevice
from disk.d64 import D64Image
from disk.g64 import G64Image
from disk.volume import PRG, SEQ, USR, Volume
from tests.asm.game.engine import K
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.table import BUTTONS, MONEY, initiator, press, settle
from tests.disk.test_g64 import make as g64
from tests.original_roms import original_dos
from tools.game.build_game import MAP

ADA = b"GO64-ADA"
NEW = b"GO64-(NEW)"
MOST = 70


STATE_AT = 164  # in the file

DRIVE_LIST = 0x60  # asm/game/sys/drive.inc

VIRTUAL, FREE, ORIGINAL = "virtual drive", "free DOS", "original DOS"
NO_DISK = "No disk in drive 8, or it is not formatted."
NOISE = g64({half: (bytes(64), 3) for half in range(2, 72, 2)})  # a disk without flux


def blank():
    return D64Image.blank(b"SAVES", b"01")


def names(image):
    """Names of the saved games on a disk."""
    return [e.name.decode()[5:] for e in Volume(image).entries() if e.name.startswith(b"GO64-")]


def content(image, name=ADA):
    volume = Volume(image)
    return volume.read_file(volume.find(name))


def with_sum(data):
    return data + binascii.crc_hqx(data, 0xFFFF).to_bytes(2, "big")


NAMES = slice(2, 11)  # columns of the list
HINT, BUTTONS_X = 21, 25  # the row below the list, the column in which buttons begin
OPEN = 7  # menu_selected below: the buttons are there


def open_page(at, image, words=" game", place="turn"):
    """A game with this disk in drive 8 and the page open."""
    game = at(place)
    game.machine.drives[8].attach(image)
    game.key("g" if place == "turn" else "{F1}")
    game.until("SAVED GAMES").until(words)
    return buttons_there(game)


def buttons_there(game):
    """The buttons are drawn, after the list and what is told."""
    while game.byte("menu_selected") >= OPEN:
        game.tick(1)
    game.tick(2)
    return game


def save(game, name, words="is saved."):
    game.key("s", 20)
    game.key(f"{name}\n", 10)
    return game.until(words)


def load(game):
    """Load the game in view; if another one is going on, it may be given up for it."""
    game.key("l", 10)
    if "Give up this game" in game.told():
        game.key("y", 10)
    return game


def back(game):
    game.key("b", 60)
    assert "Roll dice" in game.shown(), game.where()


@pytest.fixture(scope="module")
def saved(places):
    """A disk on which the game at "turn" is saved as ADA."""
    game = Game()
    game.machine.restore(places["turn"])
    image = blank()
    game.machine.drives[8].attach(image)
    game.key("g").until("No games")
    save(game, "ada")
    return bytes(image.data)


@pytest.fixture
def ada(saved):
    """A copy of that disk."""
    return D64Image(saved)


# --- ways to the page and back -------------------------------------------------------


@pytest.mark.feature("F189")
def test_quit_asks_to_save_and_then_whether_to_play_on(at):
    game = at("turn")
    image = blank()
    game.machine.drives[8].attach(image)
    game.key("q", 20)
    assert "Save the game first?" in game.shown()
    game.key("y", 20)
    game.until("No games")
    save(game, "ada")
    game.key("b", 60)
    assert "Play on, or end the" in game.shown()
    game.key("p", 40)
    assert game.mode == K["MODE_NORMAL"]
    assert "Roll dice" in game.shown()
    assert names(image) == ["ADA"]
    game.key("q", 20)
    game.key("\n", 20)  # the careful answer is the one that is selected
    assert "Play on, or end the" in game.shown()
    game.key("e", 60)
    assert game.mode == K["MODE_QUIT"]


@pytest.mark.feature("F121")
def test_a_game_is_quit_when_its_player_means_it_and_all_the_others_agree(at):
    game = at("turn")
    game.key("q", 20)
    game.key("n", 20)  # not saved
    game.key("e", 60)
    assert game.mode == K["MODE_QUIT"]
    for _ in range(3):
        assert "Yes, end it" in game.shown()
        game.key("y", 150)
    game.until("GAME OVER", 600)
    assert game.mode == K["MODE_OVER"]


@pytest.mark.feature("F141")
@pytest.mark.parametrize("place", ["title", "setup"])
def test_a_saved_game_goes_on_from_the_title_and_from_setup(at, ada, place):
    game = open_page(at, ada, "1 game", place)
    assert "ADA" in game.shown()
    assert "S Save" not in game.shown()
    load(game)
    game.until("ADA goes on.").tick(30)
    assert "Roll dice" in game.shown()
    assert game.state() == at("turn").state()


def goes_on_to_be_read(game):
    """Save a game and load it: that it goes on stands for a second."""
    game.machine.drives[8].attach(blank())
    game.key("g").until("SAVED GAMES").until("No games")
    save(game, "ada")
    game.tick(30)
    load(game).until("ADA goes on.").tick(50)
    assert "ADA goes on." in game.shown()


def test_a_game_that_has_not_begun_says_that_it_goes_on_long_enough_to_read(at):
    game = at("setup").key("{F7}", 60)
    assert game.mode == K["MODE_FIRST"]
    goes_on_to_be_read(game)
    game.until("Roll for 1st")


def test_a_game_with_an_offer_to_be_answered_says_so_too_before_the_contract_comes(at):
    game = at("turn").key("t", 60)
    game.key(str(1 + (initiator(game) + 1) % 4), 60)
    press(game, MONEY)
    press(game, BUTTONS, 60)
    settle(game, "Accept the trade")
    goes_on_to_be_read(game)
    game.until("Accept the trade")


def test_back_leads_to_the_page_the_list_was_opened_from(at, ada):
    game = open_page(at, ada, place="setup")
    game.key("b", 60)
    assert "WHO PLAYS?" in game.shown()
    game = open_page(at, ada, place="title")
    game.key("{STOP}", 60)
    assert "The property game" in game.shown()


def test_loading_in_the_middle_of_a_game_asks_before_that_is_given_up(at, ada):
    game = open_page(at, ada)
    game.ram[game.labels["player_money_lo"]] ^= 1  # not the game that was saved
    state = game.state()
    game.key("l", 60)
    assert "Give up this game for" in game.told()
    assert game.state() == state
    game.key("\n", 60)  # the careful answer is the one that is selected
    assert game.state() == state
    back(game)
    game.key("g").until("1 game")
    game.key("l", 60).key("y", 10)
    game.until("ADA goes on.")
    assert game.state() == at("turn").state()


@pytest.mark.parametrize(("names", "said"), [(1, "names of the US."), (2, "names of Berlin.")])
def test_loading_says_when_a_game_was_played_with_other_names(at, ada, names, said):
    volume, data = Volume(ada), bytearray(content(ada))
    data[8] = names
    volume.scratch(volume.find(ADA))
    volume.write_file(ADA, SEQ, with_sum(bytes(data[:-2])))
    game = open_page(at, ada)
    load(game).until("It was saved with the").until(said)


@pytest.mark.parametrize("place", ["title", "turn"])
def test_a_saved_game_with_a_computer_brings_in_how_it_plays(at, ada, place):
    volume, data = Volume(ada), bytearray(content(ada))
    before = at("turn")
    told = before.text().splitlines()
    flags = before.labels["player_flags"] - before.labels["state_begin"]
    data[STATE_AT + flags + (before.byte("mode_active", 0) + 1) % 4] |= 0x80
    volume.scratch(volume.find(ADA))
    volume.write_file(ADA, SEQ, with_sum(bytes(data[:-2])))
    game = open_page(at, ada, place=place)
    game.ram[game.labels["brain_mark"]] = 0
    assert not game.holds("brain")
    load(game)
    game.until("ADA goes on.").tick(30)
    assert game.holds("brain")
    assert "Roll dice" in game.shown()
    assert game.text().splitlines()[:20] == told[:20]


def test_a_game_that_was_saved_shows_the_same_screen_after_loading(at, ada):
    before = at("turn")
    told = before.text().splitlines()
    game = open_page(at, ada, "1 game", "title")
    load(game)
    game.until("ADA goes on.").tick(30)
    shown = game.text().splitlines()
    assert shown[:20] == told[:20]
    assert shown[21:24] == told[21:24]
    assert bytes(game.ram[game.labels["shown_square"] :][:8]) == bytes(
        game.ram[game.labels["player_square"] :][:8]
    )


def test_saving_changes_nothing_of_the_game_and_the_interrupt_runs_on(at):
    game = at("turn")
    before, text = game.state(), game.text()
    game.machine.drives[8].attach(blank())
    game.key("g").until("No games")
    save(game, "ada")
    back(game)
    assert game.state() == before
    assert game.text() == text
    tick = game.byte("irq_tick")
    game.tick(10)
    assert game.byte("irq_tick") != tick
    game.key("r", 120)
    assert game.state() != before


def test_no_sound_is_held_and_no_sprite_shown_while_the_drive_works(at):
    game = open_page(at, blank(), "No games")
    game.key("s", 20)
    game.key("ada\n", 25)
    assert "Saving ADA..." in game.shown()
    assert game.machine.board.vic.peek(0x15) == 0
    assert not game.playing()
    game.until("ADA is saved.")


# --- names ---------------------------------------------------------------------------


@pytest.mark.feature("F142")
def test_a_name_has_up_to_eight_letters_and_blanks_around_it_go(at):
    image = blank()
    game = open_page(at, image, "No games")
    save(game, "grace hopper")
    save(game, " a b ", "A B is saved.")
    save(game, "1-2.3+4!", "1-2.3+4! is")
    assert names(image) == ["GRACE HO", "A B", "1-2.3+4!"]


def test_a_letter_or_blank_that_goes_from_a_full_name_leaves_seven_letters(at):
    image = blank()
    game = open_page(at, image, "No games")
    save(game, "hopscotc{DEL}", "HOPSCOT is saved.")
    save(game, " hopping", "HOPPING is saved.")
    assert names(image) == ["HOPSCOT", "HOPPING"]


def test_what_a_drive_would_misunderstand_cannot_be_typed(at):
    image = blank()
    game = open_page(at, image, "No games")
    save(game, "a,:*=@;/b", "AB is saved.")
    assert names(image) == ["AB"]


def test_an_empty_name_or_stop_gives_up(at):
    image = blank()
    game = open_page(at, image, "No games")
    for keys in ("a{DEL}\n", "   \n", "abc{STOP}"):
        game.key("s", 20)
        assert "NAME OF THE GAME" in game.shown()
        game.key(keys, 40)
        assert "NAME OF THE GAME" not in game.shown()
    assert names(image) == []


@pytest.mark.feature("F142")
def test_a_name_is_put_together_with_a_joystick_alone(at):
    image = blank()
    game = open_page(at, image, "No games")
    stick = game.machine.joystick(2)

    def push(what):
        stick.press(what)
        game.tick(3)
        stick.release()
        game.tick(8)

    push("fire")  # Save
    assert "NAME OF THE GAME" in game.shown()
    for what in ("up", "up", "right", "down", "right", "right", "right", "up"):
        push(what)  # GAME: I, Blank before A, then one more
    push("fire")
    game.until("is saved.")
    assert names(image) == ["I MEA"]


# --- the list ------------------------------------------------------------------------


def step(game, key):
    """Go to another game of the list."""
    place = game.byte("files_at")
    game.key(key, 1)
    for _ in range(60):
        if game.byte("files_at") != place:
            break
        game.tick(1)
    assert game.byte("files_at") != place
    game.tick(5)


@pytest.mark.feature("F143")
def test_a_directory_of_seventy_games_is_shown_and_scrolled(at, ada):
    volume, data = Volume(ada), content(ada)
    for number in range(2, MOST + 1):
        volume.write_file(b"GO64-GAME %02d" % number, SEQ, data)
    game = open_page(at, ada, "70 games")
    wanted = ["ADA", *[f"GAME {n:02}" for n in range(2, MOST + 1)]]
    seen = []
    for _ in range(MOST):
        lines = game.text().splitlines()[4:18]
        at_row = game.byte("files_at") - game.byte("files_top")
        seen.append(lines[at_row][NAMES].strip())
        step(game, "{RIGHT}")
    assert seen == wanted
    assert game.byte("files_at") == 0
    step(game, "{LEFT}")
    load(game)
    game.until("GAME 70 goes on.")
    assert game.state() == at("turn").state()


def test_how_to_go_to_another_game_is_told_when_there_is_one(at):
    game = at("turn")
    brain = MAP["BRAIN"]  # no computer plays: there may be anything in this place
    game.ram[brain.start : brain.start + brain.size] = bytes([0x84]) * brain.size
    game.machine.drives[8].attach(blank())
    game.key("g").until("SAVED GAMES").until("No games")
    assert hint(game) == ""
    save(game, "ada")
    assert hint(game) == ""
    save(game, "eve", "EVE is saved.").until("2 games")
    assert hint(game) == "Left, right: next game"


def about(game):
    """What is told of a saved game, but for the tokens."""
    lines = game.text().splitlines()[HINT - 2 : HINT]
    return " ".join(line[:BUTTONS_X].replace(".", "").strip() for line in lines).strip()


def hint(game):
    """What stands below the list."""
    return game.text().splitlines()[HINT][:BUTTONS_X].strip()


@pytest.mark.feature("F143")
def test_the_seventy_first_game_is_refused_and_an_old_one_still_replaced(at, ada):
    volume, data = Volume(ada), content(ada)
    for number in range(2, MOST + 1):
        volume.write_file(b"GO64-GAME %02d" % number, SEQ, data)
    game = open_page(at, ada, "70 games")
    save(game, "other", "The disk has 70 games.")
    save(game, "ada", "Y Yes")
    game.key("y", 10)
    game.until("ADA is saved.")
    assert len(names(ada)) == MOST


def test_only_closed_files_with_names_of_ours_are_listed(at, ada):
    volume, data = Volume(ada), content(ada)
    for name, kind in (
        (b"GO64-PROGRAM", PRG),
        (b"GO64-USER", USR),
        (b"GO64-", SEQ),
        (b"GO64-NINE LONG", SEQ),
        (b"GO64-A,B", SEQ),
        (b"GO64-\xc1\xc2", SEQ),
        (b"OTHER", SEQ),
        (b"GO64-BOB", SEQ),
    ):
        volume.write_file(name, kind, data)
    open_file = volume.find(b"GO64-BOB")
    volume.write_file(b"GO64-HALF", SEQ, data)
    half = volume.find(b"GO64-HALF")
    half.raw[2] &= 0x7F
    volume.put_entry(half)
    assert open_file.closed
    game = open_page(at, ada, "2 games")
    shown = [line[2:24].split() for line in game.text().splitlines()[4:18]]
    assert shown[:2] == [["ADA"], ["BOB"]]
    assert not any(shown[2:])


def test_the_rest_of_an_interrupted_save_is_listed_and_goes_with_the_next_one(at, ada):
    Volume(ada).write_file(NEW, SEQ, content(ada))
    game = open_page(at, ada, "2 games")
    assert "(NEW)" in game.shown()
    game.key("{RIGHT}", 6)
    load(game)
    game.until("(NEW) goes on.")
    assert game.state() == at("turn").state()
    game.key("g").until("2 games")
    save(game, "bob")
    assert names(ada) == ["ADA", "BOB"]


def test_a_click_on_a_game_brings_it_into_view(at, ada):
    volume, data = Volume(ada), content(ada)
    for name in (b"BOB", b"CYD"):
        volume.write_file(b"GO64-" + name, SEQ, data)
    game = open_page(at, ada, "3 games")
    for y in range(25):
        for x in range(25):
            game.ram[game.labels["files_at"]] = before = 2 - y % 3  # not what is there
            game.ram[game.labels["click_x"]], game.ram[game.labels["click_y"]] = x, y
            game.call("list_click")
            wanted = y - 4 if 4 <= y < 7 and x < NAMES.stop else before
            assert game.byte("files_at") == wanted, (x, y)


# --- replacing and deleting ----------------------------------------------------------


def test_replacing_is_asked_and_no_leaves_the_old_game(at, ada):
    old = content(ada)
    game = open_page(at, ada)
    game.ram[game.labels["turn_count"]] ^= 1
    save(game, "ada", "Y Yes")
    game.key("n", 40)
    assert content(ada) == old
    save(game, "ada", "Y Yes")
    game.key("y", 10)
    game.until("ADA is saved.")
    assert names(ada) == ["ADA"]
    assert content(ada) != old
    assert content(ada)[9 + 5 + 150 : -2] == game.state()


def test_replacing_is_asked_also_when_the_disk_was_changed_behind_the_games_back(at, ada):
    game = open_page(at, blank(), "No games")
    old = content(ada)
    game.machine.drives[8].attach(ada)
    save(game, "ada", "Y Yes")
    game.key("n", 40)
    assert content(ada) == old


def test_deleting_is_asked(at, ada):
    game = open_page(at, ada)
    game.key("d", 20)
    assert "Delete ADA for good?" in game.shown()
    game.key("\n", 20)
    assert names(ada) == ["ADA"]
    game.key("d", 20)
    game.key("y", 10)
    game.until("ADA is deleted.")
    assert names(ada) == []
    assert "No games here." in game.shown()
    assert "No games here." not in game.told()
    game.key("l", 20)
    assert "No games here." in game.told()


# --- errors of the drive -------------------------------------------------------------


def test_a_full_disk_is_told_and_nothing_is_left_of_the_attempt(at, ada):
    volume = Volume(ada)
    volume.write_file(b"BIG", PRG, bytes(254 * (volume.free_blocks() - 2)))
    old, free = content(ada), volume.free_blocks()
    game = open_page(at, ada)
    state = game.state()
    save(game, "bob", "The disk is full.")
    save(game, "ada", "Y Yes")
    game.key("y", 10)
    game.until("Saving ADA...")
    game.tick(400)
    assert "ADA is saved." not in game.shown()
    assert content(ada) == old
    assert names(ada) == ["ADA"]
    assert Volume(ada).free_blocks() == free
    back(game)
    assert game.state() == state


def test_a_full_directory_is_told(at):
    image = blank()
    volume = Volume(image)
    for number in range(144):
        volume.write_file(b"FILE %03d" % number, SEQ, b"x")
    game = open_page(at, image, "No games")
    save(game, "ada", "The disk is full.")
    assert names(image) == []


def test_a_write_protected_disk_is_told_and_can_still_be_loaded_from(at, ada):
    ada.read_only = True
    game = open_page(at, ada)
    save(game, "bob", "write-protected.")
    save(game, "ada", "Y Yes")
    game.key("y", 10)
    game.until("write-protected.")
    game.key("d", 10)
    game.key("y", 10)
    game.until("write-protected.")
    assert names(ada) == ["ADA"]
    load(game)
    game.until("ADA goes on.")


@pytest.mark.parametrize(
    ("dos", "image"),
    [(VIRTUAL, None), (FREE, None), (FREE, NOISE), (ORIGINAL, None), (ORIGINAL, NOISE)],
    ids=lambda value: "not formatted" if value == NOISE else value or "no disk",
)
def test_a_drive_that_finds_no_disk_is_told_and_another_disk_can_be_put_in(at, ada, dos, image):
    """A 1541 cannot tell the two apart: 21, or 74 to who asks for a file."""
    kind = "quick" if dos == VIRTUAL else "1541"
    rom = original_dos() if dos == ORIGINAL else None
    game = at("turn")
    board = game.machine.board
    attach_drive(board, image and G64Image(image), kind=kind, dos=rom)
    game.key("g").until("SAVED GAMES").until(NO_DISK).until("Back")
    assert " games" not in game.shown()
    attach_drive(board, ada, kind=kind, dos=rom)
    game.key("c", 20).until("disk in, then press")
    game.key("x", 10)
    game.until("1 game").until("ADA", 100)


def test_a_computer_without_a_drive_is_told(at):
    game = at("turn")
    game.machine.board.iec.detach(8)
    game.key("g").until("No drive 8 answers.", 300)
    save(game, "ada", "Saving ADA...")
    game.tick(30)  # the same words as before are told again
    game.key("o", 10)
    game.until("No other drive answers.", 300)
    back(game)


def test_a_disk_with_a_bad_sector_is_told(at, ada):
    data = bytearray(ada.to_bytes() + b"\1" * 683)
    entry = Volume(ada).find(ADA)
    data[174848 + ada.index(*entry.start)] = 5  # 23: checksum of the block
    bad = D64Image(bytes(data))
    game = open_page(at, bad)
    state = game.state()
    load(game)
    game.until("cannot be read.")
    back(game)
    assert game.state() == state


@pytest.mark.parametrize(
    "what", ["a byte", "cut", "longer", "version", "another program", "names", "forged"]
)
def test_a_file_that_is_not_whole_is_refused_and_the_game_untouched(at, ada, what):
    volume, data = Volume(ada), bytearray(content(ada))
    said = "The file is damaged."
    if what == "a byte":
        data[400] ^= 0x10
    elif what == "cut":
        del data[500:]
    elif what == "longer":
        data += bytes(2000)
    elif what == "version":
        data[4] += 1
        data, said = with_sum(bytes(data[:-2])), "Another version saved it."
    elif what == "names":  # of a set there is none of
        data[8] = 3
        data = with_sum(bytes(data[:-2]))
    elif what == "forged":  # the mode at the bottom is one that no game is in
        labels = at("turn").labels
        data[STATE_AT + labels["mode_kind"] - labels["state_begin"]] = 0
        data = with_sum(bytes(data[:-2]))
    else:
        data = with_sum(b"somebody else's " * 40)
    volume.scratch(volume.find(ADA))
    volume.write_file(ADA, SEQ, bytes(data))
    game = open_page(at, ada)
    state = game.state()
    game.key("i", 10).until(said)
    assert game.state() == state
    assert about(game) == ""
    load(game)
    game.until(said)
    assert game.state() == state
    back(game)
    assert game.state() == state


def test_a_file_that_has_gone_since_it_was_listed_is_told(at, ada):
    game = open_page(at, ada)
    game.machine.drives[8].attach(blank())
    load(game)
    game.until("It is not on this disk.")


def test_a_device_that_blocks_the_bus_is_given_up_and_the_game_goes_on(at, ada):
    game = open_page(at, ada)
    stuck = SerialDevice()
    stuck.data, stuck.wakeup = 1, IEC_NEVER
    game.machine.board.iec.attach(11, stuck)
    game.key("c", 20).key("x").until("Drive 8 stopped", 2500)
    game.machine.board.iec.detach(11)
    game.key("c", 20).key("x").until("1 game")
    load(game).until("ADA goes on.")


def test_a_drive_that_is_gone_when_its_directory_is_to_come_is_told(at, ada):
    game = open_page(at, ada)
    board = game.machine.board
    drive = board.iec.devices[8]

    def gone(_board):
        if board.cpu.x == DRIVE_LIST:
            board.iec.detach(8)
        return False

    board.set_trap(game.labels["drive_talk"], gone)
    game.key("c", 20).key("x").until("Drive 8 stopped", 2500)
    board.set_trap(game.labels["drive_talk"], None)
    board.iec.attach(8, drive)
    game.key("c", 20).key("x").until("1 game")


def test_restore_during_an_access_does_no_harm(at, ada):
    game = open_page(at, ada)
    game.key("s", 20)
    game.key("bob\n", 4)
    for _ in range(400):
        game.machine.board.keyboard.press("RESTORE")
        game.tick(1)
        game.machine.board.keyboard.release("RESTORE")
        if "BOB is saved." in game.shown():
            break
        game.tick(1)
    game.until("BOB is saved.")
    assert content(ada, b"GO64-BOB")[:-2] == content(ada)[:-2]


def pull_out(at, image, action, how, moments):
    """Pull the disk out, or switch the drive off, at these moments (in pictures)."""
    game = open_page(at, image)
    state = game.state()
    game.key({"save": "s", "load": "l", "list": "c", "look": "{RIGHT}"}[action], 20)
    if action == "save":
        game.key("bob", 10)
    game.machine.type({"save": "\n", "load": "y", "list": "x", "look": "i"}[action], wait=False)
    game.tick(4)
    begin = game.machine.snapshot()
    bus = game.machine.board.iec
    said = set()
    for moment in moments:
        game.machine.restore(begin)
        game.tick(moment)
        drive = bus.devices[8]
        if how == "disk":
            game.machine.drives[8].attach(None)
        else:
            bus.detach(8)
        for _ in range(300):
            told = game.told()
            if not told.rstrip().endswith("..."):
                break
            game.tick(5)
        else:
            pytest.fail(f"moment {moment}: {game.where()}")
        assert not game.machine.board.cpu.jammed
        assert game.state() == state, moment
        said.add(told)
        if how == "drive":
            bus.attach(8, drive)
    return said


@pytest.mark.parametrize("how", ["disk", "drive"])
@pytest.mark.parametrize("action", ["save", "load", "list", "look"])
def test_whatever_goes_away_in_the_middle_is_told_and_nothing_hangs(at, ada, action, how):
    said = pull_out(at, ada, action, how, (1, 41, 100) if how == "disk" else (4, 70))
    assert any("disk" in words or "rive 8" in words for words in said), said


@pytest.mark.long
@pytest.mark.parametrize("how", ["disk", "drive"])
@pytest.mark.parametrize("action", ["save", "load", "list", "look"])
def test_at_no_moment_does_anything_hang(at, ada, action, how):
    pull_out(at, ada, action, how, range(1, 300, 9))


# --- drives --------------------------------------------------------------------------


@pytest.mark.feature("F143")
def test_a_second_drive_is_for_saved_games_and_names_still_come_from_the_first(at, ada):
    game = at("turn")
    first = blank()
    game.machine.drives[8].attach(first)
    game.machine.drives[9].attach(ada)
    game.key("g").until("drive 9").until("1 game")
    save(game, "bob")
    assert names(ada) == ["ADA", "BOB"]
    assert names(first) == []
    assert game.ram[0xBA] == 8
    game.key("o", 10)
    game.until("drive 8").until("No games")
    save(game, "cyd")
    assert names(first) == ["CYD"]
    game.key("o", 10)
    game.until("drive 9").until("2 games")
