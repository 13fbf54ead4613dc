"""Hypothesis with the fixture ``c64``: every example begins on the machine the test was given."""

from types import SimpleNamespace

import pytest

from emu.kit.hypothesis_tests import prepare
from emu.kit.machine import Kit

hypothesis = pytest.importorskip("hypothesis", reason="Hypothesis is not installed")
EXAMPLES = 7


class CountedKit(Kit):
    """Counts how often it is put back."""

    def __init__(self):  # no machine is needed
        self.restarts = 0

    def restart(self):
        self.restarts += 1


def item_of(function, **fixtures):
    return SimpleNamespace(obj=function, funcargs=fixtures)


def example_test(seen):
    @hypothesis.settings(max_examples=EXAMPLES, database=None)
    @hypothesis.given(hypothesis.strategies.integers(0, 1 << 40))
    def function(number):
        seen.append(number)

    return function


def test_the_machine_is_put_back_before_each_example_and_the_test_itself_is_called():
    kit, seen = CountedKit(), []
    function = example_test(seen)
    prepare(item_of(function, c64=kit))
    function()
    assert len(seen) == EXAMPLES == kit.restarts


def test_a_test_that_is_prepared_again_puts_the_machine_back_once_an_example():
    """As with parameters, or --c64-mutate: the same function serves several times."""
    first, second, seen = CountedKit(), CountedKit(), []
    function = example_test(seen)
    prepare(item_of(function, c64=first))
    prepare(item_of(function, c64=second))
    function()
    assert (first.restarts, second.restarts) == (0, EXAMPLES)


@pytest.mark.parametrize("fixtures", [{}, {"c64": object()}])
def test_a_test_without_a_machine_is_left_alone(fixtures):
    function = example_test([])
    inner = function.hypothesis.inner_test
    prepare(item_of(function, **fixtures))
    assert function.hypothesis.inner_test is inner


def test_a_test_that_is_none_of_hypothesis_is_left_alone():
    kit = CountedKit()

    def plain():
        return 5

    prepare(item_of(plain, c64=kit))
    assert plain() == 5 and kit.restarts == 0


def test_the_check_of_fixtures_is_off_and_a_tests_own_settings_stay():
    kit = CountedKit()
    function = example_test([])
    prepare(item_of(function, c64=kit))
    found = function._hypothesis_internal_use_settings
    assert found.max_examples == EXAMPLES
    assert hypothesis.HealthCheck.function_scoped_fixture in found.suppress_health_check
