"""Control ports: joysticks, paddles, the 1351, and their way to CIA 1 and the SID."""

import pytest

from c64.base.fields import load_fields, reset_fields, save_fields
from c64.input.controls import Controls, control_parallel

PORT1, PORT2 = 0x40, 0x80  # port A with PA6 or PA7 set


@pytest.fixture
def controls():
    return Controls()


@pytest.mark.parametrize(
    ("name", "lines"),
    [("up", 0xFE), ("down", 0xFD), ("left", 0xFB), ("right", 0xF7), ("fire", 0xEF)],
)
def test_a_switch_pulls_its_line_low_in_its_own_port(controls, name, lines):
    controls.joystick(1).press(name)
    assert (controls.lines1(), controls.lines2()) == (lines, 0xFF)
    controls.joystick(1).release(name)
    controls.joystick(2).press(name)
    assert (controls.lines1(), controls.lines2()) == (0xFF, lines)


def test_release_without_a_name_opens_all_switches(controls):
    stick = controls.joystick(2)
    stick.press("up", "fire")
    assert stick.pressed("fire") and controls.lines2() == 0xEE
    stick.release()
    assert not stick.pressed("fire") and controls.lines2() == 0xFF


def test_unknown_names_and_ports_are_refused(controls):
    with pytest.raises(ValueError, match="no switch is called 'jump'"):
        controls.joystick(1).press("jump")
    with pytest.raises(ValueError, match="no control port 5"):
        controls.joystick(5)
    with pytest.raises(ValueError, match="no button is called 'middle'"):
        controls.mouse.press("middle")
    with pytest.raises(ValueError, match="no button is called 'z'"):
        controls.paddles(1).press("z")
    with pytest.raises(ValueError, match="no control port 4"):
        controls.mouse.plug(4)


def test_nothing_plugged_in_measures_255(controls):
    assert [controls.pots(switch) for switch in range(4)] == [(255, 255)] * 4


def test_pa6_and_pa7_choose_the_port_of_the_paddles(controls):
    controls.paddles(1).turn(10, 20)
    controls.paddles(2).turn(x=100)
    assert controls.pots(1) == (10, 20)
    assert controls.pots(2) == (100, 255)
    assert controls.pots(0) == (255, 255)
    assert controls.pots(3) == (control_parallel(10, 100), 20)


def test_two_paddles_in_parallel_measure_less_than_either(controls):
    assert control_parallel(100, 100) == 50
    assert control_parallel(0, 0) == 0
    assert control_parallel(255, 7) == control_parallel(7, 255) == 7


def test_paddle_positions_are_clipped(controls):
    controls.paddles(1).turn(-5, 300)
    assert controls.pots(1) == (0, 255)


def test_paddle_buttons_are_the_left_and_right_lines(controls):
    controls.paddles(2).press("x")
    assert controls.lines2() == 0xFB
    controls.paddles(2).press("y")
    controls.paddles(2).release("x")
    assert controls.lines2() == 0xF7


def test_the_1351_shows_its_counters_in_bits_1_to_6(controls):
    controls.mouse.plug(1)
    assert controls.pots(1) == (64, 64)
    controls.mouse.move(3, 1)
    assert controls.pots(1) == (64 + 6, 64 + 126)
    controls.mouse.move(61, -1)
    assert controls.pots(1) == (64, 64)


def test_the_1351_buttons_are_fire_and_up_of_its_port(controls):
    controls.mouse.plug(2)
    controls.mouse.press("left")
    assert (controls.lines1(), controls.lines2()) == (0xFF, 0xEF)
    controls.mouse.press("right")
    assert controls.lines2() == 0xEE
    controls.mouse.plug(0)
    assert controls.lines2() == 0xFF
    controls.mouse.plug(1)
    controls.mouse.release("left")
    assert controls.lines1() == 0xFE


def test_select_connects_the_port_that_pa6_and_pa7_name(controls):
    controls.paddles(1).turn(11, 12)
    controls.paddles(2).turn(21, 22)
    for pa, expected in ((PORT1, (11, 12)), (PORT2, (21, 22)), (0x3F, (255, 255))):
        controls.select(pa)
        assert (controls.pot_x, controls.pot_y) == expected


def test_controls_can_be_saved_with_everything_plugged_in(controls):
    controls.mouse.plug(2)
    controls.mouse.move(7, 8)
    controls.joystick(1).press("left")
    controls.paddles(1).turn(1, 2)
    other = Controls()
    load_fields(other, save_fields(controls))
    assert other.pots(2) == controls.pots(2) and other.pots(1) == (1, 2)
    assert other.lines1() == 0xFB


def test_the_reset_line_does_not_reach_what_is_plugged_in(controls):
    controls.mouse.plug(2)
    controls.mouse.move(7, 8)
    controls.mouse.press("right")
    controls.joystick(1).press("left")
    controls.joystick(2).press("up")
    controls.paddles(1).turn(1, 2)
    controls.paddles(1).press("y")
    controls.paddles(2).turn(3, 4)
    controls.select(PORT2)
    held = save_fields(controls)
    parts = [getattr(controls, name) for name in Controls.parts]
    for part in (controls, *parts):
        reset_fields(part)
    assert save_fields(controls) == held
