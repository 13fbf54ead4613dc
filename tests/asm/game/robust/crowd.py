"""Hands that press anything at any time, eyes that see what must never be, a way out of everything.

``Crowd`` plays the real game on the real machine with random keys, joystick bits,
mouse moves and RESTORE, up to several a picture, and looks at the machine whenever
the program waits for the end of a picture.  ``Watchdog`` shows from any place that
the game can go on: it presses the next sensible key until a new turn begins.
"""

import random
from itertools import pairwise

from c64.input.keyboard import KEY_PLACES
from c64.snapshot import Checkpoint
from disk.loader import open_media
from tests.asm.game.brain.table import sit
from tests.asm.game.engine import NOBODY, Engine, K
from tests.asm.game.model import legal, legal_variants, switches
from tests.asm.game.robust.hostile import IMAGE
from tests.asm.game.ui.machine import OUT, Game
from tools.game.build_game import MAP, resident_blocks

ALL_KEYS = sorted(KEY_PLACES)
GAME_KEYS = [*"RNBPFCMIDAOYVSGTQULKJEX.", "RETURN", "SPACE", "CRSR_DOWN", "CRSR_RIGHT", "STOP"]
DIRECTIONS = ("up", "down", "left", "right", "fire")
BUTTONS = ("left", "right")
STACK_FLOOR = 0xB0  # the main program's own nesting stays above this
CANARY = range(0x0102, 0x0140)
# The KERNAL's part of page 0: only disk access changes it.
UNTOUCHED = range(MAP["SYSTEM_ZP"].start, MAP["SYSTEM_ZP"].end)
STILL = 400  # pictures the program may work without waiting for one
DISK = 6000  # the same while the KERNAL is in for the disk
MENU_TOP, MENU_LEFT = 11, 25  # row and column of a menu's first button
DARK = 400  # pictures the display may be off
EDGES = {  # what may stand on what (docs/inside/game-engine.md)
    ("NORMAL", "AUCTION"), ("NORMAL", "TRADE"), ("AUCTION", "TRADE"), ("NORMAL", "MUST_PAY"),
    ("NORMAL", "TRANSFER"), ("NORMAL", "QUIT"),
    *(edge for stack in legal_variants.STACKS for edge in pairwise(stack)),
}  # fmt: skip
BOTTOMS = {"SETUP", "FIRST", "NORMAL", "OVER"}
MODES = {
    K[f"MODE_{name}"]: name for name in ("SETUP", "OVER", *{n for edge in EDGES for n in edge})
} | {K["MODE_FIRST"]: "FIRST"}


class Inside(Engine):
    """The rules inside the running game: the engine's readers and invariants on its memory."""

    def __init__(self, game):
        self.ram, self.labels = game.ram, game.labels
        self.state_begin, self.state_end = self.labels["state_begin"], self.labels["state_end"]
        self.variant_begin, self.variant_end = self.state_end, self.labels["variant_end"]
        self.values = self.table("mortgage_value", 40)
        self.house_cost = [*self.table("group_house_cost", 10), *[0] * 246]

    def deal(self, dice):
        """Hand out groups, houses, money and GO-free cards: a late game, as the rules allow it."""
        seats = range(self.byte("player_count"))
        stock = {1: self.byte("bank_houses"), 5: self.byte("bank_hotels")}
        for group in range(10):
            squares = [s for s in range(40) if self.byte("square_group", s) == group]
            owner, level = dice.choice([*seats, NOBODY]), dice.choice((0, 0, 1, 2, 3, 4, 5))
            kind, need = (5, 1) if level == 5 else (1, level)
            if owner == NOBODY:
                continue
            if group > 7 or need * len(squares) > stock[kind]:
                level = 0
            stock[kind] -= need * len(squares)
            self.give(owner, *squares, level=level, mortgaged=level == 0 and dice.random() < 0.3)
        for seat in seats:
            most = 1800 if self.switch("bank") else 32000  # a bank that can run out of money
            self.set_money(seat, dice.choice((0, 5, 60, 200, 800, most)))
        for number in (0, 1):
            if dice.random() < 0.5:
                self.hand_out(number, dice.choice(seats))

    def hand_out(self, number, seat):
        """A GO-free card: drawn first, or gone from a deck that cycles."""
        self.put_at(number, 0, 15)
        self.poke("deck_free", seat, number)
        if not self.switch("cards"):
            self.poke("deck_next", 1, number)
            return
        for place, card in enumerate([*self.deck(number)[1:16], NOBODY]):
            self.poke("deck_cards", card, number * 16 + place)
        self.poke("deck_size", 15, number)

    def call(self, *_args, **_registers):
        """Nothing is called in the running game: ``deal`` leaves nothing to be done."""

    def check_modes(self):
        """The stack of modes is one of those that can be."""
        depth = self.byte("mode_depth")
        assert depth <= 2, f"mode_depth {depth}"
        kinds = [MODES.get(k, f"unknown {k}") for k in self.table("mode_kind", depth + 1)]
        assert kinds[0] in BOTTOMS, kinds
        for edge in pairwise(kinds):
            assert edge in EDGES, kinds
        if kinds[0] == "NORMAL":
            for active in self.table("mode_active", depth + 1):
                assert active < self.byte("player_count"), "a seat that does not play is active"
        return kinds


class Interrupts:
    """How long the game's three interrupts take, in cycles: from the first byte of the handler
    to its RTI, stolen cycles included.  ``worst`` by irq_phase: line 250, 110, 210.
    """

    LIMITS = (1200, 8000, 1200)
    EXIT = bytes.fromhex("68 85 01 68 A8 68 AA 68 40")  # pla, sta $01 ... rti
    RTI = 6

    def __init__(self, game):
        self.game, self.board = game, game.machine.board
        self.worst, self.begin, self.count = [0, 0, 0], None, 0
        entry = game.labels["irq_entry"]
        leave = bytes(self.board.ram[entry : entry + 0x100]).index(self.EXIT) + entry + 8
        self.board.set_trap(entry, self.enters)
        self.board.set_trap(leave, self.leaves)

    def enters(self, board):
        """Trap at the handler's first instruction."""
        self.begin, self.kind = board.cycle, self.game.byte("irq_phase")
        return False

    def leaves(self, board):
        """Trap at its RTI."""
        if self.begin is not None:
            took = board.cycle - self.begin + self.RTI
            self.worst[self.kind] = max(self.worst[self.kind], took)
            self.count += 1
        return False


class Eyes:
    """Holds the machine against what must be true whenever the program waits."""

    def __init__(self, game):
        self.game, self.ram, self.board = game, game.ram, game.machine.board
        self.rules = Inside(game)
        self.fields, self.legal = legal.places(self.rules), None
        self.program = resident_blocks(OUT, areas=("MAIN", "MORE"))
        self.looks = 0
        self.lowest = 0xFF
        self.seen = set()
        self.error = None
        self.board.set_trap(game.labels["frame_wait"], self.waits)
        self.irq = Interrupts(game)
        self.board.set_trap(game.labels["drive_begin"], self.disk_begins)
        self.board.set_trap(game.labels["drive_end"], self.disk_ends)
        self.open()

    def disk_begins(self, _board):
        """Trap where the KERNAL is about to be banked in."""
        self.disk = True
        self.frame = None
        self.disk_over = False
        return False

    def disk_ends(self, _board):
        """Trap where it has done its work."""
        self.disk_over = True
        return False

    def open(self):
        """From now on; what was before does not count."""
        self.still = self.dark = 0
        self.frame = None
        self.irq.begin = None
        self.disk = self.disk_over = False
        self.error = None
        self.lay_out()

    def lay_out(self):
        """Note what only disk access may change, and lay out the canary."""
        self.ram[CANARY.start : CANARY.stop] = b"\xa5" * len(CANARY)
        self.page = bytes(self.ram[UNTOUCHED.start : UNTOUCHED.stop])

    def wait(self):
        """Run until the program waits for the end of a picture."""
        looks = self.looks
        while self.looks == looks:
            self.game.machine.run_cycles(1)

    def waits(self, _board):
        """Trap where the program waits: nothing is half done."""
        self.still = 0
        self.looks += 1
        self.lowest = min(self.lowest, self.board.cpu.sp)
        if self.disk and self.disk_over:
            self.disk = False
            self.lay_out()
        if not self.disk and self.looks % 4 == 0 and self.error is None:
            try:
                self.check()
            except AssertionError as error:
                self.error = error
        return False

    def look(self):
        """After each picture."""
        assert not self.board.cpu.jammed, "the processor has met a JAM"
        if self.error is not None:
            raise self.error
        self.count_frame()
        self.still += 1
        assert self.still < (DISK if self.disk else STILL), "the program does not come back"
        self.dark = 0 if self.board.vic.peek(0x11) & 0x10 else self.dark + 1
        assert self.dark < DARK, "the display stays off"

    def count_frame(self):
        """No picture goes by without its interrupt, but for disk access."""
        frame = self.game.byte("irq_frame")
        if not self.disk:
            wanted = (self.frame + 1) & 0xFF if self.frame is not None else frame
            assert frame == wanted, f"picture {wanted} is lost: irq_frame {frame}"
            self.frame = frame
        for kind, limit in enumerate(Interrupts.LIMITS):
            cycles = self.irq.worst[kind]
            assert cycles < limit, f"interrupt {kind} took {cycles} cycles"

    def check(self):
        """The state, the memory around it, the chips."""
        ram, board = self.ram, self.board
        assert self.lowest >= STACK_FLOOR, f"the stack is down to ${self.lowest:02X}"
        self.seen.add(tuple(self.rules.check_modes()))
        if self.rules.mode >= K["MODE_FIRST"]:
            self.rules.check_invariants()
            self.check_rules()
        assert bytes(ram[CANARY.start : CANARY.stop]) == b"\xa5" * len(CANARY), "stack"
        assert bytes(ram[UNTOUCHED.start : UNTOUCHED.stop]) == self.page, "page 0 of the KERNAL"
        assert board.vic.bank == 0xC000
        assert board.vic.peek(0x18) & 0xF8 == 0x18
        assert board.vic.peek(0x1A) & 0x0F == 0x01
        assert board.peek(1) & 7 in (4, 5), f"banks {board.peek(1)}"
        assert self.rules.byte("key_count") <= 16
        if self.looks % 512 == 0:
            for start, data in self.program:
                assert bytes(ram[start : start + len(data)]) == data, "program"

    def check_rules(self):
        """What the text of the rules says of every state; once for each."""
        state = self.rules.whole()
        if state != self.legal:
            found = legal.faults(state, self.fields)
            assert not found, found
            self.legal = state


class Crowd:
    """Random input for one game; ``inputs`` counts what was pressed, released and moved.

    With a ``preset`` games are played by its rules, and none begins at the title.
    """

    def __init__(self, seed, model="c64", preset=switches.CLASSIC):
        self.dice, self.preset = random.Random(f"crowd {seed}"), preset
        self.game = Game(model).boot()
        self.machine = self.game.machine
        self.title = self.machine.snapshot()
        self.eyes = Eyes(self.game)
        self.inputs = self.frames = self.until = 0
        self.down = {}

    def gather(self):
        """Begin at another place: the title, set-up, a new game, a late game."""
        dice, game = self.dice, self.game
        self.hands_off()
        game.serve(True)
        self.machine.mouse.plug(False)
        self.game.serve()
        self.machine.restore(self.title)
        self.machine.run_cycles(dice.randrange(100_000))  # other dice
        self.place = dice.choice(("title", "setup", "game", "late", "late", "late"))
        if self.preset and self.place == "title":
            self.place = "setup"
        if self.place == "setup":
            game.key("\n")
            game.play_by(self.preset)
        if self.place in ("game", "late"):
            seats = dice.choice((2, 3, 4, 4, 6, 8))
            game.first_turn(seats, self.preset)
            self.eyes.wait()
            share = dice.choice((0, 0.5, 0.8))
            sit(self.eyes.rules, *(s for s in range(seats) if dice.random() < share))
            if self.place == "late":
                self.eyes.rules.deal(dice)
                self.eyes.rules.check_invariants()
        self.eyes.open()
        self.style()

    def new_disk(self):
        """The game's disk as it was made; what is written to it is not kept."""
        disk = open_media(IMAGE)
        disk.path = None
        self.machine.drives[8].attach(disk)

    def style(self):
        """Another way to press: how often, how long, what, with which hands."""
        dice, machine = self.dice, self.machine
        self.hands_off()
        self.key_rate = dice.choice((0, 0.05, 0.15, 0.3, 1, 1))
        self.hold = dice.choice((1, 1, 2, 3, 5))
        self.keys = dice.choice((GAME_KEYS, GAME_KEYS, GAME_KEYS, ALL_KEYS))
        self.stick_rate = dice.choice((0, 0, 0.1, 0.3, 1, 1))
        self.port = dice.choice((1, 2))
        self.mouse_rate = dice.choice((0, 0, 0.3, 1))
        self.restore_rate = dice.choice((0, 0, 0.1))
        machine.mouse.plug(self.mouse_rate > 0)
        self.until = self.frames + dice.randrange(100, 900)
        if dice.random() < 0.2:
            self.new_disk()
        else:
            machine.drives[8].attach(None)  # no disk: its pages are over soon
        self.game.serve(dice.random() < 0.8)  # else parts of the game come from there, or do not

    def hands_off(self):
        """Nothing is pressed any more."""
        self.machine.board.keyboard.release_all()
        for port in (1, 2):
            self.machine.joystick(port).release()
        for button in BUTTONS:
            self.machine.mouse.release(button)
        self.down = {}

    def play(self, inputs):
        """That many inputs more."""
        goal = self.inputs + inputs
        while self.inputs < goal:
            self.frame()

    def frame(self):
        """One picture with what happens in it."""
        if self.frames >= self.until:
            self.style()
        dice, machine = self.dice, self.machine
        if dice.random() < 0.3:  # not always at the same moment
            machine.run_cycles(dice.randrange(16_000))
        self.press()
        if dice.random() < self.stick_rate:
            self.push()
        if dice.random() < self.mouse_rate:
            machine.mouse.move(dice.randrange(-31, 32), dice.randrange(-31, 32))
            self.inputs += 1
            if dice.random() < 0.2:
                button = dice.choice(BUTTONS)
                dice.choice((machine.mouse.press, machine.mouse.release))(button)
                self.inputs += 1
        if dice.random() < self.restore_rate:
            dice.choice((machine.board.keyboard.press, machine.board.keyboard.release))("RESTORE")
            self.inputs += 1
        machine.tick()
        self.frames += 1
        self.eyes.look()

    def press(self):
        """Keys go down, and up when their time is over."""
        keyboard = self.machine.board.keyboard
        for key in [k for k, end in self.down.items() if end <= self.frames]:
            keyboard.release(key)
            del self.down[key]
            self.inputs += 1
        if self.dice.random() < self.key_rate:
            key = self.dice.choice(self.keys)
            keyboard.press(key)
            self.down[key] = self.frames + self.hold
            self.inputs += 1

    def push(self):
        """A stick in any position, impossible ones included."""
        stick = self.machine.joystick(self.port)
        stick.release()
        for direction in DIRECTIONS:
            if self.dice.random() < 0.2:
                stick.press(direction)
        self.inputs += 1

    def where(self):
        """For messages: what was going on."""
        return f"after {self.frames} pictures, {self.inputs} inputs: {self.game.where()}"


class Watchdog:
    """Shows that the game can go on from wherever it is."""

    WISHES = (
        "ROLL", "CONTINUE", "END_TURN", "BAIL", "AUTO_PAY", "CONFIRM", "FORFEIT", "PASS", "DECLINE",
        "REFUSE", "BUY", "LESS", "REFUSE_LOAN", "CLAIM", "WANTED", "PLACED",
    )  # fmt: skip
    # Among them: l leaves a loser's deed whose fee the one who is to have it cannot pay; p pays
    # a tax.
    WAYS = ("{STOP}", *"d o.bn", "\n", "{F7}", *"yaxclp")
    SELL = ("m", *"sf" * 20, "d")  # without the houses the bank lacks nothing else is taken
    PATIENCE = 20_000  # pictures

    def __init__(self, crowd):
        self.crowd, self.game = crowd, crowd.game
        self.longest = 0
        self.dice = random.Random(1)

    def shows_a_way(self):
        """From here to the next turn (or the end, or a new game), and back here."""
        machine = self.game.machine
        eyes, held = self.crowd.eyes, self.crowd.down
        noted = eyes.disk, eyes.disk_over, eyes.page, eyes.still, eyes.dark, eyes.frame
        here = Checkpoint(machine.board)
        self.crowd.hands_off()
        self.crowd.new_disk()
        game_serves = self.game.served
        self.game.serve(True)
        begin, turns, over = machine.cycle, self.turns(), self.game.mode == K["MODE_OVER"]
        while self.turns() == turns and (over or self.game.mode != K["MODE_OVER"]):
            frames = (machine.cycle - begin) // 19656
            assert frames < self.PATIENCE, f"no way on within {self.PATIENCE} pictures"
            over &= self.game.mode == K["MODE_OVER"]
            self.step()
            assert eyes.error is None, eyes.error
        self.longest = max(self.longest, (machine.cycle - begin) // 19656)
        here.restore()
        self.game.serve(game_serves)
        self.crowd.down = held
        eyes.disk, eyes.disk_over, eyes.page, eyes.still, eyes.dark, eyes.frame = noted
        eyes.irq.begin = None

    def turns(self):
        """Turns begun; a new game counts anew."""
        return self.game.byte("turn_count"), self.game.mode == K["MODE_SETUP"]

    def menu_in_view(self):
        """True if the buttons are there to be pressed, not those of the page behind this one."""
        if self.game.byte("menu_selected") == 0xFF:
            return False
        first = chr(self.game.byte("menu_letter")).replace("\r", ">")
        return self.game.text().splitlines()[MENU_TOP][MENU_LEFT:].startswith(f"{first} ")

    def step(self):
        """Press what helps most, or try one of the ways out of a page."""
        game = self.game
        if game.byte("bank_houses") & 0x80 and self.dice.randrange(4) == 0:
            for key in self.SELL:
                game.key(key, 15)
            return
        wished = [K["REQ_" + name] for name in self.WISHES]
        enabled = game.actions() if self.menu_in_view() else []
        for code in wished:
            if code in enabled:
                count = game.byte("menu_count")
                codes = [game.byte("menu_code", i) for i in range(count)]
                letter = chr(game.byte("menu_letter", codes.index(code)))
                game.key(letter.lower() if letter != "\r" else "\n", 15)
                if game.byte("menu_selected") == 0xFF or code not in game.actions():
                    return  # it was taken
                break
        game.key(self.dice.choice(self.WAYS), 15)
