"""What ``make test`` leaves to ``make test-long``: larger volumes, and most members of a family."""

import pytest


def seldom(*values, **how):
    """Return a case of ``pytest.mark.parametrize`` that only ``make test-long`` runs."""
    return pytest.param(*values, marks=pytest.mark.long, **how)


def mostly_seldom(cases, often, key=lambda case: case):
    """Return all of some cases; those whose key is not in ``often`` only ``make test-long`` runs.

    A case that is a tuple gives several parameters.  ValueError: ``often`` names one there is not.
    """
    cases = list(cases)
    unknown = set(often) - {key(case) for case in cases}
    if unknown:
        raise ValueError(f"there is no case {sorted(map(str, unknown))}")
    return [
        case if key(case) in often else seldom(*case if isinstance(case, tuple) else (case,))
        for case in cases
    ]
