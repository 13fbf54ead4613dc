"""Every number of the rules is cited by a test, and every citation is a number of the rules."""

import pytest

from tests.asm.game.citations import citations, numbers


@pytest.mark.slow
def test_every_rule_has_a_test_that_cites_it():
    assert set(numbers()) - set(citations()) == set()


@pytest.mark.slow
def test_no_test_cites_a_rule_that_does_not_exist():
    assert set(citations()) - set(numbers()) == set()
