"""Whether the window grows: ``python -m tests.bench.soak [MINUTES] [--real] [--only HABIT ...]``.

The real window on the screen of DISPLAY (Xvfb will do), worked by synthetic events: typing, the
menu and its pages, rewind, saved states and their undo, another disk, looks and borders,
recordings, the keyboard on the screen, a game's joystick, reset and other programs.  MINUTES are
the machine's: without ``--real`` frames follow each other as fast as they come, each of them shown,
and the menu's moments, which are the user's, are as many as in real time.  Memory is what the
process wrote to, after what is free was given back: how much of that glibc keeps is chance, up to
30 MB.  Pages of libraries that nobody wrote to are left out: whether they count as this process's
own depends on who else has the same file open, and 37 MB came and went with other programs.
Growth is told from the first fifth to the end.  With ``--real`` frames are counted that are shown
more than half a frame late, by what the user is at; none may be later than the pace makes up
(emu/shared/pacing.py), as the machine's time would stand still then.  What the computer
itself stood still meanwhile is taken off (stalls.py) and told beside it.
"""

import argparse
import gc
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from emu.shared.pacing import LATE_AT_MOST
from tests.bench.stalls import Stalls, overlap

SAMPLES = 30  # in all
SETTLED = 5  # the first of so many parts is not counted: caches and the way back fill up
BOUND_MB = 8.0  # of growth after that
HALF = 0.5  # of a frame: what is shown later is late
SHOWN = 5  # late frames of a habit
BOUND_LATE = LATE_AT_MOST  # seconds


def memory_mb():
    """Return the resident memory that this process has written to, in MB."""
    with open("/proc/self/smaps_rollup", encoding="ascii") as file:
        rows = dict(line.split()[:2] for line in file.readlines()[1:])
    return (int(rows["Private_Dirty:"]) + int(rows["Shared_Dirty:"])) / 1024


class Lateness:
    """How late an App shows the frames that it paces, by what the user is at.

    frames  how many;  late  {habit: [(seconds, when) of each more than HALF of a frame late]}
    dry     {habit: how often the sound ran dry}
    stalls  [(begin, end)] of the computer's own, in order: see stalls.py
    """

    def __init__(self, app, habit):
        self._app, self._habit = app, habit
        self._run_frame, app._run_frame = app._run_frame, self._timed
        self.frames, self.late, self.dry, self.stalls = 0, {}, {}, []

    def _timed(self):
        sound, pacer = self._app.sound, self._app.pacer
        before = sound.ran_dry
        self._run_frame()
        # What came so late that the pace forgot it is in ``pacer.late`` alone.
        now = time.perf_counter()
        late = max(now - pacer.due, pacer.late)
        self.frames += 1
        if late > HALF * pacer.period:
            self.late.setdefault(self._habit(), []).append((late, now))
        if sound.ran_dry != before:
            self.dry[self._habit()] = self.dry.get(self._habit(), 0) + 1

    def _own(self, late, now):
        """Return how late a frame was without the stalls since the one before it was due."""
        return max(0.0, late - overlap(self.stalls, now - late - self._app.pacer.period, now))

    def beyond(self):
        """Return how many frames were later than BOUND_LATE, and how many by the window alone."""
        late = [frame for frames in self.late.values() for frame in frames]
        return (
            sum(by > BOUND_LATE for by, _ in late),
            sum(self._own(*frame) > BOUND_LATE for frame in late),
        )

    def lines(self):
        """Return what to print."""
        count = sum(map(len, self.late.values()))
        dry = ", ".join(f"{habit} {times}" for habit, times in sorted(self.dry.items()))
        lines = [f"{self.frames} frames at their pace, {count} more than half a frame late; "
                 f"sound ran dry {sum(self.dry.values())} times: {dry or 'never'}"]  # fmt: skip
        for habit, late in sorted(self.late.items()):
            worst = sorted(late, reverse=True)[:SHOWN]
            ms = ", ".join(
                f"{1000 * by:.0f} ({1000 * self._own(by, now):.0f})" for by, now in worst
            )
            lines.append(f"  {habit}: {len(late)}, worst {ms} ms")
        still = sorted((1000 * (end - begin) for begin, end in self.stalls), reverse=True)
        ms = ", ".join(f"{by:.0f}" for by in still[:SHOWN])
        lines.append(f"in brackets without the computer's own stalls: {len(still)}, worst {ms} ms")
        count, own = self.beyond()
        lines.append(
            f"later than {1000 * BOUND_LATE:.0f} ms: {count}; by the window alone: {own}, at most 0"
        )
        return lines


class User:
    """Does to an App what a user does, by a list that begins again and again.

    Each of ``habits`` is a generator: it yields the turns of the App's loop to wait.
    """

    def __init__(self, app, folder, only=(), seed=64):
        import pygame

        self.only = only

        self.app, self.folder, self.pygame = app, Path(folder), pygame
        self.chance = random.Random(seed)
        self.done = dict.fromkeys(self.habits(), 0)
        self.now = ""

    def habits(self):
        """Return the names of what it does."""
        if self.only:
            return list(self.only)
        return sorted(name.removeprefix("do_") for name in dir(self) if name.startswith("do_"))

    def turns(self):
        """Yield for ever, once for each turn of the loop."""
        while True:
            names = self.habits()
            self.chance.shuffle(names)
            for name in names:
                self.done[name] += 1
                self.now = name
                for wait in getattr(self, f"do_{name}")():
                    for _ in range(wait):
                        yield
                yield

    # -- events ------------------------------------------------------------------------

    def key(self, name, mod=0, text="", kinds=("KEYDOWN", "KEYUP")):
        """Let the window see a key."""
        code = self.pygame.key.key_code(name)
        for kind in kinds:
            event = self.pygame.event.Event(
                getattr(self.pygame, kind), key=code, mod=mod, unicode=text, scancode=0
            )
            self.pygame.event.post(event)

    def alt(self, name):
        """Press ALT and a key."""
        self.key(name, self.pygame.KMOD_LALT)

    def click(self, button):
        """Click somewhere in the window."""
        width, height = self.pygame.display.get_window_size()
        place = self.chance.randrange(width), self.chance.randrange(height)
        for kind in (self.pygame.MOUSEBUTTONDOWN, self.pygame.MOUSEBUTTONUP):
            self.pygame.event.post(self.pygame.event.Event(kind, pos=place, button=button))

    # -- habits ------------------------------------------------------------------------

    def do_type(self):
        """Type a line."""
        for char in "print fre(0)":
            self.key("space" if char == " " else char if char.isalnum() else "a", text=char)
            yield 5
        self.key("return")
        yield 30

    def do_menu(self):
        """Go through the menu's pages and back."""
        self.key("f10")
        yield 5
        for _ in range(12):
            self.key(self.chance.choice(("down", "up", "pagedown", "left", "right", "home", "end")))
            yield 3
        for _ in range(4):
            self.key("escape")
            yield 3
        self.key("f10") if self.app.feature_named("Menu").instead_of_frame() else None
        yield 3

    def do_rewind(self):
        """Hold F9 for a while."""
        yield 150
        self.key("f9", kinds=("KEYDOWN",))
        yield 40
        self.key("f9", kinds=("KEYUP",))
        yield 20

    def do_back(self):
        """Five seconds back."""
        yield 100
        self.alt("left")
        yield 20

    def do_slots(self):
        """Save, load, undo, and look at the page."""
        for name in ("c", "l", "u", "e"):
            self.alt(name)
            yield 15
        self.key("escape")
        yield 10

    def do_looks(self):
        """Another look, other borders, twice."""
        for name in ("i", "b", "i", "b", "i", "b"):
            self.alt(name)
            yield 10

    def do_record(self):
        """Record a film, the sound, the inputs, and take a picture."""
        for name in ("g", "f2"):
            self.alt(name)
            yield 40
            self.alt(name)
            yield 10
        self.alt("s")
        yield 5
        for path in self.folder.glob("go64-*"):
            path.unlink(missing_ok=True)

    def do_keys(self):
        """Use the keyboard on the screen."""
        self.alt("o")
        for _ in range(5):
            yield 5
            self.click(1)
        self.alt("o")
        yield 5

    def do_play(self):
        """Start the game again, and use the joystick in it."""
        self.app.load(None)
        yield 600
        for _ in range(20):
            name = self.chance.choice(("[8]", "[2]", "[4]", "[6]", "[0]"))
            self.key(name, kinds=("KEYDOWN",))
            yield 5
            self.key(name, kinds=("KEYUP",))
            yield 5

    def do_program(self):
        """Start a program of one's own."""
        self.app.load(self.folder / "hello.prg")
        yield 300

    def do_disk(self):
        """Put another disk in and list it."""
        self.app.insert(self.folder / "other.d64")
        self.app.machine.type('load"$",8\nlist\n', wait=False)
        yield 250

    def do_reset(self):
        """Press reset."""
        self.alt("r")
        yield 100

    def do_speeds(self):
        """Slow, warp, pause, a single frame."""
        for name in ("down", "up", "w", "w", "p", "right", "right", "p"):
            self.alt(name)
            yield 10
        self.app.paused = self.app.warp = False
        yield 5


def prepare(folder):
    """Make the files that are used."""
    from disk.d64 import D64Image

    (folder / "hello.prg").write_bytes(
        bytes.fromhex("0108 0b08 0a00 99 2036 34 00 0c08 1400 8931 30 00 0000")
    )
    (folder / "other.d64").write_bytes(D64Image.blank(b"OTHER", b"02").to_bytes())


def run(minutes, real, say, only=()):
    """Work a window for so many of the machine's minutes.

    Returns ([(minute, MB)], User, Lateness).
    """
    from emu.cli import parse_arguments
    from emu.host.app import App
    from emu.host.settings import Settings
    from emu.host.trim_heap import trim_heap

    folder = Path.cwd()
    prepare(folder)
    args = parse_arguments(["--basic-prompt"])
    args.settings = Settings()
    app = App(args)
    app.feature_named = lambda name: next(f for f in app.features if type(f).__name__ == name)
    if not real:
        app.pacer.wait = lambda: None
    user = User(app, folder, only)
    lateness = Lateness(app, lambda: user.now)
    does, samples = user.turns(), []
    whole = round(minutes * 60 * app.machine.model.frame_hz)
    every = max(whole // SAMPLES, 1)
    poll, count = app.input.poll, [0]

    def polled():
        if count[0] % every == 0:
            gc.collect()
            trim_heap()
            samples.append((count[0] / app.machine.model.frame_hz / 60, memory_mb()))
            say(*samples[-1])
            app.pacer.restart()  # collecting and measuring is no stall of the window's
        count[0] += 1
        app.quit = count[0] > whole
        next(does)
        poll()
        app.again = None  # another machine is another window: not here
        app.quit = count[0] > whole

    app.input.poll = polled
    with Stalls() as watched:
        app.run()
    lateness.stalls = watched.found
    return samples, user, lateness


def growth(samples):
    """Return by how many MB the memory grew after the first fifth: means of fifths."""
    part = max(len(samples) // SETTLED, 1)
    parts = [samples[at : at + part] for at in range(part, len(samples) - part + 1, part)]
    means = [sum(mb for _, mb in rows) / len(rows) for rows in parts]
    return means[-1] - means[0]


def told(at, mb):
    """Print a sample."""
    print(f"{at:6.1f} min {mb:7.1f} MB", flush=True)


def main():
    """Print memory by the minute, and the growth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minutes", nargs="?", type=float, default=30.0)
    parser.add_argument("--real", action="store_true", help="at the machine's own speed")
    parser.add_argument("--only", nargs="+", default=(), metavar="HABIT", help="of the list")
    options = parser.parse_args()
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            os.environ[name] = folder
        os.chdir(folder)
        samples, user, lateness = run(options.minutes, options.real, told, options.only)
        os.chdir("/")
    found = growth(samples)
    times = ", ".join(f"{name} {count}" for name, count in user.done.items())
    print(f"{time.perf_counter() - begun:.0f} s of the clock; {times}")
    if options.real:
        print(*lateness.lines(), sep="\n")
    print(f"growth after the first fifth: {found:.1f} MB, at most {BOUND_MB:.0f}")
    return int(found > BOUND_MB or (options.real and lateness.beyond()[1] > 0))


if __name__ == "__main__":
    sys.exit(main())
