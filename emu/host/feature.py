"""Features: parts of the window that do one thing each, such as rewind, recording, the menu.

The App makes each one of ``emu.host.features.FEATURES`` and calls the methods of Feature.
AppProtocol is what a feature may use of the App; importing the App itself would be circular.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Hashable, Mapping, Sequence
    from pathlib import Path

    import pygame

    from c64.api import C64
    from c64.api_views import FilePath
    from c64.autostart import Autostart
    from emu.host.actions import Action, Actions
    from emu.host.media.library import Library
    from emu.host.menu.page import Page
    from emu.host.picture.overlay import Overlay
    from emu.host.picture.window import Window
    from emu.host.settings import Settings
    from emu.host.sound.output import SoundOut
    from emu.host.types import Picture, Samples
    from emu.host.worker import Worker
    from emu.monitor.debugger import Debugger
    from emu.shared.pacing import Pacer
    from emu.shared.setup import Controller

F = TypeVar("F", bound="Feature")


class InputProtocol(Protocol):
    """What a feature uses of emu.host.input.input.Input, which documents it."""

    def restored(self) -> None: ...
    def release_all(self) -> None: ...
    def press_keys(self, host: Hashable, *names: str) -> None: ...
    def release_keys(self, host: Hashable) -> None: ...
    def play(self, keys: Sequence[str], moves: Mapping[int, set[str]]) -> None: ...
    def put_shift_lock(self, down: bool) -> None: ...
    def shortcut(self, event: pygame.event.Event) -> bool: ...
    def menu_step(self, event: pygame.event.Event) -> str | None: ...
    def held_directions(self) -> set[str]: ...
    def mouse_in_use(self) -> bool: ...
    def free_mouse(self, free: bool, who: str) -> None: ...


class AppProtocol(Protocol):
    """What a feature, the menu and the input use of emu.host.app.App, which documents it.

    start   the current or finished Autostart, None after a reset and for BASIC
    warp paused muted   as chosen by the user; setting one is enough
    """

    start: Autostart | None
    warp: bool
    paused: bool
    muted: bool

    @property
    def args(self) -> Namespace: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def machine(self) -> C64: ...
    @property
    def started(self) -> Path | None: ...
    @property
    def window(self) -> Window: ...
    @property
    def overlay(self) -> Overlay: ...
    @property
    def sound(self) -> SoundOut: ...
    @property
    def input(self) -> InputProtocol: ...
    @property
    def actions(self) -> Actions: ...
    @property
    def features(self) -> Sequence[Feature]: ...
    @property
    def library(self) -> Library: ...
    @property
    def worker(self) -> Worker: ...
    @property
    def pacer(self) -> Pacer: ...
    @property
    def debugger(self) -> Debugger | None: ...
    @property
    def remote(self) -> Controller | None: ...

    def feature(self, kind: type[F]) -> F: ...
    def tell(self, line: str) -> None: ...
    def guarded(self, function: Callable[[], object], path: object = None) -> bool: ...
    def loading(self) -> bool: ...
    def paced(self) -> bool: ...
    def leave(self) -> None: ...
    def load(
        self, path: FilePath | None = None, program: bytes | None = None, song: int | None = None
    ) -> bool: ...
    def insert(self, path: FilePath, device: int = 8) -> None: ...
    def attach(
        self, device: int, media: object, read_only: bool = False, kind: str | None = None
    ) -> bool: ...
    def watch(self, device: int) -> None: ...
    def start_again(self, **changes: object) -> None: ...
    def machine_restarted(self) -> None: ...
    def machine_changed(self) -> None: ...


class Feature:
    """Does nothing; a feature overrides the methods that it needs.

    app  AppProtocol; its machine, settings, args, overlay, actions, window and sound
         are there, other features by ``app.feature(CLASS)``
    """

    def __init__(self, app: AppProtocol) -> None:
        self.app = app

    @property
    def plays(self) -> bool:
        """True while it plays its own sound instead of a frame's."""
        return False

    @property
    def shows_messages(self) -> bool:
        """True while it shows ``app.overlay.message`` itself, because it covers the foot."""
        return False

    @property
    def at_foot(self) -> int:
        """The pixels at the window's foot that it occupies: messages are shown above them."""
        return 0

    def status(self) -> Sequence[tuple[str, tuple[int, int, int]]]:
        """Return [(text, colour)] for the status line, () for none."""
        return ()

    def actions(self) -> Sequence[Action]:
        """Return the Actions that this feature brings."""
        return ()

    def pages(self) -> Sequence[Page]:
        """Return its own menu pages (emu.host.menu.page.Page), such as slots with pictures."""
        return ()

    def ready(self) -> None:
        """Called when everything is made, before the first frame."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event of pygame before the machine; True keeps it from the machine."""
        return False

    def before_frame(self) -> None:
        """Called before a frame runs; not while the machine is paused or held."""

    def limit(self) -> int | None:
        """Return the cycle at which the next frame should end early, or None."""
        return None

    def after_frame(self, samples: Samples) -> None:
        """Called after a frame; ``samples`` are its int16 sound, before mute and volume."""

    def sound(self, samples: Samples) -> Samples:
        """Return the sound to play for a frame's sound, int16; empty for nothing yet."""
        return samples

    def title(self) -> str:
        """Return a few words for the window's title, or ""."""
        return ""

    def instead_of_frame(self) -> bool:
        """Return True to keep the machine from running now: the picture is shown again.

        Called while the machine is paused, too.
        """
        return False

    def picture(self) -> Picture | None:
        """Return a picture, uint8 palette indices, to show instead of the machine's, or None."""
        return None

    def overlay(self) -> pygame.Surface | None:
        """Return a Surface to lay over the picture now, or None.

        It is shown at the scale of the picture, in the middle; one as large as the window
        (``app.window.pixels``) is laid over it unchanged.  If its content changes, it must be
        another Surface.
        """
        return None

    def restarted(self) -> None:
        """Called when the machine was switched off and on, or its state replaced."""

    def close(self) -> None:
        """Called when the window closes."""
