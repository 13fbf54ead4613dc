"""The pictures of docs/play/hosting.md: ``python -m tests.emu.web.pictures``."""

import sys
import tempfile
import time
from pathlib import Path

from tests.emu.web.browsers import PHONE, ROOT, Page, chromium, served
from tests.emu.web.presets import saved

FOLDER = ROOT / "docs" / "pictures"


def settle(page, script="go64.table && go64.table.menu && go64.table.menu.length > 0"):
    """Wait for a menu that can be pressed, then a little longer for the picture."""
    page.until(f"{script} && !go64.table.shows")
    time.sleep(1.0)


def asked(browser, folder, way, mode):
    """The phone of somebody whom a preset asks."""
    with served(folder, saved(way, folder)) as host:
        page = Page(browser, host.links["watch"])
        page.until(f"go64.table && go64.table.mode === '{mode}'")
        seat = 0 if page.table["asked"] else page.table["active"]
        phone = Page(browser, host.links[f"seat {seat + 1}"], **PHONE)
        settle(phone)
        phone.press(str(seat + 1))  # a bid; a house, which nobody else is asked about
        time.sleep(0.5)
        phone.picture(FOLDER / f"host-{way}.png")
        phone.close()
        page.close()


def main():
    """Write them."""
    play()
    with chromium() as browser:
        for way, mode in (("auction", "cry"), ("houses", "houses"), ("loan", "loan")):
            with tempfile.TemporaryDirectory() as folder:
                asked(browser, Path(folder), way, mode)
    return 0


def play():
    """Those of a classic game."""
    with tempfile.TemporaryDirectory() as home, chromium() as browser, served(home) as host:
        pages = {"host": Page(browser, host.links["host"], viewport={"width": 1280, "height": 860})}
        owner = pages["host"]
        owner.until("go64.table && go64.table.mode === 'setup' && go64.figures.pictures > 60")
        owner.begin()
        phone = Page(browser, host.links["seat 1"], **PHONE)
        waits = Page(browser, host.links["seat 2"], viewport={"width": 1000, "height": 640})
        watcher = Page(browser, host.links["watch"])
        for page in (phone, waits, watcher):
            page.until("go64.table && go64.table.mode === 'first'")
        seats = {0: phone, 1: waits}
        for number in range(4):
            owner.until(f"go64.table.active === {number} && !go64.table.shows")
            settle(seats.get(number, owner))
            assert seats.get(number, owner).press("R")
        owner.until("go64.table.mode === 'normal' && go64.table.menu.some(([key]) => key === 'N')")
        for _ in range(30):  # until it is the phone's turn
            settle(owner)
            if owner.table["active"] == 0:
                break
            keys = [key for key, _, on in owner.table["menu"] if on]
            owner.press(next(key for key in "RBN" if key in keys))
            time.sleep(1)
        watcher.page.fill("#line", "Good luck, everybody!")
        watcher.page.press("#line", "Enter")
        owner.until("go64.table.active === 0 && go64.table.menu.some(([key]) => key === 'N')")
        settle(phone)
        owner.picture(FOLDER / "host-page.png")
        phone.picture(FOLDER / "host-phone.png")
        waits.picture(FOLDER / "host-waits.png")
        owner.page.click(".seat button >> nth=2")
        time.sleep(0.3)
        owner.picture(FOLDER / "host-code.png")


if __name__ == "__main__":
    sys.exit(main())
