"""Saved games in the cartridge's flash: written, read, struck out, and whole whenever power goes.

``games`` reads the chip as asm/game/cartridge/saves.s describes it, without the game's code.
"""

import random

import pytest

from c64.cartridge.memory.flash import FLASH_ERASES
from emu.kit.errors import KitError
from tests.asm.game.engine import K
from tests.asm.game.ui.machine import DEBUG_FILE, HINTS, Game, labels
from tests.asm.game.ui.test_cartridge import CRT, title_of
from tools import build
from tools.game.build_game import MAP

CARTRIDGE = 12  # asm/game/sys/drive.inc, in the place of a drive's number
DIFFERS, DAMAGED, EXISTS, NOT_FOUND = 104, 102, 63, 62  # DRIVE_*
BANK, SECTORS, SECTOR, FIRST = 8192, 4, 0x10000, 32 * 8192
RECORD, OF_BANK, OF_SECTOR, HEAD = 1152, 7, 56, 0x1F80
NAME, SIZE, DATA = 3, 11, 16
FILE_SIZE = 1017  # of a saved game
BRAIN = slice(MAP["BRAIN"].start, MAP["BRAIN"].end)
LONG = 60_000_000  # cycles: a save that copies a sector and erases another


def places(sector):
    """Offsets of the records of a sector in the chip, in the order in which they are written."""
    begin = FIRST + sector * SECTOR
    return [begin + n // OF_BANK * BANK + n % OF_BANK * RECORD for n in range(OF_SECTOR)]


def number(low, sector):
    """The number of a sector; 0: it is not open."""
    begin = FIRST + sector * SECTOR + HEAD
    head = bytes(low[begin : begin + 5])
    again = bytes(byte ^ 0xFF for byte in head[:2])
    return int.from_bytes(head[:2], "little") if head[2:4] == again and head[4] == 0 else 0


def newest(low):
    """The sector that is written to."""
    return max(range(SECTORS), key=lambda n: number(low, n))


def games(low):
    """{name: bytes} of the games on the chip."""
    found, low = {}, bytes(low)
    for sector in sorted(range(SECTORS), key=lambda n: number(low, n)):
        for at in places(sector) if number(low, sector) else ():
            if low[at] == low[at + 1] == 0 and low[at + 2]:
                name = low[at + NAME : at + SIZE].rstrip(b"\0").decode()
                size = int.from_bytes(low[at + SIZE : at + SIZE + 2], "little")
                found[name] = bytes(low[at + DATA : at + DATA + size])
    return found


def record(name, data):
    """The bytes of a whole record."""
    head = b"\0\0\xff" + name.encode().ljust(8, b"\0") + len(data).to_bytes(2, "little")
    return head.ljust(DATA, b"\xff") + data


def fill(low, sector, count, records):
    """Open a sector of the chip as number ``count``, with [(name, bytes or None: struck out)]."""
    begin = FIRST + sector * SECTOR
    low[begin : begin + SECTOR] = b"\xff" * SECTOR
    head = count.to_bytes(2, "little")
    low[begin + HEAD : begin + HEAD + 5] = head + bytes(b ^ 0xFF for b in head) + b"\0"
    for at, (name, data) in zip(places(sector), records, strict=False):
        whole = record(name, data or bytes(FILE_SIZE))
        low[at : at + len(whole)] = whole
        if data is None:
            low[at + 2] = 0


class Saver(Game):
    """A game from the cartridge, the part for saved games in memory."""

    def prepare(self):
        """From power-on, as often as there is one."""
        title_of(self.machine)
        self.ram[labels()["prefs"] + HINTS] = 1
        self.tick(20)
        self.do("overlay_need", K["FILE_DISK"])
        return self

    @property
    def low(self):
        """The low chip's bytes."""
        return self.machine.board.cart.low.data

    def do(self, label, x=CARTRIDGE, limit=LONG):
        """Call a routine; returns A, an error's number if C is set, else 0."""
        self.call(label, x=x, limit=limit)
        return self.result.a if self.result.flags.c else 0

    def name(self, text):
        """The name of the game to save or load."""
        at = labels()["save_name"]
        self.ram[at : at + 8] = text.encode().ljust(8, b"\0")

    def save(self, text, mark, over=True, limit=LONG):
        """Save a state that ``mark`` (1..255) tells from others; returns an error's number or 0."""
        self.name(text)
        self.ram[labels()["save_over"]] = int(over)
        self.ram[labels()["rng_v"]] = mark
        return self.do("save_write", limit=limit)

    def load(self, text):
        """Load it; returns an error's number or 0."""
        self.name(text)
        return self.do("save_read")

    def delete(self, text):
        """Delete it; returns an error's number or 0."""
        self.name(text)
        return self.do("save_delete")

    def listed(self):
        """The names that the page shows."""
        assert self.do("saved_list_read") == 0
        at = labels()["event_space"]
        raw = bytes(self.ram[at : at + 8 * self.ram[labels()["saved_count"]]])
        return [raw[i : i + 8].rstrip(b"\0").decode() for i in range(0, len(raw), 8)]

    def power(self, low=None):
        """Off and on again, with what the chip then has."""
        low = bytes(self.low) if low is None else low
        self.machine.reset()
        self.low[:] = low
        return self.prepare()


def marks(low):
    """{name: what ``save`` was given} of the games on the chip."""
    at = 164 + labels()["rng_v"] - labels()["state_begin"]
    return {name: data[at] for name, data in games(low).items()}


@pytest.fixture(scope="module")
def started(built, c64_factory):
    """A machine that is ready to save, and how it was then."""
    build.build_roms()
    build.build_cartridge()
    kit = c64_factory("flash", dbg=DEBUG_FILE, boot=False, cart=str(CRT))
    game = Saver(kit=kit)
    game.serve(False)
    title_of(game.machine)
    game.first_turn(3).until("Roll dice")
    game.kit.run_until("key_wait_menu")  # it waits for a key: a save has come to its end
    game.low[FIRST:] = b"\xff" * (SECTORS * SECTOR)  # the first person's turn is saved by itself
    game.do("overlay_need", K["FILE_DISK"])
    return game, game.machine.snapshot()


@pytest.fixture
def game(started):
    game, snapshot = started
    game.machine.restore(snapshot)
    return game


@pytest.mark.feature("F236")
def test_a_game_is_saved_listed_loaded_and_deleted(game):
    brain = bytes(game.ram[BRAIN])
    assert game.listed() == []
    assert game.load("ONE") == NOT_FOUND
    assert game.save("ONE", 1) == 0
    state = game.state()
    assert game.save("TWO", 2) == 0
    assert game.listed() == ["ONE", "TWO"]
    assert marks(game.low) == {"ONE": 1, "TWO": 2}
    assert game.load("ONE") == 0
    assert game.state() == state
    assert game.delete("ONE") == 0
    assert game.listed() == ["TWO"]
    assert bytes(game.ram[BRAIN]) == brain, "what EAPI took the place of is back"


def test_a_game_of_the_name_is_replaced_only_where_that_is_wanted(game):
    assert game.save("ONE", 1) == 0
    assert game.save("ONE", 2, over=False) == EXISTS
    assert marks(game.low) == {"ONE": 1}
    assert game.save("ONE", 2) == 0
    assert marks(game.low) == {"ONE": 2}
    assert game.listed() == ["ONE"]
    assert game.delete("ONE") == 0
    assert game.listed() == [], "the one before does not come back"
    assert game.delete("ONE") == NOT_FOUND


def test_what_was_saved_is_there_after_power_was_off(game):
    assert game.save("ONE", 1) == 0
    game.power()
    assert game.listed() == ["ONE"]
    assert game.load("ONE") == 0
    assert game.ram[labels()["rng_v"]] == 1


def test_a_damaged_game_is_not_loaded(game):
    assert game.save("ONE", 1) == 0
    game.low[places(0)[0] + DATA + 300] ^= 1
    state = game.state()
    assert game.load("ONE") == DAMAGED
    assert game.state() == state


def test_a_cell_that_cannot_be_written_loses_nothing(game):
    assert game.save("ONE", 1) == 0
    game.low[places(0)[1] + DATA] = 0
    assert game.save("ONE", 2) == DIFFERS
    assert marks(game.low) == {"ONE": 1}
    assert game.save("ONE", 2) == 0, "that place is passed over"
    assert marks(game.low) == {"ONE": 2}


def test_names_beyond_what_the_list_holds_are_said_to_be_there(game):
    data = bytes(FILE_SIZE)
    fill(game.low, 0, 1, [(f"A{n}", data) for n in range(OF_SECTOR)])
    fill(game.low, 1, 2, [(f"B{n}", data) for n in range(20)])
    assert len(game.listed()) == 70
    assert game.ram[labels()["saved_more"]]


def worn(game, live):
    """Three sectors full, but for the last place, with ``live`` games in the first of them."""
    kept = bytes(game.low)[places(0)[0] + DATA :][:FILE_SIZE]
    first = [(f"G{n}", kept if n < live else None) for n in range(OF_SECTOR)]
    fill(game.low, 1, 5, first)
    fill(game.low, 2, 6, [("OLD", None)] * OF_SECTOR)
    fill(game.low, 3, 7, [("OLD", None)] * (OF_SECTOR - 2) + [("ONE", kept)])
    game.low[FIRST : FIRST + SECTOR] = b"\xff" * SECTOR


@pytest.fixture
def in_ring(game):
    """Sectors 1, 2 and 3 are full but for a place, 0 is the next to be opened."""
    assert game.save("ONE", 1) == 0
    worn(game, 3)
    return game


@pytest.mark.feature("F236")
def test_a_full_sector_opens_the_next_and_the_oldest_is_given_up(in_ring):
    game = in_ring
    assert game.save("TWO", 2) == 0  # the last place
    assert number(game.low, 0) == 0
    before = games(game.low)
    assert game.save("THREE", 3) == 0
    assert number(game.low, 0) == 8
    assert number(game.low, 1) == 0, "what it had is in the new one"
    assert {name: data for name, data in games(game.low).items() if name != "THREE"} == before
    assert sorted(game.listed()) == ["G0", "G1", "G2", "ONE", "THREE", "TWO"]
    assert game.load("G1") == 0


def test_sectors_wear_alike(game):
    """Of each sector only the last record is really written: the next save opens another one."""
    game.save("ONE", 1)
    kept = bytes(game.low)[places(0)[0] + DATA :][:FILE_SIZE]
    opened = [0] * SECTORS
    opened[0] = 1
    for turn in range(8):
        at = newest(game.low)
        full = [("OLD", None)] * (OF_SECTOR - 1) + [("ONE", kept)]
        fill(game.low, at, number(game.low, at), full)
        assert game.save("ONE", 2 + turn) == 0
        new = newest(game.low)
        assert new != at
        opened[new] += 1
    assert max(opened) - min(opened) <= 1
    assert marks(game.low) == {"ONE": 9}


def cut(game, dice, name, mark, cycles):
    """Save, and lose power after so many cycles; returns what the chip has then."""
    try:
        game.save(name, mark, limit=cycles)
    except KitError:
        pass
    else:
        raise AssertionError("it was over before")
    low = bytearray(game.low)
    chip = game.machine.board.cart.low
    if chip.state == FLASH_ERASES:  # half erased: each byte is what it was, 0, or anything above
        for sector in range(8):
            if chip.sectors >> sector & 1:
                for at in range(sector * SECTOR, (sector + 1) * SECTOR, 64):
                    low[at : at + 64] = dice.choice((bytes(64), dice.randbytes(64), b"\xff" * 64))
    return low


def duration(game, name, mark):
    """Cycles that a save takes; the machine is as before."""
    snapshot = game.machine.snapshot()
    begin = game.machine.cycle
    assert game.save(name, mark) == 0
    cycles = game.machine.cycle - begin
    game.machine.restore(snapshot)
    return cycles


def lose_nothing(game, count, seed):
    """Cut saves of ONE at random moments: the old one or the new one is there, and all others."""
    dice = random.Random(seed)
    before = marks(game.low)
    snapshot = game.machine.snapshot()
    cycles = duration(game, "ONE", 99)
    old = new = 0
    for turn in range(count):
        low = cut(game, dice, "ONE", 99, dice.randrange(1000, cycles))
        after = marks(low)
        assert after["ONE"] in (before["ONE"], 99)
        old, new = old + (after["ONE"] != 99), new + (after["ONE"] == 99)
        assert after | {"ONE": before["ONE"]} == before
        if turn % 10 == 0:  # the game itself finds what is there, and goes on saving
            game.power(low)
            assert sorted(game.listed()) == sorted(before)
            assert game.load("ONE") == 0
            assert game.ram[labels()["rng_v"]] == after["ONE"]
            assert game.save("NEXT", 77) == 0
            assert marks(game.low) == after | {"NEXT": 77}
        game.machine.restore(snapshot)
    print(f"{count} saves cut: {old} old, {new} new, none lost")
    assert old


@pytest.mark.feature("F236")
def test_power_lost_while_a_game_is_written_loses_none(game):
    assert game.save("ONE", 1) == 0
    assert game.save("TWO", 2) == 0
    lose_nothing(game, 11, "record")


@pytest.mark.feature("F236")
def test_power_lost_while_a_sector_is_copied_and_erased_loses_none(in_ring):
    assert in_ring.save("TWO", 2) == 0
    lose_nothing(in_ring, 11, "sector")


@pytest.mark.long
def test_two_hundred_resets_while_flash_is_written_lose_none(game):
    assert game.save("ONE", 1) == 0
    assert game.save("TWO", 2) == 0
    lose_nothing(game, 100, "records")
    worn(game, 5)
    lose_nothing(game, 100, "sectors")
