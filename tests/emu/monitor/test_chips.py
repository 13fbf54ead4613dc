"""Chips as text: each flag and number stands for its own bit of its own register."""

from types import SimpleNamespace

import pytest

import c64
from c64.cia import icr as icr_bits
from c64.cia import timer as timer_bits
from emu.monitor import chips
from emu.monitor.chips import chip_lines, raw_lines
from emu.monitor.errors import MonitorError

MODES = {
    0: "text",
    1: "multicolour text",
    2: "bitmap",
    3: "multicolour bitmap",
    4: "extended colour",
    5: "invalid text",
    6: "invalid bitmap",
    7: "invalid bitmap",
}


@pytest.fixture
def board():
    return c64.C64(sample_rate=0).board


@pytest.mark.parametrize("mode", range(8))
def test_the_mode_is_ecm_bmm_and_mcm(board, mode):
    board.vic.regs[0x11] = (mode >> 2 & 1) << 6 | (mode >> 1 & 1) << 5 | 0x80
    board.vic.regs[0x16] = (mode & 1) << 4
    assert chip_lines(board, "vic")[2].startswith(f"  mode {MODES[mode]}  DEN 0 ")


def test_control_bits_of_the_vic_are_told_apart(board):
    regs = board.vic.regs
    for reg, bit, words in ((0x11, 0x10, "DEN 1"), (0x11, 8, "RSEL 1"), (0x16, 8, "CSEL 1"),
                            (0x11, 5, "YSCROLL 5"), (0x16, 6, "XSCROLL 6")):  # fmt: skip
        regs[0x11] = regs[0x16] = 0
        plain = chip_lines(board, "vic")[2]
        regs[reg] = bit
        changed = chip_lines(board, "vic")[2]
        name = words.split()[0]
        assert f"{name} 0" in plain and words in changed
        assert plain.replace(f"{name} 0", words) == changed


def test_where_the_vic_looks_is_in_16_kib_steps_and_its_register(board):
    board.vic.bank = 0x8000
    for value, words in ((0, "matrix $8000  characters $8000  bitmap $8000"),
                         (0x10, "matrix $8400  characters $8000  bitmap $8000"),
                         (0xF0, "matrix $BC00  characters $8000  bitmap $8000"),
                         (0x02, "matrix $8000  characters $8800  bitmap $8000"),
                         (0x08, "matrix $8000  characters $A000  bitmap $A000"),
                         (0x0F, "matrix $8000  characters $B800  bitmap $A000")):  # fmt: skip
        board.vic.regs[0x18] = value
        assert chip_lines(board, "vic")[3] == f"  bank $8000  video {words}"


def test_colours_interrupts_and_the_raster_of_the_vic(board):
    vic = board.vic
    for reg, value in zip(range(0x20, 0x25), (0xF1, 0xE2, 0xD3, 0xC4, 0xB5), strict=True):
        vic.regs[reg] = value
    assert "border $1  background $2 $3 $4 $5" in chip_lines(board, "vic")[4]
    vic.regs[0x12] = 0x34
    for high, compare in ((0, 0x34), (0x80, 0x134), (0x7F, 0x34)):
        vic.regs[0x11] = high
        for bit, name in ((1, "raster"), (2, "sprite-data"), (4, "sprite-sprite"), (8, "lightpen")):
            vic.irq_status, vic.regs[0x1A] = bit, 0xFF ^ bit
            others = " ".join(word for word, b in chips._VIC_IRQ[:4] if b != bit)
            assert chip_lines(board, "vic")[5] == (
                f"  raster compare {compare}  latch {name}  mask {others}"
            )
    vic.irq_status, vic.regs[0x1A] = 0x81, 0xF0
    assert chip_lines(board, "vic")[5].endswith("latch raster IRQ  mask -")


@pytest.mark.parametrize("number", range(8))
def test_each_sprite_has_its_bit_of_every_register(board, number):
    vic, bit = board.vic, 1 << number
    for reg in (0x10, 0x15, 0x17, 0x1B, 0x1C, 0x1D):
        vic.regs[reg] = 0
    vic.sprite_dma = vic.sprite_display = vic.sprite_y_flop = 0
    vic.regs[2 * number], vic.regs[2 * number + 1] = 7, 9
    plain = chip_lines(board, "vic")[8 + number].split()
    assert plain[:4] == [str(number), "off", "7", "9"]
    assert plain[6:9] == ["off"] * 3 and plain[10:] == ["--", "off", "front"]
    for reg, at, shown in ((0x15, 1, "on"), (0x10, 2, "263"), (0x1D, 10, "X-"), (0x17, 10, "-Y"),
                           (0x1C, 11, "on"), (0x1B, 12, "back")):  # fmt: skip
        for value, word in ((bit, shown), (0xFF ^ bit, plain[at])):
            vic.regs[reg] = value
            found = chip_lines(board, "vic")[8 + number].split()
            assert found == [*plain[:at], word, *plain[at + 1 :]]
        vic.regs[reg] = 0
    for name, at in (("sprite_dma", 6), ("sprite_display", 7), ("sprite_y_flop", 8)):
        setattr(vic, name, bit)
        found = chip_lines(board, "vic")[8 + number].split()
        assert found == [*plain[:at], "on", *plain[at + 1 :]]
        setattr(vic, name, 0)
    vic.sprite_mc[number], vic.sprite_mcbase[number], vic.sprite_pointer[number] = 17, 18, 0xAB
    found = chip_lines(board, "vic")[8 + number].split()
    assert (found[4], found[5], found[9]) == ("17", "18", "$AB")


@pytest.mark.parametrize(
    ("table", "module", "names"),
    [(chips._TIMER_PIPE, timer_bits, "CIA_T_{}"), (chips._ICR_PIPE[3:], icr_bits, "CIA_IP_{}")],
)
def test_stages_of_a_pipeline_have_their_own_bits(table, module, names):
    for name, bit in table:
        assert bit == getattr(module, names.format(name))
        assert chips._bits(bit, table) == name
    assert chips._bits(0, table) == "-"
    assert chips._bits(-1, table) == " ".join(name for name, _ in table)


def test_reads_of_the_icr_are_shifted_on(board):
    icr = board.cia1.icr
    for shift, name in enumerate(("READ", "READ-1", "READ-2")):
        icr.pipe = icr_bits.CIA_IP_READ0 << shift
        assert chip_lines(board, "cia1")[4].endswith(f"pipeline {name}")


@pytest.mark.parametrize("number", [1, 2])
def test_a_cia_is_shown_register_by_register(board, number):
    cia = board.cia1 if number == 1 else board.cia2
    cia.catch_up()
    for timer, name, control in ((cia.ta, "A", "cra"), (cia.tb, "B", "crb")):
        timer.counter, timer.latch, timer.pipe, timer.toggle = 0x1234, 0x5678, 0, 1
        for value, words in ((0, "stopped"), (1, "running"), (8, "stopped, one shot"),
                             (9, "running, one shot"), (0xF6, "stopped")):  # fmt: skip
            setattr(cia, control, value)
            line = chip_lines(board, f"cia{number}")[2 if name == "A" else 3]
            assert line == (f"  timer {name}: counter $1234  latch $5678  {words}  toggle 1  "
                            "pipeline -")  # fmt: skip
    for bit, name in ((1, "TA"), (2, "TB"), (4, "TOD"), (8, "SDR"), (16, "FLAG"), (128, "IR")):
        cia.icr.flags, cia.icr.mask, cia.icr.pipe = bit, 0, 0
        line = chip_lines(board, f"cia{number}")[4]
        assert line.startswith(f"  ICR: flags {name}  mask -  line ")
    cia.icr.flags, cia.icr.mask, cia.icr.line = 0, 0x1F, 1
    line = chip_lines(board, f"cia{number}")[4]
    assert line == "  ICR: flags -  mask TA TB TOD SDR FLAG  line asserted  pipeline -"
    cia.tod.time[:], cia.tod.alarm[:] = bytes((1, 2, 3, 0x84)), bytes((5, 6, 7, 8))
    for stopped, words in ((0, ""), (1, " stopped")):
        cia.tod.stopped = stopped
        assert chip_lines(board, f"cia{number}")[5] == (
            f"  TOD h:m:s:t 84:03:02:01{words}  alarm 08:07:06:05"
        )
    cia.sdr.data, cia.sdr.shifter, cia.sdr.half_bits = 0xAB, 0xCD, 7
    for output, word in ((0, "input"), (1, "output")):
        cia.sdr.output = output
        assert chip_lines(board, f"cia{number}")[6].startswith(
            f"  SDR $AB  shifter $CD  7 half bits  {word}  CNT "
        )
    cia.cra, cia.crb = 0x12, 0x34
    assert chip_lines(board, f"cia{number}")[0].endswith(": CRA $12  CRB $34")


def test_a_sid_is_shown_voice_by_voice_and_bit_by_bit(board):
    board.sync_sid()
    sid = board.sid
    for voice in range(3):
        sid.freq[voice], sid.pw[voice] = 0x1234 + voice, 0x567 + voice
        for bit, name in ((0x10, "tri"), (0x20, "saw"), (0x40, "pulse"), (0x80, "noise")):
            sid.control[voice] = bit
            line = chip_lines(board, "sid")[1 + 2 * voice]
            assert line.startswith(f"  voice {voice + 1}: freq ${0x1234 + voice:04X}  pulse width "
                                   f"${0x567 + voice:03X}  wave {name}  control -  ")  # fmt: skip
        for bit, name in ((1, "gate"), (2, "sync"), (4, "ring"), (8, "test")):
            sid.control[voice] = bit
            assert f"  wave -  control {name}  " in chip_lines(board, "sid")[1 + 2 * voice]
        for state, name in enumerate(("attack", "decay/sustain", "release")):
            sid.env_state[voice], sid.env_enabled[voice] = state, voice & 1
            line = chip_lines(board, "sid")[2 + 2 * voice]
            held = "" if voice & 1 else ", held at zero"
            assert f" {name}{held}  AD $" in line
    for routing, words in ((0xF1, "15  voices 1"), (0x12, "1  voices 2"), (0x04, "0  voices 3"),
                           (0x08, "0  voices EXT"), (0, "0  voices -")):  # fmt: skip
        sid.routing = routing
        assert f"  resonance {words}  " in chip_lines(board, "sid")[7]
    for mode, words in (
        (0x1F, "low  volume 15"),
        (0x21, "band  volume 1"),
        (0x40, "high  volume 0"),
        (0x82, "voice-3-off  volume 2"),
    ):
        sid.mode_volume = mode
        assert chip_lines(board, "sid")[7].endswith(f"  {words}")


def test_the_cpu_is_shown_with_its_lines_and_what_it_reads(board):
    cpu = board.cpu
    lines = chip_lines(board, "cpu")
    assert "JAMMED" not in lines[0] and "edge latched" not in lines[1]
    cpu.a, cpu.x, cpu.y, cpu.sp, cpu.p, cpu.pc = 1, 2, 3, 4, 5, 0x6789
    cpu.jammed, cpu.nmi_line, cpu.nmi_latch = 1, 1, 1
    lines = chip_lines(board, "cpu")
    assert lines[0] == "CPU: PC $6789  A $01  X $02  Y $03  SP $04  P $05  JAMMED"
    assert lines[1].endswith("  NMI line asserted, edge latched")
    for value, line in ((1, "asserted"), (0, "released"), (2, "released")):
        cpu.int_now = value
        assert chip_lines(board, "cpu")[1].startswith(f"  IRQ line {line}  NMI")
    assert chip_lines(board, "cpu")[2].endswith(
        "reads: $8000 RAM  $A000 BASIC  $D000 I/O  $E000 KERNAL"
    )
    board.write(0, 0x2F)
    board.write(1, 0x30)
    assert chip_lines(board, "cpu")[2].endswith("reads: $8000 RAM  $A000 RAM  $D000 RAM  $E000 RAM")
    board.write(1, 0x33)
    assert chip_lines(board, "cpu")[2].endswith(
        "reads: $8000 RAM  $A000 BASIC  $D000 CHARGEN  $E000 KERNAL"
    )
    assert chip_lines(board, "cpu")[3] == (
        f"  cycle {board.cycle}, {board.stolen} of them taken by the VIC"
    )


def test_raw_fields_are_32_bits_or_64_bytes(monkeypatch):
    values = {"count": -1, "big": 1 << 31, "data": bytes(range(70))}
    monkeypatch.setattr(chips, "dump_fields", lambda chip: values)
    assert raw_lines(SimpleNamespace(vic=0), "vic") == [
        f"  {'count':<18}-1 ($FFFFFFFF)", f"  {'big':<18}{1 << 31} ($80000000)",
        f"  {'data':<18}{bytes(range(64)).hex(' ')}",
    ]  # fmt: skip


def test_a_chip_that_does_not_exist_is_told_with_those_that_do(board):
    with pytest.raises(MonitorError) as error:
        chip_lines(board, "vdc")
    assert str(error.value) == "chip 'vdc' does not exist; choose from cpu, vic, cia1, cia2, sid"


def test_of_several_sids_each_is_shown_with_its_address():
    board = c64.C64(sample_rate=0, sids="d420:8580,de00").board
    board.sids[2].freq[0] = 0x1234
    lines = chip_lines(board, "sid")
    heads = {line: at for at, line in enumerate(lines) if line.startswith("SID")}
    assert list(heads) == ["SID 6581 at $D400:", "SID 8580 at $D420:", "SID 6581 at $DE00:"]
    assert [line for line in lines if "freq $1234" in line] == [
        lines[heads["SID 6581 at $DE00:"] + 1]
    ]
