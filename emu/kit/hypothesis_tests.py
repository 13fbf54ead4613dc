"""Let Hypothesis call a test with the fixture ``kit`` hundreds of times, each on a fresh machine.

Hypothesis runs all examples within one call of the test, so pytest's fixtures are made once, and
Hypothesis refuses those of a function for that reason.  Here the machine is put back before every
example, as pytest would; so nothing is left of the reason, and the check is switched off for the
test.
"""

from __future__ import annotations

import functools
import sys
from typing import Any

import pytest

from emu.kit.budget import BUDGET
from emu.kit.machine import Kit

_INNER = "_c64_inner_test"
_SETTINGS = "_hypothesis_internal_use_settings"  # where Hypothesis itself looks for a test's own


def prepare(item: pytest.Item) -> None:
    """Let a test of Hypothesis begin each example on the machine it was given; leave others."""
    function = getattr(item, "obj", None)
    handle = getattr(function, "hypothesis", None)
    kit = getattr(item, "funcargs", {}).get("c64")
    if "hypothesis" not in sys.modules or handle is None or not isinstance(kit, Kit):
        return
    inner = getattr(handle, _INNER, None) or handle.inner_test
    setattr(handle, _INNER, inner)

    @functools.wraps(inner)
    def example(*args: Any, **kwargs: Any) -> Any:
        kit.restart()
        return inner(*args, **kwargs)

    handle.inner_test = example
    _allow(getattr(function, "__func__", function))


def _allow(function: Any) -> None:
    """Switch off the check of Hypothesis for fixtures that are made once for all examples."""
    from hypothesis import HealthCheck, settings

    # A changed program (--c64-mutate) always meets the same examples, and none are kept.
    fixed: dict[str, Any] = {"derandomize": True, "database": None} if BUDGET.limited else {}
    own: settings = getattr(function, _SETTINGS, None) or settings()
    allowed = {*own.suppress_health_check, HealthCheck.function_scoped_fixture}
    setattr(function, _SETTINGS, settings(own, suppress_health_check=allowed, **fixed))
