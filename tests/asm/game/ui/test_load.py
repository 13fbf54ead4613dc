"""From the disk, over the plain serial bus, with nothing but the KERNAL's jump table."""

from itertools import pairwise

import pytest

from c64.drive.fastload import install
from disk.d64 import D64Image
from disk.loader import open_media
from disk.volume import PRG, Volume
from tests.asm.game.engine import K
from tests.asm.game.ui.german import areas, de
from tests.asm.game.ui.machine import (
    BITMAP,
    DEBUG_FILE,
    HINTS,
    MATRIX,
    OUT,
    Game,
    glyph_dots,
    labels,
    trace,
)
from tests.asm.game.ui.table import BUTTONS, MONEY, press, settle
from tools import build
from tools.art.pictures import LIGHT_ROWS, encode, read_table
from tools.game.build_game import AREAS, MAP, OVERLAYS, PLACED
from tools.game.pack import pack_blocks

LOAD_SECONDS = 66  # 65.3; 2.9 of them for the picture that is looked at meanwhile
# Until the page is there, over the plain serial bus; a computer comes behind the trade.
# The title brings options and all rules for set-up, 1 KB that play has no room for otherwise.
# The desk brings the pages of the 1989 game's market with the figures: 3 of its seconds.
# Saved games bring what holds a loaded one against the rules: 1.7 KB, 3.6 of their seconds (1.3 KB,
# 2.8, before it knew the rules of 1989 and held their sale of houses against the board), and the
# cartridge as a place to save: 0.2 seconds.  What hard plays by against one rival takes 28 bytes of
# the computers' file, 0.05 seconds.  How the game went, the last page, takes 627 bytes of the
# file of the end, and its seconds rose by 0.7 for that.  Offers that are changed and sent back
# take 420 bytes of DEAL: 0.6 seconds.  A game that saves itself each round takes 135 bytes of the
# saved games' file: 0.25 seconds.
OVERLAY_SECONDS = {
    "names": 5, "title": 11.5, "finale": 5.7, "picture": 5, "trade": 8, "deal": 7.7, "help": 7,
    "desk": 7, "disk": 3, "brain": 14.1, "words": 9,
}  # fmt: skip
LIGHT_SECONDS = 12  # until the first light shows that the game comes
CLOCK = 985248
FAST_VARIABLES = 4  # at the beginning of that area (asm/game/sys/drive_fast.s)
ID, SIGN, NO_NAMES = 2, 3, 0xFF  # TEXT_HEADER (asm/game/data/text/text.inc)
PICTURE = read_table()[0]  # what the loader shows
BITMAP_ON, DISPLAY_ON = 0x20, 0x10  # of the VIC's first control register
LIGHT_ON = 0x07  # black, yellow
FULL, EMPTY = 7, 11  # papers of the bar: yellow, dark


class Loaded(Game):
    """The game from its disk; a page whose words have come takes keys a little later."""

    def __init__(self, kit):
        super().__init__(kit=kit)
        self.serve(False)

    def until(self, words, frames=3000):
        return super().until(words, frames).tick(30)

    def tick(self, frames=1):
        super().tick(frames)
        return self


def lights(ram):
    """The number of the picture's lights that are on, from the first without a gap."""
    on = 0
    for column, row in PICTURE.lights:
        if {ram[MATRIX + 40 * (row + i) + column] for i in range(LIGHT_ROWS)} != {LIGHT_ON}:
            return on
        on += 1
    return on


def until_light(loader):
    """Run until the first light shows that the game comes; False when it does not."""
    for _ in range(LIGHT_SECONDS * 60):
        if lights(loader.ram):
            return True
        loader.machine.tick(1)
    return False


def until_title(kit, limit, look=None):
    """Run from RUN until the title is shown, drawn to its end; False when ``limit`` is reached.

    look  called after each picture while the loader runs
    """
    arrived, drawn = [], []

    def game_starts(_board):
        kit.use_symbols(DEBUG_FILE)
        trace(kit, False)
        arrived.append(True)

    def waits_for_a_key(_board):
        drawn.extend(arrived)  # the loader has other code at this address
        return False

    kit.board.set_trap(AREAS[0][1], game_starts)
    kit.board.set_trap(labels()["key_get"], waits_for_a_key)
    while kit.machine.cycle < limit and not drawn:
        kit.machine.tick(1)
        if look and not arrived:
            look()
    kit.board.set_trap(labels()["key_get"], None)
    return bool(drawn) and bool(kit.board.vic.peek(0x11) & DISPLAY_ON)


@pytest.fixture(scope="module")
def loaded(built, c64_factory):
    """A machine that has loaded the game with RUN, and the seconds that took."""
    build.build_disk()
    kit = c64_factory("load", dbg=OUT / "go64.dbg", boot=False)
    trace(kit, False)
    machine = kit.machine
    machine.tick(120)
    machine.drives[8].attach(open_media(build.ROOT / "disk" / "go64.d64"))
    machine.type('load"*",8\n')
    for _ in range(400):
        machine.tick(2)
        if machine.screen.text().count("READY.") > 1:
            break
    machine.type("run\n")
    begin = machine.cycle
    on = []  # lights, picture by picture
    end = begin + LOAD_SECONDS * CLOCK
    assert until_title(kit, end, lambda: on.append(lights(kit.board.ram)))
    seconds = (machine.cycle - begin) / CLOCK
    print(f"plain bus: RUN to title {seconds:.2f} s")
    game = Loaded(kit)
    game.lights = on
    kit.board.ram[labels()["prefs"] + HINTS] = 1  # as in a second game
    game.tick(30)
    return game, seconds


@pytest.mark.feature("F088")
def test_run_brings_picture_and_title_in_time(loaded):
    game, seconds = loaded
    assert "The property game" in game.text()
    assert seconds < LOAD_SECONDS


@pytest.mark.feature("F088")
def test_the_lights_go_on_evenly_to_the_last_while_the_game_loads(loaded):
    game, _ = loaded
    full = game.lights.index(len(PICTURE.lights))
    steps = [b - a for a, b in pairwise(game.lights[: full + 1])]
    assert set(steps) == {0, 1}
    grown = [at for at, step in enumerate(steps) if step]
    gaps = [b - a for a, b in pairwise(grown)]
    assert max(gaps) < 2 * sum(gaps) / len(gaps), "the lights stand still for a while"


class Loader:
    """A machine that stands at the loader's first byte, a disk in its drive."""

    def __init__(self, factory, name, image, at_once=False):
        self.kit = factory(name, dbg=OUT / "go64.dbg", boot=False)
        trace(self.kit, False)
        self.machine, self.ram = self.kit.machine, self.kit.board.ram
        self.machine.tick(120)
        self.machine.drives[8].attach(image)
        install(self.kit.board, at_once)
        data = (OUT / "go64.prg").read_bytes()
        self.ram[0x0801 : 0x0801 + len(data) - 2] = data[2:]
        self.kit.board.cpu.pc = 0x080D

    def to_game(self, seconds=5):
        """Run until the picture has come, or will not come: the game is what is loaded now."""
        reached = []
        self.kit.board.set_trap(labels("go64")["again"], lambda board: reached.append(1) and False)
        for _ in range(seconds * 50):
            self.machine.tick(1)
            if reached:
                return self
        raise AssertionError("the loader did not get to the game")

    def shows_the_picture(self):
        """True if bitmap and matrix are the picture to the last dot, and the VIC shows them."""
        bitmap, matrix = encode(PICTURE.pixels, PICTURE.lights)
        vic = self.kit.board.vic
        return (
            bytes(self.ram[BITMAP : BITMAP + 8000]) == bitmap
            and bytes(self.ram[MATRIX : MATRIX + 1000]) == matrix
            and vic.peek(0x11) & (BITMAP_ON | DISPLAY_ON) == BITMAP_ON | DISPLAY_ON
            and vic.peek(0x20) & 15 == PICTURE.border
        )


def test_without_the_slow_bus_the_picture_comes_before_the_game(built, c64_factory):
    loader = Loader(c64_factory, "picture at once", own_disk(), at_once=True).to_game()
    assert loader.shows_the_picture()


def test_a_slow_bus_brings_the_picture_too(built, c64_factory):
    loader = Loader(c64_factory, "picture by the lines", own_disk())
    begin = loader.machine.cycle
    loader.to_game(seconds=7)
    assert loader.shows_the_picture()
    assert loader.machine.cycle - begin < 6 * CLOCK


def test_the_game_comes_without_its_picture(built, c64_factory):
    image = own_disk()
    volume = Volume(image)
    volume.scratch(volume.find(b"STREET"))
    loader = Loader(c64_factory, "no picture", image, at_once=True).to_game()
    assert not loader.shows_the_picture()
    assert until_title(loader.kit, loader.machine.cycle + 10 * CLOCK)


@pytest.mark.feature("F088")
def test_what_is_loaded_is_packed(built):
    areas = [area for area, _ in AREAS if area not in dict(PLACED)]
    unpacked = sum((OUT / f"game.{area}").stat().st_size for area in areas)
    # A font kept line by line is drawn sooner, but packs worse: by 100 bytes.
    assert (OUT / "game.pak").stat().st_size < 0.76 * unpacked


def test_every_byte_of_the_program_arrives(loaded):
    game, _ = loaded
    for area, start in AREAS:
        if area == "font":
            continue  # moved below the I/O area, see below
        wanted = (OUT / f"game.{area}").read_bytes()
        got = bytes(game.ram[start : start + len(wanted)])
        skip = FAST_VARIABLES if area == "fast" else 0
        assert got[skip:] == wanted[skip:], area
    font = (OUT / "game.font").read_bytes()
    moved = MAP["FONT"].start
    assert bytes(game.ram[moved : moved + 2048]) == font


@pytest.mark.feature("F080")
@pytest.mark.parametrize("names", ["london", "us"])
def test_a_game_begins_with_the_names_that_were_chosen_and_their_money(game, names):
    if names == "us":
        game.key("{F3}", 20)
    game.key("\n").until("WHO PLAYS?").key("{F7}").until("Roll for 1st")
    wanted = (OUT / {"london": "game.text", "us": "us.text"}[names]).read_bytes()
    start = MAP["TEXT"].start
    assert bytes(game.ram[start : start + len(wanted)]) == wanted
    assert glyph_dots(game.ram, ord("$")) == wanted[SIGN : SIGN + 8]


@pytest.fixture
def game(loaded):
    """The game as loaded, at the title, its disk in drive 8."""
    game, _ = loaded
    snapshot = game.machine.snapshot()
    put_in(game)
    yield game
    game.machine.restore(snapshot)


def own_disk():
    """The game's disk as it was built; what is written to it is not kept."""
    return D64Image((build.ROOT / "disk" / "go64.d64").read_bytes())


def put_in(game, image=None):
    """A disk into drive 8; the game's own if none is given."""
    game.machine.drives[8].attach(image or own_disk())


def loads(game, keys, words, moment="One moment"):
    """Type keys that load something; returns the emulated seconds until the words are there."""
    game.tick_until_armed()
    begin = game.machine.cycle
    game.machine.type(keys)
    game.until(moment, 100)
    for _ in range(1000):
        if words in game.text():
            break
        game.tick()
    seconds = (game.machine.cycle - begin) / CLOCK
    game.until(words)
    print(f"{words}: {seconds:.1f} s")
    return seconds


def to_setup(game):
    """From the title to set-up, whose names have been loaded."""
    game.once(("set-up",), lambda: _to_setup(game))
    return game


def _to_setup(game):
    game.key("\n").until("WHO PLAYS?")


def to_first_roll(game):
    """From the title to the first roll, which TRADE has been loaded for."""
    game.once(("first roll",), lambda: _to_first_roll(game))
    return game


def _to_first_roll(game):
    to_setup(game).key("{F7}").until("Roll for 1st")


def to_duel(game):
    """From the title to the first roll of two people."""
    game.once(("duel",), lambda: _to_duel(game))
    return game


def _to_duel(game):
    to_setup(game).key("{LEFT}{LEFT}{F7}", 100).until("Roll for 1st", 1000)


def to_turn_of_duel(game):
    """From the title to the first turn of two people."""
    game.once(("turn of a duel",), lambda: _to_turn_of_duel(game))
    return game


def _to_turn_of_duel(game):
    to_duel(game).key("r", 90).key("r", 90).until("Roll dice")


def test_each_page_finds_its_part_in_the_overlay_area_and_loads_no_more_than_it_must(game):
    assert game.holds("title")
    assert loads(game, "\n", "WHO PLAYS?") < OVERLAY_SECONDS["names"]
    assert loads(game, "{F7}", "Roll for 1st") < OVERLAY_SECONDS["trade"]
    assert game.holds("trade")
    before = game.state()
    assert loads(game, "g", "SAVED GAMES") < OVERLAY_SECONDS["disk"]
    assert not game.holds("disk"), "its first picture comes before the rest"
    game.until("No games").key("b", 60)
    assert game.holds("disk"), "nothing is loaded until it is needed"
    assert game.state() == before
    game.key("g", 20)
    assert "SAVED GAMES" in game.text()  # at once
    game.until("No games").key("b", 60)
    for _ in range(4):
        game.key("r", 90)
    game.until("Roll dice")
    assert loads(game, "t", "TRADE WITH WHOM") < OVERLAY_SECONDS["trade"]
    assert game.holds("trade")
    game.tick(20)
    game.key("x").until("Roll dice")


@pytest.mark.feature("F089")
def test_how_computers_play_is_loaded_when_the_first_of_them_is_to_play(game):
    assert not game.holds("brain")
    to_setup(game)
    game.key("{DOWN}{F3}{F3}{F3}", 20)
    assert not game.holds("brain")
    assert loads(game, "{F7}", "Thinking") < OVERLAY_SECONDS["brain"]
    assert game.holds("trade")
    assert game.holds("brain")


def test_people_alone_need_no_computer_in_memory(game):
    to_setup(game)
    game.key("{F7}").until("Roll for 1st", 1000)
    assert not game.holds("brain")


def test_without_the_disk_a_game_with_a_computer_does_not_begin(game):
    to_setup(game)
    game.key("{DOWN}{F3}", 20)
    state = game.state()
    game.machine.type("{F7}")
    for _ in range(800):
        if game.holds("trade"):
            break
        game.tick()
    game.machine.drives[8].attach(None)
    game.until("Try again").key("b", 60)
    game.until("Try again")  # set-up is to come back
    put_in(game)
    game.key("t").until("WHO PLAYS?", 1000)
    assert game.state() == state
    assert not game.holds("brain")


def test_the_scores_come_after_a_game_then_the_title(game):
    to_duel(game)
    game.key("r", 90).key("r", 200)
    game.machine.type("q")
    game.until("Save the game").key("n", 20).key("e", 60)
    assert loads(game, "y", "GAME OVER") < OVERLAY_SECONDS["finale"] + OVERLAY_SECONDS["picture"]
    assert game.holds("finale")
    game.tick(40)
    game.key("\n").until("THE GAME IN FIGURES").tick(30)
    game.key("\n").until("HOW THE GAME WENT").tick(30)
    assert loads(game, "\n", "The property game") < OVERLAY_SECONDS["title"]
    assert game.holds("title")
    to_setup(game)
    assert "WHO PLAYS?" in game.text()


def test_help_options_and_a_decision_come_when_they_are_opened(game):
    to_duel(game)
    assert loads(game, "?", "HELP") < OVERLAY_SECONDS["help"]
    assert game.holds("help")
    game.key(" ").until("Roll for 1st").key("o", 20)
    assert "OPTIONS" in game.text(), "it has come with help"
    game.key("\n").until("Roll for 1st")
    game.key("r", 90).key("r", 90).until("Roll dice")
    game.key("t").until("Confirm")
    press(game, MONEY)
    assert loads(game, "c", "Accept the trade") < OVERLAY_SECONDS["deal"]
    assert game.holds("deal")
    game.key("n").until("Roll dice")


def test_the_figures_come_from_a_trade_and_the_trade_after_them(game):
    to_turn_of_duel(game)
    game.key("t").until("Confirm")
    press(game, MONEY)
    before = game.text(), game.state()
    assert loads(game, "s", "STATISTICS") < OVERLAY_SECONDS["desk"]
    assert game.holds("desk")
    assert loads(game, " ", "Confirm") < OVERLAY_SECONDS["trade"]
    assert (game.text(), game.state()) == before
    game.machine.drives[8].attach(None)
    game.key("s").until("Try again").key("b", 60)
    assert (game.text(), game.state()) == before, "without the disk the table stays"
    assert game.holds("trade")
    put_in(game)
    loads(game, "s", "STATISTICS")
    game.machine.drives[8].attach(None)
    game.key(" ").until("Try again").key("b").until("Roll dice")
    assert game.state() == before[1], "the board, as when managing cannot come back"
    put_in(game)
    game.key("t").until("Confirm")
    assert (game.text(), game.state()) == before


def test_without_the_disk_help_is_left_for_the_board(game):
    to_first_roll(game)
    state = game.state()
    game.machine.drives[8].attach(None)
    game.key("?").until("Try again").key("b", 60)
    assert "Roll for 1st" in game.text()
    assert game.holds("trade"), "nothing came in its place"
    assert game.state() == state


def test_the_bar_of_a_part_grows_to_its_end(game):
    to_setup(game)
    game.machine.type("{F7}")
    full = []
    for _ in range(700):
        game.tick(1)
        row = bytes(game.ram[MATRIX + 13 * 40 : MATRIX + 14 * 40])
        papers = [color & 15 for color in row]
        full.append((papers.count(FULL), papers.count(EMPTY)))
        if "Roll for 1st" in game.text():
            break
    rail = max(empty for _, empty in full)
    assert rail == game.byte("file_pages", 1)
    grown = [a for a, b in pairwise(f for f in full if sum(f) == rail) if a != b]
    assert [a for a, _ in grown] == list(range(rail))


def test_a_bar_that_comes_to_a_stop_does_not_jump_to_its_end(game):
    to_setup(game)
    game.machine.type("{F7}")
    game.tick(150)
    bus, seen = game.machine.board.iec, []
    drive = bus.devices[8]

    def look(_board):
        seen.append(bytes(game.ram[MATRIX + 13 * 40 : MATRIX + 14 * 40]))
        return False

    for label in ("bar_record", "failed_ask"):  # when it is known, and before it is told
        game.machine.board.set_trap(game.labels[label], look)
    bus.detach(8)
    game.until("Try again", 1500)
    for label in ("bar_record", "failed_ask"):
        game.machine.board.set_trap(game.labels[label], None)
    bus.attach(8, drive)
    before, after = seen
    assert before == after
    assert 0 < after.count(0x77) < game.byte("file_pages", 1)


def test_without_the_disk_a_game_does_not_begin_until_it_is_there(game):
    to_setup(game)
    game.key("{RIGHT}", 20)
    state = game.state()
    game.machine.drives[8].attach(None)
    game.key("{F7}").until("Try again")
    assert "No disk in drive 8" in game.text(), game.where()
    assert "Please put the GO 64" in game.text()
    game.key("b", 60)
    assert "WHO PLAYS?" in game.text()
    assert game.state() == state
    assert game.holds("title"), "nothing was lost, nothing had to be loaded"
    game.key("{F7}").until("Try again").key("\n", 10).until("Try again")
    put_in(game)
    game.key("t").until("Roll for 1st")
    assert game.byte("player_count") == 5


def another(version):
    """The game's disk with other bytes in the file TRADE: those of another build, or half of it."""
    image = own_disk()
    volume = Volume(image)
    data = volume.read_file(volume.find(b"TRADE"))
    areas = [(start, (OUT / f"game.{area}").read_bytes()) for area, start in OVERLAYS[1][1]]
    start, content = areas[0]
    other = pack_blocks([(start, content[:2] + b"????" + content[6:]), *areas[1:]])
    volume.scratch(volume.find(b"TRADE"))
    volume.write_file(b"TRADE", PRG, other if version else data[: len(data) // 2])
    return image


@pytest.mark.parametrize(
    ("version", "words"),
    [(True, "another version"), (False, "The file is damaged.")],
    ids=["another version", "half a file"],
)
def test_a_part_that_is_wrong_or_cut_off_is_not_run(game, version, words):
    to_setup(game)
    put_in(game, another(version))
    game.key("{F7}").until("Try again")
    assert words in " ".join(line[:24].strip() for line in game.text().splitlines()[10:13])
    assert game.ram[MAP["TITLE"].start] == 0, "what is there looks whole"
    put_in(game)
    loads(
        game, "b", "WHO PLAYS?"
    )  # the overlay area was spoiled: title and set-up are loaded again
    game.key("{F7}").until("Roll for 1st")
    assert game.holds("trade")


def test_a_wrong_disk_is_told_in_the_game_and_the_board_comes_back(game):
    to_first_roll(game)
    state, told = game.state(), game.told()
    put_in(game, D64Image.blank(b"SAVES", b"01"))
    game.key("g").until("Try again")
    assert "It is not on this disk." in game.text()
    game.key("{STOP}", 60)
    assert "Roll for 1st" in game.text()
    assert (game.state(), game.told()) == (state, told)
    assert game.holds("trade")


def test_a_drive_that_is_switched_off_while_a_part_comes_is_told(game):
    to_setup(game)
    game.machine.type("{F7}")
    game.tick(150)
    bus = game.machine.board.iec
    drive = bus.devices[8]
    bus.detach(8)
    game.until("Try again", 1500)
    assert game.ram[MAP["TITLE"].start] == 0
    bus.attach(8, drive)
    game.key("b").until("WHO PLAYS?", 1000)
    game.key("{F7}").until("Roll for 1st")


def test_an_offer_can_be_declined_without_the_disk(game):
    to_turn_of_duel(game)
    game.key("t", 60)
    press(game, MONEY)
    press(game, BUTTONS, 60)
    settle(game, "Accept the trade")
    game.key("g").until("No games")  # the saved games take the place of the contract
    game.machine.drives[8].attach(None)
    game.key("b").until("Try again").key("b", 60)
    assert "Decline the trade" in game.told()
    game.key("n").until("Try again")
    assert game.mode == K["MODE_TRADE"]
    game.key("b", 60).key("y").until("Roll dice")
    assert game.mode == K["MODE_NORMAL"]


def test_the_title_only_notes_which_names_are_wanted(game):
    game.machine.drives[8].attach(None)
    game.key("{F3}", 10)
    assert "Board: United States" in game.text()
    assert game.ram[MAP["TEXT"].start + ID] == NO_NAMES, "nothing was loaded"


def choose_german(game):
    """From the English title to the German one, by the drive; the seconds that took."""
    game.key("{F3}", 10)
    return loads(game, "{F3}", de("title", "text_game"))


def test_german_comes_to_the_last_byte_and_so_does_what_is_loaded_then(game):
    assert choose_german(game) < OVERLAY_SECONDS["words"]
    assert areas(game, "de") == {"words", "title"}
    moment = de("loading", "w_loading")
    assert loads(game, "\n", de("setup", "text_who"), moment) < OVERLAY_SECONDS["names"]
    wanted = (OUT / "de.text").read_bytes()
    start = MAP["TEXT"].start
    assert bytes(game.ram[start : start + len(wanted)]) == wanted
    assert loads(game, "{F7}", de("play", "l_begin"), moment) < OVERLAY_SECONDS["trade"]
    assert game.holds("trade")
    for _ in range(4):
        game.key("w", 90)
    game.until(de("play", "l_roll"))
    for key, name, words in (
        ("s", "desk", de("stats", "text_stats")),
        ("?", "help", de("help_head", "text_title")),
        ("g", "disk", de("files", "text_heading")),
    ):
        assert loads(game, key, words, moment) < OVERLAY_SECONDS[name]
        game.tick(60)
        if name == "disk":  # its rest comes behind the first picture
            game.until(de("files", "text_empty"))
        assert game.holds(name)
        assert "words" in areas(game, "de")
        game.key("z" if name == "disk" else " ").until(de("play", "l_roll"))


def test_english_comes_back_from_german(game):
    choose_german(game)
    assert (
        loads(game, "{F3}", "Board: London", de("loading", "w_loading")) < OVERLAY_SECONDS["words"]
    )
    assert areas(game, "game") == {"words", "title"}
    assert loads(game, "\n", "WHO PLAYS?") < OVERLAY_SECONDS["names"]
    assert game.ram[MAP["TEXT"].start + ID] == 0


def test_a_language_that_cannot_be_had_is_passed_over(game):
    """Without a disk, with one that has not its words; what is there stays as it is."""
    game.key("{F3}", 10)
    game.machine.drives[8].attach(None)
    game.key("{F3}").until("Try again")
    assert "No disk in drive 8" in game.text()
    image = own_disk()
    volume = Volume(image)
    volume.scratch(volume.find(b"DWORDS"))
    game.machine.drives[8].attach(image)
    game.key("t", 60).until("It is not on this disk.").until("Try again")
    game.key("b").until("Board: London")
    assert game.byte("names_wanted") == 0
    assert areas(game, "game") == {"words", "title"}
    assert loads(game, "\n", "WHO PLAYS?") < OVERLAY_SECONDS["names"]


def test_half_a_language_leaves_the_words_that_are_there(game):
    game.key("{F3}", 10)
    game.machine.type("{F3}")
    for _ in range(800):
        if game.byte("file_begun") and game.byte("bar_at") > game.byte("bar_end") - 4:
            break
        game.tick()
    game.machine.drives[8].attach(None)
    game.until("Try again", 1500)
    assert game.byte("brain_mark") == 0
    assert areas(game, "game") == {"words", "title"}
    put_in(game)
    game.key("t").until(de("title", "text_game"))
    assert areas(game, "de") == {"words", "title"}


def test_words_of_another_build_are_refused(game):
    image = own_disk()
    volume = Volume(image)
    data = volume.read_file(volume.find(b"DWORDS"))
    at = data.index(b"GO") + 2
    volume.scratch(volume.find(b"DWORDS"))
    volume.write_file(b"DWORDS", PRG, data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    game.machine.drives[8].attach(image)
    game.key("{F3}", 10).key("{F3}").until("version of the game.")
    assert areas(game, "game") == {"words", "title"}
    game.key("b").until("Board: London")


def test_what_is_missing_in_german_is_told_in_german(game):
    choose_german(game)
    image = own_disk()
    volume = Volume(image)
    volume.scratch(volume.find(b"DTRADE"))
    game.machine.drives[8].attach(image)
    game.key("\n").until(de("setup", "text_who"))
    game.key("{F7}").until(de("loading", "l_again"))
    said = " ".join(line[:24].strip() for line in game.text().splitlines())
    assert de("drive", "e_not_found") in " ".join(said.split())
    game.key("z").until(de("setup", "text_who"))


def test_without_the_names_set_up_does_not_come(game):
    game.machine.drives[8].attach(None)
    game.key("\n").until("Try again")
    assert "No disk in drive 8" in game.text()
    game.key("b", 60)
    assert "The property game" in game.text()
    put_in(game)
    assert loads(game, "\n", "WHO PLAYS?") < OVERLAY_SECONDS["names"]


def test_names_that_came_half_are_not_played_with(game):
    game.machine.type("\n")
    for _ in range(800):
        if game.byte("file_number") == K["FILE_BOARD"] and game.byte("file_begun"):
            break
        game.tick()
    game.tick(30)
    game.machine.drives[8].attach(None)
    game.until("Try again", 1500)
    assert game.ram[MAP["TEXT"].start + ID] == NO_NAMES
    put_in(game)
    game.key("t").until("WHO PLAYS?")
    assert game.ram[MAP["TEXT"].start + ID] == 0


def test_with_one_drive_a_game_on_another_disk_is_loaded(game):
    saves = D64Image.blank(b"SAVES", b"01")
    title = game.machine.snapshot()
    to_first_roll(game)
    game.key("g").until("No games")
    game.machine.drives[8].attach(saves)
    game.key("c", 20).key("x").until("No games")
    game.key("s", 20).key("ada\n").until("ADA is saved.")
    state = game.state()
    game.machine.restore(title)
    put_in(game)
    game.key("{F1}").until("No games")
    game.machine.drives[8].attach(D64Image(bytes(saves.data)))
    game.key("c", 20).key("x").until("1 game").key("i").until("4 players, turn 0")
    game.key("l").until("ADA goes on.")
    assert game.state() == state
    game.until("Roll for 1st")


def test_the_loader_tells_when_the_game_is_not_on_the_disk(built, c64_factory):
    image = own_disk()
    volume = Volume(image)
    volume.scratch(volume.find(b"GAME"))
    loader = Loader(c64_factory, "load in vain", image)
    for _ in range(600):
        loader.machine.tick(1)
        if "DISK CANNOT BE READ - ANY KEY" in loader.machine.screen.text():
            break
    assert "DISK CANNOT BE READ - ANY KEY" in loader.machine.screen.text()
    vic = loader.kit.board.vic
    assert vic.peek(0x11) & (BITMAP_ON | DISPLAY_ON) == DISPLAY_ON
    loader.machine.drives[8].attach(own_disk())
    loader.machine.type(" ")
    assert until_light(loader), "it comes now"
