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
from emu.web.game import PLACES, Table
from emu.web.picture import blank, encode, pack
from emu.web.simultaneous import BIDS
from tests.emu.web.browsers import PHONE, ROOT, SlowLine, served
from tests.emu.web.test_adpcm import decode as decode_sound
from tests.emu.web.test_picture import some_picture
from tests.volume import seldom

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


def test_the_page_draws_and_sounds_what_python_packs(browser):
    pictures = [blank((272, 384)), *(some_picture(n, n) for n in (2, 16))]
    pictures.append(pictures[-1].copy())
    pictures[-1][100:140, 64:200] = 3
    tone = (9000 * np.sin(np.arange(958) / 7)).astype(np.int16)
    packet = Encoder().encode(tone)
    with closing(browser("about:blank")) as page:
        for name in ("../common/queue.js", "picture.js", "sound.js"):
            page.load((PAGE / name).read_text(encoding="utf-8"))
        page.load("const it = new Picture(384, 272, Array(16).fill('#123456'));")
        for before, now in pairwise(pictures):
            packed, data = pack(encode(before, now))
            drawn = page.ask(
                f"(async () => {{ const bytes = new Uint8Array({list(data)});"
                f" it.apply({str(packed).lower()} ? await inflate(bytes) : bytes);"
                " return it.indices.join(' '); })()"
            )
            found = np.array(drawn.split(), dtype=np.uint8).reshape(272, 384)
            assert np.array_equal(found, now)
        heard = page.ask(f"[...decodeSound(new Uint8Array({list(packet)}))].join(' ')")
        assert np.allclose(np.array(heard.split(), float) * 32768, decode_sound(packet))


# Of each mode: what who is to decide reads, what the others read.
WORDS = {
    "setup": (None, "The host sets up the game"),
    "first": ("Your first roll", "ANN's first roll"),
    "normal": ("Your turn", "ANN's turn"),
    "auction": ("Your bid", "ANN's bid"),
    "trade": ("Your trade to decide", "ANN's trade to decide"),
    "must_pay": ("Your debt to pay", "ANN's debt to pay"),
    "transfer": ("Your deeds to choose", "ANN's deeds to choose"),
    "quit": ("Your vote", "ANN's vote"),
    "over": (None, "The game is over"),
    "rent": ("Your rent to name", "ANN's rent to name"),
    "loan": ("Your loan to decide", "ANN's loan to decide"),
    "claim": ("Your rent to claim", "ANN's rent to claim"),
    "places": ("Your houses to place", "ANN's houses to place"),
    "cry": ("Bid!", "All may bid"),
    "houses": ("How many houses?", "All are asked for houses"),
}
NOBODYS, EVERYBODYS = ("setup", "over"), ("cry", "houses")


def shown_at(page, table):
    """What the page says at once when it is told this, with typewriters' apostrophes."""
    script = f"(() => {{ words({json.dumps(table)}); return by('turn').textContent; }})()"
    return page.ask(script).replace("\u2019", "'")


def react(page, when, key):
    """Let a page note the bids it could make, and press a key as soon as there is this one."""
    page.ask(f"""(() => {{
        const before = words, press = (kind) => dispatchEvent(new KeyboardEvent(kind, {key}));
        window.seen = [];
        words = (said) => {{
            before(said);
            const bid = said.t === "table" && said.menu && said.menu[0] ? said.menu[0][1] : "";
            if (bid && bid !== seen[seen.length - 1]) seen.push(bid);
            if (bid === "{when}" && seen.length < 9) {{ press("keydown"); press("keyup"); }}
        }};
    }})()""")


def told(mode, seat, may):
    """A table of three as the page is told it: the first is to decide, or the first two."""
    names = [
        {"name": n, "colour": 2, "alive": True, "cpu": n == "BOT"} for n in ("ANN", "BO", "BOT")
    ]
    asked = [0, 1] if mode in EVERYBODYS else None
    return {"t": "table", "mode": mode, "active": None if mode in NOBODYS or asked else seat,
            "asked": asked, "may": may, "seats": names, "menu": [], "shows": False, "here": [],
            "watchers": 0, "open": False}  # fmt: skip


def test_the_page_has_words_for_every_mode_of_every_preset(browser, tmp_path):
    known = set(Table()._modes.values()) | {BIDS, PLACES}
    assert set(WORDS) == known
    with served(tmp_path, "--basic-prompt") as host:
        pages = {seat: browser(host.links[f"seat {seat + 1}"]) for seat in (0, 2)}
        for mode, (mine, others) in WORDS.items():
            for seat, page in pages.items():
                page.until("go64.table")
                may = "none" if seat or mine is None else "own" if mode in EVERYBODYS else "turn"
                shown = shown_at(page, told(mode, 0, may))
                assert shown == (others if seat or mine is None else mine), mode
        assert shown_at(pages[0], told("normal", 2, "none")) == "BOT (computer) is thinking"
        assert [page.errors for page in pages.values()] == [[], []]
        for page in pages.values():
            page.close()


def test_in_an_auction_in_real_time_each_page_bids_for_its_seat(browser, tmp_path, asked):
    with served(tmp_path, asked("auction")) as host:
        one, two = (browser(host.links[f"seat {n}"]) for n in (1, 2))
        watcher = browser(host.links["watch"])
        for page in (one, two, watcher):
            page.until("go64.table && go64.table.mode === 'cry'", "the auction")
        assert one.words == two.words == "Bid!" and watcher.words == "All may bid"
        lit = "[...document.querySelectorAll('#pad [data-key]')].filter((b) => !b.disabled)"
        assert one.ask(f"{lit}.map((b) => b.dataset.key).join(' ')") == "RETURN"
        assert watcher.ask(f"{lit}.length") == 0
        react(two, "Bid 11", "{ key: '@', code: 'Digit2', shiftKey: true }")
        react(one, "Bid 12", "{ key: 'Enter', code: 'Enter' }")
        one.press_at_last("1", "seen.length > 1")  # until then the time stands still
        # A US keyboard has @ there: 1 more.  The other says RETURN: 10 more.
        one.until("['Bid 11', 'Bid 12', 'Bid 22'].every((bid) => seen.includes(bid))", "the bids")
        assert watcher.ask("document.querySelectorAll('#menu button').length") == 0
        for page in (one, two, watcher):
            assert page.errors == []
            page.close()


class Game:
    """Four people, each with a page, and a host who has begun the game."""

    def __init__(self, browser, host, slow):
        slow_link = host.links["seat 4"].replace(f":{host.port}/", f":{slow.port}/")
        self.pages = [
            browser(host.links["seat 1"], **PHONE),
            browser(host.links["seat 2"]),
            browser(host.links["seat 3"]),
            browser(slow_link),
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
    owner = browser(host.links["host"])
    owner.until("go64.table && go64.table.mode === 'setup' && go64.figures.pictures > 25")
    owner.begin(*keys)
    owner.close()


# In Firefox, whose four windows take 15 s of CPU time, in `make test-long` with the whole game.
@pytest.mark.parametrize(
    ("browser", "presses"),
    [
        ("chromium", 8),
        *(seldom(b, 14) for b in ("chromium", "firefox")),
    ],
    indirect=["browser"],
)
def test_four_play_in_four_pages_a_phone_a_reload_and_a_slow_line_among_them(
    browser, tmp_path, presses
):
    with served(tmp_path, "--warp") as host:
        slow = SlowLine(host.port, SLOW)
        begin(browser, host)
        game = Game(browser, host, slow)
        for page in game.pages:
            page.until("go64.table && go64.table.mode", "the table")
        assert game.pages[1].words.startswith("PLAYER 1")
        assert game.pages[0].words == "Your first roll"
        game.play(lambda pressed: min(pressed) >= 1, 60)
        game.pages[2].reload()
        game.pages[2].until("go64.table && go64.table.mode && go64.figures.pictures", "the table")
        game.play(lambda pressed: min(pressed) >= 2 and sum(pressed) >= presses, 60)
        check(game)
        width = game.pages[0].ask("document.documentElement.scrollWidth")
        assert width == PHONE["viewport"]["width"]  # nothing sticks out
        slow.close()
        for page in game.pages:
            page.close()


@pytest.mark.long
def test_a_whole_game_of_four_in_four_pages(browser, tmp_path):
    with served(tmp_path, "--warp") as host:
        slow = SlowLine(host.port, SLOW)
        begin(browser, host, *QUICK)
        game = Game(browser, host, slow)
        for page in game.pages:
            page.until("go64.table && go64.table.mode", "the table")
        game.play(lambda pressed: sum(pressed) >= 100, 300)
        game.pages[2].reload()
        table = game.play(lambda pressed: False, 3000)
        assert table["mode"] == "over"
        check(game)
        slow.close()
