"""The machine's other build, compiled or from the plain sources, asked in a process of its own.

And what of the tests is long where the machine is not compiled.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

import c64

Test = TypeVar("Test", bound=Callable[..., object])


def other_build(code, pure=True):
    """Return what a piece of Python writes, bytes, where the plain sources run or do not.

    code  what ``python -c`` takes; an exception in it fails the test with its traceback
    """
    environment = {
        **os.environ,
        "GO64_PURE": str(int(pure)),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    result = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=False
    )
    assert result.returncode == 0, result.stderr.decode()
    return result.stdout


def plain_value(function, arguments=""):
    """Return repr of what a function gives where the plain sources run.

    function   one of a test module
    arguments  Python text between the parentheses of its call
    """
    name = function.__name__
    code = f"from {function.__module__} import {name}; print(repr({name}({arguments})))"
    return other_build(code).decode().strip()


MANY_CYCLES: tuple[pytest.MarkDecorator, ...] = (pytest.mark.long,) if c64.PURE else ()


def long_uncompiled(test: Test) -> Test:
    """Leave a test of many cycles to test-long where the machine is not compiled."""
    return pytest.mark.long(test) if c64.PURE else test


def few_uncompiled(count: int) -> pytest.MarkDecorator:
    """Leave all but the first cases of a test to test-long where the machine is not compiled."""
    return pytest.mark.few_uncompiled(count)


def some_uncompiled(values: Iterable[Any], *few: Any) -> list[Any]:
    """Return the values of a parameter; where nothing is compiled, all but a few are long.

    A tuple is the values of several parameters.
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if value in few else MANY_CYCLES,
        )
        for value in values
    ]
