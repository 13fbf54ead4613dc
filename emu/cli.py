"""The command line of ``go64``: what it takes, and what of it makes no sense."""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import c64
from c64.api import parse_keys
from c64.config import (
    CONFIG_CHOICES,
    DEFAULT_SEED,
    PALETTES,
    PLUS60K_NAMES,
    MachineConfig,
    read_palette,
)
from c64.errors import ConfigError, MediaError, MediaNotFound
from disk.crt import Crt
from disk.format import NOT_ALIKE
from disk.formats import HEAD_SIZE, LARGEST, MEDIA, closest_format, file_words, format_named
from disk.loader import open_media, sources_in
from disk.plain_file import open_plain
from disk.sid import SidTune
from emu.errors import UsageError
from emu.host.input.devices import ADAPTERS, POINTERS
from emu.host.input.keymap import JOYSTICK_SETS
from emu.host.picture.geometry import BORDERS, LOOKS, SCALINGS, VSYNCS
from emu.host.record.capture import KINDS
from emu.language.translation import LANGUAGES, translated, use
from emu.option_types import (
    Help,
    MouseAs,
    Parser,
    add_choice,
    add_switch,
    base_address,
    natural,
    port_number,
    positive,
)
from emu.shared.folder_use import settle_folder
from emu.shared.jam import JAM_ACTIONS
from emu.shared.observing import check_observing
from emu.shared.recording_file import is_recording
from emu.vice.command_line import ViceLine

if TYPE_CHECKING:
    from argparse import _ActionsContainer as Group  # a parser, or one of its groups

    from emu.host.settings import Settings

BINARY_PORT, REMOTE_PORT = 6502, 6510  # VICE's
ON_STANDARD_INPUT = "-"  # of --dap: the client is who has started go64
DEBUGCART_LIMIT = 1_000_000_000
PICTURE_KINDS = (".png", ".gif", ".bmp")
LIBRARIES = ("pygame-ce", "pygame-gui", "numpy", "pillow", "py65", "tomlkit")
EXAMPLES = """\
examples:
  go64                            the property game
  go64 disk.d64                   the first program on a disk
  go64 --basic-prompt             READY.
  go64 --model ntsc game.crt      a cartridge in an American machine
  go64 --headless --frames 500 --exit-screenshot p.png hello.prg

In the window F10 opens the menu and F12 lists the keys. Options that you use
often belong in the settings file. docs/use/command-line.md shows each of them.
"""
# What a recording brings itself.
_NOT_IN_REPLAYS = (
    "file", "record", "keys", "drive8", "drive9", "tape", "cart", "cart_save", "reu_image",
    "reu_save", "debugcart",
)  # fmt: skip
OPTION_NAMES = {"drive": "drive8-type"}  # where it is not the field of MachineConfig with hyphens


class _Version(argparse.Action):
    """Tells the version, the kind of the machine, and the libraries under the window."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=help)

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        print(f"go64 {c64.__version__}")
        print(f"machine: {'compiled' if c64.compiled() else 'uncompiled (slow)'}")
        print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}")
        print(", ".join(f"{name} {_version(name)}" for name in LIBRARIES))
        parser.exit()


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return "is missing"


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of ``go64``."""
    parser = Parser(
        prog="go64",
        usage="go64 [OPTION ...] [FILE [DISK ...]]",
        description="A Commodore 64 emulator. Without FILE it starts the game that comes with it.",
        epilog=EXAMPLES,
        formatter_class=Help,
        allow_abbrev=False,
    )
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help=file_words(),
    )
    parser.add_argument(
        "more_files",
        nargs="*",
        metavar="DISK",
        help="more disks, for ALT+N; after a tune, more tunes",
    )
    parser.add_argument(
        "--version", action=_Version, help="show version and whether the machine is compiled"
    )
    parser.add_argument(
        "--default", action="store_true", help="ignore the settings file and leave it unchanged"
    )
    machine = parser.add_argument_group("the machine")
    add_choice(machine, "model", default="c64", help="default: c64, which is PAL")
    for kind in ("vic", "cia", "sid"):
        add_choice(machine, kind, help=f"use this {kind.upper()}")
    machine.add_argument(
        "--sids",
        metavar="LIST",
        help="more SIDs, up to seven, for stereo: d420,d440:8580,de00:6581:left ...",
    )
    machine.add_argument(
        "--no-sids", action="store_const", const="", dest="sids", help="one SID only"
    )
    add_choice(machine, "sid_filter", help="filter cutoff of a 6581; chips differ")
    add_switch(machine, "digiboost", help="loud $D418 samples on an 8580; a 6581 has them anyway")
    for kind in ("KERNAL", "BASIC", "CHARGEN"):
        option = f"--{kind.lower()}"
        machine.add_argument(option, metavar="FILE", help=f"an original {kind} ROM you own")
    machine.add_argument("--dos", metavar="FILE", help="an original 1541 ROM you own")
    add_choice(
        machine, "cpu", default="exact", help="py65: py65's CPU, exact to the instruction only"
    )
    machine.add_argument(
        "--seed",
        type=natural,
        default=DEFAULT_SEED,
        help="seed of the random part of the power-on RAM",
    )
    add_choice(machine, "ram_pattern", default="model", help="regular part of the power-on RAM")
    machine.add_argument(
        "--basic-prompt", action="store_true", help="start no file, just show READY."
    )
    port = parser.add_argument_group("cartridges and memory")
    port.add_argument("--cart", metavar="FILE.crt", help="cartridge in the expansion port")
    port.add_argument(
        "--cart-save",
        metavar="FILE.crt",
        help="save what a program writes to an EasyFlash or GMOD",
    )
    add_choice(port, "reu", help="RAM expansion unit")
    port.add_argument(
        "--reu-image", metavar="FILE.reu", help="contents of the REU; --reu sets its size"
    )
    port.add_argument(
        "--reu-save", metavar="FILE.reu", help="save the REU at the end; may be the same file"
    )
    add_choice(port, "georam", help="GeoRAM memory expansion")
    add_choice(port, "ramcart", help="RamCart memory expansion")
    port.add_argument(
        "--ramcart-ro", action="store_true", help="set the RamCart's switch to read-only"
    )
    port.add_argument("--dqbb", action="store_true", help="Double Quick Brown Box")
    port.add_argument("--isepic", action="store_true", help="ISEPIC; ALT+Z is its switch")
    port.add_argument("--plus60k", action="store_true", help="+60K memory expansion")
    port.add_argument(
        "--plus60k-base",
        type=base_address,
        metavar="{" + ",".join(PLUS60K_NAMES) + "}",
        help="address of the +60K's register (default: d100)",
    )
    port.add_argument("--plus256k", action="store_true", help="+256K memory expansion")
    start = parser.add_argument_group("starting FILE")
    start.add_argument("--drive8", metavar="IMAGE", help="disk image or folder in drive 8")
    start.add_argument("--drive9", metavar="IMAGE", help="disk image or folder in drive 9")
    start.add_argument("--tape", metavar="FILE.tap", help="tape in the datasette, PLAY pressed")
    add_switch(start, "true-drive", help="use true drives: 1541s with their own CPU")
    for device in (8, 9):
        start.add_argument(
            f"--drive{device}-type",
            choices=CONFIG_CHOICES["drive"],
            help=f"kind of drive {device}; auto, the default: virtual until a program needs a 1541",
        )
    add_switch(start, "read-only", help="never write to a disk image")
    start.add_argument("--no-run", action="store_true", help="load FILE but do not run it")
    add_switch(start, "no-fastload", help="LOAD over the serial bus, at its real speed")
    start.add_argument(
        "--start-delay", type=natural, default=0, metavar="FRAMES", help="wait before starting"
    )
    window = parser.add_argument_group("the window")
    window.add_argument(
        "--language",
        choices=LANGUAGES,
        help="language of menu, messages and this help (default: the system's)",
    )
    add_switch(window, "large-text", help="double-size letters in menu and messages")
    window.add_argument("--scale", type=positive, help="size of a pixel (default: whatever fits)")
    add_switch(window, "fullscreen", help="full screen")
    window.add_argument(
        "--scaling", choices=SCALINGS, default="integer", help="whole pixels, or as wide as on a TV"
    )
    window.add_argument("--borders", choices=BORDERS, default="normal", help="border size")
    window.add_argument(
        "--no-borders", action="store_const", const="none", dest="borders",
        help="show only the inner 320 x 200",
    )  # fmt: skip
    window.add_argument("--look", choices=LOOKS, default="plain", help="display effect")
    window.add_argument(
        "--capture", metavar="FILE", help="record from the start: .gif .mp4 .wav; also headless"
    )
    window.add_argument(
        "--record",
        metavar="FILE.go64rec",
        help="record all inputs, for a bug report; also headless",
    )
    window.add_argument(
        "--replay", metavar="FILE.go64rec", help="replay a recording, as FILE does; also headless"
    )
    add_switch(window, "delay-line", help="mix the colours of line pairs, as a PAL TV does")
    window.add_argument(
        "--palette", default="pepto", help=f"{', '.join(PALETTES)} or a file of 16 colours"
    )
    add_switch(window, "mute", help="no sound")
    window.add_argument(
        "--sound-device", metavar="NAME", default="",
        help="play on this device instead of the system's; the menu lists them",
    )  # fmt: skip
    add_switch(window, "drive-sounds", help="play the sounds of 1541s and datasette")
    add_switch(window, "warp", help="run as fast as possible")
    window.add_argument(
        "--run-ahead", type=int, choices=range(4), default=0,
        help="show the picture this many frames early, to hide a program's delay",
    )  # fmt: skip
    window.add_argument(
        "--vsync", choices=VSYNCS, default="auto",
        help="wait for the display; auto: if the frames can follow its refresh",
    )  # fmt: skip
    add_switch(window, "library", help="without FILE, open the library of recent programs")
    keys = parser.add_argument_group("keyboard, joysticks, mouse")
    add_switch(keys, "keys-positional", help="map keys by position, not by symbol")
    sets = ", ".join(JOYSTICK_SETS)
    keys.add_argument(
        "--joy-keys",
        metavar="SET",
        help=f"keys that act as a joystick: {sets}, or a set of your own",
    )
    keys.add_argument("--joy-keys-2", metavar="SET", help="keys for the other port")
    keys.add_argument(
        "--joy-adapter", choices=tuple(ADAPTERS), help="adapter for joysticks 3 and 4, user port"
    )
    for number in (3, 4):
        keys.add_argument(
            f"--joy-keys-{number}",
            metavar="SET",
            help=f"keys for joystick {number}, with an adapter",
        )
    keys.add_argument(
        "--joy-port",
        type=int,
        choices=[1, 2],
        help="control port of the first joystick (default: 2)",
    )
    keys.add_argument(
        "--mouse-as", action=MouseAs, help=f"what the mouse is: {', '.join(POINTERS)}"
    )
    keys.add_argument(
        "--mouse", "--no-mouse", dest="mouse_as", action=MouseAs, help="the mouse is a 1351"
    )
    keys.add_argument(
        "--paddles", "--no-paddles", dest="mouse_as", action=MouseAs,
        help="the mouse is a pair of paddles",
    )  # fmt: skip
    keys.add_argument(
        "--mouse-port",
        type=int,
        choices=[1, 2],
        help="control port of the mouse (default: 1); light pens work in port 1 only",
    )
    head = parser.add_argument_group("without a window")
    head.add_argument("--headless", action="store_true", help="run without a window or sound")
    head.add_argument("--frames", type=positive, metavar="N", help="stop after N frames")
    head.add_argument("--limit-cycles", type=positive, metavar="N", help="stop after N cycles")
    head.add_argument("--keys", metavar="SCRIPT", help='keys to type, e.g. "list\\n{wait 50}{F1}"')
    head.add_argument("--exit-screenshot", metavar="FILE.png", help="save the last picture")
    head.add_argument("--wav", metavar="FILE.wav", help="record the sound")
    for option, endings, words in (
        ("--profile", "callgrind", "measure cycles by routine, with callers"),
        ("--events", "html", "draw what happened when in the last frame"),
        ("--memory-map", "png", "draw which memory is read, written, executed"),
    ):
        head.add_argument(option, metavar=f"FILE.{endings}", help=words)
    head.add_argument(
        "--debugcart", action="store_true", help="exit when $D7FF is written, with that status"
    )
    head.add_argument(
        "--jam-action",
        choices=JAM_ACTIONS,
        default="continue",
        help="what happens when the CPU jams; also in the window (default: continue)",
    )
    _add_hosting(parser.add_argument_group("playing in browsers"))
    debug = parser.add_argument_group("the monitor")
    debug.add_argument(
        "--monitor", action="store_true", help="debug in the terminal, without a window or sound"
    )
    for option, usual, clients in (
        ("--binary-monitor", BINARY_PORT, "editors attach as they do to VICE"),
        ("--remote-monitor", REMOTE_PORT, "scripts use VICE's text monitor"),
    ):
        debug.add_argument(
            option,
            nargs="?",
            const="",
            metavar="ADDRESS",
            help=f"let {clients}; a port, or ip4://127.0.0.1:{usual} (default)",
        )
    debug.add_argument(
        "--dap",
        nargs="?",
        const="",
        metavar="PORT",
        help="debug adapter, for an editor to start; with PORT, for attaching to a running machine",
    )
    debug.add_argument(
        "--monitor-commands", metavar="FILE", help="run a file of VICE's monitor commands first"
    )
    debug.add_argument(
        "--mcp", action="store_true", help="serve agents on standard input and output (MCP)"
    )
    debug.add_argument(
        "--mcp-folder",
        metavar="FOLDER",
        action="append",
        default=[],
        help="a folder whose files agents may load, besides FILE",
    )
    debug.add_argument("--labels", metavar="FILE", help="labels that an assembler or linker wrote")
    debug.add_argument("--dbg", metavar="FILE", help="debug file or listing, for source lines")
    return parser


def _in_language(parser: argparse.ArgumentParser) -> None:
    """Put what --help says into the language that is in use."""
    parser.description = translated(parser.description or "")
    parser.epilog = translated(parser.epilog or "")
    for group in parser._action_groups:
        group.title = translated(group.title or "")
    for action in parser._actions:
        action.help = action.help and translated(action.help)


def _choose_language(words: Sequence[str], load: Callable[[], Settings] | None) -> bool:
    """Use the language of the command line, else the settings'; returns whether help is wanted."""
    said = [b for a, b in zip(["", *words], [*words, ""], strict=True) if a == "--language"]
    said += [word.partition("=")[2] for word in words if word.startswith("--language=")]
    known = [word for word in said if word in LANGUAGES]
    helped = "--help" in words or "-h" in words
    asked = helped and load is not None and "--default" not in words and not known
    use(known[-1] if known else load().language if asked and load is not None else "")
    return helped


def _add_hosting(group: Group) -> None:
    """Add the options of --host (docs/play/hosting.md)."""
    group.add_argument(
        "--host", action="store_true", help="serve the machine as a web page, one link per player"
    )
    group.add_argument(
        "--host-address", metavar="ADDRESS", help="where to listen (default: 127.0.0.1)"
    )
    group.add_argument(
        "--host-port", type=port_number, metavar="N", help="port to listen on (default: 6464)"
    )
    group.add_argument(
        "--host-url", metavar="URL", help="how links begin, behind a tunnel or proxy"
    )
    group.add_argument("--host-cert", metavar="FILE.pem", help="certificate, for https")
    group.add_argument(
        "--host-key", metavar="FILE.pem", help="key of the certificate, if in a separate file"
    )
    group.add_argument(
        "--host-seats",
        metavar="LIST",
        help="input of the seats in programs other than the game: joy2, joy1, keys, all, none "
        "(default: joy2,joy1)",
    )
    group.add_argument(
        "--host-new",
        action="store_true",
        help="start a new session instead of resuming; issue new links",
    )


def _settle_monitors(args: Namespace) -> None:
    """Make ``binary_monitor`` and ``remote_monitor`` addresses (host, port), or None."""
    for name, port in (("binary_monitor", BINARY_PORT), ("remote_monitor", REMOTE_PORT)):
        text = getattr(args, name)
        if text is None:
            continue
        from emu.monitor.vice.address import is_address, parse_address

        option = f"--{name.replace('_', '-')}"
        if text and not is_address(text):
            if args.file is not None:
                raise UsageError(f"{option} {text}: not an address; try {port} or 127.0.0.1:{port}")
            args.file, text = text, ""  # --binary-monitor FILE
        setattr(args, name, parse_address(text or str(port), option, port))
        if args.cpu == "py65":
            raise UsageError(f"{option} needs --cpu exact")
    if args.monitor_commands and args.cpu == "py65":
        raise UsageError("--monitor-commands needs --cpu exact")
    _settle_adapter(args)


def _settle_adapter(args: Namespace) -> None:
    """Make ``dap`` an address (host, port), ON_STANDARD_INPUT or None."""
    args.adapter = None  # who makes a machine for a client's launch sets it
    text = args.dap
    if text is None:
        return
    from emu.dap.server import DEFAULT_PORT
    from emu.monitor.vice.address import is_address, parse_address

    if text and not is_address(text):
        raise UsageError(f"--dap {text}: not a port; try --dap {DEFAULT_PORT}")
    args.dap = parse_address(text, "--dap", DEFAULT_PORT) if text else ON_STANDARD_INPUT
    if args.cpu == "py65":
        raise UsageError("--dap needs --cpu exact")
    if args.monitor or _of_vice(args):
        raise UsageError("--dap and another monitor: a machine has one debugger; use one of them")


def _of_vice(args: Namespace) -> bool:
    return bool(args.binary_monitor or args.remote_monitor or args.monitor_commands)


def _kind_of(path: str) -> str | None:
    """Return the kind of a file by its name, as the registry of formats has it; None: unknown."""
    found = format_named(path)
    return None if found is None else found.kind


def _cartridge_in(path: str) -> str | Crt | None:
    """Return what is to go into the expansion port if FILE is a cartridge, otherwise None.

    It may be in an archive; what cannot be read is left to who starts the file.
    """
    named = format_named(path)
    kind = None if named is None else named.kind
    if kind != "cartridge" and (named is None or named in MEDIA):  # one may have another name
        with contextlib.suppress(OSError), open_plain(path, LARGEST) as file:
            size = os.fstat(file.fileno()).st_size
            found, alike = closest_format(path, file.read(HEAD_SIZE), size)
            kind = kind if alike == NOT_ALIKE else found.kind
    if kind == "cartridge":
        return path
    if kind != "archive":
        return None
    try:
        source = sources_in(path)[0]
        medium = source.open() if _kind_of(source.name) == "cartridge" else None
    except MediaNotFound:
        return None
    return medium if isinstance(medium, Crt) else None


def _suit_tune(args: Namespace, words: Iterable[str]) -> None:
    """Choose the model and the SID that a tune is for, unless the command line does.

    What is wrong with the file is left to who starts it.
    """
    said = {word.partition("=")[0] for word in words}
    try:
        tune = open_media(args.file)
    except MediaError:
        return
    if not isinstance(tune, SidTune):  # a folder may have such a name
        return
    if tune.clock == "NTSC" and not said & {"--model", "--vic"}:
        args.model = "ntsc"
    if tune.model is not None and not said & {"--model", "--sid"}:
        args.sid = tune.model
    if tune.more_sids and not said & {"--sids", "--no-sids"}:
        args.sids = list(tune.more_sids)


def _settle_recordings(args: Namespace) -> None:
    """See to --record and --replay; FILE may be a recording, too."""
    args.recording = None
    args.own_session = False  # True: FILE is what --host itself has saved
    if is_recording(args.file):
        if args.replay:
            raise UsageError("FILE and --replay both name a recording")
        args.replay, args.file = args.file, None
    if args.record and not is_recording(args.record):
        raise UsageError(f"--record {args.record}: must end in .go64rec")
    if args.replay and not is_recording(args.replay):
        raise UsageError(f"--replay {args.replay}: not a recording (.go64rec)")
    if not (args.record or args.replay):
        return
    args.basic_prompt = args.basic_prompt or bool(args.replay)
    word = "--replay" if args.replay else "--record"
    if args.monitor or (args.headless and _watched(args)):
        raise UsageError(f"{word} needs the window, or --headless without another monitor")
    for name in _NOT_IN_REPLAYS if args.replay else ():
        if getattr(args, name):
            option = "FILE" if name == "file" else f"--{name.replace('_', '-')}"
            raise UsageError(f"--replay already contains machine and inputs; omit {option}")


# Options that --host gives a value, and those that go with nothing it does.
_HOSTING = {
    "host_address": "127.0.0.1", "host_port": 6464, "host_url": None, "host_cert": None,
    "host_key": None, "host_seats": "joy2,joy1", "host_new": False,
}  # fmt: skip
_NOT_HOSTED = (
    "headless", "monitor", "binary_monitor", "capture", "record", "replay", "exit_screenshot",
    "remote_monitor", "monitor_commands", "dap",
)  # fmt: skip


def _settle_hosting(args: Namespace) -> None:
    """See to --host and what goes with it."""
    for name, usual in _HOSTING.items():
        given = getattr(args, name)
        if given not in (None, False) and not args.host:
            raise UsageError(f"--{name.replace('_', '-')} needs --host")
        setattr(args, name, usual if given is None else given)
    if not args.host:
        return
    for name in _NOT_HOSTED:
        if getattr(args, name) not in (None, False):
            raise UsageError(f"--host has no --{name.replace('_', '-')}")
    if args.host_key and not args.host_cert:
        raise UsageError("--host-key needs --host-cert")
    url = args.host_url
    if url and not url.lower().startswith(("http://", "https://")):
        raise UsageError(f"--host-url {url}: must begin with http:// or https://")


_NOT_BY_MCP = ("host", "record", "replay", "capture", "keys", *_NOT_HOSTED)


def _settle_mcp(args: Namespace) -> None:
    """See to --mcp and what goes with it: without FILE, BASIC waits."""
    if args.mcp_folder and not args.mcp:
        raise UsageError("--mcp-folder needs --mcp")
    if not args.mcp:
        return
    for name in _NOT_BY_MCP:
        if getattr(args, name) not in (None, False):
            raise UsageError(f"--mcp has no --{name.replace('_', '-')}")
    if args.cpu == "py65":
        raise UsageError("--mcp needs --cpu exact")
    args.basic_prompt, args.read_only = args.file is None, True


def option_name(field: str) -> str:
    """Return the option that sets a field of MachineConfig: ``--ramcart-ro``."""
    return "--" + OPTION_NAMES.get(field, field.replace("_", "-"))


def machine_config(args: Namespace) -> MachineConfig:
    """Return the MachineConfig of the options, without sound; UsageError if they contradict."""
    asked = {field.name: getattr(args, field.name, None) for field in fields(MachineConfig)}
    given = {name: value for name, value in asked.items() if value is not None}
    given["drive"] = args.drive8_type or "auto"
    try:
        if args.palette not in PALETTES:
            given["palette"] = read_palette(args.palette)
        return MachineConfig(**given, sample_rate=0)
    except ConfigError as error:
        raise UsageError(error.worded(option_name)) from None


# parts of the machine that a file may have of its own, and the options that win over it
PART_OPTIONS = {
    "model": ("--model",),
    "drive": ("--true-drive", "--no-true-drive", "--drive8-type"),
}


def _with_settings(
    parser: argparse.ArgumentParser, words: Sequence[str], load: Callable[[], Settings] | None
) -> Namespace:
    """Return the options; what the words do not say, the settings say if there is a window.

    A run without one depends on nothing but its options.  ``settings`` among the options are
    the Settings, None for whoever asks to load them himself.
    """
    args = said = parser.parse_args(words)
    settings = None
    if not (args.headless or args.monitor or args.mcp):
        if args.default:
            from emu.host.settings import Settings

            settings = Settings()
        elif load is not None:
            settings = load()
            parser.set_defaults(**settings.options())
            args = parser.parse_args(words)
    if not said.true_drive and "quick" in (said.drive8_type, said.drive9_type):
        args.true_drive = False
    _check_key_sets(said, settings)
    if settings is not None:
        settings.take(args)
    args.settings = settings
    args.said_parts = {
        part for part, options in PART_OPTIONS.items()
        if any(word.partition("=")[0] in options for word in words)
    }  # fmt: skip
    return args


def _check_key_sets(args: Namespace, settings: Settings | None) -> None:
    """UsageError for a set of joystick keys that nobody has defined."""
    own = settings.tables.get("keysets", {}) if settings else {}
    known = (*JOYSTICK_SETS, *own)
    for name in ("joy_keys", "joy_keys_2", "joy_keys_3", "joy_keys_4"):
        option, word = f"--{name.replace('_', '-')}", getattr(args, name)
        if word is not None and word not in known:
            raise UsageError(f"{option} {word}: is not one of {', '.join(known)}")


def _scripted(args: Namespace) -> bool:
    """True if nobody may be there to choose from a list."""
    without_window = args.headless or args.monitor or args.mcp or args.host
    written = args.keys or args.record or args.capture or args.exit_screenshot
    return bool(without_window or written or _watched(args))


def _watched(args: Namespace) -> bool:
    """True if a client of a monitor, or a file of its commands, may see to the run."""
    return _of_vice(args) or args.dap is not None


def parse_arguments(
    argv: Iterable[str] | None = None, load: Callable[[], Settings] | None = None
) -> Namespace:
    """Return the parsed options; UsageError, one line, for what makes no sense.

    load  function that returns emu.host.settings.Settings, for what the options do not say

    ``config`` among them is the MachineConfig.
    """
    parser = make_parser()
    line = ViceLine(sys.argv[1:] if argv is None else argv, parser)
    words = line.words
    if _choose_language(words, load):
        _in_language(parser)
    args = _with_settings(parser, words, load)
    line.settle(args)
    _settle_monitors(args)
    if args.monitor and (args.headless or args.cpu == "py65"):
        raise UsageError("--monitor needs --cpu exact and no --headless")
    observes = check_observing(args)
    for name in ("labels", "dbg"):
        if getattr(args, name) and args.headless and not (_watched(args) or observes):
            raise UsageError(f"--{name} is for the monitor, not for --headless")
    _settle_recordings(args)
    _settle_hosting(args)
    _settle_mcp(args)
    ends = args.frames or args.limit_cycles or args.debugcart or _watched(args) or args.replay
    if args.headless and not (ends or args.endless):
        raise UsageError("--headless needs an end: --frames N, --limit-cycles N or --debugcart")
    for more in args.more_files:
        both = {_kind_of(more), _kind_of(args.file)} if args.file else set()
        if both != {"tune"} and _kind_of(more) not in ("disk", "archive", "list"):
            raise UsageError(
                f"{more}: is not a disk; FILE can be followed by more disks, for ALT+N"
            )
    if args.more_files and (args.headless or args.monitor or args.host):
        raise UsageError(
            f"{args.more_files[0]}: a list of disks needs the window, where ALT+N changes the disk"
        )
    if args.debugcart and not (args.frames or args.limit_cycles or args.endless):
        args.limit_cycles = DEBUGCART_LIMIT
    for name in ("frames", "limit_cycles", "wav", "debugcart"):
        if getattr(args, name) and not args.headless:
            raise UsageError(f"--{name.replace('_', '-')} needs --headless")
    if args.capture and Path(args.capture).suffix.lower() not in KINDS:
        raise UsageError(f"--capture {args.capture}: must end in one of {' '.join(KINDS)}")
    written = (args.exit_screenshot, args.wav, args.capture, args.record, args.cart_save)
    for path in (*written, args.reu_save):
        if path and not os.path.isdir(Path(path).absolute().parent):
            raise UsageError(f"{path}: folder {Path(path).parent} does not exist")
    if args.file == "":
        raise UsageError("FILE is empty; name a file to open, or omit it")
    args.folder = None  # the one whose files the window lists first
    if args.file and not args.more_files and not _scripted(args):
        settle_folder(args)
    cart = args.file and _cartridge_in(args.file)
    if cart:
        if args.cart:
            raise UsageError("FILE and --cart both name a cartridge; there is one port")
        args.cart, args.file = cart, None
    if args.file and _kind_of(args.file) == "memory":
        if args.reu_image:
            raise UsageError("FILE and --reu-image both name the contents of the REU")
        args.reu_image, args.file, args.basic_prompt = args.file, None, True
    for device in (8, 9):
        kind = getattr(args, f"drive{device}_type")
        if args.true_drive and kind == "quick":
            raise UsageError(f"--true-drive and --drive{device}-type quick contradict each other")
        if kind is None and (args.true_drive or args.dos):
            setattr(args, f"drive{device}_type", "1541")
    if args.file and _kind_of(args.file) == "tune":
        _suit_tune(args, words)
    args.config = machine_config(args)
    if args.exit_screenshot and Path(args.exit_screenshot).suffix.lower() not in PICTURE_KINDS:
        kinds = " ".join(PICTURE_KINDS)
        raise UsageError(f"--exit-screenshot {args.exit_screenshot}: must end in one of {kinds}")
    if args.keys:
        args.keys = args.keys.replace("\\n", "\n")
        try:
            parse_keys(args.keys)
        except ValueError as error:
            raise UsageError(f"--keys: {str(error).removeprefix('keys: ')}") from None
    return args
