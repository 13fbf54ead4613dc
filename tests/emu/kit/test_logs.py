"""Logs of accesses, registers, instructions, interrupts; watches and forbidden ranges."""

import numpy as np
import pytest

from emu.kit.errors import KitError, KitUsageError


def quiet(kit):
    """Go to a line without bad lines."""
    kit.run_until(raster=(290, 1))
    return kit


def test_bus_log_holds_every_cycle_of_a_call(kit):
    with quiet(kit).bus_log() as log:
        result = kit.call("add", a=1, zp={"count": 2})
    records = log.records
    at = kit.address("add")
    assert len(records) == result.cycles == 14
    assert list(np.diff(records["cycle"])) == [1] * 13
    assert set(records["who"]) == {"cpu"}
    assert list(records["address"][:8]) == [
        at, at + 1, at + 1, at + 2, 0xFB, at + 3, at + 4, 0xFB,
    ]  # fmt: skip
    assert list(records["rw"][:8]) == ["r"] * 7 + ["w"]
    assert records["value"][7] == 3
    assert records["pc"][7] == at + 3


def test_bus_log_tells_whose_the_cycles_of_a_bad_line_are(kit):
    kit.run_until(raster=(0x3B - 1, 60))
    with kit.bus_log() as log:
        result = kit.call("slow")
    records = log.records
    assert len(records) == result.cycles
    vic = records[records["who"] == "vic"]
    wait = records[records["who"] == "wait"]
    assert len(vic) + len(wait) == result.stolen
    assert len(vic) == 40 * (result.stolen // 40)
    first = vic[:40]
    assert list(first["address"]) == list(range(first["address"][0], first["address"][0] + 40))
    assert first["address"][0] == 0x0400 + 40
    assert bytes(first["value"]) == kit.memory[0x0400 + 40, 40]


def test_bus_log_of_a_range_leaves_the_rest_out(kit):
    with kit.bus_log("count") as log:
        kit.call("nest")
    assert list(log.records["rw"]) == ["r", "w"]
    kit.call("nest")
    assert len(log) == 2


def test_a_log_records_nothing_behind_its_block_even_while_another_lasts(kit):
    with kit.bus_log("count"):
        with kit.bus_log((0x0400, 0x07E7)):
            assert kit.taps.active
        recorded = kit.probe.access_count
        kit.call("store", a=1, x=5)  # the inner log's range
        assert kit.probe.access_count == recorded
        kit.call("add")
        assert kit.probe.access_count == recorded + 2
    assert not kit.taps.active
    kit.call("add")
    assert kit.probe.access_count == recorded + 2


@pytest.mark.parametrize("name", ["bus_log", "register_log", "interrupt_log", "memory_map"])
def test_a_log_may_end_after_the_machine_was_put_back_in_its_block(kit, name):
    with getattr(kit, name)():
        kit.call("add")
        kit.restart()
    assert not kit.taps.active
    assert kit.call("add", a=1, zp={"count": 2}).a == 3


def test_register_log_has_line_and_column_of_each_write(kit):
    quiet(kit)
    with kit.register_log("vic") as log:
        kit.call("colour")
    records = log.records
    old = int(kit.memory[0xD020]) & 15
    assert list(records["address"]) == [0xD020, 0xD020]
    assert [int(v) & 15 for v in records["value"]] == [old - 1, old]  # INC writes twice
    assert records["cycle"][1] - records["cycle"][0] == 1
    line, column = kit.position(records["cycle"][0])
    assert (records["line"][0], records["column"][0]) == (line, column)
    assert len(log.to(0xD020)) == 2


def test_position_is_that_of_the_vic_in_every_cycle_of_a_frame(kit):
    vic = kit.board.vic
    for _ in range(400):
        kit.hold(49)
        line = 0 if vic.last_line else vic.raster_line
        assert kit.position() == (line, vic.cycle_in_line)
        assert kit.position(kit.board.cycle) == kit.position(kit.board.cycle - 312 * 63)


def test_writes_to_the_ram_below_the_io_area_are_no_register_writes(kit):
    kit.memory[1] = 0x34
    with kit.register_log() as log:
        kit.call("colour")
    assert len(log.records) == 0


def test_unknown_chip_is_refused(kit):
    with pytest.raises(KitUsageError, match=r"chip 'ted' does not exist; choose from vic, sid"):
        kit.register_log("ted")


def test_log_longer_than_a_buffer_is_whole(kit):
    with kit.bus_log() as log:
        begin = kit.board.cycle
        kit.machine.run_cycles(200_000)
        cycles = kit.board.cycle - begin
    assert len(log) == cycles
    assert (np.diff(log.records["cycle"]) == 1).all()


def test_watch_notes_accesses_and_calls_back(kit):
    seen = []
    watch = kit.watch(("count", "count"), lambda c, access: seen.append(access.value))
    kit.call("add", a=4, zp={"count": 3})
    assert [(a.write, a.value) for a in watch.accesses] == [(False, 3), (True, 7)]
    assert seen == [3, 7]
    assert [a.value for a in watch.writes] == [7]


def test_error_in_a_watch_reaches_the_test(kit):
    def fail(c, access):
        raise ValueError("from the watch")

    kit.watch("count", fail)
    with pytest.raises(ValueError, match="from the watch"):
        kit.call("add")


def test_forbidden_write_is_told_with_source_line(kit):
    kit.forbid((0x0400, 0x07E7))
    with pytest.raises(KitError, match=r"forbidden write of \$07 to \$0400") as error:
        kit.call("caller")
    assert "program.s:31" in str(error.value)


def test_forbidden_read_of_a_segment_is_told(kit):
    kit.forbid("segment:TABLE", read=True)
    kit.call("add")
    with pytest.raises(KitError, match=r"forbidden read of \$[0-9A-F]{4} table\+2"):
        kit.call("lookup", x=2)


def test_step_log_finds_the_runs_of_a_routine(kit):
    with quiet(kit).step_log() as log:
        kit.call("caller")
    calls = log.routine("store")
    assert [(c.cycles, c.stolen, c.stack_depth) for c in calls] == [(11, 0, 0), (11, 0, 0)]
    assert list(log.records["a"][log.records["pc"] == kit.address("store")]) == [7, 9]


def test_interrupt_latency_is_seven_cycles_and_the_rest_of_an_instruction(kit):
    with kit.interrupt_log() as log:
        kit.run_until(frame=20)
    interrupts = log.interrupts()
    assert 18 <= len(interrupts) <= 26
    assert all(9 <= i.latency <= 7 + 9 + 43 for i in interrupts)
    assert log.jitter() == max(log.latencies()) - min(log.latencies())
    assert not log.interrupts("nmi")


@pytest.mark.parametrize("outer", ["event_log", "interrupt_log"])
def test_interrupts_of_an_outer_log_go_on_behind_an_inner_one(kit, outer):
    inner = "interrupt_log" if outer == "event_log" else "event_log"
    with getattr(kit, outer)() as log:
        with getattr(kit, inner)():
            kit.run_until(frame=2)
        middle = kit.board.cycle
        kit.run_until(frame=3)
    if outer == "event_log":
        began = log.of("irq")["cycle"].tolist()
    else:
        began = [interrupt.began for interrupt in log.interrupts()]
    assert began[0] < middle < began[-1]
    assert not kit.taps.active


def test_interrupts_behind_a_log_s_block_are_not_its_own(kit):
    with kit.interrupt_log() as log:
        kit.run_until(frame=3)
    known = log.interrupts()
    with kit.interrupt_log() as later:
        kit.run_until(frame=3)
    assert log.interrupts() == known
    assert later.interrupts()[0].began > known[-1].began


def test_the_last_instructions_are_those_since_a_step_log_began(kit):
    kit.call("slow")
    with kit.step_log() as log:
        assert kit.history() == []
        kit.call("add")
        assert len(kit.history()) == len(log.records) == 4
        assert "program.s:7" in kit.history()[0]
        with pytest.raises(KitUsageError, match=r"^step_log: already running$"), kit.step_log():
            pass
        kit.call("add")
        assert len(log.records) == 8
    kit.call("add")
    assert len(log.records) == 8
    assert len(kit.history()) == 4


def test_nmi_is_logged_by_its_edge(kit):
    with kit.interrupt_log() as log:
        kit.board.keyboard.press("RESTORE")
        kit.machine.run_cycles(100)
        kit.board.keyboard.release("RESTORE")
    (nmi,) = log.interrupts("nmi")
    assert nmi.entered - nmi.began == 7
    assert nmi.latency is not None


def test_logs_change_nothing_the_machine_does(kit, setup):
    from emu.kit.machine import Kit
    from emu.kit.machine_pool import booted_machine

    kit.machine.run_cycles(100_000)
    plain = kit.machine.snapshot()
    logged = Kit(booted_machine(setup))
    with logged.bus_log(), logged.interrupt_log(), logged.register_log():
        logged.watch((0, 0xFFFF))
        logged.machine.run_cycles(100_000)
    assert logged.machine.snapshot() == plain
