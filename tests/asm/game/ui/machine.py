"""The whole game on the whole machine, for tests that play it.

``Game()`` is a machine of the test kit (emu.kit) that has just been switched on; ``boot()``
puts the linked areas into memory where the loader would and starts the program at its first
byte.  Overlays that the game loads later are served from the built files, in no time and without
a disk; ``serve(False)`` lets it go to the drive, as it does for players.
``key`` types, ``text`` reads the screen, fields of the state are read by name.
"""

from functools import cache

import numpy as np

from emu.kit.machine import Kit
from emu.kit.machine_pool import BootedMachine, MachineSpec, keep_counts, symbols_of
from tests.asm.game.engine import ROOT, K
from tools.game.build_game import AREAS, FILE_WORDS, MAP, OVERLAYS, PROGRAMS, language_blocks
from tools.game.pack import unpack_blocks
from tools.game.textpack import PAIRS
from tools.game.words import BOOKS, SETS, STEP
from tools.music.music import load_sounds

OUT = ROOT / "build" / "game"
SCORE = load_sounds()
SOUNDS = [*SCORE.data["effects"], *SCORE.data["jingles"]]  # by EFFECT_*
SOUNDS += SCORE.data["jingles"]  # their second voices
SOUNDS += [f"vamp {name}" for kind in ("bars", "basses") for name in SCORE.data["vamp"][kind]]
CHANNELS = 6  # of the sound driver: music, effects
GERMAN = list(SETS).index("berlin")  # SET_BERLIN (asm/game/data/text/text.inc)
HINTS = 5  # PREF_HINTS (asm/game/pages/pages.inc)
PICTURES = ("STREET", "TABLE")  # those that are served, too
CELLS, COLORS, MATRIX, BITMAP = (
    MAP[name].start for name in ("CELLS", "COLORS", "MATRIX", "BITMAP")
)
SPRITE_W, SPRITE_H = 24, 21
TITLE_FRAMES = 90
PAGE_FRAMES = 40
DRAWN = 2  # pictures after a snapshot until there is a whole one
ARM_NOT_YET, ARMING = 1, 40  # asm/game/ui/key_guard.s: state; pictures it takes at most
CALL_LIMIT = 2_000_000
STEPS_NOTED = 2  # of Board.traps_on
PORT, ALL_RAM, ALL_RAM_MASK = 1, 0x34, 0x37  # the processor's port; BANK_ALL_RAM of it
ROM_SEEN = 0x07  # of PORT
STEP_OUT, STEPS_OUT = 50, 100  # cycles; so often at most
BOOKS_END = 256 * (len(BOOKS) + 1)  # what is less is the number of a text
LINE_ABOVE = 0x0B  # GLYPH_LINET: where planks meet
READABLE = bytes(  # by code of a cell
    b if 0x20 <= b < 0x7F else ord(" " if b == LINE_ABOVE else ".") for b in range(256)
)
DEBUG_FILE = str(OUT / "game.dbg")
COUNTS = ("count", "cycles", "stolen", "fell")  # of a Probe
_first = {}  # "game": the BootedMachine that all others count into
_been_there = {}  # (snapshot before, whether parts are served, way) -> snapshot after


@cache
def glyph_codes():
    """{name: code} of the drawn glyphs (tools/art/art.py), names in small letters."""
    lines = (OUT / "gen" / "glyphs.inc").read_text().splitlines()
    rows = (line.split(" = $") for line in lines if line.startswith("GLYPH_") and "$" in line)
    return {name[6:].lower(): int(code, 16) for name, code in rows}


def glyph(name):
    """The code of a drawn glyph."""
    return glyph_codes()[name]


@cache
def labels(name="game"):
    """{label: address} of a linked program."""
    return symbols_of(MachineSpec(dbg=(OUT / f"{name}.dbg",))).labels()


def glyph_dots(ram, code):
    """The eight rows of dots of a glyph in the machine's font, bytes."""
    font = MAP["FONT"].start
    return bytes(ram[font + 256 * row + code] for row in range(8))


def has_colors(ram, place, colors):
    """True if cell ``place`` of the buffers has these colours, ink * 16 + paper.

    A blank may have its paper's colour as ink: nothing of it is seen, and so it need not be drawn.
    """
    color = ram[COLORS + place]
    blank = ram[CELLS + place] == ord(" ") and color >> 4 == color & 15
    return color == colors or (blank and color & 15 == colors & 15)


def leave(board):
    """In a trap: the routine returns to its caller."""
    low, high = (board.ram[0x100 | (board.cpu.sp + i & 0xFF)] for i in (1, 2))
    board.cpu.sp += 2
    board.cpu.pc = (low | high << 8) + 1 & 0xFFFF


def share_counts(booted):
    """Let a machine add to the counts of the first one, so that only that one need be kept.

    A machine has 6 MB and its counts take 0.1 s to collect; a run of all tests makes hundreds.
    """
    first = _first.setdefault("game", booted)
    if booted is first:
        return keep_counts("game", booted)
    for name in COUNTS:
        setattr(booted.probe, name, getattr(first.probe, name))
    return booted


def run_to(machine, address, cycles):
    """Run to an instruction, or for so many cycles; returns whether it is there."""

    def stop(_board):
        machine.stop()
        return True

    machine.board.set_trap(address, stop)
    machine.run_cycles(cycles)
    machine.board.set_trap(address, None)
    return machine.board.cpu.pc == address


def trace(kit, on):
    """Note each instruction of a machine, or only count them where coverage is counted."""
    probe = kit.probe if on or Game.counting else None
    kit.board.attach_probe(probe, accesses=False, steps=on, counts=True)


class Game:
    """One machine with the game in it.

    kit      emu.kit.machine.Kit, with the symbols of build/game/game.dbg
    machine  c64.api.C64;  ram  its RAM;  labels  {name: address}
    result   emu.kit.machine.Result of the last call
    waited   pictures until something had come, for who notes that (screen_script.py)
    """

    waited = 0
    counting = False  # set for the session: the tests count coverage

    def __init__(self, model="c64", seed=64, kit=None):
        if kit is None:
            setup = MachineSpec(dbg=(DEBUG_FILE,), model=model, seed=seed, boot=False)
            kit = Kit(share_counts(BootedMachine(setup)), counting=Game.counting)
        self.kit, self.machine = kit, kit.machine
        self.trace(False)
        self.ram = kit.board.ram
        self.labels = labels()
        self.result = None
        self.serve()

    def trace(self, on):
        """Note each instruction, or not: a frame takes a third less of the time without."""
        trace(self.kit, on)

    # -- ways in ------------------------------------------------------------------

    def boot(self, frames=TITLE_FRAMES, hints=False):
        """Start the program as the loader does, but without the disk.

        hints  False: as in a second game, in which the line below the board tells events only
        """
        self.once(("boot", max(frames - DRAWN, 0), hints), self._boot)
        self.tick(min(frames, DRAWN))
        return self

    def _boot(self, frames, hints):
        self.machine.tick(120)
        self.enter()
        self.tick(frames)
        self.ram[self.labels["prefs"] + HINTS] = int(not hints)

    def once(self, step, play):
        """Go a way that many tests go: by playing it the first time, then by the snapshot after it.

        step  tuple: what the way is, and the arguments of ``play``

        Only a machine that is equal to the last byte to one that went there before takes the
        short cut.  A snapshot has no picture: let pictures pass before somebody looks.
        """
        key = (self.machine.snapshot(), self.served, step)
        if key in _been_there:
            self.machine.restore(_been_there[key])
        else:
            play(*step[1:])
            _been_there[key] = self.machine.snapshot()

    def way(self, step, play):
        """Go a way as ``once`` does; a scripted game, whose dice go on, plays it each time."""
        self.once(step, play)
        return self

    def serve(self, served=True):
        """Overlays come from the built files; False: from the drive."""
        self.served = served
        trap = self._unpack if served else None
        self.machine.board.set_trap(self.labels["file_unpack"], trap)

    def _unpack(self, board):
        """Trap at file_unpack (X = FILE_*): an overlay, or the street, is there at once."""
        pictures = {K[f"PICTURE_{name}"]: f"{name.lower()}.pak" for name in PICTURES}
        if board.cpu.x in pictures:
            self.put(unpack_blocks((OUT / pictures[board.cpu.x]).read_bytes()))
        elif board.cpu.x == FILE_WORDS:
            self.put(language_blocks(OUT, self.program))
        elif board.cpu.x in OVERLAYS:
            self.fill(OVERLAYS[board.cpu.x][1], self.program)
        else:
            return False
        leave(board)
        board.cpu.p &= ~1
        return True

    @property
    def program(self):
        """The linked program with the words that are wanted (tools/game/build_game.py)."""
        return PROGRAMS[list(SETS.values())[self.byte("names_wanted")]]

    def fill(self, areas, program="game"):
        """Put linked areas into memory."""
        self.put((start, (OUT / f"{program}.{area}").read_bytes()) for area, start in areas)

    def put_names(self, name):
        """A set of names, and the words of its language, into memory; the screen stays."""
        program = PROGRAMS[SETS[name]]
        text = {"us": "us"}.get(name, program)
        self.ram[self.labels["names_wanted"]] = list(SETS).index(name)
        self.put(
            (MAP[area].start, (OUT / f"{file}.{MAP[area].file}").read_bytes())
            for area, file in (("TEXT", text), ("WORDS", program))
        )

    def put(self, blocks):
        """Put bytes into memory: (address, bytes)."""
        for start, data in blocks:
            self.ram[start : start + len(data)] = data

    def holds(self, name):
        """True if a part ("title", "trade", "brain" ...) is in memory, to the last byte."""
        (areas,) = (areas for known, areas in OVERLAYS.values() if known == name)
        ram, weights = bytearray(self.ram), self.labels["weights"]
        ram[weights : weights + K["WEIGHTS"]] = bytes(K["WEIGHTS"])  # BRAIN's variables: 0 at first
        built = ((OUT / f"{self.program}.{area}", start) for area, start in areas)
        return all(
            ram[start : start + path.stat().st_size] == path.read_bytes() for path, start in built
        )

    def enter(self):
        """Put the program into memory and go to its first byte."""
        self.fill(AREAS)
        self.machine.board.poke(1, 0x36)
        self.machine.board.cpu.pc = AREAS[0][1]
        self.machine.board.set_trap(self.labels["game_rounds"], self._started)

    def _started(self, board):
        """Trap where START is no longer needed: tests make computers of seats in play."""
        board.set_trap(self.labels["game_rounds"], None)
        self.fill(OVERLAYS[K["FILE_BRAIN"]][1])
        self.ram[self.labels["brain_mark"]] = 0  # as START leaves it
        return False

    # -- playing --------------------------------------------------------------------

    def tick(self, frames=1):
        """Run whole pictures."""
        self.machine.tick(frames)

    def key(self, keys, frames=PAGE_FRAMES):
        """Type keys (names in braces) when they are taken, then let pictures pass.

        What decides is not taken in the first half second (asm/game/ui/key_guard.s).
        """
        self.tick_until_armed()
        self.machine.type(keys)
        self.tick(frames)
        return self

    def tick_until_armed(self):
        """Let the half second pass in which what decides is refused, if it has begun."""
        for _ in range(ARMING):
            if self.byte("arm_state") != ARM_NOT_YET:
                return
            self.tick(1)

    def until(self, words, frames=3000):
        """Let pictures pass until the words are on the screen; a test that waits in vain fails."""
        for _ in range(frames // 5):
            if words in self.shown():
                return self
            self.tick(5)
        raise AssertionError(f"{words!r} did not come: {self.where()}")

    def begin(self, seats=4, preset=0):
        """From the title into a game, the roll for the first turn still to come."""
        self.key("\n")
        for _ in range(abs(seats - 4)):
            self.key("{RIGHT}" if seats > 4 else "{LEFT}", 10)
        self.play_by(preset)
        self.key("{F7}", 60)
        return self

    def play_by(self, preset):
        """In set-up: choose the rules, 0 the classic ones."""
        if preset:
            self.ram[self.labels["arg0"]] = preset
            self.call("play_request", a=K["REQ_PRESET"])
            assert not self.result.flags.c, f"preset {preset} is refused"

    def first_turn(self, seats=4, preset=0):
        """Everybody rolls; the winner of the roll has the dice."""
        self.once(("first turn", seats, preset), self._first_turn)
        self.tick(DRAWN)
        return self

    def _first_turn(self, seats, preset):
        self.begin(seats, preset)
        for _ in range(2 * seats):  # a key that comes while dice are shown is none
            if self.mode != K["MODE_FIRST"]:
                break
            self.key("d" if preset == K["PRESET_1989"] else "r", 90)
        self.tick(120 - DRAWN)

    def call(self, label, a=0, x=0, y=0, limit=CALL_LIMIT):
        """Call a routine, with interrupts if they are allowed; returns the cycles it took.

        The program may wait for a picture with all RAM banked in: what is called has I/O.  It may
        read a cartridge's ROM: then it first goes on until that is out again.
        """
        for _ in range(STEPS_OUT):
            if self.machine.memory[PORT] & ROM_SEEN != ROM_SEEN:
                break
            self.machine.run_cycles(STEP_OUT)
        live, board = not self.kit.flags.i, self.machine.board
        alone = not board.traps_on & STEPS_NOTED
        port = self.machine.memory[PORT]
        if port & ALL_RAM_MASK == ALL_RAM:
            board.poke(PORT, port | 1)
        if alone:
            self.trace(True)  # an error shows the last instructions
        self.result = self.kit.call(label, a=a, x=x, y=y, interrupts=live, limit=limit)
        if alone:
            self.trace(False)
        board.poke(PORT, port)
        self.kit.flags = self.result.flags
        return self.result.cycles

    # -- looking ----------------------------------------------------------------------

    def state(self):
        """The whole state of the rules, with what presets have behind it."""
        return bytes(self.ram[self.labels["state_begin"] : self.labels["variant_end"]])

    def put_state(self, state):
        """Put a state in the place of the one there is, with presets or not; the screen stays."""
        begin = self.labels["state_begin"]
        self.ram[begin : begin + len(state)] = state

    def byte(self, label, index=0):
        """A byte of a variable."""
        return self.ram[self.labels[label] + index]

    def word(self, label, index=0):
        """A signed word in two arrays label_lo, label_hi."""
        value = self.byte(f"{label}_lo", index) + 256 * self.byte(f"{label}_hi", index)
        return value - 65536 if value >= 32768 else value

    def words(self, key):
        """A text of the program by number (tools/game/words.py) or address, its pairs resolved."""
        out, left, right = [], MAP["WORDS"].start, MAP["WORDS"].start + PAIRS
        address = self._text(key) if key < BOOKS_END else key

        def add(byte):
            if byte < 0x80:
                out.append(chr(byte))
            else:
                add(self.ram[left + byte - 0x80])
                add(self.ram[right + byte - 0x80])

        while self.ram[address]:
            add(self.ram[address])
            address += 1
        return "".join(out)

    def _text(self, key):
        """The address of a text by its number."""
        book, number = divmod(key, 256)
        place = self.byte("book_place_lo", book - 1) | self.byte("book_place_hi", book - 1) << 8

        def pair(at):
            return self.ram[at] | self.ram[at + 1] << 8

        at = pair(place) + pair(pair(place) + 2 * (number // STEP))
        for _ in range(number % STEP):
            while self.ram[at]:
                at += 1
            at += 1
        return at

    @property
    def mode(self):
        """MODE_* of the rules."""
        return self.byte("mode_kind", self.byte("mode_depth"))

    def actions(self):
        """Codes of the menu's buttons that can be pressed."""
        count = self.byte("menu_count")
        return [self.byte("menu_code", i) for i in range(count) if self.byte("menu_enabled", i)]

    def text(self):
        """25 lines of 40 characters: what the cell buffer holds."""
        chars = bytes(self.ram[CELLS : CELLS + 1000]).translate(READABLE).decode("ascii")
        return "\n".join(chars[i : i + 40] for i in range(0, 1000, 40))

    def told(self):
        """The line below the board: what happened, or why not; other pages have three lines."""
        lines = self.text().splitlines()
        if not self.byte("aside_depth"):
            return lines[24].strip()
        return " ".join(line[:25].strip() for line in lines[22:])

    def shown(self):
        """All words on the screen; messages also without the ends of their lines."""
        return f"{self.text()}\n{self.told()}"

    def where(self):
        """For messages: program counter, mode and the screen."""
        return f"pc ${self.machine.board.cpu.pc:04X}, mode {self.mode}\n{self.text()}"

    def playing(self):
        """Names of the effects and jingles that play now, as in asm/game/music/sounds.toml."""
        starts = [
            self.byte("sound_lo", n) | self.byte("sound_hi", n) << 8 for n in range(len(SOUNDS))
        ]
        found = set()
        for channel in range(CHANNELS):
            at = self.byte("channel_lo", channel) | self.byte("channel_hi", channel) << 8
            below = [start for start in starts if start <= at]
            if self.byte("channel_hi", channel) and below:
                found.add(SOUNDS[starts.index(max(below))])
        return found

    def picture(self):
        """uint8[200, 320]: what matrix and bitmap say the window shows."""
        bitmap = np.frombuffer(bytes(self.ram[BITMAP : BITMAP + 8000]), dtype=np.uint8)
        colors = np.frombuffer(bytes(self.ram[MATRIX : MATRIX + 1000]), dtype=np.uint8)
        dots = np.unpackbits(bitmap.reshape(25, 40, 8, 1), axis=3)
        cells = np.where(dots, (colors >> 4).reshape(25, 40, 1, 1), 0)
        cells = np.where(dots, cells, (colors & 15).reshape(25, 40, 1, 1))
        return cells.transpose(0, 2, 1, 3).reshape(200, 320).astype(np.uint8)

    def to_line(self, line):
        """Run to the next beginning of raster line ``line``, give or take an instruction."""
        self.kit.run_until(raster=(line, 1))


REQUESTS = {v: n for n, v in K.items() if n.startswith("REQ_")}
