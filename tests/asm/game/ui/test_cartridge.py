"""go64.crt: from power-on to the title, every page from the cartridge, out by a key at reset."""

import pytest

import c64
from c64.cartridge.easyflash import CART_EASYFLASH
from disk.crt import parse_crt
from tests.asm.game.engine import K
from tests.asm.game.ui.machine import (
    CELLS,
    COLORS,
    DEBUG_FILE,
    HINTS,
    OUT,
    Game,
    glyph,
    labels,
    leave,
)
from tests.original_roms import original_paths
from tools import build
from tools.game import gamerules
from tools.game.build_game import AREAS, MAP
from tools.game.cartridge import FILE_DRAW, FILE_GAME, files, pages, patches, signs_of
from tools.game.cartridge_draw import BARS
from tools.game.cartridge_files import BANK, FILES_MOST, KEPT_TOGETHER, LOW, PAGE
from tools.game.cartridge_pages import HIGH, LDA

CRT = OUT / "go64.crt"
PORT, BANK_IO, VIC_IRQ_MASK = 0x01, 0x35, 0xD01A
DISPLAY_ON = 0x10  # of the VIC's first control register
TITLE_SECONDS = 1
CARRY = 1  # of the processor's flags
PAGE_SECONDS = 0.2  # from the moment it is missed until it can be drawn
GERMAN = 0x40
INTERRUPTS_WAIT = 2100  # cycles, at most, while a file comes
CELLS_COUNT, SHOWN = 1000, MAP["SHOWN"].start
PAGE_BYTE = 5  # cycles for a byte of a page, at most
MARK = 6  # of a file, the byte with its number


@pytest.fixture(scope="session")
def cartridge(built):
    """The built cartridge."""
    build.build_roms()
    build.build_cartridge()
    return parse_crt(CRT.read_bytes(), CRT.name)


def title_of(machine, seconds=3):
    """Run until all of the title is shown; returns the cycle of that moment."""
    reached, end = [], machine.cycle + seconds * machine.model.clock_hz
    machine.board.set_trap(
        labels()["music_title"], lambda board: reached.append(machine.cycle) and False
    )
    while not reached and machine.cycle < end:
        machine.tick(1)
    machine.board.set_trap(labels()["music_title"], None)
    assert reached, f"no title: the program is at ${machine.registers.pc:04X}"
    assert machine.board.vic.peek(0x11) & DISPLAY_ON
    return reached[0]


@pytest.fixture(params=["c64", "ntsc"])
def at_title(request, cartridge, c64_factory):
    """The game at its title, from the cartridge; at.cycles since power-on."""
    kit = c64_factory(f"cartridge {request.param}", dbg=DEBUG_FILE, boot=False, cart=str(CRT),
                      model=request.param)  # fmt: skip
    game = Game(kit=kit)
    game.serve(False)
    game.cycles = title_of(game.machine)
    game.ram[labels()["prefs"] + HINTS] = 1  # as in a second game
    game.tick(20)
    return game


@pytest.mark.feature("F236")
def test_the_title_is_whole_within_a_second_of_power_on(at_title):
    seconds = at_title.cycles / at_title.machine.model.clock_hz
    print(f"cartridge: power-on to title {seconds:.3f} s")
    assert "The property game" in at_title.text()
    assert seconds < TITLE_SECONDS


@pytest.mark.feature("F236")
def test_the_title_comes_with_the_original_roms_too(cartridge):
    paths = {kind: str(path) for kind, path in original_paths().items()}
    machine = c64.C64(sample_rate=0, cart=str(CRT), **paths)
    assert title_of(machine) < TITLE_SECONDS * machine.model.clock_hz


def test_every_byte_of_the_program_comes_from_the_cartridge(cartridge, c64_factory):
    kit = c64_factory("cartridge bytes", dbg=DEBUG_FILE, boot=False, cart=str(CRT))
    begun = []
    kit.board.set_trap(AREAS[0][1], lambda board: begun.append(bytes(board.ram)) and False)
    kit.machine.tick(50)
    for area, start in AREAS:
        wanted = bytearray((OUT / f"game.{area}").read_bytes())
        for place, content in patches(OUT).items():
            if start <= place < start + len(wanted):
                wanted[place - start : place - start + len(content)] = content
        if area not in (MAP["FAST"].file, MAP["FAST_BOOT"].file):  # it has its own there
            assert begun[0][start : start + len(wanted)] == wanted, area


def test_the_chips_hold_each_file_of_both_languages(cartridge):
    assert (cartridge.hardware, cartridge.exrom, cartridge.game) == (CART_EASYFLASH, 1, 0)
    low = b"".join(chip.data for chip in cartridge.chips if chip.address == LOW)
    stored = pages(files(OUT))
    found = {number: each for number, each in files(OUT).items() if number not in stored}
    assert {K["FILE_TITLE"], K["FILE_BRAIN"] | GERMAN, K["PICTURE_GAOL"]} <= set(found)
    for number, blocks in found.items():
        at = low[number] * BANK + low[2 * FILES_MOST + number] * PAGE - LOW
        begin = blocks[0][1][: KEPT_TOGETHER * PAGE]  # as flash.s fetches it
        assert low[at : at + len(begin)] == begin, number
        assert at // BANK == (at + len(begin) - 1) // BANK, number


def test_the_high_chip_s_banks_hold_the_pages_of_both_languages(cartridge):
    """As code; what it stores, and where, the next test runs."""
    banks = {chip.bank: chip.data for chip in cartridge.chips if chip.address == HIGH}
    low = cartridge.chips[0].data
    stored = pages(files(OUT))
    assert {K["FILE_DISK"], K["FILE_TRADE"], K["FILE_TRADE"] | GERMAN} <= stored
    for number in stored:
        bank, page = low[number], low[FILES_MOST + number]
        assert bank > 0
        assert banks[bank][page * PAGE - HIGH] == LDA, number


def all_files():
    """The numbers of the files that can be asked for while the game is in memory."""
    return [number for number in sorted(files(OUT)) if number != FILE_GAME]


def interrupt_waits(game):
    """A list that gets the cycles from each sight of ROM until interrupts that are due come in."""
    own, begun, waits = gamerules.labels(OUT / "cartridge.lbl"), [], []

    def show(board):
        begun[:] = begun or [game.machine.cycle]
        return False

    def hide(board):
        waits.append(game.machine.cycle - begun.pop())
        return False

    def pause(board):  # they do here, RAM is only seen if there are any
        waits.append(game.machine.cycle - begun[0])
        begun[:] = [game.machine.cycle]
        return False

    game.machine.board.set_trap(own["bank_show"], show)
    game.machine.board.set_trap(own["rom_pause"], pause)
    for label in ("rom_hide", "seek_hide"):
        game.machine.board.set_trap(own[label], hide)
    return waits


def test_each_file_comes_to_its_places_and_nowhere_else(at_title):
    """Also those of several banks: all of memory but the stack and variables is compared."""
    game = at_title
    board = game.machine.board
    board.poke(PORT, BANK_IO)
    board.poke(VIC_IRQ_MASK, 0)  # there is no program for interrupts to come to
    waits = interrupt_waits(game)
    contents = files(OUT)
    stored = pages(contents)
    for number in all_files():
        board.ram[0x400:0xFF00] = 0x55
        before = bytes(board.ram)
        cycles = game.call("fast_command", a=number)
        blocks = contents[number]
        wanted = bytearray(before)
        for start, content in blocks:
            wanted[start : start + len(content)] = content
        assert bytes(board.ram)[0x400:0xFF00] == bytes(wanted)[0x400:0xFF00], number
        size = sum(len(content) for _, content in blocks)
        print(f"{number}: {size} bytes, {cycles / size:.1f} cycles a byte")
        assert number not in stored or cycles < PAGE_BYTE * size
        assert not game.result.flags.c
    print(f"interrupts wait {max(waits)} cycles at most")
    assert max(waits) < INTERRUPTS_WAIT


@pytest.fixture
def in_play(cartridge, c64_factory):
    """The game from the cartridge, in the first turn of three."""
    kit = c64_factory("cartridge played", dbg=DEBUG_FILE, boot=False, cart=str(CRT))
    game = Game(kit=kit)
    game.serve(False)
    title_of(game.machine)
    game.ram[labels()["prefs"] + HINTS] = 1
    game.tick(20)
    game.first_turn(3).until("Roll dice")
    while "Saving..." in game.told():  # ROM is there, and a call would find it
        game.tick(1)
    return game


def seconds_of(game, file):
    """The emulated seconds that a file takes that is not there: from where it is missed on."""
    cycles = game.call("overlay_need", x=K[file])
    assert not game.result.flags.c
    return cycles / game.machine.model.clock_hz


@pytest.mark.feature("F236")
@pytest.mark.parametrize("name", ["DISK", "TRADE", "DEAL", "HELP", "DESK", "PERSPECTIVE", "FINALE"])
def test_a_page_comes_within_a_fifth_of_a_second(in_play, name):
    if in_play.holds(name.lower()):
        in_play.ram[labels()["overlay_mark"]] = 0
    seconds = seconds_of(in_play, f"FILE_{name}")
    print(f"{name}: {seconds:.3f} s")
    for start, content in files(OUT)[K[f"FILE_{name}"]]:
        assert bytes(in_play.ram[start : start + len(content)]) == content
    assert seconds < PAGE_SECONDS


def without_rom(game):
    """Have the game draw all cells itself; returns a list that gets each call for it."""
    calls = []

    def trap(board):
        if board.cpu.a != FILE_DRAW:
            return False
        calls.append(game.machine.cycle)
        board.cpu.p |= CARRY  # something is left
        leave(board)
        return True

    game.machine.board.set_trap(labels()["fast_command"], trap)
    return calls


def page_of(game, keys):
    """Press keys, one page after another; returns (picture, glyphs shown) of each."""
    shown = []
    for key in keys:
        game.key(key, 60)
        shown.append((game.picture(), bytes(game.ram[SHOWN : SHOWN + CELLS_COUNT])))
    return shown


def assert_alike(pages, others):
    """Compare what page_of returned: the pictures, and what the game knows to be shown."""
    for (picture, shown), (other, other_shown) in zip(pages, others, strict=True):
        assert (picture == other).all()
        assert shown == other_shown


def blanks_hidden(game):
    """Colours of the cells; a blank has its paper's as ink, as nothing of it is seen."""
    cells = game.ram[CELLS : CELLS + CELLS_COUNT]
    colors = game.ram[COLORS : COLORS + CELLS_COUNT]
    pairs = zip(cells, colors, strict=True)
    return [color & 15 if cell == ord(" ") else color for cell, color in pairs]


PAGES = (["t"], ["?"], ["g"], ["o"], ["h"], ["s"], ["s", "{LEFT}"], ["t", "?"], ["t", "s"])


@pytest.mark.feature("F236")
@pytest.mark.parametrize("keys", PAGES, ids="".join)
def test_a_page_drawn_from_rom_is_the_one_the_game_draws(in_play, keys):
    """And so is what comes over it; the board comes back the same."""
    game = in_play
    before = game.machine.snapshot()
    waits = interrupt_waits(game)
    drawn = page_of(game, keys), blanks_hidden(game)
    assert max(waits) < INTERRUPTS_WAIT
    game.machine.restore(before)
    calls = without_rom(game)
    wanted = page_of(game, keys), blanks_hidden(game)
    assert calls
    assert drawn[1] == wanted[1]
    assert_alike(drawn[0], wanted[0])


def any_cells(game, font):
    """Draw each glyph in any colours, those that the game changes with other dots; as page_of.

    A row that has not changed stays as it is.
    """
    numbers = range(CELLS_COUNT)
    game.call("video_blank")
    game.ram[CELLS : CELLS + CELLS_COUNT] = bytes((number * 7) % 255 + 1 for number in numbers)
    game.ram[COLORS : COLORS + CELLS_COUNT] = bytes((number * 13) % 256 for number in numbers)
    for code in range(glyph("chest0"), glyph("chest0") + BARS):
        game.ram[font + code] ^= 0xFF
    for row in range(25):
        game.ram[labels()["dirty_left"] + row] = 0 if row % 5 else 40
        game.ram[labels()["dirty_right"] + row] = 39 if row % 5 else 0
    game.call("video_commit")
    shown = game.picture(), bytes(game.ram[SHOWN : SHOWN + CELLS_COUNT])
    return shown, blanks_hidden(game)


@pytest.mark.parametrize("names", range(3), ids=["London", "US", "Berlin"])
def test_all_glyphs_are_drawn_from_rom_as_by_the_game(in_play, names):
    """Also those whose dots are not what ROM has, and the sign for money that names bring."""
    game, font = in_play, MAP["FONT"].start
    game.key("o", 60)
    sign = signs_of(files(OUT))[names]
    game.ram[labels()["names_wanted"]] = names
    game.ram[font + ord("$") : font + 2048 : 256] = sign
    before = game.machine.snapshot()
    drawn = any_cells(game, font)
    game.machine.restore(before)
    assert without_rom(game) == []
    wanted = any_cells(game, font)
    assert drawn[1] == wanted[1]
    assert_alike([drawn[0]], [wanted[0]])


def test_no_line_of_the_board_is_drawn_from_rom(in_play):
    """It would miss the lines between the squares."""
    game = in_play
    game.key("o", 60)
    begun = []
    game.machine.board.set_trap(
        gamerules.labels(OUT / "cartridge.lbl")["bank_show"],
        lambda board: begun.append(1) and False,
    )
    game.call("fast_command", a=FILE_DRAW)
    assert begun
    begun.clear()
    game.ram[labels()["ring_lines"]] = 1
    game.call("fast_command", a=FILE_DRAW)
    assert not begun


def test_a_page_of_statistics_is_drawn_and_left_as_from_a_disk(in_play):
    in_play.key("s").until("STATISTICS", 400)
    assert in_play.holds("desk")
    in_play.key("x").until("Trade", 400)


@pytest.mark.feature("F236")
@pytest.mark.parametrize("key", ["STOP", "Q", "CBM"])
def test_a_key_held_at_reset_leaves_the_cartridge(cartridge, key):
    machine = c64.C64(sample_rate=0, cart=str(CRT))
    machine.keyboard.hold(key)
    machine.tick(20)
    machine.keyboard.release(key)
    machine.tick(180)
    assert "READY." in machine.screen.text()
    machine.reset()
    assert title_of(machine)


def test_a_reset_in_play_begins_anew(in_play):
    machine = in_play.machine
    machine.reset()
    begin = machine.cycle
    in_play.until("The property game", 100)
    assert machine.cycle - begin < 2 * machine.model.clock_hz


def demonstrates(machine, turns=2):
    """At the title: nobody is there, so computers play; run until so many turns are over."""
    at = labels()
    machine.ram[at["title_idle"]] = 0xFF
    seen, turn = [], None
    for _ in range(6000):
        machine.tick(1)
        depth = machine.ram[at["mode_depth"]]
        if machine.ram[at["demo_on"]] and machine.ram[at["mode_kind"] + depth] == K["MODE_NORMAL"]:
            now = machine.ram[at["mode_active"] + depth]
            if now != turn:
                seen, turn = [*seen, now], now
            if len(seen) > turns:
                return seen
        assert not machine.jammed
    raise AssertionError(f"the turns of {seen} only, the program at ${machine.registers.pc:04X}")


@pytest.mark.feature("F236")
def test_nobody_at_the_title_starts_the_demonstration_without_a_drive(at_title):
    seen = demonstrates(at_title.machine)
    assert len(set(seen)) > 1
    assert at_title.holds("brain")
    assert at_title.ram[MAP["TALK"].start + MARK] == K["FILE_TALK"]


def test_the_tutorial_comes_from_it_without_a_drive(at_title):
    at_title.machine.type("t", wait=False)
    for _ in range(2000):
        at_title.tick(1)
        if "Key: go on" in at_title.text():
            break
    assert "Hello! I am" in at_title.text()
    assert at_title.ram[MAP["GUIDE"].start + MARK] == K["FILE_GUIDE"]


# Whatever RAM holds at power-on, the title comes and computers play: few of them, and many.
@pytest.mark.parametrize("seed", range(1, 4))
def test_any_memory_at_power_on_will_do(cartridge, seed):
    machine = c64.C64(sample_rate=0, cart=str(CRT), seed=seed)
    assert title_of(machine) < TITLE_SECONDS * machine.model.clock_hz


@pytest.mark.long
def test_a_thousand_memories_at_power_on_will_do(cartridge):
    for seed in range(1000, 2000):
        test_any_memory_at_power_on_will_do(cartridge, seed)
