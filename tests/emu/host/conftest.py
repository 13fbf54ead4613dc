"""Apps without a screen."""

import pygame
import pytest

from emu.cli import parse_arguments
from emu.host.app import App


@pytest.fixture
def make_app(monkeypatch, tmp_path):
    """Return a function that makes an App without screen and sound; it is closed in the end."""
    for name, value in (("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")):
        monkeypatch.setenv(name, value)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    made = []

    def make(*options):
        app = App(parse_arguments([*(options or ("--basic-prompt",)), "--mute"]))
        made.append(app)
        pygame.event.clear()
        return app

    yield make
    for app in made:
        if pygame.display.get_init():
            app.close()
