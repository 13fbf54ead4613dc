"""A checkout of VICE's test programs: its own list of tests, as rows of a manifest.

``testbench/c64-testlist.in`` (or the ``.txt`` made from it) has a test a line:

    path,program,type,cycles[,option...]

path    folder of the program, from ``testbench`` on
type    exitcode or screenshot; interactive and analyzer need a person
cycles  after which the test is given up

A program may be missing: then ``mountcrt:FILE`` starts.  Reference pictures lie beside the
program in ``references/``, with the chip's name where chips differ.

Source: testbench/readme.txt of VICE's test programs.
"""

from pathlib import Path

LISTS = ("testbench/c64-testlist.in", "testbench/c64-testlist.txt")
TYPES = ("exitcode", "screenshot", "interactive", "analyzer")
MEDIA = {"mountd64": "d64", "mountg64": "g64", "mountp64": "p64", "mountcrt": "crt"}

# Folder (or part of the program's path) to area; the longest that fits counts.
AREAS = {
    "general/Lorenz": "cpu",
    "general/Lorenz-2.15/src/cia": "cia",
    "general/Lorenz-2.15/src/cntdef": "cia",
    "general/Lorenz-2.15/src/cnto2": "cia",
    "general/Lorenz-2.15/src/cpuport": "memory",
    "general/Lorenz-2.15/src/cputiming": "cpu",
    "general/Lorenz-2.15/src/flipos": "cia",
    "general/Lorenz-2.15/src/icr01": "cia",
    "general/Lorenz-2.15/src/imr": "cia",
    "general/Lorenz-2.15/src/irq": "interrupts",
    "general/Lorenz-2.15/src/loadth": "cia",
    "general/Lorenz-2.15/src/mmu": "memory",
    "general/Lorenz-2.15/src/nmi": "interrupts",
    "general/Lorenz-2.15/src/oneshot": "cia",
    "general": "memory",
    "CPU": "cpu",
    "CPU/cpuport": "memory",
    "interrupts": "interrupts",
    "CIA": "cia",
    "VICII": "vicii",
    "SID": "sid",
    "C64/autostart": "other",
    "C64/carts": "cart",
    "C64/freezer": "cart",
    "C64": "memory",
    "crtemulation": "vicii",
    "REU": "cart",
    "GEO-RAM": "cart",
    "plus60k": "cart",
    "plus256k": "cart",
    "memory-expansions": "cart",
    "drive": "drive",
    "vdrive": "drive",
}
# How the names of a chip's reference pictures may end behind the program's.
ENDINGS = {
    "6569": ("",), "8565": ("-8565", ""), "6567": ("-6567", "-ntsc", ""), "6567R56A": ("",),
    "6572": ("",),
}  # fmt: skip


class ListError(Exception):
    """The list of tests cannot be read; the message is one line."""


def find_list(folder):
    """Return the path of the list of tests of a checkout, or None."""
    for name in LISTS:
        if (folder / name).is_file():
            return folder / name
    return None


def read_list(folder):
    """Return (folder that paths begin in, rows as in a manifest) of a checkout.

    Raises ListError: no list, or a line that has too little in it.
    """
    path = find_list(folder)
    if path is None:
        raise ListError(f"{folder}: neither vice/manifest.json nor {LISTS[0]} is there")
    rows = []
    for number, line in enumerate(path.read_text(encoding="latin-1").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            row = _row(folder, line.strip().split(","), f"{path.name} line {number}")
            if row is not None:
                rows.append(row)
    return folder, rows


def _row(folder, words, where):
    if len(words) < 4:
        raise ListError(f"{where}: {len(words)} fields, path,program,type,cycles are needed")
    place, program, kind, cycles, *options = words
    if kind not in TYPES:
        raise ListError(f"{where}: type '{kind}' does not exist; choose from {', '.join(TYPES)}")
    if not cycles.isdigit():
        raise ListError(f"{where}: '{cycles}' is no number of cycles")
    if kind in ("interactive", "analyzer"):
        return None
    place = _normal("testbench/" + place)
    media = {
        MEDIA[o.split(":")[0]]: f"{place}/{o.split(':', 1)[1]}"
        for o in options
        if o.split(":")[0] in MEDIA and ":" in o
    }
    first = f"{place}/{program}" if program else media.get("crt")
    if first is None:
        return None
    shown = [o for o in options if not o.startswith(("comment:", "warn:", "expect:", "mount"))]
    mounted = [Path(m).name for m in media.values()]
    return {
        "id": "|".join([first, kind, *(["+".join(shown)] if shown else []), *mounted]),
        "area": _area(first),
        "prg": first if program else None,
        "media": media,
        "sys": None,
        "result": kind,
        "timeout_cycles": int(cycles),
        "options": options,
        "expect": next((o.split(":")[1] for o in options if o.startswith("expect:")), "ok"),
        "net_cycles": None,
        "anchor_pass": None,
        "runs_without_commodore_roms": None,
        "needs": {"drive1541": _area(first) == "drive"},
        **_references(folder, first),
    }


def _normal(path):
    """Return ``path`` without ``.`` and ``..``, as the manifest writes it."""
    parts = []
    for part in path.split("/"):
        if part == "..":
            if parts:
                parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _area(path):
    fitting = [folder for folder in AREAS if path.startswith(folder)]
    return AREAS[max(fitting, key=len)] if fitting else "other"


def _references(folder, first):
    """Return the reference pictures by chip, as paths from ``folder``."""
    place, name = first.rsplit("/", 1)
    found = {}
    for chip, ends in ENDINGS.items():
        paths = [f"{place}/references/{name}{end}.png" for end in ends]
        found[f"ref_{chip}"] = next((p for p in paths if (folder / p).is_file()), None)
    return found
