"""Keys of the host and the C64 keys that they hold down, against a model."""

import random

from emu.shared.key_state import HOLD_FRAMES, KeyState


class Keyboard:
    """What the C64's keyboard is told; SHIFT LOCK changes whenever it is held."""

    def __init__(self):
        self.down, self.locked = set(), False

    def release(self):
        self.down = set()

    def hold(self, *names):
        self.locked ^= "SHIFT_LOCK" in names
        self.down |= {name for name in names if name != "SHIFT_LOCK"}


def test_a_tap_is_held_for_three_frames_and_a_key_that_stays_down_for_longer():
    keyboard = Keyboard()
    keys = KeyState(keyboard)
    keys.press("a", ["A"])
    keys.press("b", ["B"])
    keys.release("a")
    for _ in range(HOLD_FRAMES):
        keys.tick()
        assert keyboard.down == {"A", "B"}
    keys.tick()
    assert keyboard.down == {"B"}
    for _ in range(10):
        keys.tick()
    assert keyboard.down == {"B"}
    keys.release("b")
    keys.tick()
    assert keyboard.down == set()
    assert HOLD_FRAMES == 3


def test_keys_are_forgotten_at_once_one_or_all():
    keyboard = Keyboard()
    keys = KeyState(keyboard)
    for name in "ABC":
        keys.press(name.lower(), [name])
    keys.release("c")
    keys.forget("a")
    assert keyboard.down == {"B", "C"}
    keys.forget("c")
    keys.forget("none")
    assert keyboard.down == {"B"}
    keyboard.down = {"X"}  # a saved machine has other keys
    keys.again()
    assert keyboard.down == {"B"}
    keys.release_all()
    assert keyboard.down == set()
    for _ in range(2 * HOLD_FRAMES):
        keys.tick()
    assert keyboard.down == set()


def test_a_key_that_comes_back_before_it_was_let_go_stays_down():
    keyboard = Keyboard()
    keys = KeyState(keyboard)
    keys.press("a", ["A"])
    keys.release("a")
    keys.press("a", ["A"])
    for _ in range(10):
        keys.tick()
    assert keyboard.down == {"A"}


def test_shift_lock_is_pressed_once_a_press_and_never_held():
    keyboard = Keyboard()
    keys = KeyState(keyboard)
    for locked in (True, False, True):
        keys.press("caps", ["SHIFT_LOCK", "X"])
        assert (keyboard.locked, keyboard.down) == (locked, {"X"})
        keys.again()
        keys.press("a", ["A"])
        keys.forget("caps")
        assert (keyboard.locked, keyboard.down) == (locked, {"A"})
        keys.forget("a")


class Model:
    """The rules again: what is down, since how many frames, in the order of the presses."""

    def __init__(self):
        self.rows = {}  # host key: [names, symbolic, age, leaving]

    def down(self):
        names = {name for row in self.rows.values() for name in row[0]}
        symbols = [row[0] for row in self.rows.values() if row[1]]
        if symbols:
            names -= {"LSHIFT", "RSHIFT"}
            names |= {"LSHIFT", "RSHIFT"} & set(symbols[-1])
        return names


def test_any_presses_and_releases_hold_what_the_model_holds():
    chance = random.Random(64)
    keyboard, model = Keyboard(), Model()
    keys = KeyState(keyboard)
    known = [(["A"], False), (["LSHIFT"], False), (["RSHIFT"], False), (["LSHIFT", "2"], True),
             (["COLON"], True), (["RSHIFT", "B"], True)]  # fmt: skip
    for _ in range(3000):
        host = chance.randrange(6)
        act = chance.choice(("press", "press", "release", "tick", "tick", "tick", "forget", "all"))
        if act == "press":
            names, symbolic = known[host]
            keys.press(host, names, symbolic)
            model.rows[host] = [names, symbolic, 0, False]
        elif act == "release":
            keys.release(host)
            if host in model.rows:
                model.rows[host][3] = True
        elif act == "tick":
            keys.tick()
            model.rows = {
                host: [names, symbolic, age + 1, leaving]
                for host, (names, symbolic, age, leaving) in model.rows.items()
                if not (leaving and age >= 3)
            }
        elif act == "forget":
            keys.forget(host)
            model.rows.pop(host, None)
        elif chance.random() < 0.2:
            keys.release_all()
            model.rows = {}
        assert keyboard.down == model.down()
