"""The tuner: the same seed, the same log; weights stay in their limits; a column is written."""

import json
import shutil

import pytest
from PIL import Image

from tools import tune, tuneplot
from tools.game import gamerules

SMALL = ["--generations", "2", "--population", "4", "--games", "8", "--seed", "3"]
SHORT = ["--generations", "2", "--population", "4", "--games", "2", "--seed", "3"]


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = tmp_path_factory.mktemp("tune") / "hard.jsonl"
    assert tune.main([*SMALL, "--log", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def short_log(tmp_path_factory):
    path = tmp_path_factory.mktemp("tune") / "hard.jsonl"
    assert tune.main([*SHORT, "--log", str(path)]) == 0
    return path


@pytest.mark.long
def test_a_generation_is_a_line_with_its_seed_and_weights(log):
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["generation"] for line in lines] == [0, 1]
    names = list(gamerules.weights())
    for line in lines:
        assert line["seed"] == 3
        assert list(line["mean"]) == names
        assert line["best"] >= line["elite"] >= line["middle"]
        for name, value in line["mean"].items():
            least, most, _ = tune.limits(name, value)
            assert least <= value <= most
        for name in tune.FIXED:
            assert line["mean"][name] == gamerules.weights()[name][1]
    assert lines[0]["mean"] != lines[1]["mean"]


@pytest.mark.long
def test_the_same_seed_gives_the_same_log_with_two_processes(log, tmp_path):
    again = tmp_path / "again.jsonl"
    assert tune.main([*SMALL, "--jobs", "2", "--log", str(again)]) == 0
    assert again.read_text() == log.read_text()


@pytest.mark.long
def test_what_was_found_goes_into_its_column_only(short_log, tmp_path):
    copy = tmp_path / "weights.inc"
    shutil.copy(gamerules.WEIGHTS, copy)
    tune.take(short_log, copy)
    found = json.loads(short_log.read_text().splitlines()[-1])["mean"]
    before, after = gamerules.weights(), gamerules.weights(copy)
    assert {name: values[1] for name, values in after.items()} == found
    assert [(v[0], v[2]) for v in after.values()] == [(v[0], v[2]) for v in before.values()]
    plain = copy.read_text().splitlines()
    assert len(plain) == len(gamerules.WEIGHTS.read_text().splitlines())
    tune.write_column("hard", {name: values[1] for name, values in before.items()}, copy)
    assert gamerules.weights(copy) == before


def test_what_makes_no_sense_is_said_in_a_line(capsys, tmp_path):
    assert tune.main(["--population", "2"]) == 2
    assert tune.main(["--take", str(tmp_path / "none.jsonl")]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("tune: --population must be 4 or more")
    assert said[1].startswith("tune: ")
    assert len(said) == 2


@pytest.mark.long
def test_a_log_is_drawn(short_log, tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (go64[plot])")
    target = tmp_path / "hard.png"
    assert tuneplot.main([str(short_log), str(target)]) == 0
    with Image.open(target) as picture:
        assert picture.size == (800, 700)
        assert len(picture.convert("RGB").getcolors(1 << 20)) > 20
    again = tmp_path / "again.png"
    assert tuneplot.main([str(short_log), str(again)]) == 0
    assert again.read_bytes() == target.read_bytes()


@pytest.mark.long
def test_what_moved_most_comes_first(short_log):
    lines = tuneplot.read_log(short_log)
    ways = list(tuneplot.moved(lines).values())
    assert all(way[0] == 0 for way in ways)
    assert [abs(way[-1]) for way in ways] == sorted((abs(way[-1]) for way in ways), reverse=True)
    assert abs(ways[0][-1]) > 0


@pytest.mark.long
def test_what_is_no_log_is_refused_in_a_line(short_log, tmp_path, capsys):
    for text in ("", "{}\n", "no JSON\n", short_log.read_text() * 2):
        path = tmp_path / "log.jsonl"
        path.write_text(text)
        assert tuneplot.main([str(path), str(tmp_path / "none.png")]) == 2
    assert tuneplot.main([str(tmp_path / "none"), str(tmp_path / "none.png")]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 5 and all(line.startswith("tuneplot: ") for line in said)
    assert not (tmp_path / "none.png").exists()
