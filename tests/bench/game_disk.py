"""How long a 1541 takes to load the game: ``python -m tests.bench.game_disk [--dos ROM] ...``.

Emulated seconds, in our 1541 with its own processor and head, so a figure is the same on every
host.  ``--dos`` names an original ROM, which is measured beside our DOS.  ``--pace STEP,SKEW`` lays
out anew what is loaded first and measures that instead of ``disk/contents.toml``; ``--pages
STEP,SKEW`` the rest.  All but the last may be given more than once.
"""

import argparse
import json
import sys
import tempfile
import tomllib
from pathlib import Path

import c64
from disk.build import build_image
from disk.d64 import D64Image
from tools import build

ROOT = build.ROOT
CONTENTS = ROOT / "disk" / "contents.toml"
LABELS = ROOT / "build" / "game" / "game.lbl"
FIRST = ("FAST", "STREET", "GAME")  # sent block by block, at the start
MOST = 60  # seconds
PREFETCHED = 1000  # pictures, of 8 s at most


def pair(text):
    """Return [STEP, SKEW] of an argument."""
    step, skew = map(int, text.split(","))
    return [step, skew]


def laid_out(folder, pace, pages, head=None):
    """Return the bytes of the game's disk with other paces, and other settings of ``[disk]``.

    None leaves one as it is.
    """
    table = tomllib.loads(CONTENTS.read_text(encoding="utf-8"))
    disk = table["disk"] | {key: value for key, value in (head or {}).items() if value is not None}
    settings = [f"{key} = {json.dumps(value)}\n" for key, value in disk.items()]
    lines = ["[disk]\n", *settings]
    for row in table["file"]:
        new = pace if row["name"] in FIRST else pages
        found = new if new and "pace" in row else row.get("pace")
        host = (CONTENTS.parent / row["host"]).resolve()
        lines.append(f'[[file]]\nhost = "{host}"\nname = "{row["name"]}"\n')
        lines += [f"pace = {found}\n"] if found else []
    written, image = Path(folder, "contents.toml"), Path(folder, "game.d64")
    written.write_text("".join(lines), encoding="utf-8")
    build_image(written, image)
    return image.read_bytes()


def waits(machine, where, seconds):
    """Run until the CPU comes to an address; returns whether it did."""
    reached = []
    machine.board.set_trap(where, lambda board: bool(reached.append(1)) and False)
    end = machine.cycle + seconds * machine.model.clock_hz
    while not reached and machine.cycle < end:
        machine.tick()
    machine.board.set_trap(where, None)
    return bool(reached)


def at_prompt(content, dos, model):
    """Return a machine that has loaded the first file: RUN comes next."""
    machine = c64.C64(model=model, sample_rate=0, dos=dos)
    machine.tick(120)
    machine.drives[8].attach(D64Image(content), kind="1541")
    machine.type('load"*",8\n')
    for _ in range(400):
        machine.tick(2)
        if machine.screen.text().count("READY.") > 1:
            break
    return machine


def to_title(content, dos=None, model="c64"):
    """Return (emulated seconds from RUN to the title, from F1 there to the saved games' code).

    The title waits for a key then.  None for what did not come.
    """
    machine = at_prompt(content, dos, model)
    machine.type("run\n")
    begin = machine.cycle
    machine.load_labels(LABELS)
    if not waits(machine, machine.address("game_start"), MOST):
        return None, None
    if not waits(machine, machine.address("key_get"), 5):
        return None, None
    title = (machine.cycle - begin) / machine.model.clock_hz
    machine.tick(PREFETCHED)
    begin = machine.cycle
    machine.type("{F1}")
    came = waits(machine, machine.address("bar_record"), MOST)
    return title, (machine.cycle - begin) / machine.model.clock_hz if came else None


def said(seconds):
    """Return a figure for people."""
    return "did not come" if seconds is None else f"{seconds:.2f} s"


def main(argv=None):
    """Measure and print; returns 0."""
    parser = argparse.ArgumentParser(prog="tests.bench.game_disk", description=__doc__)
    parser.add_argument("--dos", action="append", default=[], metavar="ROM")
    parser.add_argument("--pace", action="append", type=pair, default=[], metavar="STEP,SKEW")
    parser.add_argument("--pages", type=pair, metavar="STEP,SKEW")
    parser.add_argument("--theirs", action="store_true", help="without our DOS")
    parser.add_argument("--model", default="c64")
    args = parser.parse_args(argv)
    build.build_game()
    build.build_disk()
    for pace in args.pace or [None]:
        with tempfile.TemporaryDirectory() as folder:
            content = laid_out(folder, pace, args.pages)
        for dos in (*(() if args.theirs else (None,)), *args.dos):
            title, page = to_title(content, dos, args.model)
            print(
                f"pace {pace or 'of the disk'}, {Path(dos).name if dos else 'own DOS'}: "
                f"title {said(title)}, saved games {said(page)}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
