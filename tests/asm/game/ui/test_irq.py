"""The interrupt: how long it takes at most, and that no picture is lost."""

import pytest

from tests.asm.game.ui.machine import Game, run_to
from tests.asm.game.ui.test_mouse import wake

TIMER_A, NMI_FLAGS = 0xDD04, 0xDD0D  # of CIA 2
LIMIT_END = 950  # cycles, line 250: tokens and pointer are placed
LIMIT_SERVICE = 1800  # cycles, line 110; up to half of them for sound
LIMIT_SPLIT = 500  # cycles, line 210: the mouse


def longest(game, frames, each=lambda: None):
    """Longest stays in the interrupt, in cycles: (line 250, 110, 210); ``each`` between them."""
    board = game.machine.board
    entry = game.labels["irq_entry"]
    worst = [0, 0, 0]
    end = game.machine.cycle + frames * 63 * 312
    while run_to(game.machine, entry, max(0, end - game.machine.cycle)):
        begin, kind = game.machine.cycle, game.byte("irq_phase")
        depth = board.cpu.sp
        while board.cpu.sp <= depth:
            game.machine.run_cycles(1)
        worst[kind] = max(worst[kind], game.machine.cycle - begin)
        each()
    return worst


def test_the_interrupt_is_short_enough(at):
    game = at("turn")
    game.machine.type("rrr{DOWN}{UP}qwertyuiop", wait=False)
    end, service, split = longest(game, 60)
    assert 0 < end < LIMIT_END, end
    assert 0 < service < LIMIT_SERVICE, service
    assert 0 < split < LIMIT_SPLIT, split


def test_the_interrupt_is_short_enough_with_eight_tokens_and_a_mouse_in_motion(built):
    game = Game().boot().first_turn(8)
    mouse = wake(game)
    steps = iter([(31, 31), (-31, 17), (-29, -30), (30, -9)] * 100)

    def each():
        mouse.move(*next(steps))
        game.machine.board.update_inputs()

    game.machine.type("{DOWN}{UP}qwertyuiop", wait=False)
    end, service, split = longest(game, 60, each)
    assert 0 < end < LIMIT_END, end
    assert 0 < service < LIMIT_SERVICE, service
    assert 0 < split < LIMIT_SPLIT, split


def test_the_line_of_restore_is_held_low_at_once_whatever_the_timer_was_set_to(at):
    """The drive's watchdog leaves it long: RESTORE right behind an access would make an edge."""
    game = at("turn")
    board, taken = game.machine.board, []
    while game.machine.memory[1] & 0x37 != 0x35:  # it is drawing below the I/O area
        game.machine.run_cycles(10)
    for register in (TIMER_A, TIMER_A + 1):
        board.write(register, 0xFF)
    board.read(NMI_FLAGS)  # lets go of the line
    game.call("nmi_hold")
    game.machine.run_cycles(16)
    board.set_trap(game.labels["nmi_entry"], lambda _board: taken.append(1) and False)
    board.keyboard.press("RESTORE")
    game.machine.run_cycles(200)
    board.keyboard.release("RESTORE")
    game.machine.run_cycles(200)
    assert not taken


@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_a_picture_has_three_interrupts_at_the_same_lines_on_pal_and_ntsc(built, model):
    """Tokens move where the picture is over; what is late on the board hangs on the others."""
    game = Game(model).boot().first_turn()
    board, lines = game.machine.board, []

    def entered(_board):
        lines.append(board.vic.peek(0x12) | (board.vic.peek(0x11) & 0x80) << 1)
        return False

    board.set_trap(game.labels["irq_entry"], entered)
    game.tick(30)
    begin = lines.index(250)
    whole = (len(lines) - begin) // 3 * 3
    assert lines[begin : begin + whole] == [250, 110, 210] * (whole // 3)
    assert whole >= 3 * 28


def test_no_picture_is_lost_in_play(at):
    game = at("turn")
    before = game.byte("irq_frame")
    for frame in range(1, 1500):
        if frame % 100 == 0:
            game.machine.type("r", wait=False)
        game.tick(1)
        assert (game.byte("irq_frame") - before - frame) & 0xFF in (0, 1, 255), frame


def test_ntsc_counts_fifty_ticks_a_second(built):
    game = Game("ntsc").boot()
    before, cycle = game.byte("irq_tick"), game.machine.cycle
    game.tick(240)
    ticks = (game.byte("irq_tick") - before) & 0xFF
    seconds = (game.machine.cycle - cycle) / 1022727
    assert abs(ticks / seconds - 50) < 1.5
