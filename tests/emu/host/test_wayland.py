"""The window under Wayland, in a weston without a screen."""

import os
import shutil
import subprocess
import sys
import time

import pytest

PATIENCE = 20  # seconds
CODE = """
import pygame
from emu.cli import parse_arguments
from emu.host.app import App

app = App(parse_arguments(["--basic-prompt", "--mute", "--default", "--scale", "2"]))

def shown():
    for _ in range(20):
        app.input.poll()
        app._run_frame()
    return pygame.display.get_window_size()

print(pygame.display.get_driver(), *shown())
app.actions["fullscreen"].do()
print(*shown(), app.window.fullscreen)
app.actions["fullscreen"].do()
print(*shown(), app.window.fullscreen)
app.close()
"""


@pytest.fixture
def weston(tmp_path):
    """Start a weston; returns the environment of its clients."""
    if shutil.which("weston") is None:
        pytest.skip("not installed: weston")
    tmp_path.chmod(0o700)
    left_out = ("SDL_FRAMEBUFFER_ACCELERATION", "DISPLAY")
    names = {name: value for name, value in os.environ.items() if name not in left_out}
    names |= {"XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path)}
    command = ["weston", "--backend=headless-backend.so", "--socket=go64", "--idle-time=0",
               "--width=1280", "--height=900"]  # fmt: skip
    with open(tmp_path / "log", "wb") as log:
        process = subprocess.Popen(command, env=names, stdout=log, stderr=log)
    try:
        end = time.monotonic() + PATIENCE
        while not (tmp_path / "go64").exists():
            if process.poll() is not None or time.monotonic() > end:
                pytest.skip(f"weston does not start: {(tmp_path / 'log').read_text()[-200:]}")
            time.sleep(0.05)
        yield names | {"WAYLAND_DISPLAY": "go64", "SDL_VIDEODRIVER": "wayland",
                       "SDL_AUDIODRIVER": "dummy"}  # fmt: skip
    finally:
        process.terminate()
        process.wait()


def test_the_window_opens_and_full_screen_comes_and_goes(weston):
    run = subprocess.run([sys.executable, "-c", CODE], env=weston, capture_output=True, text=True,
                         timeout=120, check=False)  # fmt: skip
    assert run.returncode == 0, run.stderr
    *_, opened, full, back = run.stdout.splitlines()
    assert opened == "wayland 768 544"
    assert full == "1280 900 True"
    assert back == "768 544 False"
