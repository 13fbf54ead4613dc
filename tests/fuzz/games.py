"""Saved games of the board game whose checksum is right and whose bytes are chosen.

The seeds are games in GAMES: computers play each to its turn, by the rules that are built here, so
that no seed is of an older program.  A case changes bytes, fields by their names, the length or the
head.  The game's own code reads it, on a bare 6510 and, from a disk, on the whole machine.  What is
accepted is then read by whatever Python code knows the state, and played on.
"""

from functools import cache
from random import Random
from typing import Any, NamedTuple

from disk.d64 import D64Image
from disk.errors import Go64Error
from disk.volume import SEQ, Volume
from emu.arena.match import OF_1989, OWN, Match, tasks
from emu.arena.rules import SQUARES, Rules
from emu.arena.switches import RUSSIAN, family_of
from emu.web.game import Table
from tests.asm.game.model import legal
from tests.asm.game.robust.forge import Forger, Reader, with_sum
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.test_save import DAMAGED, VERSION, disk_program, packed
from tests.fuzz.dice import flipped, number_between

COMPUTERS = ("normal", "hard", "easy", "hoarder", "gambler", "haggler", "builder", "spoiler")
GAMES = (  # preset, seats, seed of the dice, turns
    (0, 4, 1, 3), (0, 2, 2, 50), (0, 8, 3, 30), (0, 3, 4, 80), (OF_1989, 4, 5, 30),
    (OF_1989, 2, 6, 40), (RUSSIAN, 4, 8, 20), (RUSSIAN, 3, 9, 40), (OWN, 4, 10, 20),
    (OWN, 2, 12, 40),
)  # fmt: skip
BEHIND = 40  # requests behind that turn at most, so that not all stand at its beginning
ON = 40  # requests that an accepted game is played on
NAME = b"GO64-FUZZ"
BUFFER = 0x400  # bytes of it (asm/game/sys/save.inc)
LARGEST = 60_000  # bytes of a file on the disk
LOADING = 80  # times five pictures
SAID = (
    "The file is damaged.", "Another version saved it.", "cannot be read.",
)  # fmt: skip


class Saved(NamedTuple):
    """A seed: the state, what presets have behind it, and the whole file."""

    state: bytes
    preset: bytes
    file: bytes


@cache
def reader() -> Reader:
    """The game's check of a file, on a bare 6510."""
    return Reader(disk_program())


@cache
def places() -> dict[str, int]:
    """Return {name: offset} of the fields, from the state's beginning."""
    return legal.places(reader().engine)


@cache
def seeds() -> tuple[Saved, ...]:
    """Play the games."""
    found, engine = [], reader().engine
    length, end = engine.state_end - engine.state_begin, engine.variant_end - engine.state_begin
    for preset, seats, seed, turns in GAMES:
        (task,) = tasks(COMPUTERS[:seats], 1, seed, preset=preset)
        match = Match(task)
        while match.rules.turns < turns and not match.rules.over:
            match.step()
        for _ in range(seed * 17 % BEHIND):
            if not match.rules.over:
                match.step()
        begin = match.rules.begin
        whole = bytes(match.rules.ram[begin : begin + end])
        file = reader().file(whole[:length], whole[length:])
        found.append(Saved(whole[:length], whole[length:], file))
    return tuple(found)


def changed_preset(dice: Random, block: bytes) -> bytes:
    """Return what presets have with a few fields changed."""
    found = bytearray(block)
    for _ in range(dice.choice((1, 1, 2, 5))):
        at = dice.randrange(len(found))
        found[at] = dice.choice((0, 1, 2, 9, 0xFF, found[at] ^ 1, number_between(dice, 0, 255)))
    return bytes(found)


def make_saved(dice: Random) -> bytes:
    """Return a file of a saved game with something changed; its checksum is right, mostly."""
    seed = dice.choice(seeds())
    state, preset, what = seed.state, seed.preset, dice.randrange(8)
    if what < 4:
        forger = Forger([state], places(), 0)
        forger.dice = dice
        state = forger.mutant()
    if what in (3, 4):
        preset = changed_preset(dice, preset)
    content = reader().file(state, preset)[:-2]
    if what == 5:
        content = flipped(dice, content)
    elif what == 6:
        size = dice.choice((0, 1, 8, 9, 714, 837, 880, len(content) - 1, len(content) + 1,
                            dice.randrange(LARGEST)))  # fmt: skip
        length = dice.choice((size, len(seed.state)))
        content = content[:6] + length.to_bytes(2, "little") + content[8:]
        content = (content * (size // len(content) + 1))[:size]
    elif what == 7:
        content = flipped(dice, content[: dice.choice((9, 14, 164))]) + content[164:]
    return with_sum(content) if dice.random() < 0.95 else content + dice.randbytes(2)


def use_saved(content: bytes, dice: Random) -> None:
    """Have the game's own code read a file; what it takes must be a game."""
    engine, read = reader().engine, reader()
    memory = bytes(engine.ram)
    try:
        _read(engine, read, content[:BUFFER])  # whoever reads the file stops there
    finally:
        engine.ram[:] = memory


def _read(engine: Any, read: Reader, content: bytes) -> None:
    read.refuses(seeds()[0].file)  # crc 0, which leaves the check's variables as they are
    engine.set_pair_word("save_size", len(content))
    before = read.memory()
    reason = read.refuses(content)
    for at in range(2):
        engine.poke("crc", 0, at)
    if read.memory() != before:
        raise AssertionError("the check wrote beside its buffer")
    if reason:
        if reason not in (DAMAGED, VERSION):
            raise AssertionError(f"refused for a reason there is not: {reason}")
        raise Go64Error(f"saved game: refused, reason {reason}")
    engine.call("save_unpack")
    whole = engine.whole()
    again = packed(engine)
    if read.refuses(again):
        raise AssertionError("what was loaded is refused when it is saved again")
    engine.call("save_unpack")
    if engine.whole() != whole:
        raise AssertionError("what was saved again is another game")
    look_at(engine.ram)
    play_on(whole)


def look_at(ram: Any) -> None:
    """Read the state as the web host does; what it says must be what there is."""
    facts = Table().look(ram)
    if facts is None:
        raise AssertionError("the web host does not know the game")
    if not 2 <= len(facts.seats) <= 8 or not any(seat.alive for seat in facts.seats):
        raise AssertionError(f"the web host sees {len(facts.seats)} seats")
    if facts.active is not None and not 0 <= facts.active < len(facts.seats):
        raise AssertionError(f"seat {facts.active} is to decide")


def play_on(whole: bytes) -> None:
    """Let computers and somebody without a plan play on, as far as RulesFault, which is a fault."""
    rules = Rules()
    at, behind = rules.begin, rules.begin + len(whole)
    rules.ram[at:behind] = whole
    switches = {
        name.removeprefix("SW_"): rules.byte("switches", number)
        for name, number in rules.K.items()
        if name.startswith("SW_")
    }
    preset = switches.pop("PRESET")
    if preset:
        rules.family(rules.image.presets[preset] or family_of(switches))
    rules.ram[at:behind] = whole
    rules.state = whole[: rules.end - rules.begin]  # as a task of a match has it
    rules.ram[at:behind] = whole
    rules.call("play_resume")
    dice = Random(whole)
    for _ in range(ON):
        if rules.over or rules.crying or rules.asking:
            break
        if rules.byte("player_flags", rules.active) & rules.K["PF_CPU"]:
            if reason := rules.send(rules.decide()):
                raise AssertionError(f"seat {rules.active} asked for what is refused: {reason}")
        else:
            possible = rules.actions()
            if not possible:
                raise AssertionError(f"nothing is possible in mode {rules.mode}")
            for at in range(4):  # of an offer, what lies in its block
                rules.poke("arg0", dice.choice((0, 1, dice.randrange(SQUARES), 255)), at)
            rules.send(rules.K["REQ_" + dice.choice(possible)])


# --- from a disk, on the whole machine -------------------------------------------------------


@cache
def title() -> tuple[Game, bytes]:
    """The game at its title, and the snapshot of that moment."""
    game = Game().boot()
    return game, game.machine.snapshot()


def make_disk(dice: Random) -> bytes:
    """Return what a file on the disk has: a saved game, or one much too long."""
    content = make_saved(dice)
    return content * dice.choice((1, 1, 1, 1, 2, 40)) if len(content) else content


def use_disk(content: bytes, dice: Random) -> None:
    """Load it as a player does, and press keys: the game shows its pages and goes on."""
    game, snapshot = title()
    machine = game.machine
    good = len(content) < BUFFER and not reader().refuses(content)
    machine.restore(snapshot)
    image = D64Image.blank(b"SAVES", b"01")
    Volume(image).write_file(NAME, SEQ, content[:LARGEST])
    machine.drives[8].attach(image)
    game.tick(2)
    game.key("{F1}").until("SAVED GAMES").until(" game")
    game.tick(20)
    game.key("l", 10)
    for _ in range(LOADING):
        game.tick(5)
        told = game.told()
        if any(words in told for words in SAID):
            look_at_page(game)
            if good:
                raise AssertionError(f"the check takes it, but: {told}")
            raise Go64Error(f"saved game: {told}")
        if game.byte("mode_kind"):
            break
    else:
        raise AssertionError("the game neither loads it nor says why not")
    for key in ("{F1}", " ", "r", "\n", "e", "b"):
        game.key(key, 10)
        look_at_page(game)
    look_at(game.ram)


def look_at_page(game: Game) -> None:
    """The interrupt runs, and the CPU runs the program."""
    before = game.machine.cycle
    game.tick(2)
    if game.machine.board.cpu.jammed or game.machine.cycle <= before:
        raise AssertionError("the machine stands")
