"""``--keys``: nothing that is typed gets lost, with whatever KERNAL, wherever it runs."""

import io

import pytest

import c64
from emu.cli import parse_arguments
from emu.host.headless import HeadlessRun
from emu.host.terminal import make_monitor
from emu.shared.setup import KeyScript
from tests.c64.slow_kernal import slow_roms
from tests.disk.test_crt import crt

pytestmark = [
    pytest.mark.skipif(c64.PURE, reason="boots machines; minutes uncompiled"),
    pytest.mark.filterwarnings("ignore:kernal ROM:UserWarning"),  # not known: that is the point
    pytest.mark.filterwarnings("ignore:basic ROM:UserWarning"),
]
KEYS = ("--keys", "print 6*7\\n")
# 10 INPUT A: the program of FILE asks
ASKS = bytes.fromhex("0108 0808 0a00 8541 00 0000")


@pytest.fixture(params=["own", "slow"])
def kernal(request, tmp_path):
    """Options for our KERNAL, and for one that starts as slowly as an original one."""
    if request.param == "own":
        return ()
    roms, options = slow_roms(tmp_path), []
    for kind in ("kernal", "basic"):
        path = tmp_path / f"slow-{kind}.rom"
        path.write_bytes(getattr(roms, kind))
        options += [f"--{kind}", str(path)]
    return tuple(options)


def lines(machine):
    """Return the lines on the screen that are not empty, from the first READY. on."""
    text = [line.strip() for line in machine.screen.text().splitlines() if line.strip()]
    return text[text.index("READY.") :] if "READY." in text else text


def headless(*words):
    """Run without a window; returns the machine."""
    run = HeadlessRun(parse_arguments([*words, "--headless"]))
    assert run.run() == 0
    return run.machine


def test_without_a_window_keys_wait_for_the_prompt(kernal):
    machine = headless("--basic-prompt", *kernal, *KEYS, "--frames", "260")
    assert lines(machine) == ["READY.", "PRINT 6*7", "42", "READY."]


def test_with_a_file_keys_wait_until_it_has_been_started(kernal, tmp_path):
    path = tmp_path / "asks.prg"
    path.write_bytes(ASKS)
    words = (str(path), *kernal, "--keys", "5\\nprint a*2\\n", "--frames", "330")
    said = lines(headless(*words))
    assert said[-6:] == ["RUN", "? 5", "READY.", "PRINT A*2", "10", "READY."]


def test_in_the_monitor_keys_wait_for_the_prompt(kernal):
    words = ["--basic-prompt", "--monitor", *kernal, *KEYS]
    monitor = make_monitor(parse_arguments(words), io.StringIO(), io.StringIO())
    for _ in range(260):
        assert monitor.debugger.run_frame() is None
    assert lines(monitor.machine) == ["READY.", "PRINT 6*7", "42", "READY."]


def test_in_the_window_keys_wait_for_the_prompt(kernal, monkeypatch, tmp_path):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    from emu.host.app import App

    app = App(parse_arguments(["--basic-prompt", "--mute", *kernal, *KEYS]))
    for _ in range(260):
        app._advance()
    app.close()
    assert lines(app.machine) == ["READY.", "PRINT 6*7", "42", "READY."]


@pytest.mark.parametrize(
    ("wait", "frames"),
    [
        ("AD01DC", (45, 60)),  # it looks at the CIA itself ...
        ("2000A0", (395, 410)),  # ... or spends its time in BASIC's and the KERNAL's ROM
    ],
)
def test_a_cartridge_that_never_comes_to_the_prompt_gets_the_keys_all_the_same(
    tmp_path, wait, frames
):
    """It counts at $C002 as long as the space bar is down."""
    code = bytes.fromhex(
        "0980 0980 C3C2CD3830 78 A9FF 8D02DC A900 8D03DC A97F 8D00DC"
        f"{wait} AD01DC 2910 D0F6 EE02C0 4C1980"
    )
    path = tmp_path / "keeps.crt"
    path.write_bytes(crt(((0, 0, 0x8000, code.ljust(8192, b"\xea")),)))
    counted = []
    for limit in frames:
        machine = c64.C64(cart=path, sample_rate=0)
        before = machine.memory[0xC002]
        # RTS behind a wait of 20,000 cycles, where BASIC's ROM begins
        machine.board.basic[:11] = bytes.fromhex("A210 A0FA 88 D0FD CA D0F8 60")
        keys = KeyScript(machine, "{wait 1} ")
        for _ in range(limit):
            keys.tick(False)
            machine.tick()
        counted.append(machine.memory[0xC002] != before)
    assert counted == [False, True]
