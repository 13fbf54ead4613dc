"""The shorter of the outside programs for CPU, interrupts and memory; all: make conformance."""

import pytest

import c64
from tests.conformance.corpus import corpus_folder, has_suite, load_cases
from tests.conformance.runner import run_case

AREAS = ("cpu", "interrupts", "memory")
CYCLES_AT_MOST = 4_000_000


def short_cases():
    folder = corpus_folder()
    if not has_suite(folder):
        return []
    # how long a run takes on x64sc; what does not say so is left to `make conformance`
    return [
        case
        for area in AREAS
        for case in load_cases(folder, area)
        if not case.not_applicable()
        and (case.entry["net_cycles"] or CYCLES_AT_MOST) < CYCLES_AT_MOST
    ]


CASES = short_cases()


@pytest.mark.skipif(c64.PURE, reason="millions of cycles take minutes uncompiled")
@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_an_outside_program_ends_as_it_should(case):
    outcome = run_case(case)
    assert outcome.passed, outcome.seen
