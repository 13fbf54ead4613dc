"""Starts of the game on a machine that something else has used before.

A ``Start`` is made from a number: model, what was before, how the program comes
over the serial bus, and what hands do meanwhile.  ``run`` goes from there to the
title and says how many frames that took.

    power   random RAM, power on, keys and RESTORE while the ROM starts
    reset   a program gone wild (random RAM, chips, processor), then the reset button
    warm    back at BASIC's prompt after a program that left the chips as they were:
            screen elsewhere, sprites, raster line, timers and their NMI, SID, colours
    entry   another program jumps to ours with interrupts pending and timers running
"""

import random

import c64
from c64.drive.fastload import install
from disk.loader import open_media
from tests.asm.game.ui.machine import CELLS, OUT, labels
from tools import build

MODELS = ("c64", "c64c", "ntsc")
KINDS = ("power", "reset", "warm", "entry")
TITLE = b"RETURN or fire: start"
LOADER_BEGINS = b"\xa9\x7f\x8d"  # LDA #$7F, STA: asm/game/loader/loader.s
IMAGE = build.ROOT / "disk" / "go64.d64"
PROMPT_FRAMES, LOAD_FRAMES, RUN_FRAMES = 400, 1500, 4200
KEYBUF, KEYBUF_COUNT, CURSOR_SWITCH, SCREEN_PAGE = 0x0277, 0xC6, 0xCC, 0x0288
BASIC_START, ENTRY = 0x0801, 0x080D
RESET_CYCLES = 100  # until the KERNAL has an NMI vector
BENIGN_NMI = 0x02A7  # unused bytes: an RTI that acknowledges nothing
SCREENS = (0x0400, 0x2000, 0x6000, 0x8000, 0xC000)
# Keys that may be down from RUN on.  Not STOP: it would end RUN, with RESTORE start BASIC anew.
SILENT_KEYS = ("A", "Z", "F1", "F5", "F7", "LSHIFT", "CTRL", "CBM", "CRSR_DOWN", "X")


class Hands:
    """What people do with keyboard, RESTORE and joystick while the program loads."""

    def __init__(self, machine, dice):
        self.machine = machine
        self.dice = dice
        self.restore = dice.choice((0.0, 0.1, 0.5, 1.0))
        self.keys = dice.sample(SILENT_KEYS, dice.choice((0, 0, 1, 2)))
        self.fire = dice.choice((0, 0, 1, 2))  # port whose button is held from the start
        self.fire_frames = dice.choice((1, 5, 100_000))
        self.frames = 0

    def tick(self, free, restore=True):
        """One frame.  ``free``: keys may be held (BASIC does not read them)."""
        keyboard, dice = self.machine.board.keyboard, self.dice
        if free:
            if self.frames == 0:
                for key in self.keys:
                    keyboard.press(key)
                if self.fire:
                    self.machine.joystick(self.fire).press("fire")
            if self.frames == self.fire_frames:
                self.release()
            self.frames += 1
        if restore and dice.random() < self.restore:
            self.machine.run_cycles(dice.randrange(15_000))
            keyboard.press("RESTORE")
            self.machine.run_cycles(dice.randrange(1, 3000))
            keyboard.release("RESTORE")
        self.machine.tick()

    def release(self):
        """Hands off."""
        for key in self.keys:
            self.machine.board.keyboard.release(key)
        for port in (1, 2):
            self.machine.joystick(port).release()


class Start:
    """One start; everything about it follows from its number."""

    def __init__(self, number, kind=None, model=None, plain=None):
        self.dice = random.Random(f"start {number}")
        self.number = number
        self.kind = kind or KINDS[number % len(KINDS)]
        self.model = model or MODELS[number // len(KINDS) % len(MODELS)]
        self.plain = number % 20 == 0 if plain is None else plain
        self.machine = c64.C64(self.model, seed=self.dice.randrange(1 << 32), sample_rate=0)
        self.board = self.machine.board
        self.hands = Hands(self.machine, self.dice)

    def __str__(self):
        bus = "serial bus" if self.plain else "fast load"
        return (
            f"start {self.number}: {self.kind}, {self.model}, {bus}, RESTORE {self.hands.restore}, "
            f"keys {self.hands.keys}, fire {self.hands.fire} for {self.hands.fire_frames}"
        )

    def run(self):
        """From power-on to the title; returns the frames from RUN, or None: it never came."""
        self.machine.drives[8].attach(open_media(IMAGE))
        if not self.plain:
            install(self.board)
        self.random_ram()
        getattr(self, self.kind)()
        for frame in range(RUN_FRAMES):
            self.hands.tick(free=True)
            if self.at_title():
                self.hands.release()
                self.machine.tick(3)
                return frame
            if self.board.cpu.jammed:
                return None
        return None

    def at_title(self):
        """True when the title is on the screen.

        The loader shows a bitmap, too, and an earlier run may have left the title's words; the
        game clears the loader's memory first of all.
        """
        shown = self.board.vic.peek(0x11) & 0x7F == 0x3B
        loader = labels("go64")["loader_start"]
        shown = shown and bytes(self.board.ram[loader : loader + 3]) != LOADER_BEGINS
        return shown and TITLE in bytes(self.board.ram[CELLS : CELLS + 1000])

    # -- what was before --------------------------------------------------------------

    def power(self):
        self.prompt()
        self.load_and_run()

    def reset(self):
        self.machine.tick(self.dice.randrange(150))
        self.random_ram()
        self.random_chips()
        cpu, dice = self.board.cpu, self.dice
        cpu.pc, cpu.sp = dice.randrange(0x10000), dice.randrange(256)
        self.machine.run_cycles(dice.randrange(100_000))
        self.machine.reset()
        self.prompt()
        self.load_and_run()

    def warm(self):
        self.prompt()
        dice, board = self.dice, self.board
        self.random_ram(0x0804, 0xD000)  # BASIC's empty program stays
        for register in (*range(0x11), 0x15, *range(0x17, 0x18), *range(0x1B, 0x2F)):
            board.poke(0xD000 + register, dice.randrange(256))
        board.poke(0xD012, dice.randrange(256))
        for register in range(0x19):
            board.poke(0xD400 + register, dice.randrange(256))
        self.move_screen(dice.choice(SCREENS))
        for register in (4, 5, 6, 7):
            board.poke(0xDD00 + register, dice.randrange(256))
        board.poke(0xDC06, dice.randrange(256))
        board.poke(0xDD0D, dice.choice((0x7F, 0x81, 0x83)))  # timers may make NMIs
        board.poke(0xDD05, dice.randrange(16, 256))  # but leave the KERNAL some time
        board.poke(0xDD07, dice.randrange(16, 256))
        board.poke(0xDD0E, dice.choice((0x01, 0x08, 0x11)))
        board.poke(0xDD0F, dice.choice((0x01, 0x08, 0x11)))
        self.load_and_run()

    def move_screen(self, base):
        """Text screen and VIC bank elsewhere, as programs leave them."""
        board = self.board
        bank = 3 - (base >> 14)
        board.poke(0xDD02, 0x3F)
        board.poke(0xDD00, board.peek(0xDD00) & 0xFC | bank)
        board.poke(0xD018, (base >> 10 & 15) << 4 | 4)
        board.ram[SCREEN_PAGE] = base >> 8
        board.ram[0xD1] = 0
        board.ram[0xD2] = base >> 8

    def entry(self):
        self.prompt()
        program = (OUT / "go64.prg").read_bytes()[2:]
        cpu, dice = self.board.cpu, self.dice
        self.random_chips()
        self.random_ram(0x0800, 0x10000)
        self.board.ram[BASIC_START : BASIC_START + len(program)] = program
        self.board.ram[BENIGN_NMI] = 0x40  # RTI
        for vector in (0x0314, 0x0318):
            self.board.ram[vector : vector + 2] = BENIGN_NMI.to_bytes(2, "little")
        self.board.poke(0, 0x2F)
        self.board.poke(1, 0x37)
        cpu.pc, cpu.sp = ENTRY, dice.randrange(0x40, 0x100)
        cpu.a, cpu.x, cpu.y = (dice.randrange(256) for _ in range(3))
        cpu.p = dice.randrange(256) | 0x24  # I set: the other program knew what it does

    # -- small steps --------------------------------------------------------------------

    def random_ram(self, first=0, end=0x10000):
        """Every byte of a region random, and the colour RAM."""
        self.board.ram[first:end] = self.dice.randbytes(end - first)
        self.board.color_ram[:] = bytes(b & 15 for b in self.dice.randbytes(1024))

    def random_chips(self):
        """All registers of all chips random: timers run, interrupts wait, banks anywhere."""
        dice, board = self.dice, self.board
        board.poke(1, 0x37)
        board.poke(0, 0x2F)
        for register in range(0x2F):
            board.poke(0xD000 + register, dice.randrange(256))
        for register in range(0x19):
            board.poke(0xD400 + register, dice.randrange(256))
        for base in (0xDC00, 0xDD00):
            for register in (*range(8), 12):
                board.poke(base + register, dice.randrange(256))
            board.poke(base + 0x0D, 0x80 | dice.randrange(0x20))
            for control in (0x0E, 0x0F):
                board.poke(base + control, dice.randrange(256) | 1)
        board.poke(0xDD00, dice.randrange(4) | 4)  # whoever talks to the drive has let go
        board.poke(0xDD02, 0x3F)
        self.machine.run_cycles(0)
        board.poke(1, dice.randrange(256))

    def prompt(self):
        """Until BASIC has waited for a while.

        In the first cycles after a reset RESTORE would meet the NMI vector that memory held
        before, with any KERNAL: nobody has pressed it then.
        """
        if self.machine.cycle < RESET_CYCLES or self.kind == "reset":
            self.machine.run_cycles(RESET_CYCLES)
        ram, waited = self.board.ram, 0
        for _ in range(PROMPT_FRAMES):
            self.hands.tick(free=False)
            idle = ram[CURSOR_SWITCH] == 0 and ram[KEYBUF_COUNT] == 0
            waited = waited + 1 if idle else 0
            if waited > 5:
                return
        raise AssertionError(f"{self}: BASIC does not come to its prompt")

    def say(self, command):
        """Put a command into the keyboard buffer, ten characters at a time."""
        ram = self.board.ram
        for at in range(0, len(command), 10):
            part = command[at : at + 10]
            ram[KEYBUF : KEYBUF + len(part)] = part
            ram[KEYBUF_COUNT] = len(part)
            for _ in range(PROMPT_FRAMES):
                self.hands.tick(free=False, restore=not self.plain)
                if ram[KEYBUF_COUNT] == 0:
                    break

    def load_and_run(self):
        """LOAD"*",8 and RUN, as people type them.

        While BASIC's own LOAD takes the loader's seven blocks over the serial bus, RESTORE is
        left alone: the KERNAL's NMI service is longer than a bit lasts, as on every C64.
        """
        self.say(b'\x93LOAD"*",8\r')
        ram, waited = self.board.ram, 0
        for _ in range(LOAD_FRAMES):
            self.hands.tick(free=False, restore=not self.plain)
            waited = waited + 1 if ram[CURSOR_SWITCH] == 0 and ram[KEYBUF_COUNT] == 0 else 0
            if waited > 5:
                break
        else:
            raise AssertionError(f"{self}: LOAD does not end")
        self.say(b"RUN\r")
