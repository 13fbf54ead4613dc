"""The links' secrets: as long as promised, kept, and compared as a whole."""

import json
import stat
import sys

import pytest

from emu.errors import HostError
from emu.web.links import base_url, link, qr_rows
from emu.web.permissions import HOST, WATCH, Role
from emu.web.session import Session, folder_of


def test_there_is_a_secret_for_each_seat_the_watchers_and_the_host(tmp_path):
    tokens = Session(tmp_path).tokens
    assert set(tokens) == {HOST, WATCH, *(Role("seat", n) for n in range(8))}
    assert len(set(tokens.values())) == 10
    assert all(len(token) == 22 for token in tokens.values())  # 128 bits in base64


def test_links_go_on_working_until_new_ones_are_wanted(tmp_path):
    first = Session(tmp_path / "a").tokens
    assert Session(tmp_path / "a").tokens == first
    assert not set(Session(tmp_path / "a", new=True).tokens.values()) & set(first.values())


def test_new_links_forget_the_game_too(tmp_path):
    session = Session(tmp_path / "a")
    session.snapshot.write_bytes(b"x")
    assert Session(tmp_path / "a").left
    assert not Session(tmp_path / "a", new=True).left


def test_a_secret_is_known_whole_or_not_at_all(tmp_path):
    session = Session(tmp_path)
    for role, token in session.tokens.items():
        assert session.role_of(token) == role
        assert session.role_of(token[:-1]) is None
        assert session.role_of(token + "A") is None
        assert session.role_of(token.swapcase()) is None
    assert session.role_of("") is None
    assert session.role_of("\ud800é") is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights than files' modes")
def test_nobody_else_on_this_computer_can_read_them(tmp_path):
    Session(tmp_path / "a")
    assert stat.S_IMODE((tmp_path / "a" / "links.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o700


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"host": 5}', "short", "twice"])
def test_a_damaged_file_of_links_is_made_anew(tmp_path, damage):
    path = tmp_path / "links.json"
    tokens = Session(tmp_path).tokens
    if damage in ("short", "twice"):
        found = json.loads(path.read_text())
        found["0"] = "abc" if damage == "short" else found["1"]
        damage = json.dumps(found)
    path.write_text(damage)
    assert Session(tmp_path).tokens != tokens
    assert Session(tmp_path).tokens == Session(tmp_path).tokens


def test_a_folder_that_cannot_be_made_is_a_line(tmp_path):
    (tmp_path / "a").write_text("a file")
    with pytest.raises(HostError, match="cannot be written"):
        Session(tmp_path / "a" / "b")


def test_programs_of_one_name_have_folders_of_their_own(tmp_path):
    one, other = (folder_of(tmp_path / name / "game.d64") for name in "ab")
    assert one != other and one.name.startswith("game-")
    assert folder_of(None).name == "basic"


@pytest.mark.parametrize(
    ("given", "base"),
    [
        (("127.0.0.1", 6464, False), "http://127.0.0.1:6464/"),
        (("127.0.0.1", 6464, True), "https://127.0.0.1:6464/"),
        (("::1", 80, False), "http://[::1]:80/"),
        (("127.0.0.1", 6464, False, "https://me.example"), "https://me.example/"),
    ],
)
def test_a_link_is_the_address_with_the_secret_behind_a_hash(given, base):
    assert base_url(*given) == base
    assert link(base, "secret") == f"{base}#secret"


def test_a_qr_code_is_square_and_has_its_three_corners():
    rows = qr_rows("http://127.0.0.1:6464/#abc")
    assert {len(row) for row in rows} == {len(rows)} and set("".join(rows)) == {"0", "1"}
    for row, column in ((0, 0), (0, -7), (-7, 0)):
        corner = [line[column:][:7] for line in rows[row:][:7]]
        assert corner[0] == corner[6] == "1111111" and corner[1] == "1000001"
