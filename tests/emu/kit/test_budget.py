"""The cycles that a test of a changed program may run, over all its machines."""

import pytest

from emu.kit import budget
from emu.kit.budget import BUDGET, NO_LIMIT, BudgetSpent
from emu.kit.errors import KitError
from emu.kit.flat import FlatKit, flat_program
from emu.kit.golden import check_picture


@pytest.fixture(autouse=True)
def unlimited():
    """What a test here has limited, the next may run."""
    yield
    BUDGET.start()


def test_a_budget_without_a_limit_is_never_spent():
    found = budget.Budget()
    assert not found.limited
    found.spend(10**12)
    assert found.left == NO_LIMIT - 10**12


def test_a_budget_is_spent_with_its_last_cycle():
    found = budget.Budget()
    found.start(100)
    assert found.limited
    found.spend(60)
    found.spend(39)
    assert (found.spent, found.left) == (99, 1)
    with pytest.raises(BudgetSpent, match=r"^more than 100 cycles: the program runs on and on$"):
        found.spend(1)
    found.start(100)
    assert found.left == 100


def test_machines_share_the_cycles_of_their_test(kit, program):
    """A limit of its own does not give a call more, and no test can expect the end of all."""
    flat = FlatKit(flat_program(program / "program.dbg", program))
    BUDGET.start(50_000)
    kit.call("slow")
    flat.call("slow")
    before = BUDGET.left
    assert 50_000 - before == (kit.call("slow").cycles + flat.call("slow").cycles)
    assert not issubclass(BudgetSpent, Exception)
    begin = flat.bus.cycle
    left = BUDGET.left
    with pytest.raises(BudgetSpent):
        flat.call("hang", limit=10_000_000)
    assert left <= flat.bus.cycle - begin < left + 10
    for machine in (kit, flat):
        with pytest.raises(BudgetSpent):
            machine.call("add")


def test_a_changed_program_leaves_no_pictures_of_what_differs(kit, tmp_path):
    path = tmp_path / "blue.png"
    check_picture(kit.screen, path, update=True)
    kit.memory[0xD020] = 2
    kit.run_until(frame=2)
    for limit, names in ((1 << 40, ["blue.png"]),
                         (NO_LIMIT, ["blue.actual.png", "blue.diff.png", "blue.png"])):  # fmt: skip
        BUDGET.start(limit)
        with pytest.raises(KitError, match=r"^picture blue\.png: \d+ pixels differ"):
            check_picture(kit.screen, path, update=False)
        assert sorted(p.name for p in tmp_path.iterdir()) == names
