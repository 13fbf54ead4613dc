"""Files that are never seen half written: their folders, and links to them."""

from pathlib import Path

import platformdirs
import pytest

from emu.host import settings
from emu.host.media import library
from emu.host.state import slots
from emu.shared import disks
from emu.shared.state import seal
from emu.shared.whole_file import write_whole
from emu.web import session


def test_folders_that_are_missing_are_made_and_nothing_else_is_left(tmp_path):
    path = tmp_path / "a" / "b" / "file"
    write_whole(path, "Köln\n")
    write_whole(path, b"\xff\0")
    assert path.read_bytes() == b"\xff\0" and list(path.parent.iterdir()) == [path]
    write_whole(path, "Köln\n")
    assert path.read_bytes() == "Köln\n".encode()


def test_a_link_stays_one_and_the_file_behind_it_is_written(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("before")
    link.symlink_to(real)
    write_whole(link, "after")
    assert link.is_symlink() and real.read_text() == "after"


@pytest.mark.parametrize(
    ("place", "kind", "name"),
    [
        (disks.saves_path, "data", "saves.d64"),
        (seal.key_path, "data", "state.key"),
        (library.library_folder, "data", "library"),
        (slots.data_folder, "data", "states"),
        (session.data_folder, "data", "hosted"),
        (settings.settings_path, "config", "settings.toml"),
    ],
)
def test_what_is_kept_for_the_user_lies_in_one_folder_without_that_of_a_firm(
    monkeypatch, tmp_path, place, kind, name
):
    """On Windows platformdirs would put one of the author's around it."""
    asked = []
    monkeypatch.setattr(
        platformdirs, f"user_{kind}_dir", lambda *words, **more: asked.append((words, more)) or "x"
    )
    assert place() == Path("x", name)
    assert asked == [(("go64",), {"appauthor": False})]
