"""``make conformance``: the outside suites, one line an area, then what fails.

The harness first proves itself on the suite's self-tests.  The result is held against
``known_failures.toml``: a new failure and an unexpected pass are both errors.
"""

import argparse
import os
import sys

from c64.roms import RomError
from emu.process.several import in_processes
from tests.conformance import report
from tests.conformance.checkout import ListError
from tests.conformance.columns import Result, judge
from tests.conformance.corpus import corpus_folder, has_suite, load_cases
from tests.conformance.runner import WITHOUT_COMMODORE, Outcome, Setup, rom_set


def _parse(argv):
    parser = argparse.ArgumentParser(prog="make conformance", description=__doc__)
    parser.add_argument(
        "--corpus",
        help="folder of the suites, or a checkout of VICE's test programs (default: GO64_CORPUS)",
    )
    parser.add_argument("--area", help="one area only")
    parser.add_argument("--id", help="only ids that contain this")
    parser.add_argument("--jobs", type=int, default=0, help="processes (default: all cores)")
    parser.add_argument(
        "--roms",
        default="own+chargen",
        help="own, own+chargen (the suite's free character ROM, with which pictures were "
        "drawn; the default), open (open-roms: runs what needs more ROM than ours), "
        "or a folder with ROM files",
    )
    parser.add_argument("--engine", default="exact", choices=["exact", "py65"])
    parser.add_argument(
        "--longest",
        type=int,
        default=Setup.longest,
        metavar="CYCLES",
        help="leave out programs that take more cycles (shown in the page)",
    )
    parser.add_argument("--no-rom-only", action="store_true", help="runs that need no ROM only")
    parser.add_argument(
        "--write", action="store_true", help="whole areas go into docs/measured/conformance.md"
    )
    parser.add_argument("--list", action="store_true", help="print every id with its outcome")
    return parser.parse_args(argv)


def run_all(cases, setup, jobs):
    """Return {id: Result} of all cases, in their order."""
    results = {c.id: c.not_applicable() for c in cases}
    work = [(c, setup) for c in cases if results[c.id] is None]
    # The long ones first, so that no core waits for another at the end.
    work.sort(key=lambda job: -(job[0].entry["net_cycles"] or job[0].entry["timeout_cycles"]))
    results = {i: Result(Outcome(False, why), why) for i, why in results.items() if why}
    if jobs == 1:
        results.update(map(judge, work))
    else:
        results.update(in_processes(judge, work, jobs or len(os.sched_getaffinity(0))))
    return results


def _choose(cases, args):
    """Return the cases that the arguments' column is about."""
    if args.roms == "open":
        return [c for c in cases if c.needs_no_rom is not True]
    return [c for c in cases if c.needs_no_rom] if args.no_rom_only else cases


def main(argv=None):
    """Run what the arguments choose; returns the exit status."""
    args = _parse(argv)
    folder = corpus_folder(args.corpus)
    if not has_suite(folder):
        where = f"{folder}: no suites there" if folder else "no suites"
        print(f"conformance: {where}: set GO64_CORPUS or CORPUS=DIR", file=sys.stderr)
        return 2
    setup = Setup(args.roms, args.engine, args.longest)
    try:
        rom_set(setup.roms, folder)
        cases = _choose(load_cases(folder, args.area, args.id), args)
    except (ListError, RomError, OSError) as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 2
    if not cases:
        print("conformance: no test has that AREA and ID", file=sys.stderr)
        return 2
    own_roms = setup.roms in WITHOUT_COMMODORE
    results = report.leave_out_commodore(run_all(cases, setup, args.jobs), own_roms)
    table = report.tally(cases, results)
    report.print_table(table)
    report.print_needs_no_rom(table)
    report.print_ids(results, args.list)
    column = "open" if args.roms == "open" else args.engine
    wrong = report.compare_with_known(results, column, own_roms)
    if any(c.selftest and not results[c.id].passed and not results[c.id].out for c in cases):
        print("conformance: the self-tests fail, so nothing above counts")
        wrong = True
    if args.write and not (args.id or args.no_rom_only) and args.roms in ("own+chargen", "open"):
        report.keep(column, table)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
