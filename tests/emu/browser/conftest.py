"""The site on a server of Python's own, and pages of it in each browser."""

import functools
import os
import shutil
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.emu.web.conftest import BROWSERS
from tests.tools.web.site import built_site


class Server:
    """A file server; ``url`` stays the same when it is stopped and started again."""

    def __init__(self, folder):
        self._folder, self._server = folder, None
        self.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/"

    def start(self):
        """Serve the folder."""
        port = 0 if self._server is None else self._server.server_port
        handler = functools.partial(_Quiet, directory=self._folder)
        self._server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self):
        """Serve nothing."""
        self._server.shutdown()
        self._server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture(scope="module", autouse=True)
def quickly_shown(little_to_look_through):
    """A session has Python look for garbage whenever it shows another machine."""


@pytest.fixture(scope="module")
def server():
    found = Server(built_site())
    yield found
    found.stop()


@pytest.fixture(scope="session")
def sound_device(tmp_path_factory):
    """A device that nobody hears, where PulseAudio is: without one Firefox starts no sound."""
    program = shutil.which("pulseaudio")
    if program is None or "PULSE_SERVER" in os.environ:
        yield
        return
    folder = tmp_path_factory.mktemp("sound")
    socket = folder / "socket"
    modules = ["module-null-sink", f"module-native-protocol-unix socket={socket} auth-anonymous=1"]
    words = [program, "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
    with subprocess.Popen(
        [*words, *(word for module in modules for word in ("-L", module))],
        env=os.environ | {"XDG_RUNTIME_DIR": str(folder), "HOME": str(folder)},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        os.environ["PULSE_SERVER"] = f"unix:{socket}"
        yield
        del os.environ["PULSE_SERVER"]
        process.terminate()


@pytest.fixture(scope="module", params=BROWSERS)
def browser(request, server, sound_device):
    """Each browser, once for all of them: call with the name of a page and what a context has."""
    start, page = BROWSERS[request.param]
    with start() as found:
        yield lambda name="", **options: page(found, server.url + name, **options)
