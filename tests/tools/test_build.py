"""A step of the build runs when its sources are not those its targets were made from."""

import pytest

from tools import build


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A folder with one source and one target, in place of the project."""
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "BUILD", tmp_path / "build")
    (tmp_path / "source").write_text("old")
    return tmp_path


def make(house, made, fails=False):
    """Build the target of ``house``: a copy of the source; ``made`` counts the runs."""

    def action():
        made.append(1)
        (house / "target").write_text((house / "source").read_text())
        if fails:
            raise build.BuildError("no luck")

    build.step("copy", [house / "source"], [house / "target"], action)


def test_a_step_runs_once_for_the_same_sources(house):
    made = []
    make(house, made)
    make(house, made)
    assert len(made) == 1


def test_a_target_of_a_failed_build_is_not_taken_for_that_of_the_old_sources(house):
    made = []
    make(house, made)
    (house / "source").write_text("new")
    with pytest.raises(build.BuildError):
        make(house, made, fails=True)
    (house / "source").write_text("old")
    make(house, made)
    assert (house / "target").read_text() == "old"
    assert len(made) == 3
