"""A part of the window that does one thing: rewind, recording, the menu ...

The App makes each one of ``emu.host.features.FEATURES`` and calls it at the moments of Feature.
AppProtocol is what a feature may use of the App: to import the App itself would be a circle.
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
    """What a feature uses of emu.host.input.input.Input, which says what each does."""

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
    """What a feature, the menu and the input use of emu.host.app.App, which says what each does.

    start   the Autostart under way or done, None after a reset and for BASIC
    warp paused muted   as the user has them; to set one is all there is to do
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
    """Does nothing at any moment; a feature overrides what it needs.

    app  AppProtocol; its machine, settings, args, overlay, actions, window and sound
         are there, other features by ``app.feature(CLASS)``
    """

    def __init__(self, app: AppProtocol) -> None:
        self.app = app

    @property
    def plays(self) -> bool:
        """True while it plays sound of its own instead of a frame's."""
        return False

    @property
    def shows_messages(self) -> bool:
        """True while it shows ``app.overlay.message`` itself: it covers the foot of the picture."""
        return False

    @property
    def at_foot(self) -> int:
        """How many pixels of the window's foot it has for itself: messages lie above them."""
        return 0

    def status(self) -> Sequence[tuple[str, tuple[int, int, int]]]:
        """Return (text, colour) of what the status line says, () for no line."""
        return ()

    def actions(self) -> Sequence[Action]:
        """Return the Actions that this feature brings."""
        return ()

    def pages(self) -> Sequence[Page]:
        """Return menu pages of its own (emu.host.menu.page.Page), such as slots with pictures."""
        return ()

    def ready(self) -> None:
        """Everything is made; the first frame comes next."""

    def handle(self, event: pygame.event.Event) -> bool:
        """See an event of pygame before the machine does; True keeps it from the machine."""
        return False

    def before_frame(self) -> None:
        """A frame is about to run; not called while the machine is paused or held."""

    def limit(self) -> int | None:
        """Return the cycle at which the frame that comes is to end early, or None."""
        return None

    def after_frame(self, samples: Samples) -> None:
        """A frame has run; ``samples`` are its int16 sound, before mute and volume."""

    def sound(self, samples: Samples) -> Samples:
        """Return what to play of a frame's sound, int16; empty for nothing yet."""
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
        """Return a picture, uint8 palette indices, to show for the machine's, or None."""
        return None

    def overlay(self) -> pygame.Surface | None:
        """Return a Surface to lay over the picture now, or None.

        It is shown at the scale of the picture, in the middle; one that is as large as the
        window (``app.window.pixels``) is laid over it as it is.  Whenever its content changes
        it must be another Surface.
        """
        return None

    def restarted(self) -> None:
        """The machine was switched off and on, or its state replaced."""

    def close(self) -> None:
        """The window closes."""
