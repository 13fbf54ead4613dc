"""A typist for the keyboard matrix: turns text and braces into keys held for some frames.

Script: every character is typed; ``\\n`` is RETURN; braces hold what has no character:

    {F1} {CLR} {STOP} {LEFT} ...   a key by its name (c64.input.keyboard), combinations with +
    {wait 50}                      frames in which nothing is pressed
    {joy2 fire} {joy1 up+fire 20}  a joystick's directions, held 6 or the given frames

The KERNAL looks at the keyboard 60 times a second, so a key held for three frames and
followed by three free ones is seen once by it and by any scanner of a game.
"""

import re

from c64.input.keyboard import keys_for_char, keys_for_name

TYPIST_HOLD = 3
TYPIST_GAP = 3
TYPIST_JOY_HOLD = 6
_TOKEN = re.compile(r"\{([^{}]*)\}|([\s\S])")
_JOY = re.compile(r"joy([12])\s+([a-z+]+)(?:\s+(\d+))?$", re.IGNORECASE)
_WAIT = re.compile(r"wait\s+(\d+)$", re.IGNORECASE)


def parse_keys(text):
    """Return the steps of a script: tuples ("keys", names), ("wait", frames) or
    ("joy", port, directions, frames).

    Raises ValueError, one line, for what the keyboard does not have.
    """
    steps = []
    for match in _TOKEN.finditer(text.replace("\r\n", "\n")):
        brace, char = match.groups()
        if brace is None:
            keys = keys_for_char(char)
            if keys is None:
                raise ValueError(f"keys: the C64 keyboard has no {char!r}")
            steps.append(("keys", tuple(keys)))
        else:
            steps.append(_parse_brace(brace.strip()))
    return steps


def _parse_brace(word):
    wait = _WAIT.match(word)
    if wait:
        return ("wait", int(wait.group(1)))
    joy = _JOY.match(word)
    if joy:
        directions = tuple(joy.group(2).lower().split("+"))
        for direction in directions:
            if direction not in ("up", "down", "left", "right", "fire"):
                raise ValueError(
                    f"keys: no switch is called '{direction}'; use up, down, left, right, fire"
                )
        return ("joy", int(joy.group(1)), directions, int(joy.group(3) or TYPIST_JOY_HOLD))
    names = []
    for name in word.split("+"):
        keys = keys_for_name(name.strip())
        if keys is None:
            raise ValueError(f"keys: no key is called '{{{word}}}'")
        names += keys
    return ("keys", tuple(names))


class Typist:
    """Feeds a script to a keyboard and joysticks, one ``tick()`` a frame."""

    def __init__(self, keyboard, controls=None):
        self._keyboard = keyboard
        self._controls = controls
        self.clear()

    def clear(self):
        """Forget what is left to type (keys that are down go up at the next tick)."""
        self._steps = []
        self._down = ()
        self._wait = 0

    def stop(self):
        """Forget what is left to type, and let go of the keys that are down."""
        if self._down:
            self._release()
        self.clear()

    @property
    def busy(self):
        """True while something is left to type or a key is down."""
        return bool(self._steps or self._down or self._wait)

    def type(self, text):
        """Append a script; ValueError if it cannot be typed."""
        self._steps += parse_keys(text)

    def tick(self):
        """Do what is due before the next frame."""
        if self._wait:
            self._wait -= 1
            return
        if self._down:
            self._release()
            self._wait = TYPIST_GAP - 1
            return
        if self._steps:
            self._begin(self._steps.pop(0))

    def _begin(self, step):
        if step[0] == "wait":
            self._wait = max(step[1] - 1, 0)
        elif step[0] == "keys":
            for name in step[1]:
                self._keyboard.press(name)
            self._down, self._wait = step, TYPIST_HOLD - 1
        else:
            for direction in step[2]:
                self._controls.joystick(step[1]).press(direction)
            self._down, self._wait = step, step[3] - 1

    def _release(self):
        step, self._down = self._down, ()
        if step[0] == "keys":
            for name in step[1]:
                self._keyboard.release(name)
        else:
            for direction in step[2]:
                self._controls.joystick(step[1]).release(direction)
