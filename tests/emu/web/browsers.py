"""A hosted machine in a process of its own, and pages of it in a real browser."""

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 90  # seconds
CSS_ESCAPES = {'"': '\\"'}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
}


def chromium_path():
    """Return the browser's program; skips the test with the reason if there is none."""
    found = os.environ.get("GO64_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Chromium here: apt-get install chromium, or set GO64_CHROMIUM")
    return found


@contextlib.contextmanager
def chromium():
    """Yield a browser of Playwright's."""
    path = chromium_path()
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class Served:
    """``go64 --host`` as users start it.

    links  {"host", "watch", "seat 1" ...: address};  process  subprocess.Popen
    """

    def __init__(self, home, *words, port=0):
        self.home, self.words, self.port = Path(home), tuple(map(str, words)), port
        self.process, self.links = None, {}
        self.start()

    def start(self):
        """Begin, or begin again on the same port."""
        keys = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME", "LOCALAPPDATA", "APPDATA")
        env = os.environ | dict.fromkeys(keys, str(self.home)) | {"PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "emu", "--host", "--host-port", str(self.port), *self.words],
            cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            encoding="utf-8",
        )  # fmt: skip
        told = []
        watchdog = threading.Timer(PATIENCE, self.process.kill)  # its output ends then
        watchdog.start()
        for line in self.process.stdout:
            told.append(line)
            found = re.match(r"\s*(host|watch|seat \d)  (http\S+)$", line)
            if found:
                self.links[found[1]] = found[2]
            if "CTRL+C" in line:
                break
        watchdog.cancel()
        assert len(self.links) == 10, "".join(told)
        self.told = "".join(told)
        self.port = int(re.search(r":(\d+)/#", self.links["host"])[1])

    def kill(self):
        """End it without a warning, as a power cut does."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """End it as CTRL+C does; returns the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        self.process.stdout.close()
        return status


@contextlib.contextmanager
def served(home, *words):
    """Yield a Served, which is ended afterwards."""
    found = Served(home, *words)
    try:
        yield found
    finally:
        found.stop()


class BasePage:
    """A page of any browser, with what tests want of it."""

    @property
    def table(self):
        """What the page was told last."""
        return json.loads(self.ask("JSON.stringify(window.go64 && go64.table || null)"))

    def until(self, script, what="it"):
        """Wait until a script says yes; Playwright's own way needs eval, which the page forbids."""
        end = time.monotonic() + PATIENCE
        while not self.ask(script):
            assert time.monotonic() < end, f"{what} did not come: {self.table} {self.errors}"
            time.sleep(0.02)

    def press(self, key):
        """Press a button of the game's menu by its key; returns False if it is not there."""
        return self.click(f'#menu [data-key="{CSS_ESCAPES.get(key, key)}"]:not([disabled])')

    def press_at_last(self, key, done):
        """Press it until it was there; the menu may be built anew while the mouse is on its way.

        ``done``: a script that says that an earlier attempt counted after all.
        """
        end = time.monotonic() + PATIENCE
        while not self.press(key) and not self.ask(done):
            assert time.monotonic() < end, f"no {key} to press: {self.table} {self.errors}"
            time.sleep(0.02)

    def begin(self, *keys):
        """From the title through set-up into a game of four, as the host; ``keys`` of set-up."""
        for _ in range(20):  # the title may still be loading
            self.key("Enter", 0.08)
            if self._is_set_up():
                break
        for key in (*keys, "F7"):
            self.key(key)  # in warp, a cursor key that is held repeats at once
            time.sleep(0.7)
        for _ in range(3):  # on a busy host set-up may not have been listening yet
            if self._begun():
                break
            self.key("F7", 0.08)
        self.until("go64.table.mode === 'first'", "the game")

    def _begun(self):
        """Wait ten seconds at most until set-up has been left."""
        end = time.monotonic() + 10
        while self.table["mode"] == "setup":
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def _is_set_up(self):
        """Wait a second at most for people at the table; computers there demonstrate the game.

        In warp, the minute after which the title demonstrates it passes while pages connect.
        """
        end = time.monotonic() + 1
        while time.monotonic() < end:
            seats = self.table["seats"]
            if seats:
                return not all(seat["cpu"] for seat in seats)
            time.sleep(0.02)
        return False

    def load(self, script):
        """Run a script as the page's own, where its policy allows it."""
        self.ask(
            "(() => { const made = document.createElement('script');"
            f" made.textContent = {json.dumps(script)}; document.head.append(made); }})()"
        )

    @property
    def words(self):
        """Whose turn it is, as the page says it."""
        return self.ask("document.getElementById('turn').textContent")


class Page(BasePage):
    """A page of Playwright's."""

    def __init__(self, browser, url, **options):
        self.context = browser.new_context(**{"viewport": {"width": 1000, "height": 700}} | options)
        self.page = self.context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console", lambda said: self.errors.append(said.text) if said.type == "error" else None
        )
        self.page.goto(url)

    def ask(self, script):
        """Return what a script says."""
        return self.page.evaluate(script)

    def reload(self):
        """Load it again."""
        self.page.reload()

    def key(self, name, hold=0.0):
        """Press a key, as "Enter", "A", "Shift+Digit2"."""
        self.page.keyboard.press(name, delay=1000 * hold)

    def click(self, selector, hold=0.06):
        """Press a button of the page; returns False if it is not there."""
        button = self.page.query_selector(selector)
        if button is None:
            return False
        with contextlib.suppress(Exception):  # it has gone meanwhile
            button.click(delay=1000 * hold, timeout=1000 * PATIENCE, force=True)
            return True
        return False

    def picture(self, path):
        """Write a picture of what is shown."""
        self.page.screenshot(path=path)

    def close(self):
        """Away with it."""
        self.context.close()


class SlowLine:
    """A line between browser and server with so many bytes a second each way."""

    def __init__(self, port, rate):
        self._target, self._rate = port, rate
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(10)

    def _run(self):
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.run_forever()

    async def _serve(self):
        server = await asyncio.start_server(self._join, "127.0.0.1", 0, limit=4096)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()

    async def _join(self, reader, writer):
        far_reader, far_writer = await asyncio.open_connection(
            "127.0.0.1", self._target, limit=4096
        )
        await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))

    async def _pass(self, reader, writer):
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(2048):
                writer.write(data)
                await writer.drain()
                await asyncio.sleep(len(data) / self._rate)
        writer.close()

    def close(self):
        """End it."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
