"""The command line: what it takes, and one clear line for what it does not."""

import dataclasses
import os
import subprocess
import sys

import pytest

from c64.config import MachineConfig
from emu.__main__ import main
from emu.cli import make_parser, option_name, parse_arguments
from emu.errors import UsageError
from emu.host.input.keymap import JOYSTICK_SETS
from emu.host.settings import Settings


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--nix"], "--nix"),
        (["--model", "c128"], "c128"),
        (["--seed", "x"], "not a whole number"),
        (["--seed", "1_0"], "not a whole number"),
        (["--seed", "-1"], "negative"),
        (["--frames", "0", "--headless"], "not greater than zero"),
        (["--headless"], "needs an end"),
        (["--frames", "5"], "needs --headless"),
        (["--debugcart"], "needs --headless"),
        (["--vic", "6510"], "6510"),
        (["a.prg", "b.prg"], "b.prg"),
        ([""], "FILE is empty"),
        (["--headless", "--frames", "1", "--keys", "pay €5"], "'€'"),
        (["--headless", "--frames", "1", "--keys", "{NIX}"], "{NIX}"),
        (["--headless", "--frames", "1", "--keys", "{joy2 jump}"], "jump"),
        (["--headless", "--frames", "1", "--exit-screenshot", "x.txt"], ".png"),
        (["--headless", "--frames", "1", "--wav", "/nowhere/at/all.wav"], "does not exist"),
        (["--start-delay", "soon"], "not a whole number"),
        (["--start-delay", "-1"], "negative"),
        (["--binary-monitor", "--cpu", "py65"], "--binary-monitor needs --cpu exact"),
        (["--remote-monitor", "--cpu", "py65"], "--remote-monitor needs --cpu exact"),
        (["--monitor-commands", "x", "--cpu", "py65"], "needs --cpu exact"),
    ],
)
def test_a_wrong_option_is_refused_and_named(words, part):
    with pytest.raises(UsageError) as error:
        parse_arguments(words)
    assert part in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "end",
    [["--frames", "1"], ["--limit-cycles", "5"], ["--debugcart"], ["--binary-monitor"], ["--dap"],
     ["--remote-monitor"], ["--replay", "a.go64rec"]],
    ids=lambda words: words[0],
)  # fmt: skip
def test_each_end_is_enough_for_a_run_without_a_window(end):
    assert parse_arguments(["--headless", *end]).headless


def test_every_option_says_what_it_does():
    for action in make_parser()._actions:
        assert action.help, action.option_strings


def test_what_a_machine_is_made_of_is_named_by_its_option():
    known = {word for action in make_parser()._actions for word in action.option_strings}
    fields = {field.name for field in dataclasses.fields(MachineConfig)} & {
        action.dest for action in make_parser()._actions
    }
    assert len(fields) > 10
    assert {option_name(name) for name in fields} <= known


@pytest.mark.parametrize("option", ["--joy-keys", *(f"--joy-keys-{n}" for n in (2, 3, 4))])
def test_joystick_keys_are_a_set_that_somebody_has_defined(option):
    for word in JOYSTICK_SETS:
        args = parse_arguments(["--default", option, word])
        assert getattr(args, option[2:].replace("-", "_")) == word
    with pytest.raises(UsageError, match=f"{option} nobodys: is not one of "):
        parse_arguments(["--default", option, "nobodys"])


def test_default_asks_for_no_settings_and_otherwise_they_are_asked_for():
    mine = Settings(volume=11)
    assert parse_arguments(["--default"], lambda: mine).settings == Settings()
    assert parse_arguments([], lambda: mine).settings is mine
    for words in (["--headless", "--frames", "1"], ["--monitor"], ["--mcp"]):
        assert parse_arguments(words, lambda: mine).settings is None


def test_debugcart_alone_has_a_limit_so_that_nothing_hangs():
    assert parse_arguments(["x.prg", "--headless", "--debugcart"]).limit_cycles > 0


def test_keys_may_spell_return_with_a_backslash():
    args = parse_arguments(["--headless", "--frames", "1", "--keys", "run\\n"])
    assert args.keys == "run\n"


def bad_files(folder):
    """Make unusable files; yield (arguments, word of the complaint)."""
    rom = folder / "short.bin"
    rom.write_bytes(bytes(100))
    empty = folder / "empty.prg"
    empty.write_bytes(b"")
    two = folder / "two.prg"
    two.write_bytes(b"\x01\x08")
    high = folder / "high.prg"
    high.write_bytes(b"\xff\xff" + bytes(10))
    cut = folder / "cut.d64"
    cut.write_bytes(bytes(1000))
    big = folder / "big.d64"
    big.write_bytes(bytes(400_000))
    palette = folder / "p.vpl"
    palette.write_text("00 00 00\n")
    colours = folder / "z.vpl"
    colours.write_text("zzzzzz\n" * 16)
    yield ["--basic-prompt", "--palette", str(colours)], "'zzzzzz' is not a colour"
    yield ["--basic-prompt", "--wav", str(folder)], "--wav"
    yield [str(folder / "none.prg")], "none.prg"
    (folder / "empty").mkdir()
    yield [str(folder / "empty")], "no program in this folder"
    yield [str(empty)], "empty"
    yield [str(two)], "two.prg"
    yield [str(high)], "high.prg"
    yield [str(cut)], "cut.d64"
    yield [str(big)], "big.d64"
    yield ["--basic-prompt", "--kernal", str(rom)], "8192"
    yield ["--basic-prompt", "--chargen", str(folder / "none")], "not found"
    yield ["--basic-prompt", "--basic", str(folder)], "directory"
    yield ["--basic-prompt", "--palette", str(palette)], "16 colours"
    yield ["--basic-prompt", "--palette", "pink"], "pink"
    yield ["--basic-prompt", "--drive8", str(folder / "none.d64")], "none.d64"


def test_every_unusable_file_gets_one_line_and_status_2(tmp_path, capsys):
    for words, part in bad_files(tmp_path):
        status = main([*words, "--headless", "--frames", "3"])
        err = capsys.readouterr().err
        assert status == 2, words
        assert err.count("\n") == 1 and part in err, (words, err)


@pytest.mark.parametrize("ending", [".sid", ".crt", ".reu", ".go64", ".go64rec", ".tap", ".zip"])
def test_a_folder_whose_name_is_like_a_files_gets_one_line(ending, tmp_path, capsys):
    folder = tmp_path / f"songs{ending}"
    folder.mkdir()
    assert main(["--headless", "--frames", "1", str(folder)]) == 2
    told = capsys.readouterr().err
    assert folder.name in told and told.count("\n") == 1


def test_an_unknown_rom_is_used_with_a_warning(tmp_path, capsys):
    rom = tmp_path / "own.bin"
    rom.write_bytes(b"\x02" * 4096)
    main(["--basic-prompt", "--chargen", str(rom), "--headless", "--frames", "1"])
    err = capsys.readouterr().err
    assert "not a known ROM" in err and err.count("\n") == 1


@pytest.mark.slow
def test_the_command_runs_as_a_module():
    result = subprocess.run(
        [sys.executable, "-m", "emu", "--version"], capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith("go64 ")


@pytest.mark.slow
def test_without_a_screen_one_line_says_what_to_do():
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")
    }
    command = [sys.executable, "-m", "emu", "--basic-prompt", "--mute"]
    result = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert result.returncode == 2
    assert "use --headless" in result.stderr


def test_a_true_drive_is_asked_for_by_kind_by_rom_or_for_all():
    def kinds(*words):
        args = parse_arguments([*words, "--basic-prompt"])
        return args.drive8_type, args.drive9_type

    assert kinds() == (None, None)
    assert kinds("--true-drive") == ("1541", "1541")
    assert kinds("--dos", "rom.bin") == ("1541", "1541")
    assert kinds("--drive9-type", "1541") == (None, "1541")
    assert kinds("--dos", "rom.bin", "--drive9-type", "quick") == ("1541", "quick")
    with pytest.raises(UsageError, match="contradict"):
        kinds("--true-drive", "--drive8-type", "quick")


@pytest.mark.slow
def test_output_that_nobody_reads_on_ends_silently():
    for option in ("--version", "--help"):
        read, write = os.pipe()
        os.close(read)
        found = subprocess.run(
            [sys.executable, "-m", "emu", option],
            check=False,
            stdout=write,
            stderr=subprocess.PIPE,
            timeout=60,
        )
        os.close(write)
        assert found.returncode in (0, 141) and found.stderr == b""  # argparse forgives --help


@pytest.mark.parametrize("name", ["game", "game.bin", "a.out"])
def test_a_program_that_run_starts_needs_no_ending(tmp_path, name):
    path = tmp_path / name
    basic = bytes([1, 8, 0x0B, 8, 10, 0, 0x9E]) + b"2061" + bytes(3)
    path.write_bytes(basic + bytes([0xA9, 7, 0x8D, 0xFF, 0xD7]))
    assert main(["--headless", "--debugcart", str(path)]) == 7


@pytest.mark.parametrize(
    ("files", "refused"),
    [
        (["a.sid", "b.sid"], None),
        (["a.d64", "b.d64", "c.zip"], None),
        (["a.prg", "b.d64"], None),
        (["a.sid", "b.d64", "c.sid"], None),
        (["a.d64", "b.sid"], "b.sid"),
        (["a.prg", "b.prg"], "b.prg"),
    ],
)
def test_behind_a_file_there_may_be_more_disks_and_behind_a_tune_more_tunes(files, refused):
    if refused is None:
        assert parse_arguments(files).more_files == files[1:]
    else:
        with pytest.raises(UsageError, match=f"^{refused}: is not a disk"):
            parse_arguments(files)
