"""``make conformance``: the outside suites, one line an area, then what fails.

Holds the result against ``known_failures.toml``: a new failure and an unexpected pass are
both errors.
"""

import argparse
import sys
import tomllib
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.conformance.corpus import corpus_folder, load_cases
from tests.conformance.runner import run_case

PAGE = Path(__file__).resolve().parents[2] / "docs" / "conformance.md"
KNOWN = Path(__file__).with_name("known_failures.toml")
ANCHOR = {
    "cpu": 230,
    "interrupts": 25,
    "memory": 13,
    "cia": 100,
    "vicii": 97,
    "sid": 88,
    "cart": 97,
    "drive": 29,
    "other": 4,
}


def known_failures():
    """Return {id: reason} of the failures that are known."""
    if not KNOWN.exists():
        return {}
    rows = tomllib.loads(KNOWN.read_text()).get("failure", [])
    return {row["id"]: row["reason"] for row in rows}


def judge(args):
    """Run one case in a worker; returns (case id, outcome)."""
    case, roms = args
    return case.id, run_case(case, roms)


def main(argv=None):
    """Run what the arguments choose; returns the exit status."""
    parser = argparse.ArgumentParser(prog="make conformance", description=__doc__)
    parser.add_argument("--corpus", help="folder of the suites (default: GO64_CORPUS)")
    parser.add_argument("--area", help="one area only")
    parser.add_argument("--id", help="only ids that contain this")
    parser.add_argument("--jobs", type=int, default=0, help="processes (default: all cores)")
    parser.add_argument("--roms", default="own+chargen", choices=["own", "own+chargen", "open"])
    parser.add_argument(
        "--all",
        action="store_true",
        help="also runs marked as wanting Commodore ROMs (most run with ours); writes the page",
    )
    parser.add_argument("--list", action="store_true", help="print every id with its outcome")
    args = parser.parse_args(argv)
    folder = corpus_folder(args.corpus)
    if folder is None or not (folder / "vice" / "manifest.json").is_file():
        print("conformance: no suites: set GO64_CORPUS or CORPUS=DIR", file=sys.stderr)
        return 2
    cases = load_cases(folder, args.area, args.id)
    applicable = [c for c in cases if not c.not_applicable(args.all)]
    work = [(c, args.roms) for c in applicable]
    if args.jobs == 1:
        outcomes = dict(map(judge, work))
    else:
        with ProcessPoolExecutor(args.jobs or None) as pool:
            outcomes = dict(pool.map(judge, work, chunksize=2))
    whole = not args.area and not args.id and args.all
    return report(cases, applicable, outcomes, args.list, PAGE if whole else None)


def write_page(page, rows, failing, known):
    """Write docs/conformance.md: a row an area, then the known failures with their reasons."""
    lines = [
        "# Outside test suites",
        "",
        "Written by `make conformance CORPUS=DIR` from VICE's test programs (scored runs; x64sc is",
        "VICE's own score). Programs go into memory after a boot of our own KERNAL.",
        "",
        "| area | passed | of | x64sc | not applicable |",
        "|--|--|--|--|--|",
        *(f"| {a} | {g} | {n} | {x} | {left} |" for a, g, n, x, left in rows),
        "",
        "Not applicable: needs a 1541 with its own processor, or hardware that is not emulated;",
        "the runner names the reason for each id.",
        "",
        "## Known failures",
        "",
        "| id | why |",
        "|--|--|",
        *(f"| `{i.replace('|', ' ')}` | {known[i]} |" for i in failing),
    ]
    page.write_text("\n".join(lines) + "\n")


def report(cases, applicable, outcomes, everything, page=None):
    """Print the table and hold it against the known failures; returns the exit status."""
    areas = defaultdict(list)
    for case in cases:
        areas[case.area].append(case)
    ran = {c.id for c in applicable}
    rows = []
    for area, members in sorted(areas.items()):
        here = [c for c in members if c.id in ran]
        good = sum(outcomes[c.id].passed for c in here)
        left = len(members) - len(here)
        rows.append((area, good, len(members), ANCHOR[area], left))
        print(f"{area}: {good} of {len(members)} (x64sc {ANCHOR[area]}, not applicable {left})")
    failing = sorted(i for i in ran if not outcomes[i].passed)
    for ident in sorted(ran) if everything else failing:
        print(f"  {'ok  ' if outcomes[ident].passed else 'FAIL'} {ident}: {outcomes[ident].seen}")
    known = known_failures()
    new = [i for i in failing if i not in known]
    mended = [i for i in known if i in ran and outcomes[i].passed]
    if page:
        write_page(page, rows, [i for i in failing if i in known], known)
    for ident in new:
        print(f"new failure: {ident}")
    for ident in mended:
        print(f"unexpected pass: {ident}: take it off {KNOWN.name}")
    return 1 if new or mended else 0


if __name__ == "__main__":
    sys.exit(main())
