"""``make play HEADLESS=1``: the game of the disk plays some turns by itself."""

import pytest

from tools import play


@pytest.mark.slow
def test_three_turns_are_played_and_a_picture_is_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert play.main(["--headless"]) == 0, capsys.readouterr().err
    assert (tmp_path / "play.png").stat().st_size > 1000


@pytest.mark.slow
def test_a_game_that_does_not_come_to_three_turns_says_where_it_is(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(play, "SECONDS", 12)
    assert play.main(["--headless"]) == 1
    assert "turns in 12 s, expected 3; the game is at MODE_" in capsys.readouterr().err
