"""The page in a real browser: it draws and sounds what it is sent, and a game is played in it.

One page is a phone's, one is reloaded in the middle, one has a line of 50 KB a second.
"""

import json
import sys
import time
from contextlib import closing
from itertools import pairwise

import numpy as np
import pytest

from emu.web.adpcm import Encoder
from emu.web.picture import blank, encode, pack
from tests.emu.web.browsers import PHONE, ROOT, Page, SlowLine, chromium, served
from tests.emu.web.test_adpcm import decode as decode_sound
from tests.emu.web.test_picture import some_picture

PAGE = ROOT / "emu" / "web" / "page"
SLOW = 50_000  # bytes a second
# What somebody presses who wants to get on: the first that can be pressed, by mode.
WISHES = {
    "first": "R",
    "normal": "RBNPCA",
    "auction": "F",
    "must_pay": "AC",
    "transfer": "CO",
    "quit": "N",
}
# A page that may not press has no buttons of the menu.
FOREIGN = "+(go64.table.may === 'none' && document.querySelectorAll('#menu button').length > 0)"
QUICK = ("ArrowUp", "ArrowUp", "ArrowRight")  # in set-up: over after 80 turns
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals on Windows")


@pytest.fixture(scope="module")
def browser():
    """Chromium, once for all of them."""
    with chromium() as found:
        yield found


def test_the_page_draws_and_sounds_what_python_packs(browser):
    pictures = [blank((272, 384)), *(some_picture(n, n) for n in (2, 16))]
    pictures.append(pictures[-1].copy())
    pictures[-1][100:140, 64:200] = 3
    tone = (9000 * np.sin(np.arange(958) / 7)).astype(np.int16)
    packet = Encoder().encode(tone)
    with closing(browser.new_page()) as page:
        for name in ("picture.js", "sound.js"):
            page.add_script_tag(content=(PAGE / name).read_text(encoding="utf-8"))
        page.evaluate("window.it = new Picture(384, 272, Array(16).fill('#123456'))")
        for before, now in pairwise(pictures):
            packed, data = pack(encode(before, now))
            drawn = page.evaluate(
                "async ([packed, data]) => { const bytes = new Uint8Array(data);"
                " it.apply(packed ? await inflate(bytes) : bytes); return [...it.indices]; }",
                [packed, list(data)],
            )
            assert np.array_equal(np.array(drawn, dtype=np.uint8).reshape(272, 384), now)
        heard = page.evaluate("(data) => [...decodeSound(new Uint8Array(data))]", list(packet))
        assert np.allclose(np.array(heard) * 32768, decode_sound(packet))


class Game:
    """Four people, each with a page, and a host who has begun the game."""

    def __init__(self, browser, host, slow):
        slow_link = host.links["seat 4"].replace(f":{host.port}/", f":{slow.port}/")
        self.pages = [
            Page(browser, host.links["seat 1"], **PHONE),
            Page(browser, host.links["seat 2"]),
            Page(browser, host.links["seat 3"]),
            Page(browser, slow_link),
        ]
        self.pressed = [0, 0, 0, 0]
        self.foreign = 0

    def step(self):
        """Let whoever is to decide press a button of the page; returns the table, or None."""
        for seat, page in enumerate(self.pages):
            table = page.table
            if table is None or table["mode"] is None:
                continue
            if table["mode"] == "over":
                return table
            if table["active"] != seat or table["may"] != "turn":
                self.foreign += page.ask(FOREIGN)
                continue
            can = [key for key, _, on in table["menu"] if on and not table["shows"]]
            key = next((key for key in WISHES.get(table["mode"], "") if key in can), None)
            if key is not None and page.press(key):
                self.pressed[seat] += 1
                return table
        return None

    def play(self, enough, seconds):
        """Play until ``enough`` of the presses says so, or the game is over; returns the table."""
        end, table = time.monotonic() + seconds, None
        while not enough(self.pressed):
            assert time.monotonic() < end, f"{self.pressed} {[page.table for page in self.pages]}"
            table = self.step() or table
            if table is not None and table["mode"] == "over":
                return table
            time.sleep(0.03)
        return table


def check(game):
    """No page has an error in its console or buttons of others, and each got its pictures."""
    assert game.foreign == 0
    for page in game.pages:
        assert page.errors == []
        figures = json.loads(page.ask("JSON.stringify(go64.figures)"))
        assert figures["pictures"] > 10 and figures["wholes"] >= 1


def begin(browser, host, *keys):
    """The host's page brings a game of four on, and goes."""
    owner = Page(browser, host.links["host"])
    owner.until("go64.table && go64.table.mode === 'setup' && go64.figures.pictures > 25")
    owner.begin(*keys)
    owner.context.close()


def test_four_play_in_four_pages_a_phone_a_reload_and_a_slow_line_among_them(browser, tmp_path):
    with served(tmp_path, "--warp") as host:
        slow = SlowLine(host.port, SLOW)
        begin(browser, host)
        game = Game(browser, host, slow)
        for page in game.pages:
            page.until("go64.table && go64.table.mode", "the table")
        assert game.pages[1].words.startswith("PLAYER 1")
        assert game.pages[0].words == "Your first roll"
        game.play(lambda pressed: min(pressed) >= 1, 60)
        game.pages[2].page.reload()
        game.pages[2].until("go64.table && go64.table.mode && go64.figures.pictures", "the table")
        game.play(lambda pressed: min(pressed) >= 2 and sum(pressed) >= 14, 60)
        check(game)
        phone = game.pages[0].page
        width = phone.evaluate("document.documentElement.scrollWidth")
        assert width == PHONE["viewport"]["width"]  # nothing sticks out
        slow.close()
        for page in game.pages:
            page.context.close()


@pytest.mark.long
def test_a_whole_game_of_four_in_four_pages(browser, tmp_path):
    with served(tmp_path, "--warp") as host:
        slow = SlowLine(host.port, SLOW)
        begin(browser, host, *QUICK)
        game = Game(browser, host, slow)
        for page in game.pages:
            page.until("go64.table && go64.table.mode", "the table")
        game.play(lambda pressed: sum(pressed) >= 100, 300)
        game.pages[2].page.reload()
        table = game.play(lambda pressed: False, 3000)
        assert table["mode"] == "over"
        check(game)
        slow.close()
