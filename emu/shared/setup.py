"""From options to a machine: shared by the window, the headless runner and the monitor."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from c64.api import C64
from c64.autostart import AUTOSTART_BOOT_FRAMES, Autostart
from disk.crt import Crt
from disk.durable import sweep_once
from disk.host_folder import HostFolder
from disk.loader import open_media
from emu.errors import UsageError
from emu.shared.disks import (
    BUNDLED_GAME,
    check_folder,
    game_or,
    is_bundled,
    prepare_drives,
    tell_game,
    tell_protection,
)
from emu.shared.recording_file import ROM_FILES, machine_for, open_recording
from emu.shared.state.header import STATE_PATHS
from emu.shared.state.restore import is_state_file, machine_of, open_state_file, resume
from emu.shared.tape_file import insert_tape

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from c64.api_views import FilePath
    from emu.dap.server import DebugAdapter
    from emu.kit.symbols import Symbols
    from emu.monitor.debugger import Debugger
    from emu.monitor.vice.host import Host
    from emu.monitor.vice.text_server import Remote

    Controller = Remote | DebugAdapter  # whose client lets a machine run and stops it


# Options that name a file which a program may write, or which GO 64 has written.
FILES = ("file", "drive8", "drive9", "tape", "cart", "cart_save", "reu_image", "reu_save",
         "capture", "record", "replay", "exit_screenshot", "wav")  # fmt: skip
TAKEN_OVER_FRAMES = 50  # so long in code of its own: that cartridge is here to stay


def make_machine(args: Namespace, sample_rate: int) -> C64:
    """Return the C64 that the options describe, or the one that a FILE of ours was made of.

    ``config`` among the options is that machine's then.
    """
    if args.replay:
        return _machine_to_replay(args, sample_rate)
    if not is_state_file(args.file):
        return C64(args.config, sample_rate=sample_rate)
    machine, notes = machine_of(
        open_state_file(
            args.file,
            {name: getattr(args.config, name) for name in STATE_PATHS},
            trusted=not args.host or args.own_session,
        ),
        sample_rate,
        args.read_only,
        {8: args.drive8, 9: args.drive9},
        palette=args.config.palette,
        cart_save=args.config.cart_save,
    )
    for option in (
        "monitor",
        "binary_monitor",
        "remote_monitor",
        "monitor_commands",
        "dap",
    ):  # of --cpu they are refused by the command line
        if machine.config.cpu != "exact" and getattr(args, option):
            name = option.replace("_", "-")
            raise UsageError(f"--{name} needs --cpu exact, and {args.file} was saved without it")
    _after_state(args, machine, notes)
    args.config = replace(machine.config, sample_rate=0)
    return machine


def _machine_to_replay(args: Namespace, sample_rate: int) -> C64:
    """Return the machine of a recording, which is ``args.recording`` from now on."""
    if args.recording is None:
        args.recording = open_recording(args.replay)
    roms = {name: getattr(args.config, name) for name in ROM_FILES}
    machine = machine_for(args.recording, sample_rate, args.config.palette, **roms)
    args.config = replace(machine.config, sample_rate=0)
    return machine


def _after_state(args: Namespace, machine: C64, notes: Iterable[str]) -> None:
    """Tell what a state file has to say, and serve LOAD as after an autostart."""
    for line in notes:
        print(f"go64: {line}", file=sys.stderr)
    if not args.no_fastload:
        machine.fastload = True


def file_to_start(args: Namespace) -> Path | None:
    """Return the path to start; None for the BASIC prompt, a save state and a replay."""
    if args.replay or is_state_file(args.file):
        return None
    if args.file is not None:
        return Path(args.file)
    if args.basic_prompt or args.drive8 or args.tape or args.cart:
        return None
    if not BUNDLED_GAME.is_file():
        raise UsageError(f"{BUNDLED_GAME.name} is not built: run 'make build', or give a FILE")
    return BUNDLED_GAME


def cart_path(args: Namespace) -> Path | None:
    """Return where the cartridge of the options came from, None for none.

    One that came from an archive has its own name behind the archive's.
    """
    cart = args.cart.where if isinstance(args.cart, Crt) else args.cart
    return Path(cart) if cart else None


def make_start(
    args: Namespace, machine: C64, path: FilePath, run: bool = True, program: bytes | None = None,
    song: int | None = None, say: Callable[[str], str] = str,
) -> Autostart:  # fmt: skip
    """Return the Autostart of a file as the options say; MediaError if it cannot be used.

    program  name of the program on a disk, None: the first
    song     of a tune, from 0; None: the one that it begins with
    say      a function: a text of a tune's picture in the user's language
    """
    check_folder(path)
    found = game_or(path, args.drive8)
    if found != Path(path):
        tell_game(path)
        path = found
    start = Autostart(
        machine,
        path,
        run=run and not args.no_run,
        fastload=not args.no_fastload,
        delay=args.start_delay,
        read_only=args.read_only or is_bundled(path),
        kind=_kind_of_drive(machine, path),
        program=program,
        song=song,
        say=say,
    )
    prepare_drives(args, machine, path)
    return start


def _kind_of_drive(machine: C64, path: FilePath) -> str | None:
    """Return the kind of drive for a disk to start, None: as it is.

    The game that comes with GO 64 has a fast loader, but loads at once where no 1541 obeys that.
    """
    if machine.config.drive != "auto":
        return None
    return "quick" if is_bundled(path) else "auto"


def restart(
    args: Namespace, machine: C64, path: FilePath, run: bool = True, program: bytes | None = None,
    song: int | None = None, say: Callable[[str], str] = str,
) -> Autostart | None:  # fmt: skip
    """Switch the machine off and on for a file, or a program on its disk; returns its Autostart.

    What else there is, ``make_start`` explains.

    A save state (.go64) of the same configuration resumes instead: returns None.

    Raises MediaError, HostError or OSError, and leaves the machine alone, if the file
    cannot be used.
    """
    if is_state_file(path):
        state = open_state_file(path)
        machine.flush()
        _after_state(args, machine, resume(machine, state, args.read_only))
        return None
    check_folder(path)
    open_media(path)
    machine.flush()
    machine.power_cycle()
    return make_start(args, machine, path, run, program, song, say)


def _is_in(machine: C64, number: int, path: FilePath) -> bool:
    """Tell whether a folder is in a drive already, because a save state had it there."""
    image = machine.drives[number].image
    return isinstance(image, HostFolder) and Path(path).resolve() == image.path


def sweep_given_folders(args: Namespace) -> None:
    """Take away what killed processes have left beside the files that the options name."""
    for name in FILES:
        path = cart_path(args) if name == "cart" else getattr(args, name, None)
        if path:
            sweep_once(Path(path) if Path(path).is_dir() else Path(path).parent)


def start_file(args: Namespace, machine: C64, say: Callable[[str], str] = str) -> Autostart | None:
    """Attach the disks of the options; returns the Autostart of their file, or None.

    say  a function: a text of a tune's picture in the user's language
    """
    sweep_given_folders(args)
    if args.drive8 and not _is_in(machine, 8, args.drive8):
        machine.drives[8].attach(args.drive8, read_only=args.read_only or is_bundled(args.drive8))
        tell_protection(machine.drives[8].image)
    if args.drive9 and not _is_in(machine, 9, args.drive9):
        machine.drives[9].attach(args.drive9, read_only=args.read_only, kind=args.drive9_type)
        machine.drives[9].notice = machine.drives[8].notice
        tell_protection(machine.drives[9].image)
    if args.tape:
        insert_tape(machine, args.tape, args)
        machine.tape.play()
    path = file_to_start(args)
    return None if path is None else make_start(args, machine, path, say=say)


def tick_start(machine: C64, start: Autostart) -> bool:
    """Let an Autostart do what is due; returns True if it wrote into the machine's memory."""
    before = bytes(machine.ram)
    start.tick()
    return before != bytes(machine.ram)


class KeyScript:
    """The keys of ``--keys``, typed once somebody is there to read them.

    That is when the file has been started, or without a file when BASIC comes to its prompt:
    until then the KERNAL throws keys away.  A cartridge that never comes to the prompt gets
    the keys when it has been at work for a second, or after the time that a start may take.
    """

    def __init__(self, machine: C64, text: str | None) -> None:
        self._machine, self._text = machine, text
        self._frames = self._at_work = 0

    def tick(self, started: bool) -> None:
        """To be called before every frame; ``started``: a file has been started."""
        if not self._text:
            return
        self._frames += 1
        self._at_work += self._machine.in_own_code
        ready = self._at_work > TAKEN_OVER_FRAMES or self._frames > AUTOSTART_BOOT_FRAMES
        if started or ready or self._machine.at_prompt:
            self._machine.type(self._text, wait=False)
            self._text = None


class Feed:
    """What a machine without a window is fed before every frame: the start of a file.

    Called as a function it returns True if it wrote into the machine's memory.
    ``typed`` is a script of keys that follows.
    """

    def __init__(self, machine: C64, start: Autostart | None, typed: str | None = None) -> None:
        self._machine = machine
        self.start = start
        self._keys = KeyScript(machine, typed)

    def __call__(self) -> bool:
        if self.start is None or self.start.settled:
            self._keys.tick(self.start is not None)
            return False
        return tick_start(self._machine, self.start)


def read_symbols(args: Namespace) -> Symbols:
    """Return the Symbols of the files that --labels and --dbg name."""
    from emu.kit.symbols import Symbols, symbols_from_dbg, symbols_from_labels

    symbols = Symbols()
    if args.labels:
        symbols += symbols_from_labels(args.labels)
    if args.dbg:
        symbols += symbols_from_dbg(args.dbg)
    return symbols


def wants_monitor(args: Namespace) -> bool:
    """Tell whether a client or a file of commands is to control the machine."""
    return bool(
        args.binary_monitor is not None
        or args.remote_monitor is not None
        or args.monitor_commands
        or args.dap is not None
    )


def open_monitors(
    args: Namespace, debugger: Debugger, host: Host, labels: Mapping[str, int] | None = None
) -> Controller:
    """Return the monitors of options that want any; HostError, UsageError."""
    if args.dap is not None:
        return _open_adapter(args, debugger, host)
    from emu.monitor.vice.server import BinaryMonitor
    from emu.monitor.vice.text_server import BothMonitors, TextMonitor

    binary = None
    if args.binary_monitor is not None:
        binary = BinaryMonitor(debugger, host, args.binary_monitor, labels)
        print(f"go64: binary monitor at {binary.address}", file=sys.stderr)
        if args.remote_monitor is None and not args.monitor_commands:
            return binary
    text = TextMonitor(debugger, host, args.remote_monitor, dict(labels or {}))
    if text.address:
        print(f"go64: remote monitor at {text.address}", file=sys.stderr)
    if args.monitor_commands:
        text.run_file(args.monitor_commands)
    return text if binary is None else BothMonitors(binary, text)


def _open_adapter(args: Namespace, debugger: Debugger, host: Host) -> DebugAdapter:
    """Return the debug adapter of a launch, or a new one that listens at --dap's port."""
    from emu.dap.launch import Launch
    from emu.dap.server import DebugAdapter

    files = [[path] if path else [] for path in (args.dbg, args.labels)]
    adapter: DebugAdapter | None = args.adapter
    if adapter is None:
        adapter = DebugAdapter(args.dap)
        print(f"go64: debug adapter at port {adapter.port}", file=sys.stderr)
    adapter.bind(debugger, host, Launch(args.file or "", dbg=files[0], labels=files[1]))
    return adapter
