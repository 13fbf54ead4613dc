"""The player of tunes beside a machine of which only memory and frames are there."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from disk.sid import parse_sid
from emu.host.media import tunes as module
from emu.host.media.tunes import UNKNOWN_SECONDS, Tunes
from tests.disk.test_sid import sid

HZ = 50
PLAY = bytes.fromhex("4c0610 60 0000 60")
FILES = [Path("a/one.sid"), Path("a/two.sid"), Path("b/three.sid")]


def player_of(songs=1, lengths=(), files=(), started=None, done=True):
    """Return a Tunes that plays a tune, or nothing with ``songs`` of 0; ``app.loads`` are noted."""
    ram = bytearray(0x10000)
    media = parse_sid(sid(PLAY, songs=songs), "x") if songs else None
    machine = SimpleNamespace(
        ram=ram, frames=0, model=SimpleNamespace(frame_hz=HZ, clock_hz=985248), sids=[]
    )
    said, loads = [], []
    app = SimpleNamespace(
        machine=machine, args=SimpleNamespace(), started=started, loads=loads,
        start=SimpleNamespace(media=media, done=done), settings=SimpleNamespace(song_lengths=""),
        overlay=SimpleNamespace(say=said.append), said=said,
        load=lambda path, song=None: loads.append((path, song)),
    )  # fmt: skip
    player = Tunes(app)
    assert (player.title(), player.files) == ("", [])
    player.files = list(files)
    player._database = SimpleNamespace(of=lambda md5: tuple(lengths)) if lengths else None
    player.restarted()
    return player


def action(player, name):
    return next(one for one in player.actions() if one.name == name)


def plays(player, song, seconds):
    """Let a song play for so long."""
    machine = player.app.machine
    machine.ram[player._song_at] = song
    player.after_frame(None)
    machine.frames += round(seconds * HZ)
    player.after_frame(None)


@pytest.mark.parametrize(
    ("songs", "song", "lengths", "files", "seconds", "title", "loads"),
    [
        (1, 0, (), 1, 9999, "166:39", []),
        (2, 1, (), 1, 61, "song 2 of 2, 1:01", []),
        (2, 0, (2.5,), 1, 2.48, "song 1 of 2, 0:02 / 0:02", []),
        (2, 0, (2.5,), 1, 2.5, "song 1 of 2, 0:02 / 0:02", [(None, 1)]),
        (2, 1, (2.5,), 1, 500, "song 2 of 2, 8:20", []),
        (2, 1, (2.5, 3), 1, 3, "song 2 of 2, 0:03 / 0:03", []),
        (1, 0, (), 2, 179, "2:59 / 3:00", []),
        (1, 0, (), 2, 180, "3:00 / 3:00", [(FILES[1], None)]),
        (3, 2, (1, 1, 1), 2, 1, "song 3 of 3, 0:01 / 0:01", [(FILES[1], None)]),
        (3, 1, (1, 1, 1), 2, 1, "song 2 of 3, 0:01 / 0:01", [(FILES[0], 2)]),
    ],
)
def test_a_song_ends_at_its_length_or_after_three_minutes_in_a_list(
    songs, song, lengths, files, seconds, title, loads
):
    started = FILES[0] if files > 1 else None
    player = player_of(songs, lengths, FILES[:files], started)
    plays(player, song, seconds)
    assert player.title() == title and UNKNOWN_SECONDS == 180
    assert player.app.loads == loads


def test_the_last_of_a_list_plays_on():
    player = player_of(files=FILES, started=FILES[2])
    plays(player, 0, 999)
    assert player.app.loads == []


def test_a_song_of_its_own_choice_is_counted_from_where_it_begins():
    player = player_of(songs=3)
    plays(player, 0, 5)
    plays(player, 2, 1)
    assert player.title() == "song 3 of 3, 0:01"
    player.restarted()
    assert player.title() == ""


@pytest.mark.parametrize("why", ["no tune", "loading", "no start"])
def test_nothing_is_counted_unless_a_tune_plays(why):
    player = player_of(songs=0 if why == "no tune" else 1, done=why != "loading")
    if why == "no start":
        player.app.start = None
    player.after_frame(None)
    assert player.title() == "" and player._song == -1


@pytest.mark.parametrize(
    ("songs", "files", "possible"),
    [(0, 2, ()), (1, 1, ()), (2, 1, ("song", "song-before")), (1, 2, ("tune",)),
     (2, 2, ("song", "song-before", "tune"))],
)  # fmt: skip
def test_only_what_there_are_several_of_is_chosen(songs, files, possible):
    player = player_of(songs, files=FILES[:files])
    names = ("song", "song-before", "tune")
    assert tuple(name for name in names if action(player, name).possible()) == possible


def test_songs_are_chosen_by_number_with_their_length_and_go_round():
    player = player_of(songs=3, lengths=(65, 2), started=FILES[0])
    song = action(player, "song")
    assert song.choices() == ("1  1:05", "2  0:02", "3") and song.state() == ""
    plays(player, 2, 0)
    assert song.state() == "3"
    song.choose("2  0:02")
    song.run()
    action(player, "song-before").run()
    plays(player, 0, 0)
    song.run()
    action(player, "song-before").run()
    assert [number for _, number in player.app.loads] == [1, 0, 1, 1, 2]
    assert {path for path, _ in player.app.loads} == {FILES[0]}
    plays(player, 7, 0)
    assert song.state() == "", "a number that is none of them"


def test_tunes_are_chosen_by_number_and_name_and_go_round():
    player = player_of(files=FILES, started=FILES[1])
    tune = action(player, "tune")
    assert tune.choices() == ("1 one", "2 two", "3 three") and tune.state() == "2 two"
    tune.choose("1 one")
    tune.run()
    player.app.started = FILES[2]
    tune.run()
    player.app.started = Path("other.sid")
    tune.run()
    wanted = [FILES[0], FILES[2], FILES[0], FILES[1]]
    assert [path for path, _ in player.app.loads] == wanted
    assert tune.state() == "1 one", "what is not in the list counts as its first"


@pytest.mark.parametrize("fast", [False, True])
def test_where_the_song_is_depends_on_the_clock(monkeypatch, fast):
    asked = []
    place = SimpleNamespace(entry=0x1234)
    monkeypatch.setattr(
        module, "place_player", lambda tune, fast, *say: asked.append(fast) or place
    )
    monkeypatch.setattr(module, "FAST_CLOCK", 985247 if fast else 985248)
    assert player_of()._song_at == 0x1234 + module.SONG_AT
    assert asked == [fast]


def test_another_list_is_taken_once_for_what_was_started(monkeypatch):
    found = []
    monkeypatch.setattr(module, "_tunes_in", lambda path: found.append(path) or [path, FILES[0]])
    player = player_of(started=Path("list.m3u"))
    assert player.files == [Path("list.m3u"), FILES[0]]
    player.files = FILES[:]
    player.restarted()
    player.app.started = FILES[1]
    player.restarted()
    assert player.files == FILES and player.app.args.tunes is player.files
    player.app.started = Path("list.m3u")
    player.restarted()
    assert player.files == FILES, "it is the one of that list"
    player.app.started = Path("c.sid")
    player.restarted()
    assert found == [Path("list.m3u"), Path("c.sid")]


@pytest.mark.parametrize(("started", "kept"), [(FILES[1], True), (Path("other.sid"), False)])
def test_the_list_of_the_machine_before_is_taken_over(monkeypatch, started, kept):
    monkeypatch.setattr(module, "_tunes_in", lambda path: [path])
    player = player_of(files=())
    player.app.started, player.app.args.tunes = started, FILES
    player.ready()
    assert player.files == (FILES if kept else [started])


def test_a_database_is_opened_where_the_settings_name_one(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(module, "SongLengths", lambda path: asked.append(path) or "lengths")
    monkeypatch.setenv("HOME", str(tmp_path))
    player = player_of(songs=0)
    player.app.guarded = lambda function, path: (function(), asked.append(path))
    player.ready()
    assert asked == [] and player._database is None
    player.app.settings.song_lengths = "~/Songlengths.md5"
    player.ready()
    assert asked == [tmp_path / "Songlengths.md5", "~/Songlengths.md5"]
    assert player._database == "lengths"


@pytest.mark.parametrize("v", range(3))
def test_a_voice_is_a_bit_of_what_each_sid_mutes(v):
    player = player_of()
    sids = player.app.machine.sids = [SimpleNamespace(muted=0), SimpleNamespace(muted=7)]
    voice = action(player, f"voice-{v + 1}")
    assert voice.title == f"voice {v + 1}" and voice.state() == "partly"
    voice.run()
    assert [one.muted for one in sids] == [0, 7 & ~(1 << v)] and voice.state() == "on"
    voice.run()
    assert [one.muted for one in sids] == [1 << v, 7]
    assert player.app.said == [f"voice {v + 1} on", f"voice {v + 1} off"]


def test_the_voices_of_one_sid_are_switched_alone_and_named_with_it():
    player = player_of()
    sids = [SimpleNamespace(muted=0, address=0xD400 + 0x20 * n) for n in range(3)]
    player.app.machine.sids = sids
    which, voice = action(player, "voices-of"), action(player, "voice-2")
    assert which.choices() == ("all", "1 $D400", "2 $D420", "3 $D440") and which.state() == "all"
    which.choose("3 $D440")
    assert (which.state(), voice.state()) == ("3 $D440", "on")
    voice.run()
    assert [one.muted for one in sids] == [0, 0, 2] and voice.state() == "off"
    assert player.app.said == ["voice 2 of SID 3 off"]
    which.run()
    assert (which.state(), voice.state()) == ("all", "partly"), "round about"
    voice.run()
    assert [one.muted for one in sids] == [0, 0, 0] and player.app.said[1:] == ["voice 2 on"]
    del sids[1:]
    assert not which.possible(), "one SID: nothing to choose from"
