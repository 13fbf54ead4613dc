"""The level meter: decibels of full scale, envelopes, lines below the picture."""

import numpy as np
import pytest

from c64 import C64
from emu.host.picture.overlay import NEW_LINE, Overlay
from emu.host.sound.meter import FRAMES, RED, SILENT, Level, LevelMeter, level_parts
from emu.host.sound.sid_registers import SidRegisters
from tests.emu.host.windows import frames

SIDE = ("L", (1, 2, 3))


def level_of(*parts):
    level = Level()
    for part in parts:
        level.take(np.asarray(part, dtype=np.int16))
    return level


def test_decibels_are_of_full_scale():
    sine = 32767 * np.sin(np.arange(960) * 2 * np.pi / 96)
    full, half = level_of(sine), level_of(sine / 2)
    assert full.peak == pytest.approx(0.0, abs=0.01)
    assert full.rms == pytest.approx(-3.01, abs=0.01)
    assert half.peak == pytest.approx(-6.02, abs=0.01)
    assert level_of(np.zeros(960)).rms == level_of().peak == level_of().rms == SILENT
    assert level_of([-32768]).peak == pytest.approx(0.0, abs=0.01)


def test_a_peak_is_held_for_its_frames_and_no_longer():
    level = level_of([20000], *[[100]] * (FRAMES - 1))
    assert level.peak > -5
    level.take(np.array([100], dtype=np.int16))
    assert level.peak < -50


def test_the_bar_grows_with_the_peak_and_is_red_near_the_end():
    soft = level_parts("out", level_of([300]))
    loud = level_parts("out", level_of([32000]))
    assert soft[1][0].count("|") < loud[1][0].count("|") == 8
    assert loud[1][1] == RED and loud[2][0].endswith("dB")


def test_a_voice_shows_its_envelope_while_it_has_a_waveform():
    machine = C64(sample_rate=0)
    sid = machine.board.sid
    machine.board.write(0xD406, 0xF0)
    machine.board.write(0xD404, 0x21)
    sid.clock(50_000)
    assert machine.sids[0].envelopes[0] == 0xFF
    machine.board.write(0xD404, 0x01)
    assert machine.sids[0].envelopes[0] == 0
    assert len(machine.sids) == 1 and len(C64(sample_rate=0, sids="d420").sids) == 2


def test_it_is_off_until_it_is_wanted_and_has_a_line_for_each_sid(make_app):
    app = make_app("--basic-prompt", "--sids", "d420")
    meter = app.feature(LevelMeter)
    frames(app, 3)
    assert meter.status() == () and not meter._levels
    app.actions["level-meter"].do()
    assert app.settings.changed()["level_meter"] is True
    frames(app, 3)
    parts = meter.status()
    assert parts.count(NEW_LINE) == 2
    line = " ".join(text for text, _ in parts[1 : parts.index(NEW_LINE, 1)])
    assert len(line) <= 384 // 8 - 1, "all of it is seen in the smallest window"


@pytest.mark.parametrize(
    ("sids", "names", "lines"),
    [("d420::left", "left right S1 S2", 3), ("d420,d440", "left right S1 S2 S3", 4),
     ("d420,d440,d460,d480,d4a0,d4c0,d4e0", "left right S1 S2 S3 S4 S5 S6 S7 S8", 6)],
)  # fmt: skip
def test_where_a_side_has_several_sids_there_is_a_line_for_each_side_and_each_two(
    make_app, sids, names, lines
):
    app = make_app("--basic-prompt", "--sids", sids)
    meter = app.feature(LevelMeter)
    app.actions["level-meter"].do()
    frames(app, 3)
    parts = meter.status()
    found = [text for text, _ in parts if text in ("left", "right") or text[:1] == "S"]
    assert " ".join(found) == names and parts.count(NEW_LINE) == lines
    for line in " ".join(text for text, _ in parts).split("\n")[1:]:
        assert len(line.strip()) <= 384 // 8 - 1, "all of it is seen in the smallest window"


def test_registers_are_shown_of_two_sids_at_a_time(make_app):
    app = make_app("--basic-prompt", "--sids", "d420,d440")
    registers, action = app.feature(SidRegisters), app.actions["sid-registers-of"]
    app.actions["sid-registers"].do()

    def volumes():
        for address, volume in ((0xD418, 1), (0xD438, 2), (0xD458, 3)):
            app.machine.memory[address] = volume  # again, as the KERNAL clears the first SID's
        return [text[-1] for text, _ in registers.status() if text.startswith("vol")]

    assert volumes() == ["1", "2"] and action.state() == "1-2"
    action.do()
    assert volumes() == ["3"] and action.state() == "3"
    action.put("1-2")
    assert volumes() == ["1", "2"] and tuple(action.choices()) == ("1-2", "3")


def test_lines_of_the_status_lie_below_each_other(make_app):
    overlay = Overlay(make_app().machine.roms.chargen)
    one = overlay.foot(384, status=(SIDE,)).get_height()
    assert overlay.foot(384, status=(SIDE, NEW_LINE, SIDE)).get_height() == 2 * one
    assert overlay.foot(384, status=(NEW_LINE, SIDE)).get_height() == one
