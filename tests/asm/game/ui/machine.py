"""The whole game on the whole machine, for tests that play it.

``Game.boot()`` puts the linked areas into memory where the loader would and
starts the program at its first byte; ``Game.load()`` goes the real way, from
the disk over the serial bus.  ``key`` types, ``text`` reads the screen, fields
of the state are read by name.
"""

import re

import numpy as np

import c64
from tests.asm.game.engine import ROOT, K
from tools.game import AREAS

OUT = ROOT / "build" / "game"
CELLS, COLORS = 0xC800, 0xCC00
MATRIX, BITMAP = 0xC400, 0xE000
SPRITE_W, SPRITE_H = 24, 21
TITLE_FRAMES = 90
PAGE_FRAMES = 40
RETURN = 0xC7EC  # free bytes between the matrix and the sprite pointers
CALL_LIMIT = 2_000_000


def labels(name="game"):
    """dict label -> address of a linked program."""
    found = {}
    for line in (OUT / f"{name}.lbl").read_text().splitlines():
        match = re.match(r"al ([0-9A-F]+) \.(\w+)$", line)
        if match:
            found[match[2]] = int(match[1], 16)
    return found


class Game:
    """One machine with the game in it."""

    def __init__(self, model="c64", seed=64):
        self.machine = c64.C64(model, sample_rate=0, seed=seed)
        self.ram = self.machine.board.ram
        self.labels = labels()

    # -- ways in ------------------------------------------------------------------

    def boot(self, frames=TITLE_FRAMES):
        """Start the program as the loader does, but without the disk."""
        self.machine.tick(120)
        self.enter()
        self.tick(frames)
        return self

    def enter(self):
        """Put the program into memory and go to its first byte."""
        for area, start in AREAS:
            data = (OUT / f"game.{area}").read_bytes()
            self.ram[start : start + len(data)] = data
        self.machine.board.poke(1, 0x36)
        self.machine.board.cpu.pc = AREAS[0][1]

    # -- playing --------------------------------------------------------------------

    def tick(self, frames=1):
        """Run whole pictures."""
        self.machine.tick(frames)

    def key(self, keys, frames=PAGE_FRAMES):
        """Type keys (names in braces), then let pictures pass."""
        self.machine.type(keys)
        self.tick(frames)
        return self

    def until(self, words, frames=3000):
        """Let pictures pass until the words are on the screen; a test that waits in vain fails."""
        for _ in range(frames // 5):
            if words in self.text():
                return self
            self.tick(5)
        raise AssertionError(f"{words!r} did not come: {self.where()}")

    def begin(self, seats=4):
        """From the title into a game, the roll for the first turn still to come."""
        self.key("\n")
        for _ in range(abs(seats - 4)):
            self.key("{RIGHT}" if seats > 4 else "{LEFT}", 10)
        self.key("{F7}", 60)
        return self

    def first_turn(self, seats=4):
        """Everybody rolls; the winner of the roll has the dice."""
        self.begin(seats)
        for _ in range(seats):
            self.key("r", 90)
        self.tick(120)
        return self

    def call(self, label, a=0, x=0, y=0):
        """Call a routine and come back; returns the cycles it took, interrupts included."""
        cpu, ram = self.machine.board.cpu, self.ram
        ram[RETURN : RETURN + 3] = bytes((0x4C, RETURN & 0xFF, RETURN >> 8))  # JMP to itself
        back = RETURN - 1
        ram[0x0100 + cpu.sp], ram[0x0100 + cpu.sp - 1] = back >> 8, back & 0xFF
        cpu.sp -= 2
        cpu.a, cpu.x, cpu.y, cpu.pc = a, x, y, self.labels[label]
        begin = self.machine.cycle
        while cpu.pc != RETURN:
            self.machine.run_cycles(1)
            assert self.machine.cycle - begin < CALL_LIMIT, f"{label} does not return"
        return self.machine.cycle - begin

    # -- looking ----------------------------------------------------------------------

    def state(self):
        """The whole state of the rules."""
        return bytes(self.ram[self.labels["state_begin"] : self.labels["state_end"]])

    def put_state(self, state):
        """Put a whole state in the place of the one there is; the screen stays."""
        self.ram[self.labels["state_begin"] : self.labels["state_end"]] = state

    def byte(self, label, index=0):
        """A byte of a variable."""
        return self.ram[self.labels[label] + index]

    def word(self, label, index=0):
        """A signed word in two arrays label_lo, label_hi."""
        value = self.byte(f"{label}_lo", index) + 256 * self.byte(f"{label}_hi", index)
        return value - 65536 if value >= 32768 else value

    def words(self, address):
        """A text of the program, its pairs resolved (tools/textpack.py)."""
        out, left, right = [], self.labels["pair_left"], self.labels["pair_right"]

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
        cells = bytes(self.ram[CELLS : CELLS + 1000])
        chars = "".join(chr(b) if 0x20 <= b < 0x7F else "." for b in cells)
        return "\n".join(chars[i : i + 40] for i in range(0, 1000, 40))

    def where(self):
        """For messages: program counter, mode and the screen."""
        return f"pc ${self.machine.board.cpu.pc:04X}, mode {self.mode}\n{self.text()}"

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
        model, vic = self.machine.model, self.machine.board.vic
        now = vic.peek(0x12) + 2 * (vic.peek(0x11) & 0x80)
        self.machine.run_cycles((line - now) % model.lines * model.cycles_per_line)


REQUESTS = {v: n for n, v in K.items() if n.startswith("REQ_")}
