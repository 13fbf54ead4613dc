"""From a 1541 with its own processor: our program in the drive sends the game and its parts."""

import itertools
import random
from typing import ClassVar

import pytest

from c64.drive.attach import attach_drive
from disk.d64 import D64Image
from disk.directory import PRG
from disk.volume import Volume
from tests.asm.game.engine import K
from tests.asm.game.ui.german import areas, de
from tests.asm.game.ui.machine import BITMAP, MATRIX, OUT, labels, trace
from tests.asm.game.ui.test_load import (
    FAST_VARIABLES,
    PICTURE,
    Loaded,
    until_title,
)
from tests.original_roms import original_dos
from tests.volume import seldom
from tools import build
from tools.art.pictures import encode
from tools.game.build_game import AREAS, MAP

RUN_SECONDS = 15  # from RUN to the title
PART_SECONDS = 6  # from a key to the page, with the disk's motor started
PREFETCH_SECONDS = 8
PLAIN_SECONDS = 20  # until lights show that the KERNAL brings the game from a real drive
GIVEN_UP = 2  # until a drive that does not answer our way is served by the KERNAL
LANGUAGE_SECONDS = 10  # from F3 to the title in German: its words, then the street again
CLOCK = {"c64": 985248, "ntsc": 1022727}
IMAGE = build.ROOT / "disk" / "go64.d64"
ALIVE, ABLE = MAP["FAST"].start, MAP["FAST"].start + 1
SPRITE_ON, SPRITE_Y, SPRITES_TALL = 0xD015, 0xD001, 0xD017
JAM = 0x02
LOADS = 1000
LONGEST = 20_000_000  # cycles for a file
DIRECTORY = 36  # half track
PAGE_SECONDS = 2.5  # from a key to a page in play, with the motor running
MOTOR_ON, MOTOR_OFF = 50 * 50, 80 * 60  # pictures: it still runs, it has stopped
BUTTONS_X = 26
BAR_FULL, BAR_STEPS = 0x77, 20  # a cell of the bar; so many pages come one by one
WANTED = "INSERT THE DISK 'GO 64'"


def own_disk():
    """The game's disk; what is written to it is not kept."""
    return D64Image(IMAGE.read_bytes())


class Fast:
    """A machine whose drive 8 is a 1541 with the game's disk, RUN not yet typed.

    The next one of the same name is the same machine.  With the game's disk and our DOS, all of a
    kind begin alike: the first of them loads what the others find loaded.
    """

    _begun: ClassVar = {}  # {(standard, kind of drive): snapshot}

    def __init__(self, factory, name="fast", standard="pal", disk=None, kind="1541", dos=None):
        build.build_disk()
        self.kit = factory(
            f"{name} {standard}", dbg=OUT / "go64.dbg", boot=False, standard=standard
        )
        trace(self.kit, False)
        self.machine, self.ram = self.kit.machine, self.kit.board.ram
        self.clock = CLOCK["ntsc" if standard == "ntsc" else "c64"]
        alike = (standard, kind) if disk is dos is None else None
        if alike not in self._begun:
            self._begin(disk or own_disk(), kind, dos)
            if alike is None:
                return
            self._begun[alike] = self.machine.snapshot()
        attach_drive(self.kit.board, own_disk(), kind=kind)
        self.machine.restore(self._begun[alike])

    def _begin(self, disk, kind, dos):
        self.machine.tick(120)
        attach_drive(self.kit.board, disk, kind=kind, dos=dos)
        self.machine.type('load"*",8\n')
        for _ in range(400):
            self.machine.tick(2)
            if self.machine.screen.text().count("READY.") > 1:
                break

    def run(self, seconds=RUN_SECONDS + 5):
        """Type RUN; returns the emulated seconds until the title, or None."""
        self.machine.type("run\n")
        begin = self.machine.cycle
        if until_title(self.kit, begin + seconds * self.clock):
            return (self.machine.cycle - begin) / self.clock
        return None

    def wrong(self):
        """Names of areas that are not in memory to the last byte."""
        return [area for area, start in AREAS if area != "font" and not self._same(area, start)]

    def _same(self, area, start):
        wanted = (OUT / f"game.{area}").read_bytes()
        skip = FAST_VARIABLES if area == "fast" else 0
        return bytes(self.ram[start + skip : start + len(wanted)]) == wanted[skip:]


def seconds_until(game, clock, words, limit=1500):
    """Emulated seconds until the words are on the screen."""
    begin = game.machine.cycle
    for _ in range(limit):
        if words in game.text():
            return (game.machine.cycle - begin) / clock
        game.tick()
    raise AssertionError(f"{words!r} did not come: {game.where()}")


class First:
    """A start from RUN to the title.

    fast, game  the machine, which is at the title 30 pictures later
    seconds     from RUN to the title
    wrong       areas that had not come whole then
    picture     what was there when the loader had its picture: its cycle since RUN, bitmap, matrix,
                ALIVE
    """

    def __init__(self, factory, standard):
        self.fast = fast = Fast(factory, "first", standard)
        begin, again = fast.machine.cycle, labels("go64")["again"]
        self.picture = None

        def look(board):
            board.set_trap(again, None)
            shown = (bytes(fast.ram[at : at + n]) for at, n in ((BITMAP, 8000), (MATRIX, 1000)))
            self.picture = (board.cycle - begin, *shown, fast.ram[ALIVE])
            return False

        fast.kit.board.set_trap(again, look)
        self.seconds = fast.run()
        self.wrong = fast.wrong()
        self.game = Loaded(fast.kit)
        self.game.tick(30)
        print(f"{standard}: RUN to title {self.seconds} s")


@pytest.fixture(scope="module", params=["pal", "ntsc"])
def first(request, built, c64_factory):
    """A First for PAL and one for NTSC."""
    return First(c64_factory, request.param)


# What goes wrong on the way does so at no moment that a video standard decides.
ONE_STANDARD = pytest.mark.parametrize("first", ["pal"], indirect=True)
# What takes its time does so on NTSC, too; files come there whole in other tests.
MOSTLY_PAL = pytest.mark.parametrize("first", ["pal", seldom("ntsc")], indirect=True)


@pytest.mark.feature("F088")
def test_a_1541_brings_the_picture_within_three_seconds_of_run(first):
    cycles, bitmap, matrix, alive = first.picture
    assert cycles < 3 * first.fast.clock
    assert (bitmap, matrix) == encode(PICTURE.pixels, PICTURE.lights)
    assert alive & 0x80, "the drive waits for the next file"


@pytest.fixture
def game(first):
    """The game at its title; afterwards the machine is as before."""
    game = first.game
    snapshot = game.machine.snapshot()
    game.machine.drives[8].attach(own_disk(), kind="1541")
    game.machine.restore(snapshot)
    game.clock = first.fast.clock
    yield game
    game.machine.restore(snapshot)


def with_brain(game):
    """The title, once how computers play has come behind it: its last file for now."""
    game.once(("with brain",), lambda: _with_brain(game))


def _with_brain(game):
    while not game.holds("brain"):
        game.tick()


def to_first_roll(game):
    """From the title through set-up to the first roll, which TRADE has come for."""
    game.once(("first roll",), lambda: _to_first_roll(game))


def _to_first_roll(game):
    game.key("\n").until("WHO PLAYS?")
    game.machine.type("{F7}")
    game.until("Roll for 1st")


@pytest.mark.feature("F088")
def test_a_1541_brings_the_title_within_15_seconds_of_run(first):
    assert first.seconds is not None and first.seconds < RUN_SECONDS
    assert "The property game" in first.game.text()
    assert first.fast.ram[ALIVE] & 0x80 and first.fast.ram[ABLE]


def test_every_byte_arrives(first):
    assert first.wrong == []


@MOSTLY_PAL
def test_how_computers_play_comes_while_people_read_and_music_plays(game):
    assert not game.holds("brain")
    pictures, frames = 0, game.byte("irq_frame")
    begin = game.machine.cycle
    while not game.holds("brain"):
        game.tick()
        pictures += 1
        assert pictures < PREFETCH_SECONDS * 60
    game.tick(10)
    assert game.byte("irq_frame") == (frames + pictures + 10) & 0xFF, "a picture was lost"
    assert "The property game" in game.text()
    print(f"BRAIN is there after {(game.machine.cycle - begin) / game.clock:.1f} s")
    game.key("\n").until("WHO PLAYS?")
    game.key("{DOWN}{F3}{F3}{F3}", 20)
    game.machine.type("{F7}")
    seconds = seconds_until(game, game.clock, "Thinking")
    print(f"F7 with a computer: {seconds:.1f} s")
    assert seconds < PART_SECONDS
    assert game.holds("trade") and game.holds("brain")


def test_eight_tall_sprites_do_not_matter_to_the_clocked_transfer(game):
    game.machine.board.poke(SPRITES_TALL, 0xFF)
    for _ in range(PREFETCH_SECONDS * 60):
        for sprite in range(8):
            game.machine.board.poke(SPRITE_Y + 2 * sprite, 60 + 20 * sprite)
        game.machine.board.poke(SPRITE_ON, 0xFF)
        game.tick()
        if game.holds("brain"):
            break
    assert game.holds("brain")
    assert game.ram[ALIVE] & 0x80


@MOSTLY_PAL
def test_german_comes_within_its_time(game):
    """Its files by the drive's program; how computers play comes in German, too."""
    with_brain(game)
    game.key("{F3}", 10)
    game.machine.type("{F3}")
    seconds = seconds_until(game, game.clock, de("title", "text_game"))
    print(f"German: {seconds:.1f} s")
    assert seconds < LANGUAGE_SECONDS
    assert areas(game, "de") == {"words", "title"}
    assert game.ram[ALIVE] & 0x80
    for _ in range(2 * PREFETCH_SECONDS * 60):  # behind the names
        if game.holds("brain"):
            break
        game.tick()
    assert game.holds("brain"), "in German"
    game.key("\n").until(de("setup", "text_who"))
    game.machine.type("{F7}")
    game.until(de("play", "l_begin"))
    assert game.holds("trade") and "words" in areas(game, "de")


@ONE_STANDARD
def test_keys_in_a_hurry_wait_for_what_is_on_its_way(game):
    game.key("\n").until("WHO PLAYS?")
    game.machine.type("{F7}")
    game.until("Roll for 1st")
    assert game.holds("trade") and game.holds("brain")


@ONE_STANDARD
def test_the_program_is_started_again_after_the_kernal_had_the_drive(game):
    game.key("\n").until("WHO PLAYS?")
    game.machine.type("{F7}")
    print(f"TRADE: {seconds_until(game, game.clock, 'Roll for 1st'):.1f} s")
    game.until("Roll for 1st")
    game.machine.type("g")
    game.until("No games")
    assert game.ram[ALIVE] == 0, "the list came by the KERNAL"
    game.key("b", 60)
    for _ in range(4):
        game.key("r", 90)
    game.until("Roll dice")
    game.machine.type("t")
    print(f"TRADE again: {seconds_until(game, game.clock, 'TRADE WITH WHOM'):.1f} s")
    assert game.ram[ALIVE] & 0x80
    assert game.holds("trade")


def saved_games_begin(game):
    """Ask for saved games before the first roll; returns the seconds until their first picture."""
    to_first_roll(game)
    game.machine.type("g")
    begin = game.machine.cycle
    while "SAVED GAMES" not in game.text().splitlines()[2]:  # further down is what comes
        game.tick()
    return (game.machine.cycle - begin) / game.clock


def left_of_buttons(game):
    """The colours of the page but for its buttons, of which one breathes."""
    return [bytes(game.ram[row : row + BUTTONS_X]) for row in range(MATRIX, MATRIX + 1000, 40)]


@pytest.mark.feature("F088")
@MOSTLY_PAL
def test_saved_games_show_a_picture_while_the_rest_of_their_code_comes(game):
    seconds = saved_games_begin(game)
    print(f"saved games: {seconds:.2f} s")
    assert seconds < PAGE_SECONDS / 2
    assert not game.holds("disk")
    seen = []
    while not game.holds("disk"):
        row = bytes(game.ram[MATRIX + 13 * 40 : MATRIX + 14 * 40])
        seen.append(row.count(BAR_FULL))
        game.tick()
    assert seen == sorted(seen)
    assert len(set(seen)) > BAR_STEPS, "the bar grows all the time"
    game.until("No games").tick(10)
    shown = game.text(), left_of_buttons(game)
    game.key("b", 60).key("g", 20).until("No games").tick(10)
    assert (game.text(), left_of_buttons(game)) == shown, "nothing is left of it"


def test_saved_games_show_their_picture_in_time_with_an_original_dos(built, c64_factory):
    fast = Fast(c64_factory, dos=original_dos())
    assert fast.run() is not None
    game = Loaded(fast.kit)
    game.clock = fast.clock
    game.tick(30)
    seconds = saved_games_begin(game)
    print(f"saved games with the original DOS: {seconds:.2f} s")
    assert seconds < PAGE_SECONDS
    assert game.ram[ALIVE] & 0x80
    game.until("No games")
    assert game.holds("disk")


@ONE_STANDARD
@pytest.mark.parametrize("gone", ["drive", "disk", "another disk"])
def test_what_does_not_come_behind_the_first_picture_of_saved_games_is_told(game, gone):
    saved_games_begin(game)
    game.tick(20)
    assert not game.holds("disk")
    bus, slot = game.machine.board.iec, game.machine.drives[8]
    drive = bus.devices[8]
    if gone == "drive":
        bus.detach(8)
    else:
        slot.attach(None if gone == "disk" else D64Image.blank(b"SAVES", b"01"), kind="1541")
    game.until("Try again", 2500)
    assert game.ram[MAP["DISK"].start] == 0, "half a part is not taken for a whole one"
    if gone == "drive":
        bus.attach(8, drive)
    else:
        slot.attach(own_disk(), kind="1541")
    game.tick(60)
    game.key("t").until("No games", 3000)
    assert game.holds("disk")


@ONE_STANDARD
def test_a_saved_game_is_told_of_and_the_program_is_started_again(game):
    to_first_roll(game)
    game.machine.type("g")
    game.until("No games")
    game.key("s", 20).key("ada\n").until("ADA is saved.")
    state = game.state()
    game.machine.type("i")
    print(f"I: {seconds_until(game, game.clock, '4 players, turn 0'):.1f} s")
    game.until("Each round")
    for _ in range(100):
        if "Looking" not in game.told():
            break
        game.tick()
    assert "Looking" not in game.told()
    assert game.state() == state
    game.key("b", 60)
    for _ in range(4):
        game.key("r", 90)
    game.until("Roll dice")
    game.machine.type("t")
    game.until("TRADE WITH WHOM")
    assert game.ram[ALIVE] & 0x80
    assert game.holds("trade")


def loaded_by_the_drive(game, file):
    """Load a file by our program in the drive; returns the half tracks that the head came over."""
    halves = set()
    head = game.machine.board.iec.devices[8].unit.head
    irq = game.labels["irq_entry"]
    game.machine.board.set_trap(irq, lambda board: bool(halves.add(head.half)) and False)
    game.call("overlay_need", x=K[f"FILE_{file}"], limit=LONGEST)
    if file == "DISK":  # the page itself asks for what comes behind its first picture
        assert not game.holds("disk")
        game.call("file_rest", limit=LONGEST)
    game.machine.board.set_trap(irq, None)
    assert game.holds(file.lower())
    assert game.ram[ALIVE] & 0x80
    return halves


@ONE_STANDARD
def test_the_directory_is_read_once_for_all_files_that_it_tells(game):
    with_brain(game)
    assert DIRECTORY in loaded_by_the_drive(game, "TRADE"), "the first one from its second block"
    for file in ("DESK", "FINALE", "HELP", "DEAL", "DISK"):
        assert DIRECTORY not in loaded_by_the_drive(game, file), file


def desk_as_built(game):
    """Whether DESK is in memory to the last byte."""
    wanted = (OUT / "game.desk").read_bytes()
    start = MAP["DESK"].start
    return bytes(game.ram[start : start + len(wanted)]) == wanted


@pytest.mark.parametrize("shown", ["tall sprites", "pointer"])
def test_a_page_comes_whole_whatever_the_vic_shows_and_keys_interrupt(game, shown):
    """Timed transfer: sprites in all lines, a mouse that moves, RESTORE pressed again and again."""
    with_brain(game)
    board, labels_, keyboard = game.machine.board, game.labels, game.machine.board.keyboard
    presses = itertools.cycle((keyboard.press, keyboard.release))
    rng = random.Random(shown)
    seen = set()

    def every_interrupt(_board):
        seen.add(board.vic.peek(SPRITE_ON & 0x3F))
        if shown == "pointer":
            game.ram[labels_["mouse_on"]] = game.ram[labels_["mouse_seen"]] = 1
            game.ram[labels_["mouse_y"]] = rng.randrange(200)
        else:
            game.ram[labels_["sprite_on"]] = 0xFF
            for sprite in range(8):
                game.ram[labels_["sprite_y"] + sprite] = 50 + 25 * sprite
            board.poke(SPRITES_TALL, 0xFF)
        next(presses)("RESTORE")
        return False

    board.set_trap(labels_["irq_entry"], every_interrupt)
    game.call("overlay_need", x=K["FILE_DESK"], limit=LONGEST)
    board.set_trap(labels_["irq_entry"], None)
    assert seen - {0}, "sprites were on"
    assert desk_as_built(game)
    assert game.ram[ALIVE] & 0x80, "by the drive's program"


def at_rest(game):
    """The first turns of a game, a minute and more after its last file: the motor has stopped."""
    game.once(("at rest",), lambda: _at_rest(game))
    return game.machine.drives[8]


def _at_rest(game):
    to_first_roll(game)
    drive = game.machine.drives[8]
    game.tick(MOTOR_ON)
    assert drive.motor
    game.tick(MOTOR_OFF - MOTOR_ON)
    assert not drive.motor


def asked_anew(game):
    """The board asks whose turn it is, as when that begins."""
    game.key("{F3}", 10)
    game.key(" ", 100)


@pytest.mark.feature("F088")
@MOSTLY_PAL
def test_the_motor_runs_for_a_minute_and_starts_when_a_turn_begins(game):
    drive = at_rest(game)
    asked_anew(game)
    assert drive.motor
    game.machine.type("s")
    seconds = seconds_until(game, game.clock, "STATISTICS")
    print(f"statistics in a turn that has begun: {seconds:.1f} s")
    assert seconds < PAGE_SECONDS
    assert game.ram[ALIVE] & 0x80


@pytest.mark.feature("F088")
@MOSTLY_PAL
@pytest.mark.parametrize("what", ["cursor", "pointer"])
def test_the_motor_starts_when_somebody_moves(game, what):
    drive = at_rest(game)
    game.tick(50)
    assert not drive.motor, "nobody has moved"
    if what == "cursor":
        game.machine.type("{DOWN}", wait=False)
    for _ in range(10):
        if what == "pointer":  # the drive may be busy for the length of a signal
            game.ram[game.labels["mouse_moved"]] = 1
        game.machine.tick()
        if drive.motor:
            break
    assert drive.motor
    assert game.ram[ALIVE] & 0x80


@ONE_STANDARD
def test_the_motor_is_not_asked_for_while_a_file_comes_meanwhile(game):
    """At the title the lines are in use until BRAIN is there."""
    assert not game.holds("brain")
    game.key("\n").until("WHO PLAYS?")
    asked = []
    game.machine.board.set_trap(game.labels["fast_pull"], lambda board: asked.append(1) and False)
    assert game.byte("prefetching")
    game.key("{F1}", 5)
    game.machine.board.set_trap(game.labels["fast_pull"], None)
    assert not asked


def seconds_at_rest(game, key, words, start):
    """Emulated seconds from a key to its page; the motor stands and is fast ``start`` s later.

    Until then no bit is read, as the head finds no disk.
    """
    head = game.machine.board.iec.devices[8].unit.head
    disk, begun = head.surface, []

    def turn(board):
        unit = board.iec.devices[8].unit
        if head.motor and not begun:
            begun.append(unit.cycle)
        if head.surface is None and begun and unit.cycle - begun[0] >= start * 1_000_000:
            head.insert(disk, unit.cycle * 16)
        return False

    head.insert(None, 0)
    game.machine.board.set_trap(game.labels["irq_entry"], turn)
    game.machine.type(key)
    seconds = seconds_until(game, game.clock, words)
    game.machine.board.set_trap(game.labels["irq_entry"], None)
    return seconds


@pytest.mark.feature("F088")
@MOSTLY_PAL
@pytest.mark.parametrize("start", [0, 0.2, 0.9])
def test_a_page_comes_as_soon_as_a_motor_that_stood_is_fast(game, start):
    at_rest(game)
    seconds = seconds_at_rest(game, "s", "STATISTICS", start)
    print(f"statistics, a motor that needs {start} s: {seconds:.2f} s")
    assert seconds < PAGE_SECONDS + max(0, start - 0.2)
    assert game.ram[ALIVE] & 0x80, "by the drive's program"


@ONE_STANDARD
def test_no_disk_when_a_turn_begins_is_no_matter_if_it_is_there_for_the_page(game):
    drive = at_rest(game)
    drive.attach(None, kind="1541")
    game.tick(100)
    asked_anew(game)
    assert "Roll for 1st" in game.text()
    game.machine.drives[8].attach(own_disk(), kind="1541")
    game.tick(100)
    game.machine.type("s")
    game.until("STATISTICS")
    assert game.ram[ALIVE] & 0x80, "nothing has been read"


def with_moved(name):
    """The game's disk with one of its files elsewhere."""
    image = own_disk()
    volume = Volume(image)
    old = volume.find(name)
    content = volume.read_file(old)
    volume.scratch(old)
    volume.write_file(b"IN ITS PLACE", PRG, bytes(len(content)))
    volume.write_file(name, PRG, content)
    assert volume.find(name).start != old.start
    return image


@ONE_STANDARD
def test_a_disk_of_the_same_id_that_has_files_elsewhere_is_looked_through_anew(game):
    to_first_roll(game)  # TRADE has come, so DESK's old place is known
    game.machine.drives[8].attach(with_moved(b"DESK"), kind="1541")
    game.tick(100)
    assert DIRECTORY in loaded_by_the_drive(game, "DESK")


@ONE_STANDARD
def test_a_drive_that_is_switched_off_at_the_title_is_told_when_it_is_needed(game):
    with_brain(game)
    game.tick(100)
    bus = game.machine.board.iec
    drive = bus.devices[8]
    bus.detach(8)
    game.key("\n").until("WHO PLAYS?")
    game.machine.type("{F7}")
    game.until("Try again", 1500)
    assert "No drive 8 answers." in game.text()
    bus.attach(8, drive)
    game.key("b").until("WHO PLAYS?")


@MOSTLY_PAL
def test_a_drive_that_is_switched_off_while_a_part_comes_is_told(game):
    game.key("\n").until("WHO PLAYS?")
    game.machine.type("{F7}")
    while game.ram[MAP["TITLE"].start + 6] != 1 or game.byte("bar_at") < game.byte("bar_end") - 12:
        game.tick()
    bus = game.machine.board.iec
    drive = bus.devices[8]
    bus.detach(8)
    game.until("Try again", 2000)
    assert game.ram[MAP["TITLE"].start] == 0, "half a part is not taken for a whole one"
    bus.attach(8, drive)
    game.key("t").until("Roll for 1st", 3000)
    assert game.holds("trade")


@MOSTLY_PAL
def test_a_drive_that_is_switched_off_while_brain_comes_is_no_matter(game):
    for _ in range(300):
        game.tick()
        if game.byte("brain_mark"):
            break
    bus = game.machine.board.iec
    drive = bus.devices[8]
    bus.detach(8)
    game.tick(300)
    assert "The property game" in game.text()
    assert game.byte("prefetching") == 0 and game.ram[ALIVE] & 0x80 == 0
    assert game.byte("brain_mark") == 0, "half of it does not count"
    bus.attach(8, drive)
    game.key("\n").until("WHO PLAYS?")
    game.machine.type("{F7}")
    game.until("Roll for 1st", 3000)


@ONE_STANDARD
def test_a_drive_whose_program_has_crashed_does_not_hang_the_game(game):
    with_brain(game)
    game.tick(60)
    unit = game.machine.board.iec.devices[8].unit
    for address in range(0x0300, 0x0600):
        unit.ram[address] = JAM
    game.key("\n").until("WHO PLAYS?")
    game.machine.type("{F7}")
    game.until("Try again", 3000)
    assert "Drive 8 stopped" in game.text()
    game.key("b").until("WHO PLAYS?")


@ONE_STANDARD
@pytest.mark.parametrize("take", ["taken out", "another"])
def test_another_disk_is_told(game, take):
    with_brain(game)
    game.tick(300)
    game.key("\n").until("WHO PLAYS?")
    game.machine.drives[8].attach(
        None if take == "taken out" else D64Image.blank(b"SAVES", b"01"), kind="1541"
    )
    game.machine.type("{F7}")
    game.until("Try again", 2500)
    said = "No disk" if take == "taken out" else "It is not on this disk."
    assert said in game.text()
    game.machine.drives[8].attach(own_disk(), kind="1541")
    game.tick(60)
    game.key("t").until("Roll for 1st", 3000)
    assert game.holds("trade")


@pytest.mark.long
@pytest.mark.parametrize("standard", ["pal", "ntsc"])
def test_a_thousand_loads(built, c64_factory, standard):
    fast = Fast(c64_factory, standard=standard)
    begun = fast.machine.snapshot()
    rng = random.Random(64)
    fast.run()
    game = Loaded(fast.kit)
    while not game.holds("brain"):
        game.tick()
    game.key("\n").until("WHO PLAYS?")
    setup = game.machine.snapshot()
    for number in range(LOADS // 2):
        whole = number % 10 == 0
        game.machine.restore(begun if whole else setup)
        game.tick(rng.randrange(1, 30))
        game.machine.tick(1, limit=game.machine.cycle + rng.randrange(17_000))
        if whole:
            fast.kit.use_symbols(OUT / "go64.dbg")
            assert fast.run() is not None, number
            assert fast.wrong() == [], number
        else:
            game.machine.type("{F7}")
            game.until("Roll for 1st")
            assert game.holds("trade"), number
            assert game.ram[ALIVE] & 0x80, number
