"""The linked rules on a 6510 with plain RAM, for tests that call them.

``Engine(program)`` is a machine of its own.  ``request`` sends a request as the
game does; ``events`` takes what it caused.  Fields of the state are read and,
to set a scene, written by their names in ``state.inc``; ``check_invariants``
holds whatever scene there is against R-2.4.
"""

import re
import subprocess
from pathlib import Path

from emu.kit.flat import FlatKit, flat_program
from tools.game import gamedata, gamerules, preset_tables

ROOT = Path(__file__).resolve().parents[3]
GAME = ROOT / "asm" / "game"
NAME_BUFFER = 0x0300
CALL_LIMIT = 20_000_000
NOBODY = 0xFF
RULES1989, RUSSIAN = 1, 2  # FAMILY_*
SQUARE_TABLES = ("owner", "level", "mortgaged", "group")
BANK = 8
TAX = 9


def rows(name, macro, prefix):
    """{prefix + name: number} of an include's rows."""
    text = (GAME / "play" / name).read_text()
    found = re.findall(rf"^{macro}\s+(\w+),", text, re.MULTILINE)
    return {prefix + row: number for number, row in enumerate(found)}


K = gamerules.constants()
K |= rows("requests.inc", "REQUEST", "REQ_") | rows("switches.inc", "SWITCH", "SW_")
K["REQUESTS"] = sum(name.startswith("REQ_") for name in K)
K["SWITCHES"] = sum(name.startswith("SW_") for name in K)
REASONS = {v: n for n, v in K.items() if n.startswith("REASON_")}
EVENTS = {v: n for n, v in rows("events.inc", "EVENT", "EV_").items()}
EVENT_NAMES = {code: name[3:] for code, name in EVENTS.items()}


def rules1989_switches():
    """Places of the switches whose value 1 is RULES1989's, by their column in switches.inc."""
    text = (GAME / "play" / "switches.inc").read_text()
    found = re.findall(r"^SWITCH\s+(\w+),.*,\s*(\d), \d$", text, re.MULTILINE)
    return [K["SW_" + name] for name, family in found if int(family) == RULES1989]


RULES1989_SWITCHES = rules1989_switches()


def sources():
    """Return the modules of the rules."""
    return [
        GAME / "zp.s",
        GAME / "state.s",
        GAME / "sys" / "random.s",
        *sorted((GAME / "play").glob("*.s")),
        *sorted((GAME / "variants").glob("*.s")),
        *sorted((GAME / "brain").glob("*.s")),
        GAME / "data" / "board.s",
        GAME / "data" / "cards.s",
    ]


def build(out):
    """Assemble and link the rules into ``out``; returns an emu.kit.flat.FlatProgram.

    Its ``overlays`` are {FAMILY_*: (address, bytes)}: what lies in the same place, one at a time.
    """
    gamedata.build(out)
    preset_tables.build(out)
    objects = []
    for source in sources():
        target = out / f"{source.parent.name}_{source.stem}.o"
        command = ["ca65", "-g", "-I", out, "-I", GAME, "-o", target, source]
        subprocess.run(command, check=True)
        objects.append(target)
    labels = out / "rules.lbl"
    command = ["ld65", "-C", GAME / "play" / "test.cfg", "-m", out / "rules.map"]
    command += ["--dbgfile", out / "rules.dbg", "-Ln", labels, "-o", out / "rules.bin"]
    subprocess.run([*command, *objects], check=True)
    program = flat_program(out / "rules.dbg", out, labels)
    place = program.labels["on_gate"]  # the first hook
    program.blocks = [block for block in program.blocks if block[0] < place]
    files = {RULES1989: "rules1989", RUSSIAN: "russian"}
    program.overlays = {n: (place, (out / f"rules.bin.{f}").read_bytes()) for n, f in files.items()}
    program.blocks.append(program.overlays[RUSSIAN])
    return program


class Event(tuple):
    """(type, player, param, other, amount); amount unsigned 16 bit."""

    def __repr__(self):
        return f"{EVENTS.get(self[0], self[0])}{tuple(self[1:])}"

    @property
    def name(self):
        return EVENT_NAMES[self[0]]


class Engine:
    """The rules in RAM behind a 6510 (emu.kit.flat).

    flat    the FlatKit;  ram  its memory;  labels  {name: address}
    """

    def __init__(self, program):
        self.flat = FlatKit(program, limit=CALL_LIMIT, trace=False)
        self.cpu, self.ram = self.flat.cpu, self.flat.ram
        self.labels = program.labels
        self.state_begin = self.labels["state_begin"]
        self.state_end = self.labels["state_end"]
        with_presets = "variant_begin" in self.labels
        self.variant_begin = self.labels["variant_begin"] if with_presets else 0
        self.variant_end = self.labels["variant_end"] if with_presets else 0
        self.overlays = getattr(program, "overlays", {})
        self.switches_seen = b""
        self.values = self.table("mortgage_value", 40)
        self.house_cost = [*self.table("group_house_cost", 10), *[0] * 246]
        self.fullest = 0
        self.deepest = 0
        zero_page = (("tmp0", "ev_type"), ("play_amount", "event_param"), ("trade_marks", "br_me"))
        self.scratch = [(self.labels[a], self.labels[b] - self.labels[a]) for a, b in zero_page]
        self.left_over = 0

    # --- calling ---------------------------------------------------------------

    def call(self, label, a=0, x=0, y=0, carry=0):
        """Call a routine; returns the cycles it took, RTS included."""
        self.serve()
        return self.flat.call(label, a=a, x=x, y=y, carry=carry).cycles

    def serve(self):
        """Put in the code that the switches need, as the game loads it; none for a classic game."""
        if not self.overlays:
            return
        begin = self.labels["switches"]
        switches = bytes(self.ram[begin : begin + K["SWITCHES"]])
        if switches == self.switches_seen:
            return
        self.switches_seen = switches
        if switches[0]:
            rules1989 = any(switches[n] == 1 for n in RULES1989_SWITCHES)
            place, code = self.overlays[RULES1989 if rules1989 else RUSSIAN]
            self.ram[place : place + len(code)] = code

    @property
    def carry(self):
        return self.flat.carry

    def word(self):
        """A low, Y high, as a signed number."""
        return signed(self.cpu.a | self.cpu.y << 8)

    def arguments(self, *args):
        at = self.labels["arg0"]
        for n, value in enumerate(args):
            self.ram[at + n] = value & 0xFF

    def check(self, code, *args):
        """Return the reason a request would be refused for, 0 = it would be taken."""
        self.arguments(*args)
        self.call("play_check", a=code)
        return self.cpu.a if self.carry else 0

    def request(self, code, *args):
        """Send a request; returns 0 or the reason, having checked what a refusal promises."""
        before = self.whole()
        self.arguments(*args)
        self.scramble()
        self.call("play_request", a=code)
        reason = self.cpu.a
        assert bool(reason) == bool(self.carry)
        self.fullest = max(self.fullest, self.byte("event_count"))
        self.deepest = max(self.deepest, self.byte("mode_depth"))
        if reason:
            assert self.whole() == before, f"refused ({REASONS[reason]}) but changed something"
        return reason

    def scramble(self):
        """Other scratch before each request: nothing depends on what the last one left (zp.s)."""
        self.left_over = self.left_over * 5 + 89 & 0xFF
        for begin, size in self.scratch:
            self.ram[begin : begin + size] = bytes([self.left_over]) * size

    def do(self, name, *args):
        """Send REQ_name, which must be taken; returns its events."""
        reason = self.request(K["REQ_" + name], *args)
        assert not reason, f"{name}{args} refused: {REASONS[reason]}"
        return self.events()

    def propose(self, partner, marks=(), give=0, want=0, cards=0):
        """Fill the block of an offer; ``marks`` squares, or {square: mark}."""
        marks = dict(marks) if isinstance(marks, dict) else dict.fromkeys(marks, K["MARK_IN"])
        self.poke("offer_partner", partner)
        self.poke("offer_cards", cards)
        self.set_pair("offer_give", give)
        self.set_pair("offer_want", want)
        for square in range(40):
            self.poke("offer_marks", marks.get(square, 0), square)

    def offer(self, *args, **terms):
        """Offer a trade, which must be taken; returns its events."""
        self.propose(*args, **terms)
        return self.do("OFFER")

    def refuses_offer(self, reason, *args, **terms):
        """Assert that the offer is refused for that reason."""
        self.propose(*args, **terms)
        self.refuses("OFFER", reason)

    def refuses(self, name, reason, *args):
        """Assert that REQ_name is refused for that reason."""
        got = self.request(K["REQ_" + name], *args)
        assert got == K["REASON_" + reason], f"{name}{args}: {REASONS.get(got, got)}"

    def events(self):
        """Take all events."""
        found = []
        at = self.labels["ev_type"]
        while True:
            self.call("event_get")
            if self.carry:
                return found
            kind, player, param, other, low, high = self.ram[at : at + 6]
            found.append(Event((kind, player, param, other, low | high << 8)))

    def actions(self):
        """Return the set of request codes play_actions allows."""
        before = self.whole()
        self.call("play_actions")
        assert self.whole() == before
        at = self.labels["actions"]
        bits = int.from_bytes(self.ram[at : at + K["ACTION_BYTES"]], "little")
        return {n for n in range(K["REQUESTS"]) if bits >> n & 1}

    # --- state -------------------------------------------------------------------

    def byte(self, label, index=0):
        return self.ram[self.labels[label] + index]

    def poke(self, label, value, index=0):
        self.ram[self.labels[label] + index] = value & 0xFF

    def table(self, label, count):
        at = self.labels[label]
        return list(self.ram[at : at + count])

    def pair(self, label, index=0):
        """A 16-bit value kept as label_lo, label_hi."""
        return self.byte(label + "_lo", index) | self.byte(label + "_hi", index) << 8

    def set_pair(self, label, value, index=0):
        self.poke(label + "_lo", value, index)
        self.poke(label + "_hi", value >> 8, index)

    def state(self):
        """The whole state as bytes."""
        return bytes(self.ram[self.state_begin : self.state_end])

    def whole(self):
        """The state, and what presets have besides."""
        return self.state() + bytes(self.ram[self.variant_begin : self.variant_end])

    def set_pair_word(self, label, value):
        """A 16-bit value in two bytes that follow each other."""
        self.poke(label, value)
        self.poke(label, value >> 8, 1)

    @property
    def mode(self):
        return self.byte("mode_kind", self.byte("mode_depth"))

    @property
    def active(self):
        return self.byte("mode_active", self.byte("mode_depth"))

    def money(self, player):
        return signed(self.pair("player_money", player))

    def price(self, square):
        return self.byte("price_lo", square) | self.byte("price_hi", square) << 8

    def equity(self, player):
        return self.pair("player_equity", player)

    def debt(self, debtor, creditor):
        return self.pair("debt", creditor * 8 + debtor)

    def bank_out(self):
        return int.from_bytes(bytes(self.table("bank_out", 3)), "little")

    def owner(self, square):
        return self.byte("square_owner", square)

    def level(self, square):
        return self.byte("square_level", square)

    def mortgaged(self, square):
        return self.byte("square_mortgaged", square)

    def flags(self, player):
        return self.byte("player_flags", player)

    # --- setting a scene ------------------------------------------------------------

    def new_game(self, players=4, first=0, *, preset=0, switches=(), **options):
        """Set up and start a game; ``first`` has the dice.  Options by OPT_ name, lower case.

        preset    PRESET_*;  switches  {SW_ name, lower case: value}, of one's own
        """
        self.call("play_init")
        if preset:
            self.do("PRESET", preset)
        for name, value in dict(switches).items():
            self.do("SWITCH", K["SW_" + name.upper()], value)
        self.do("SEATS", players)
        for seat in range(players):
            self.do("COLOUR", seat, seat)
        options.setdefault("random", K["RANDOM_UNBIASED"])
        for name, value in options.items():
            self.do("OPTION", K["OPT_" + name.upper()], value)
        self.do("START")
        for seat in range(players):
            self.force_dice(6 if seat == first else 1, 5 if seat == first else 1)
            self.do("ROLL")
        assert self.active == (0 if self.switch("order") else first)
        return self

    def switch(self, name):
        """The value of a switch, 0 in a program without presets."""
        return self.byte("switches", K["SW_" + name.upper()]) if self.variant_begin else 0

    def stock(self):
        """What the bank has (SW_BANK): 15140 and all it has issued, less what is in circulation."""
        issued = int.from_bytes(bytes(self.table("issue_total", 3)), "little")
        return 15140 + issued - self.bank_out()

    def loans(self):
        """The open loans: [(place, lender, borrower, amount, unit, left)]."""
        fields = ("lender", "borrower", "lo", "hi", "unit", "left")
        columns = (self.table(f"loan_{name}", 8) for name in fields)
        rows = enumerate(zip(*columns, strict=True))
        return [(n, f[0], f[1], f[2] + 256 * f[3], *f[4:]) for n, f in rows if f[1] != NOBODY]

    def ask_loan(self, lender, amount, term, unit=0):
        """Fill the block of REQ_LOAN."""
        self.poke("offer_partner", lender)
        self.set_pair("offer_give", amount)
        self.poke("offer_cards", unit)
        self.poke("offer_want_lo", term)

    def seed(self, value):
        """Seed the shift register with 24 bits."""
        self.call("random_seed", a=value >> 16, x=value >> 8 & 0xFF, y=value & 0xFF)

    def force_dice(self, one, two):
        """Seed the unbiased generator so that the next throw is (one, two)."""
        from tests.asm.game.model.generator import Generator

        value = 1
        while True:
            generator = Generator(Generator.UNBIASED, value)
            if generator.dice() == (one, two):
                break
            value += 1
        self.seed(value)

    def roll(self, one, two):
        """Roll these faces; returns the events."""
        self.force_dice(one, two)
        return self.do("ROLL")

    def place(self, player, square):
        self.poke("player_square", square, player)

    def set_money(self, player, amount):
        """Change a player's money, the bank's ledger with it."""
        old = max(self.money(player), 0)
        out = self.bank_out() - old + max(amount, 0)
        for n, value in enumerate(out.to_bytes(3, "little")):
            self.poke("bank_out", value, n)
        self.set_pair("player_money", amount & 0xFFFF, player)
        self.call("cash_sync")

    def give(self, player, *squares, level=0, mortgaged=0):
        """Make a player the owner of squares, everything that depends on it with them."""
        for square in squares:
            self.poke("square_owner", player, square)
            self.poke("square_level", level, square)
            self.poke("square_mortgaged", mortgaged, square)
            if level == 5:
                self.poke("bank_hotels", self.byte("bank_hotels") - 1)
            else:
                self.poke("bank_houses", self.byte("bank_houses") - level)
        self.recount()

    def recount(self):
        """Make equity and group counts fit the squares."""
        for player in range(8):
            self.set_pair("player_equity", self.equity_by_formula(player), player)
        for group in range(10):
            for player in range(8):
                count = sum(
                    1
                    for s in range(40)
                    if self.byte("square_group", s) == group and self.owner(s) == player
                )
                self.poke("player_groups", count, group * 8 + player)

    def equity_by_formula(self, player):
        """R-2.4 from the squares alone."""
        total = 0
        for square in range(40):
            if self.owner(square) != player:
                continue
            if not self.mortgaged(square):
                total += self.byte("mortgage_value", square)
            group = self.byte("square_group", square)
            total += self.level(square) * self.byte("group_house_cost", group) // 2
        return total

    def deck(self, number):
        """The cards of a deck in their order."""
        at = number * 16
        return self.table("deck_cards", 32)[at : at + self.byte("deck_size", number)]

    def put_on_top(self, deck, card):
        """Swap a card that is still in the deck to its top."""
        self.put_at(deck, self.byte("deck_next", deck), card)

    def put_at(self, deck, place, card):
        """Swap a card with the one at a place."""
        at = self.labels["deck_cards"] + deck * 16
        where = self.deck(deck).index(card)
        self.ram[at + where], self.ram[at + place] = self.ram[at + place], self.ram[at + where]

    # --- invariants ----------------------------------------------------------------------

    def check_invariants(self):
        """Hold the state against R-2.4, R-1.2, R-7.6 and the bank's ledger."""
        houses, hotels, out = self.byte("bank_houses"), self.byte("bank_hotels"), self.pair("pool")
        houses = houses - 256 if houses > 127 else houses
        equity = [0] * 8
        held = [0] * 80
        squares = zip(*(self.table(f"square_{n}", 40) for n in SQUARE_TABLES), strict=True)
        for (owner, level, mortgaged, group), value in zip(squares, self.values, strict=True):
            houses += level if level < 5 else 0
            hotels += level == 5
            assert level <= 5
            if owner != NOBODY:
                equity[owner] += (0 if mortgaged else value) + level * self.house_cost[group] // 2
                held[group * 8 + owner] += 1
            else:
                assert not level
        assert (houses, hotels) == (32, 12)
        assert self.table("player_groups", 80) == held
        low, high = self.table("debt_lo", 80), self.table("debt_hi", 80)
        for player in range(8):
            money = self.money(player)
            assert self.equity(player) == equity[player]
            assert sum(low[player::8]) + 256 * sum(high[player::8]) == max(-money, 0)
            out += max(money, 0)
        assert self.bank_out() == out
        if self.switch("bank"):
            assert self.stock() >= 0
        if self.mode >= K["MODE_FIRST"]:
            self._check_decks()

    def _check_decks(self):
        for deck in range(2):
            size, free = self.byte("deck_size", deck), self.byte("deck_free", deck)
            cards = self.table("deck_cards", 32)[deck * 16 : deck * 16 + size]
            assert len(set(cards)) == size
            assert set(cards) >= set(range(15))
            assert self.byte("deck_next", deck) < size
            if size == 15:
                assert 15 not in cards
                assert free != NOBODY
            elif free != NOBODY:
                assert cards.index(15) < self.byte("deck_next", deck)


def signed(value):
    """16 bits as a signed number."""
    return value - 0x10000 if value & 0x8000 else value
