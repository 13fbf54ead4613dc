"""Tables of REU transfers that were taken on two boards pass on the board they were taken on.

The suite runs all of them on one model.  Those of "-m2" are a breadbin's with a 6569, the others a
C64C's with an 8565, as the readme of REU/reutiming2 says.
"""

from dataclasses import replace

import pytest

import c64
from tests.conformance.corpus import corpus_folder, has_suite, load_cases
from tests.conformance.runner import run_case

pytestmark = pytest.mark.skipif(c64.PURE, reason="millions of cycles take minutes uncompiled")
BREADBIN = "vicii-old"


def tables():
    """Return the programs that hold a table against what they measure."""
    folder = corpus_folder()
    cases = load_cases(folder, "cart", "REU/reutiming2/") if has_suite(folder) else []
    return [case for case in cases if case.entry["result"] == "exitcode"]


def on_a_breadbin(case):
    """Return a case with the option that gives it a 6569."""
    return replace(case, entry=case.entry | {"options": [*case.entry["options"], BREADBIN]})


@pytest.mark.parametrize("case", tables(), ids=lambda case: case.prg.stem)
def test_a_table_passes_on_its_board(case):
    taken_on_a_breadbin = case.prg.stem.endswith("-m2")
    assert run_case(on_a_breadbin(case) if taken_on_a_breadbin else case).passed
