"""Lorenz' suite as a chain: every test says OK and loads the next one from disk."""

import pytest

import c64
from tests.conformance.corpus import corpus_folder, has_suite
from tests.conformance.lorenz import chains, run_chain

CYCLES_AT_MOST = 6_000_000


def chains_here():
    folder = corpus_folder()
    if not has_suite(folder):
        return []
    return [
        pytest.param(
            chain,
            id=f"{chain.tests[0].name}-{chain.tests[-1].name}",
            marks=() if chain.cycles < CYCLES_AT_MOST else pytest.mark.long,
        )
        for chain in chains(folder)
    ]


@pytest.mark.skipif(c64.PURE, reason="millions of cycles take hours uncompiled")
@pytest.mark.parametrize("chain", chains_here())
def test_every_member_of_the_chain_says_ok_and_loads_the_next(chain):
    parts = run_chain(chain).split(" - ok")
    assert len(parts) == len(chain.tests) + 1, parts
    for part, test in zip(parts, chain.tests, strict=False):
        assert test.title in part
    assert parts[-1].strip() == f"{chain.missing} - load error!"
