"""``profile``, ``heat`` and ``events``: pictures of time from the monitor."""

import numpy as np
import pytest
from PIL import Image

from tests.emu.monitor.session import Session, assembled

PAINT = assembled("INC $D020", "JSR $C010", "JMP $C000") + bytes(7) + bytes([0x60])


@pytest.fixture
def session():
    return Session(PAINT, {"main": 0xC000, "sub": 0xC010})


def test_a_profile_has_the_frames_that_were_asked_for(session, tmp_path):
    said = session.say(f"profile {tmp_path}/game.callgrind 3")
    assert "game.callgrind: 3 frames" in said and ".C:c0" in said
    text = (tmp_path / "game.callgrind").read_text()
    assert "sub" in text
    total = next(line for line in text.splitlines() if line.startswith(("summary:", "totals:")))
    assert 3 * 19656 <= int(total.split()[1]) < 3 * 19656 + 10


def test_a_heat_map_and_events_are_drawn(session, tmp_path):
    session.say(f"heat {tmp_path}/memory.npz 1")
    writes = np.load(tmp_path / "memory.npz")["writes"]
    assert writes[0xD020] > 1000 and not writes[0xD021]
    session.say(f'events "{tmp_path}/events.png"'.replace('"', ""))
    assert Image.open(tmp_path / "events.png").size[0] > 300
    assert session.board.probe is None


def test_a_breakpoint_ends_the_measuring(session, tmp_path):
    session.say("break c010 if cycle > +5000")
    said = session.say(f"profile {tmp_path}/p.txt 9")
    assert "breakpoint 1" in said and "up to the stop" in said
    assert (tmp_path / "p.txt").exists()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("profile", "FILE ends in one of .callgrind"),
        ("profile game.png", "FILE ends in one of .callgrind"),
        ("heat nowhere/x.png", "folder nowhere does not exist"),
        ("events x.png 1001", "1001 frames; 1000 is the most"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(session, command, words):
    said = session.say(command)
    assert said.startswith("?") and words in said and said.count("\n") == 1


def test_a_watchpoint_and_measuring_exclude_each_other(session, tmp_path):
    session.say("break write d020")
    assert "delete or disable" in session.say(f"events {tmp_path}/x.png")


def test_fifty_frames_are_measured_and_one_is_drawn_unless_told_otherwise(session, tmp_path):
    assert "events.png: 1 frame\n" in session.say(f"events {tmp_path}/events.png")
    assert "profile.txt: 50 frames\n" in session.say(f"profile {tmp_path}/profile.txt")
    assert "heat.png: 50 frames\n" in session.say(f"heat {tmp_path}/heat.png")
