"""Pages in Firefox, over the protocol it has built in: WebDriver BiDi, JSON on a WebSocket.

Playwright drives builds of Firefox of its own only; this drives the distribution's.
Source: https://www.w3.org/TR/webdriver-bidi/
"""

import asyncio
import base64
import contextlib
import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

import aiohttp
import pytest

from tests.emu.web.browsers import PATIENCE, PHONE, BasePage

NAMES = ("firefox-esr", "firefox")
KEYS = {"Enter": "\ue007", "ArrowUp": "\ue013", "ArrowDown": "\ue015", "ArrowLeft": "\ue012",
        "ArrowRight": "\ue014", "F7": "\ue037", "Shift": "\ue008", " ": " "}  # fmt: skip
# The last ones save what a browser does for people: further processes ahead of need, news, updates.
PREFERENCES = (
    'user_pref("dom.min_background_timeout_value", 4);',
    'user_pref("app.update.enabled", false);',
    'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
    'user_pref("browser.shell.checkDefaultBrowser", false);',
    'user_pref("media.autoplay.default", 0);',
    'user_pref("dom.ipc.processCount", 1);',
    'user_pref("dom.ipc.processPrelaunch.enabled", false);',
    'user_pref("browser.startup.page", 0);',
    'user_pref("browser.newtabpage.enabled", false);',
    'user_pref("browser.newtabpage.activity-stream.feeds.topsites", false);',
    'user_pref("browser.newtabpage.activity-stream.feeds.section.topstories", false);',
    'user_pref("browser.safebrowsing.malware.enabled", false);',
    'user_pref("browser.safebrowsing.phishing.enabled", false);',
    'user_pref("browser.sessionstore.enabled", false);',
    'user_pref("extensions.systemAddon.update.enabled", false);',
    'user_pref("network.captive-portal-service.enabled", false);',
    'user_pref("network.connectivity-service.enabled", false);',
    'user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");',
    'user_pref("toolkit.telemetry.enabled", false);',
)


def firefox_path():
    """Return the browser's program; skips the test with the reason if there is none."""
    found = os.environ.get("GO64_FIREFOX") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Firefox here: apt-get install firefox-esr, or set GO64_FIREFOX")
    return found


class Firefox:
    """A browser without a window, and the connection to it."""

    def __init__(self, folder):
        Path(folder, "user.js").write_text("\n".join(PREFERENCES), encoding="utf-8")
        words = ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"]
        self._process = subprocess.Popen(
            [firefox_path(), *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env=os.environ | {"HOME": str(folder)},
        )  # fmt: skip
        watchdog = threading.Timer(PATIENCE, self._process.kill)
        watchdog.start()
        told = []
        for line in self._process.stderr:
            told.append(line)
            found = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
            if found:
                break
        watchdog.cancel()
        assert told and found, "".join(told)
        threading.Thread(target=self._process.stderr.read, daemon=True).start()
        self._numbers, self._answers = itertools.count(1), {}
        self.said = []  # (context, level, text) of consoles
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._wait(self._connect(f"{found[1]}/session"))
        self.version = self.do("session.new", capabilities={})["capabilities"]["browserVersion"]
        self.do("session.subscribe", events=["log.entryAdded"])

    def _wait(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)

    async def _connect(self, url):
        self._http = aiohttp.ClientSession()
        self._socket = await self._http.ws_connect(url, max_msg_size=0)
        self._reader = asyncio.ensure_future(self._read())

    async def _read(self):
        async for message in self._socket:
            said = json.loads(message.data)
            if said["type"] == "event":
                entry = said["params"]
                self.said.append((entry["source"].get("context"), entry["level"], entry["text"]))
            elif said["id"] in self._answers:
                self._answers.pop(said["id"]).set_result(said)

    async def _ask(self, method, params):
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_str(json.dumps({"id": number, "method": method, "params": params}))
        return await answer

    def do(self, method, **params):
        """Carry out a command and return its result."""
        said = self._wait(self._ask(method, params))
        assert said["type"] == "success", f"{method}: {said}"
        return said["result"]

    def close(self):
        """End it."""
        with contextlib.suppress(Exception):
            self.do("browser.close")
        with contextlib.suppress(Exception):
            self._wait(self._http.close())
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._loop.call_soon_threadsafe(self._loop.stop)


def plain(answer):
    """Return what an answer of the protocol stands for: {"type": ..., "value": ...}."""
    value = answer.get("value")
    return [plain(item) for item in value] if answer["type"] == "array" else value


class FoxPage(BasePage):
    """A page in it, in a window of its own: those in the background are not drawn."""

    def __init__(self, browser, url, viewport=None, device_scale_factor=1, has_touch=False, **_):
        self._browser, self._touch = browser, has_touch
        self._context = browser.do("browsingContext.create", type="window")["context"]
        browser.do("browsingContext.setViewport", context=self._context,
                   viewport=viewport or {"width": 1000, "height": 700},
                   devicePixelRatio=device_scale_factor)  # fmt: skip
        self.go(url)

    def go(self, url):
        """Show a page."""
        self._do("browsingContext.navigate", url=url, wait="complete")

    def _do(self, method, **params):
        return self._browser.do(method, context=self._context, **params)

    @property
    def errors(self):
        """What its console calls an error."""
        return [text for context, level, text in self._browser.said
                if context == self._context and level == "error"]  # fmt: skip

    def ask(self, script):
        """Return what a script says: text, a number, yes or no, nothing, and lists of these."""
        answer = self._browser.do("script.evaluate", expression=script, awaitPromise=True,
                                  target={"context": self._context})  # fmt: skip
        assert answer["type"] == "success", f"{script[:200]}: {answer}"
        return plain(answer["result"])

    def reload(self):
        """Load it again."""
        self._do("browsingContext.reload", wait="complete")

    def key(self, name, hold=0.0):
        """Press a key, as "Enter", "A", "Shift+Digit2"."""
        *held, last = name.split("+")
        keys = [KEYS[word] for word in held]
        keys.append("@" if name == "Shift+Digit2" else KEYS.get(last, last))
        actions = [{"type": "keyDown", "value": key} for key in keys]
        actions.append({"type": "pause", "duration": int(1000 * hold)})
        actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self._do("browsingContext.activate")
        self._do("input.performActions",
                 actions=[{"type": "key", "id": "keys", "actions": actions}])  # fmt: skip

    def click(self, selector, hold=0.06):
        """Press a button of the page; returns False if it is not there."""
        where = self.ask(
            f"(() => {{ const found = document.querySelector({json.dumps(selector)});"
            " if (!found) return ''; found.scrollIntoView({block: 'nearest'});"
            " const box = found.getBoundingClientRect();"
            " return `${box.x + box.width / 2 | 0} ${box.y + box.height / 2 | 0}`; })()"
        )
        if not where:
            return False
        x, y = map(int, where.split())
        actions = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": int(1000 * hold)},
            {"type": "pointerUp", "button": 0},
        ]
        kind = {"pointerType": "touch" if self._touch else "mouse"}
        source = {"type": "pointer", "id": "hand", "parameters": kind, "actions": actions}
        self._do("input.performActions", actions=[source])
        return True

    def picture(self, path):
        """Write a picture of what is shown."""
        data = self._do("browsingContext.captureScreenshot")["data"]
        Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        """Away with it."""
        self._do("browsingContext.close")


@contextlib.contextmanager
def firefox():
    """Yield a Firefox of the distribution."""
    firefox_path()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        found = Firefox(folder)
        try:
            yield found
        finally:
            found.close()


__all__ = ["PHONE", "Firefox", "FoxPage", "firefox"]
