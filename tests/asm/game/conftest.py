"""Fixtures of the rules' tests: the linked rules, and a machine with them."""

import pytest

from emu.kit.plugin import counting
from tests.asm.game import engine as engine_module


@pytest.fixture(scope="session")
def rules_binary(tmp_path_factory, pytestconfig):
    """The rules, assembled and linked: an emu.kit.flat.FlatProgram."""
    program = engine_module.build(tmp_path_factory.mktemp("rules"))
    if counting(pytestconfig):
        program.count("rules", cycles=pytestconfig.getoption("--c64-profile"))
    return program


@pytest.fixture
def engine(rules_binary):
    """A machine with the rules in it, freshly initialised."""
    machine = engine_module.Engine(rules_binary)
    machine.call("play_init")
    return machine


@pytest.fixture
def game(engine):
    """A game of four in which seat 0 has the dice."""
    return engine.new_game(4)
