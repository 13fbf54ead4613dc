"""A sleeping CIA must do exactly what one that is stepped every cycle does."""

import random

import pytest

from c64.base.fields import dump_fields, load_fields, save_fields
from c64.cia.cia import CIA

INTERESTING = (0x00, 0x01, 0x08, 0x09, 0x11, 0x19, 0x41, 0x51, 0x61, 0x69, 0x7F, 0x81, 0x83, 0x9F)


def settled(cia):
    """Everything but the bookkeeping of the sleep."""
    cia.catch_up()
    state = dump_fields(cia)
    del state["idle"], state["slept"]
    return state


def random_script(seed, cycles):
    """Yield (action, register, value) for each cycle; mostly nothing, sometimes bursts."""
    rng = random.Random(seed)
    burst = 0
    for _ in range(cycles):
        if burst == 0:
            burst = rng.choice((0, 0, 0, 0, 0, 0, 0, 6)) if rng.random() < 0.05 else 0
            if rng.random() > 0.02 and not burst:
                yield ("", 0, 0)
                continue
        else:
            burst -= 1
        reg = rng.choice((4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 13, 14, 14, 15, 15, 0, 1, 2, 3))
        value = rng.choice(INTERESTING) if rng.random() < 0.6 else rng.randrange(256)
        if reg in (5, 7) and rng.random() < 0.9:
            value = rng.choice((0, 0, 0, 1))
        action = rng.choice(("read", "write", "write", "cnt", "flag", "sp"))
        yield (action, reg, value)


def apply(cia, action, reg, value):
    if action == "read":
        return cia.read(reg)
    if action == "write":
        cia.write(reg, value)
    elif action:
        getattr(cia, action)(value & 1)
    return None


@pytest.mark.parametrize("model", ["6526", "8521"])
@pytest.mark.parametrize("seed", range(6))
def test_sleeping_and_stepping_agree_in_reads_lines_and_state(model, seed):
    sleeping, stepping = CIA(model), CIA(model)
    stepping.lazy = 0
    for cia in (sleeping, stepping):
        cia.set_line(3000, 50)
    for cycle, step in enumerate(random_script(seed, 12000)):
        assert apply(sleeping, *step) == apply(stepping, *step), (cycle, step)
        sleeping.clock()
        stepping.clock()
        assert sleeping.irq == stepping.irq, (cycle, step)
        assert sleeping.pb_pins() == stepping.pb_pins(), (cycle, step)
        if cycle % 97 == 0:
            assert settled(sleeping) == settled(stepping), (cycle, step)
    assert settled(sleeping) == settled(stepping)


def test_a_counting_cia_is_stepped_only_round_its_underflows():
    cia = CIA("6526")
    for reg, value in ((4, 0x25), (5, 0x40), (14, 0x01)):
        cia.write(reg, value)
        cia.clock()
    asleep = 0
    for _ in range(50000):
        asleep += cia.idle > 0
        cia.clock()
    assert asleep > 49900


def test_a_saved_sleeper_goes_on_where_it_was():
    cia, copy = CIA("8521"), CIA("8521")
    for reg, value in ((4, 0x25), (5, 0x02), (13, 0x81), (14, 0x01)):
        cia.write(reg, value)
        cia.clock()
    for _ in range(100):
        cia.clock()
    load_fields(copy, save_fields(cia))
    for _ in range(3000):
        cia.clock()
        copy.clock()
        assert copy.irq == cia.irq
        assert copy.peek(4) == cia.peek(4)
