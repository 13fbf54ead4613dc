"""What go64.crt has in the place of parts of the game: as the game's own, only quicker."""

import random

import pytest

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import (
    CELLS,
    COLORS,
    DEBUG_FILE,
    HINTS,
    OUT,
    Game,
    labels,
)
from tests.asm.game.ui.test_cartridge import (
    CELLS_COUNT,
    CRT,
    INTERRUPTS_WAIT,
    PAGES,
    SHOWN,
    assert_alike,
    blanks_hidden,
    interrupt_waits,
    page_of,
    title_of,
)
from tests.bench.pages import DEEDS, EVENTS, MANY, late, measure, owned
from tests.volume import mostly_seldom, seldom
from tools import build
from tools.game import gamerules
from tools.game.build_game import MAP
from tools.game.cartridge import BUFFERS, FILE_GAME, books, files, patches, table_patch

MATRIX = MAP["MATRIX"].start
RESIDENT = [MAP["MAIN"], MAP["MORE"]]
LIVERPOOL_STREET = 35
SECONDS = 0.2005  # ten pictures, and the 14 lines that the last one waits for
TEXT_ROOM, END = 161, b"\0"  # text_buffer
QUICKER = 1.5  # times, at least: the texts of a file
GERMAN, COLUMNS, ROWS = 0x40, 40, 25
LOG_NONE = b"\xff"  # asm/game/ui/ui.inc
MARK = 6  # of an overlay, the byte with its number
STATES, SOME, MOST_BUILT = 30, 0.3, 0.7  # of tables; of deeds mortgaged; of games with buildings
SQUARES, CELLS_OF_TABLE, DEED_ROWS = 40, 80, slice(2, 16)
LINES, LINE_CYCLES = 312, 63
HIDDEN_LINES = (14, 15)  # where the border changes


@pytest.fixture
def at_title(built, c64_factory):
    """The game from the cartridge at its title."""
    build.build_roms()
    build.build_cartridge()
    kit = c64_factory("cartridge quick", dbg=DEBUG_FILE, boot=False, cart=str(CRT))
    game = Game(kit=kit)
    game.serve(False)
    title_of(game.machine)
    game.ram[labels()["prefs"] + HINTS] = 1
    game.tick(20)
    return game


@pytest.fixture
def in_play(at_title):
    """The same in the first turn of three."""
    return first_turn(at_title, 3)


def first_turn(game, players):
    """Play on to the first turn of so many."""
    game.first_turn(players).until("Roll dice")
    game.kit.run_until("key_wait_menu")  # it waits for a key: a save has come to its end
    return game


def as_on_disk(game):
    """Put the game's own routines back."""
    program_back(game)
    game.machine.board.set_trap(labels()["table_draw"], lambda board: table_back(game))


def program_back(game):
    """Put those of the resident program back."""
    for place, content in patches(OUT).items():
        [area] = (each for each in RESIDENT if each.start <= place < each.start + each.size)
        put_back(game, area, {place: content})


def table_back(game):
    """Put its own table back as the overlay TRADE draws it."""
    if game.ram[labels()["overlay_mark"] + MARK] == K["FILE_TRADE"]:
        put_back(game, MAP["TRADE"], table_patch(OUT))
    return False


def put_back(game, area, parts):
    """Put the game's own bytes back in the place of others: {address: bytes}."""
    program = (OUT / f"game.{area.file}").read_bytes()
    for place, content in parts.items():
        own = program[place - area.start :][: len(content)]
        assert own != content
        game.ram[place : place + len(content)] = own


@pytest.mark.feature("F236")
@pytest.mark.parametrize("keys", PAGES, ids="".join)
def test_a_page_is_the_one_that_the_game_writes(in_play, keys):
    """Cells, colours, record and picture, on each page and back on the board."""
    game = in_play
    before = game.machine.snapshot()
    waits = interrupt_waits(game)
    shown = page_of(game, keys), blanks_hidden(game)
    assert max(waits) < INTERRUPTS_WAIT
    game.machine.restore(before)
    as_on_disk(game)
    wanted = page_of(game, keys), blanks_hidden(game)
    assert shown[1] == wanted[1]
    assert_alike(shown[0], wanted[0])


@pytest.mark.feature("F236")
@pytest.mark.parametrize(
    ("key", "words", "file"),
    [
        ("s", "STATISTICS", "DESK"),
        ("?", "HELP", "HELP"),
        ("g", "SAVED GAMES", "DISK"),
        seldom("o", "OPTIONS", "HELP"),
        ("h", "WHAT HAPPENED", "FINALE"),
    ],
    ids=["statistics", "help", "saved games", "options", "history"],
)
def test_a_page_is_seen_a_fifth_of_a_second_behind_its_key(in_play, key, words, file):
    in_play.tick(65)
    seconds, *_ = measure(in_play, key, words, file)
    print(f"{words}: {seconds:.3f} s")
    assert seconds < SECONDS


@pytest.mark.feature("F236")
def test_a_history_of_long_lines_is_seen_a_fifth_of_a_second_behind_its_key(at_title):
    """Of six with names of eight letters; then lines of any length as the game draws them."""
    game = first_turn(at_title, MANY)
    late(game)
    game.tick(65)
    before = game.machine.snapshot()
    seconds, *_ = measure(game, "h", "WHAT HAPPENED", "FINALE")
    print(f"history: {seconds:.3f} s")
    lines = game.text().splitlines()[3:23]
    assert min(map(len, map(str.rstrip, lines))) >= 30
    assert seconds < SECONDS
    game.machine.restore(before)
    none = EVENTS - 7
    at = labels()["log_type"]
    game.ram[at : at + none] = LOG_NONE * none
    keys = ["h", "{UP}", "{LEFT}", " "]
    before = game.machine.snapshot()
    shown = page_of(game, keys)
    game.machine.restore(before)
    as_on_disk(game)
    assert_alike(shown, page_of(game, keys))


@pytest.mark.feature("F236")
def test_a_history_of_lines_that_have_no_room_for_names_is_seen_as_soon(at_title):
    game, said = first_turn(at_title, MANY), "mortgages Liverpool Street Station"
    late(game)
    for number in range(EVENTS):
        game.ram[labels()["ev_player"]] = number % MANY
        game.ram[labels()["ev_param"]] = LIVERPOOL_STREET
        game.call("line_tell", a=K["EV_MORTGAGED"])
    game.tick(65)
    seconds, *_ = measure(game, "h", "WHAT HAPPENED", "FINALE")
    print(f"history without names: {seconds:.4f} s")
    assert game.text().count(said) == 20
    assert seconds < SECONDS


HELD = {1: 0, 3: 1, 5: 0, 6: 0, 8: 0, 9: 0, 12: 1, 15: 1, 28: 0, 31: 1, 37: 0, 39: 1}


@pytest.mark.parametrize("key", ["v", "s"])
def test_the_table_shows_what_both_have_as_the_game_draws_it(in_play, key):
    """Deeds of any kind, mortgaged and built on, cards, and cash selected; also drawn anew."""
    game, at = in_play, labels()
    for square, seat in HELD.items():
        game.ram[at["square_owner"] + square] = seat
    game.ram[at["square_mortgaged"] + 5] = 1
    for square in (6, 8, 9):
        game.ram[at["square_level"] + square] = 3
    game.ram[at["deck_free"]], game.ram[at["deck_free"] + 1] = 0, 1
    keys = ["t", "{RETURN}", "{DOWN}{DOWN}{DOWN}{DOWN}{DOWN}{DOWN}{DOWN}", "?", " ", key, " "]
    before = game.machine.snapshot()
    shown = page_of(game, keys[:2])
    assert "then worth" in game.text()
    shown += page_of(game, keys[2:])
    game.machine.restore(before)
    as_on_disk(game)
    assert_alike(shown, page_of(game, keys))


def any_table(game, chance):
    """Put any deeds and cards on the table, with any marks and any cell selected."""
    at = labels()
    owners = (*range(3), K["NO_PLAYER"])
    marks = (0, 0, K["MARK_IN"], K["MARK_IN"] | K["MARK_REPAY"])
    built = chance.random() < MOST_BUILT
    for square in range(SQUARES):
        game.ram[at["square_owner"] + square] = chance.choice(owners)
        game.ram[at["square_mortgaged"] + square] = chance.random() < SOME
        game.ram[at["square_level"] + square] = chance.randint(0, 5) if built else 0
        game.ram[at["offer_marks"] + square] = chance.choice(marks)
    for card in range(2):
        game.ram[at["deck_free"] + card] = chance.choice((*owners, K["FREE_USED"]))
    game.ram[at["offer_cards"]] = chance.randrange(4)
    game.ram[at["grid_at"]] = chance.randrange(CELLS_OF_TABLE)
    for place, seat in enumerate(chance.sample(range(3), 2)):
        game.ram[at["table_seat"] + place] = seat


def table_drawn(game):
    """Draw the table on an empty page; returns what is in memory then."""
    at = labels()
    game.call("screen_clear")
    game.call("table_draw")
    rows = bytes(game.ram[at["dirty_left"] : at["dirty_left"] + ROWS])
    cells = bytes(game.ram[CELLS : CELLS + CELLS_COUNT])
    game.call("video_commit")
    buffers = {name: bytes(game.ram[MAP[name].start :][: MAP[name].size]) for name in BUFFERS}
    return rows, cells, buffers


@pytest.mark.feature("F236")
def test_any_deeds_lie_on_the_table_as_the_game_draws_them(in_play):
    """In all buffers, to the byte; and no row of deeds is left for anybody to draw."""
    game, chance = in_play, random.Random(37)
    game.key("t", 60)
    game.key("{RETURN}", 60)
    game.call("screen_clear")
    waits = interrupt_waits(game)
    drawn, wanted = [], []
    for _ in range(STATES):
        any_table(game, chance)
        before = game.machine.snapshot()
        drawn.append(table_drawn(game))
        game.machine.restore(before)
        program_back(game)
        table_back(game)
        wanted.append(table_drawn(game))
        game.machine.restore(before)
    assert max(waits) < INTERRUPTS_WAIT
    assert len({cells for _, cells, _ in drawn}) == STATES
    for (rows, *found), (_, *own) in zip(drawn, wanted, strict=True):
        assert found == own
        assert set(rows[DEED_ROWS]) == {COLUMNS}


@pytest.mark.parametrize(
    ("key", "words", "file"), [("t", "then worth", "TRADE"), ("?", "HELP", "HELP")]
)
@pytest.mark.parametrize("deeds", [seldom(0), len(DEEDS)])
def test_deeds_keep_no_page_from_a_fifth_of_a_second(at_title, deeds, key, words, file):
    """Of two, as others are asked first with whom to trade."""
    game = first_turn(at_title, 2)
    owned(game, DEEDS[:deeds])
    game.tick(65)
    seconds, *_ = measure(game, key, words, file)
    print(f"{file}, {deeds} deeds: {seconds:.3f} s")
    assert seconds < SECONDS


def text_of(game, number, book):
    """Find a text and open it; returns ((where it lies packed, its characters), the cycles)."""
    place, found = labels()["text_buffer"], labels()["text_ptr"]
    game.call("text_find", a=number, x=book, y=book)
    assert game.result.x == book
    packed = bytes(game.ram[found : found + 2])
    game.ram[place : place + TEXT_ROOM] = b"\xff" * TEXT_ROOM
    cycles = game.call("text_open", a=number, y=book)
    return (packed, bytes(game.ram[place : place + TEXT_ROOM]).partition(END)[0]), cycles


def test_each_text_of_each_file_is_the_one_in_memory(in_play):
    """Of both languages: what comes with a file is told with it, so no text is one of before."""
    game, found, count = in_play, books(OUT, files(OUT)), 0
    words = {K["FILE_WORDS"] | german for german in (0, GERMAN)}
    order = sorted(found, key=lambda number: (number & GERMAN, number & ~GERMAN != K["FILE_WORDS"]))
    waits = interrupt_waits(game)
    for number in order:
        if number == FILE_GAME or not found[number]:
            continue
        game.call("fast_command", a=number)
        if number in words:
            game.call("language_place")
        before = game.machine.snapshot()
        told, taken, own = {}, 0, 0
        for book, texts in found[number].items():
            if number in words and book == 3:
                continue  # the title's words, where another overlay is told to have them
            for place in range(len(texts.texts)):
                told[book, place], cycles = text_of(game, place, book)
                taken += cycles
        game.machine.restore(before)
        as_on_disk(game)
        for (book, place), text in told.items():
            shown, cycles = text_of(game, place, book)
            assert shown == text, (number, book, place)
            own += cycles
        assert taken * QUICKER <= own
        game.machine.restore(before)
        count += len(told)
    print(f"{count} texts; interrupts wait {max(waits)} cycles at most")
    assert count > 1500
    assert max(waits) < INTERRUPTS_WAIT


def test_another_language_brings_its_own_texts_to_the_title_and_set_up(at_title):
    """Title and set-up have words that come with the language, in the place of a file of before."""
    game = at_title
    before = game.machine.snapshot()
    keys = ["{F3}", "{F3}", "{RETURN}", "{F1}", "{F3}"]
    shown = page_of(game, keys)
    game.machine.restore(before)
    as_on_disk(game)
    assert_alike(shown, page_of(game, keys))
    assert not (shown[0][0] == shown[1][0]).all()


def written(game, column, number, book):
    """Write a text at a column; returns the cursor, the changed rows, cells and colours."""
    at = labels()
    game.call("rows_clean")
    game.call("video_goto", x=column, y=7)
    game.ram[at["ink"]] = 0x12
    game.call("text_at", a=number, y=book)
    rows = [bytes(game.ram[at[name] : at[name] + ROWS]) for name in ("dirty_left", "dirty_right")]
    cells = (bytes(game.ram[start : start + CELLS_COUNT]) for start in (CELLS, COLORS))
    return game.ram[at["cur_x"]], game.ram[at["cur_y"]], rows, *cells


@pytest.mark.parametrize("column", mostly_seldom((0, 1, 12, 30, 39, 40, 41), (0, 30, 39, 41)))
def test_a_text_is_written_as_by_the_game(in_play, column):
    """Short ones and long ones, up to the edge and beyond it; also one that is at an address."""
    game, address = in_play, labels()["text_buffer"]
    game.call("text_open", a=3, y=1)
    every = [(place, 1) for place in range(0, 60, 5)] + [(place, 5) for place in range(0, 122, 9)]
    before = game.machine.snapshot()
    for number, book in (*every, (address & 0xFF, address >> 8)):
        game.machine.restore(before)
        found = written(game, column, number, book)
        game.machine.restore(before)
        as_on_disk(game)
        assert found == written(game, column, number, book), (number, book)


def test_an_empty_text_changes_nothing(in_play):
    """Books are padded with empty texts."""
    game, number = in_play, books(OUT, files(OUT))[FILE_GAME][1].texts.index(b"")
    game.call("rows_clean")
    before = game.machine.snapshot()
    found = written(game, 0, number, 1)
    assert found[2][1] == bytes(ROWS)
    game.machine.restore(before)
    as_on_disk(game)
    assert found == written(game, 0, number, 1)


def emptied(game):
    """Empty the page, the display off; returns what is there then."""
    at = labels()
    game.call("screen_clear", y=0x5A)
    assert game.result.y == 0x5A
    buffers = [
        bytes(game.ram[start : start + CELLS_COUNT]) for start in (CELLS, COLORS, MATRIX, SHOWN)
    ]
    rows = [bytes(game.ram[at[name] : at[name] + ROWS]) for name in ("dirty_left", "dirty_right")]
    return buffers, rows, game.machine.board.vic.peek(0x20) & 15


def beam(game):
    """The line that the VIC is at."""
    vic = game.machine.board.vic
    return vic.peek(0x12) | (vic.peek(0x11) & 0x80) << 1


@pytest.mark.parametrize("line", [0, 10, 14, 60, 150, 200, 230, 248, 253, 290, 311])
def test_a_page_is_emptied_as_by_the_game_and_unseen(in_play, line):
    """The matrix is what is seen: it changes behind the line where the border does."""
    game, own = in_play, gamerules.labels(OUT / "cartridge.lbl")
    waits = interrupt_waits(game)
    while beam(game) != line:
        game.machine.run_cycles(LINE_CYCLES // 2)
    before, begin, shown = game.machine.snapshot(), game.machine.cycle, []
    picture = bytes(game.ram[MATRIX : MATRIX + CELLS_COUNT])

    def ground(board):
        assert bytes(board.ram[MATRIX : MATRIX + CELLS_COUNT]) == picture
        shown.append((game.machine.cycle - begin, beam(game)))
        return False

    game.machine.board.set_trap(own["screen_ground"], ground)
    found = emptied(game)
    game.machine.board.set_trap(own["screen_ground"], None)
    [(cycles, at)] = shown
    assert at in HIDDEN_LINES
    assert cycles < 2 * LINES * LINE_CYCLES
    assert max(waits) < INTERRUPTS_WAIT
    game.machine.restore(before)
    as_on_disk(game)
    assert found == emptied(game)
