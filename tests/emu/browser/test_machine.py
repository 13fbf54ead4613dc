"""The page's machine at its edges: options, files, drives, sticks, memory, points of the past."""

import json
import zlib

import pytest

from c64 import C64
from disk.crt import Crt, CrtChip, write_crt
from disk.d64 import D64Image
from emu.browser.rewind import LARGE, Points
from emu.browser.session import (
    CHOICES,
    REWIND_EVERY,
    ROMS,
    SAVES_NAME,
    STATE_LENGTH,
    STATE_MAGIC,
    STICK,
    Session,
)
from emu.errors import HostError
from tests.emu.browser.programs import disk, program


@pytest.fixture
def session(tmp_path):
    return Session(str(tmp_path / "files"))


@pytest.fixture
def with_game(tmp_path):
    return Session(str(tmp_path / "files"), "disk/go64.d64")


def described(session):
    return json.loads(session.describe())


def header_of(state):
    (length,) = STATE_LENGTH.unpack_from(state, len(STATE_MAGIC))
    start = len(STATE_MAGIC) + STATE_LENGTH.size
    return json.loads(state[start : start + length])


@pytest.mark.parametrize(
    ("model", "lines", "pitch", "hz"), [("c64", 312, 504, 50.12), ("ntsc", 263, 520, 59.83)]
)
def test_the_page_is_told_the_shape_of_the_picture(session, model, lines, pitch, hz):
    session.configure(json.dumps({"model": model}))
    facts = described(session)
    assert (facts["lines"], facts["pitch"], round(facts["hz"], 2)) == (lines, pitch, hz)
    assert facts["size"] == [*session.size] and facts["rate"] == 48000
    assert (facts["model"], facts["options"]) == (model, {"model": model})
    assert (facts["starting"], facts["menu"], facts["notes"]) == (False, None, [])


def test_the_picture_is_whole_after_each_frame(session):
    for colour in range(4):  # of the border, in the middle of the frame that ends
        session.poke(0xD020, bytes([colour]))
        session.frame()
        shown = bytes(session.picture())
        session.machine.board.vic.sync()
        assert shown == bytes(session.machine.board.vic.frame)


def test_options_that_say_nothing_are_left_out(session):
    session.configure('{"model": "", "sid": null, "palette": "grey"}')
    assert described(session)["options"] == {"palette": "grey"}
    with pytest.raises(HostError, match=f"^option 'cart': not one of {', '.join(CHOICES)}, kernal"):
        session.configure('{"cart": "a.crt"}')


def test_a_rom_that_is_not_there_leaves_the_options_as_they_were(session):
    session.configure('{"model": "c64c"}')
    machine = session.machine
    with pytest.raises(Exception, match="kernal"):
        session.configure('{"kernal": "none.bin"}')
    assert session.machine is machine
    assert (described(session)["options"], described(session)["roms"]) == ({"model": "c64c"}, {})


def test_drives_are_named_by_their_disks(session):
    session.insert(8, session.put("one.d64", disk("A")))
    assert described(session)["drives"] == {"8": "one.d64"}
    session.insert(8, "")
    assert described(session)["drives"] == {"8": None}


@pytest.mark.parametrize("port", [1, 2])
def test_each_bit_of_a_stick_is_a_switch(session, port):
    sticks = [session.machine.joystick(n) for n in (1, 2)]
    for bits in range(32):
        session.joystick(port, bits)
        pressed = [[name for name in STICK if stick.pressed(name)] for stick in sticks]
        wanted = [name for at, name in enumerate(STICK) if bits & 1 << at]
        assert pressed[port - 1] == wanted and pressed[2 - port] == []
    session.release_all()
    assert not any(stick.pressed(name) for stick in sticks for name in STICK)


def test_bytes_are_written_up_to_the_last_and_no_further(session):
    session.poke(0xC000, b"")
    session.poke(0xC000, bytearray(b"\1\2\3"))
    assert session.peek(0xC000, 0xC003) == b"\1\2\3"

    class Proxy:
        """What Pyodide makes of the page's bytes: no sequence, until it is asked for them."""

        def __bytes__(self):
            return b"\4\5"

    session.poke(0xC000, Proxy())
    assert session.peek(0xC000, 0xC003) == b"\4\5\3"
    session.poke(0xFFFF, b"\7")
    assert session.machine.ram[0xFFFF] == 7
    for first, count in ((0xFFFF, 2), (-1, 1), (0x10000, 1)):
        with pytest.raises(IndexError, match=f"{count} bytes at"):
            session.poke(first, bytes(count))


def test_a_character_that_the_c64_has_is_pressed_and_another_is_told(session):
    assert session.char_down("Quote", '"') is True
    assert session.machine.keyboard.down == {"LSHIFT", "2"}
    assert session.char_down("KeyX", "\N{SNOWMAN}") is False
    assert session.machine.keyboard.down == {"LSHIFT", "2"}


def test_only_another_c64_is_adopted(session):
    machine = session.machine
    session.adopt("no machine")
    session.adopt(machine)
    assert session.machine is machine
    other = C64(sample_rate=0)
    session.frame()
    session.adopt(other)
    assert session.machine is other and not session.rewind()


def test_a_point_is_kept_at_once_and_every_half_second_then(session):
    assert not session.rewind()
    session.frame()
    begin = session.machine.frames
    for _ in range(REWIND_EVERY):
        session.frame()
    session.rewind()
    assert session.machine.frames == begin
    for _ in range(REWIND_EVERY - 1):
        session.frame()
    session.rewind()  # the only point stays
    assert session.machine.frames == begin
    for _ in range(2 * REWIND_EVERY):
        session.frame()
    session.rewind()  # the last point is of this frame: the one before it is meant
    assert session.machine.frames == begin + REWIND_EVERY
    session.reset()
    assert session.rewind()


def test_a_freezer_that_is_not_there_is_told(session):
    session.freeze()
    session.freeze()
    assert len(session.notes) == 2 and all(session.notes)
    assert session.noticed() and len(described(session)["notes"]) == 2
    assert not session.noticed() and described(session)["notes"] == []


def test_without_the_game_it_cannot_be_started(session, with_game):
    with pytest.raises(HostError, match="the game is not part of this site"):
        session.start_game()
    with_game.start_game()
    facts = described(with_game)
    assert (facts["title"], facts["starting"]) == ("GO 64", True)
    assert facts["drives"] == {"8": "go64.d64", "9": SAVES_NAME}
    assert with_game.machine.drives[8].image.read_only
    assert not (with_game.folder / SAVES_NAME).exists()  # before something is saved
    with_game.machine.drives[9].image.to_bytes()
    with_game.open(with_game.put("other.prg", program("OTHER")))
    assert described(with_game)["drives"] == {"8": "go64.d64"}


def test_saved_games_of_before_are_in_drive_9(with_game):
    image = D64Image.blank(b"MINE", b"64")
    with_game.put(SAVES_NAME, image.to_bytes())
    with_game.start_game()
    assert with_game.machine.drives[9].image.to_bytes() == image.to_bytes()


def cartridge():
    rom = bytes([9, 0x80, 9, 0x80, 0xC3, 0xC2, 0xCD, 0x38, 0x30, 0x4C, 9, 0x80]).ljust(8192, b"\0")
    return Crt("a.crt", 0, 0, 1, "TEST", (CrtChip(0, 0, 0x8000, rom),))


def test_a_cartridge_is_put_in_and_goes_with_the_next_program(with_game):
    with_game.open(with_game.put("a.crt", write_crt(cartridge())))
    assert with_game.machine.config.cart is not None
    assert described(with_game)["title"] == "a.crt"
    assert header_of(with_game.save_state())["cart"] == "a.crt"
    with_game.open(with_game.put("a.prg", program("A")))
    assert with_game.machine.config.cart is None
    with_game.open("a.crt")
    with_game.start_game()
    assert with_game.machine.config.cart is None
    with_game.open("a.crt")
    with_game.basic()
    assert with_game.machine.config.cart is None and described(with_game)["title"] == "BASIC"
    assert described(with_game)["drives"] == {"8": None}


def test_a_state_says_what_is_not_as_usual_and_where_disks_are(session):
    session.configure('{"model": "c64c"}')
    session.insert(8, session.put("one.d64", disk("A")))
    header = header_of(session.save_state())
    assert (header["title"], header["cart"]) == ("BASIC", None)
    assert header["options"] == {"model": "c64c"}
    assert header["drives"] == {"8": ["quick", "one.d64"]}
    state = session.save_state()
    session.insert(8, "")
    assert header_of(session.save_state())["drives"] == {"8": ["quick", None]}
    session.load_state(state)
    assert session.machine.drives[8].image.path == session.folder / "one.d64"
    (session.folder / "one.d64").unlink()
    session.load_state(state)  # the disk is in the state, and tied to no file any more
    assert session.machine.drives[8].image.path is None


@pytest.mark.parametrize("switch", ["reset", "power_cycle"])
def test_a_switch_ends_what_is_being_started(session, switch):
    session.poke(0xC000, b"\x5a")
    session.open(session.put("a.prg", program("SHOWN")))
    session.poke(0xC000, b"\x5a")
    assert session.frame() and described(session)["starting"]
    getattr(session, switch)()
    assert not session.frame() and not described(session)["starting"]
    assert (session.peek(0xC000, 0xC001) == b"\x5a") is (switch == "reset")
    for _ in range(200):
        session.frame()
    assert "SHOWN" not in session.machine.screen.text()


def test_a_start_that_fails_is_told_and_the_machine_runs_on(session):
    session.open(session.put("a.prg", program("SHOWN")))

    def fail():
        raise HostError("the file has gone")

    session._start.tick = fail
    frames = session.machine.frames
    assert not session.frame() and session.machine.frames == frames + 1
    assert described(session)["notes"] == ["the file has gone"]
    assert not session.frame() and not session.noticed()


def test_a_state_of_the_game_finds_its_disk_and_those_of_unknown_options_are_refused(with_game):
    with_game.start_game()
    state = with_game.save_state()
    with_game.basic()
    with_game.load_state(state)
    assert described(with_game)["title"] == "GO 64"
    assert with_game.machine.drives[8].image.path.name == "go64.d64"
    assert with_game.machine.drives[8].image.read_only
    header = header_of(state) | {"options": {"wings": 2}}
    text = json.dumps(header).encode()
    packed = state[len(STATE_MAGIC) + STATE_LENGTH.size + len(json.dumps(header_of(state))) :]
    with pytest.raises(HostError, match="configures 'wings', which this page does not know"):
        with_game.load_state(STATE_MAGIC + STATE_LENGTH.pack(len(text)) + text + packed)


def test_files_are_told_when_they_change_and_folders_are_none(session):
    assert session.put("a/b.prg", b"1") == "b.prg" and session.take("b.prg") == b"1"
    (session.folder / "inner").mkdir()
    assert session.changed() == []
    (session.folder / "b.prg").write_bytes(b"2")
    (session.folder / "a.prg").write_bytes(b"3")
    assert session.changed() == ["a.prg", "b.prg"]
    assert session.changed() == []


def test_every_rom_of_the_page_is_one_of_the_machine(session):
    for name in ROMS:
        assert hasattr(session.machine.config, name)


def test_a_difference_is_kept_if_it_is_less_than_an_eighth():
    key = bytes(LARGE * 64)

    def packed(changes):
        other = bytearray(key)
        for at in range(changes):
            other[at * 5] = 1 + at * 37 % 251
        return bytes(other), len(zlib.compress(bytes(other), 1))

    for changes in range(80):
        snapshot, size = packed(changes)
        points = Points(2, 1 << 30)
        points.add(0, key)
        points.add(1, snapshot)
        small = size * LARGE < len(key)
        assert points.size == len(key) + (size if small else len(key))
        assert points.snapshot() == snapshot
    assert not small  # both came


def test_what_is_started_has_a_machine_that_was_off_and_no_way_back(with_game):
    for start in (lambda: with_game.open(with_game.put("a.prg", program("A"))),
                  with_game.start_game):  # fmt: skip
        with_game.poke(0xC000, b"\x5a")
        with_game.frame()
        start()
        assert with_game.peek(0xC000, 0xC001) != b"\x5a" and not with_game.rewind()


def test_a_state_that_does_not_fit_leaves_the_options(session):
    session.configure('{"model": "c64c"}')
    state = session.save_state()
    header = header_of(state)
    packed = state[len(STATE_MAGIC) + STATE_LENGTH.size + len(json.dumps(header)) :]
    text = json.dumps(header | {"options": {"model": "ntsc"}, "cart": "none.crt"}).encode()
    with pytest.raises(HostError, match="saved state: does not fit: "):
        session.load_state(STATE_MAGIC + STATE_LENGTH.pack(len(text)) + text + packed)
    assert described(session)["options"] == {"model": "c64c"}
