"""The stream of keys: matrix, repeats, the queue.  Floods: tests/asm/game/robust."""

import pytest

QUEUE = 16
DOWN, RIGHT, DEL = 0x02, 0x04, 0x14
FIRST, NEXT = 20 - 1, 6  # fiftieths of a second until a held key repeats; its own counts
INTERRUPT_FLAG, WITH_IO = 0x04, 0x35


def test_the_stack_does_not_grow(at):
    game = at("turn")
    depths = set()
    for _ in range(30):
        game.key("{DOWN}", 6)
        game.key("i", 12)
        game.key("d", 12)
        depths.add(game.machine.board.cpu.sp)
    assert min(depths) > 0xC0, depths


@pytest.fixture
def queue(at):
    """A machine in play, without interrupts and with an empty queue."""
    game = quiet(at("turn"))
    for name in ("key_count", "key_head", "repeat_key"):
        game.ram[game.labels[name]] = 0
    return game


def quiet(game):
    """No interrupts from here on, I/O where the interrupt has it; key_get allows them again."""
    game.machine.board.poke(1, WITH_IO)
    game.machine.board.cpu.p |= INTERRUPT_FLAG
    return game


def taken(game):
    """The next key of the queue, None if there is none."""
    game.call("key_get")
    return None if game.result.flags.c else game.result.a


def waiting(game):
    """All keys of the queue, the first first."""
    keys = []
    while (key := taken(game)) is not None:
        keys.append(key)
        assert len(keys) <= QUEUE
    return keys


def test_keys_come_out_in_the_order_they_went_in(queue):
    for round_ in range(5):  # the places of the queue are used again and again
        keys = [ord("A") + (7 * round_ + n) % 26 for n in range(11)]
        for key in keys:
            queue.call("key_put", a=key)
        assert waiting(queue) == keys


@pytest.mark.parametrize("before", [0, 5, 15])
def test_a_full_queue_drops_what_comes_and_keeps_what_it_has(queue, before):
    for _ in range(before):
        queue.call("key_put", a=ord("X"))
    assert len(waiting(queue)) == before
    keys = [ord("A") + n for n in range(QUEUE + 9)]
    for key in keys:
        queue.call("key_put", a=key)
    assert queue.byte("key_count") == QUEUE
    assert waiting(queue) == keys[:QUEUE]
    queue.call("key_put", a=ord("Z"))
    assert waiting(queue) == [ord("Z")]


def test_a_key_leaves_the_registers_of_the_scan_as_they_were(queue):
    for count in range(QUEUE + 2):
        queue.call("key_put", a=ord("A"), x=count, y=7)
        assert (queue.result.x, queue.result.y) == (count, 7)


def scans(game, count, ticks=1):
    """Look at keyboard and sticks so often; returns {scan: key} of what came."""
    found = {}
    for scan in range(count):
        tick = game.labels["irq_tick"]
        game.ram[tick] = game.ram[tick] + ticks & 0xFF
        quiet(game).call("input_scan")
        waits = game.byte("key_count")
        if waits:
            assert waits == 1
            found[scan] = game.byte("key_queue", game.byte("key_head"))
            game.ram[game.labels["key_count"]] = 0
    return found


@pytest.mark.parametrize(
    ("key", "code"), [("CRSR_DOWN", DOWN), ("CRSR_RIGHT", RIGHT), ("DEL", DEL)]
)
def test_a_held_cursor_key_comes_at_once_then_after_four_tenths_then_eight_times_a_second(
    queue, key, code
):
    queue.machine.board.keyboard.press(key)
    found = scans(queue, FIRST + 3 * NEXT + 1)
    assert found == dict.fromkeys(
        (0, FIRST, FIRST + NEXT, FIRST + 2 * NEXT, FIRST + 3 * NEXT), code
    )
    queue.machine.board.keyboard.release(key)
    assert scans(queue, 60) == {}


@pytest.mark.parametrize("key", ["A", "RETURN", "F1", "SPACE", "1"])
def test_other_keys_do_not_repeat(queue, key):
    queue.machine.board.keyboard.press(key)
    assert list(scans(queue, 100)) == [0]


def test_a_key_repeats_by_time_and_not_by_pictures(queue):
    queue.machine.board.keyboard.press("CRSR_DOWN")
    assert list(scans(queue, 1)) == [0]
    assert scans(queue, 100, ticks=0) == {}  # pictures of the same fiftieth
    assert list(scans(queue, FIRST)) == [FIRST - 1]


def test_a_key_let_go_and_pressed_again_waits_as_long_as_before(queue):
    keyboard = queue.machine.board.keyboard
    keyboard.press("CRSR_DOWN")
    assert list(scans(queue, FIRST)) == [0]
    keyboard.release("CRSR_DOWN")
    assert scans(queue, 1) == {}
    keyboard.press("CRSR_DOWN")
    assert list(scans(queue, FIRST + 1)) == [0, FIRST]


@pytest.mark.parametrize("delay", [9, 18, 27])
@pytest.mark.parametrize("port", [1, 2])
def test_a_held_stick_repeats_at_the_rate_that_was_set(queue, port, delay):
    queue.ram[queue.labels["input_delay"]] = delay
    stick = queue.machine.joystick(port)
    stick.press("down")
    found = scans(queue, 3 * delay + 1)
    assert found == dict.fromkeys((0, delay - 1, 2 * delay - 1, 3 * delay - 1), DOWN)
    stick.release()
    assert scans(queue, 40) == {}


def test_fire_is_return_when_it_is_let_go(queue):
    stick = queue.machine.joystick(2)
    stick.press("fire")
    assert scans(queue, 30) == {}
    stick.release()
    assert scans(queue, 30) == {0: 0x0D}
