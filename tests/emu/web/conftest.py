"""Fixtures: a data folder of its own for each test, browsers, saved machines to begin with."""

import functools

import platformdirs
import pytest

from emu.shared.state.write import save_state_file
from tests.asm.game.ui.conftest import built
from tests.asm.game.ui.machine import Game
from tests.asm.game.ui.table import deal, deed_cell, initiator, press, to_approval
from tests.emu.web.browsers import Page, chromium
from tests.emu.web.firefox import FoxPage, firefox
from tests.emu.web.presets import saved

__all__ = ["built"]
BROWSERS = {"chromium": (chromium, Page), "firefox": (firefox, FoxPage)}


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    """The user's data and settings are the test's own."""
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture(scope="session", params=BROWSERS)
def browser(request):
    """Each browser, once for all of them: call with an address and what a context has."""
    start, page = BROWSERS[request.param]
    with start() as found:
        yield functools.partial(page, found)


@pytest.fixture(scope="session")
def begun(built, tmp_path_factory):
    """A saved machine in which four people play and the first of them is to roll."""
    game = Game().boot().first_turn(4)
    game.tick_until_armed()
    path = tmp_path_factory.mktemp("begun") / "begun.go64"
    save_state_file(path, game.machine, "begun")
    return path


@pytest.fixture(scope="session")
def title(built, tmp_path_factory):
    """A saved machine at the title."""
    game = Game().boot()
    path = tmp_path_factory.mktemp("title") / "title.go64"
    save_state_file(path, game.machine, "title")
    return path


@pytest.fixture(scope="session")
def traded(built, tmp_path_factory):
    """A saved machine in which one of two has been offered a trade."""
    game = Game().boot().first_turn(2)
    game.tick_until_armed()
    me = initiator(game)
    deal(game, {1: me, 6: me, 3: 1 - me})
    game.key("t", 60)
    press(game, deed_cell(game, 6, 0))
    press(game, deed_cell(game, 3, 1))
    to_approval(game, 1 - me)
    path = tmp_path_factory.mktemp("traded") / "traded.go64"
    save_state_file(path, game.machine, "traded")
    return path


@pytest.fixture(scope="session")
def asked(built, tmp_path_factory):
    """Call with a way of tests.emu.web.presets: a saved machine in which it is asked."""
    folder, made = tmp_path_factory.mktemp("asked"), {}

    def make(way):
        if way not in made:
            made[way] = saved(way, folder)
        copy = folder / f"{way} {len(list(folder.iterdir()))}.go64"  # a session of its own
        copy.write_bytes(made[way].read_bytes())
        return copy

    return make
