"""Files that define achievements: RAIntegration's local text, a server's JSON, damaged ones."""

import json

import pytest

from disk.budget import TEXT_MOST
from emu.errors import HostError
from emu.host.achievements.sets import (
    ACHIEVEMENTS_MOST,
    LETTERS_MOST,
    WORDS_MOST,
    Achievement,
    checked,
    read_set,
)
from emu.host.achievements.trigger import CONDITIONS_MOST

LOCAL = """\
1.3.0
Some Program
N0:0xc000:"lives"
111000001:"R:0xH00d1=1_0xH00d0=5":"First \\"steps\\"":"take: five of them":::::5:1763:1763:::00000
111000002:0xH00d0=6SR:0xH00d1=1S0xH00d2=2:Second:take six: : : :somebody:10:1763:1763:0:0:00001
L1:"STA:0=1":"no achievement"
"""


def row(number, trigger="0xH00d0=1"):
    return Achievement(str(number), f"No. {number}", "", 1, trigger)


def put(tmp_path, content, name="set.txt"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_local_file_has_a_line_for_each_with_and_without_quotes(tmp_path):
    first, second = read_set(put(tmp_path, LOCAL))
    assert first == Achievement(
        "111000001", 'First "steps"', "take: five of them", 5, "R:0xH00d1=1_0xH00d0=5"
    )
    assert second == Achievement(
        "111000002", "Second", "take six", 10, "0xH00d0=6SR:0xH00d1=1S0xH00d2=2"
    )


@pytest.mark.parametrize("around", [
    lambda rows: {"Title": "Some Program", "Achievements": rows},
    lambda rows: {"Success": True, "PatchData": {"ID": 1, "Achievements": rows}},
    lambda rows: {"Title": "Some Program", "Sets": [{"Achievements": rows}, {"Achievements": []}]},
])  # fmt: skip
def test_the_servers_json_in_each_of_its_forms(tmp_path, around):
    rows = [
        {"ID": 7, "MemAddr": "0xH00d0=5", "Title": " Two \n words", "Description": "x" * 900,
         "Points": 25, "Flags": 3},
        {"ID": 8, "Title": "without conditions"},
        {"ID": 9, "MemAddr": "0xH00d0=6", "Title": "bare", "Points": "many", "Description": None},
        {"id": 10, "MemAddr": "0xH00d0=7", "Title": "worth nothing"},
    ]  # fmt: skip
    found = read_set(put(tmp_path, "\ufeff" + json.dumps(around(rows)), "7.json"))
    assert found == [
        Achievement("7", "Two words", "x" * WORDS_MOST, 25, "0xH00d0=5"),
        Achievement("9", "bare", "", 0, "0xH00d0=6"),
        Achievement("10", "worth nothing", "", 0, "0xH00d0=7"),
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "set.txt has no achievements: 1:"),
        (b"\0\xff" * 50, "has no achievements"),
        ("1:2:3", "has no achievements"),
        ("{]", "set.txt: "),
        ('{"Achievements": 5}', "has no achievements"),
        ('{"Achievements": [5, [], {}]}', "has no achievements"),
        ('{"Sets": [5, null]}', "has no achievements"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('1:"0xH00d0=":"A":"B"', "set.txt: A: '' is not a value"),
        (b" " * (TEXT_MOST + 1), "bytes"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_a_line(tmp_path, content, words):
    with pytest.raises(HostError) as error:
        read_set(put(tmp_path, content))
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_what_cannot_be_printed_is_in_no_text_of_a_set_and_in_no_message(tmp_path):
    row = {
        "ID": "1\n2", "MemAddr": "0xH00d0=1", "Title": "a\ud800b\x1b[2J\u202e",
        "Description": "\0c", "Points": 1e300,
    }  # fmt: skip
    path = put(tmp_path, json.dumps({"Achievements": [row]}))
    assert read_set(path) == [Achievement("1 2", "a b [2J", "c", 0, "0xH00d0=1")]
    for trigger in ("0xH00d0\n=1", "0xH00d0=\n\ud800", "0xH00d0={\n"):
        put(tmp_path, json.dumps({"Achievements": [row | {"MemAddr": trigger}]}))
        with pytest.raises(HostError) as error:
            read_set(path)
        assert str(error.value).isprintable()


def test_flags_in_a_line_as_long_as_a_file_may_be_are_read_at_once(tmp_path):
    """Each was once looked for from the beginning: a megabyte took an hour."""
    line = "1:" + "_A:" * ((TEXT_MOST - 20) // 3)
    with pytest.raises(HostError, match="has no achievements"):
        read_set(put(tmp_path, line))
    with pytest.raises(HostError, match="letters of conditions"):
        read_set(put(tmp_path, line + "::T:D"))


@pytest.mark.parametrize(
    ("line", "trigger", "title"),
    [
        ("1:R:0=1_P:0=2:T:D", "R:0=1_P:0=2", "T"),
        ("1:0=1SP:0=2sR:0=3:T:D", "0=1SP:0=2sR:0=3", "T"),
        ("1:R:0=1:A:D", "R:0=1", "A"),
        ("1:0=1:S:D", "0=1", "S"),
    ],
)
def test_the_flags_of_conditions_without_quotes_do_not_end_them(tmp_path, line, trigger, title):
    (found,) = read_set(put(tmp_path, line))
    assert (found.trigger, found.title) == (trigger, title)


def test_a_file_that_is_not_there_or_a_folder_is_said(tmp_path):
    for path in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(HostError, match=path.name):
            read_set(path)


def test_what_a_frame_must_look_at_has_a_limit():
    assert (ACHIEVEMENTS_MOST, LETTERS_MOST, CONDITIONS_MOST) == (500, 500_000, 5000)
    most = [row(number) for number in range(ACHIEVEMENTS_MOST)]
    assert checked(most, "set") == most
    with pytest.raises(HostError, match=f"more than {ACHIEVEMENTS_MOST} achievements"):
        checked([*most, row(1)], "set")
    long = "_".join(["0xH0=1"] * CONDITIONS_MOST)
    assert checked([row(1, long)], "set")
    with pytest.raises(HostError, match=f"more than {CONDITIONS_MOST} conditions"):
        checked([row(1, long), row(2)], "set")
    with pytest.raises(HostError, match=f"more than {LETTERS_MOST} letters"):
        checked([row(1, "0xH0=1" + " " * LETTERS_MOST)], "set")


def test_points_have_a_sound_size(tmp_path):
    for points, worth in (
        ("7", 7),
        ("100", 100),
        ("999", 100),
        ("-5", 0),
        ("9" * 5000, 0),
        ("", 0),
    ):
        line = f'1:"0xH00d0=1":"A":"B":::::{points}'
        assert read_set(put(tmp_path, line))[0].points == worth
