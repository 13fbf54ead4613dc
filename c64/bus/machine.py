"""Put the chips of a model together into a running machine."""

from types import SimpleNamespace

from c64.base.component import reset_fields
from c64.bus.board import Board
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
ANE_CONSTANT = 0xEF  # of the 6510s VICE's CPU/ane programs were made on, see c64/cpu/cpu.py


def _noise(seed):
    """Yield 32-bit numbers of a xorshift generator (Marsaglia 2003), never zero."""
    state = (seed * 2654435761 + 0x9E3779B9) & 0xFFFFFFFF or 1
    while True:
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        yield state


def power_on_ram(board, seed):
    """Fill all RAM of a board with what cold DRAM shows: stripes of $00 and $FF with stray bits.

    The stripes of 64 bytes and about one stray byte in 128 follow what owners report of
    4164 chips (VICE's default pattern is of the same kind); ``seed`` chooses the strays.
    """
    numbers = _noise(seed)
    _fill_bank(board.ram, numbers)
    for at in range(1024):
        board.color_ram[at] = next(numbers) >> 9 & 15
    for bank in board.expansion.banks():
        _fill_bank(bank, numbers)


def _fill_bank(ram, numbers):
    for block in range(0, 65536, 128):
        ram[block : block + 64] = bytes(64)
        ram[block + 64 : block + 128] = b"\xff" * 64
    for _ in range(512):
        value = next(numbers)
        ram[value & 0xFFFF] ^= 1 << (value >> 16 & 7)


def build_board(
    model, roms, seed=DEFAULT_SEED, sample_rate=48000, cart=None, expansion=None
):  # fmt: skip
    """Return a powered-on Board; the CPU's next step is the reset sequence.

    model        c64.bus.models.Model
    roms         c64.roms.RomSet
    seed         int, chooses the power-on RAM; the same seed gives the same machine
    sample_rate  Hz of the SID's output, 0 for none
    cart         c64.cartridge.port.Cartridge, None for the empty port
    expansion    c64.bus.ram_expansion.RamExpansion, None for the RAM on the board alone
    """
    board = Board(model, roms)
    board.plug(
        SimpleNamespace(
            cpu=CPU(board),
            port=CpuPort(),
            vic=VIC(model.vic),
            cia1=CIA(model.cia),
            cia2=CIA(model.cia),
            sid=SID(model.sid, round(model.clock_hz), sample_rate),
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
    power_on_ram(board, seed)
    reset(board)
    return board


def reset(board):
    """Pull the reset line: every chip to its reset state, RAM as it is."""
    board.sync_sid()
    board.port.reset()
    for chip in (board, board.cia1, board.cia2, board.vic, board.sid, board.iec):
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
