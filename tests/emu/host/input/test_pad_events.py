"""What each event of a pad closes and means in the menu, without a device."""

import pygame
import pytest

from emu.host.input.pads import AXIS_LIMIT, FULL_AXIS, Pad

# Buttons by SDL's numbers of a controller: A B X Y BACK GUIDE START, sticks, shoulders, the cross.
CONTROLLER = {
    0: ("fire", "enter"), 1: ("up", "back"), 2: ("fire", "enter"), 3: (None, "more"),
    4: (None, None), 5: (None, "menu"), 6: (None, "menu"), 7: (None, None), 8: (None, None),
    9: ("fire", "page up"), 10: ("fire", "page down"), 11: ("up", "up"), 12: ("down", "down"),
    13: ("left", "left"), 14: ("right", "right"), 15: (None, None),
}  # fmt: skip
# Those of one that the database does not know: the first four fire; START is 7 or 9.
PLAIN = {
    0: ("fire", "enter"), 1: ("fire", "back"), 2: ("fire", "more"), 3: ("fire", None),
    4: (None, None), 6: (None, None), 7: (None, "menu"), 8: (None, None), 9: (None, "menu"),
    10: (None, None),
}  # fmt: skip


def event(kind, **words):
    return pygame.event.Event(kind, **words)


@pytest.fixture
def pad():
    return Pad(None, "test", True)


@pytest.mark.parametrize(
    ("down", "up", "table"),
    [
        (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP, CONTROLLER),
        (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP, PLAIN),
    ],
)
def test_each_button_closes_a_switch_and_is_a_step_of_the_menu(pad, down, up, table):
    for button, (direction, step) in table.items():
        assert pad.take(event(down, button=button)) == step, button
        assert pad.closed() == ({direction} - {None}), button
        assert pad.take(event(up, button=button)) is None
        assert pad.closed() == set()


@pytest.mark.parametrize(
    ("kind", "full"), [(pygame.CONTROLLERAXISMOTION, FULL_AXIS), (pygame.JOYAXISMOTION, 1)]
)
@pytest.mark.parametrize(("axis", "low", "high"), [(0, "left", "right"), (1, "up", "down")])
def test_a_stick_counts_beyond_its_limit_and_is_a_step_once(pad, kind, full, axis, low, high):
    for share, direction in ((-AXIS_LIMIT, None), (-AXIS_LIMIT - 0.01, low), (0, None),
                             (AXIS_LIMIT, None), (AXIS_LIMIT + 0.01, high)):  # fmt: skip
        before = pad.closed()
        step = pad.take(event(kind, axis=axis, value=share * full))
        assert pad.closed() == ({direction} - {None})
        assert step == (direction if direction not in before else None)
        assert pad.take(event(kind, axis=axis, value=share * full)) is None
    pad.release()
    for other in (2, 3, 4, 5):
        assert pad.take(event(kind, axis=other, value=full)) is None and pad.closed() == set()


def test_a_hat_closes_two_switches_at_once(pad):
    for x, across in ((-1, "left"), (0, None), (1, "right")):
        for y, along in ((-1, "down"), (0, None), (1, "up")):
            pad.take(event(pygame.JOYHATMOTION, value=(x, y)))
            assert pad.closed() == {across, along} - {None}


def test_two_reasons_for_a_switch_end_with_the_last(pad):
    pad.take(event(pygame.CONTROLLERBUTTONDOWN, button=0))
    pad.take(event(pygame.CONTROLLERBUTTONDOWN, button=9))
    pad.take(event(pygame.CONTROLLERBUTTONUP, button=0))
    assert pad.closed() == {"fire"}
    pad.release()
    assert pad.closed() == set()
