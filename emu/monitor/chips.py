"""The internal state of the chips as text, in the terms of the literature.

VIC-II: Bauer's article (VC, VCBASE, RC, VMLI, MC, MCBASE, flip-flops).  CIA: Lorenz' model
(counter, latch, pipeline).  SID: phases and counters of the envelope generators.  ``raw``
shows every field of the chip's own field list.
"""

from collections.abc import Callable
from typing import Any

from c64.base.fields import dump_fields
from c64.bus.sid_places import FIRST_SID
from c64.cia.icr import CIA_IP_BIT0, CIA_IP_BIT1, CIA_IP_READ0, CIA_IP_SET0, CIA_IP_SET1
from c64.cia.timer import (
    CIA_T_COUNT2,
    CIA_T_COUNT3,
    CIA_T_FORCE,
    CIA_T_LOAD,
    CIA_T_LOAD1,
    CIA_T_ONESHOT,
    CIA_T_OUT,
    CIA_T_PHI2,
    CIA_T_SHOT,
    CIA_T_SHOT0,
    CIA_T_START,
    CIA_T_STEP,
)
from emu.kit.types import Board
from emu.monitor.errors import MonitorError

_TIMER_PIPE = (
    ("START", CIA_T_START), ("PHI2", CIA_T_PHI2), ("STEP", CIA_T_STEP), ("COUNT2", CIA_T_COUNT2),
    ("COUNT3", CIA_T_COUNT3), ("FORCE", CIA_T_FORCE), ("LOAD1", CIA_T_LOAD1),
    ("LOAD", CIA_T_LOAD), ("ONESHOT", CIA_T_ONESHOT), ("SHOT0", CIA_T_SHOT0),
    ("SHOT", CIA_T_SHOT), ("OUT", CIA_T_OUT),
)  # fmt: skip
_ICR_PIPE = (
    ("READ", CIA_IP_READ0), ("READ-1", CIA_IP_READ0 << 1), ("READ-2", CIA_IP_READ0 << 2),
    ("SET0", CIA_IP_SET0), ("SET1", CIA_IP_SET1), ("BIT0", CIA_IP_BIT0), ("BIT1", CIA_IP_BIT1),
)  # fmt: skip
_ICR = (("TA", 1), ("TB", 2), ("TOD", 4), ("SDR", 8), ("FLAG", 16), ("IR", 128))
_VIC_IRQ = (("raster", 1), ("sprite-data", 2), ("sprite-sprite", 4), ("lightpen", 8), ("IRQ", 128))
_VIC_MODES = ("text", "multicolour text", "bitmap", "multicolour bitmap", "extended colour",
              "invalid text", "invalid bitmap", "invalid bitmap")  # fmt: skip
_WAVES = (("tri", 0x10), ("saw", 0x20), ("pulse", 0x40), ("noise", 0x80))
_CONTROL = (("gate", 1), ("sync", 2), ("ring", 4), ("test", 8))
_PHASES = ("attack", "decay/sustain", "release")


def _bits(value: int, table: tuple[tuple[str, int], ...]) -> str:
    return " ".join(name for name, bit in table if value & bit) or "-"


def _on(value: int) -> str:
    return "on" if value else "off"


def vic_lines(board: Board) -> list[str]:
    """Return the VIC-II's state as lines of text."""
    vic = board.vic
    regs = vic.regs
    mode = (regs[0x11] >> 4 & 6) | (regs[0x16] >> 4 & 1)
    base = vic.bank
    lines = [
        f"VIC {board.model.vic}: line {vic.raster_line} (${vic.raster_line:03X}), cycle "
        f"{vic.cycle_in_line} of {vic.cycles}, frame {vic.frame_count}",
        f"  VC {vic.vc:4d}  VCBASE {vic.vcbase:4d}  RC {vic.rc}  VMLI {vic.vmli:2d}  "
        f"{'idle' if vic.idle else 'display'} state  bad line {_on(vic.bad_line)}  "
        f"BA {'low' if vic.ba_low else 'high'}",
        f"  mode {_VIC_MODES[mode]}  DEN {regs[0x11] >> 4 & 1}  RSEL {regs[0x11] >> 3 & 1}  "
        f"CSEL {regs[0x16] >> 3 & 1}  YSCROLL {regs[0x11] & 7}  XSCROLL {regs[0x16] & 7}",
        f"  bank ${base:04X}  video matrix ${base | (regs[0x18] & 0xF0) << 6:04X}  "
        f"characters ${base | (regs[0x18] & 0x0E) << 10:04X}  bitmap "
        f"${base | (regs[0x18] & 8) << 10:04X}",
        f"  border flip-flops: main {_on(vic.main_border)}, vertical {_on(vic.vborder)}; "
        f"border ${regs[0x20] & 15:X}  background ${regs[0x21] & 15:X} ${regs[0x22] & 15:X} "
        f"${regs[0x23] & 15:X} ${regs[0x24] & 15:X}",
        f"  raster compare {(regs[0x11] & 0x80) << 1 | regs[0x12]}  latch "
        f"{_bits(vic.irq_status, _VIC_IRQ)}  mask {_bits(regs[0x1A] & 15, _VIC_IRQ[:4])}",
        f"  refresh ${vic.refresh:02X}  phi1 data ${vic.phi1_data:02X}  collisions: sprites "
        f"${vic.collided_sprites:02X}, data ${vic.collided_data:02X}",
        "  sprite   X   Y  MC MCBASE DMA display  Y-flip-flop  pointer expand  multi  prio",
    ]
    return lines + [_sprite_line(vic, n) for n in range(8)]


def _sprite_line(vic: Any, n: int) -> str:
    regs, bit = vic.regs, 1 << n
    x = regs[2 * n] | (256 if regs[0x10] & bit else 0)
    expand = ("X" if regs[0x1D] & bit else "-") + ("Y" if regs[0x17] & bit else "-")
    return (
        f"  {n} {_on(regs[0x15] & bit):>4} {x:3d} {regs[2 * n + 1]:3d}  {vic.sprite_mc[n]:2d} "
        f"{vic.sprite_mcbase[n]:6d} {_on(vic.sprite_dma & bit):>3} "
        f"{_on(vic.sprite_display & bit):>7}  {_on(vic.sprite_y_flop & bit):>11}  "
        f"{f'${vic.sprite_pointer[n]:02X}':>7} {expand:>6}  "
        f"{_on(regs[0x1C] & bit):>5}  {'back' if regs[0x1B] & bit else 'front':>5}"
    )


def _timer_line(name: str, timer: Any, control: int) -> str:
    return (
        f"  timer {name}: counter ${timer.counter:04X}  latch ${timer.latch:04X}  "
        f"{'running' if control & 1 else 'stopped'}{', one shot' if control & 8 else ''}  "
        f"toggle {timer.toggle}  pipeline {_bits(timer.pipe, _TIMER_PIPE)}"
    )


def cia_lines(board: Board, number: int) -> list[str]:
    """Return the state of CIA 1 or 2 as lines of text."""
    cia = board.cia1 if number == 1 else board.cia2
    cia.catch_up()
    icr, tod, sdr = cia.icr, cia.tod, cia.sdr
    clock = ":".join(f"{b:02X}" for b in reversed(bytes(tod.time)))
    alarm = ":".join(f"{b:02X}" for b in reversed(bytes(tod.alarm)))
    return [
        f"CIA {number} {board.model.cia}: CRA ${cia.cra:02X}  CRB ${cia.crb:02X}",
        f"  port A: PRA ${cia.pra:02X} DDRA ${cia.ddra:02X} pins ${cia.pa_pins():02X}   "
        f"port B: PRB ${cia.prb:02X} DDRB ${cia.ddrb:02X} pins ${cia.pb_pins():02X}",
        _timer_line("A", cia.ta, cia.cra),
        _timer_line("B", cia.tb, cia.crb),
        f"  ICR: flags {_bits(icr.flags, _ICR)}  mask {_bits(icr.mask, _ICR)}  line "
        f"{'asserted' if icr.line else 'released'}  pipeline {_bits(icr.pipe, _ICR_PIPE)}",
        f"  TOD h:m:s:t {clock}{' stopped' if tod.stopped else ''}  alarm {alarm}",
        f"  SDR ${sdr.data:02X}  shifter ${sdr.shifter:02X}  {sdr.half_bits} half bits  "
        f"{'output' if sdr.output else 'input'}  CNT {cia.cnt_pin()}",
    ]


def sid_lines(board: Board) -> list[str]:
    """Return the state of the SIDs as lines of text."""
    board.sync_sid()
    places = (FIRST_SID, *(place.at for place in board.model.sids))
    named = len(places) > 1
    return [
        line
        for sid, at in zip(board.sids, places, strict=True)
        for line in _lines_of_sid(sid, f"SID {sid.model}{f' at ${at:04X}' if named else ''}:")
    ]


def _lines_of_sid(sid: Any, title: str) -> list[str]:
    lines = [title]
    for v in range(3):
        control = sid.control[v]
        lines += [
            f"  voice {v + 1}: freq ${sid.freq[v]:04X}  pulse width ${sid.pw[v]:03X}  wave "
            f"{_bits(control, _WAVES)}  control {_bits(control, _CONTROL)}  accumulator "
            f"${sid.acc[v]:06X}  noise ${sid.noise[v]:06X}  output ${sid.wave[v]:03X}",
            f"    envelope ${sid.env[v]:02X} {_PHASES[sid.env_state[v]]}"
            f"{'' if sid.env_enabled[v] else ', held at zero'}  AD ${sid.attack_decay[v]:02X}  "
            f"SR ${sid.sustain_release[v]:02X}  rate counter {sid.rate_count[v]} of "
            f"{sid.rate_end[v]}  exponential divider {sid.divider[v]} of {sid.divider_period[v]}",
        ]
    routing, mode = sid.routing, sid.mode_volume
    lines.append(
        f"  filter: cutoff {sid.cutoff}  resonance {routing >> 4}  voices "
        f"{_bits(routing, (('1', 1), ('2', 2), ('3', 4), ('EXT', 8)))}  "
        f"{_bits(mode, (('low', 16), ('band', 32), ('high', 64), ('voice-3-off', 128)))}  "
        f"volume {mode & 15}"
    )
    return lines


def cpu_lines(board: Board) -> list[str]:
    """Return the CPU's interrupt logic, its port and the memory map as lines of text."""
    cpu, port = board.cpu, board.port
    where = {0: "RAM", 1: "RAM", 2: "I/O", 3: "BASIC", 4: "KERNAL", 5: "CHARGEN", 6: "ROML",
             7: "ROMH"}  # fmt: skip
    blocks = [where.get(board.read_map[board.mode16 + n], "open") for n in range(16)]
    seen = "  ".join(f"${n:X}000 {blocks[n]}" for n in (8, 10, 13, 14))
    return [
        f"CPU: PC ${cpu.pc:04X}  A ${cpu.a:02X}  X ${cpu.x:02X}  Y ${cpu.y:02X}  "
        f"SP ${cpu.sp:02X}  P ${cpu.p:02X}{'  JAMMED' if cpu.jammed else ''}",
        f"  IRQ line {'asserted' if cpu.int_now & 1 else 'released'}  NMI line "
        f"{'asserted' if cpu.nmi_line else 'released'}{', edge latched' if cpu.nmi_latch else ''}",
        f"  port $00 ${port.peek(0, board.cycle):02X}  $01 ${port.peek(1, board.cycle):02X}  "
        f"reads: {seen}",
        f"  cycle {board.cycle}, {board.stolen} of them taken by the VIC",
    ]


CHIPS: dict[str, Callable[[Board], list[str]]] = {
    "cpu": cpu_lines,
    "vic": vic_lines,
    "cia1": lambda board: cia_lines(board, 1),
    "cia2": lambda board: cia_lines(board, 2),
    "sid": sid_lines,
}


def raw_lines(board: Board, name: str) -> list[str]:
    """Return every field of a chip as lines ``name value``."""
    lines = []
    for key, value in dump_fields(getattr(board, name)).items():
        shown = (
            f"{value} (${value & 0xFFFFFFFF:X})" if isinstance(value, int) else value[:64].hex(" ")
        )
        lines.append(f"  {key:<18}{shown}")
    return lines


def chip_lines(board: Board, name: str) -> list[str]:
    """Return the lines of one chip; MonitorError names those there are."""
    if name not in CHIPS:
        raise MonitorError(f"chip '{name}' does not exist; choose from {', '.join(CHIPS)}")
    return CHIPS[name](board)
