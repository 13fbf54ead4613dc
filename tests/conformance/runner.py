"""Run one outside program on the machine and judge it.

The program goes into memory after a boot and starts at its ``sys`` address, as RUN of its
BASIC stub would; one that looks at what LOAD leaves is loaded from drive 8 instead.  The result
is the byte written to $D7FF (VICE's debug cartridge), or the picture at that moment.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from c64.autostart import set_end
from c64.bus.machine import build_board
from c64.bus.models import choose_model
from c64.bus.ram_expansion import make_expansion
from c64.cartridge.expansion import make_port
from c64.config import MachineConfig
from c64.drive.attach import attach_drive
from c64.prompt import CURSOR_SWITCH, KEYBUF, KEYBUF_COUNT, KEYBUF_SIZE
from c64.roms import RomError, RomSet, load_roms
from c64.snapshot import load_snapshot, save_snapshot
from disk.image_file import ImageFile
from disk.loader import open_media
from tests.conformance.engines import attach_engine
from tests.conformance.pictures import difference, equal_under_some_rom, reference, shown

BOOT_CYCLES = 4_000_000
LOAD_CYCLES = 60_000_000
RERUNS = 4
RERUN_WAIT = 100_000
WITHOUT_COMMODORE = ("own", "own+chargen", "open")  # what Setup.roms may be, but a folder
COMMODORE_CHARGEN = "adc7c31e18c7c7413d54802ef2f4193da14711aa"  # SHA-1, see c64/roms.py


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


def rom_set(kind, folder):
    """Return the RomSet that ``kind`` (see Setup) names.

    Raises RomError for a folder without them.
    """
    if kind == "open":
        return open_roms(folder)
    own = load_roms()
    if kind == "own" or (kind == "own+chargen" and not (folder / "open-roms").is_dir()):
        return own
    if kind == "own+chargen":
        return RomSet(own.kernal, own.basic, open_roms(folder).chargen, own=True)
    return load_roms(*(_rom_file(Path(kind), name) for name in ("kernal", "basic", "chargen")))


def _rom_file(folder, name):
    for path in sorted(folder.glob(f"{name}*")):
        return path
    raise RomError(f"{folder}: no {name}* in it; own, own+chargen and open are the other choices")


@lru_cache(maxsize=16)
def booted(
    name, chips, setup, folder, cart=None, reu=None, georam=None, boot=True, disk=None, drive=None,
    rams=(), soldered=(),
):  # fmt: skip
    """Return (board, snapshot after boot, its character ROM) for a model.

    chips      tuple of pairs (chip, which)
    cart, reu, georam  what is in the expansion port
    boot       False: the snapshot is of the moment of power-on
    disk       path of a .d64, .g64 or .prg: what lies in drive 8, never written back
    rams       other RAM in the port, as Case.rams has it
    soldered   names of the RAM expansions on the board
    drive      "quick" or "1541": what drive 8 is; None: there is none
    """
    model = choose_model(name, **dict(chips))
    port = make_port(MachineConfig(cart=cart, reu=reu, georam=georam, **dict(rams)))
    more = make_expansion(**dict.fromkeys(soldered, True))
    board = build_board(
        model, rom_set(setup.roms, folder), sample_rate=0, cart=port, expansion=more
    )
    if drive is not None:
        attach_drive(board, _in_memory(disk), kind=drive)
    if boot:
        board.run_until(BOOT_CYCLES)
    attach_engine(board, setup.engine)
    return board, save_snapshot(board), bytes(board.chargen)


def _in_memory(disk):
    """Return the medium of a path, cut off from the host's file."""
    if disk is None:
        return None
    medium = open_media(disk)
    if isinstance(medium, ImageFile):
        medium.path, medium.read_only = None, False
    return medium


def put_program(board, prg):
    """Put a .prg into RAM; returns (first, end) addresses."""
    data = prg.read_bytes()
    start = data[0] | data[1] << 8
    end = min(start + len(data) - 2, 0x10000)
    for at in range(start, end):
        board.ram[at] = data[2 + at - start]
    return start, end


def _set_end(ram, end):
    """Leave what LOAD from drive 8 leaves: BASIC's pointers, its own, the device number."""
    ram[0xBA] = 8
    set_end(ram, end)


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


@dataclass(frozen=True)
class Setup:
    """With what the programs are run.

    roms    "own", "own+chargen" (the suite's free character ROM, with which pictures were
            drawn), "open" (the suite's free KERNAL and BASIC), or a folder with
            kernal.bin, basic.bin, chargen.bin (or .rom)
    engine  one of ENGINES (tests/conformance/engines.py)
    longest cycles; a program that takes longer is left out
    """

    roms: str = "own+chargen"
    engine: str = "exact"
    longest: int = 1 << 62


DEFAULT = Setup()


def reference_path(case, board):
    """Return (path of the reference picture or None, whether the machine's ROM drew it)."""
    entry, vic = case.entry, board.model.vic
    drawn = (entry.get("ref_open_chargen") or {}).get({"6569": "c64", "8565": "c64c"}.get(vic))
    if drawn:
        free = case.folder / "open-roms" / "chargen_openroms.rom"
        return case.base / drawn, free.is_file() and free.read_bytes() == bytes(board.chargen)
    path = entry.get(f"ref_{vic}")
    if vic == "8565":
        path = path or entry.get("ref_6569")
    same = hashlib.sha1(bytes(board.chargen)).hexdigest() == COMMODORE_CHARGEN
    return (case.base / path if path else None), same


def run_case(case, setup=DEFAULT, limit=None, watch=None):
    """Run the case on a machine of its model; returns an Outcome.

    limit  cycles, instead of the suite's own limit
    watch  function that is given the board before the program starts

    Where the suite itself says "not 100% stable - rerun on failure" (the outcome depends on
    the moment at which it starts), a failing program gets RERUNS more chances.
    """
    outcome = _run_and_judge(case, setup, limit, watch)
    chances = RERUNS if any("rerun on failure" in o for o in case.entry["options"]) else 0
    for chance in range(1, chances + 1):
        if outcome.passed:
            break
        outcome = _run_and_judge(case, setup, limit, watch, chance * RERUN_WAIT)
    return outcome


def run_once(case, setup=DEFAULT, limit=None, watch=None, wait=0, chargen=None):
    """Run the case, started ``wait`` cycles after the boot; returns (board, cycles it took).

    chargen  character ROM instead of the machine's, 4096 bytes
    """
    name, chips = case.model()
    disk = case.disk or (case.prg if case.load_name else None)
    drive = "1541" if case.needs_1541 else "quick" if disk else None
    board, snapshot, own_chargen = booted(
        name, tuple(sorted(chips.items())), setup, case.folder,
        case.cart, case.reu, case.georam, case.prg is not None, disk, drive,
        case.rams, case.soldered,
    )  # fmt: skip
    board.chargen[:] = chargen or own_chargen
    load_snapshot(board, snapshot)
    board.run_until(board.cycle + wait)
    board.debugcart = 1
    if watch:
        watch(board)
    if case.prg is not None:
        start(board, case)
    begin = board.cycle
    board.run_until(begin + (limit or case.entry["timeout_cycles"]))
    return board, board.cycle - begin


def _run_and_judge(case, setup, limit, watch, wait=0):
    board, cycles = run_once(case, setup, limit, watch, wait)
    expect = case.entry.get("expect", "ok")
    if case.entry["result"] == "exitcode":
        if not board.stop:
            why = "JAM" if board.cpu.jammed else "timeout"
            return Outcome(expect == "timeout", why, cycles)
        good = board.debug_value == (0xFF if expect == "error" else 0)
        return Outcome(good, f"exit code {board.debug_value}", cycles)
    wrong, seen = _judge_picture(case, setup, limit, wait, board)
    return Outcome(bool(wrong) == (expect == "error"), wrong or seen, cycles)


def _judge_picture(case, setup, limit, wait, board):
    """Return (what is wrong with the picture, or None; what was seen otherwise)."""
    path, same_rom = reference_path(case, board)
    if path is None or not path.is_file():
        return "no reference picture", None
    want = reference(path)
    wrong = difference(want, shown(board))
    if wrong and not same_rom:

        def picture_with(chargen):
            return shown(run_once(case, setup, limit, None, wait, chargen)[0])

        return equal_under_some_rom(want, picture_with), "equal but for the character ROM"
    return wrong, "picture equal"
