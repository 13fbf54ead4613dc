"""What the host's mouse does as each of the things that it may be, without a window."""

import pygame
import pytest

from c64.api import LINE_MICE
from emu.host.input import pointer
from emu.host.input.devices import MICE, PENS, POINTERS, POTS
from emu.host.input.pointer import Pointer
from tests.emu.host.input.test_keymap import Machine

PLACE = (40, 20, 101, 51)  # of the picture in the window: left, top, width, height


class Host:
    """What was asked of the host: whether the mouse is held in the window, and is seen there."""

    held = seen = None


@pytest.fixture
def host(monkeypatch):
    host = Host()
    monkeypatch.setattr(pointer.pygame.event, "set_grab", lambda on: setattr(host, "held", on))
    monkeypatch.setattr(pointer.pygame.mouse, "set_visible", lambda on: setattr(host, "seen", on))
    return host


def made(kind, port=2):
    """(Pointer of a kind, its made-up machine)."""
    machine = Machine()
    seen = {(50, 30): (24, 51), (51, 30): (25, 51)}
    return Pointer(lambda: machine, kind, port, lambda: PLACE, seen.get), machine


def of(machine, kind, port=2):
    """What was done to the part of a machine that a kind is."""
    if kind in POTS:
        return machine.ports[port].done
    part = machine.light_pen if kind in PENS else machine.mouse
    return (machine.line_mouse if kind in MICE else part).done


@pytest.mark.parametrize("kind", POINTERS)
def test_each_kind_is_plugged_and_no_other(host, kind):
    _, machine = made(kind)
    assert machine.mouse.done == [("plug", 2 if kind == "1351" else 0)]
    assert machine.light_pen.done == [("plug", PENS.get(kind))]
    assert machine.line_mouse.done[-1][2] == (2 if kind in MICE else 0)
    if kind in MICE:
        assert machine.line_mouse.done[-1] == ("plug", MICE[kind], 2)
    assert machine.ports[1].done == []
    assert (machine.ports[2].done == [("turn", 128, 128)]) == (kind == "paddles")


@pytest.mark.parametrize("kind", POINTERS)
def test_the_hosts_pointer_is_held_where_only_its_way_counts(host, kind):
    mouse, _ = made(kind)
    held = kind in {"1351", "paddles", *MICE}
    assert (host.held, host.seen) == (held, not held)
    mouse.free(True, "menu")
    assert (host.held, host.seen) == (False, True)
    mouse.free(True, "keyboard")
    mouse.free(False, "menu")
    assert (host.held, host.seen) == (False, True)
    mouse.free(False, "keyboard")
    assert (host.held, host.seen) == (held, not held)


@pytest.mark.parametrize("kind", [kind for kind in POINTERS if kind != "off"])
def test_its_buttons_are_those_of_what_it_is(host, kind):
    mouse, machine = made(kind)
    port = 1 if kind in PENS else 2
    names = {1: "x", 3: "y"} if kind in POTS else {1: "left", 3: "right"}
    for button, name in names.items():
        for what, event in (("press", "DOWN"), ("release", "UP")):
            mouse.take(pygame.event.Event(getattr(pygame, f"MOUSEBUTTON{event}"), button=button))
            assert of(machine, kind, port)[-1] == (what, name)
    count = len(of(machine, kind, port))
    mouse.take(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=2))
    assert len(of(machine, kind, port)) == count


@pytest.mark.parametrize("kind", ["1351", *MICE])
def test_a_mouse_moves_by_as_much_as_that_of_the_host(host, kind):
    mouse, machine = made(kind)
    for way in ((3, -4), (-1, 0), (0, 7)):
        mouse.take(pygame.event.Event(pygame.MOUSEMOTION, rel=way, pos=(0, 0)))
        assert of(machine, kind)[-1] == ("move", *way)


@pytest.mark.parametrize(
    ("at", "turned"),
    [((40, 20), (0, 0)), ((140, 70), (255, 255)), ((90, 45), (127, 127)), ((140, 20), (255, 0)),
     ((60, 60), (51, 204))],
)  # fmt: skip
def test_the_stylus_of_a_koalapad_is_where_the_pointer_is_on_the_picture(host, at, turned):
    mouse, machine = made("KoalaPad")
    mouse.take(pygame.event.Event(pygame.MOUSEMOTION, rel=(1, 1), pos=at))
    assert machine.ports[2].done[-1] == ("turn", *turned)


@pytest.mark.parametrize("size", [(1, 1), (0, 0)])
def test_a_picture_of_a_single_pixel_divides_by_nothing(host, size):
    machine = Machine()
    mouse = Pointer(lambda: machine, "KoalaPad", 1, lambda: (5, 5, *size))
    mouse.take(pygame.event.Event(pygame.MOUSEMOTION, rel=(1, 1), pos=(5, 5)))
    assert machine.ports[1].done[-1] == ("turn", 0, 0)


@pytest.mark.parametrize("kind", PENS)
def test_a_pen_points_at_what_the_pointer_is_on_and_is_lifted_beside_it(host, kind):
    mouse, machine = made(kind)
    assert mouse.port == 1
    for at, done in (((50, 30), ("point", 24, 51)), ((51, 30), ("point", 25, 51)),
                     ((0, 0), ("lift",))):  # fmt: skip
        mouse.take(pygame.event.Event(pygame.MOUSEMOTION, rel=(1, 1), pos=at))
        assert machine.light_pen.done[-1] == done
    mouse.take(pygame.event.Event(pygame.MOUSEMOTION, rel=(1, 1), pos=(50, 30)))
    mouse.take(pygame.event.Event(pygame.WINDOWLEAVE))
    assert machine.light_pen.done[-1] == ("lift",)


def test_what_it_was_is_let_go_and_pulled_and_what_it_is_goes_on(host):
    mouse, machine = made("KoalaPad", 1)
    mouse.take(pygame.event.Event(pygame.MOUSEMOTION, rel=(1, 1), pos=(60, 60)))
    mouse.put("Amiga", 2)
    assert machine.ports[1].done[-1] == ("turn", 255, 255)
    assert ("release", "x") in machine.ports[1].done and ("release", "y") in machine.ports[1].done
    assert (mouse.kind, mouse.port) == ("Amiga", 2)
    assert machine.line_mouse.done[-1] == ("plug", MICE["Amiga"], 2)
    machine.line_mouse.kind, machine.line_mouse.port = LINE_MICE[MICE["Amiga"]], 2
    count = len(machine.line_mouse.done)
    mouse.plug()  # after a state was loaded: what it has counted stays
    assert len(machine.line_mouse.done) == count
    mouse.put("Amiga", 1)
    assert machine.line_mouse.done[-1] == ("plug", MICE["Amiga"], 1)


def test_all_buttons_are_let_go_when_the_user_goes_elsewhere(host):
    mouse, machine = made("1351", 1)
    for part in (machine.mouse, machine.line_mouse, machine.light_pen, machine.ports[1]):
        part.done.clear()
    mouse.release()
    for part in (machine.mouse, machine.line_mouse, machine.light_pen):
        assert part.done == [("release", "left"), ("release", "right")]
    assert machine.ports[1].done == [("release", "x"), ("release", "y")]


def test_a_mouse_that_somebody_needs_or_that_is_off_moves_nothing(host):
    for kind in ("1351", "off"):
        mouse, machine = made(kind)
        mouse.free(True, "menu")
        count = len(machine.mouse.done)
        for event in (
            pygame.event.Event(pygame.MOUSEMOTION, rel=(1, 1), pos=(50, 30)),
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1),
        ):
            mouse.take(event)
        assert len(machine.mouse.done) == count
    mouse.free(False, "menu")  # it is off all the same
    mouse.take(pygame.event.Event(pygame.MOUSEMOTION, rel=(1, 1), pos=(50, 30)))
    assert ("move", 1, 1) not in machine.mouse.done
