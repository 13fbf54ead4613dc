"""Routines in a profile: what enters and leaves them, beside x64sc's profiler."""

from itertools import pairwise

import pytest

from emu.kit.machine import Kit
from emu.kit.machine_pool import MachineSpec, booted_machine
from tests.emu.kit.conftest import assemble

# Interrupts by timers that start with the program, and no bad lines: the same in any emulator.
PROGRAM = """\
.segment "HEADER"
        .word $C000
.zeropage
text:   .res 2
rounds: .res 1
.code
.proc main
        sei
        lda #$7F
        sta $DC0D
        sta $DD0D
        lda $DC0D
        lda $DD0D
        lda #$35
        sta $01
        lda #<irq
        sta $FFFE
        lda #>irq
        sta $FFFF
        lda #<nmi
        sta $FFFA
        lda #>nmi
        sta $FFFB
        lda #0
        sta $DC0E
        sta $DD0E
        sta rounds
        lda #$0B
        sta $D011
wait:   bit $D011
        bpl wait
        lda #<1499
        sta $DC04
        lda #>1499
        sta $DC05
        lda #<977
        sta $DD04
        lda #>977
        sta $DD05
        lda #$81
        sta $DC0D
        sta $DD0D
        lda #$11
        sta $DC0E
        sta $DD0E
begin:  cli
again:  jsr tail
        jsr dispatch
        jsr first
        jsr inline
        .byte "hello",0
        jsr nested
        inc rounds
        lda rounds
        cmp #60
        bne again
done:   jmp done
.endproc
.proc tail                      ; ends in another routine
        ldy #7
l:      dey
        bne l
        jmp delay
.endproc
.proc delay
        ldy #20
l:      dey
        bne l
        rts
.endproc
.proc dispatch                  ; jumps by RTS
        lda #>(target - 1)
        pha
        lda #<(target - 1)
        pha
        rts
.endproc
.proc target
        jsr delay
        rts
.endproc
.proc first
        jsr second
        nop                     ; not reached
.endproc
.proc second                    ; returns to its caller's caller
        pla
        pla
        ldy #3
l:      dey
        bne l
        rts
.endproc
.proc inline                    ; takes what is after the call
        pla
        sta text
        pla
        sta text+1
        ldy #0
l:      inc text
        bne n
        inc text+1
n:      lda (text),y
        bne l
        lda text+1
        pha
        lda text
        pha
        rts
.endproc
.proc nested
        jsr delay
        jsr tail
        rts
.endproc
.proc irq
        pha
        tya
        pha
        bit $DC0D
        jsr voice
        jsr voice
        pla
        tay
        pla
        rti
.endproc
.proc voice
        ldy #9
l:      dey
        bne l
        rts
.endproc
.proc nmi                       ; comes into IRQ, too
        pha
        tya
        pha
        bit $DD0D
        jsr voice
        pla
        tay
        pla
        rti
.endproc
.segment "TABLE"
        .byte 0
"""
# Of "profile flat" of x64sc 3.10's monitor, from main::begin to main::done: (self, total) cycles.
X64SC = {
    "tail": (17520, 17520), "delay": (12840, 12840), "voice": (6812, 6812), "nmi": (2337, 5301),
    "irq": (1739, 5587), "dispatch": (1680, 8100), "nested": (1080, 16260),
}  # fmt: skip
# x64sc leaves a routine at the end of an interrupt that came while its return address was in
# registers: there its caller's cycles are too many, and its own too few.  Only the sums compare.
X64SC_SUMS = {("inline", "(program)"): 6928 + 3393, ("second", "first"): 1765 + 395}
ROUNDS = 60


def profile_of(folder):
    """Return the profile of a program from main::begin to main::done."""
    (prg,) = folder.glob("*.prg")
    spec = MachineSpec(prg=((str(prg), None),), dbg=(str(prg.with_suffix(".dbg")),))
    kit = Kit(booted_machine(spec), folder=folder)
    kit.pc = kit.address("main")
    kit.run_until("main::begin")
    with kit.profile() as found:
        kit.run_until("main::done")
    return found


@pytest.fixture(scope="module")
def profile(tmp_path_factory):
    return profile_of(assemble(tmp_path_factory.mktemp("profile"), "odd", PROGRAM))


def test_interrupts_tail_calls_and_jumps_by_rts_cost_what_x64sc_says(profile):
    own, inclusive = profile.self_cycles(), profile.inclusive_cycles()
    assert profile.cycles == inclusive["(program)"] == sum(own.values()) == 56489
    assert {name: (own[name], inclusive[name]) for name in X64SC} == X64SC
    assert {names: sum(own[name] for name in names) for names in X64SC_SUMS} == X64SC_SUMS


def test_a_routine_lasts_until_its_rts_though_it_took_its_return_address(profile):
    own = profile.self_cycles()
    assert own["second"] == ROUNDS * (4 + 4 + 2 + 3 * 5 - 1 + 6)
    assert own["first"] == ROUNDS * 6
    assert own["inline"] % ROUNDS == 0
    assert profile.callers("inline") == {"(program)": ROUNDS}


def test_an_interrupt_is_called_by_the_program_and_costs_no_routine_anything(profile):
    inclusive = profile.inclusive_cycles()
    assert profile.callers("irq") == {"(program)": 37}
    assert profile.callers("nmi") == {"(program)": 57}
    assert inclusive["nested"] % ROUNDS == inclusive["dispatch"] % ROUNDS == 0
    called = {profile.names[e.callee]: c.cycles for e, c in profile.calls.items()}
    assert called["irq"] == inclusive["irq"] and called["nmi"] == inclusive["nmi"]


LEAVERS = """\
.segment "HEADER"
        .word $C000
.code
.proc main
        sei
        lda #<breaks
        sta $0316
        lda #>breaks
        sta $0317
begin:  ldx #200
again:  jsr leaver
back:   jsr short
        dex
        bne again
        brk
        nop
done:   jmp done
.endproc
.proc leaver                    ; never returns: it jumps back
        pla
        pla
        jmp main::back
.endproc
.proc short
        rts
.endproc
.proc breaks
        pla
        tay
        pla
        tax
        pla
        rti
.endproc
.segment "TABLE"
        .byte 0
"""


@pytest.fixture(scope="module")
def leavers(tmp_path_factory):
    return profile_of(assemble(tmp_path_factory.mktemp("leavers"), "leavers", LEAVERS))


def test_the_next_call_ends_a_routine_that_jumped_out(leavers):
    assert leavers.callers("leaver") == leavers.callers("short") == {"(program)": 200}
    own = {
        at: cost for (entry, at), cost in leavers.own.items() if leavers.names[entry] == "leaver"
    }
    assert sum(cost.cycles - cost.stolen for cost in own.values()) == 200 * (4 + 4 + 3)
    assert max(_depths(leavers)) <= 3


def _depths(profile):
    depth = 0
    for event in profile.events:
        depth += 1 if event.enters else -1
        yield depth


def test_brk_enters_its_handler_as_an_interrupt(leavers):
    (handler,) = {leavers.names[e.callee] for e in leavers.calls} - {"leaver", "short"}
    assert leavers.callers(handler) == {"(program)": 1}
    assert list(_depths(leavers))[-1] == 0


def test_callgrind_names_the_file_of_each_call(tmp_path):
    """After instructions of a macro from another file, a call has its own file again."""
    (tmp_path / "wait.inc").write_text(".macro wait\n        nop\n        nop\n.endmacro\n")
    source = '.include "wait.inc"\n' + LEAVERS.replace("done: ", "wait\ndone: ")
    profile = profile_of(assemble(tmp_path, "leavers", source))
    profile.save("leavers.callgrind")
    text = (tmp_path / "leavers.callgrind").read_text()
    line = 1 + source.splitlines().index("back:   jsr short")
    file, calls = "", []
    for before, this in pairwise(text.splitlines()):
        if this.startswith(("fl=", "fi=")):
            file = this[3:]
        elif before.startswith("calls=200 "):
            calls.append((file.rpartition("/")[2], int(this.split()[0])))
    assert "/wait.inc" in text
    assert calls == [("leavers.s", line - 1), ("leavers.s", line)]
