"""The compiler of music: what it makes of words, and what it refuses in one line."""

import shutil

import pytest

from tools.music import music

SOUND = '{ decay = 3, wave = ["pulse +4", "saw c3", "loop"] }'


def test_words_become_notes_rests_and_commands():
    words = music.parse("@rag c4:2 d# r:4 e5 | tempo=7 [a-5]*2", "here")
    assert words == [
        ("instrument", "rag"),
        ("note", 36, 2),
        ("note", 39, 2),
        ("rest", 4),
        ("note", 52, 4),
        ("tempo", 7),
        ("call", "a", -5),
        ("call", "a", -5),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("h4:2", "'h4:2' is not a note, rest, @instrument, tempo=, [pattern] or |"),
        ("c4:5", "'c4:5': duration 5, must be one of"),
        ("c4", "'c4': duration None, must be one of"),
        ("c:4", "'c:4': no octave written yet"),
        ("c4:4 d |", "a bar of 8 units before 2 words, must be 6"),
        ("c4:4 tempo=0", "must be 1 to 255 fiftieths"),
        ("c7:4", "'c7:4' is not a note"),
    ],
)
def test_a_wrong_word_is_refused_with_its_place(text, says):
    with pytest.raises(music.ScoreError, match=r"^here: ") as error:
        music.parse(text, "here", 6)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_bytes_of_a_voice():
    """Three bits of duration, five of pitch above the base; base and instrument when needed."""
    words = music.parse("@b c4:1 f6 d4:2 r:16", "here")
    code = music.encode_sound(words, "here", ["a", "b"])
    assert code == ["$40", "1", "$02", "$1F", "$24", "$E1"]
    low = music.encode_sound(music.parse("@b c2:2", "here"), "here", ["a", "b"])
    assert low == ["$60", "9", "$40", "1", "$22"]


def folder(tmp_path, sounds=None, title=None):
    """A copy of the scores with words replaced: {old: new}."""
    for name, changes in ((music.SOUNDS, sounds), (music.TITLE, title)):
        shutil.copy(music.FOLDER / name, tmp_path / name)
        text = (tmp_path / name).read_text()
        for old, new in (changes or {}).items():
            assert old in text
            text = text.replace(old, new, 1)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("sounds", "says"),
    [
        ({'"@tick g5:3"': '"@tock g5:3"'}, "@tock: there is no such instrument"),
        ({'"@tick g5:3"': '"g5:3"'}, "begins without an @instrument"),
        ({'"@tick g5:3"': '"@tick g5:1"'}, "is too short to be heard"),
        ({'"@tick g5:3"': '"@chime a#6:3"'}, "@chime plays 6 above b6"),
        ({'"@tick g5:3"': '"@tick d#1:3 d#5"'}, "its notes span 48 semitones, at most 29 fit"),
        ({"decay = 3": "decay = 16"}, "attack to release must be 0 to 15"),
        ({"decay = 3": "decoy = 3"}, "'decoy' is not one of"),
        ({'wave = ["triangle"]': 'wave = ["square"]'}, "'square': as 'pulse'"),
        ({"[effects]": "[effects"}, "sounds.toml: "),
    ],
)
def test_a_sound_that_cannot_be_played_is_refused(tmp_path, sounds, says):
    with pytest.raises(music.ScoreError) as error:
        music.sounds_text(music.load_sounds(folder(tmp_path, sounds=sounds)))
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("title", "says"),
    [
        ({"[a1] [a2]": "[a1] [a9]"}, "there is no such pattern"),
        ({"@rag [bridge] [a1] [a3]": "@rag [bridge] [a1]"}, "tracks differ in length"),
        ({"g4:1 a b c5 d e f f# |": "g4:1 a b c5 d e f |"}, "a bar of 7 units"),
        ({"[walk-5]\n": "[walk-40]\n"}, "is not one of d#1 (3) to b6"),
        ({"[bass_b1] [bass_b2]": "[bass_b1+2] [bass_b2]"}, "cannot be shifted"),
    ],
)
def test_a_tune_that_does_not_add_up_is_refused(tmp_path, title, says):
    with pytest.raises(music.ScoreError) as error:
        sounds = music.load_sounds()
        music.title_text(
            music.load_title(folder(tmp_path, title=title)), sounds.data["instruments"]
        )
    assert says in str(error.value)


def test_the_command_tells_what_is_missing_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(music.Score.__init__, "__defaults__", (tmp_path,))
    monkeypatch.setattr(music.load_sounds, "__defaults__", (tmp_path,))
    assert music.main([str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err.endswith("sounds.toml: file is missing\n")


def test_pitches_are_equally_tempered_at_both_clocks():
    for clock in music.CLOCKS:
        assert music.register(music.A4, clock) * clock / 2**24 == pytest.approx(440, abs=0.05)
        octave = music.register(60, clock) / music.register(48, clock)
        assert octave == pytest.approx(2, rel=1e-3)
