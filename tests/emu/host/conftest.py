"""Apps without a screen."""

from types import SimpleNamespace

import pygame
import pytest

from emu.cli import parse_arguments
from emu.host.app import App
from emu.host.timing import preload
from emu.language import translation
from tests.emu.host.window_kit import make_app as make_app_in


@pytest.fixture(scope="session", autouse=True)
def frozen_once():
    """No App that has run for some seconds freezes all objects, and thaws them when it is closed.

    Python would look for garbage in all that tests/conftest.py has frozen, to the end of the run.
    """
    with pytest.MonkeyPatch.context() as patch:
        idle = SimpleNamespace(freeze=lambda: None, unfreeze=lambda: None)
        patch.setattr(preload, "gc", idle)
        yield


@pytest.fixture
def make_app(monkeypatch, tmp_path):
    """Return a function that makes an App without screen and sound; it is closed in the end."""
    for name, value in (("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy")):
        monkeypatch.setenv(name, value)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    # An App in another language leaves it to the tests after it in the same process.
    monkeypatch.setattr(translation, "_language", translation.ENGLISH)
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


@pytest.fixture(scope="module")
def make_shared(tmp_path_factory):
    """Return a function that makes the App of a file's tests at BASIC's prompt, without sound."""
    made = []
    with pytest.MonkeyPatch.context() as monkeypatch:

        def make(*options):
            home = tmp_path_factory.mktemp("home")
            words = ("--basic-prompt", "--mute", *options)
            made.append(make_app_in(monkeypatch, home, *words, scale=None))
            return made[-1]

        yield make
        for app in made:
            app.close()


@pytest.fixture(scope="module")
def shared(make_shared):
    """An App for all tests of a file."""
    return make_shared()
