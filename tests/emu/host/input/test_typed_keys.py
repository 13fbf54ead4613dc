"""What people type arrives as typed: with overlap, with SHIFT early and late, by any KERNAL."""

import random
from itertools import combinations
from types import SimpleNamespace

import pytest

import c64
from c64.api import keys_for_char
from c64.input.keyboard import KEY_MATRIX, KEY_PLACES, Keyboard
from emu.host.input.typed_keys import (
    LINE_MOST,
    TypedKeys,
    closes_more,
    kernal_scans,
)
from emu.shared.key_state import HOLD_FRAMES
from tests.c64.slow_kernal import slow_roms
from tests.volume import seldom

LOOP = 0xC000  # JMP LOOP: nobody takes characters out of the KERNAL's buffer
COUNT, BUFFER = 198, 631
# A US keyboard: character, the key it is on, whether SHIFT makes it.
PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789-=;,./"
SHIFTED = dict(zip('!@#$%^&*()_+:"<>?', "1234567890-=;',./", strict=True))
KEYS = {char: (char, False) for char in PLAIN} | {c: (k, True) for c, k in SHIFTED.items()}


class Window:
    """The keyboard of a window without the window: events, frames, what the KERNAL made of it."""

    def __init__(self, machine):
        self.machine = machine
        self.keys = TypedKeys(machine.keyboard, lambda: kernal_scans(machine))
        machine.run_cycles(3_000_000)
        machine.memory[LOOP : LOOP + 3] = bytes((0x4C, LOOP & 0xFF, LOOP >> 8))
        machine.registers.pc = LOOP
        machine.board.ram[COUNT] = 0
        self.codes = []

    def frame(self):
        ram = self.machine.board.ram
        self.keys.tick()
        yield
        self.machine.tick()
        self.codes += ram[BUFFER : BUFFER + ram[COUNT]]
        ram[COUNT] = 0

    def play(self, events, end):
        """Press and release at (milliseconds, function); then run on to ``end``."""
        model = self.machine.board.model
        length = 1000 * model.lines * model.cycles_per_line / model.clock_hz
        waiting = sorted(events, key=lambda event: event[0])
        for number in range(int(end / length) + 1):
            for _ in self.frame():
                while waiting and waiting[0][0] <= number * length:
                    waiting.pop(0)[1]()
        return "".join(CHARACTERS.get(code, f"<{code:02x}>") for code in self.codes)


CHARACTERS = {ord(char.upper()): char for char in KEYS} | {0x5E: "^", 0x5F: "_"}


def typist(keys, text, seed, slowest):
    """Return events of somebody who types ``text``, and when he is done: up to 15 keys a second."""
    dice, events, now, owner = random.Random(seed), [], 100.0, {}
    held = [0]

    def down(number, key, char):
        owner[key] = number
        keys.press(key, keys_for_char(char, shift_capitals=True), symbolic=True)

    def up(number, key):
        if owner[key] == number:
            keys.release(key)

    def shift(change):
        held[0] += change
        if change > 0 and held[0] == 1:
            keys.press("shift", ("LSHIFT",))
        elif held[0] == 0:
            keys.release("shift")

    for number, char in enumerate(text):
        key, shifted = KEYS[char]
        now += dice.uniform(67, slowest)
        if shifted:
            events.append((now - dice.uniform(0, 60), lambda: shift(1)))
            events.append((now + dice.uniform(5, 120), lambda: shift(-1)))
        events.append((now, lambda n=number, k=key, c=char: down(n, k, c)))
        events.append((now + dice.uniform(40, 180), lambda n=number, k=key: up(n, k)))
    return events, now + 1000


def arrives(machine, count, seed, slowest=200):
    """Type random characters; return (what was typed, what the KERNAL has read)."""
    window = Window(machine)
    text = "".join(random.Random(seed).choices(sorted(KEYS), k=count))
    return text, window.play(*typist(window.keys, text, seed, slowest))


@pytest.mark.skipif(c64.PURE, reason="thousands of frames take minutes uncompiled")
@pytest.mark.parametrize("count", [100, seldom(250)])
@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_what_is_typed_arrives(model, count):
    text, read = arrives(c64.C64(model, sample_rate=0), count, 64)
    assert read == text


@pytest.mark.skipif(c64.PURE, reason="thousands of frames take minutes uncompiled")
@pytest.mark.filterwarnings("ignore:kernal ROM:UserWarning")
@pytest.mark.parametrize("count", [100, seldom(250)])
@pytest.mark.parametrize("slowest", [80, 200])
def test_with_a_slower_kernal_too(tmp_path, slowest, count):
    machine = c64.C64(roms=slow_roms(tmp_path), sample_rate=0)
    text, read = arrives(machine, count, slowest, slowest)
    assert read == text


@pytest.mark.long
@pytest.mark.skipif(c64.PURE, reason="thousands of frames take hours uncompiled")
@pytest.mark.parametrize("seed", range(4))
def test_ten_thousand_keystrokes_arrive(seed):
    text, read = arrives(c64.C64(["c64", "ntsc"][seed & 1], sample_rate=0), 2500, seed)
    assert read == text


class Matrix:
    """A keyboard's matrix alone, and whether the KERNAL scans it."""

    def __init__(self, typing=True):
        self.down = set()
        self.keys = TypedKeys(self, lambda: typing)

    def hold(self, *names):
        self.down |= set(names)

    def release(self):
        self.down = set()

    def frames(self, count):
        """Return what was down in each of the next frames."""
        seen = []
        for _ in range(count):
            seen.append(set(self.down))
            self.keys.tick()
        return seen


@pytest.mark.parametrize(
    ("port", "page", "scans"),
    [(0x37, 0xEA, True), (0x36, 0xEA, True), (0x35, 0xEA, False), (0x34, 0xEA, False),
     (0x37, 0xE0, True), (0x37, 0xDF, False), (0x37, 0xC0, False), (0x30, 0xEA, False)],
)  # fmt: skip
def test_the_kernal_scans_where_its_rom_is_visible_and_interrupts_go_there(port, page, scans):
    machine = SimpleNamespace(memory={1: port, 0x0315: page})
    assert kernal_scans(machine) is scans


def test_shift_goes_a_frame_before_the_key_that_is_without_it():
    matrix = Matrix()
    matrix.keys.press("shift", ("LSHIFT",))
    matrix.frames(5)
    matrix.keys.press("colon", (":",), symbolic=True)
    assert matrix.frames(3) == [set(), {":"}, {":"}]


@pytest.mark.parametrize("typing", [True, False])
def test_a_key_without_a_change_of_shift_is_down_at_once(typing):
    matrix = Matrix(typing)
    matrix.keys.press("a", ("A",), symbolic=True)
    assert matrix.down == {"A"}


def test_a_dollar_and_a_quote_with_overlap_press_no_run_stop():
    matrix = Matrix()
    matrix.keys.press("shift", ("LSHIFT",))
    matrix.frames(2)
    matrix.keys.press("4", ("LSHIFT", "4"), symbolic=True)
    matrix.frames(5)
    matrix.keys.press("2", ("LSHIFT", "2"), symbolic=True)
    seen = matrix.frames(6)
    assert {"LSHIFT", "2"} in seen
    assert not any({"4", "2"} <= down for down in seen)


def test_a_key_that_the_next_one_followed_is_not_read_again():
    matrix = Matrix()
    matrix.keys.press("a", ("A",), symbolic=True)
    matrix.frames(5)
    matrix.keys.press("p", ("P",), symbolic=True)
    matrix.keys.release("p")
    seen = matrix.frames(12)
    assert {"P"} in seen and seen[-1] == set()
    assert {"A"} not in seen[seen.index({"P"}) :]


def test_one_key_twice_is_let_go_in_between():
    matrix = Matrix()
    for _ in range(2):
        matrix.keys.press("l", ("L",), symbolic=True)
        matrix.keys.release("l")
    seen = matrix.frames(12)
    assert "".join("x" if down else "." for down in seen).strip(".").count("x..x") == 1


def test_a_key_that_is_held_stays_down():
    matrix = Matrix()
    matrix.keys.press("down", ("CRSR_DOWN",))
    assert matrix.frames(50) == [{"CRSR_DOWN"}] * 50
    matrix.keys.release("down")
    assert matrix.frames(2)[-1] == set()


def test_a_tap_is_held_for_some_frames():
    matrix = Matrix()
    matrix.keys.press("a", ("A",), symbolic=True)
    matrix.keys.release("a")
    assert matrix.frames(6) == [{"A"}] * HOLD_FRAMES + [set()] * (6 - HOLD_FRAMES)


def test_a_game_gets_all_keys_that_are_held():
    matrix = Matrix(typing=False)
    for name in ("Q", "P"):
        matrix.keys.press(name.lower(), (name,), symbolic=True)
    matrix.keys.press("space", ("SPACE",))
    assert matrix.frames(9) == [{"Q", "P", "SPACE"}] * 9


def test_a_game_gets_no_contact_that_nobody_pressed():
    matrix = Matrix(typing=False)
    matrix.keys.press("4", ("LSHIFT", "4"), symbolic=True)
    matrix.frames(3)
    matrix.keys.press("2", ("LSHIFT", "2"), symbolic=True)
    assert matrix.frames(3)[-1] == {"LSHIFT", "2"}
    matrix.keys.release("2")
    assert matrix.frames(6)[-1] == {"LSHIFT", "4"}


def test_by_position_the_matrix_is_a_c64_s_with_its_ghosts():
    matrix = Matrix()
    for name in ("LSHIFT", "4", "2"):
        matrix.keys.press(name, (name,), typed=False)
    assert matrix.down == {"LSHIFT", "4", "2"}


def test_run_stop_and_restore_wait_for_nothing():
    matrix = Matrix()
    matrix.keys.press("a", ("A",), symbolic=True)
    matrix.keys.press("escape", ("STOP",))
    matrix.keys.press("page up", ("RESTORE",))
    assert {"STOP", "RESTORE"} <= matrix.down


def test_keys_that_wait_are_limited():
    matrix = Matrix()
    for number in range(1000):
        matrix.keys.press(number, ("AB"[number & 1],), symbolic=True)
        matrix.keys.release(number)
    pressed = [down for down in matrix.frames(1000) if down]
    assert len(pressed) <= LINE_MOST * (HOLD_FRAMES + 1)


def test_what_was_tapped_comes_though_the_held_keys_are_forgotten():
    matrix = Matrix()
    for name in ("A", "RETURN"):
        matrix.keys.press(name, (name,))
        matrix.keys.release(name)
    matrix.keys.press("b", ("B",))
    matrix.keys.forget_held()
    seen = [down for down in matrix.frames(20) if down]
    assert seen == [{"A"}] * seen.count({"A"}) + [{"RETURN"}] * HOLD_FRAMES
    assert {"A"} in seen


def test_closed_contacts_are_those_of_the_matrix():
    """Against the matrix itself: a line pulled low shows which contacts a scan sees."""
    names = [name for column in KEY_MATRIX for name in column]
    dice = random.Random(3)
    for pressed in [*combinations(names[:16], 3), *(dice.sample(names, 4) for _ in range(500))]:
        keyboard = Keyboard()
        for name in pressed:
            keyboard.press(name)
        seen = {
            (column, row)
            for column in range(8)
            for row in range(8)
            if not keyboard.scan(0xFF & ~(1 << column), 0xFF, 0) >> row & 1
        }
        more = seen != {KEY_PLACES[name] for name in pressed}
        assert closes_more(pressed) == more, pressed
