"""Command lines with which scripts, editors and test suites start x64sc, given to go64."""

import os
import pty
import re
import shutil
import subprocess
import sys

import pytest

from emu.cli import make_parser, parse_arguments
from emu.errors import UsageError
from emu.host.settings_table import SETTINGS
from emu.vice.command_line import ViceLine, no_screen
from emu.vice.option_table import DONE, IGNORED, OPTIONS, REFUSED

# Lines as public repositories have them: Makefiles, run scripts, README files, test harnesses.
LINES = (
    "-default -warp +sound -limitcycles 60000000 -exitscreenshot shot.png game.d64",
    "-default -kernal kernal.bin",
    "-default -warp +sound +autostart-delay-random -limitcycles 8000000 -easyflashcrtwrite"
    " -exitscreenshot run1.png -cartcrt run.crt",
    "-default +sound -warp -autostartprgmode 1 -VICIIdsize -VICIIfilter 0 -limitcycles 10000000"
    " -exitscreenshot out.png -autostart game.prg",
    "-default -warp +sound +autostart-delay-random -autostartprgmode 1 -limitcycles 4000000"
    " -model ntsc -exitscreenshot sprite.png -autostart sprite.prg",
    "-sound -sounddev dump -default -autostart game.prg",
    "-default -keymap 1 -model ntsc -fs8 . -device8 1 -iecdevice8 -virtualdev8",
    "-default -binarymonitor -binarymonitoraddress ip4://127.0.0.1:6502",
    "-moncommands game.lbl -autostart game.d64",
    "-moncommands game.vs game.prg",
    "-console -nativemonitor -warp +sound -sounddev dummy -remotemonitor -binarymonitor",
    "-autostart game.prg -remotemonitor -remotemonitoraddress 127.0.0.1:6511",
    "-reu -reusize 16384 +reuimagerw -autostartprgmode 1 -autostart game.prg -remotemonitor"
    " -remotemonitoraddress 127.0.0.1:6510 +sound -silent",
    "-default +sound -warp -seed 0 -remotemonitor -remotemonitoraddress ip4://127.0.0.1:6510"
    " -8 game.d64",
    "-default -silent -minimized -warp -autostart-warp -limitcycles 20000000 game.prg",
    "-autostart game.prg -warp -ntsc -binarymonitor -binarymonitoraddress ip4://127.0.0.1:6600"
    " -remotemonitor -remotemonitoraddress ip4://127.0.0.1:6610 -sounddev dummy -soundrate 44100"
    " -soundoutput 1 -limitcycles 1000000 -minimized -seed 1 -exitscreenshot out.png",
    "+remotemonitor -binarymonitor -binarymonitoraddress ip4://127.0.0.1:6510 -autostartprgmode 1"
    " -pal -warp +sound -autostart game.prg",
    "-debugcart -limitcycles 30000000 -console -warp +sound -autostart game.prg -jamaction 5",
    "-verbose -drive8type 1541 -drive8truedrive +virtualdev8 -8 game.d64 -keybuf load\\n",
    "+confirmonexit +saveres -VICIIborders 1 -VICIIpalette pepto-pal.vpl -sidmodel 1 game.prg",
    "-sidenginemodel 258 -sidmodel 2 game.prg",
    "-joydev2 1 -joydev1 0 -controlport1device 3 -autostart game.prg -fullscreen-decorations",
    "-truedrive -autoload game.prg +confirmonexit",
    "--warp --limitcycles 100 game.prg",
    "-attach8ro -8 game.d64 -9 game.d64 -model c64c -jamaction 3",
    "-georam -georamsize 512 -ciamodel 1 -VICIImodel 8565 -autostart game.prg",
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with the files that the lines name."""
    for name in ("game.prg", "sprite.prg", "game.lbl", "game.vs", "kernal.bin"):
        (tmp_path / name).write_bytes(b"\x01\x08" + bytes(8190))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    return tmp_path


def given(line):
    return parse_arguments(line.split())


@pytest.mark.parametrize("line", LINES)
def test_a_line_that_starts_vice_starts_go64(line):
    args = given(line)
    assert args.file or args.basic_prompt or args.cart


def test_every_option_of_x64sc_is_done_ignored_or_refused_with_a_reason():
    assert len(OPTIONS) > 879  # those of x64sc -help in VICE 3.10, and those of its windows
    for option in OPTIONS.values():
        assert option.kind in (DONE, IGNORED, REFUSED) and option.note
        assert option.arguments in (0, 1)


def help_of(command):
    """Return what x64sc -help prints; without a terminal it crashes."""
    master, slave = pty.openpty()
    with subprocess.Popen(
        [command, "-help"], stdin=subprocess.DEVNULL, stdout=slave, stderr=slave
    ) as process:
        os.close(slave)
        parts = []
        try:
            while part := os.read(master, 65536):
                parts.append(part)
        except OSError:  # EIO: all who could write have gone
            pass
        finally:
            os.close(master)
        process.wait(timeout=60)
    return b"".join(parts).decode(errors="replace").replace("\r", "")


def test_every_option_that_x64sc_lists_is_known_with_its_arguments():
    command = shutil.which("x64sc")
    if command is None:
        pytest.skip("x64sc is not in PATH")
    listed = dict(re.findall(r"^([-+]\S+)(?: (.+))?$", help_of(command), re.MULTILINE))
    assert len(listed) > 800
    wrong = {
        name: given
        for name, given in listed.items()
        if name not in OPTIONS or OPTIONS[name].arguments != bool(given)
    }
    assert not wrong


def test_what_drives_sound_like_is_switched_as_in_vice():
    assert given("-drivesound game.prg").drive_sounds
    assert not given("-drivesound +drivesound game.prg").drive_sounds


def test_notes_name_settings_that_there_are():
    settings = {setting.name for setting in SETTINGS}
    assert {"volume", "warp_sound", "drive_volume"} <= settings  # -soundvolume and others
    assert {"saturation", "brightness", "contrast", "gamma", "blur"} <= settings
    assert "(autofire)" in OPTIONS["-joystick1autofire"].note and "autofire" in settings


@pytest.fixture(scope="module")
def parser():
    return make_parser()


def of_kind(kind):
    return [option for option in OPTIONS.values() if option.kind == kind]


def test_what_is_ignored_changes_no_word(parser):
    for option in of_kind(IGNORED):
        line = ViceLine([option.name, *["1"] * option.arguments, "x.prg"], parser)
        assert line.words == ["x.prg"] and line.ignored == [option.name]


def test_what_is_refused_says_why_in_one_line(parser):
    for option in of_kind(REFUSED):
        with pytest.raises(UsageError) as error:
            ViceLine([option.name, *["1"] * option.arguments], parser)
        assert str(error.value).startswith(option.name + ": ") and "\n" not in str(error.value)


def test_what_is_done_becomes_words_that_the_parser_knows(parser):
    known = parser._option_string_actions
    for option in of_kind(DONE):
        becomes = option.becomes
        values = becomes if isinstance(becomes, dict) else ["." if becomes == "chdir" else "1"]
        for value in values:
            line = ViceLine([option.name, *[value] * option.arguments], parser)
            words = [word.partition("=")[0] for word in line.words if word.startswith("--")]
            assert line.found and set(words) - {"--"} <= set(known), option


def test_an_option_without_its_argument_is_refused():
    with pytest.raises(UsageError, match="-limitcycles needs an argument"):
        given("game.prg -limitcycles")


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("-limitcycles many", "-limitcycles many: is not a whole number"),
        ("-model vic20", "-model vic20: not supported; choose from c64"),
        ("-minimised", "near it: -minimized"),
        ("-cia1model 0 -cia2model 1", "both CIAs are of one kind"),
        ("-speed 50", "-speed 50: not supported"),
        ("-sidextra 8", "-sidextra 8: choose from 0 to 7"),
        ("-sid3address x", "-sid3address x: is not a whole number"),
        ("-sid3address $d4_40", "-sid3address $d4_40: is not a whole number"),
        ("-sidextra 2 -sid3address 0xd410", "--sids: no SID can be at $D410"),
        ("-sid9address 0xd420", "there are eight SIDs at most"),
        ("-reu -reusize 300", "300k"),
        ("-chdir /no/such", "-chdir /no/such"),
        ("-drive8type 1581", "choose from 1541, 1542"),
        ("-keybuf {F1}", "no curly brackets"),
        ("-remotemonitor -remotemonitoraddress 0.0.0.0:6510", "only this machine may attach"),
    ],
)
def test_a_wrong_argument_is_refused_in_one_line(line, part):
    with pytest.raises(UsageError) as error:
        given(line)
    assert part in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("line", "model", "vic"),
    [
        ("-model oldntsc", "oldntsc", "6567R56A"),
        ("-model c64oldntsc", "oldntsc", "6567R56A"),
        ("-ntscold", "oldntsc", "6567R56A"),
        ("-model drean", "drean", "6572"),
        ("-model paln", "drean", "6572"),
        ("-paln", "drean", "6572"),
        ("-VICIImodel 6567r56a", "c64", "6567R56A"),
        ("-VICIImodel oldntsc", "c64", "6567R56A"),
        ("-VICIImodel 6", "c64", "6572"),
        ("-VICIImodel 3", "c64", "6567"),
    ],
)
def test_vices_names_of_models_and_video_chips_are_known(line, model, vic):
    config = given(f"-default {line} game.prg").config
    assert (config.model, config.chips().vic) == (model, vic)


def test_the_sound_device_wav_records(folder):
    assert given("-sounddev wav -soundarg out.wav game.prg").capture == "out.wav"
    assert given("-sounddev dummy -soundarg out.wav game.prg").capture is None
    assert given("-soundrecdev wav -soundrecarg out.wav game.prg").capture == "out.wav"


@pytest.mark.parametrize(
    ("line", "places"),
    [
        ("-sidextra 0", []),
        ("-sidextra $1", [0xDE00]),
        ("-sidextra 0x2", [0xDE00, 0xDF00]),
        ("-sidextra 7", [0xDE00, 0xDF00, 0xDF80, 0xDE80, 0xDF40, 0xDE40, 0xDFC0]),
        ("-sid3address 0xd440 -sidextra 2 -sid2address 54304", [0xD420, 0xD440]),
        ("-sidextra 1 -sid2address 0xd420 -sid3address 0xd440", [0xD420]),
        ("-sid2address 0xd420", []),
    ],
)
def test_so_many_sids_are_where_x64sc_has_them(line, places):
    config = parse_arguments([*line.split(), "-console"]).config
    assert [place.at for place in config.sids] == places


def test_without_a_file_such_a_line_shows_the_prompt():
    assert given("-default -warp").basic_prompt
    assert not given("--warp").basic_prompt


def test_the_last_of_two_opposite_options_counts():
    assert not given("-warp +warp game.prg").warp
    assert given("+sound -sound -reu +reu game.prg").reu is None
    assert not given("-debugcart +debugcart game.prg").debugcart
    assert given("-binarymonitor +binarymonitor game.prg").binary_monitor is None


def test_our_words_may_stand_in_the_same_line_and_keep_their_arguments():
    args = given("-default --headless --frames 7 --keys +sound -warp game.prg")
    assert (args.frames, args.keys, args.mute) == (7, "+sound", False)


def test_a_line_with_an_end_opens_no_window_and_one_without_does():
    assert given("-limitcycles 100 game.prg").headless
    assert given("-debugcart game.prg").headless
    assert not given("-warp game.prg").headless


def test_without_a_screen_there_is_no_window(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert given("-remotemonitor game.prg").headless


def test_a_debug_cartridge_without_a_limit_has_none():
    assert given("-debugcart game.prg").limit_cycles is None
    assert parse_arguments(["--headless", "--debugcart", "game.prg"]).limit_cycles


def test_what_is_ignored_is_said_once(capsys):
    given("-silent -silent -warp +confirmonexit game.prg")
    error = capsys.readouterr().err
    assert error == "go64: ignored, as it changes nothing here: -silent +confirmonexit\n"


def test_a_snapshot_of_vice_is_refused_by_its_name(folder):
    (folder / "saved.vsf").write_bytes(b"VICE Snapshot File\032")
    words = ["-limitcycles", "100", "saved.vsf"]
    found = subprocess.run(
        [sys.executable, "-m", "emu", *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert found.returncode == 2
    assert found.stderr.count("\n") == 1 and "saved.vsf: is a snapshot of VICE" in found.stderr


def run(*words):
    """Run go64 in this process; returns the exit status."""
    from emu.__main__ import main

    return main([*words])


def program(path, *code):
    """Write a program that BASIC starts with SYS 2061."""
    basic = bytes([0x0B, 8, 10, 0, 0x9E]) + b"2061" + bytes(3)
    path.write_bytes(bytes([1, 8]) + basic + bytes(code))
    return str(path)


def test_the_cycle_limit_is_exit_status_1_as_in_vice(folder, capsys):
    name = program(folder / "loop.prg", 0x4C, 0x0D, 8)
    shot = folder / "last"
    words = ["-default", "-limitcycles", "4000000", "-exitscreenshot", str(shot), "-autostart"]
    assert run(*words, name) == 1
    assert shot.with_suffix(".png").is_file()


def test_the_debug_cartridge_gives_the_exit_status(folder):
    name = program(folder / "done.prg", 0xA9, 7, 0x8D, 0xFF, 0xD7)
    assert run("-debugcart", "-limitcycles", "20000000", name) == 7


def test_a_jam_ends_the_run_if_so_wanted(folder):
    name = program(folder / "jam.prg", 0x02)
    assert run("-jamaction", "5", "-limitcycles", "90000000", name) == 0
    assert run("-jamaction", "1", "-limitcycles", "4000000", name) == 1


def test_a_jam_resets_the_machine_if_so_wanted(folder):
    name = program(folder / "jam.prg", 0xEE, 0x20, 0xD0, 0x02)
    from emu.host.headless import HeadlessRun

    run = HeadlessRun(given(f"-jamaction 3 -limitcycles 6000000 {name}"))
    run.run()
    assert not run.machine.jammed


def test_the_monitors_ports_are_x64scs_where_none_is_named():
    """binmon.c and monitor_network.c of VICE 3.10: 6502 and 6510."""
    words = ViceLine(["-remotemonitor", "-binarymonitor"], make_parser()).words
    wanted = {"--binary-monitor=127.0.0.1:6502", "--remote-monitor=127.0.0.1:6510"}
    assert wanted <= set(words)


@pytest.fixture
def words_of(parser):
    """A function that gives our words for a line."""
    return lambda line: ViceLine(line.split(), parser).words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("-default a.prg", ["--default", "a.prg"]),
        ("--frames 7 -warp --keys=x a.prg", ["--frames", "7", "--warp", "--keys=x", "a.prg"]),
        ("-warp --frames", ["--warp", "--frames"]),
        ("-warp -- -sound +sound", ["--warp", "--", "-sound", "+sound"]),
        ("-warp -", ["--warp", "-"]),
        ("-exitscreenshot shot", ["--exit-screenshot", "shot.png"]),
        ("-exitscreenshot shot.bmp", ["--exit-screenshot", "shot.bmp"]),
        ("-autostart a.prg", ["a.prg"]),
        ("-autostart -a.prg", ["--", "-a.prg"]),
        ("-autoload a.prg", ["--no-run", "a.prg"]),
        ("-keybuf a\\x0db\\x0Dc\\rd\\n", ["--keys=a\nb\nc\nd\\n"]),
        ("-sounddev dummy", ["--mute"]),
        ("-sounddev wav -soundarg a.wav", ["--capture=a.wav"]),
        ("-soundarg a.wav -sounddev wav", ["--capture=a.wav"]),
        ("-reu", ["--reu", "512k"]),
        ("-reusize 2048 -reu", ["--reu", "2m"]),
        ("-reu -reusize 1024", ["--reu", "1m"]),
        ("-reu -reusize 128", ["--reu", "128k"]),
        ("-reu -reusize 1536", ["--reu", "1536k"]),
        ("-georam", ["--georam", "512k"]),
        ("-georam -georamsize 0x200", ["--georam", "512k"]),
        ("-reu +reu", []),
        ("-reusize 512", []),
        ("-reuimage a.reu", ["--reu-image=a.reu"]),
        ("-reuimage a.reu -reuimagerw", ["--reu-image=a.reu", "--reu-save=a.reu"]),
        ("-reuimagerw", []),
        ("-joydev1 1", ["--joy-keys", "numpad", "--joy-port", "1"]),
        ("-joydev2 1", ["--joy-keys", "numpad", "--joy-port", "2"]),
        ("-joydev2 9", []),
        ("-cia1model 0", ["--cia", "6526"]),
        ("-cia2model 1", ["--cia", "8521"]),
        ("-cia1model 1 -cia2model 1", ["--cia", "8521"]),
        ("-VICIIpalette pepto-pal.vpl", ["--palette", "pepto"]),
        ("-VICIIpalette /x/Colodore.VPL", ["--palette", "colodore"]),
        ("-VICIIpalette own.vpl", ["--palette", "own.vpl"]),
        ("-debugcart", ["--debugcart", "--headless"]),
        ("-limitcycles 9", ["--limit-cycles", "9", "--headless"]),
        ("-limitcycles $10", ["--limit-cycles", "16", "--headless"]),
        ("-limitcycles 0", []),
        ("-limitcycles 9 --headless", ["--headless", "--limit-cycles", "9"]),
        ("-limitcycles 9 --monitor", ["--monitor", "--limit-cycles", "9"]),
        ("-binarymonitor -binarymonitoraddress 127.0.0.1:7", ["--binary-monitor=127.0.0.1:7"]),
        ("-remotemonitoraddress 127.0.0.1:7", []),
        ("-sidextra 1", ["--sids=de00"]),
        ("-sidextra 2 -sid3address 0xd440", ["--sids=de00,d440"]),
    ],
)
def test_a_line_becomes_these_words_of_ours(line, words, words_of):
    assert words_of(line) == words


def test_a_palette_file_that_is_there_is_meant_before_a_name_of_vices(folder, words_of):
    (folder / "colodore.vpl").write_text("")
    assert words_of("-VICIIpalette colodore.vpl") == ["--palette", "colodore.vpl"]


@pytest.mark.parametrize(
    ("line", "ignored"),
    [
        ("-sounddev pulse", ["-sounddev pulse"]),
        ("-soundarg a.wav", ["-soundarg"]),
        ("-soundarg a.wav -sounddev pulse", ["-sounddev pulse", "-soundarg"]),
        ("-reuimagerw", ["-reuimagerw"]),
        ("-joydev1 3", ["-joydev1 3"]),
        ("-sid2address 0xd420 -sid8address 0xd440", ["-sid2address", "-sid8address"]),
        ("-sidextra 1 -sid8address 0xd440", []),
        ("-warp", []),
    ],
)
def test_what_does_not_count_is_noted(line, ignored, parser):
    assert ViceLine(line.split(), parser).ignored == ignored


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("-xyzzy", "neither go64 nor VICE's x64sc has this option (go64 --help lists the options)"),
        ("-cia1model 2", "-cia1model 2: choose from 0 (6526), 1 (8521)"),
        ("-joydev1 x", "-joydev1 x: choose from 0 to 9"),
        ("-limitcycles -1", "-limitcycles -1: is not a whole number"),
        ("-reusize big", "-reusize big: is not a whole number"),
        ("-keybuf a}", "-keybuf: the C64 keyboard has no curly brackets"),
    ],
)
def test_what_cannot_be_is_refused_by_its_name(line, message, words_of):
    with pytest.raises(UsageError, match=re.escape(message)):
        words_of(line)


def test_only_a_line_with_an_end_may_go_on_without_a_window(parser):
    for line, endless in (
        ("-warp", False), ("-debugcart", True), ("-limitcycles 5", True), ("-console", True),
        ("--headless --frames 5", False),
    ):  # fmt: skip
        assert ViceLine(line.split(), parser).endless is endless, line


@pytest.mark.parametrize(
    ("platform", "variables", "none"),
    [
        ("linux", {}, True), ("freebsd14", {}, True), ("darwin", {}, False), ("win32", {}, False),
        ("linux", {"DISPLAY": ":0"}, False), ("linux", {"WAYLAND_DISPLAY": "w"}, False),
        ("linux", {"SDL_VIDEODRIVER": "dummy"}, False), ("linux", {"DISPLAY": ""}, True),
    ],
)  # fmt: skip
def test_there_is_no_screen_where_no_variable_names_one(monkeypatch, platform, variables, none):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert no_screen() is none
