"""What ``make test`` leaves to ``make test-long``: larger volumes, and most members of a family."""

from itertools import chain

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
    return [case if key(case) in often else seldom(*_values(case)) for case in cases]


def diagonal(rows, columns):
    """Return each row with each column; only one column of each row is not for test-long alone.

    That is the first column for the first row, and so on; behind the last column the first follows.
    A row or column that is a tuple gives several parameters.
    """
    cases, columns = [], list(columns)
    for number, row in enumerate(rows):
        for place, column in enumerate(columns):
            case = tuple(chain(_values(row), _values(column)))
            cases.append(case if number % len(columns) == place else seldom(*case))
    return cases


def _values(case):
    return case if isinstance(case, tuple) else (case,)
