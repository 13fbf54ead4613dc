"""Run one outside program on the machine and judge it.

The program goes into memory after a boot and starts at its ``sys`` address, as RUN of its
BASIC stub would; one that looks at what LOAD leaves is loaded from drive 8 instead.  The result
is the byte written to $D7FF (VICE's debug cartridge), or the picture at that moment.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from c64.autostart import CURSOR_SWITCH, KEYBUF, KEYBUF_COUNT, KEYBUF_SIZE
from c64.cartridges import make_port
from c64.drive import Drive
from c64.machine import build_board
from c64.models import choose_model
from c64.roms import RomSet, load_roms
from c64.snapshot import load_snapshot, save_snapshot
from disk.loader import open_media

BOOT_CYCLES = 4_000_000
LOAD_CYCLES = 60_000_000
RERUNS = 4
RERUN_WAIT = 100_000
PEPTO = (
    "000000 ffffff 68372b 70a4b2 6f3d86 588d43 352879 b8c76f "
    "6f4f25 433900 9a6759 444444 6c6c6c 9ad284 6c5eb5 959595"
)


@dataclass(frozen=True)
class Outcome:
    """What a run gave: ``passed``, and in words what was seen."""

    passed: bool
    seen: str
    cycles: int = 0


def open_roms(folder):
    """Return the free ROMs that lie in the corpus."""
    base = folder / "open-roms"
    return RomSet(
        kernal=(base / "kernal_generic.rom").read_bytes(),
        basic=(base / "basic_generic.rom").read_bytes(),
        chargen=(base / "chargen_openroms.rom").read_bytes(),
        own=False,
    )


@lru_cache(maxsize=16)
def booted(name, chips, roms_kind, folder, cart=None, reu=None, boot=True, disk=None):
    """Return (board, snapshot after boot) for a model; chips is a tuple of pairs.

    cart, reu  what is in the expansion port
    boot       False: the snapshot is of the moment of power-on
    disk       path of a .d64 or .prg: what lies in drive 8, never written back
    """
    model = choose_model(name, **dict(chips))
    roms = open_roms(folder) if roms_kind == "open" else load_roms()
    if roms_kind == "own+chargen":
        # Pictures were drawn with this character ROM.
        own = load_roms()
        roms = RomSet(own.kernal, own.basic, open_roms(folder).chargen, own=True)
    board = build_board(model, roms, sample_rate=0, cart=make_port(cart, reu))
    if disk is not None:
        Drive.attach(board, open_media(disk))
    if boot:
        board.run_until(BOOT_CYCLES)
    return board, save_snapshot(board)


def put_program(board, prg):
    """Put a .prg into RAM; returns (first, end) addresses."""
    data = prg.read_bytes()
    start = data[0] | data[1] << 8
    end = min(start + len(data) - 2, 0x10000)
    for at in range(start, end):
        board.ram[at] = data[2 + at - start]
    return start, end


def _set_end(ram, end):
    """Set BASIC's pointers behind the program, and where LOAD ended."""
    for pointer in (0x2D, 0x2F, 0x31, 0xAE):
        ram[pointer], ram[pointer + 1] = end & 0xFF, end >> 8


def start_at(board, address, end):
    """Begin at ``address`` as SYS would: registers of a fresh BASIC, a return address."""
    ram = board.ram
    _set_end(ram, end)
    if ram[0xCF]:  # the cursor shows: its end of the blink, as RETURN after RUN does
        ram[(ram[0xD1] | ram[0xD2] << 8) + ram[0xD3]] = ram[0xCE]
        ram[0xCF] = 0
    ram[0xCC] = 1
    cpu = board.cpu
    cpu.a = cpu.x = cpu.y = 0
    cpu.sp = 0xF6
    for value in (0xE1, 0x46):  # back into BASIC's SYS, should the program return
        ram[0x100 + cpu.sp] = value
        cpu.sp -= 1
    cpu.p = 0x20
    cpu.pc = address


def type_line(board, line):
    """Type a line at the prompt, by way of the keyboard buffer."""
    line = line.encode("ascii") + b"\r"
    for at in range(0, len(line), KEYBUF_SIZE):
        part = line[at : at + KEYBUF_SIZE]
        for place, code in enumerate(part, KEYBUF):
            board.ram[place] = code
        board.ram[KEYBUF_COUNT] = len(part)
        while board.ram[KEYBUF_COUNT] and not board.stop:
            board.run_until(board.cycle + 1000)


def start(board, case):
    """Put the case's program into the machine and start it as the suite means it."""
    if case.load_name:
        type_line(board, f'LOAD"{case.load_name}",8,1')
        _wait_for_prompt(board)
        type_line(board, "RUN")
        return
    _, end = put_program(board, case.prg)
    if case.start is None:
        _set_end(board.ram, end)
        type_line(board, "RUN")
    else:
        start_at(board, case.start, end)


def _wait_for_prompt(board):
    """Wait until the cursor blinks again after a LOAD."""
    limit = board.cycle + LOAD_CYCLES
    board.run_until(board.cycle + 100_000)
    while board.ram[CURSOR_SWITCH] and board.cycle < limit:
        board.run_until(board.cycle + 1000)


def nearest_index(picture):
    """Map RGB uint8[h, w, 3] to the nearest of Pepto's colours: uint8[h, w]."""
    table = np.array([[int(c[i : i + 2], 16) for i in (0, 2, 4)] for c in PEPTO.split()], int)
    distance = ((picture[:, :, None, :].astype(int) - table) ** 2).sum(axis=3)
    return distance.argmin(axis=2).astype(np.uint8)


@lru_cache(maxsize=64)
def reference(path):
    """Return a reference picture as palette indices uint8[272, 384]."""
    from PIL import Image

    return nearest_index(np.asarray(Image.open(path).convert("RGB")))


def shown(board):
    """Return the visible picture as palette indices."""
    vic = board.vic
    left, top, width, height = vic.crop()
    frame = np.frombuffer(memoryview(vic.frame), dtype=np.uint8)
    rows = frame[: board.model.lines * board.model.cycles_per_line * 8].reshape(
        board.model.lines, board.model.cycles_per_line * 8
    )
    return rows[top : top + height, left : left + width]


def reference_path(case, name, chips, roms_kind):
    """Return the picture that fits the machine and its character ROM."""
    entry = case.entry
    old = chips.get("vic") == "6569"
    base = case.folder / "vice"
    refs = entry.get("ref_open_chargen") or {}
    key = "c64" if old else "c64c"
    if key in refs:
        return base / refs[key]
    ref = entry.get("ref_6569" if old else "ref_8565") or entry.get("ref_8565")
    return base / ref if ref else None


def run_case(case, roms_kind="own+chargen", limit=None):
    """Run the case on a machine of its model; returns an Outcome.

    Where the suite itself says "not 100% stable - rerun on failure" (the outcome depends on
    the moment at which it starts), a failing program gets RERUNS more chances.
    """
    outcome = run_once(case, roms_kind, limit)
    chances = RERUNS if any("rerun on failure" in o for o in case.entry["options"]) else 0
    for chance in range(1, chances + 1):
        if outcome.passed:
            break
        outcome = run_once(case, roms_kind, limit, wait=chance * RERUN_WAIT)
    return outcome


def run_once(case, roms_kind, limit, wait=0):
    """Run the case, started ``wait`` cycles after the boot; returns an Outcome."""
    name, chips = case.model()
    disk = case.disk or (case.prg if case.load_name else None)
    board, snapshot = booted(
        name, tuple(sorted(chips.items())), roms_kind, case.folder,
        case.cart, case.reu, case.prg is not None, disk,
    )  # fmt: skip
    load_snapshot(board, snapshot)
    board.run_until(board.cycle + wait)
    board.debugcart = 1
    if case.prg is not None:
        start(board, case)
    begin = board.cycle
    board.run_until(begin + (limit or case.entry["timeout_cycles"]))
    cycles = board.cycle - begin
    expect = case.entry.get("expect", "ok")
    if case.entry["result"] == "exitcode":
        if not board.stop:
            why = "JAM" if board.cpu.jammed else "timeout"
            return Outcome(expect == "timeout", why, cycles)
        good = board.debug_value == (0xFF if expect == "error" else 0)
        return Outcome(good, f"exit code {board.debug_value}", cycles)
    return _judge_picture(case, board, name, chips, roms_kind, cycles)


def _judge_picture(case, board, name, chips, roms_kind, cycles):
    path = reference_path(case, name, chips, roms_kind)
    if path is None or not Path(path).exists():
        return Outcome(False, "no reference picture", cycles)
    want, have = reference(path), shown(board)
    if want.shape != have.shape:
        return Outcome(False, f"picture {have.shape} instead of {want.shape}", cycles)
    wrong = int((want != have).sum())
    must_differ = case.entry.get("expect", "ok") == "error"
    if wrong:
        rows, columns = np.nonzero(want != have)
        where = f"first at line {rows[0]}, column {columns[0]}"
        return Outcome(must_differ, f"{wrong} pixels differ, {where}", cycles)
    return Outcome(not must_differ, "picture equal", cycles)
