"""An App of parts that only note what they are asked for, and features that do the same."""

from argparse import Namespace
from types import SimpleNamespace

import numpy as np

from c64.config import MachineConfig
from emu.host.app import App
from emu.host.feature import Feature

SAMPLES = np.array([1, -2, 3], dtype=np.int16)


class Clock:
    """Seconds that pass only when somebody sleeps or waits."""

    def __init__(self):
        self.now, self.slept = 100.0, []

    def perf_counter(self):
        return self.now

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds


class Parts(App):
    """An App of parts that note what they are asked for, in ``log``."""

    def __init__(self, clock, **values):
        self.log, self.clock = [], clock
        note = self.noting
        self.machine = SimpleNamespace(
            jammed=False, registers=SimpleNamespace(pc=0xABC), screen="screen", cartridge=None,
            tick=note("tick"), audio=note("audio", SAMPLES), flush=note("flush"),
            reset=note("reset"), drives={8: SimpleNamespace(), 9: SimpleNamespace()},
        )  # fmt: skip
        self.window = SimpleNamespace(
            cut=lambda screen: f"cut {screen}", show=note("show"), set_title=note("title"),
            flipped_at=7.5, foot_width=99, foot_height=88,
        )  # fmt: skip
        self.overlay = SimpleNamespace(
            say=note("say"), message="", tick=note("overlay tick"), surface=lambda: "the overlay",
            help_shown=False, welcomes=False,
            foot=lambda *words: words,
        )  # fmt: skip
        self.sound = SimpleNamespace(push=note("push"), restart=note("quiet"), close=note("sound"))
        self.pacer = SimpleNamespace(
            wait=note("wait"), restart=note("pacer"), shown=note("shown"), period=0.02
        )
        self.input = SimpleNamespace(
            poll=note("poll"), wait=note("input"), pads=SimpleNamespace(close=note("pads"))
        )
        self.worker = SimpleNamespace(wait=note("worker"))
        self._keys = SimpleNamespace(tick=note("keys"))
        self._strays = SimpleNamespace(look=note("strays"))
        self.args = Namespace(
            jam_action="continue", exit_screenshot=None, read_only=False, file=None,
            config=MachineConfig(), said_parts=set(),
        )  # fmt: skip
        self.settings = SimpleNamespace(sound=None)
        self.pygame = SimpleNamespace(quit=note("pygame"))
        self.features, self.start, self.started = [], None, None
        self.debugger = self.remote = self.again = self._load_progress = self.symbols = None
        self._in_monitor = self.paused = self.warp = self.muted = self.quit = False
        self._shown, self._held_for = clock.now, 0
        self.__dict__.update(values)

    def noting(self, name, answer=None):
        def call(*words, **more):
            self.log.append((name, *words, *more.items()) if words or more else name)
            return answer

        return call


class Noted(Feature):
    """A feature that notes the moments at which it is asked, with its name before them."""

    def __init__(self, app, name, **answers):
        super().__init__(app)
        self.name, self.answers = name, answers

    def note(self, moment, answer=None):
        self.app.log.append(f"{self.name} {moment}")
        return self.answers.get(moment, answer)

    plays = property(lambda self: self.answers.get("plays", False))
    shows_messages = property(lambda self: self.answers.get("shows_messages", False))

    def before_frame(self):
        self.note("before")

    def limit(self):
        return self.answers.get("limit")

    def after_frame(self, samples):
        assert samples is SAMPLES
        self.note("after")

    def sound(self, samples):
        return samples + self.answers.get("sound", 0)

    def instead_of_frame(self):
        return self.note("instead", False)

    def picture(self):
        return self.answers.get("picture")

    def overlay(self):
        return self.answers.get("overlay")

    def title(self):
        return self.answers.get("title", "")

    def status(self):
        return self.answers.get("status", ())

    def restarted(self):
        self.note("restarted")

    def close(self):
        self.note("close")


def remote(**values):
    """Return what stands for a debugger's client."""
    there = SimpleNamespace(holding=False, stepping=False, poll=lambda: False, log=[])
    there.__dict__.update(values)
    return there


def loading(settled=False):
    return SimpleNamespace(settled=settled)
