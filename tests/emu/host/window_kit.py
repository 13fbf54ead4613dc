"""A window without a screen that tests drive by pygame's events."""

import pygame

from emu.cli import parse_arguments
from emu.host.app import App


def make_app(monkeypatch, folder, *words, scale=1):
    """Return an App without screen and sound card whose files are in ``folder``.

    Its window is no larger than the picture: to draw a larger one takes as long as all else.
    Where ``scale`` is None it is as large as it is for users.
    """
    for name in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER"):
        monkeypatch.setenv(name, "dummy")
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(folder))
    size = [] if scale is None else ["--scale", str(scale)]
    app = App(parse_arguments([*size, *words]))
    pygame.event.clear()
    app.overlay.hide_help()
    return app


def without_waiting(app):
    """Let each frame follow the one before it at once; the clock is not waited for."""
    app.pacer._sleep_until_due = lambda: None


def hold(key, mod=0, text=""):
    """Let the window see a key go down."""
    _post(pygame.KEYDOWN, key, mod, text)


def let_go(key, mod=0):
    """Let the window see a key go up."""
    _post(pygame.KEYUP, key, mod, "")


def press(key, mod=pygame.KMOD_LALT, text=""):
    """Let the window see a key go down and up."""
    hold(key, mod, text)
    let_go(key, mod)


def _post(kind, key, mod, text):
    pygame.event.post(pygame.event.Event(kind, key=key, mod=mod, unicode=text, scancode=0))


def turns(app, count=1):
    """Let the App's loop go round so often."""
    left = [count]
    poll, close = app.input.poll, app.close

    def counted():
        left[0] -= 1
        app.quit = left[0] == 0
        poll()

    app.input.poll, app.close, app.quit = counted, lambda: None, False
    try:
        app.run()
    finally:
        app.input.poll, app.close = poll, close
