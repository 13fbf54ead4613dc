"""Mice over the joystick lines, light pens, guns and joysticks 3 and 4, read by 6502 programs.

The bits are those of VICE's x64sc: src/joyport/mouse_neos.c, mouse_quadrature.c, lightpen.c and
src/userport/userport_joystick.c.
"""

import pygame
import pytest

from c64.input.light_pen import LIGHT_PENS
from c64.input.line_mouse import LINE_MICE
from c64.input.player_adapter import ADAPTERS as API_ADAPTERS
from emu.cli import parse_arguments
from emu.host.input.devices import ADAPTERS, MICE, PENS, POINTERS, POTS
from tests.emu.host.windows import frames
from tests.volume import diagonal

PROGRAM, RESULT = 0xC000, 0xC100
# SEI; DDRA $FF; DDRB $10; strobe low, read, high, read, low, read, high, read, each after 0.1 ms:
# the four parts go to $C100 to $C103; then nothing.
READ_NEOS = bytes.fromhex(
    "78 a9 ff 8d 02 dc a9 10 8d 03 dc"
    "a0 00 a9 ef 8d 01 dc 20 40 c0 a9 ff 8d 01 dc 20 40 c0 c0 04 d0 ec 4c 21 c0"
)
# wait 20 loops; LDA $DC01; AND #$0F; STA $C100,Y; INY; RTS
READ_PART = bytes.fromhex("a2 14 ca d0 fd ad 01 dc 29 0f 99 00 c1 c8 60")
# SEI; DDRA, DDRB inputs; loop: LDA $DC01; AND #$1F; CMP last; BEQ loop; STA last; STA $C100,Y; INY
READ_CHANGES = bytes.fromhex(
    "78 a9 ff 8d 02 dc a9 00 8d 03 dc a8ad 01 dc 29 1f c5 fb f0 f7 85 fb 99 00 c1 c8 4c 0c c0"
)
# SEI; DDRA $C0, $40 to $DC00: port 1's pots; loop: $D013, $D014, $D019, POTX, POTY, PB to $C100 on
READ_PEN = bytes.fromhex(
    "78 a9 c0 8d 02 dc a9 40 8d 00 dc"
    "ad 13 d0 8d 00 c1 ad 14 d0 8d 01 c1 ad 19 d0 8d 02 c1"
    "ad 19 d4 8d 03 c1 ad 1a d4 8d 04 c1 ad 01 dc 8d 05 c1 4c 0b c0"
)
# SEI; DDRB2 $80; loop: $80 to $DD01, LDA $DD01, STA $C100; $00 to $DD01, LDA $DD01, STA $C101
READ_STICKS = bytes.fromhex(
    "78 a9 80 8d 03 dda9 80 8d 01 dd ad 01 dd 8d 00 c1 a9 00 8d 01 dd ad 01 dd 8d 01 c1 4c 06 c0"
)


def run(app, *programs):
    """Put programs at their addresses and begin the first."""
    for address, code in programs:
        app.machine.ram[address : address + len(code)] = code
    app.machine.registers.pc = PROGRAM


def post(kind, **facts):
    pygame.event.post(pygame.event.Event(kind, **facts))


def position_of(app, column, row):
    """Return the place in the window of a pixel of the 320 x 200."""
    target, (left, top, width, height) = app.window.target(), app.window.visible
    x, y = column + 32 - left, row + 51 - app.window.geometry.origin[1] - top
    return target.left + int((x + 0.5) * target.width / width), target.top + int(
        (y + 0.5) * target.height / height
    )


def test_the_words_are_those_of_the_machine():
    assert set(MICE.values()) == set(LINE_MICE) and set(PENS.values()) == set(LIGHT_PENS)
    assert set(POINTERS) == {"off", "1351", *POTS, *MICE, *PENS}
    assert set(ADAPTERS.values()) == {None, *API_ADAPTERS}


def test_a_program_reads_how_a_neos_was_moved(make_app):
    app = make_app("--basic-prompt", "--mouse-as", "neos")
    frames(app, 2)
    post(pygame.MOUSEMOTION, pos=(9, 9), rel=(5, -3))
    frames(app)
    run(app, (PROGRAM, READ_NEOS), (0xC040, READ_PART))
    frames(app, 2)
    parts = app.machine.ram[RESULT : RESULT + 4]
    assert (parts[0] << 4 | parts[1], parts[2] << 4 | parts[3]) == (-5 & 0xFF, 3)


@pytest.mark.parametrize(
    ("kind", "seen"),
    [("Amiga", [0x10, 0x12, 0x1A, 0x18, 0x10]), ("Atari-ST", [0x10, 0x12, 0x13, 0x11, 0x10])],
)
def test_a_program_sees_each_count_of_an_amiga_or_st_mouse(make_app, kind, seen):
    app = make_app("--basic-prompt", "--mouse-as", kind)
    frames(app, 2)
    run(app, (PROGRAM, READ_CHANGES))
    frames(app)
    post(pygame.MOUSEMOTION, pos=(9, 9), rel=(4, 0))
    frames(app, 2)
    assert [*app.machine.ram[RESULT : RESULT + 5]] == seen
    post(pygame.MOUSEBUTTONDOWN, pos=(9, 9), button=1)
    frames(app, 2)
    assert app.machine.ram[RESULT + 5] == 0x00  # the left button is the fire line


# make test takes each pen with one border.
POINTED_AT = diagonal(PENS, ("normal", "full", "none"))


@pytest.mark.parametrize(("kind", "borders"), POINTED_AT)
def test_a_pen_latches_what_the_pointer_is_on(make_app, kind, borders):
    app = make_app("--basic-prompt", "--mouse-as", kind, "--borders", borders)
    frames(app, 2)
    run(app, (PROGRAM, READ_PEN))
    first, second, right, down = LIGHT_PENS[PENS[kind]]
    for column, row in ((0, 10), (160, 100), (290, 199)):
        post(pygame.MOUSEMOTION, pos=position_of(app, column, row), rel=(0, 0))
        frames(app, 3)
        x, line, flags = app.machine.ram[RESULT : RESULT + 3]
        assert (x, line) == ((column + 24 + right) // 2, (row + 51 + down) & 0xFF)
        assert flags & 8
    for button, bit in ((1, first), (3, second)):
        post(pygame.MOUSEBUTTONDOWN, pos=position_of(app, 9, 9), button=button)
        frames(app, 3)
        pot_y, lines = app.machine.ram[RESULT + 4 : RESULT + 6]
        assert pot_y == (0 if bit & 0x20 else 255) and ~lines & 0x1F == bit & 0x1F
        post(pygame.MOUSEBUTTONUP, pos=position_of(app, 9, 9), button=button)
        frames(app, 3)
        assert [*app.machine.ram[RESULT + 4 : RESULT + 6]] == [255, 255]


def test_a_pen_sees_nothing_beside_the_picture(make_app):
    app = make_app("--basic-prompt", "--mouse-as", "pen-up")
    pen = app.machine.light_pen
    post(pygame.MOUSEMOTION, pos=position_of(app, 9, 9), rel=(0, 0))
    frames(app)
    assert (pen.x, pen.y) == (33, 60)
    post(pygame.MOUSEMOTION, pos=(-1, 5), rel=(0, 0))
    frames(app)
    assert (pen.x, pen.y) == (-1, -1)
    post(pygame.MOUSEMOTION, pos=position_of(app, 9, 9), rel=(0, 0))
    post(pygame.WINDOWLEAVE)
    frames(app)
    assert (pen.x, pen.y) == (-1, -1)


def test_a_pen_is_in_port_1_whatever_the_port_of_the_mouse(make_app):
    app = make_app("--basic-prompt", "--mouse-as", "pen-left", "--mouse-port", "2")
    assert app.input.pointer.port == 1 and not app.actions["mouse-port"].possible()
    app.actions["mouse"].put("NEOS")
    assert app.machine.line_mouse.port == 2 and app.machine.light_pen.kind == 0
    app.actions["mouse"].put("off")
    assert not app.machine.board.controls.devices.plugged()


def test_keys_are_joysticks_3_and_4_while_there_is_an_adapter(make_app):
    app = make_app(
        "--basic-prompt", "--joy-adapter", "protovision",
        "--joy-keys", "off", "--joy-keys-3", "cursor", "--joy-keys-4", "wasd",
    )  # fmt: skip
    frames(app, 2)
    run(app, (PROGRAM, READ_STICKS))
    for key in (pygame.K_UP, pygame.K_RCTRL, pygame.K_a):
        post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
    frames(app, 2)
    third, fourth = app.machine.ram[RESULT : RESULT + 2]
    assert (third & 0x3F, fourth & 0x3F) == (0x2E, 0x2B)  # up and fire; left
    app.actions["joystick-adapter"].put("off")
    frames(app, 2)
    assert app.machine.ram[RESULT] == 0xFF and app.machine.keyboard.down == set()


def test_a_state_without_devices_takes_them_out_and_one_with_them_puts_them_in(make_app):
    app = make_app("--basic-prompt")
    machine = app.machine
    frames(app, 2)
    without = machine.snapshot()
    machine.line_mouse.plug("NEOS", 2)
    machine.line_mouse.move(7, 0)
    machine.adapter.plug("protovision")
    machine.joystick(4).press("fire")
    there = machine.snapshot()
    assert len(without) < len(there) < len(without) + 1000
    machine.restore(without)
    assert not machine.board.controls.devices.plugged() and not machine.joystick(4).pressed("fire")
    assert machine.snapshot() == without
    machine.restore(there)
    assert (machine.line_mouse.port, machine.line_mouse.x) == (2, 7)
    assert machine.joystick(4).pressed("fire")


def test_rewind_brings_back_what_joystick_3_did(make_app):
    app = make_app("--basic-prompt", "--joy-adapter", "protovision", "--joy-keys-3", "wasd")
    frames(app, 2)
    run(app, (PROGRAM, READ_STICKS))
    frames(app, 20)
    history, seen = app.debugger.history, []
    history.forget()
    begin = app.machine.cycle
    for at in range(12):
        kind = pygame.KEYDOWN if at % 4 == 1 else pygame.KEYUP
        post(kind, key=pygame.K_w, mod=0, unicode="", scancode=0)
        frames(app)
        seen.append((app.machine.cycle, app.machine.ram[RESULT]))
    assert len({value for _, value in seen}) == 2
    history.go_to(begin)
    for cycle, value in seen:
        history.go_to(cycle)
        assert app.machine.ram[RESULT] == value


def test_x64scs_numbers_of_devices_are_understood():
    for number, kind in (
        (2, "paddles"), (3, "1351"), (4, "NEOS"), (5, "Amiga"), (7, "Atari-ST"), (10, "KoalaPad"),
        (11, "pen-up"), (12, "pen-left"), (13, "Datel-pen"), (14, "Magnum-gun"), (15, "Stack-gun"),
        (16, "Inkwell-pen"),
    ):  # fmt: skip
        args = parse_arguments(["-controlport1device", str(number), "-userportdevice", "3"])
        assert (args.mouse_as, args.mouse_port, args.joy_adapter) == (kind, 1, "protovision")
