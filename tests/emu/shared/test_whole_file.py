"""Files that are never seen half written: their folders, and links to them."""

from emu.shared.whole_file import write_whole


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
