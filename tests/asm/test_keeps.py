"""What a routine says it keeps is kept, whatever the registers hold when it is called.

Every exported routine with a ``Keeps`` (see test_contracts) is called on flat memory, some
times, with random registers, flags and parameters; after it each register, flag and variable
that it keeps must be as before.  The game is a dealt one of four, the ROMs are as after their
reset, the drive has a command and does each job at once.  What cannot be
called so stands in ALONE, each with its reason.
"""

import random
import re
import subprocess
from copy import copy
from dataclasses import dataclass, field
from functools import cache

import pytest

from emu.kit.flat import FlatKit, FlatProgram, flat_program
from emu.kit.machine import CALL_RETURN
from emu.kit.machine_pool import MachineSpec, symbols_of
from emu.kit.symbols import linked_blocks
from tests.asm.game.engine import Engine
from tests.asm.test_contracts import ASM, Contract, contracts

ROOT = ASM.parent
ROUNDS = 24
LIMIT = 3_000_000
REGISTERS = {"A": "a", "X": "x", "Y": "y"}
FLAGS = {"C": 0x01, "Z": 0x02, "V": 0x40, "N": 0x80}
RTS, JMP = 0x60, 0x4C
PROGRAM, STATEMENT = 0x0900, b"AB$=1:"  # BASIC
COMMAND = b"S:ONE,TWO"
OVERLAYS = (
    "TITLE", "TRADE", "DEAL", "DISK", "FINALE", "HELP", "DESK", "PERSPECTIVE", "VARIANT",
    "RULES1989", "START", "FACES", "TALK", "GUIDE",
)  # fmt: skip
# What lies in the place of another area.
LANGUAGE = "LANGUAGE"  # never there when a game is played
INSTEAD = {
    "RULES1989": "VARIANT", "TALK": "VARIANT", "GUIDE": "VARIANT",
    "START": "BRAIN", "FACES": "BRAIN", LANGUAGE: "BRAIN",
}  # fmt: skip
BEHIND = {"GRID": ("TRADE", "DEAL"), "OPTIONS": ("TITLE", "HELP")}  # what two of them have
SHARE = 0.85  # of the routines that keep something are called here

# What a parameter can be, by the word that follows its register in the comment.
MEANINGS = {
    "player": 4, "seat": 4, "payer": 4, "square": 40, "deck": 2, "group": 10, "row": 25,
    "column": 40, "channel": 4, "buffer": 4, "sprite": 8, "track": range(1, 36), "sector": 17,
}  # fmt: skip

# Parameters in memory: what they can be.
VARIABLES = {
    "game": {"play_square": 40, "play_player": 4, "play_other": 4, "play_group": 10,
             "rect_x": 30, "rect_y": 20, "rect_w": range(1, 10), "rect_h": range(1, 5),
             "arg0": 40, "arg1": 8, "br_me": 4, "ui_d": 2, "board_slot": 11},
    "rom": {"VALTYP": (0x00, 0xFF)},
    "dos": {"cur_chan": 4},
}  # fmt: skip

# What the comments call a variable of several bytes.
WIDE = {"FAC": ("FACEXP", 6), "ARG": ("ARGEXP", 6), "TXTPTR": ("TXTPTR", 2),
        "BUF_PTR": ("BUF_PTR", 2), "ui_ptr": ("ui_ptr", 2)}  # fmt: skip

# Where an error ends what was being done: such a round says nothing of what is kept.
GIVING_UP = {"rom": ("err_raise", "run_break"), "dos": ("dos_error_0", "dos_error", "dos_give_up")}
GAVE_UP = 0x0B00  # a byte that no program here has, and what sets it behind

# Registers of single routines that the comment states in other words.
PARAMETERS = {
    "random_seed": {"y": range(1, 256)},  # a seed of 0 would be replaced
    "line_tell": {"a": range(46, 60)},  # LINE_*, each of which has words
}

# Not called here, and why.
BUS = "waits for a device on the serial bus"
ALONE = {
    "machine_detect": "waits for the VIC's raster",
    "frame_wait": "waits for the interrupt",
    "grid_allowed": "jumps to the test of the page that is open",
    "char_in": "waits for keys in the screen editor",
    "screen_get": "waits for keys in the screen editor",
    **dict.fromkeys(
        ("rom_pause", "ram_get", "ram_put", "flash_get", "look_record", "look_sector",
         "look_forward", "look_put", "best_is", "size_check", "size_left", "left_count", "ram_next",
         "eapi_end", "autos", "auto_name_take", "ram_read", "game_due", "sign_dirty", "bank_show",
         "rom_hide", "quick_at", "quick_book", "screen_near", "screen_show", "screen_ground"),
        "runs with the cartridge only, which is a program of its own"),
    **dict.fromkeys(
        ("iec_talk", "iec_listen", "iec_second", "iec_tksa", "iec_untalk", "iec_unlisten",
         "iec_receive", "file_send_close", "save_end"), BUS),
}  # fmt: skip


class Missed(AssertionError):
    """A routine did not keep what it says, or did not come back."""


@dataclass
class Bench:
    """A machine with a program that can be put back as it was.

    flat     emu.kit.flat.FlatKit
    before   its memory as it is before each call
    patched  {label: code that was there}
    stack    the stack pointer of a call
    """

    flat: FlatKit
    before: bytes = b""
    patched: dict = field(default_factory=dict)
    stack: int = 0xF0

    def keep(self):
        """Take the memory as it is now for the one before each call."""
        self.before = bytes(self.flat.ram)
        return self

    def patch(self, label, code):
        """Put other code in a routine's place."""
        at = self.flat.symbols.address(label)
        self.patched[label] = bytes(self.flat.ram[at : at + len(code)])
        self.flat.ram[at : at + len(code)] = bytes(code)

    def give_up_at(self, *labels):
        """Let a call end at these labels, with GAVE_UP set."""
        end = GAVE_UP + 1  # only a JMP goes to the label: other code may follow close behind
        low, high = GAVE_UP & 0xFF, GAVE_UP >> 8
        handler = [0xEE, low, high, JMP, CALL_RETURN & 0xFF, CALL_RETURN >> 8]
        self.flat.ram[end : end + len(handler)] = bytes(handler)
        for label in labels:
            self.patch(label, [JMP, end & 0xFF, end >> 8])

    def call(self, address, registers, variables):
        """Call with {"a": 1, ...} and {address: byte}.

        Returns (registers after, memory before), or None if an error ended it.
        """
        flat = self.flat
        flat.ram[:] = self.before
        for at, value in variables.items():
            flat.ram[at] = value
        memory = bytes(flat.ram)
        cpu = flat.cpu
        cpu.a, cpu.x, cpu.y = registers["a"], registers["x"], registers["y"]
        cpu.p, cpu.sp, cpu.jammed = registers["p"], self.stack, 0
        if flat.bus.call(address, CALL_RETURN, LIMIT) != 1:
            raise Missed(f"does not come back: it is at ${cpu.pc:04X}")
        if flat.ram[GAVE_UP] != memory[GAVE_UP]:
            return None
        if cpu.sp != self.stack:
            raise Missed("leaves the stack other than it was")
        return {"a": cpu.a, "x": cpu.x, "y": cpu.y, "p": cpu.p}, memory


def kept(text, symbols):
    """Return (registers, flags, addresses) that a ``Keeps`` names."""
    registers, flags, places = [], 0, []
    plain = re.split(r" (?:unless|where)\b", text)[0]  # the parameters are of that kind
    for word in re.split(r"[,;]\s*|\s+", plain):
        if word in REGISTERS:
            registers.append(REGISTERS[word])
        elif word in FLAGS:
            flags |= FLAGS[word]
        elif word == "flags":
            flags |= sum(FLAGS.values())
        elif word in WIDE:
            first, size = WIDE[word]
            places += range(symbols.address(first), symbols.address(first) + size)
        elif word:
            found = re.compile(re.escape(word).replace(r"\*", r"\w*") + r"$")
            named = [n for n in symbols.names if found.match(n) and symbols.address(n) < 0x100]
            assert named, f"Keeps names {word}, which is nothing known"
            places += [symbols.address(name) for name in named]
    return registers, flags, places


def meant(contract, name):
    """Return what a register can be: a range."""
    own = PARAMETERS.get(contract.name, {})
    if name in own:
        return own[name]
    text = contract.fields.get("In", "")
    match = re.search(rf"\b{name.upper()}\b[ =]+([^;]*)", text)
    if match:
        bounds = re.search(r"(\d+)(?:\.\.|-)(\d+)", match[1])
        if bounds:
            return range(int(bounds[1]), int(bounds[2]) + 1)
        for word in match[1].split():
            if word in MEANINGS:
                found = MEANINGS[word]
                return found if isinstance(found, range) else range(found)
    return range(256)


def check(bench, contract, address, keeps, seed=0):
    """Call a routine ROUNDS times; Missed if it does not keep what it says."""
    dice = random.Random(f"{contract.name} {seed}")
    symbols = bench.flat.symbols
    names, flags, places = kept(keeps, symbols)
    rounds = 0
    for _ in range(ROUNDS):
        registers = {name: dice.choice(meant(contract, name)) for name in "axy"}
        registers["p"] = 0x24 | dice.randrange(256) & sum(FLAGS.values())
        variables = {}
        if contract.name in bench.patched:
            variables.update(enumerate(bench.patched[contract.name], address))
        for name, values in VARIABLES.get(contract.area, {}).items():
            values = range(values) if isinstance(values, int) else values
            variables[symbols.address(name)] = dice.choice(values)
        answer = bench.call(address, registers, variables)
        if answer is None:
            continue
        rounds += 1
        after, memory = answer
        lost = [n for n in names if after[n] != registers[n]]
        changed = (after["p"] ^ registers["p"]) & flags
        lost += [name for name, bit in FLAGS.items() if changed & bit]
        lost += [symbols.name_at(at) for at in places if bench.flat.ram[at] != memory[at]]
        if lost:
            raise Missed(f"{contract}: says Keeps {keeps}, but not {', '.join(lost)} ({registers})")
    if rounds < ROUNDS // 8:
        raise Missed(f"{contract}: only {rounds} of {ROUNDS} rounds came back without an error")


@cache
def game_symbols():
    """Return the names of the game and of all its overlays."""
    return symbols_of(MachineSpec(dbg=(ROOT / "build/game/game.dbg",)))


@cache
def game_bench(overlay):
    """The game with one of its overlays, four players and two deeds each."""
    engine = Engine(FlatProgram(game_symbols(), game_blocks("TITLE")))  # where games begin
    bench = Bench(engine.flat)
    bench.patch("frame_wait", [RTS])  # no interrupt counts pictures here
    bench.patch("line_hidden", [RTS])  # no raster
    engine.new_game(4, deeds=2)
    if overlay != "TITLE":
        for start, data in game_blocks(overlay, resident=False):
            engine.flat.ram[start : start + len(data)] = data
    return bench.keep()


def game_blocks(overlay, resident=True):
    """[(address, bytes)] of one overlay, with what is always there or without."""
    symbols = copy(game_symbols())
    others = {name for name in OVERLAYS if name != overlay}
    others |= {name for name, contents in BEHIND.items() if overlay not in contents}
    others.add(INSTEAD.get(overlay))
    others |= {LANGUAGE} - {overlay}
    own = {overlay, *BEHIND} - others
    symbols.segments = {
        name: segment
        for name, segment in symbols.segments.items()
        if (content := name.split("_")[0]) in own or (resident and content not in others)
    }
    return linked_blocks(symbols, ROOT)


@cache
def rom_bench():
    """KERNAL and BASIC as after the reset."""
    bench = Bench(FlatKit(flat_program(ROOT / "build/rom/rom.dbg", ROOT), trace=False))
    flat = bench.flat
    flat.memory.put("HIBASE", 4)
    flat.call("vectors_restore")
    flat.ram[0x0281:0x0285] = bytes((0x00, 0x08, 0x00, 0xA0))
    flat.call("screen_reset", limit=LIMIT)
    flat.call("main_vectors")
    flat.call("basic_init")
    flat.ram[PROGRAM : PROGRAM + len(STATEMENT)] = STATEMENT
    flat.memory.put("TXTPTR", PROGRAM & 0xFF)
    flat.ram[flat.symbols.address("TXTPTR") + 1] = PROGRAM >> 8
    bench.give_up_at(*GIVING_UP["rom"])
    return bench.keep()


@cache
def dos_bench():
    """The drive's ROM with a command, a disk that may be written, and jobs done at once."""
    flat = FlatKit(flat_program(ROOT / "build/dos/dos.dbg", ROOT), trace=False)
    bench = Bench(flat, stack=0x45)  # above it lies GCR_OVERFLOW
    bench.patch("job_wait", [0xA9, 0x01, 0x18, RTS])  # done, without an error
    bench.give_up_at(*GIVING_UP["dos"])
    flat.memory.put("BUF_PTR", 0x00)
    flat.ram[flat.symbols.address("BUF_PTR") + 1] = 0x03
    flat.ram[0x1C00] = 0x10  # VIA2_PRB: not protected
    flat.ram[0x0702] = ord("A")  # the BAM's version of the DOS
    at = flat.symbols.address("CMD")
    flat.ram[at : at + len(COMMAND)] = COMMAND
    flat.memory.put("cmd_at", 2)
    flat.memory.put("cmd_end", len(COMMAND))
    return bench.keep()


def bench_of(contract):
    """Return the machine a routine is called on."""
    if contract.area == "rom":
        return rom_bench()
    if contract.area == "dos":
        return dos_bench()
    above = contract.path.read_text().splitlines()[: contract.line]
    segment = [m[1] for m in (re.match(r'\.segment "(\w+)"', s) for s in above) if m][-1]
    content = segment.split("_")[0]
    content = BEHIND.get(content, (content,))[0]
    return game_bench(content if content in (*OVERLAYS, LANGUAGE) else "TITLE")


def address_of(contract, symbols):
    """Return where a routine is, also if another module has a routine of its own by that name."""
    known = symbols.names[contract.name]
    here = [s for s in known if f"/{contract.path.parent.name}/{contract.path.name}:" in s.where]
    return (here or known)[0].value


def keeping():
    """Return the contracts of the routines that keep something and return."""
    return [
        contract
        for area in ("game", "rom", "dos")
        for contract in contracts(ASM / area, area)
        if contract.fields.get("Keeps", "-") != "-" and not contract.fields.get("Noreturn")
    ]


def called():
    return [contract for contract in keeping() if contract.name not in ALONE]


@pytest.mark.parametrize("contract", called(), ids=lambda c: f"{c.path.stem}-{c.name}")
def test_what_a_routine_keeps_is_kept(contract):
    bench = bench_of(contract)
    address = address_of(contract, bench.flat.symbols)
    check(bench, contract, address, contract.fields["Keeps"])


def test_nearly_all_routines_that_keep_something_are_called():
    assert len(called()) >= SHARE * len(keeping())


def test_routines_not_called_exist_and_keep_something():
    assert set(ALONE) <= {contract.name for contract in keeping()}


LIE = """
.export honest, liar, flags_liar, giver
.proc honest
        pha
        txa
        pha
        ldx #7
        pla
        tax
        pla
        rts
.endproc
.proc liar
        cpx #$80                ; in half of all cases
        bcc @done
        iny
@done:  rts
.endproc
.proc flags_liar
        lda #0
        rts
.endproc
.proc giver
        inc scratch
        rts
.endproc
.segment "ZEROPAGE": zeropage
scratch: .res 1
"""
LIE_MAP = """
MEMORY { ZP: start = $02, size = $10; RAM: start = $1000, size = $100, file = "lie.bin"; }
SEGMENTS { ZEROPAGE: load = ZP, type = zp; CODE: load = RAM; }
"""


@pytest.fixture(scope="module")
def lies(tmp_path_factory):
    """A machine with routines that keep what they should not, and do not keep what they should."""
    folder = tmp_path_factory.mktemp("lies")
    (folder / "lie.s").write_text(LIE)
    (folder / "lie.cfg").write_text(LIE_MAP)
    for command in (
        ["ca65", "-g", "lie.s"],
        ["ld65", "-C", "lie.cfg", "--dbgfile", "lie.dbg", "-o", "lie.bin", "lie.o"],
    ):
        subprocess.run(command, cwd=folder, check=True)
    return Bench(FlatKit(flat_program(folder / "lie.dbg", folder), trace=False)).keep()


@pytest.mark.parametrize(
    ("name", "keeps", "lost"),
    [
        ("honest", "A, X, Y, C", None),
        ("honest", "A, X, N", "N"),
        ("liar", "A, X", None),
        ("liar", "A, X, Y", "y"),
        ("flags_liar", "X, Y, C, V", None),
        ("flags_liar", "X, flags", "Z"),
        ("giver", "A, X, Y, C", None),
        ("giver", "X, scratch", "scratch"),
    ],
)
def test_a_wrong_keeps_is_found(lies, name, keeps, lost):
    contract = Contract("lies", ASM / "lie.s", 1, name)
    address = lies.flat.symbols.address(name)
    if lost is None:
        check(lies, contract, address, keeps)
        return
    with pytest.raises(Missed, match=f"but not.*{lost}"):
        check(lies, contract, address, keeps)
