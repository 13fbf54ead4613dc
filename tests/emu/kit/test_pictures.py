"""Pictures of time: events of a frame, heat map of memory, profiles."""

import json
import re
import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image

import c64
from emu.cli import parse_arguments
from emu.errors import UsageError
from emu.host.headless import run_headless
from emu.kit.errors import KitUsageError
from emu.kit.events import COLOURS, EVENT
from emu.kit.machine import Kit
from emu.kit.machine_pool import MachineSpec, booted_machine
from emu.kit.memory_map import EXECUTED, JUMP_TARGET, OPERAND, READ, ROUTINE, WRITTEN
from emu.kit.observer import Observer
from emu.kit.symbols import symbols_from_dbg
from tests.emu.kit.conftest import ROOT, assemble

# Without interrupts and bad lines, so that x64sc's figures can be compared.
PROGRAM = """\
.segment "HEADER"
        .word $C000
.zeropage
count:  .res 1
.code
.proc main
        sei
        lda #$0B
        sta $D011
        ldx #200
wait:   jsr delay
        dex
        bne wait
begin:  ldx #50
again:  jsr outer
        dex
        bne again
done:   nop
here:   jmp here
.endproc
.proc outer
        jsr inner
        jsr inner
        ldy #3
l:      dey
        bne l
        jsr rec
        rts
.endproc
.proc inner
        ldy #10
l:      dey
        bne l
        jsr delay
        rts
.endproc
.proc delay
        ldy #20
l:      dey
        bne l
        rts
.endproc
.proc rec
        txa
        pha
        ldx #4
        jsr rec2
        pla
        tax
        rts
.endproc
.proc rec2
        dex
        beq e
        jsr rec2
e:      rts
.endproc
.segment "TABLE"
        .byte 0
"""
# Of "profile flat" of x64sc 3.10's monitor, from main::begin to main::done: self cycles.
X64SC = {"delay": 10700, "inner": 6300, "rec2": 2950, "outer": 2000, "rec": 1250, "(program)": 551}
# and total; of the recursion it adds up all levels, 7000
X64SC_TOTAL = {"delay": 10700, "inner": 17000, "outer": 23200, "rec": 4200, "(program)": 23751}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return assemble(tmp_path_factory.mktemp("profile"), "calls", PROGRAM)


@pytest.fixture(scope="module")
def profile(built):
    spec = MachineSpec(prg=((str(built / "calls.prg"), None),), dbg=(str(built / "calls.dbg"),))
    kit = Kit(booted_machine(spec), folder=built)
    kit.pc = kit.address("main")
    kit.run_until("main::begin")
    with kit.profile() as found:
        kit.run_until("main::done")
    return found


def test_profile_has_the_cycles_that_x64sc_s_monitor_counts(profile):
    assert profile.cycles == 23751
    assert profile.self_cycles() == X64SC
    assert sum(profile.self_cycles().values()) == profile.cycles
    inclusive = profile.inclusive_cycles()
    assert inclusive.pop("rec2") == 2950
    assert inclusive == X64SC_TOTAL
    recursion = [c for e, c in profile.calls.items() if profile.names[e.callee] == "rec2"]
    assert sum(cost.cycles for cost in recursion) == 7000


def test_profile_names_callers(profile):
    assert profile.callers("inner") == {"outer": 100}
    assert profile.callers("rec2") == {"rec": 50, "rec2": 150}
    assert profile.callers("(program)") == {}


def test_callgrind_file_adds_up(profile, built):
    profile.save("calls.callgrind")
    text = (built / "calls.callgrind").read_text()
    own = calls = 0
    previous = ""
    for line in text.splitlines():
        if re.fullmatch(r"\d+ \d+ \d+", line):
            cycles = int(line.split()[1])
            if previous.startswith("calls="):
                calls += cycles
            else:
                own += cycles
        previous = line
    assert own == profile.cycles
    assert calls == 17000 + 23200 + 10700 + 4200 + 7000
    assert "summary: 23751 0" in text


@pytest.mark.skipif(not shutil.which("callgrind_annotate"), reason="valgrind is not installed")
def test_callgrind_annotate_reads_the_same_totals(profile, built):
    profile.save("calls.callgrind")
    command = ["callgrind_annotate", "--inclusive=yes", "--threshold=100", "calls.callgrind"]
    said = subprocess.run(command, cwd=built, check=True, capture_output=True, text=True).stdout
    rows = re.findall(r"^ *([\d,]+) \([^)]*\) .* \S*:(\S+)$", said, re.MULTILINE)
    found = {name: int(cycles.replace(",", "")) for cycles, name in rows}
    assert found == X64SC_TOTAL | {"rec2": 7000}
    assert "23,751 (100.0%)" in said


def test_speedscope_file_opens_and_closes_in_order(profile, built):
    profile.save("calls.speedscope.json")
    data = json.loads((built / "calls.speedscope.json").read_text())
    frames = [frame["name"] for frame in data["shared"]["frames"]]
    (one,) = data["profiles"]
    stack, own, last = [], dict.fromkeys(frames, 0), 0
    for event in one["events"]:
        if stack:
            own[frames[stack[-1]]] += event["at"] - last
        last = event["at"]
        if event["type"] == "O":
            stack.append(event["frame"])
        else:
            assert stack.pop() == event["frame"]
    assert not stack and last == one["endValue"] == 23751
    assert own == X64SC


def test_cpuprofile_has_the_same_cycles_as_microseconds(profile, built):
    profile.save("calls.cpuprofile")
    data = json.loads((built / "calls.cpuprofile").read_text())
    names = {node["id"]: node["callFrame"]["functionName"] for node in data["nodes"]}
    own = dict.fromkeys(names.values(), 0)
    for sample, lasts in zip(data["samples"], data["timeDeltas"][1:], strict=False):
        own[names[sample]] += lasts
    assert own == X64SC
    assert data["endTime"] == sum(data["timeDeltas"]) == 23751
    (line,) = {n["callFrame"]["lineNumber"] for n in data["nodes"] if names[n["id"]] == "rec"}
    assert PROGRAM.splitlines()[line] == "        txa"  # lines are counted from 0 there


def test_listing_shows_cycles_beside_the_source(profile, built):
    profile.save("calls.txt")
    text = (built / "calls.txt").read_text()
    assert re.search(r"^ +50 +300 +0 +jsr inner$", text, re.MULTILINE)
    assert re.search(r"^ +100 +17000 +6300  inner  < outer 100$", text, re.MULTILINE)
    assert re.search(r"^ +ldx #200$", text, re.MULTILINE)  # not in the run


def test_profile_of_another_ending_is_refused(profile):
    with pytest.raises(KitUsageError, match=r"must end in one of \.callgrind"):
        profile.save("calls.svg")


@pytest.fixture(scope="module")
def split(tmp_path_factory):
    """The sample's raster split, after three frames of logs."""
    folder = tmp_path_factory.mktemp("split")
    shutil.copytree(ROOT / "docs" / "sample", folder, dirs_exist_ok=True)
    link = "ld65 -C split.cfg --dbgfile split.dbg -o split.prg split.o score.o"
    for command in ("ca65 -g split.s", "ca65 -g score.s", link):
        subprocess.run(command.split(), cwd=folder, check=True)
    spec = MachineSpec(prg=((str(folder / "split.prg"), None),), dbg=(str(folder / "split.dbg"),))
    kit = Kit(booted_machine(spec), folder=folder)
    kit.start()
    kit.run_until("main::wait")
    kit.run_until(frame=1)
    return kit


@pytest.fixture(scope="module")
def events(split):
    with split.event_log() as log:
        split.run_until(frame=3)
    return log


def test_interrupts_are_counted_with_their_seven_cycles(split):
    with split.profile() as found:
        split.run_until(frame=2)
    assert found.callers("first") == {"(program)": 2}
    assert sum(found.self_cycles().values()) == found.cycles
    assert found.stolen == 2 * 25 * 43
    entry = next(entry for entry, name in found.names.items() if name == "first")
    assert found.own[entry, entry].cycles == 2 * (7 + 2)  # and LDA #


def test_events_of_a_frame_are_where_they_happened(events):
    frame = events.last_frame()
    colours = frame[(frame["kind"] == "vic") & (frame["address"] == 0xD021)]
    assert [(e["line"], e["column"], e["value"]) for e in colours[:1]] == [(122, 9, 2)]
    bad = frame[frame["kind"] == "badline"]
    assert sorted(set(bad["line"].tolist())) == list(range(51, 251, 8))
    assert set(bad["column"].tolist()) == set(range(15, 55))
    waits = frame[frame["kind"] == "wait"]
    assert set(waits["column"].tolist()) <= {12, 13, 14}
    irq = frame[frame["kind"] == "irq"]
    assert irq["line"].tolist() == [120, 121]
    assert events.events.dtype == EVENT
    assert (np.diff(events.events["cycle"]) >= 0).all()


def test_sprites_dma_is_told_from_bad_lines(split):
    split.restart()
    split.memory[0xD015], split.memory[0xD001] = 1, 100
    split.run_until(frame=2)
    with split.event_log() as log:
        split.run_until(frame=1)
    sprite = log.of("sprite")
    assert set(sprite["line"].tolist()) == set(range(100, 121))
    bad = np.isin(sprite["line"], log.of("badline")["line"])
    assert set(sprite["column"][~bad].tolist()) == {58, 59}
    # After a bad line the VIC has had the bus all the time, and takes the three cycles of waiting.
    assert set(sprite["column"][bad].tolist()) == {55, 56, 57, 58, 59}


def test_the_picture_has_an_event_s_colour_in_its_place(events, split):
    events.save("events.png")
    image = Image.open(split.folder / "events.png")
    assert image.size == (63 * 8 * 2, 312 * 2)
    assert image.getpixel((8 * 8 * 2 + 8, 122 * 2)) == COLOURS["vic"]
    assert events.image("nmi").getpixel((8 * 8 * 2 + 8, 122 * 2)) != COLOURS["vic"]


def test_the_page_needs_nothing_else_and_names_registers(events, split):
    events.save("events.html")
    text = (split.folder / "events.html").read_text()
    assert not re.search(r"(?:src|href)=|https?:|@import", text)
    data = json.loads(re.search(r'type="application/json">(.*?)</script>', text, re.DOTALL)[1])
    assert [122, 9, "vic", "$02 to $D021 BACKGROUND at $086B same+2 split.s:59"] in data["events"]
    events.save("events.npy")
    assert len(np.load(split.folder / "events.npy")) == len(events.events)


def test_what_is_no_event_or_ending_is_refused(events):
    with pytest.raises(KitUsageError, match="event 'dma' does not exist"):
        events.of("dma")
    with pytest.raises(KitUsageError, match="must end in"):
        events.save("events.gif")


def test_memory_map_says_what_each_byte_is(split):
    split.restart()
    with split.memory_map() as log:
        split.call("score_add", a=7)
    at, score = split.address("score_add"), split.address("score")
    assert log.executed[at] == 1 and log.reads[at : at + 12].sum() == 0
    assert log.kinds[at] == EXECUTED
    assert log.kinds[at + 2] == OPERAND
    assert log.kinds[score] == READ | WRITTEN
    assert log.reads[score] == 1 and log.writes[score] == 1
    assert log.last_pc[score] == at + 3  # STA
    assert log.unused("segment:CODE")[-1][1] < at
    assert log.code_size("segment:CODE") == 12
    log.save("memory.png")
    assert Image.open(split.folder / "memory.png").size == (768, 768)
    log.save("memory.cdl")
    assert (split.folder / "memory.cdl").read_bytes() == log.kinds.tobytes()
    log.save("memory.npz")
    assert np.load(split.folder / "memory.npz")["last_pc"][score] == at + 3


def test_memory_map_knows_targets_of_jumps_and_calls(split):
    split.restart()
    split.start()
    split.run_until("main")
    with split.memory_map() as log:
        split.run_until(frame=2)
    assert log.kinds[split.address("arm")] & ROUTINE
    assert log.kinds[split.address("main::wait")] & JUMP_TARGET
    assert not log.kinds[split.address("main")] & (ROUTINE | JUMP_TARGET)


def test_any_machine_can_be_observed(built):
    machine = c64.C64(sample_rate=0)
    machine.autostart(built / "calls.prg", run=False)
    observer = Observer(machine, symbols_from_dbg(built / "calls.dbg"))
    machine.registers.pc = observer.address("main")
    with observer.profile() as found:
        machine.tick(5)
    observer.close()
    assert found.callers("inner")["outer"] == 100
    cycle = machine.cycle
    machine.tick()
    assert machine.cycle > cycle


def test_the_command_line_writes_them(built, tmp_path):
    profile, events = tmp_path / "run.callgrind", tmp_path / "run.html"
    words = ["--headless", "--frames", "3", "--basic-prompt"]
    words += ["--profile", str(profile), "--events", str(events)]
    assert run_headless(parse_arguments(words)) == 0
    assert profile.read_text().startswith("# callgrind format")
    assert "badline" in events.read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--headless", "--frames", "9", "--profile", "x.svg"], "must end in one of .callgrind"),
        (["--headless", "--frames", "9", "--events", "no/x.png"], "folder no does not exist"),
        (["--headless", "--frames", "9999", "--events", "x.png"], "--frames 1 to 1000"),
        (["--memory-map", "x.png"], "needs --headless"),
    ],
)
def test_what_the_command_line_cannot_draw_is_refused(words, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        parse_arguments(words)
