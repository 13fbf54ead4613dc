"""The application with a window: one loop that runs, shows and sounds a frame at a time."""

from __future__ import annotations

import copy
import os
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from c64.errors import AutostartError, Go64Error
from disk.loader import open_media
from emu.errors import HostError
from emu.host.trim_heap import trim_heap
from emu.language.translation import translated, use
from emu.process.signals import unbroken
from emu.shared.disks import (
    BUNDLED_GAME,
    is_bundled,
    leave_folders_aside,
    tell_protection,
)
from emu.shared.jam import after_jam
from emu.shared.recording_file import is_recording, open_recording
from emu.shared.setup import (
    KeyScript,
    file_to_start,
    make_machine,
    open_monitors,
    restart,
    start_file,
    tick_start,
    wants_monitor,
)
from emu.shared.state.restore import is_state_file
from emu.shared.strays import StrayWatch

if TYPE_CHECKING:
    from argparse import Namespace

    import pygame

    from c64.api_views import FilePath
    from disk.sid import SidTune
    from emu.host.actions import Action
    from emu.host.feature import F, Feature
    from emu.host.media.progress import Progress
    from emu.host.picture.overlay import Part
    from emu.host.settings import Settings
    from emu.host.types import Picture, Samples
    from emu.kit.symbols import Symbols
    from emu.monitor.debugger import Debugger
    from emu.shared.setup import Controller

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
for driver in ("X11", "WAYLAND"):  # the name by which packaging/go64.desktop knows the window
    os.environ.setdefault(f"SDL_VIDEO_{driver}_WMCLASS", "go64")

ICON = Path(__file__).with_name("go64.png")
PAUSED = "paused: ALT+P resumes"
HINT_MONITOR = "monitor: in the terminal; x returns"
HELD_PICTURE = 0.02  # seconds in which a client's commands run before the window is shown again
HELD_SAY = 80  # frames between two hints that a client holds the machine
WARP_SHOW_EVERY = 0.05  # seconds between pictures while warping


class App:
    """The machine, its window, its sound and what the user does to them.

    It is an emu.host.feature.AppProtocol, which names what its features may use.
    """

    def __init__(self, args: Namespace) -> None:
        import pygame

        from emu.host.actions import Actions
        from emu.host.features import FEATURES
        from emu.host.input.input import Input
        from emu.host.media.library import Library
        from emu.host.picture.feature import geometry_of, look_of
        from emu.host.picture.overlay import Overlay
        from emu.host.picture.window import Window
        from emu.host.settings import load_settings, sweep_own_folders
        from emu.host.sound.output import SoundOut
        from emu.host.timing.vsync import waits_wanted
        from emu.host.worker import Worker
        from emu.shared.pacing import Pacer

        self.pygame = pygame
        self.args = args
        self.settings: Settings = load_settings() if args.settings is None else args.settings
        if args.settings is None:
            self.settings.take(args, merged=False)
        use(self.settings.language)
        self.sound = SoundOut(enabled=not args.mute, name=self.settings.sound_device)
        self.machine = make_machine(args, self.sound.rate)
        self.machine.drives[8].notice = self.tell
        self._strays = StrayWatch(self.machine, self.tell)
        self.quit = False
        self._load_progress: Progress | None = None
        self.paused = self._in_monitor = False
        self.warp: bool = args.warp
        self.symbols: Symbols | None = None
        self._held_for, self._shown = 0, 0.0
        self.started = file_to_start(args)  # the path of what runs, None for BASIC or a cartridge
        self.start = start_file(args, self.machine, translated)
        leave_folders_aside(self.machine)
        self.worker = Worker()
        self.worker.do(sweep_own_folders)
        self.library = Library(worker=self.worker)
        self.again: Namespace | None = (
            None  # the options with which to start again, once this App has ended
        )
        self._keys = KeyScript(self.machine, args.keys)
        try:
            self.window = Window(
                "GO 64",
                geometry_of(self.machine),
                self.machine.screen.palette,
                scale=args.scale,
                fullscreen=args.fullscreen,
                look=look_of(self.settings),
                waits_for=partial(waits_wanted, self.settings.vsync, self.machine.model.frame_hz),
            )
        except pygame.error as error:
            raise HostError(
                f"cannot open a window ({error}); use --headless if there is no screen"
            ) from None
        self.window.put_icon(pygame.image.load(str(ICON)))
        self.muted = not self.settings.sound
        self.pacer = Pacer(self.machine.model.frame_hz, self.sound)
        self.actions = Actions()
        self.overlay = Overlay(self.machine.roms.chargen, self.actions)
        self.overlay.large = self.settings.large_text
        self.input = Input(self)
        self.actions.add(*self._actions(), *self.input.actions())
        # Here mypy sees that App is an AppProtocol.
        self.features: list[Feature] = [make(self) for make in FEATURES]
        for feature in self.features:
            self.actions.add(*feature.actions())
        self.input.take_keys(self.actions)
        self.debugger = self._make_debugger()
        self.remote = self._make_remote()
        if not self.settings.help_seen:
            self.overlay.welcome(self.settings.joy_port)
            self.settings.help_seen = True
        for feature in self.features:
            feature.ready()

    def _actions(self) -> tuple[Action, ...]:
        """Return the Actions that the application itself brings."""
        from emu.host.actions import Action, on_off

        return (
            Action("help", "this help", self.help, plain="F12", group="help"),
            Action(
                "warp", "warp", self.swap_warp, "w", group="time", state=lambda: on_off(self.warp)
            ),
            Action(
                "pause",
                "pause",
                self.swap_pause,
                "p",
                group="time",
                state=lambda: on_off(self.paused),
            ),
            Action("monitor", "monitor", self.monitor, "d"),
            Action("reset", "reset", self.reset, "r"),
            Action(
                "freeze",
                "freeze",
                self.freeze,
                "z",
                enabled=lambda: self.args.config.cart is not None,
            ),
            Action(
                "fullscreen",
                "full screen",
                self.window.toggle_fullscreen,
                "f",
                "F11",
                "picture",
                lambda: on_off(self.window.fullscreen),
            ),
            Action(
                "sound",
                "sound on/off",
                self.swap_sound,
                "a",
                group="sound",
                state=lambda: on_off(not self.muted),
            ),
            Action("quit", "quit", self.leave, "q", group="quit"),
        )

    def feature(self, kind: type[F]) -> F:
        """Return the feature of a class."""
        return next(f for f in self.features if isinstance(f, kind))

    def help(self) -> None:
        """List all keys: large letters and small windows have room for them in the menu only."""
        window, overlay = self.window, self.overlay
        shown = overlay.help_shown
        if not shown and (
            overlay.large or not overlay.help_fits(window.foot_width, window.foot_height)
        ):
            from emu.host.menu.menu import Menu

            self.feature(Menu).open("Help")
        else:
            overlay.toggle_help()

    def leave(self) -> None:
        """Close the window after this frame."""
        self.quit = True

    def swap_warp(self) -> None:
        """Begin or end warp."""
        self.warp = not self.warp
        self.overlay.say(f"warp {'on' if self.warp else 'off'}")

    def swap_pause(self) -> None:
        """Pause or go on."""
        self.paused = not self.paused

    def swap_sound(self) -> None:
        """Switch the sound on or off."""
        self.muted = not self.muted
        self.overlay.say(f"sound {'off' if self.muted else 'on'}")

    def _make_debugger(self) -> Debugger | None:
        """Return the Debugger, or None if the monitor cannot look at this machine.

        It always runs along, so that ALT+D can go back to what happened before.
        """
        if self.machine.config.cpu != "exact":
            return None
        from emu.monitor.debugger import Debugger

        return Debugger(self.machine, self._feed)

    def _make_remote(self) -> Controller | None:
        """Return the monitors of clients, None if the options want none."""
        if not wants_monitor(self.args) or self.debugger is None:  # the latter is refused
            return None
        from emu.kit.symbols import labels_of
        from emu.monitor.vice.targets.window import AppHost

        labels = labels_of(self._read_symbols())
        return open_monitors(self.args, self.debugger, AppHost(self), labels)

    def _read_symbols(self) -> Symbols:
        """Return the Symbols that the options name; they are read once."""
        if self.symbols is None:
            from emu.shared.setup import read_symbols

            self.symbols = read_symbols(self.args)
        return self.symbols

    def guarded(self, function: Callable[[], object], path: object = None) -> bool:
        """Call a function; its error becomes a message.  Returns whether it succeeded.

        path  the file that it is about, if any: the message has its name without the folder
        """
        try:
            function()
        except (Go64Error, OSError, ValueError) as error:
            message = str(error)
            if isinstance(path, str | os.PathLike):
                message = message.replace(str(path), Path(path).name)
            self.overlay.say(message)
            return False
        return True

    def load(
        self, path: FilePath | None = None, program: bytes | None = None, song: int | None = None
    ) -> bool:
        """Start a file, or for None the game that comes with GO 64: power-on, then autostart.

        Returns whether it succeeded; if not, a message says why.

        program  name of the program on a disk, None: the first
        song     of a tune, from 0; None: the one with which it begins

        A cartridge needs another machine: this App ends, and the next one has it.
        """
        file = Path(BUNDLED_GAME if path is None else path)
        return self.guarded(lambda: self._load(file, program, song), file)

    def _load(self, path: Path, program: bytes | None, song: int | None) -> None:
        self.worker.wait()  # the file may just be being written
        if is_recording(path):
            found = open_recording(path)
            self.start_again(replay=str(path), recording=found, file=None, basic_prompt=True)
            return
        media = open_media(path)
        if media.kind == "cartridge":
            self.start_again(file=None, basic_prompt=False, cart=media)
            return
        if media.kind == "tune" and not self._plays(media):
            self.start_again(file=str(path), basic_prompt=False, sids=media.more_sids)
            return
        self.start = restart(
            self.args, self.machine, path, program=program, song=song, say=translated
        )
        self.args.file, self.args.basic_prompt, self.started = str(path), False, path
        self.args.replay, self.args.recording, self.args.more_files = None, None, []
        self.paused = False  # people who start a file want to see it run
        self.overlay.say(path.name)  # first: a feature may have more to say about the file
        self.machine_restarted()

    def _plays(self, tune: SidTune) -> bool:
        """Tell whether the machine has all SIDs that a tune is for, where it wants them."""
        there = {sid.address for sid in self.machine.sids}
        return there.issuperset(at for at, _ in tune.more_sids)

    def insert(self, path: FilePath, device: int = 8) -> None:
        """Put a disk into a drive while the machine runs on."""
        from emu.host.media.disk_swap import Flip

        protected = self.args.read_only or is_bundled(path)
        if self.attach(device, path, protected):
            if device == 8:
                self.feature(Flip).look(Path(path))
            kept = not tell_protection(self.machine.drives[device].image)
            self.overlay.say(f"drive {device}{'' if kept else ', read-only'}: {Path(path).name}")

    def attach(
        self, device: int, media: object, read_only: bool = False, kind: str | None = None
    ) -> bool:
        """Attach as ``drives[n].attach`` does, and show the drive's notices; returns success."""
        slot = self.machine.drives[device]
        done = self.guarded(lambda: slot.attach(media, read_only, kind), media)
        if done:
            self.watch(device)
        return done

    def watch(self, device: int) -> None:
        """Tell the user from now on what goes wrong in a drive."""
        self.machine.drives[device].notice = self.tell
        leave_folders_aside(self.machine)

    def start_again(self, **changes: object) -> None:
        """End, and start again with other options and therefore another machine.

        If the options contradict each other, a message says so, and the machine runs on.

        changes  options, fields of the MachineConfig among them
        """
        self.guarded(lambda: self._prepare_again(changes))

    def _prepare_again(self, changes: dict[str, object]) -> None:
        names = {field.name for field in fields(self.args.config)}
        parts = {name: value for name, value in changes.items() if name in names}
        args = copy.copy(self.args)
        args.replay = args.recording = args.record = None
        if parts and is_state_file(args.file):
            # A save state has its own model: another one begins at the prompt, with its disk.
            path = getattr(self.machine.drives[8].image, "path", None)
            args.file, args.basic_prompt, args.drive8 = None, True, path and str(path)
        args.__dict__.update(changes, config=replace(self.args.config, **parts))
        args.said_parts = {*self.args.said_parts, *parts}  # they win over what a file has
        args.settings, args.keys = self.settings, None  # --keys were typed at the first start
        self.again = args
        self.leave()

    def machine_restarted(self) -> None:
        """Tell all features that the machine was switched off and on, or its state replaced."""
        leave_folders_aside(self.machine)
        if self.debugger is not None:
            self.debugger.restarted()
        for feature in self.features:
            feature.restarted()
        trim_heap()

    def tell(self, line: str) -> None:
        """Print a line on stderr and show it over the picture; from any thread."""
        print(f"go64: {line}", file=sys.stderr)
        self.overlay.say(line)

    def reset(self) -> None:
        """Press the reset button."""
        self.start = None
        self.machine.reset()
        self.machine_changed()
        self.overlay.say("reset")

    def freeze(self) -> None:
        """Press the freeze button of the cartridge."""
        frozen = self.machine.freeze()
        self.machine_changed()
        self.overlay.say("freeze" if frozen else self.machine.cartridge.unfrozen)

    def machine_changed(self) -> None:
        """Tell the debugger that the machine was altered from outside, and not by pressing keys."""
        if self.debugger is not None:
            self.debugger.changed()

    def monitor(self, reason: str = "") -> None:
        """Pause the machine and open the monitor on the terminal until the user leaves it."""
        if self.debugger is None:
            self.overlay.say("the monitor needs --cpu exact")
            return
        if not sys.stdin or sys.stdin.closed:
            self.overlay.say("the monitor needs a terminal")
            return
        if self.remote is not None and self.remote.holding:
            self.overlay.say("stopped by a debugger")
            return
        from emu.host.terminal import WindowMonitor

        self.overlay.say(HINT_MONITOR)
        monitor = WindowMonitor(self.debugger, self._read_symbols(), reason)
        monitor.start()
        self._in_monitor = True
        while monitor.running():
            self.input.wait()
            self._rest()
        self._in_monitor = False
        monitor.finish()
        self.debugger.hold()
        self.machine.audio()
        self.pacer.restart()

    def loading(self) -> bool:
        """True while an autostart works: warped and silent."""
        return self.start is not None and not self.start.settled

    def run(self) -> int:
        """Run until the user quits; returns the exit status."""
        try:
            while not self.quit:
                if self.paced():
                    self.pacer.wait()  # first: what the user does meanwhile goes into the frame
                self.input.poll()
                if self.remote is not None and self.remote.poll():
                    self._held(self.remote)
                    continue
                self._held_for = 0
                if any([f.instead_of_frame() for f in self.features]) or self.paused:
                    self._rest()
                elif self._hurried():
                    self._run_fast()
                else:
                    self._run_frame()
        except BaseException:
            with suppress(Exception):  # the first error is the one to report
                self.close()
            raise
        self.close()
        return 0

    def paced(self) -> bool:
        """True while frames come at the machine's own pace."""
        held = self.remote is not None and self.remote.holding
        return not (self.paused or held or self._hurried())

    def _hurried(self) -> bool:
        """True while the machine need not keep its pace."""
        stepping = self.remote is not None and self.remote.stepping
        return self.warp or stepping or self.loading()

    def _held(self, remote: Controller) -> None:
        """Keep the window alive while a client of the monitor has stopped the machine."""
        self._held_for += 1
        if self._held_for % HELD_SAY == HELD_SAY // 2:
            self.overlay.say("stopped by a debugger")
        until = time.perf_counter() + HELD_PICTURE
        while remote.holding and (left := until - time.perf_counter()) > 0:
            remote.wait(left)
            remote.poll()
        self._show_at_times()
        self.machine.audio()
        self.pacer.restart()

    def _rest(self) -> None:
        # the monitor runs the machine in its own thread
        with nullcontext() if self.debugger is None else self.debugger.lock:
            picture = self._picture()
        self.window.show(picture, self._lay_over(), self._foot())
        if not any(feature.plays for feature in self.features):
            self.sound.restart()
        if not self.paced():
            time.sleep(0.02)
            self.pacer.restart()

    def _picture(self) -> Picture:
        """Return the picture to show, uint8 palette indices: a feature's or the machine's."""
        found = (feature.picture() for feature in self.features)
        picture = next((p for p in found if p is not None), None)
        return self.window.cut(self.machine.screen) if picture is None else picture

    def _feed(self) -> bool:
        """Do the next step of the autostart; returns True if it wrote into memory."""
        start = self.start
        if start is None or start.settled:
            self._keys.tick(start is not None)
            return False
        try:
            return tick_start(self.machine, start)
        except AutostartError as error:
            self.start = None
            self.overlay.say(str(error))
            return False

    def _advance(self) -> None:
        """Run one frame, or to a breakpoint, which opens the monitor."""
        for feature in self.features:
            feature.before_frame()
        limits = [at for f in self.features if (at := f.limit()) is not None]
        limit = min(limits, default=None)
        if after_jam(self.machine, self.args.jam_action):
            self.leave()
        if self.debugger is None:
            self._feed()
            self.machine.tick(limit=limit)
            self._strays.look()
            return
        was_jammed = self.machine.jammed
        runner = self.debugger if self.remote is None else self.remote
        stop = runner.run_frame() if limit is None else runner.run_frame(limit=limit)
        self._strays.look()
        if stop is not None and stop.kind == "jam":
            self.machine.tick(limit=limit)
            if self.args.jam_action == "monitor" and not was_jammed:
                self.monitor(stop.text)
        if stop is not None and stop.breakpoint is not None:
            self._show()
            self.monitor(stop.text)

    def _run_fast(self) -> None:
        """Run as fast as it goes until the next picture is due; the first is due at once."""
        while not (self.remote is not None and self.remote.poll()):
            with unbroken:
                self._advance()
                self._sounded()
            due = time.perf_counter() - self._shown >= WARP_SHOW_EVERY
            if due or self.paused or not self._hurried():
                break
        self._show_at_times()
        self.pacer.restart()

    def _run_frame(self) -> None:
        with unbroken:
            self._advance()
            samples = self._sounded()
        for feature in self.features:
            samples = feature.sound(samples)
        if not self.muted:
            self.sound.push(samples)
        else:
            self.sound.push(samples * 0)
        self._show()
        self.pacer.shown(self.window.flipped_at)

    def _sounded(self) -> Samples:
        """Return the frame's sound, after passing it to the features."""
        samples = self.machine.audio()
        for feature in self.features:
            feature.after_frame(samples)
        return samples

    def _show_at_times(self) -> None:
        """Show the picture, but not after each step of a client."""
        if time.perf_counter() - self._shown >= HELD_PICTURE:
            self._show()

    def _show(self) -> None:
        self._shown = time.perf_counter()
        self.window.show(self._picture(), self._lay_over(), self._foot())
        self.window.set_title(self._title())

    def _lay_over(self) -> pygame.Surface | None:
        """Return the Surface to lay over the picture, or None: a feature's goes first."""
        laid = (feature.overlay() for feature in self.features)
        return next((s for s in laid if s is not None), None) or self.overlay.surface()

    def _foot(self) -> pygame.Surface | None:
        """Return the Surface for the foot of the window (message, loading), or None.

        Nothing covers what is being read: a message waits until the help is gone.
        """
        if self.overlay.help_shown:
            return None
        message = self.overlay.message
        self.overlay.tick()
        if any(feature.shows_messages for feature in self.features):
            return None
        loading = None
        if self.loading():
            loading = (self.started.name if self.started else "", self._progress())
        if not message and (self._in_monitor or self.paused):
            message = translated(HINT_MONITOR if self._in_monitor else PAUSED)
        status: tuple[Part, ...] = ()
        if not self.overlay.welcomes:
            status = tuple(part for feature in self.features for part in feature.status())
        self.window.raised = max((feature.at_foot for feature in self.features), default=0)
        size = self.window.foot_width, self.window.foot_height
        return self.overlay.foot(size[0], message, loading, status, size[1])

    def _progress(self) -> tuple[int, int] | None:
        """Return (blocks loaded, blocks in all) of the LOAD in progress, or None."""
        from emu.host.media.progress import Progress

        if self.start is None:
            return None
        if self._load_progress is None or self._load_progress.start is not self.start:
            self._load_progress = Progress(self.start)
        return self._load_progress.now()

    def _title(self) -> str:
        words = ["GO 64"]
        if self.machine.jammed:
            words.append(f"CPU jammed at ${self.machine.registers.pc:04X}: ALT+R resets")
        elif self.remote is not None and self.remote.holding:
            words.append("stopped by a debugger")
        elif self.loading():
            words.append("loading")
        elif self.warp:
            words.append("warp")
        if self.paused:
            words.append("paused")
        words += [title for feature in self.features if (title := feature.title())]
        return " - ".join(map(translated, words))

    def close(self) -> None:
        """Write back disks and settings, release the devices."""
        from emu.host.headless import save_screenshot
        from emu.host.settings import save_settings

        with ExitStack() as steps:  # each is done even if another fails; the last one first
            if self.again is None:
                steps.callback(self.pygame.quit)
            if self.args.exit_screenshot and self.again is None:
                steps.callback(save_screenshot, self.machine, self.args.exit_screenshot)
            steps.callback(lambda: save_settings(self.settings))
            steps.callback(self.input.pads.close)
            steps.callback(self.sound.close)
            if self.remote is not None:
                steps.callback(self.remote.close)
            steps.callback(self.worker.wait)
            steps.callback(self.machine.flush)
            for feature in reversed(self.features):
                steps.callback(feature.close)
            self.settings.sound = not self.muted


def run_app(args: Namespace) -> int:
    """Open the window and run; returns the exit status."""
    while True:
        app = App(args)
        status = app.run()
        if app.again is None:
            return status
        args = app.again
