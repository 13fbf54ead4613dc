"""VICE's text monitor at the edges of its commands: what each prints, takes and refuses."""

import re

import pytest

from emu.monitor.breakpoint import Breakpoint, Hit
from emu.monitor.vice import keys, text_commands
from emu.monitor.vice.keys import KeyQueue, QueueFull
from emu.monitor.vice.resources import Resource
from emu.monitor.vice.text_commands import ALIASES, TextCommands
from tests.emu.monitor.session import assembled, debugger
from tests.emu.monitor.vice.client import TestHost

CODE = assembled("INC $D020", "INX", "STX $C100", "JSR $C00D", "JMP $C000") + assembled(
    "RTS", at=0xC00D
)


@pytest.fixture
def commands():
    found = debugger(CODE)
    return TextCommands(found, TestHost(), KeyQueue(found.board), {})


def ram(commands, at, size):
    return bytes(commands.board.ram[at : at + size])


@pytest.mark.parametrize(
    ("text", "value"),
    [("10", 16), ("$10", 16), ("+10", 10), ("%101", 5), ("&17", 15), ("ffff", 0xFFFF)],
)
def test_numbers_have_a_radix(commands, text, value):
    assert commands.run(f"print {text}") == f"+{value}\n${value:02x}\n0{value:o}\n%{value:b}\n"


def test_a_label_that_begins_with_a_dot_itself_is_found_behind_one_without(commands):
    """As ACME's local labels do, which a file of labels may have."""
    commands.labels.update({".loop": 0xC003, ".both": 1, "both": 2})
    for text, value in ((".loop", 0xC003), (".both", 2), ("both", 2), ("c:.loop", 0xC003)):
        assert commands.number(text) == value
    for text in ("loop", ".none"):
        with pytest.raises(KeyError):
            commands.number(text)


def test_a_number_that_is_printed_may_have_32_bits(commands):
    assert commands.run("print ffffffff").startswith("+4294967295\n")
    assert "Value too large" in commands.run("print 100000000")


@pytest.mark.parametrize(
    ("line", "prompt"),
    [("i c000", "c028"), ("ii c000 c027", "c028"), ("i c000 c028", "c050"), ("i fff0", "0018"),
     ("m c000 c000", "c001"), ("m fff0", "0000"), ("m c000", "c090"), ("d c000 c000", "c003"),
     ("d ffff ffff", "0000"), ("d c000 c003", "c004")],
)  # fmt: skip
def test_what_follows_is_shown_next(commands, line, prompt):
    commands.run("r 00=2f, 01=34")  # RAM everywhere
    commands.run("> ffff ea")
    commands.run(line)
    assert commands.prompt == f"(C:${prompt}) "


@pytest.mark.parametrize(
    ("line", "rows"),
    [("m c000", 9), ("m c000 c00f", 1), ("m c000 c010", 2), ("m ff80", 8), ("i c000", 1),
     ("i c000 c027", 1), ("i c000 c028", 2), ("d c200", 24)],
)  # fmt: skip
def test_so_many_lines_are_shown(commands, line, rows):
    commands.run("f c200 c2ff ea")
    assert len(commands.run(line).splitlines()) == rows


def test_a_listing_ends_at_the_end_of_memory(commands):
    commands.run("r 00=2f, 01=34")  # RAM everywhere
    commands.run("f fff0 ffff ea")
    assert len(commands.run("d fff0").splitlines()) == 16


def test_letters_are_those_of_petscii_and_of_screen_codes(commands):
    commands.run("> c200 00 01 1a 1b 1f 20 3f 40 41 5a 5b ff")
    shown = commands.run("m c200 c20b").rstrip("\n")
    assert shown.endswith("  .az.. ?@az..")
    assert commands.run("i c200").startswith(">C:c200  .az.. ?@az..")


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7])
def test_a_pattern_fills_all_of_a_range_and_nothing_behind(commands, size):
    commands.run("f c1ff c210 99")
    pattern = bytes(range(1, size + 1))
    commands.run("f c200 c206 " + " ".join(f"{b:02x}" for b in pattern))
    assert ram(commands, 0xC1FF, 9) == b"\x99" + (pattern * 7)[:7] + b"\x99"


def test_a_search_finds_what_ends_with_the_range_and_nothing_beyond(commands):
    commands.run("f c200 c2ff 00")
    commands.run("> c20e 01 02 03")
    assert commands.run("h c200 c20f 01 02") == "c20e\n"
    assert commands.run("h c200 c20f 01 02 03") == ""
    assert commands.run("h c20e c210 01 xx 03") == "c20e\n"
    assert commands.run("h c200 c200 00") == "c200\n"
    assert commands.run("h c20e c210 03 02") == ""


def test_memory_that_is_compared_or_copied_goes_round_the_end(commands):
    commands.run("f fffe ffff 11")
    commands.run("> c200 21 22 23")
    commands.run("t c200 c202 fffe")
    assert (ram(commands, 0xFFFE, 2), ram(commands, 0, 0)) == (b"\x21\x22", b"")
    assert commands.run("c c200 c201 fffe") == ""


@pytest.mark.parametrize("line", ["t c200 c202", "c c200 c202", "t c200 c202 c300 c400"])
def test_a_range_and_a_place_are_three_addresses(commands, line):
    assert "Wrong syntax" in commands.run(line)


def test_registers_take_what_fits_them(commands):
    commands.run("r pc=1234, a=ff, x=1, y=2, sp=80")
    cpu = commands.board.cpu
    assert (cpu.pc, cpu.a, cpu.x, cpu.y, cpu.sp) == (0x1234, 0xFF, 1, 2, 0x80)
    assert "Value too large" in commands.run("r a=100")
    assert "too large" in commands.run("r pc=10000")
    commands.run("r 00=2f, 01=36")
    assert commands.board.peek(1) & 7 == 6


def test_lines_are_assembled_until_an_empty_one(commands):
    assert commands.run("a c300") == "" and commands.prompt == ".c300  "
    commands.run("lda #$05")
    commands.run("sta $c400")
    assert commands.prompt == ".c305  "
    commands.run("")
    assert commands.prompt == "(C:$c305) "
    assert ram(commands, 0xC300, 5) == b"\xa9\x05\x8d\x00\xc4"
    commands.run(". c310 nop")
    assert commands.prompt == ".c311  " and ram(commands, 0xC310, 1) == b"\xea"
    assert commands.run("bogus") == "Instruction not valid.\n"
    assert commands.prompt == "(C:$c311) "
    commands.run("a ffff nop")
    assert commands.prompt == ".0000  "


@pytest.mark.parametrize(
    ("line", "pc"),
    [("z", 0xC003), ("z 1", 0xC003), ("z 0", 0xC003), ("z 4", 0xC00D), ("n", 0xC003),
     ("n 4", 0xC00A), ("n 0", 0xC003)],
)  # fmt: skip
def test_a_step_has_a_count(commands, line, pc):
    commands.run(line)
    goal = commands.after
    for _ in range(20):
        if not goal.reached:
            goal.advance()
    goal.finish()
    assert goal.reached and commands.board.cpu.pc == pc


@pytest.mark.parametrize(
    ("line", "called"), [("reset", "reset"), ("reset 0", "reset"), ("reset 1", "power_cycle")]
)
def test_a_reset_is_one_of_two_and_the_machine_runs(commands, monkeypatch, line, called):
    done = []
    for name in ("reset", "power_cycle"):
        monkeypatch.setattr(commands.machine, name, lambda name=name: done.append(name))
    commands.run(line)
    assert done == [called] and commands.after == "exit"
    assert "Wrong syntax" in commands.run("reset 2") and done == [called]
    assert commands.after is None


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("break c000", "BREAK: 1  C:$c000  (Stop on exec)"),
        ("break load c000 c001", "WATCH: 1  C:$c000-$c001  (Stop on load)"),
        ("break load store c000", "WATCH: 1  C:$c000  (Stop on load store)"),
        ("break store exec c000", "WATCH: 1  C:$c000  (Stop on store exec)"),
        ("watch c000", "WATCH: 1  C:$c000  (Stop on load store)"),
        ("trace c000", "TRACE: 1  C:$c000  (Trace exec)"),
        ("trace store c000", "TRACE: 1  C:$c000  (Trace store)"),
        ("until c00a", "UNTIL: 1  C:$c00a  (Stop on exec)"),
    ],
)
def test_a_checkpoint_says_what_it_waits_for(commands, line, shown):
    assert commands.run(line) == shown + "\n"
    assert commands.run("break") == shown + "\n"
    assert commands.run("until") == (
        shown + "\n" if line.startswith("until") else "No breakpoints are set\n"
    )
    assert commands.run("disable") == "" and commands.run("break") == shown + " disabled\n"
    commands.run("enable #1")
    assert commands.run("break") == shown + "\n"
    commands.run("delete 1")
    assert commands.run("break") == "No breakpoints are set\n"


@pytest.mark.parametrize("line", ["break c000 c001 c002", "break load", "watch store exec",
                                  "command 1", 'command 1 "r" "x"', "cond 1"])  # fmt: skip
def test_a_checkpoint_with_too_much_or_too_little_is_refused(commands, line):
    commands.run("break c003")
    assert "Wrong syntax" in commands.run(line)
    assert len(commands.debugger.listed()) == 1 and commands.points == {}


def test_hits_that_pass_are_one_or_as_many_as_are_named(commands):
    commands.run("break c003")
    assert "next 1 hits of checkpoint #1" in commands.run("ignore 1")
    commands.run("ignore 1 +12")
    assert commands.debugger.find(1).ignore == 12


def hit_text(commands, point):
    return commands.hit_text(commands.debugger.hit_of(point))


def test_a_hit_names_the_place_of_the_access_and_where_the_beam_is(commands):
    commands.run("watch store c100 c1ff")
    hit = []
    commands.debugger.on_hit = lambda point: hit.append(hit_text(commands, point)) or True
    commands.debugger.run(limit=commands.board.cycle + 1000)
    vic = commands.board.vic
    (text,) = hit
    found = re.fullmatch(
        r"#1 \(Stop on store c100\)  +(\d+)/\$([0-9a-f]{3}), +(\d+)/\$([0-9a-f]{2})\n"
        r"\.C:c004 .*STX \$C100 .*\n", text
    )  # fmt: skip
    assert found and int(found[1]) == int(found[2], 16) and int(found[3]) == int(found[4], 16)
    assert abs(int(found[1]) - vic.raster_line) <= 1 and 0 <= int(found[3]) < 63


def test_the_cycle_of_a_hit_counts_from_0(commands):
    commands.run("break c003")
    commands.debugger.run(limit=commands.board.cycle + 1000)
    text = hit_text(commands, commands.debugger.find(1))
    vic = commands.board.vic
    shown = f"{vic.raster_line:3d}/${vic.raster_line:03x}, {vic.cycle_in_line - 1:3d}/$"
    assert text.startswith("#1 (Stop on  exec c003)  ") and shown in text


def test_a_hit_of_a_drive_is_not_where_the_computer_is(commands):
    point = Breakpoint(1, "exec", 0xEBE7, 0xEBE7, drive=8)
    assert commands.debugger.hit_of(point) == Hit(point, 0xEBE7, None)
    assert " ebe7)  " in hit_text(commands, point)


def test_labels_are_forgotten(commands):
    commands.run("al c000 .a")
    commands.run("al c:01c001 b")
    assert commands.run("shl") == "$c000 .a\n$c001 .b\n"
    assert "undefined label" in commands.run("dl .c")
    assert commands.run("dl a") == "" and commands.run("shl") == "$c001 .b\n"
    commands.run("cl")
    assert commands.run("shl") == ""
    assert "Wrong syntax" in commands.run("al c000")
    assert "too large" in commands.run("al 1000000 .x")


def test_programs_go_to_their_address_or_another(commands, tmp_path):
    path = tmp_path / "a.prg"
    path.write_bytes(b"\x00\xc5\x11\x22")
    assert commands.run(f'l "{path}" 0') == f"Loading '{path}' from C500 to C501 (0002 bytes)\n"
    assert ram(commands, 0xC500, 2) == b"\x11\x22"
    assert "(0002 bytes)" in commands.run(f'l "{path}" 0 c600')
    assert ram(commands, 0xC600, 2) == b"\x11\x22"
    assert "C700 to C703 (0004" in commands.run(f'bl "{path}" 0 c700')
    assert ram(commands, 0xC700, 4) == b"\x00\xc5\x11\x22"
    assert "from FFFF to FFFF (0001" in commands.run(f'l "{path}" 0 ffff')
    assert "Wrong syntax" in commands.run(f'bl "{path}" 0')
    path.write_bytes(b"\x00\xc5")
    assert "is no program" in commands.run(f'l "{path}" 0')
    assert "Wrong device" in commands.run(f'l "{path}" 8')


def test_memory_is_saved_with_or_without_its_address(commands, tmp_path):
    path = tmp_path / "a"
    assert commands.run(f'bs "{path}" 0 c000 c001') == f"Saving file '{path}' from $c000 to $c001\n"
    assert path.read_bytes() == CODE[:2]
    commands.run(f'bs "{path}" 0 c000 c000')
    assert path.read_bytes() == CODE[:1]
    assert "Wrong syntax" in commands.run(f'bs "{path}" 0 c000')


@pytest.mark.parametrize("name", ["a", "a.png"])
def test_a_screenshot_is_a_png(commands, tmp_path, name):
    commands.run(f'scrsh "{tmp_path / name}"')
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_a_file_is_started_and_the_machine_runs(commands):
    commands.run('autostart "a game.d64"')
    assert commands.host.started == [("a game.d64", True)] and commands.after == "exit"


def test_a_disk_goes_into_the_drive_that_is_named(commands, tmp_path):
    from disk.d64 import D64Image

    path = tmp_path / "a.d64"
    path.write_bytes(D64Image.blank(b"A", b"01").to_bytes())
    assert commands.run(f'attach "{path}" 9') == ""
    assert commands.machine.drives[9].image.path.name == "a.d64"
    for line in (f'attach "{path}" 10', f'attach "{path}"', f'attach "{path}" 8 9'):
        assert "Wrong device" in commands.run(line)


@pytest.mark.parametrize(("text", "typed"), [('"run"', b"run"), ("run", b"run"), ('"', b'"'),
                                             ('""', b""), ('"a', b'"a')])  # fmt: skip
def test_text_is_typed_without_its_quotes(commands, monkeypatch, text, typed):
    got = []
    monkeypatch.setattr(commands._keys, "put", got.append)
    commands.run(f"keybuf {text}")
    assert got == [typed]


def test_the_last_instructions_are_shown(commands):
    commands.debugger.step(4)
    said = commands.run("chis 3").splitlines()
    assert [line[:7] for line in said] == [".C:c003", ".C:c004", ".C:c007"]
    assert said[0].startswith(".C:c003  E8          INX            A:00 X:01 Y:00 SP:ff ") or (
        said[0].startswith(".C:c003  E8          INX            A:00 X:00 Y:00 SP:ff ")
    )
    assert len(commands.run("chis 1").splitlines()) == 1


def test_the_stack_is_shown_with_where_calls_lead(commands):
    commands.debugger.step(4)
    assert commands.board.cpu.pc == 0xC00D
    head, call = commands.run("bt").splitlines()[:2]
    assert head.startswith("             PC        .C:c00d")
    assert call.startswith("c007 -> c00d [SP +  1] .C:c007  20 0D C0")


def test_radix_device_and_stopwatch_answer(commands):
    for line in ("rad", "rad h", "rad H"):
        assert commands.run(line) == "Default radix is Hexadecimal\n"
    for line in ("dev", "dev c:", "dev C"):
        assert commands.run(line) == ""
    assert "no memory space" in commands.run("dev 8:")
    assert commands.run("sfx on") == ""
    assert commands.run("sw") == f"Stopwatch: {commands.board.cycle:10d}\n"


def test_warp_is_told_and_set(commands):
    assert commands.run("warp") == "Warp mode is on.\n"
    now = [0]
    row = Resource(lambda: now[0], lambda value: now.__setitem__(0, value))
    commands.host.resources = {"warpmode": row}
    assert commands.run("warp") == "Warp mode is off.\n"
    assert commands.run("warp on") == "" and now == [1]
    assert commands.run("warp") == "Warp mode is on.\n"
    commands.run("warp off")
    assert now == [0]


def test_help_lists_every_command_once_with_its_short_name(commands):
    said = commands.run("help")
    listed = re.findall(r"(?:^|\s)([a-z_]+)(?: \(([^)]+)\))?(?=\s|$)", said.split(":\n", 1)[1])
    names = [name for name, _ in listed]
    assert sorted(names) == sorted(n[3:] for n in dir(commands) if n.startswith("do_"))
    assert all(ALIASES[short] == name for name, short in listed if short)
    assert all(len(line) <= 75 for line in said.splitlines())


def test_a_comment_or_an_empty_line_does_nothing(commands):
    for line in ("", "  ", "; x", "# m c000"):
        assert commands.run(line) == "" and commands.after is None


def test_the_output_of_files_that_print_without_end_is_bounded(commands, tmp_path, monkeypatch):
    monkeypatch.setattr(text_commands, "OUTPUT_LARGEST", 10_000)
    path = tmp_path / "much.mon"
    path.write_text("m c000 c0ff\n" * 50 + "al c000 .last\n")
    said = commands.run(f'pb "{path}"')
    assert "ERROR -- prints more than 0 MiB" in said and len(said) < 20_000
    assert commands.labels == {"last": 0xC000}  # the other lines ran
    assert "ERROR" not in commands.run("m c000 c0ff")  # each line of a client counts anew


def test_a_line_prints_as_many_characters_as_are_allowed_with_its_line_ends(commands, monkeypatch):
    said = commands.run("m c000 c0ff")
    assert said.count("\n") == 16
    monkeypatch.setattr(text_commands, "OUTPUT_LARGEST", len(said))
    assert commands.run("m c000 c0ff") == said
    monkeypatch.setattr(text_commands, "OUTPUT_LARGEST", len(said) - 1)
    refused = "ERROR -- prints more than 0 MiB\n"
    assert commands.run("m c000 c0ff") == said[: said[:-1].rindex("\n") + 1] + refused


def test_flags_are_set_but_not_the_bits_that_are_none(commands):
    cpu = commands.board.cpu
    before = cpu.p & 0x30
    commands.run("r fl=ff")
    assert cpu.p == 0xCF | before
    commands.run("r p=00")
    assert cpu.p == before


def test_a_count_has_24_bits(commands):
    assert "too large" in commands.run("z 1000000").lower() and commands.after is None
    commands.run("z ffffff")
    assert commands.after is not None


def test_the_screen_is_shown_row_by_row(commands):
    rows = commands.run("sc").splitlines()
    assert rows[0] == "Displaying 40x25 screen at $0400:" and len(rows) == 26
    assert [row[:8] for row in rows[1:]] == [f"*C:{0x400 + 40 * n:04x} " for n in range(25)]
    lines = commands.machine.screen.text().lower().split("\n")
    assert rows[1].rstrip() == f"*C:0400  {lines[0]}".rstrip()
    assert all(len(row) == 49 for row in rows[1:])


def test_an_instruction_of_the_past_has_all_its_bytes(commands):
    commands.debugger.step(4)
    assert ".C:c004  8E 00 C1    STX $C100" in commands.run("chis 2")


def test_what_follows_the_name_of_a_picture_is_its_format(commands, tmp_path):
    commands.run(f'scrsh "{tmp_path / "one"}" 2')
    assert (tmp_path / "one.png").exists()


def test_banks_are_listed_and_chosen(commands):
    assert commands.run("bank").splitlines()[1] == "*default \t*cpu \tram \trom \tio \tcart \t"
    assert commands.run("bank RAM") == ""
    assert commands.run("bank").splitlines()[1] == "default \tcpu \t*ram \trom \tio \tcart \t"
    commands.board.ram[0xE000] = 0x5A
    assert commands.run("m e000 e000").startswith(">C:e000  5a")
    commands.run("bank rom")
    assert commands.run("m e000 e000").startswith(f">C:e000  {commands.board.kernal[0]:02x}")
    assert "Unknown bank name" in commands.run("bank disk")


def test_loads_of_a_client_are_no_fetches_of_instructions(commands):
    found = commands.debugger
    commands.run("watch load c000 c006")
    assert found.run(limit=found.board.cycle + 500) is None
    commands.run("watch load d020")
    assert found.run(limit=found.board.cycle + 500).breakpoint.first == 0xD020


def test_16_kib_of_text_wait_to_be_typed():
    queue = KeyQueue(debugger(CODE).board)
    queue.put(b"x" * 10_000)
    with pytest.raises(QueueFull):
        queue.put(b"x" * 6385)
    queue.put(b"x" * 6384)


def test_keys_are_fed_when_basic_has_waited_for_some_frames_without_a_break(monkeypatch):
    board, prompt = debugger(CODE).board, []
    monkeypatch.setattr(keys, "at_prompt", lambda _: prompt[-1])
    queue, board.ram[keys.KEYBUF_COUNT] = KeyQueue(board), 0
    queue.put(b"ab" * keys.KEYBUF_SIZE)
    for there, frames in ((False, 2), (True, keys.READY_FRAMES - 1), (False, 1)):
        prompt.append(there)
        assert [queue.tick() for _ in range(frames)] == [False] * frames
    prompt.append(True)
    assert [queue.tick() for _ in range(keys.READY_FRAMES + 1)] == (
        [False] * keys.READY_FRAMES + [True]
    )
    prompt.append(False)  # from then on it is fed as there is room
    assert not queue.tick()
    assert board.ram[keys.KEYBUF_COUNT] == keys.KEYBUF_SIZE
    board.ram[keys.KEYBUF_COUNT] = 0
    assert queue.tick() and board.ram[keys.KEYBUF_COUNT] == keys.KEYBUF_SIZE
    board.ram[keys.KEYBUF_COUNT] = 0
    assert not queue.tick()


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("r a=12", 1), ("goto c001", 1), ("reset", 1), ("reset 1", 1), ("f c100 c110 12", 1),
        ("> c100 12", 1), ("a c100 nop", 1), ("t c000 c010 c100", 1), ("r", 0), ("m c000", 0),
        ("d c000", 0), ("sc", 0), ("h c000 c010 ea", 0), ("c c000 c010 c020", 0), ("goto", 0),
    ],
)  # fmt: skip
def test_what_changes_the_machine_is_told_to_the_way_back(commands, monkeypatch, line, changes):
    """Else going back and forth would undo it."""
    told = []
    monkeypatch.setattr(commands.debugger, "changed", lambda: told.append(line))
    assert "ERROR" not in commands.run(line) and len(told) == changes


def test_what_has_no_character_is_typed_as_a_question_mark(commands, monkeypatch):
    got = []
    monkeypatch.setattr(commands._keys, "put", got.append)
    commands.run('keybuf "5 \N{EURO SIGN}"')
    assert got == [b"5 ?"]


@pytest.mark.parametrize("line", ["f c200 c201 00 100", "h c200 c201 100", "> c200 100"])
def test_a_byte_is_one(commands, line):
    before = ram(commands, 0xC200, 4)
    assert commands.run(line).startswith("ERROR -- Value too large:\n")
    assert ram(commands, 0xC200, 4) == before


@pytest.mark.parametrize("line", ["m", "d", "i", "f", "h", ">", "del", "break", "ignore"])
def test_a_quote_without_its_end_is_wrong(commands, line):
    assert commands.run(f'{line} "c000').startswith("ERROR -- Wrong syntax:\n")
    assert not commands.debugger.listed()


@pytest.mark.parametrize(("more", "says"), [(0, ""), (1, "ERROR -- ")])
def test_a_file_of_commands_that_is_named_by_another_has_a_mebibyte(commands, tmp_path, more, says):
    path = tmp_path / "long.mon"
    path.write_bytes(b"al c000 .there\n;".ljust((1 << 20) + more, b"x"))
    said = commands.run(f'pb "{path}"')
    assert said.startswith(says) and bool(said) == bool(says)
    assert bool(commands.labels) is not bool(says)


def test_what_was_pushed_is_no_call(commands):
    commands.debugger.board.ram[0xC000:0xC006] = assembled("LDA #$12", "PHA", "JSR $C00D")
    commands.debugger.changed()
    commands.debugger.step(3)
    assert commands.board.cpu.pc == 0xC00D
    calls = commands.run("bt").splitlines()[1:]
    assert len(calls) == 1 and calls[0].startswith("c003 -> c00d [SP +  1] .C:c003  20 0D C0")


def test_the_address_of_a_hit_is_that_of_the_access(commands):
    """A checkpoint that does not stop is told of while the access is made."""
    found, told = commands.debugger, []
    point = found.add("access", 0xC0F0, 0xC1FF, stops=False, client=True)
    code = found.add("exec", 0xC003, 0xC005, stops=False, client=True)
    found.on_hit = lambda point: told.append(hit_text(commands, point)) or False
    found.run(limit=found.board.cycle + 22)
    assert [text[: text.index(")")] for text in told] == [
        f"#{code.number} (Trace    exec c003",
        f"#{code.number} (Trace    exec c004",
        f"#{point.number} (Trace   load store c100",
    ]
