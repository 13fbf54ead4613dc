"""What ``make conformance`` prints, and docs/measured/conformance.md."""

import json
import tomllib
from collections import Counter, defaultdict
from pathlib import Path

from tests.conformance.columns import Result

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "measured" / "conformance.md"
KNOWN = HERE / "known_failures.toml"
MEASURED = HERE / "measured.json"
SELF_TESTS = "self-tests"

# Of runs that x64sc and this machine do not both pass: what the page says of them.
AGAINST = {
    "only_here": "x64sc fails, GO 64 passes",
    "only_x64sc": "x64sc passes, GO 64 fails",
    "neither": "Both fail",
    "left_out": "x64sc passes with Commodore's ROMs; not applicable here",
    "unknown": "The suite does not say what x64sc does",
}

HEAD = """\
# How does the machine do in third-party test suites?

`make conformance CORPUS=DIR` runs VICE's own test programs and writes this page. The column *x64sc*
says how many of them VICE's cycle-exact emulator passes. A program is put into memory after our own
KERNAL has booted.

- *py65*: with py65 as the CPU (`ENGINE=py65`), for the programs that execute no undocumented opcode
  and do not depend on the timing inside an instruction. Both are measured for each program
  (tests/conformance/engines.py).
- *open-roms*: with the MEGA65 Open ROMs (`ROMS=open`), for the programs that are not known to pass
  in x64sc with a KERNAL that does nothing but initialise.
"""
NO_ROM = """\
A run counts as needing no Commodore ROM when x64sc passed it with a KERNAL that does nothing but
initialise. So this figure says nothing about runs that x64sc fails. The table counts those as well:
its column *of* is all runs. The set has about 60 % of the collection's programs.
"""
FOOT = """\
The fractions exclude some runs; the reasons are listed below. `ARGS=--list` prints the reason for
each id. Programs that compare or show bytes of Commodore's ROMs are run too, and a pass would be
reported (tests/conformance/known_failures.toml).

Pictures are compared pixel by pixel, by colour index. Some references were drawn with a
character ROM that is not here. For these the runner finds the source of each pixel, and requires
that a character ROM exists with which all pixels are equal (tests/conformance/pictures.py).

## Lorenz' suite as a chain

Each of its tests prints its name and OK, and loads the next one from disk. `make test` runs the
chains of the collection (tests/conformance/test_lorenz.py): 181 programs on our KERNAL, each
LOADed by the one before. A chain ends with LOAD ERROR!, as on a C64, where the next program is
missing from the collection. There are 81 chains, because 76 programs are missing, and two exist
only for the other CIA.
"""


def _known_rows(kind):
    return tomllib.loads(KNOWN.read_text()).get(kind, []) if KNOWN.exists() else []


def known_failures(column="exact"):
    """Return {id: reason} of the failures that are known in a column and not in "exact"."""
    rows = _known_rows("failure")
    return {row["id"]: row["reason"] for row in rows if row.get("column", "exact") == column}


def commodore_needs():
    """Return {id: what it needs of Commodore's ROMs} of the programs that compare their bytes."""
    return {row["id"]: row["needs"] for row in _known_rows("commodore")}


def _never_passes():
    """Return the ids of ``commodore_needs`` that no other ROM can happen to satisfy."""
    return [row["id"] for row in _known_rows("commodore") if not row.get("by_chance")]


def leave_out_commodore(results, own_roms):
    """Return the results with failures that only Commodore's ROMs would mend left out.

    own_roms  whether the ROMs that were there are not Commodore's
    """
    needs = commodore_needs() if own_roms else {}
    return {
        i: Result(r.outcome, needs[i]) if i in needs and not (r.passed or r.out) else r
        for i, r in results.items()
    }


def x64sc_score(members):
    """Return how many of the cases x64sc passes, None where the suite does not say."""
    marks = [case.entry["anchor_pass"] for case in members]
    return sum(m is True for m in marks) if any(m is not None for m in marks) else None


def _in_order(areas):
    """Return the names of areas, the self-tests first."""
    return sorted(areas, key=lambda area: (area != SELF_TESTS, area))


def tally(cases, results):
    """Return {area: {"passed", "of", "x64sc", "out"}} in order of the areas' names.

    results  {id: columns.Result}; cases without one are not counted
    """
    areas = defaultdict(list)
    for case in cases:
        if case.id in results:
            areas[case.area].append(case)
    table = {}
    for area in _in_order(areas):
        members = areas[area]
        here = [results[c.id] for c in members]
        table[area] = {
            "passed": sum(r.passed for r in here),
            "of": len(here),
            "x64sc": x64sc_score(members),
            "out": dict(Counter(r.out for r in here if r.out)),
            "needs_no_rom": _without_rom(members, results),
            "against_x64sc": against_x64sc(members, results),
        }
    return table


def against_x64sc(members, results):
    """Return {word: ids} of the cases that x64sc and this machine do not both pass.

    only_x64sc  it passes, this machine fails
    only_here   this machine passes, it fails
    neither     both fail
    left_out    it passes, this machine cannot show it (see ``out``)
    unknown     the suite does not say what x64sc does
    """
    found = {word: [] for word in AGAINST}
    for case in members:
        theirs, result = case.entry["anchor_pass"], results[case.id]
        if theirs is None:
            found["unknown"].append(case.id)
        elif result.out:
            if theirs:
                found["left_out"].append(case.id)
        elif theirs != result.passed:
            found["only_x64sc" if theirs else "only_here"].append(case.id)
        elif not theirs:
            found["neither"].append(case.id)
    return {word: sorted(ids) for word, ids in found.items() if ids}


def _without_rom(members, results):
    """Return [passed, count] of those that need no Commodore ROM, as far as the suite says."""
    here = [c for c in members if c.needs_no_rom]
    return [sum(results[c.id].passed for c in here), len(here)]


def print_table(table):
    """Print one line an area."""
    for area, row in table.items():
        score = "?" if row["x64sc"] is None else row["x64sc"]
        left = sum(row["out"].values())
        print(f"{area}: {row['passed']} of {row['of']} (x64sc {score}, not applicable {left})")


def needs_no_rom(table):
    """Return (passed, count) of those that need no Commodore ROM in all areas."""
    pairs = [row["needs_no_rom"] for row in table.values()]
    return sum(p[0] for p in pairs), sum(p[1] for p in pairs)


def print_needs_no_rom(table):
    """Print how the programs fare that need no Commodore ROM, if there are any."""
    good, count = needs_no_rom(table)
    if count:
        print(f"need no Commodore ROM: {good} of {count}")


def print_ids(results, everything):
    """Print the failing ids with what was seen, or all."""
    for ident, result in sorted(results.items()):
        word = "out " if result.out else "ok  " if result.passed else "FAIL"
        if everything or word == "FAIL":
            print(f"  {word} {ident}: {result.out or result.outcome.seen}")


def compare_with_known(results, column, own_roms=True):
    """Print new failures and unexpected passes; returns whether there are any.

    own_roms  as in ``leave_out_commodore``
    """
    known = known_failures(column)
    also = known_failures("exact")
    failing = [i for i, r in results.items() if not r.passed and not r.out]
    new = sorted(i for i in failing if i not in known and i not in also)
    listed = [*known, *(_never_passes() if own_roms and column == "exact" else ())]
    mended = [i for i in listed if i in results and results[i].passed]
    for ident in new:
        print(f"new failure: {ident}")
    for ident in mended:
        print(f"unexpected pass: {ident}: take it off {KNOWN.name}")
    return bool(new or mended)


def keep(column, table):
    """Note what a run of whole areas gave, and write the page from all that is noted.

    column  "exact", "py65" or "open"
    table   of ``tally``; areas that are not in it stay as they were
    """
    measured = json.loads(MEASURED.read_text()) if MEASURED.exists() else {}
    measured.setdefault(column, {}).update(table)
    MEASURED.write_text(json.dumps(measured, indent=1, sort_keys=True) + "\n")
    PAGE.write_text(page(measured))


def _fraction(row):
    if row is None:
        return "-"
    return f"{row['passed']} of {row['of'] - sum(row['out'].values())}"


def page(measured):
    """Return docs/measured/conformance.md: a row an area, then the known failures with reasons."""
    exact = {a: measured["exact"][a] for a in _in_order(measured.get("exact", {}))}
    lines = [
        "| area | passed | of | x64sc | not applicable | py65 | open-roms |",
        "|--|--|--|--|--|--|--|",
    ]
    for area, row in exact.items():
        others = [measured.get(c, {}).get(area) for c in ("py65", "open")]
        left = sum(row["out"].values())
        lines.append(
            f"| {area} | {row['passed']} | {row['of']} | {row['x64sc']} | {left} | "
            f"{_fraction(others[0])} | {_fraction(others[1])} |"
        )
    good, count = needs_no_rom(exact)
    lines += ["", f"Of the {count} runs that need no Commodore ROM, {good} pass.", NO_ROM]
    lines.append(FOOT)
    lines += _against(exact)
    lines += _reasons_out(exact, "Not applicable")
    lines += _reasons_out(measured.get("py65", {}), "Left out with py65")
    lines += _reasons_out(measured.get("open", {}), "Left out with open-roms")
    lines += _known("exact", "Known failures")
    lines += _known("py65", "Known failures with py65")
    lines += _known("open", "Known failures with open-roms")
    return HEAD + "\n" + "\n".join(lines).rstrip() + "\n"


def _against(rows):
    """Return the lines that name the runs which x64sc and this machine do not both pass."""
    found = {word: [] for word in AGAINST}
    for row in rows.values():
        for word, ids in row.get("against_x64sc", {}).items():
            found[word] += ids
    found = {word: ids for word, ids in found.items() if ids}
    if not found:
        return []
    lines = ["## Compared with x64sc", "", "| | runs |", "|--|--|"]
    lines += [f"| {AGAINST[word]} | {len(ids)} |" for word, ids in found.items()]
    for word, ids in found.items():
        lines += ["", f"{AGAINST[word]}:", ""]
        lines += [f"- `{i.replace('|', ' ')}`" for i in sorted(ids)]
    return [*lines, ""]


def _reasons_out(rows, title):
    """Return the lines that say how many runs a column leaves out, and why."""
    reasons = Counter()
    for row in rows.values():
        reasons.update(row["out"])
    if not reasons:
        return []
    ordered = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    lines = [f"| {why.split(';')[0]} | {n} |" for why, n in ordered]
    return [f"## {title}", "", "| why | runs |", "|--|--|", *lines, ""]


def _known(column, title):
    known = known_failures(column)
    if not known:
        return []
    rows = [f"| `{i.replace('|', ' ')}` | {known[i]} |" for i in sorted(known)]
    return [f"## {title}", "", "| id | why |", "|--|--|", *rows, ""]
