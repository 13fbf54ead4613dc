"""The machine behind the page, without a browser."""

import itertools
import json
import weakref
import zipfile
import zlib
from pathlib import Path
from random import Random

import pytest

import emu.browser
from c64 import C64, SidPlace
from c64.config import CONFIG_CHOICES, PALETTES
from c64.errors import Go64Error
from disk.crt import Crt, CrtChip
from disk.d64 import D64Image
from emu.browser import session as session_module
from emu.browser.session import REWIND_EVERY, STATE_LENGTH, STATE_MAGIC, Session
from emu.errors import HostError
from emu.replay.recorder import Recorder
from emu.shared.recording_file import save_recording
from emu.shared.state.write import save_state_file
from emu.web.game import MENU_TOP, PANEL_X
from tests.emu.browser.programs import disk, program
from tests.emu.host.sound.test_stereo import tune_for_three
from tests.fuzz.dice import changed_json


@pytest.fixture
def session(tmp_path):
    found = Session(str(tmp_path / "files"))
    run(found, 150)
    return found


def run(session, frames):
    for _ in range(frames):
        session.frame()


def run_until(session, words, frames=1500):
    """Run until the screen shows words."""
    for _ in range(frames // 10):
        run(session, 10)
        if words in session.machine.screen.text():
            return
    raise AssertionError(session.machine.screen.text())


def state_of(text, packed=b""):
    """Return a state with a text as its header."""
    return STATE_MAGIC + STATE_LENGTH.pack(len(text)) + text + packed


def described(session):
    return json.loads(session.describe())


@pytest.mark.parametrize(
    ("name", "content"),
    [("one.prg", program("SHOWN")), ("two.d64", disk("SHOWN"))],
)
def test_a_file_is_started(session, name, content):
    session.open(session.put(f"C:\\fakepath\\{name}", content))
    assert session.frame()  # it is being started
    run_until(session, "SHOWN")
    assert described(session)["title"] == name


def test_an_archive_is_started_and_says_what_else_it_has(session, tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as packed:
        for name in ("a.prg", "b.prg"):
            packed.writestr(name, program("SHOWN"))
    session.open(session.put("a.zip", path.read_bytes()))
    run_until(session, "SHOWN")
    assert described(session)["notes"] == ["a.zip also has: b.prg"]


@pytest.mark.parametrize(
    "name", ["../../outside.prg", "/outside.prg", "..\\outside.prg", "..", "", "."]
)
def test_no_name_leads_out_of_the_folder(session, tmp_path, name):
    kept = session.put(name, b"content")
    assert (tmp_path / "files" / kept).read_bytes() == b"content"
    assert [path.name for path in tmp_path.iterdir()] == ["files"]


def test_a_file_that_is_none_is_refused_and_the_machine_goes_on(session):
    session.type_text("print 6*7\n")
    with pytest.raises(Go64Error, match=r"bad\.d64"):
        session.open(session.put("bad.d64", b"no disk"))
    run_until(session, "\n 42 ")


def test_a_tap_of_a_key_is_seen_however_short(session):
    for host, press in (
        ("KeyA", lambda: session.char_down("KeyA", "a")),
        ("Quote", lambda: session.char_down("Quote", '"')),
        ("page 5", lambda: session.key_down("page 5", ["5"])),
    ):
        press()
        session.key_up(host)
        run(session, 8)
    assert '\nA"5 ' in session.machine.screen.text()
    assert not session.char_down("KeyX", "\N{SNOWMAN}")


def test_a_state_goes_on_with_its_disk_and_its_options(session, tmp_path):
    session.configure('{"model": "c64c", "palette": "grey"}')
    session.insert(8, session.put("kept.d64", disk("OLD")))
    run(session, 150)
    session.type_text('a$="kept"\n')
    run_until(session, "\nREADY.", 300)
    run(session, 60)
    state = session.save_state()
    session.configure("{}")
    other = Session(str(tmp_path / "files"))
    other.load_state(state)
    facts = described(other)
    assert (facts["model"], facts["drives"]["8"]) == ("c64c", "kept.d64")
    assert len(set(facts["palette"])) > 1 and all(rgb % 0x010101 == 0 for rgb in facts["palette"])
    other.type_text("print a$\n")
    run_until(other, "\nKEPT ")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GO64",
        STATE_MAGIC,
        STATE_MAGIC + b"\xff\xff\xff\xff",
        STATE_MAGIC + b"\2\0\0\0{}" + b"x",
        state_of(b"[" * 90_000),
        state_of(b"{}" + b" " * (2 << 20)),
        state_of(b'{"title":[' + b"1," * 300_000 + b"1]}"),
        state_of(b'{"drives":' + b"9" * 5000 + b"}"),
        state_of(b"[]"),
    ],
)
def test_a_damaged_state_is_refused_in_one_line(session, content):
    machine = session.machine
    with pytest.raises(HostError) as caught:
        session.load_state(content)
    assert "\n" not in str(caught.value)
    assert session.machine is machine


def test_a_state_that_unpacks_to_more_than_any_of_ours_is_refused(session, monkeypatch):
    monkeypatch.setattr(session_module, "STATE_MOST", 1 << 20)
    with pytest.raises(HostError, match="unpacks to more than 1048576 bytes"):
        session.load_state(state_of(b"{}", zlib.compress(bytes((1 << 20) + 1))))


def test_a_state_with_absurd_values_is_refused_in_one_line_or_fits(session):
    """The page's states can come from anybody: the values are right JSON, and make no sense."""
    state = session.save_state()
    (length,) = STATE_LENGTH.unpack_from(state, len(STATE_MAGIC))
    start = len(STATE_MAGIC) + STATE_LENGTH.size
    plain, packed = json.loads(state[start : start + length]), state[start + length :]
    refused = 0
    for number in range(30):
        header = changed_json(Random(number), plain, times=1 + number % 3)
        machine = session.machine
        try:
            session.load_state(state_of(json.dumps(header).encode(), packed))
        except HostError as error:
            refused += 1
            assert "\n" not in str(error) and len(str(error)) < 1000
            assert session.machine is machine
    assert 10 < refused < 30


def test_a_tune_for_three_has_its_sids_and_all_of_them_are_heard(session):
    session.open(session.put("three.sid", tune_for_three(0xD440)))
    run(session, 100)
    session.sound()
    run(session, 5)
    assert [sid.address for sid in session.machine.sids] == [0xD400, 0xD420, 0xD440]
    samples = memoryview(session.sound()).cast("h")
    assert max(samples) - min(samples) > 1000
    kept = session.save_state()
    session.open(session.put("a.prg", program("PRINT 1")))
    assert len(session.machine.sids) == 1
    session.load_state(kept)
    assert len(session.machine.sids) == 3


def test_a_machine_that_is_replaced_is_gone_at_once(session):
    state = session.save_state()
    for replace in (
        lambda: session.load_state(state),
        lambda: session.configure('{"model": "ntsc"}'),
        session.basic,
    ):
        before = weakref.ref(session.machine)
        replace()
        assert before() is None


def test_every_cut_of_a_state_is_refused(session):
    state = session.save_state()
    for end in range(0, len(state), 997):
        with pytest.raises(HostError):
            session.load_state(state[:end])


def test_a_save_state_of_the_program_goes_on(session, tmp_path):
    machine = C64(model="c64c", sids=[0xD420])
    path = tmp_path / "secret.d64"
    path.write_bytes(disk("OLD"))
    machine.drives[8].attach(path)
    machine.tick(150)
    machine.type('a$="kept"\n')
    save_state_file(tmp_path / "a.go64", machine)
    session.open(session.put("a.go64", (tmp_path / "a.go64").read_bytes()))
    facts = described(session)
    assert facts["model"] == "c64c"
    assert facts["notes"] == [
        "drive 8: its disk comes back write-protected, as the state was not saved by you on this "
        "computer"
    ]
    session.load_state(session.save_state())  # all of its configuration is in the page's own
    config = session.machine.config
    assert (config.model, config.sids) == ("c64c", (SidPlace(0xD420),))
    session.type_text("print a$\n")
    run_until(session, "\nKEPT ")
    session.open(session.put("one.prg", program("SHOWN")))
    run_until(session, "SHOWN")


def test_a_state_with_a_cartridge_keeps_it(session, tmp_path):
    content = bytes(session.machine.roms.basic)
    crt = Crt("a.crt", 0, 0, 1, "A", (CrtChip(0, 0, 0x8000, content),))
    machine = C64(cart=crt)
    machine.tick(10)
    save_state_file(tmp_path / "a.go64", machine)
    session.open(session.put("a.go64", (tmp_path / "a.go64").read_bytes()))
    state = session.save_state()
    session.basic()
    session.load_state(state)
    assert session.peek(0x8010, 0x8020) == content[0x10:0x20]
    assert "a.crt" in session.changed() or (session.folder / "a.crt").is_file()


def test_a_recording_is_replayed_to_the_same_machine(session, tmp_path):
    machine = C64(sample_rate=0)
    recorder = Recorder(machine)
    for frame in range(160):
        if frame == 140:
            machine.keyboard.hold("A")
        machine.tick()
        recorder.end()
    save_recording(tmp_path / "a.go64rec", machine, recorder.finish())
    session.open(session.put("a.go64rec", (tmp_path / "a.go64rec").read_bytes()))
    run(session, 160)
    assert described(session)["notes"] == ["replay: 160 frames, the same machine"]
    assert "\nA" in session.machine.screen.text()
    run(session, 5)


@pytest.mark.parametrize("name", ["a.go64", "a.go64rec"])
def test_a_file_of_the_program_that_is_damaged_changes_nothing(session, name):
    machine = session.machine
    with pytest.raises(HostError) as caught:
        session.open(session.put(name, b"GO64STAT" + bytes(40)))
    assert "\n" not in str(caught.value)
    assert session.machine is machine


def test_the_buttons_of_the_game_are_on_the_page_and_a_tap_is_a_click(tmp_path):
    session = Session(str(tmp_path / "files"), "disk/go64.d64")
    assert not session.noticed() and described(session)["menu"] is None
    session.tap(10, 10)  # no game: nobody to click
    session.start_game()
    while session.frame():
        pass
    for name in ["RETURN"] * 3 + ["F7", "RETURN"] * 20:
        run(session, 80)
        if session.noticed() and described(session)["menu"]:
            break
        session.key_down("page", [name])
        run(session, 4)
        session.key_up("page")
    facts = described(session)
    assert facts["window"] == [32, 35]
    menu, first = facts["menu"], ["R", "Roll for 1st", True]
    row = next(n for n, button in enumerate(menu) if button[0] == "R")
    session.tap(8 * (PANEL_X + 4), 8 * (MENU_TOP + 2 * row) + 4)
    for _ in range(60):
        run(session, 5)
        if session.noticed() and first not in described(session)["menu"]:
            return
    raise AssertionError("the click did not roll the dice")


def test_what_a_program_writes_is_reported_once(session):
    session.insert(8, session.blank("mine.d64"))
    assert session.changed() == []
    session.type_text('10 rem\nsave"a",8\n')
    run_until(session, "SAVING A")
    run(session, 200)
    assert session.changed() == ["mine.d64"]
    assert session.changed() == []
    assert b"A\xa0\xa0" in bytes(D64Image.open(session.folder / "mine.d64").to_bytes())


def test_rewind_goes_back_by_half_a_second_each_time(session):
    run(session, 8 * REWIND_EVERY)
    frames = [session.machine.frames]
    for _ in range(3):
        assert session.rewind()
        frames.append(session.machine.frames)
    steps = [before - now for before, now in itertools.pairwise(frames)]
    assert all(0 < step <= 2 * REWIND_EVERY for step in steps)


def test_keys_held_now_stay_held_after_rewind_and_a_state(session):
    state = session.save_state()
    session.joystick(2, 0b10001)
    session.load_state(state)
    assert session.machine.joystick(2).pressed("fire") and session.machine.joystick(2).pressed("up")
    session.release_all()
    assert not session.machine.joystick(2).pressed("fire")


def test_an_option_that_is_none_changes_nothing(session):
    machine = session.machine
    for text in ('{"cart": "/etc/passwd"}', '{"model": "amiga"}'):
        with pytest.raises(Go64Error):
            session.configure(text)
    assert session.machine is machine and described(session)["options"] == {}


def test_the_sid_of_ones_choice_is_used_and_a_wrong_one_refused(session):
    session.configure('{"sid": "8580", "digiboost": true, "sid_filter": "R4AR"}')
    config = session.machine.config
    assert (config.sid, config.digiboost, config.sid_filter) == ("8580", True, "R4AR")
    with pytest.raises(Go64Error):
        session.configure('{"sid_filter": "R9"}')
    assert session.machine.config.digiboost
    session.configure('{"digiboost": false}')
    assert not session.machine.config.digiboost


def test_the_page_is_told_what_the_window_offers(session):
    choices = described(session)["choices"]
    assert choices["palette"] == list(PALETTES)
    for name in ("model", "sid", "drive"):
        assert choices[name] == list(CONFIG_CHOICES[name])
    assert {*choices["sid_filter"], "usual"} == set(CONFIG_CHOICES["sid_filter"])
    for name, words in choices.items():
        for word in words:
            session.configure(json.dumps({name: True if word == "on" else word}))


def test_the_page_has_no_list_of_its_own(session):
    page = Path(emu.browser.__file__).with_name("page") / "site.js"
    text = page.read_text(encoding="utf-8")
    words = {word for words in described(session)["choices"].values() for word in words}
    assert words, "nothing to look for"
    assert [word for word in sorted(words - {"on"}) if f'"{word}"' in text] == []


def test_a_rom_of_ones_own_is_used_and_a_wrong_one_refused(session):
    kernal = bytes(session.machine.roms.kernal)
    with pytest.raises(Go64Error, match="short"):
        session.configure(json.dumps({"kernal": session.put("short", b"short")}))
    session.configure(json.dumps({"kernal": session.put("own.bin", kernal)}))
    assert described(session)["roms"] == {"kernal": "own.bin"}


def test_the_picture_and_the_sound_are_those_of_the_machine(session):
    left, top, width, height = session.size
    facts = described(session)
    whole = bytes(session.picture())
    rows = [(top + row) % facts["lines"] * facts["pitch"] + left for row in range(height)]
    shown = b"".join(whole[row : row + width] for row in rows)
    assert shown == session.machine.screen.indices.tobytes()
    session.sound()
    run(session, 10)
    assert abs(len(session.sound()) / 2 - 10 * facts["rate"] / facts["hz"]) < 30


def test_memory_is_read_and_written_as_the_cpu_does(session):
    session.poke(0x0400, bytes([1, 2, 3]))
    assert session.peek(0x0400, 0x0403) == b"\1\2\3"
    assert session.text() == session.machine.screen.text() and session.text().startswith("ABC")
    with pytest.raises(IndexError):
        session.poke(0xFFFF, b"ab")
