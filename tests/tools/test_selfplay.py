"""The command that lets players play each other."""

import json

import pytest

from tools import selfplay


def run(capsys, *args):
    code = selfplay.main(list(args))
    return code, capsys.readouterr()


@pytest.mark.slow
def test_one_object_says_who_won(capsys):
    code, said = run(capsys, "--seats", "child,normal", "--games", "8", "--seed", "4")
    assert code == 0
    said = json.loads(said.out)
    assert said["seats"] == ["child", "normal"]
    assert said["games"] == 8
    assert sum(said["wins"].values()) + said["unfinished"] == 8
    low, high = said["interval"]["normal"]
    assert low < said["share"]["normal"] < high
    assert said["seconds_emulated"] > 1
    assert said["faults"] == []


@pytest.mark.slow
def test_the_same_seed_prints_the_same(capsys):
    args = ("--games", "4", "--rounds", "30", "--seed", "9")
    one, two = (json.loads(run(capsys, *args)[1].out) for _ in range(2))
    one.pop("seconds")
    two.pop("seconds")
    assert one == two


def test_the_rules_of_1989(capsys):
    code, said = run(capsys, "--seats", "hard,easy", "--games", "2", "--preset", "1")
    assert code == 0
    assert json.loads(said.out)["fallbacks"] == 0


@pytest.mark.slow
def test_the_russian_rules_and_drawn_switches(capsys):
    for args in (["--preset", "2"], ["--preset", "3"], ["--preset", "3", "--switches", "LOANS=1"]):
        code, said = run(capsys, "--seats", "hard,easy", "--games", "2", *args)
        assert code == 0
        said = json.loads(said.out)
        assert (said["fallbacks"], said["unfinished"]) == (0, 0)


@pytest.mark.parametrize(
    ("args", "words"),
    [(["--preset", "4"], "preset 4: must be one of"),
     (["--preset", "3", "--switches", "RENT=4"], "switch RENT=4: must be 0 to 2"),
     (["--seats", "genius,normal"], "seat 'genius': must be one of"),
     (["--seats", "normal"], "1 seats: must be 2 to 8"), (["--jobs", "0"], "--jobs 0: must be 1")],
)  # fmt: skip
def test_what_cannot_be_played_is_said_in_a_line(capsys, args, words):
    code, said = run(capsys, *args)
    assert code == 2
    assert said.err.startswith(f"selfplay: {words}")
    assert said.err.count("\n") == 1


def test_a_number_of_games_below_one_is_refused(capsys):
    with pytest.raises(SystemExit):
        selfplay.main(["--games", "0"])
    assert "--games 0: must be 1 or more" in capsys.readouterr().err
