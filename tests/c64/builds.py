"""The machine's other build, compiled or from the plain sources, asked in a process of its own."""

import os
import subprocess
import sys


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
