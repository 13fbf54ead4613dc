"""A player of tunes: songs, lists, lengths, voices that are not heard."""

import numpy as np
import pytest

import c64
from disk.sid import parse_sid
from emu.host.app import App
from emu.host.media.tunes import Tunes, _clock, _tunes_in
from emu.host.sound.sid_registers import SidRegisters
from tests.disk.test_sid import sid
from tests.emu.host.windows import frames

pytestmark = pytest.mark.skipif(c64.PURE, reason="runs the window: compiled machine only")
# Init: a saw in voice 1 and a triangle in voice 2; the song's number goes to $C000.
INIT = bytes.fromhex(
    "8d00c0 a90f 8d18d4 a9f0 8d06d4 8d0dd4 a91c 8d01d4 a920 8d08d4 a921 8d04d4 a911 8d0bd4 60"
)
TUNE = bytes.fromhex("4c0610 60 0000") + INIT
HZ = 50


@pytest.fixture
def tunes(tmp_path):
    """Two tunes, of two songs and of one, and their lengths: 1 s, 2 s, 1 s."""
    lines = ["[Database]"]
    for name, songs, lengths in (("one", 2, "0:01 0:02"), ("two", 1, "0:01")):
        content = sid(TUNE, songs=songs, title=name.encode())
        (tmp_path / f"{name}.sid").write_bytes(content)
        lines.append(f"{parse_sid(content, name).md5}={lengths}")
    (tmp_path / "Songlengths.md5").write_text("\n".join([*lines, ""]))
    return tmp_path / "one.sid", tmp_path / "two.sid"


def play(make_app, *words, lengths=None):
    """Return (app, its Tunes) when the tune has begun."""
    app = make_app(*map(str, words))
    player = app.feature(Tunes)
    if lengths is not None:
        app.settings.song_lengths = str(lengths)
        player.ready()
    begun(app)
    return app, player


def begun(app):
    """Run until the tune that was started plays."""
    for _ in range(300):
        app._run_fast() if app.loading() else frames(app)
        if app.start.done and app.feature(Tunes).title():
            return
    raise AssertionError("no tune plays")


def plays(app):
    """Return (file, song) of what plays by what init got."""
    return app.started.stem, app.machine.ram[0xC000]


def test_songs_are_chosen_by_name_and_follow_each_other(make_app, tunes):
    app, player = play(make_app, tunes[0])
    assert plays(app) == ("one", 0) and player.title() == "song 1 of 2, 0:00"
    assert app.actions["song"].choices() == ("1", "2")
    app.actions["song"].put("2")
    begun(app)
    assert plays(app) == ("one", 1) and app.actions["song"].state() == "2"
    app.actions["song"].do()
    begun(app)
    assert plays(app) == ("one", 0)
    app.actions["song-before"].do()
    begun(app)
    assert plays(app) == ("one", 1)


def test_without_a_length_a_tune_alone_plays_on(make_app, tunes):
    app, player = play(make_app, tunes[0])
    for _ in range(5 * HZ):  # how much of it has been played by now depends on the computer
        frames(app)
        if player.title() == "song 1 of 2, 0:04":
            break
    assert plays(app) == ("one", 0) and player.title() == "song 1 of 2, 0:04"
    assert not app.actions["tune"].possible()


def test_songs_and_tunes_end_at_their_lengths(make_app, tunes):
    app, player = play(make_app, *tunes, lengths=tunes[0].parent / "Songlengths.md5")
    assert player.title() == "song 1 of 2, 0:00 / 0:01"
    assert app.actions["song"].choices() == ("1  0:01", "2  0:02")
    seen = []
    for _ in range(12 * HZ):
        app._run_fast() if app.loading() else frames(app)
        if app.start.done and (not seen or seen[-1] != plays(app)):
            seen.append(plays(app))
    assert seen == [("one", 0), ("one", 1), ("two", 0)]  # and that one plays on
    assert app.actions["tune"].choices() == ("1 one", "2 two")
    assert app.actions["tune"].state() == "2 two"
    app.actions["tune"].do()
    begun(app)
    assert plays(app) == ("one", 0)


def test_a_list_in_a_file_is_a_list_of_tunes(make_app, tunes):
    (tunes[0].parent / "all.m3u").write_text("one.sid\ntwo.sid\n")
    app, player = play(make_app, tunes[0].parent / "all.m3u")
    assert [path.stem for path in player.files] == ["one", "two"]
    assert player.title().endswith("/ 3:00")
    app.actions["tune"].put("2 two")
    begun(app)
    assert plays(app) == ("two", 0) and len(player.files) == 2


def test_a_wrong_database_is_refused_and_the_tune_plays(make_app, tunes):
    app, _ = play(make_app, tunes[0], lengths=tunes[1])
    assert plays(app) == ("one", 0) and "no '[Database]'" in app.overlay.message


def test_something_else_than_a_tune_has_no_songs(make_app):
    app = make_app("--basic-prompt")
    frames(app, 5)
    assert app.feature(Tunes).title() == ""
    assert not any(app.actions[name].possible() for name in ("song", "song-before", "tune"))


def loudness(app):
    """Return how loud half a second is."""
    found = []
    for _ in range(HZ // 2):
        app.machine.tick()
        found.append(app.machine.audio())
    return float(np.std(np.concatenate(found).astype(float)))


def test_a_voice_that_is_switched_off_is_not_heard_and_plays_on(make_app, tunes):
    app, _ = play(make_app, tunes[0])
    frames(app, HZ)
    whole = loudness(app)
    app.actions["voice-1"].do()
    frames(app, 5)
    one = loudness(app)
    app.actions["voice-2"].do()
    frames(app, 5)
    assert app.actions["voice-2"].state() == "off"
    assert loudness(app) < one / 20 and 0.2 * whole < one < whole
    assert app.machine.sids[0].envelopes[:2] == (255, 255)
    app.actions["voice-1"].do()
    app.actions["voice-2"].do()
    frames(app, 5)
    assert loudness(app) == pytest.approx(whole, rel=0.1)


def test_a_voice_stays_off_in_the_machine_that_comes_after_this_one(make_app, tunes):
    """Off and on, another model, another file: what was not to be heard is not heard."""
    app, _ = play(make_app, tunes[0])
    app.actions["voice-1"].do()
    app.load(tunes[1])
    begun(app)
    assert app.machine.sids[0].muted == 1
    app.start_again(model="ntsc")
    app.close()
    after = App(app.again)
    try:
        assert after.machine is not app.machine and after.machine.sids[0].muted == 1
        assert after.actions["voice-1"].state() == "off"
        assert after.actions["voice-2"].state() == "on"
    finally:
        after.close()


def test_what_is_heard_is_no_part_of_the_machines_state():
    machines = c64.C64(), c64.C64()
    machines[0].sids[0].muted = 5
    for machine in machines:
        machine.tick(30)
    assert machines[0].snapshot() == machines[1].snapshot()
    with pytest.raises(ValueError, match="must be 0 to 7, one bit per voice"):
        machines[0].sids[0].muted = 8


def test_registers_are_shown_in_words(make_app, tunes):
    app, _ = play(make_app, tunes[0])
    assert app.feature(SidRegisters).status() == ()
    app.actions["sid-registers"].do()
    frames(app, 4)
    lines = " ".join(text for text, _ in app.feature(SidRegisters).status()).split("\n")
    assert lines[1].split() == ["1", "G#4", "1C00", "000", "00F0", "saw", "gate"]
    assert lines[2].split() == ["2", "B-4", "2000", "000", "00F0", "tri", "gate"]
    assert lines[4].split() == ["F", "000", "res", "0", "in", "-", "-", "vol", "F"]


def test_a_song_plays_on_for_as_long_as_its_list_says_and_not_longer(make_app, tunes):
    app, player = play(make_app, *tunes)
    app.machine.ram[player._song_at] = 0
    seconds = iter((0.0, 179.0, 180.0))
    began = player._began
    loads = []
    app.load = lambda path, song=None: loads.append((path.stem, song))
    for at in seconds:
        player._began = app.machine.frames - round(at * app.machine.model.frame_hz + 0.5)
        player.after_frame(np.zeros(0, np.int16))
    assert loads == [("one", 1)] and began >= 0
    assert player.title() == "song 1 of 2, 3:00 / 3:00"


def test_without_a_tune_there_is_nothing_to_choose(make_app):
    app = make_app("--basic-prompt")
    frames(app, 2)
    assert app.actions["song"].choices() == () and app.actions["song"].state() == ""
    assert app.actions["tune"].choices() == () and app.actions["tune"].state() == ""
    app.feature(Tunes)._step(1)
    app.feature(Tunes).add([])
    assert app.feature(Tunes).files == []


def test_a_list_that_cannot_be_read_or_names_one_tune_is_that_file(tmp_path, tunes):
    one = tmp_path / "one.m3u"
    one.write_text("one.sid\n")
    assert _tunes_in(one) == [one]
    assert _tunes_in(tmp_path / "gone.m3u") == [tmp_path / "gone.m3u"]
    both = tmp_path / "both.m3u"
    both.write_text("one.sid\ntwo.sid\n")
    assert _tunes_in(both) == [tunes[0], tunes[1]]


def test_only_tunes_come_behind_the_list_and_their_number_is_said(make_app, tunes, tmp_path):
    app, player = play(make_app, tunes[0])
    player.add([tmp_path / "disk.d64", tunes[1]])
    assert player.files == list(tunes) and app.overlay.message == "a list of 2 tunes"
    app.overlay.say("before")
    player.add([tmp_path / "disk.d64"])
    assert player.files == list(tunes) and app.overlay.message == "before"
    assert app.actions["tune"].state() == "1 one" and app.actions["tune"].possible()
    app.actions["tune"].do()
    assert app.started == tunes[1] and player.files == list(tunes)
    app.actions["tune"].do()
    assert app.started == tunes[0]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (0.99, "0:00"), (59.9, "0:59"), (60, "1:00"), (65, "1:05"), (3600, "60:00")],
)
def test_the_clock_has_minutes_and_seconds(seconds, text):
    assert _clock(seconds) == text


def test_a_voice_is_said_and_shown_for_all_sids(make_app, tunes):
    app, _ = play(make_app, tunes[0], "--sids", "d420")
    action = app.actions["voice-3"]
    assert action.state() == "on"
    action.do()
    assert action.state() == "off" and [sid.muted for sid in app.machine.sids] == [4, 4]
    assert app.overlay.message == "voice 3 off"
    app.machine.sids[0].muted = 0
    assert action.state() == "partly"
    app.machine.sids[1].muted = 1
    action.do()
    assert [sid.muted for sid in app.machine.sids] == [4, 5], "other voices stay as they are"
    action.do()
    assert [sid.muted for sid in app.machine.sids] == [0, 1]
    assert app.overlay.message == "voice 3 on"
