"""The machine as Python programs see it."""

import dataclasses
import hashlib
import os
import subprocess
import sys
import typing

import numpy as np
import pytest

import c64
from c64.config import MachineOptions
from c64.debug.probe import Probe
from disk.d64 import D64Image
from tests.c64.builds import MANY_CYCLES, few_uncompiled, long_uncompiled

PURE_CYCLES = 45_000
SAMPLE = f"""
import hashlib, c64
for model in c64.MODELS:
    machine = c64.C64(model)
    for address, value in ((0xD015, 255), (0xD418, 15), (0xD404, 0x81), (0xD40B, 0x11)):
        machine.memory[address] = value
    machine.run_cycles({PURE_CYCLES})
    print(model, c64.compiled(), hashlib.sha256(machine.snapshot()).hexdigest())
"""


def test_a_pc_set_before_the_first_cycle_is_where_the_machine_begins():
    machine = c64.C64()
    machine.memory[0xC000:0xC003] = b"\xa9\x2a\x02"  # LDA #42: JAM
    machine.registers.pc = 0xC000
    machine.run_cycles(2)
    assert (machine.registers.a, machine.registers.pc) == (42, 0xC002)


def test_memory_reads_as_the_cpu_sees_it_and_without_side_effects():
    machine = c64.C64()
    machine.run_cycles(3000)
    memory = machine.memory
    assert len(memory) == 65536
    assert memory[0xE000:0x10000] == machine.roms.kernal
    before = machine.snapshot()
    for address in (0xD019, 0xD01E, 0xDC0D, 0xDD0D, 0xD41B):
        assert 0 <= memory[address] <= 255
    assert machine.snapshot() == before


def test_memory_writes_go_below_roms_and_into_registers():
    machine = c64.C64()
    machine.memory[0xE000] = 0x55
    assert machine.board.ram[0xE000] == 0x55
    assert machine.memory[0xE000] == machine.roms.kernal[0]
    machine.memory[0xD020] = 3
    assert machine.memory[0xD020] & 15 == 3
    machine.memory[0xC000:0xC003] = b"\1\2\3"
    assert machine.memory[0xC000:0xC003] == b"\1\2\3"


@pytest.mark.parametrize(("key", "value"), [(0x10000, 0), (-1, 0), (0, 256), (0, -1)])
def test_memory_refuses_what_is_no_address_or_byte(key, value):
    with pytest.raises((IndexError, ValueError)):
        c64.C64().memory[key] = value


def test_a_slice_must_fit():
    with pytest.raises(ValueError, match="do not fit"):
        c64.C64().memory[0:3] = b"12"


@pytest.mark.parametrize(
    ("model", "shape", "lines"),
    [
        ("c64", (272, 384, 3), 312),
        ("c64c", (272, 384, 3), 312),
        ("ntsc", (247, 384, 3), 263),
        ("oldntsc", (247, 384, 3), 262),
        ("drean", (272, 384, 3), 312),
    ],
)
def test_the_picture_has_the_shape_it_says(model, shape, lines):
    machine = c64.C64(model)
    assert machine.screen.ndarray.shape == shape
    assert machine.screen.ndarray.dtype == np.uint8
    assert machine.screen.indices.shape == shape[:2]
    assert machine.screen.frame.shape[0] == lines


@few_uncompiled(1)
@pytest.mark.parametrize(("model", "cycles"), [("c64", 312 * 63), ("ntsc", 263 * 65)])
def test_a_tick_is_one_frame(model, cycles):
    machine = c64.C64(model, sample_rate=0)
    machine.tick()
    begin = machine.cycle
    machine.tick(2)
    assert abs(machine.cycle - begin - 2 * cycles) <= 60


def test_a_jammed_cpu_does_not_stop_the_frames_nor_the_other_chips():
    machine = c64.C64(sample_rate=0)
    board = machine.board
    machine.tick()
    board.ram[0xC000] = 0x02  # JAM
    board.cpu.pc, board.cpu.p = 0xC000, 0x24
    board.poke(0xDC04, 0xFF)
    board.poke(0xDC0E, 0x11)
    machine.tick()
    begin, timer = machine.cycle, machine.memory[0xDC05]
    frame = board.vic.frame_count
    assert machine.tick(2) and machine.jammed
    assert machine.cycle == begin + 2 * 312 * 63 and board.vic.frame_count == frame + 2
    assert machine.memory[0xDC05] != timer and board.cpu.pc == 0xC000
    assert machine.tick(limit=machine.cycle + 100) and machine.cycle < begin + 2 * 312 * 63 + 110


def test_sound_comes_at_the_rate_asked_for():
    machine = c64.C64(sample_rate=44100)
    machine.tick()
    machine.audio()
    begin = machine.cycle
    machine.tick(2)
    samples = machine.audio()
    assert samples.dtype == np.int16
    seconds = (machine.cycle - begin) / machine.model.clock_hz
    assert abs(len(samples) - 44100 * seconds) < 3


def test_a_model_or_chip_that_does_not_exist_is_named():
    with pytest.raises(ValueError, match="c65"):
        c64.C64("c65")
    with pytest.raises(ValueError, match="6510"):
        c64.C64(vic="6510")
    with pytest.raises(ValueError, match="8086"):
        c64.C64(cpu="8086")
    with pytest.raises(ValueError, match="pink"):
        c64.C64(palette="pink")
    with pytest.raises(ValueError, match="16 colours"):
        c64.C64(palette=[[0, 0, 0]] * 15)
    with pytest.raises(ValueError, match="sample_rate"):
        c64.C64(sample_rate=-1)


@pytest.mark.skipif(c64.PURE, reason="typing takes many frames: compiled machine only")
def test_type_and_text_make_a_conversation():
    machine = c64.C64(sample_rate=0)
    machine.tick(120)
    machine.type('print "two words"\n')
    machine.tick(20)
    assert "TWO WORDS" in machine.screen.text().splitlines()[7]
    with pytest.raises(ValueError, match="no '€'"):
        machine.type("€")
    with pytest.raises(ValueError, match="NIX"):
        machine.type("{NIX}")


def test_a_joystick_is_seen_at_the_cias_port():
    machine = c64.C64()
    machine.tick()
    machine.joystick(2).press("fire")
    machine.joystick(2).press("up")
    assert machine.memory[0xDC00] & 0x1F == 0b01110
    machine.joystick(2).release()
    assert machine.memory[0xDC00] & 0x1F == 0x1F


@pytest.mark.slow
@pytest.mark.compiled_only("starts the uncompiled machine itself")
def test_compiled_and_uncompiled_machines_are_identical():
    digests = []
    for pure in ("0", "1"):
        environment = dict(os.environ, GO64_PURE=pure)
        result = subprocess.run(
            [sys.executable, "-c", SAMPLE], env=environment, capture_output=True, text=True,
            check=True, timeout=300,
        )  # fmt: skip
        digests.append([line.split()[2] for line in result.stdout.splitlines()])
    assert len(digests[0]) == len(c64.MODELS)
    assert digests[0] == digests[1]


def test_power_cycle_and_reset_differ_in_the_ram():
    machine = c64.C64()
    cold = hashlib.sha256(bytes(machine.board.ram)).hexdigest()
    machine.run_cycles(20000)
    machine.board.ram[0xC000] ^= 0xFF
    machine.reset()
    assert hashlib.sha256(bytes(machine.board.ram)).hexdigest() != cold
    machine.power_cycle()
    assert hashlib.sha256(bytes(machine.board.ram)).hexdigest() == cold


# -- views: keyboard, registers, drives, cartridge -----------------------------------------


def test_keys_are_held_until_they_are_released():
    machine = c64.C64(sample_rate=0)
    keyboard = machine.keyboard
    keyboard.hold("A", "F2")
    assert keyboard.down == {"A", "F1", "LSHIFT"}
    with keyboard.held("RETURN"):
        assert "RETURN" in keyboard.down
    assert keyboard.down == {"A", "F1", "LSHIFT"}
    keyboard.release("A")
    keyboard.hold("SHIFT_LOCK", "RESTORE")
    keyboard.release()
    assert keyboard.down == {"SHIFT_LOCK", "LSHIFT"}
    for refused in (keyboard.hold, keyboard.release):
        with pytest.raises(ValueError, match="no key is called 'NIX'"):
            refused("B", "NIX")
    assert "B" not in keyboard.down


def test_a_key_that_is_held_is_seen_at_the_cias_port():
    machine = c64.C64(sample_rate=0)
    machine.memory[0xDC02], machine.memory[0xDC00] = 0xFF, 0xFD  # column 1 is low
    with machine.keyboard.held("A"):
        assert machine.memory[0xDC01] == 0xFB  # row 2
    assert machine.memory[0xDC01] == 0xFF


def ready(program, start=0xC000, **config):
    """Return a machine that is about to run ``program``, bytes at ``start``."""
    machine = c64.C64(sample_rate=0, **config)
    machine.run_cycles(100)
    machine.memory[0xDC0D] = 0x7F  # no interrupts
    machine.ram[start : start + len(program)] = program
    machine.registers.pc, machine.registers.p = start, 0x24
    return machine


def test_registers_are_those_of_the_cpu():
    machine = ready(b"\xa9\x80\xaa\x38\xba")  # LDA #$80, TAX, SEC, TSX
    registers = machine.registers
    machine.run_cycles(1)
    assert (registers.a, registers.pc, registers.n, registers.z) == (0x80, 0xC002, True, False)
    registers.a, registers.sp, registers.y = 0, 0x42, 0xFF
    machine.run_cycles(1)
    assert registers.x == 0 and registers.z and registers.flags == "nv-bdIZc"
    machine.run_cycles(3)
    assert registers.c and registers.x == 0x42
    registers.flags = "Nv-bDizC"
    assert registers.p == 0xA9
    registers.v, registers.n = True, False
    assert registers.p == 0x69 and registers.flags == "nV-bDizC"
    registers.p = 0xFF
    assert registers.p == 0xEF
    assert repr(registers) == "pc=$C005 a=$00 x=$42 y=$FF sp=$42 NV-bDIZC"


@pytest.mark.parametrize(("name", "value"), [("a", 256), ("x", -1), ("pc", 0x10000), ("p", 256)])
def test_a_register_refuses_what_does_not_fit(name, value):
    machine = c64.C64(sample_rate=0)
    before = getattr(machine.registers, name)
    with pytest.raises(ValueError, match=f"register {name}"):
        setattr(machine.registers, name, value)
    assert getattr(machine.registers, name) == before
    with pytest.raises(ValueError, match="nv-bdizc"):
        machine.registers.flags = "nvbdizc"


def test_drives_can_be_plugged_and_pulled(tmp_path):
    path = tmp_path / "work.d64"
    path.write_bytes(D64Image.blank(b"WORK", b"64").to_bytes())
    machine = c64.C64(sample_rate=0)
    drives = machine.drives
    assert list(drives) == [8, 9, 10, 11] and len(drives) == 4
    assert drives[8].kind == "quick" and drives[9].kind is None
    assert drives[9].image is None and not drives[9].busy and drives[9].notice is None
    drives[9].attach(path, read_only=True)
    assert drives[9].kind == "quick" and drives[9].image.read_only
    assert machine.drives[9].image is drives[9].image
    drives[9].notice = print
    assert drives[9].notice is print
    drives[9].eject()
    assert drives[9].image is None and drives[9].kind == "quick"
    drives[9].unplug()
    drives[9].unplug()
    assert drives[9].kind is None
    drives[10].attach(None, kind="1541")
    assert drives[10].kind == "1541" and drives[10].busy  # the motor runs after power-on
    with pytest.raises(KeyError, match="12 is not a drive number"):
        drives[12]
    with pytest.raises(ValueError, match="device 11: no drive"):
        drives[11].notice = print


def test_the_cartridge_view_shows_the_port():
    cartridge = c64.C64(sample_rate=0).cartridge
    assert cartridge.identity == "nothing" and not cartridge.changed
    assert not cartridge.freeze() and "no freezer" in cartridge.unfrozen
    with pytest.raises(ValueError, match="no flash memory"):
        cartridge.save("x.crt")
    assert c64.C64(reu="128k", sample_rate=0).cartridge.identity == "REU 128 KiB"


# -- configuration -------------------------------------------------------------------------


def test_a_machine_is_made_of_a_configuration_or_of_its_fields():
    config = c64.MachineConfig("ntsc", sid="8580", sample_rate=0)
    machine = c64.C64(config)
    assert machine.config is config or machine.config == config
    assert (machine.model.vic, machine.model.sid) == ("6567", "8580")
    for other in (c64.C64(model="ntsc", sid="8580", sample_rate=0), c64.C64(config, seed=64)):
        assert other.config == config and other.same_state(machine)
    assert not c64.C64(config, seed=65).same_state(machine)
    with pytest.raises(TypeError):
        c64.C64(nix=1)


# -- hooks -----------------------------------------------------------------------------------

LOOP = bytes.fromhex("ee00d0 e8 4c00c0")  # INC $D000, INX, JMP $C000


@pytest.mark.parametrize("cpu", ["exact", "py65"])
def test_hooks_at_a_place_are_called_in_their_order_until_they_are_removed(cpu):
    machine = ready(LOOP, cpu=cpu)
    heard = []
    first = machine.on(0xC003, lambda m: heard.append(("first", m.registers.x)))
    machine.labels["next"] = 0xC003
    second = machine.on("next", lambda m: heard.append(("second", m.registers.x)))
    x = machine.registers.x
    machine.run_cycles(2 * 11)
    assert heard == [(who, x + i & 255) for i in (0, 1) for who in ("first", "second")]
    first.remove()
    first.remove()
    assert not first.active and second.active
    heard.clear()
    machine.run_cycles(11)
    assert heard == [("second", x + 2 & 255)]
    second.remove()
    assert not machine.board.traps
    machine.run_cycles(22)
    assert len(heard) == 1


def test_a_hook_stops_before_its_instruction_and_the_next_run_goes_on():
    machine = ready(LOOP)
    counts = []

    def stop(m):
        counts.append(m.registers.x)
        m.stop()

    machine.on(0xC003, stop)
    for _ in range(3):
        assert not machine.tick()
        assert machine.registers.pc == 0xC003 and not machine.stopped
    assert counts == [counts[0] + i & 255 for i in range(3)]
    machine.on(0xC003, lambda m: None).remove()
    assert machine.run_cycles(1) is c64.StopReason.CYCLES and machine.registers.pc == 0xC004


def test_a_hook_may_send_the_machine_elsewhere():
    machine = ready(LOOP)
    machine.registers.x = 7

    def skip(m):
        m.registers.pc = 0xC004

    with machine.on(0xC003, skip) as hook:
        machine.run_cycles(100)
        assert machine.registers.x == 7 and hook.addresses == range(0xC003, 0xC004)
    machine.run_cycles(11)
    assert machine.registers.x == 8


def test_a_stop_that_nobody_waits_for_ends_the_next_run():
    machine = ready(LOOP)
    machine.stop()
    assert not machine.tick()
    assert machine.tick()


@long_uncompiled
def test_what_a_hook_raises_comes_out_of_the_run():
    machine = ready(LOOP)

    def fail(*_):
        raise RuntimeError("seen")

    for set_hook, place in ((machine.on, 0xC003), (machine.on_write, 0xD000)):
        hook = set_hook(place, fail)
        with pytest.raises(RuntimeError, match="seen"):
            machine.tick()
        hook.remove()
        assert machine.tick()


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("tick", lambda m: m.tick()),
        ("run_cycles", lambda m: m.run_cycles(1)),
        ("reset", lambda m: m.reset()),
        ("power_cycle", lambda m: m.power_cycle()),
        ("restore", lambda m: m.restore(m.snapshot())),
        pytest.param("tick", lambda m: m.type("a"), marks=MANY_CYCLES),
    ],
)
def test_a_hook_must_not_run_or_change_the_machine_as_a_whole(name, what):
    machine = ready(LOOP)
    for set_hook, place in ((machine.on, 0xC003), (machine.on_write, 0xD000)):
        with set_hook(place, lambda m, *_: what(m)), pytest.raises(c64.HookError, match=name):
            machine.run_cycles(100)
    what(machine)


def test_hooks_outlive_an_autostart_that_sets_traps_of_its_own(tmp_path):
    path = tmp_path / "one.prg"
    path.write_bytes(b"\x01\x08" + bytes.fromhex("0b080a009e3230363100000060"))
    machine = c64.C64(sample_rate=0)
    heard = []
    with machine.on(0xFFD5, lambda m: heard.append(m.cycle)):
        if c64.PURE:
            from c64.autostart import Autostart

            Autostart(machine, path)
            machine._hooks.rearm()
        else:
            machine.autostart(path)
        served = machine.board.traps[0xFFD5].before
        machine.ram[0xC000:0xC003] = b"\x20\xd5\xff"
        machine.run_cycles(100)
        machine.registers.pc = 0xC000
        machine.run_cycles(7)
    assert heard and machine.board.traps[0xFFD5] is served


def test_writes_are_told_with_cycle_value_and_instruction():
    machine = ready(bytes.fromhex("a905 8d20d0 ee21d0 48 4c08c0"))  # LDA, STA, INC, PHA, JMP
    begin, sp = machine.cycle, machine.registers.sp
    border = machine.memory[0xD021]
    heard, values = [], []

    def note(m, write):
        heard.append(write)
        values.append(m.memory[write.address])

    machine.on_write(range(0xD020, 0xD022), note)
    machine.labels["stack"] = 0x100 + sp
    machine.on_write("stack", note)
    machine.run_cycles(2 + 4 + 6 + 3)
    assert heard == [
        (0xD020, 5, begin + 5, 0xC002),
        (0xD021, border, begin + 10, 0xC005),
        (0xD021, border + 1 & 0xFF, begin + 11, 0xC005),
        (0x100 + sp, 5, begin + 14, 0xC008),
    ]
    assert [value & 15 for value in values] == [write.value & 15 for write in heard]
    machine.memory[0xD020] = 1
    assert len(heard) == 4


def test_a_write_can_stop_the_machine_after_its_instruction():
    machine = ready(LOOP)
    with machine.on_write(0xD000, lambda m, write: m.stop()):
        assert not machine.tick()
        assert machine.registers.pc == 0xC003
    assert machine.board.probe is None and machine.tick()


def test_writes_cannot_be_heard_where_nobody_tells_of_them():
    with pytest.raises(c64.HookError, match="py65"):
        c64.C64(cpu="py65", sample_rate=0).on_write(2, print)
    machine = c64.C64(sample_rate=0)
    machine.board.attach_probe(Probe())
    with pytest.raises(c64.HookError, match="watches this machine"):
        machine.on_write(2, print)


def test_a_place_that_does_not_exist_is_refused(tmp_path):
    machine = c64.C64(sample_rate=0)
    machine.labels["score"] = 0x1000
    with pytest.raises(c64.LabelError, match="label 'scor' does not exist; near it: score"):
        machine.on("scor", print)
    with pytest.raises(IndexError, match="outside"):
        machine.on(0x10000, print)
    for where in (range(5, 5), range(0, 0x10001), range(0, 10, 2), range(-1, 3)):
        with pytest.raises(ValueError, match="not a range of addresses"):
            machine.on_write(where, print)
    (tmp_path / "x.lbl").write_text("al 001234 .start\nal 001300 .@x\n")
    machine.load_labels(tmp_path / "x.lbl")
    assert machine.labels == {"score": 0x1000, "start": 0x1234, "@x": 0x1300}
    assert machine.address("start") == 0x1234
    with pytest.raises(c64.LabelError, match="make it with ld65"):
        (tmp_path / "x.lbl").write_text("")
        machine.load_labels(tmp_path / "x.lbl")


def test_the_debug_cartridge_stops_the_machine_until_a_reset():
    machine = ready(bytes.fromhex("a92a 8dffd7 4c05c0"))
    assert not machine.debugcart
    machine.debugcart = True
    assert not machine.tick() and machine.stopped and machine.debug_value == 0x2A
    machine.stop()
    assert not machine.tick() and machine.stopped
    machine.reset()
    assert not machine.stopped and machine.debug_value == 0 and machine.tick()


@long_uncompiled
def test_hooks_change_nothing_in_the_machine():
    plain, hooked = ready(LOOP), ready(LOOP)
    hooked.on(0xC003, lambda m: m.memory[0xD000])
    hooked.on_write(range(0, 0x10000), lambda m, write: m.registers.a)
    for machine in (plain, hooked):
        machine.tick(2)
    assert plain.same_state(hooked)


@pytest.mark.parametrize("model", ["c64", "ntsc"])
def test_the_visible_picture_is_a_copy_of_the_frames_visible_lines(model):
    machine = c64.C64(model, sample_rate=0)
    lines = machine.board.model.lines
    frame = machine.screen.frame
    frame[:] = np.random.default_rng(1).integers(0, 16, frame.shape, np.uint8)
    left, top, width, height = machine.board.vic.crop()
    picture = machine.screen.indices
    assert picture.shape == (height, width)
    for row in range(height):
        line = frame[(top + row) % lines]
        assert bytes(picture[row]) == bytes(line[left : left + width])
    picture[:] = 0
    assert frame.any() and machine.screen.indices.any()


# -- what is refused ---------------------------------------------------------------------


@pytest.fixture
def machine():
    return c64.C64(sample_rate=0)


def test_an_option_that_there_is_not_is_told_with_the_nearest():
    with pytest.raises(TypeError, match=r"^C64: there is no option 'reuu'; near it: reu$"):
        c64.C64(reuu="512k")
    with pytest.raises(TypeError, match=r"no option 'qqq'; see MachineConfig$"):
        c64.C64("ntsc", qqq=1)


def test_the_typed_options_are_the_fields_of_a_configuration():
    hints = typing.get_type_hints(c64.MachineConfig)
    wanted = {field.name: hints[field.name] for field in dataclasses.fields(c64.MachineConfig)}
    assert typing.get_type_hints(MachineOptions) == wanted


def test_no_run_leads_backwards(machine):
    before = machine.cycle
    for run in (machine.tick, machine.run_cycles):
        with pytest.raises(ValueError, match="-1 is negative"):
            run(-1)
        with pytest.raises(TypeError):
            run(1.5)
    assert machine.tick(0) and machine.cycle == before


@pytest.mark.parametrize("function", [None, 5, "name"])
def test_a_hook_needs_something_to_call(machine, function):
    for hook in (machine.on, machine.on_write):
        with pytest.raises(TypeError, match="is not callable"):
            hook(0x1000, function)
    if function is not None:  # which takes the notice away
        with pytest.raises(TypeError, match="is not callable"):
            machine.drives[8].notice = function


def test_a_run_says_why_it_ended(machine):
    machine.run_cycles(100)  # the reset sequence is over
    machine.ram[0xC000] = 0x02  # JAM
    machine.registers.pc = 0xC000
    hook = machine.on(0xC000, lambda m: m.stop())
    assert machine.run_cycles(100) is c64.StopReason.STOPPED
    hook.remove()
    assert machine.run_cycles(100) is c64.StopReason.JAMMED


def test_machine_screen_and_drives_say_what_they_are(machine):
    machine.drives[9].attach(D64Image.blank(b"WORK", b"64"))
    assert repr(machine).startswith("<C64 sample_rate=0: cycle ")
    assert "pc=$" in repr(machine)
    assert repr(machine.screen).startswith("<screen of 384 x 272 pixels, first line of text '")
    assert repr(machine.drives[8]) == "<drive 8: quick, no disk>"
    assert repr(machine.drives[9]).startswith("<drive 9: quick, disk '")
    assert repr(machine.drives[10]) == "<drive 10: none>"
    assert repr(machine.drives) == "<drives 8: quick, 9: quick, 10: None, 11: None>"
