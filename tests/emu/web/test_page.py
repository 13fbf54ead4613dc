"""What the page has besides the game: sticks, links as QR codes, chat, seats for computers."""

import json
import sys

import pytest

from emu.web.links import qr_rows, qr_terminal
from tests.emu.web.browsers import served
from tests.volume import seldom

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals on Windows")
# 1 SYS2061; SEI, $DC00 = $FF; for ever: border = $DC00, ground = its upper half.
SHOW_STICK = bytes.fromhex("0108 0b08 0100 9e 32303631 00 0000"
                           "78 a9ff 8d00dc ad00dc 8d20d0 4a 4a 4a 4a 8d21d0 4c1308")  # fmt: skip
SHOWN = (
    "(() => {{ const [left, top] = me.window, at = go64.picture.indices;"
    " return at[0] === {0} && at[(top + 100) * go64.picture.width + left + 160] === {1}; }})()"
)
NOTHING, UP, RIGHT, FIRE = (15, 15), (14, 15), (7, 15), (15, 14)
PLUG_IN = (
    "window.fake = { buttons: [], axes: [0, 0] };"
    " Object.defineProperty(navigator, 'getGamepads', { value: () => [null, fake] });"
    " dispatchEvent(new Event('gamepadconnected'))"
)


def arrow(kind):
    """A script that presses or releases a cursor key of the computer's keyboard."""
    return f"dispatchEvent(new KeyboardEvent('{kind}', {{ key: 'ArrowUp', code: 'ArrowUp' }}))"


def touch(kind, key):
    """A script by which a finger comes to a button of the page, or leaves it."""
    return (f"document.querySelector('#pad [data-key={key}]').dispatchEvent(new PointerEvent("
            f"'{kind}', {{ bubbles: true, cancelable: true, pointerId: 7 }}))")  # fmt: skip


def test_gamepad_cursor_keys_and_the_buttons_of_the_page_are_a_seats_joystick(browser, tmp_path):
    program = tmp_path / "stick.prg"
    program.write_bytes(SHOW_STICK)
    with served(tmp_path, program, "--host-seats", "joy2") as host:
        page = browser(host.links["seat 1"])
        page.until("go64.table && go64.picture")

        def after(script, state):
            page.ask(f"{script}; 0")
            page.until(SHOWN.format(*state), f"{state} after {script}")

        after("0", NOTHING)
        after(PLUG_IN, NOTHING)
        after("fake.axes = [0, -1]", UP)
        after("fake.axes = [0.9, 0.1]", RIGHT)
        after("fake.axes = [0, 0], fake.buttons[0] = { pressed: true }", FIRE)
        after("fake.buttons[0].pressed = false", NOTHING)
        after("fake.buttons[12] = { pressed: true }", UP)
        after("fake.buttons[12].pressed = false", NOTHING)
        after(arrow("keydown"), UP)
        after(arrow("keyup"), NOTHING)
        after(touch("pointerdown", "RETURN"), FIRE)
        after(touch("pointerup", "RETURN"), NOTHING)
        assert page.errors == []
        page.close()


def test_the_host_shows_links_as_qr_codes_and_hands_seats_to_computers(browser, begun, tmp_path):
    with served(tmp_path, begun) as host:
        assert qr_terminal(host.links["host"]) in host.told
        page = browser(host.links["host"])
        page.until("document.querySelectorAll('.seat button').length === 5", "the links")
        for row, name in enumerate(("watch", "seat 1", "seat 2", "seat 3", "seat 4")):
            page.ask(f"document.querySelectorAll('.seat button')[{row}].click()")
            shown = page.ask("document.getElementById('card-link').textContent")
            rows = qr_rows(host.links[name])
            dots = page.ask(
                "(() => { const code = document.getElementById('card-code'), n = code.width;"
                " const dots = code.getContext('2d').getImageData(0, 0, n, n).data;"
                " return Array.from({ length: n * n }, (_, i) => dots[4 * i] ? '0' : '1').join('');"
                " })()"
            )
            blank = "0" * (len(rows) + 8)
            framed = 4 * [blank] + [f"0000{line}0000" for line in rows] + 4 * [blank]
            assert shown == host.links[name] and dots == "".join(framed)
            page.ask("document.querySelector('dialog').close()")
        page.ask(
            "(() => { const list = document.querySelectorAll('.seat select')[2];"
            " list.value = 'computer, hard'; list.onchange(); })()"
        )
        page.until("go64.table.seats[2].cpu", "the computer")
        page.close()


def test_a_line_of_chat_is_text_whatever_is_in_it(browser, begun, tmp_path):
    with served(tmp_path, begun) as host:
        one, two = (browser(host.links[f"seat {number}"]) for number in (1, 2))
        for page in (one, two):
            page.until("go64.table && go64.table.here.length === 2", "the other")
        line = "<img src=x onerror=broken()> & \u00e4\u20ac"
        one.ask(
            f"document.getElementById('line').value = {json.dumps(line)};"
            " document.getElementById('say').requestSubmit()"
        )
        for page in (one, two):
            page.until("document.querySelectorAll('#lines li').length === 1", "the line")
            told = page.ask("document.querySelector('#lines li').textContent")
            assert told == f"PLAYER 1: {line}"
            assert not page.ask("document.querySelectorAll('#lines img').length")
            assert page.errors == []
            page.close()


SEEN_WHOLE = (
    "(() => {{ const box = document.querySelector({0!r}).getBoundingClientRect();"
    " return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight"
    " && box.right <= innerWidth; }})()"
)
LANDSCAPE = {"viewport": {"width": 844, "height": 390}, "is_mobile": True, "has_touch": True}


# The narrowest and the lowest; make test-long takes a usual one, too.
@pytest.mark.parametrize(
    "size",
    [(740, 360), *(seldom(s) for s in ((667, 375), (844, 390)))],
)
def test_on_a_phone_in_landscape_all_buttons_are_beside_the_picture(browser, begun, tmp_path, size):
    with served(tmp_path, begun) as host:
        shape = LANDSCAPE | {"viewport": dict(zip(("width", "height"), size, strict=True))}
        page = browser(host.links["host"], **shape)
        page.until("document.querySelectorAll('#menu button').length > 0", "the buttons")
        for what in ("#picture", "#cross .down", "#big .go", "#more", "#menu button:last-child"):
            assert page.ask(SEEN_WHOLE.format(what)), what
        assert page.errors == []
        page.close()


def test_the_chat_of_the_host_is_on_the_page_beside_four_seats_and_survives_a_reload(
    browser, begun, tmp_path
):
    with served(tmp_path, begun) as host:
        page = browser(host.links["host"], viewport={"width": 1280, "height": 800})
        page.until("go64.table && document.querySelectorAll('.seat').length > 4", "the seats")
        page.until("document.querySelectorAll('#menu button').length > 0", "the buttons")
        assert page.ask(SEEN_WHOLE.format("#say"))
        assert page.ask("document.getElementById('lines').clientHeight") > 60
        page.ask(
            "document.getElementById('line').value = 'hello';"
            " document.getElementById('say').requestSubmit()"
        )
        page.until("document.querySelectorAll('#lines li').length === 1", "the line")
        page.reload()
        page.until("document.querySelectorAll('#lines li').length === 1", "the line again")
        assert page.ask("document.querySelector('#lines li').textContent").endswith("hello")
        page.close()


def test_what_is_said_when_the_line_is_lost_can_be_read(browser, begun, tmp_path):
    with served(tmp_path, begun) as host:
        page = browser(host.links["host"])
        page.until("go64.table && document.getElementById('turn').className === ''", "the page")
        page.ask("show(); turn('Your turn', 'mine', '#ffffff'); turn('Not connected', '')")
        page.until(  # it changes in a quarter of a second
            "getComputedStyle(document.getElementById('turn')).color === 'rgb(242, 241, 255)'",
            "light on dark",
        )
        page.close()
