"""From options to a machine: shared by the window, the headless runner and the monitor."""

from pathlib import Path

from c64.api import C64
from c64.palettes import PALETTES, palette_from_hex
from emu.cli import BUNDLED_GAME
from emu.errors import UsageError


def choose_palette(name):
    """Return uint8[16, 3]: a palette by name, or from a text file (VICE's .vpl fits too)."""
    if name in PALETTES:
        return PALETTES[name]
    path = Path(name)
    if not path.is_file():
        known = ", ".join(PALETTES)
        raise UsageError(f"--palette {name}: neither a file nor one of {known}")
    words = []
    for line in path.read_text(errors="replace").splitlines():
        parts = line.split("#")[0].split()
        if len(parts) >= 3:
            words.append("".join(p.zfill(2) for p in parts[:3]))
        else:
            words += parts
    try:
        return palette_from_hex(" ".join(words))
    except ValueError as error:
        raise UsageError(f"--palette {name}: {error}") from None


def make_machine(args, sample_rate):
    """Return the C64 that the options describe."""
    return C64(
        args.model,
        vic=args.vic,
        cia=args.cia,
        sid=args.sid,
        kernal=args.kernal,
        basic=args.basic,
        chargen=args.chargen,
        seed=args.seed,
        sample_rate=sample_rate,
        cpu=args.cpu,
        cart=args.cart,
        reu=args.reu,
        palette=choose_palette(args.palette),
    )


def file_to_start(args):
    """Return the path to start, or None for the BASIC prompt."""
    if args.file is not None:
        return Path(args.file)
    if args.basic_prompt or args.drive8 or args.cart:
        return None
    if not BUNDLED_GAME.is_file():
        raise UsageError(f"{BUNDLED_GAME.name} is not built: run 'make build', or give a FILE")
    return BUNDLED_GAME
