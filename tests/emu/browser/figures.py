"""Figures of the site in Chromium: ``python -m tests.emu.browser.figures`` (measured/window.md).

Each line is measured in one run on this computer; the native machine runs just before, in the
same minute.
"""

import json
import statistics
import sys
import time
from contextlib import closing

import c64
from tests.emu.browser.conftest import Server
from tests.emu.web.browsers import Page, chromium
from tests.tools.web.site import ROOT, built_site

FRAMES = 1500
BUSY = bytes.fromhex(  # noise, eight sprites and a border that changes for ever
    "0108 0b08 0100 9e 32303631 00 0000 a9ff 8d15d0 a90f 8d18d4 a9f0 8d06d4 a981 8d04d4"
    "e8 8e20d0 8e00d4 8e01d4 8e00d0 8e01d0 4c2108"
)
TITLE = "window.go64 && go64.machine.facts && go64.machine.facts.title === 'GO 64'"
PLAYS = f"!!({TITLE} && go64.machine.starting === false)"
# Milliseconds of FRAMES frames with sound, without pictures, the fastest of three.
SPEED = """
import time
best = 1e9
for _ in range(3):
    begin = time.perf_counter()
    for _ in range({frames}):
        machine.tick()
        machine.audio_bytes()
    best = min(best, time.perf_counter() - begin)
print(best)
"""
LATENCY = """
(async () => {
  const found = [];
  for (let n = 0; n < 60; n++) {
    const before = go64.machine.picture.toDataURL();
    const begin = performance.now();
    dispatchEvent(new KeyboardEvent('keydown', { key: 'a', code: 'KeyA' }));
    await new Promise((yes) => {
      const look = () => { if (go64.machine.picture.toDataURL() !== before) {
        go64.machine.removeEventListener('frame', look); yes(); } };
      go64.machine.addEventListener('frame', look);
    });
    found.push(performance.now() - begin);
    dispatchEvent(new KeyboardEvent('keyup', { key: 'a', code: 'KeyA' }));
    await new Promise((yes) => setTimeout(yes, 150 + 7 * n % 20));
  }
  return found.join();
})()
"""


def native(start):
    """Return seconds of FRAMES frames of the native machine."""
    machine = c64.C64(sample_rate=48000)
    if start is None:
        machine.tick(200)
    else:
        machine.autostart(start, settle=True)
    best = 1e9
    for _ in range(3):
        begin = time.perf_counter()
        for _ in range(FRAMES):
            machine.tick()
            machine.audio_bytes()
        best = min(best, time.perf_counter() - begin)
    return best


def python(page, program):
    """Run a program on the page; returns its output, or the error."""
    return page.ask(
        f"go64.machine.python({json.dumps(program)}).then((said) => said.error || said.output)"
    )


def speeds(page, folder):
    """Compare READY, the game and a busy program."""
    busy = folder / "busy.prg"
    busy.write_bytes(BUSY)
    page.ask(f"go64.machine.put('busy.prg', Uint8Array.from({list(BUSY)}))")
    python(page, "import shutil; shutil.copy('/go64/disk/go64.d64', '.')")
    page.ask("go64.machine.pause()")
    real = FRAMES / 50.125
    for name, start in (("READY", None), ("the game", ROOT / "disk/go64.d64"), ("busy", busy)):
        here = native(start)
        chosen = "tick(200)" if start is None else f"autostart({start.name!r}, settle=True)"
        python(page, f"import c64\nmachine = c64.C64(sample_rate=48000)\nmachine.{chosen}")
        there = float(python(page, SPEED.format(frames=FRAMES)))
        print(
            f"{name}: native {real / here:.0f} x, Chromium {real / there:.0f} x real time,"
            f" {100 * here / there:.0f} % of native"
        )
    page.ask("go64.machine.resume()")


def loading(browser, url):
    """Say how long the first picture takes, with an empty cache and with a full one."""
    parts = "go64.machine.figures().then((f) => [f.loaded, f.python, f.started].join())"
    with closing(Page(browser, url)) as page:
        for word in ("cold", "warm"):
            page.until(PLAYS, "the game")
            shown = page.ask("performance.now()")
            loaded, ready, started = (float(ms) for ms in page.ask(parts).split(","))
            paint = page.ask("performance.getEntriesByName('first-contentful-paint')[0].startTime")
            print(
                f"{word}: first paint {paint:.0f} ms; in the worker: loaded {loaded:.0f},"
                f" Python {ready:.0f}, machine {started:.0f} ms; the game shown {shown:.0f} ms"
            )
            if word == "cold":
                page.until("!!navigator.serviceWorker.controller", "the service worker")
                page.reload()


def running(page, seconds):
    """Say what a running machine takes, and whether its sound ever stopped."""
    page.key("Shift")
    page.until("go64.machine.sound.context && go64.machine.sound.context.state === 'running'")
    time.sleep(1)
    before = page.ask("go64.machine.sound.starved")
    first = page.ask("go64.machine.figures()")
    time.sleep(seconds)
    last = page.ask("go64.machine.figures()")
    starved = page.ask("go64.machine.sound.starved") - before
    share = (last["busy"] - first["busy"]) / (last["now"] - first["now"])
    print(
        f"normal speed: worker busy {100 * share:.1f} % of a core; {starved / 48:.1f} ms of sound"
        f" missing in {seconds} s; memory {first['memory'] >> 20} -> {last['memory'] >> 20} MiB"
    )
    page.ask("go64.machine.warp(true)")
    first = page.ask("go64.machine.figures()")
    time.sleep(5)
    last = page.ask("go64.machine.figures()")
    page.ask("go64.machine.warp(false)")
    frames = 1000 * (last["frames"] - first["frames"]) / (last["now"] - first["now"])
    print(f"warp with picture: {frames / 50.125:.0f} x real time")


def main(seconds):
    """Measure all."""
    site = built_site()
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    print(f"{size / 1e6:.2f} MB in the folder, all of it packed")
    server = Server(site)
    with chromium() as browser:
        loading(browser, server.url)
        with closing(Page(browser, server.url)) as page:
            page.until(PLAYS, "the game")
            running(page, seconds)
            speeds(page, ROOT / "build")
            page.ask("go64.machine.basic()")
            time.sleep(4)
            median = statistics.median(float(ms) for ms in page.ask(LATENCY).split(","))
            print(f"key to picture: median {median:.0f} ms, {median / 19.95:.1f} frames")
    server.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
