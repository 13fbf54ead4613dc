"""Put the chips of a model together into a running machine."""

from dataclasses import dataclass
from types import SimpleNamespace

from c64.base.fields import reset_fields
from c64.bus.board import Board
from c64.bus.models import sid_curve
from c64.bus.processor_port import CpuPort
from c64.bus.ram_expansion import RamExpansion
from c64.cartridge.port import Cartridge
from c64.cia.cia import CIA
from c64.cpu.cpu import CPU
from c64.drive.iec import SerialBus
from c64.input.controls import Controls
from c64.input.keyboard import Keyboard
from c64.sid.sid import SID
from c64.tape.datasette import Datasette
from c64.tape.deck import TapeDeck
from c64.vic.vic import VIC

DEFAULT_SEED = 64
INVERTED = bytes(range(255, -1, -1))  # for bytes.translate
ANE_CONSTANT = 0xEF  # of the 6510s VICE's CPU/ane programs were made on, see c64/cpu/cpu.py


def _noise(seed):
    """Yield 32-bit numbers of a xorshift generator (Marsaglia 2003), never zero."""
    state = (seed * 2654435761 + 0x9E3779B9) & 0xFFFFFFFF or 1
    while True:
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        yield state


@dataclass(frozen=True)
class RamPattern:
    """What cold DRAM holds: runs of $00 and $FF by turns, and a few bits that differ.

    run      bytes in a run; 0: all are ``first``
    offset   bytes of the first run that are missing
    invert   bytes after which the pattern is inverted, and again; 0: never
    first    what the first run holds
    strays   bits in 64 KiB that are not as the pattern has them
    """

    run: int
    offset: int = 0
    invert: int = 0
    first: int = 0x00
    strays: int = 512

    def bank(self):
        """Return 64 KiB without strays."""
        even = bytes([self.first])
        if not self.run:
            return even * 0x10000
        odd = even.translate(INVERTED)
        pairs = 0x10000 // (2 * self.run) + 1
        plain = ((even * self.run + odd * self.run) * pairs)[self.offset : self.offset + 0x10000]
        size = self.invert or 0x10000
        parts = [plain[at : at + size] for at in range(0, 0x10000, size)]
        return b"".join(p.translate(INVERTED) if n & 1 else p for n, p in enumerate(parts))


#: Source: owners' reports in CSDb's thread "what is your RAM init pattern?" (2016), collected in
#: the readme of VICE's test program C64/raminitpattern, and VICE 3's settings RAMInit..., of which
#: ``runs4`` is the default.  docs/use/command-line.md has the table of boards and chips.
RAM_PATTERNS = {
    "runs64": RamPattern(64),
    "runs4": RamPattern(4, offset=2, invert=0x4000),
    "runs1": RamPattern(1),
    "runs2": RamPattern(2, invert=0x100, first=0xFF),
    "runs8": RamPattern(8),
    "runs128": RamPattern(128, invert=0x4000, first=0xFF),
    "zeros": RamPattern(0, strays=0),
    "ones": RamPattern(0, first=0xFF, strays=0),
}


def choose_ram_pattern(name, model):
    """Return the RamPattern of this name; "model": the one of the model's board."""
    if name == "model":
        name = "runs4" if model.vic == "8565" else "runs64"
    return RAM_PATTERNS[name]


def power_on_ram(board, seed, pattern="model"):
    """Fill all RAM of a board with what cold DRAM shows.

    seed     chooses the strays and the colour RAM, which is static and holds anything
    pattern  a name of RAM_PATTERNS, or "model"
    """
    numbers = _noise(seed)
    chosen = choose_ram_pattern(pattern, board.model)
    plain = chosen.bank()
    _fill_bank(board.ram, plain, chosen.strays, numbers)
    for at in range(1024):
        board.color_ram[at] = next(numbers) >> 9 & 15
    for bank in board.expansion.banks():
        _fill_bank(bank, plain, chosen.strays, numbers)


def _fill_bank(ram, plain, strays, numbers):
    ram[:] = plain
    for _ in range(strays):
        value = next(numbers)
        ram[value & 0xFFFF] ^= 1 << (value >> 16 & 7)


def build_board(
    model, roms, seed=DEFAULT_SEED, sample_rate=48000, cart=None, expansion=None, pattern="model"
):  # fmt: skip
    """Return a powered-on Board; the CPU's next step is the reset sequence.

    model        c64.bus.models.Model
    roms         c64.roms.RomSet
    seed         int, chooses the power-on RAM; the same seed gives the same machine
    sample_rate  Hz of the SIDs' output, 0 for none
    cart         c64.cartridge.port.Cartridge, None for the empty port
    expansion    c64.bus.ram_expansion.RamExpansion, None for the RAM on the board alone
    pattern      of the power-on RAM: a name of RAM_PATTERNS, or "model"
    """
    board = Board(model, roms)
    board.plug(
        SimpleNamespace(
            cpu=CPU(board),
            port=CpuPort(),
            vic=VIC(model.vic),
            cia1=CIA(model.cia),
            cia2=CIA(model.cia),
            sids=_sids(model, sample_rate),
            keyboard=Keyboard(),
            iec=SerialBus(),
            cart=cart or Cartridge(),
            controls=Controls(),
            expansion=expansion or RamExpansion(),
            tape=Datasette(),
        )
    )
    board.deck = TapeDeck(board)
    for cia in (board.cia1, board.cia2):
        cia.clock_hz = round(model.clock_hz)
        cia.tod_hz = model.tod_hz
    board.cpu.ane_constant = ANE_CONSTANT
    board.stray_flags[:] = roms.stray_flags()
    power_on_ram(board, seed, pattern)
    reset(board)
    return board


def change_roms(board, roms):
    """Put other ROMs into the sockets of a board that stands still, and into its 1541s.

    roms  c64.roms.RomSet.  A 1541 whose ROM a user has named keeps that.
    """
    board.roms = roms
    board.kernal[:], board.basic[:], board.chargen[:] = roms.kernal, roms.basic, roms.chargen
    board.stray_flags[:] = roms.stray_flags()
    for number, plan in board.iec.plans.items():
        if plan.rom is None:
            plan.roms = roms
            unit = getattr(board.iec.devices.get(number), "unit", None)
            if unit is not None:
                unit.rom[:] = roms.dos()


def _sids(model, sample_rate):
    """Return a tuple of the SIDs of a model."""
    clock_hz, curve = round(model.clock_hz), sid_curve(model)
    chips = (model.sid, *(place.chip or model.sid for place in model.sids))
    return tuple(SID(chip, clock_hz, sample_rate, curve, model.digiboost) for chip in chips)


def reset(board):
    """Pull the reset line: every chip to its reset state, RAM as it is."""
    board.sync_sid()
    board.stray = -1
    board.port.reset()
    for chip in (board, board.cia1, board.cia2, board.vic, *board.sids, board.iec):
        if hasattr(chip, "reset"):
            chip.reset()
        else:
            reset_fields(chip)
    board.expansion.reset()
    board.select_ram()
    board.cart.now = board.cycle
    board.cart.reset()
    board.cpu.reset()
    if board.tape.loaded:
        board.tape.port_changed(board.port.driven, board.cycle)
        board.update_tape()
    board.update_mode()
    board.update_cia2_outputs()
