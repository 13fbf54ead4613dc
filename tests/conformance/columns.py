"""The columns of the table: which programs each one runs, and what leaves a program out."""

from dataclasses import dataclass, replace

from tests.conformance.engines import OpcodeCount
from tests.conformance.runner import Outcome, run_case, run_once

UNDOCUMENTED = "undocumented opcodes"
TIMING = "timing inside an instruction"
SHORT_LOOK = 3_000_000  # cycles
# Its CIOUT keeps the byte it is given in $95 and then sends what is in $A4 (traced, $FA09-$F114).
BROKEN_CIOUT = "open-roms' CIOUT ($FFA8) sends another byte than it is given"
SPARE_CYCLES = 3  # times what the exact machine needed, where that is a limit


@dataclass(frozen=True)
class Result:
    """What a column says of a program: an Outcome, or why it was left out (``out``)."""

    outcome: Outcome
    out: str | None = None

    @property
    def passed(self):
        """True when it ran and was as the suite wants it."""
        return self.out is None and self.outcome.passed


def judge(job):
    """Run one case in a worker; returns (case id, Result).

    A worker begins anew and cannot import what is in a package's __main__, so this is here.
    """
    case, setup = job
    return case.id, run_column(case, setup)


def run_column(case, setup):
    """Run the case as ``setup`` says; returns a Result."""
    longer = Result(Outcome(False, "not run"), f"longer than {setup.longest:,} cycles")
    if (case.entry["net_cycles"] or 0) > setup.longest:
        return longer
    if setup.engine == "py65":
        return _run_on_py65(case, setup, longer)
    limit = case.entry["timeout_cycles"]
    outcome = run_case(case, setup, min(limit, setup.longest))
    if outcome.passed:
        return Result(outcome)
    if limit > setup.longest <= outcome.cycles:
        return longer
    if setup.roms == "open" and "FFA8" in (case.entry["needs"].get("kernal_jumptable") or ()):
        return Result(outcome, BROKEN_CIOUT)
    if setup.roms == "open" and case.routines:
        names = ", ".join(f"${a}" for a in case.routines)
        return Result(outcome, f"open-roms has another {names}")
    return Result(outcome)


def _run_on_py65(case, setup, longer):
    # Most programs with undocumented opcodes have executed one after a short time.
    longest = min(case.entry["timeout_cycles"], setup.longest + 1)
    for limit in (min(SHORT_LOOK, longest), longest):
        count = OpcodeCount()
        exact = run_case(case, replace(setup, engine="exact"), limit, count)
        if count.found():
            return Result(exact, UNDOCUMENTED)
        if exact.cycles < limit:
            break
    if exact.cycles > setup.longest:
        return longer
    # A program that hangs need not run to the suite's limit, which is generous.
    limit = min(case.entry["timeout_cycles"], exact.cycles * SPARE_CYCLES + 100_000)
    outcome = run_case(case, setup, limit)
    if outcome.passed or not exact.passed:
        return Result(outcome)
    board, _ = run_once(case, replace(setup, engine="watching"), limit)
    if board.engine.seen:
        return Result(outcome, UNDOCUMENTED)
    if not run_case(case, replace(setup, engine="coarse"), limit).passed:
        return Result(outcome, TIMING)
    return Result(outcome)
