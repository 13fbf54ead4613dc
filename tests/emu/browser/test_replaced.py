"""What outlives a machine of the page that another replaces: disks, keys, sticks; and limits."""

import json
import zipfile
from random import Random

import pytest

from c64 import C64
from disk.crt import Crt, CrtChip, write_crt
from disk.d64 import D64Image
from disk.volume import PRG, Volume
from emu.browser.session import (
    REWIND_EVERY,
    SAMPLE_RATE,
    STATE_LENGTH,
    STATE_MAGIC,
    TITLE_MOST,
    WORDS_MOST,
    Session,
)
from emu.errors import HostError
from emu.replay.recorder import Recorder
from emu.shared.recording_file import save_recording
from emu.shared.state.write import save_state_file
from tests.emu.browser.programs import disk, program
from tests.volume import diagonal

WRITTEN = b"WRITTEN"


@pytest.fixture
def session(tmp_path):
    return Session(str(tmp_path / "files"), "disk/go64.d64")


def described(session):
    return json.loads(session.describe())


def state_with(state, **changed):
    """Return a state of the page whose header says something else."""
    (length,) = STATE_LENGTH.unpack_from(state, len(STATE_MAGIC))
    start = len(STATE_MAGIC) + STATE_LENGTH.size
    header = json.loads(state[start : start + length]) | changed
    text = json.dumps(header).encode()
    return STATE_MAGIC + STATE_LENGTH.pack(len(text)) + text + state[start + length :]


def put_program(session, folder):
    return session.put("a.prg", program("A"))


def put_cartridge(session, folder):
    chips = (CrtChip(0, 0, 0x8000, bytes(8192)),)
    return session.put("a.crt", write_crt(Crt("a.crt", 0, 0, 1, "TEST", chips)))


def put_state(session, folder):
    save_state_file(folder / "a.go64", C64(sample_rate=0))
    return session.put("a.go64", (folder / "a.go64").read_bytes())


def put_recording(session, folder, frames=2):
    machine = C64(sample_rate=0)
    recorder = Recorder(machine)
    for _ in range(frames):
        machine.tick()
        recorder.end()
    save_recording(folder / "a.go64rec", machine, recorder.finish())
    return session.put("a.go64rec", (folder / "a.go64rec").read_bytes())


REPLACED = {
    "options": lambda session, folder: session.configure('{"model": "c64c"}'),
    "basic": lambda session, folder: session.basic(),
    "game": lambda session, folder: session.start_game(),
    "state of the page": lambda session, folder: session.load_state(
        Session(str(folder / "other")).save_state()
    ),
    **{
        name: lambda session, folder, put=put: session.open(put(session, folder))
        for name, put in (
            ("program", put_program),
            ("cartridge", put_cartridge),
            ("state", put_state),
            ("recording", put_recording),
        )
    },
}


# make test takes the one drive or the other for each way.
WAYS = diagonal(REPLACED, ("quick", "1541"))


@pytest.mark.parametrize(("way", "drive"), WAYS)
def test_what_was_written_to_a_disk_is_in_its_file_when_the_machine_goes(
    session, tmp_path, way, drive
):
    session.configure(json.dumps({"drive": drive}))
    name = session.put("mine.d64", disk("A"))
    session.insert(8, name)
    Volume(session.machine.drives[8].image).write_file(WRITTEN, PRG, b"\1\2\3")
    REPLACED[way](session, tmp_path)
    kept = D64Image.open(session.folder / name)
    assert WRITTEN in [entry.name for entry in Volume(kept).entries()]


def test_keys_and_sticks_are_those_of_now_after_going_back(session):
    session.key_down("held then", ["A"])
    session.joystick(1, 0b00001)
    for _ in range(2 * REWIND_EVERY):
        session.frame()
    session.key_up("held then")
    session.release_all()
    session.key_down("held now", ["B"])
    session.joystick(2, 0b10000)
    assert session.rewind()
    assert session.machine.keyboard.down == {"B"}
    assert not session.machine.joystick(1).pressed("up")
    assert session.machine.joystick(2).pressed("fire")


def test_keys_are_those_of_now_in_a_loaded_state(session):
    session.key_down("held then", ["A"])
    session.frame()
    state = session.save_state()
    session.release_all()
    session.load_state(state)
    assert session.machine.keyboard.down == set()


def test_five_of_the_other_files_of_an_archive_are_named(session, tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        for letter in "abcdefg":
            packed.writestr(f"{letter}.prg", program("A"))
    session.open(session.put("a.zip", (tmp_path / "a.zip").read_bytes()))
    assert described(session)["notes"] == ["a.zip also has: b.prg, c.prg, d.prg, e.prg, f.prg"]


def test_a_recording_takes_the_palette_of_ones_choice(session, tmp_path):
    session.open(put_recording(session, tmp_path))
    assert session.machine.config.palette == "pepto"
    session.configure('{"palette": "grey"}')
    session.open(put_recording(session, tmp_path))
    assert session.machine.config.palette == "grey" and described(session)["title"] == "a.go64rec"


def test_going_back_out_of_a_replay_ends_in_the_replay_or_out_of_it(session, tmp_path):
    session.open(put_recording(session, tmp_path, frames=2 * REWIND_EVERY + 5))
    for _ in range(REWIND_EVERY + 5):
        session.frame()
    assert session.rewind() and session.machine.frames < REWIND_EVERY
    for _ in range(3 * REWIND_EVERY):
        session.frame()
    assert described(session)["notes"] == [
        f"replay: {2 * REWIND_EVERY + 5} frames, the same machine"
    ]


def test_words_of_a_strangers_state_are_cut(session):
    state = session.save_state()
    session.load_state(state_with(state, title="t" * (TITLE_MOST + 1)))
    assert described(session)["title"] == "t" * TITLE_MOST
    with pytest.raises(HostError) as caught:
        session.load_state(state_with(state, options={"o" * 1000: 1}))
    assert len(str(caught.value)) == len("saved state: does not fit: ") + WORDS_MOST


@pytest.mark.filterwarnings("ignore:kernal ROM")
def test_a_state_takes_the_rom_of_its_name_that_lies_in_the_folder_now(session):
    own = bytearray(session.machine.roms.kernal)
    own[-1] ^= 1
    session.configure(json.dumps({"kernal": session.put("own.bin", own)}))
    state = session.save_state()
    session.configure("{}")
    session.load_state(state)
    assert described(session)["roms"] == {"kernal": "own.bin"}
    assert bytes(session.machine.roms.kernal) == own
    (session.folder / "own.bin").unlink()
    machine = session.machine
    with pytest.raises(HostError, match=r"saved state: does not fit: .*own\.bin"):
        session.load_state(state)
    assert session.machine is machine


@pytest.mark.parametrize("put", [put_program, put_cartridge, put_state, put_recording])
def test_every_machine_has_the_sound_that_the_page_plays(session, tmp_path, put):
    session.open(put(session, tmp_path))
    facts = described(session)
    assert facts["rate"] == SAMPLE_RATE == 48000
    session.sound()
    for _ in range(10):
        session.frame()
    assert abs(len(session.sound()) / 2 - 10 * SAMPLE_RATE / facts["hz"]) < 30


def test_the_page_goes_back_two_minutes_or_as_far_as_24_mib_reach(session):
    points, dice = session._rewind, Random(64)
    for number in range(300):
        points.add(number, b"small")
    assert len(points) == int(120 * described(session)["hz"]) // REWIND_EVERY
    size = 1 << 17  # of a machine that changes wholly from one point to the next
    for number in range(200):
        points.add(number, dice.randbytes(size))
    assert points.size == 24 * 1024 * 1024


@pytest.mark.parametrize("look", ["take", "changed"])
def test_a_file_that_is_asked_for_has_what_was_written_to_its_disk(session, look):
    name = session.put("mine.d64", disk("A"))
    session.insert(8, name)
    Volume(session.machine.drives[8].image).write_file(WRITTEN, PRG, b"\1\2\3")
    if look == "changed":
        assert session.changed() == [name]
    else:
        assert WRITTEN in session.take(name)


def test_a_character_decides_about_shift_by_itself(session):
    session.key_down("ShiftLeft", ["LSHIFT"])
    assert session.char_down("Semicolon", ":")
    assert session.machine.keyboard.down == {":"}
    session.release_all()
    session.key_down("ShiftLeft", ["LSHIFT"])
    session.key_down("page :", [":"])
    assert session.machine.keyboard.down == {"LSHIFT", ":"}
