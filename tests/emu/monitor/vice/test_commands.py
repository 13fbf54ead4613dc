"""The binary monitor: the order of what a client sees, and every command, over a socket."""

import struct
from contextlib import contextmanager, suppress

import pytest

from c64.vic.palettes import PALETTES
from emu.errors import HostError
from emu.monitor.vice.address import is_local
from emu.monitor.vice.host import Host
from emu.monitor.vice.server import BinaryMonitor
from tests.emu.monitor.session import debugger
from tests.emu.monitor.vice.client import (
    EVENT,
    Client,
    Served,
    TestHost,
    array,
    await_true,
    checkpoint,
    registers,
    served,
)

# C000 INC $C100; BNE $C000; INC $C101; JMP $C000
COUNTER = bytes([0xEE, 0x00, 0xC1, 0xD0, 0xFB, 0xEE, 0x01, 0xC1, 0x4C, 0x00, 0xC0])
# C000 JSR $C010; INC $D020; JMP $C000; C010 LDX #3; DEX; BNE; STX $C100; RTS
CALLER = (
    bytes([0x20, 0x10, 0xC0, 0xEE, 0x20, 0xD0, 0x4C, 0x00, 0xC0]).ljust(16, b"\xea")
    + bytes([0xA2, 0x03, 0xCA, 0xD0, 0xFD, 0x8E, 0x00, 0xC1, 0x60])
)  # fmt: skip
A, X, Y, PC, SP, FL, LIN, CYC, PORT_DIR, PORT = 0, 1, 2, 3, 4, 5, 0x35, 0x36, 0x37, 0x38
REGISTERS, JAM, STOPPED, RESUMED, CHECKPOINT = 0x31, 0x61, 0x62, 0x63, 0x11
EXIT, QUIT, PING, AUTOSTART = 0xAA, 0xBB, 0x81, 0xDD


def kinds(replies):
    return [reply.kind for reply in replies]


# -- what is seen, and in which order -------------------------------------------------------


def test_connecting_alone_says_nothing_and_the_machine_runs():
    with served(COUNTER) as (server, client):
        before = server.board.cycle
        client.socket.settimeout(0.2)
        with pytest.raises(TimeoutError):
            client.read()
        await_true(lambda: server.board.cycle > before)


def test_the_first_command_stops_the_machine_with_registers_and_stopped_before_its_answer():
    with served(COUNTER) as (server, client):
        reply = client.call(PING)
        assert (reply.kind, reply.error, reply.body) == (PING, 0, b"")
        assert kinds(client.events) == [REGISTERS, STOPPED]
        pc = struct.unpack("<H", client.events[1].body)[0]
        assert registers(client.events[0].body)[PC] == pc == server.board.cpu.pc
        cycle = server.board.cycle
        client.good(PING)
        assert client.events == [] and server.board.cycle == cycle


def test_exit_answers_then_resumes_and_the_next_command_stops_again():
    with served(COUNTER) as (server, client):
        client.good(PING)
        cycle = server.board.cycle
        client.good(EXIT)
        resumed = client.read()
        assert (resumed.kind, resumed.request, len(resumed.body)) == (RESUMED, EVENT, 2)
        client.good(PING)
        assert kinds(client.events) == [REGISTERS, STOPPED] and server.board.cycle > cycle


def test_a_client_that_asks_again_at_once_stops_the_machine_after_one_frame():
    # As with x64sc: clients of VICE that wait for a text read the screen right after EXIT.
    machine = debugger(COUNTER)
    monitor = BinaryMonitor(machine, TestHost(), ("127.0.0.1", 0))
    with Client(monitor.port) as client:
        client.send(PING)
        await_true(monitor.poll)
        client.send(EXIT)
        await_true(lambda: not monitor.poll())
        client.send(PING)
        frame = machine.machine.frames
        monitor.run_frame()
        assert monitor.poll() and machine.machine.frames == frame + 1
    monitor.close()


def test_a_checkpoint_is_met_with_checkpoint_registers_stopped():
    with served(COUNTER) as (server, client):
        number = client.checkpoint(0xC005)
        client.good(EXIT)
        stopped = client.await_event(STOPPED)
        assert kinds(client.events) == [RESUMED, CHECKPOINT, REGISTERS]
        hit = checkpoint(client.events[1].body)
        assert (hit["number"], hit["hit"], hit["hits"]) == (number, 1, 1)
        assert stopped.body == b"\x05\xc0" and registers(client.events[2].body)[PC] == 0xC005
        client.good(EXIT)
        client.await_event(STOPPED)
        assert checkpoint(client.good(0x11, struct.pack("<I", number)))["hits"] == 2
        assert server.board.cpu.pc == 0xC005


def test_a_step_answers_resumes_and_stops():
    with served(COUNTER) as (server, client):
        client.checkpoint(0xC003, temporary=1)
        client.good(EXIT)
        client.await_event(STOPPED)
        server.board.cpu.p &= ~2  # BNE is taken, and once more
        server.board.ram[0xC100] = 5
        client.good(0x71, b"\0\1\0")
        stopped = client.await_event(STOPPED)
        assert kinds(client.events) == [RESUMED, REGISTERS]
        assert stopped.body == b"\x00\xc0"
        client.good(0x71, b"\0\2\0")
        client.await_event(STOPPED)
        assert server.board.cpu.pc == 0xC000


def test_commands_sent_at_once_are_answered_one_after_the_other():
    with served(COUNTER) as (server, client):
        client.checkpoint(0xC003)
        client.good(EXIT)
        client.await_event(STOPPED)
        server.board.cpu.p &= ~2  # BNE is taken
        step, get = client.send(0x71, b"\0\1\0"), client.send(0x31, b"\0")
        assert client.answer(step).kind == 0x71
        reply = client.answer(get)
        assert kinds(client.events) == [RESUMED, REGISTERS, STOPPED]
        assert registers(reply.body)[PC] == 0xC000


def test_a_jam_is_told_before_the_stop():
    with served(bytes([0xEA, 0x02])) as (_, client):
        client.write(0xC002, b"\xea")
        client.good(EXIT)
        client.await_event(STOPPED)
        assert kinds(client.events) == [RESUMED, JAM, REGISTERS]
        assert client.events[1].body == b"\x01\xc0"


def test_when_the_client_goes_the_machine_runs_on_and_its_checkpoints_wait():
    server = Served(COUNTER)
    try:
        with Client(server.port) as client:
            number = client.checkpoint(0xC005)
        with Client(server.port) as client:
            found = checkpoint(client.good(0x11, struct.pack("<I", number)))
            client.good(EXIT)
            client.await_event(STOPPED)
            assert found["first"] == server.board.cpu.pc == 0xC005
    finally:
        server.close()


def test_there_is_one_client_at_a_time():
    with served(COUNTER) as (server, client):
        client.good(PING)
        with Client(server.port) as second:
            assert second.socket.recv(1) == b""
        assert client.good(PING) == b""


# -- memory ---------------------------------------------------------------------------------


def test_memory_is_read_and_written_as_the_cpu_sees_it():
    with served(COUNTER) as (server, client):
        client.write(0xC200, bytes(range(16)))
        assert client.memory(0xC200, 0xC20F) == bytes(range(16))
        assert bytes(server.board.ram[0xC200:0xC210]) == bytes(range(16))
        assert client.memory(0xFFFC, 0xFFFD) == bytes(server.board.kernal[0x1FFC:0x1FFE])


def test_all_of_memory_is_read_at_once_with_a_length_of_zero():
    with served(COUNTER) as (server, client):
        assert client.memory(0, 0xFFFF, bank=1) == bytes(server.board.ram)


def test_banks_show_ram_rom_and_io_at_the_same_address():
    with served(COUNTER) as (server, client):
        client.write(0xD020, b"\x55", bank=1)
        client.write(0xD020, b"\x02", bank=3)
        assert client.memory(0xD020, 0xD020, bank=1) == b"\x55"
        assert client.memory(0xD020, 0xD020, bank=3)[0] & 15 == 2
        assert client.memory(0xD000, 0xD00F, bank=2) == bytes(server.board.chargen[:16])
        client.write(0xE000, b"\xaa", bank=2)
        assert client.memory(0xE000, 0xE000, bank=2) == bytes(server.board.kernal[:1])
        client.write(0x00, b"\x2f\x34")
        assert client.memory(0xD020, 0xD020) == b"\x55"
        assert client.memory(0xD020, 0xD020, bank=3)[0] & 15 == 2


def test_the_banks_are_those_of_the_c64():
    with served() as (_, client):
        found = [(item[3:].decode(), item[0] | item[1] << 8) for item in array(client.good(0x82))]
        assert found == [
            ("default", 0), ("cpu", 0), ("ram", 1), ("rom", 2), ("io", 3), ("cart", 4)
        ]  # fmt: skip
        assert all(item[2] == len(item) - 3 for item in array(client.good(0x82)))


def test_a_read_has_side_effects_only_if_wanted():
    with served(COUNTER) as (server, client):
        client.good(PING)
        server.board.vic.collided_sprites = 5
        assert client.memory(0xD01E, 0xD01E) == b"\x05"
        assert client.memory(0xD01E, 0xD01E) == b"\x05"
        assert client.memory(0xD01E, 0xD01E, effects=1) == b"\x05"
        client.good(0x71, b"\0\1\0")
        client.await_event(STOPPED)
        assert client.memory(0xD01E, 0xD01E) == b"\x00"


# -- checkpoints ----------------------------------------------------------------------------


def test_a_checkpoint_is_returned_as_it_was_set():
    with served(COUNTER) as (_, client):
        body = client.good(0x12, struct.pack("<HHBBBBB", 0xFCE2, 0xFCE3, 1, 0, 3, 1, 0))
        assert checkpoint(body) == {
            "number": 1, "hit": 0, "first": 0xFCE2, "last": 0xFCE3, "stop": 1, "enabled": 0,
            "operation": 3, "temporary": 1, "hits": 0, "ignore": 0, "condition": 0, "space": 0,
        }  # fmt: skip
        assert client.good(0x11, struct.pack("<I", 1)) == body


def test_checkpoints_are_listed_and_counted_and_deleted():
    with served(COUNTER) as (_, client):
        numbers = [client.checkpoint(at) for at in (0x1000, 0x2000, 0x3000)]
        assert client.good(0x13, struct.pack("<I", numbers[1])) == b""
        request = client.send(0x14)
        found = [client.read() for _ in range(3)]
        assert kinds(found) == [CHECKPOINT, CHECKPOINT, 0x14]
        assert {reply.request for reply in found} == {request}
        assert [checkpoint(reply.body)["first"] for reply in found[:2]] == [0x1000, 0x3000]
        assert found[2].body == struct.pack("<I", 2)


def test_a_checkpoint_is_switched_off_and_on():
    with served(COUNTER) as (server, client):
        number = client.checkpoint(0xC005)
        client.good(0x15, struct.pack("<IB", number, 0))
        assert checkpoint(client.good(0x11, struct.pack("<I", number)))["enabled"] == 0
        other = client.checkpoint(0xC008)
        client.good(EXIT)
        client.await_event(STOPPED)
        assert server.board.cpu.pc == 0xC008
        client.good(0x15, struct.pack("<IB", number, 1))
        client.good(EXIT)
        client.await_event(STOPPED)
        assert server.board.cpu.pc == 0xC005 and other == number + 1


def test_a_temporary_checkpoint_is_met_once():
    with served(COUNTER) as (_, client):
        number = client.checkpoint(0xC005, temporary=1)
        client.good(EXIT)
        client.await_event(STOPPED)
        assert client.call(0x11, struct.pack("<I", number)).error == 0x01


def test_a_checkpoint_that_does_not_stop_is_told_of_every_time():
    with served(COUNTER) as (_, client):
        client.checkpoint(0xC005, stop=0)
        client.good(EXIT)
        hits = [checkpoint(client.await_event(CHECKPOINT).body)["hits"] for _ in range(3)]
        assert hits == [1, 2, 3]


@pytest.mark.parametrize(("operation", "pc"), [(1, 0xC003), (2, 0xC003), (3, 0xC003)])
def test_loads_and_stores_stop_after_their_instruction(operation, pc):
    with served(COUNTER) as (server, client):
        client.checkpoint(0xC100, operation=operation)
        client.good(EXIT)
        client.await_event(STOPPED)
        assert server.board.cpu.pc == pc


def test_a_load_checkpoint_does_not_see_instruction_fetches():
    with served(COUNTER) as (server, client):
        client.checkpoint(0xC000, 0xC00A, operation=1)
        client.checkpoint(0xC101, operation=1)
        client.good(EXIT)
        client.await_event(STOPPED)
        assert server.board.cpu.pc == 0xC008


def test_one_checkpoint_may_wait_for_execution_and_stores():
    with served(COUNTER) as (server, client):
        client.checkpoint(0xC000, 0xC101, operation=6)
        client.good(EXIT)
        client.await_event(STOPPED)
        assert server.board.cpu.pc in (0xC000, 0xC003, 0xC005, 0xC008)


@pytest.mark.parametrize(
    ("condition", "value"),
    [(b"@cpu:$c100 == $42", 0x42), (b"(@ram:$c100 == 10) && (X == $00)", 0x10),
     (b"@ram:(PC + fd) == 7", 0x07), (b"@counter == +66", 0x42),
     (b"((RL >= $000) && (CY <= $3e)) && (@ram:$c100 == %11)", 3)],
)  # fmt: skip
def test_a_condition_in_vices_terms_decides(condition, value):
    with served(COUNTER, labels={"counter": 0xC100}) as (server, client):
        number = client.checkpoint(0xC003)
        body = struct.pack("<IB", number, len(condition)) + condition
        assert client.good(0x22, body) == b""
        assert checkpoint(client.good(0x11, struct.pack("<I", number)))["condition"] == 1
        client.good(EXIT)
        client.await_event(STOPPED)
        assert server.board.ram[0xC100] == value


def test_pc_in_a_condition_of_a_store_is_that_of_the_instruction():
    with served(COUNTER) as (server, client):
        number = client.checkpoint(0xC000, 0xC1FF, operation=2)
        client.good(0x22, struct.pack("<IB", number, 11) + b"PC == $c005")
        client.good(EXIT)
        client.await_event(STOPPED)
        assert server.board.cpu.pc == 0xC008


# -- registers ------------------------------------------------------------------------------


def test_registers_are_listed_with_their_sizes_and_names():
    with served() as (_, client):
        found = [(i[0], i[1], i[3:].decode()) for i in array(client.good(0x83, b"\0"))]
        assert found == [
            (PC, 16, "PC"), (A, 8, "A"), (X, 8, "X"), (Y, 8, "Y"), (SP, 8, "SP"),
            (PORT_DIR, 8, "00"), (PORT, 8, "01"), (FL, 8, "FL"), (LIN, 16, "LIN"), (CYC, 16, "CYC"),
        ]  # fmt: skip


def test_registers_are_the_cpus_and_can_be_set():
    with served(COUNTER) as (server, client):
        cpu = server.board.cpu
        found = client.registers()
        assert (found[PC], found[A], found[SP], found[FL]) == (cpu.pc, cpu.a, cpu.sp, cpu.p | 0x20)
        assert found[LIN] == server.board.vic.raster_line
        assert found[CYC] == server.board.vic.cycle_in_line - 1
        values = {A: 0xBE, X: 0xEF, PC: 0xC005, FL: 0xA1, PORT_DIR: 0x2F, PORT: 0x36}
        body = struct.pack("<BH", 0, len(values))
        body += b"".join(struct.pack("<BBH", 3, number, v) for number, v in values.items())
        after = registers(client.good(0x32, body))
        assert {n: after[n] for n in values} | {PORT: 0} == values | {PORT: 0}
        assert after[PORT] & 7 == 6 and (cpu.a, cpu.x, cpu.pc) == (0xBE, 0xEF, 0xC005)


def test_the_history_has_registers_cycle_and_bytes_of_the_last_instructions():
    with served(COUNTER) as (server, client):
        client.checkpoint(0xC008)
        client.good(EXIT)
        client.await_event(STOPPED)
        client.write(0xC300, b"\x01")
        cycle = server.board.cycle
        body = client.good(0x86, struct.pack("<BI", 0, 3))
        count, at, found = struct.unpack_from("<I", body)[0], 4, []
        for _ in range(count):
            entry = body[at + 1 : at + 1 + body[at]]
            at += 1 + body[at]
            size = 2 + 4 * int.from_bytes(entry[:2], "little")
            (clock,) = struct.unpack_from("<Q", entry, size)
            assert entry[size + 8] == 4
            found.append((registers(entry[:size])[PC], clock, entry[size + 9 :].hex()))
        assert at == len(body) and server.board.cycle == cycle
        assert [f[0] for f in found] == [0xC000, 0xC003, 0xC005]
        assert [f[2] for f in found] == ["ee00c1ff", "d0fbeeff", "ee01c1ff"]
        assert found[2][1] == cycle - 6 and server.board.ram[0xC300] == 1
        assert found[1][1] == found[2][1] - 2


# -- running --------------------------------------------------------------------------------


def at_caller(client):
    """Stop at $C000 of CALLER."""
    client.checkpoint(0xC000, temporary=1)
    client.good(EXIT)
    client.await_event(STOPPED)


def test_a_step_goes_into_a_subroutine_or_over_it():
    with served(CALLER) as (server, client):
        at_caller(client)
        client.good(0x71, b"\0\1\0")
        assert client.await_event(STOPPED).body == b"\x10\xc0"
        at_caller(client)
        client.good(0x71, b"\1\2\0")
        assert client.await_event(STOPPED).body == b"\x06\xc0"
        assert not server.debugger.listed()


def test_execute_until_return_stops_behind_the_rts():
    with served(CALLER) as (_, client):
        client.checkpoint(0xC012, temporary=1)
        client.good(EXIT)
        client.await_event(STOPPED)
        client.good(0x73)
        assert client.await_event(STOPPED).body == b"\x03\xc0"


def test_a_step_that_never_ends_is_ended_by_the_next_command():
    with served(bytes([0x20, 0x10, 0xC0]).ljust(16) + bytes([0x4C, 0x10, 0xC0])) as (
        server,
        client,
    ):
        client.good(PING)
        server.board.cpu.pc = 0xC000
        client.good(0x71, b"\1\1\0")
        assert client.read().kind == RESUMED
        client.good(PING)
        assert kinds(client.events) == [REGISTERS, STOPPED]
        assert server.board.cpu.pc == 0xC010 and not server.debugger.breakpoints


def test_a_reset_starts_the_kernal_and_a_power_cycle_clears_memory():
    with served(COUNTER) as (server, client):
        client.write(0xC300, b"\xa5")
        client.good(0xCC, b"\0")
        assert client.read().kind == RESUMED
        assert client.registers()[PC] >= 0xA000
        assert client.memory(0xC300, 0xC300) == b"\xa5"
        cycle = server.board.cycle
        client.good(0xCC, b"\1")
        assert client.memory(0xC000, 0xC004) != COUNTER[:5] and server.board.cycle > cycle


def test_drive_8_is_reset_the_others_are_not_there():
    with served() as (_, client):
        assert client.call(0xCC, b"\x08").error == 0
        assert client.call(0xCC, b"\x09").error == 0x01
        assert client.call(0xCC, b"\x02").error == 0x81


def test_autostart_hands_a_file_to_the_emulator(tmp_path):
    program = tmp_path / "game.prg"
    program.write_bytes(b"\x01\x08" + bytes(10))
    name = str(program).encode()
    with served() as (server, client):
        client.good(0xDD, struct.pack("<BHB", 1, 0, len(name)) + name)
        assert client.read().kind == RESUMED
        assert server.host.started == [(str(program), True)]
        assert len(server.debugger.history.marks) == 1  # no way back to another disk
        for bad in (b"/nowhere/at/all", b"a\0b", str(tmp_path).encode(), b""):
            reply = client.call(0xDD, struct.pack("<BHB", 1, 0, len(bad)) + bad)
            assert reply.error == 0x8F


def test_quit_is_answered_and_ends_the_emulator():
    with served() as (server, client):
        assert client.good(QUIT) == b""
        assert client.socket.recv(1) == b"" and server.host.ended


# -- the machine as a whole -----------------------------------------------------------------


def test_a_dump_is_read_back(tmp_path):
    name = str(tmp_path / "state.go64").encode()
    with served(COUNTER) as (server, client):
        client.write(0xC300, b"\x77")
        client.good(0x41, struct.pack("<BBB", 1, 1, len(name)) + name)
        pc = client.registers()[PC]
        client.write(0xC300, b"\x00")
        client.good(0x71, b"\0\5\0")
        client.await_event(STOPPED)
        body = client.good(0x42, bytes([len(name)]) + name)
        assert struct.unpack("<H", body)[0] == pc == server.board.cpu.pc
        assert client.memory(0xC300, 0xC300) == b"\x77"


def test_files_that_are_none_are_refused_without_waiting(tmp_path):
    import os

    pipe, text = tmp_path / "pipe", tmp_path / "text"
    os.mkfifo(pipe)
    text.write_text("no snapshot")
    with served() as (_, client):
        for path in (pipe, text, tmp_path, tmp_path / "none", "/dev/zero"):
            name = str(path).encode()
            assert client.call(0x42, bytes([len(name)]) + name).error == 0x8F
        for path in (pipe, tmp_path, tmp_path / "none" / "deeper"):
            name = str(path).encode()
            assert client.call(0x41, struct.pack("<BBB", 0, 0, len(name)) + name).error == 0x8F


def resource(client, name):
    reply = client.call(0x51, bytes([len(name)]) + name)
    if reply.error:
        return reply.error
    value = reply.body[2:]
    assert reply.body[1] == len(value)
    return value.decode() if reply.body[0] == 0 else int.from_bytes(value, "little", signed=True)


def set_resource(client, name, value):
    kind = int(not isinstance(value, bytes))
    value = value if isinstance(value, bytes) else struct.pack("<i", value)
    body = bytes([kind, len(name)]) + name + bytes([len(value)]) + value
    return client.call(0x52, body).error


@pytest.mark.parametrize(("model", "standard", "vic"), [("oldntsc", 3, 5), ("drean", 4, 6)])
def test_resources_tell_the_rare_models_by_vices_numbers(model, standard, vic):
    with served(model=model) as (_, client):
        assert resource(client, b"MachineVideoStandard") == standard
        assert resource(client, b"VICIIModel") == vic


def test_resources_tell_the_model_and_refuse_to_change_it():
    with served(model="c64c") as (server, client):
        assert resource(client, b"MachineVideoStandard") == 1
        assert resource(client, b"viciimodel") == 1 and resource(client, b"SidModel") == 1
        address = f"ip4://127.0.0.1:{server.port}"
        assert resource(client, b"BinaryMonitorServerAddress") == address
        assert set_resource(client, b"SidModel", 1) == 0
        assert set_resource(client, b"SidModel", b"0x1") == 0
        assert set_resource(client, b"SidModel", 0) == 0x8F
        assert set_resource(client, b"JoyPort2Device", 37) == 0
        assert resource(client, b"JoyPort2Device") == 37
        assert resource(client, b"Nonsense") == 0x01 == set_resource(client, b"Nonsense", 1)


def test_text_is_typed_into_the_kernals_buffer():
    server = Served()
    try:
        with Client(server.port) as client:
            client.good(0xCC, b"\1")
            text = b"print 6*7\\n" + b"?1\x0d"
            client.good(0x72, bytes([len(text)]) + text)
            client.good(EXIT)
            for _ in range(200):
                client.await_event(RESUMED)
                shown = client.memory(0x0400, 0x07E7)
                if b"\x34\x32" in shown and b"\x20\x31\x20" in shown:
                    break
                client.good(EXIT)
            assert b"\x34\x32" in shown and b"\x20\x31\x20" in shown
    finally:
        server.close()


def test_a_control_port_has_the_levels_that_were_set():
    with served(COUNTER) as (server, client):
        client.good(0xA2, struct.pack("<HH", 1, 0x0F))
        assert server.machine.joystick(2).pressed("fire")
        assert client.memory(0xDC00, 0xDC00)[0] & 0x1F == 0x0F
        client.good(0xA2, struct.pack("<HH", 1, 0xFF))
        assert client.memory(0xDC00, 0xDC00)[0] & 0x1F == 0x1F
        assert client.call(0xA2, struct.pack("<HH", 2, 0xFF)).error == 0x81


def test_the_user_port_is_not_there():
    with served() as (_, client):
        assert client.call(0xB2, b"\xff\0").error == 0x8F


@pytest.mark.parametrize(("model", "size"), [("c64", (504, 312)), ("ntsc", (520, 263))])
def test_the_picture_comes_with_its_display_window(model, size):
    code = bytes([0xA9, 0x02, 0x8D, 0x20, 0xD0, 0xA9, 0x05, 0x8D, 0x21, 0xD0, 0xA9, 0x1B,
                  0x8D, 0x11, 0xD0, 0xA9, 0x08, 0x8D, 0x16, 0xD0, 0x4C, 0x14, 0xC0])  # fmt: skip
    with served(code, model=model) as (server, client):
        client.good(PING)
        for _ in range(4):
            frame = server.board.vic.frame_count
            while server.board.vic.frame_count < frame + 1:
                client.good(EXIT)
                client.good(PING)
        body = client.good(0x84, b"\1\0")
        length, width, height, left, top, inner, rows, bits = struct.unpack_from("<IHHHHHHB", body)
        assert (length, width, height) == (13, *size) and bits == 8
        assert (top, inner, rows) == (51, 320, 200)
        assert struct.unpack_from("<I", body, 4 + length)[0] == width * height
        pixels = body[8 + length :]
        assert len(pixels) == width * height
        line = 150 * width
        assert pixels[line + left - 1] == 2 == pixels[line + left + 320]
        assert pixels[line + left] != 2 and pixels[line + left + 319] != 2
        assert client.call(0x84, b"\1\1").error == 0x81


def test_the_palette_has_16_colours():
    with served() as (_, client):
        colours = [tuple(item) for item in array(client.good(0x91, b"\1"))]
        assert colours == [tuple(map(int, colour)) for colour in PALETTES["pepto"]]


def test_the_version_is_one_that_has_every_command():
    with served() as (_, client):
        body = client.good(0x85)
        assert body[0] == 4 and tuple(body[1:5]) == (3, 10, 0, 0)
        # From this revision on the length in DISPLAY_GET is right.
        assert body[5] == 4 and body[6:] == struct.pack("<I", 46020)


# -- errors ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "body", "error"),
    [
        (0x01, struct.pack("<BHHBH", 0, 2, 1, 0, 0), 0x81),
        (0x01, struct.pack("<BHHBH", 0, 1, 2, 1, 0), 0x02),
        (0x01, struct.pack("<BHHBH", 0, 1, 2, 0, 9), 0x81),
        (0x01, b"\0\0\0", 0x80),
        (0x02, struct.pack("<BHHBH", 0, 1, 9, 0, 0) + bytes(8), 0x80),
        (0x11, struct.pack("<I", 99), 0x01),
        (0x12, struct.pack("<HHBBBB", 1, 1, 1, 1, 8, 0), 0x81),
        (0x12, struct.pack("<HHBBBB", 2, 1, 1, 1, 4, 0), 0x81),
        (0x12, struct.pack("<HHBBBBB", 1, 1, 1, 1, 4, 0, 1), 0x02),
        (0x13, struct.pack("<I", 99), 0x01),
        (0x15, struct.pack("<IB", 99, 1), 0x01),
        (0x22, struct.pack("<IB", 99, 1) + b"1", 0x01),
        (0x31, b"\x01", 0x02),
        (0x31, b"", 0x80),
        (0x32, struct.pack("<BHBBH", 0, 1, 3, 0x77, 1), 0x01),
        (0x32, struct.pack("<BHBBB", 0, 1, 2, 0, 1), 0x80),
        (0x51, b"\0", 0x80),
        (0x52, b"\2\1a\1b", 0x81),
        (0x52, b"\1\x08SidModel\3abc", 0x80),
        (0x72, b"\5abc", 0x80),
        (0x83, b"\5", 0x02),
        (0x86, struct.pack("<BI", 0, 0), 0x81),
        (0x00, b"", 0x83),
        (0xFF, b"what", 0x83),
    ],
)
def test_a_command_that_cannot_be_done_has_its_error(command, body, error):
    with served() as (_, client):
        reply = client.call(command, body)
        assert (reply.kind, reply.error, reply.body) == (0, error, b"")


@pytest.mark.parametrize(
    "condition",
    [b"", b"A ==", b"nix == 1", b"(" * 250, b"!" * 250 + b"1", b"@bank:1 == 1", b"+x",
     b"A == 99999", b"\xff\xfe", b"if A == 1"],
)  # fmt: skip
def test_a_condition_that_is_none_is_refused_and_the_old_one_stays(condition):
    with served(COUNTER) as (_, client):
        number = client.checkpoint(0xC003)
        reply = client.call(0x22, struct.pack("<IB", number, len(condition)) + condition)
        expected = 0 if condition.startswith(b"!") else 0x8F
        assert reply.error == expected
        assert checkpoint(client.good(0x11, struct.pack("<I", number)))["condition"] == (
            expected == 0
        )


def test_the_api_version_must_be_known_and_new_enough():
    with served() as (_, client):
        assert client.call(PING, api=1).error == 0
        assert client.call(PING, api=3).error == 0x82
        assert client.call(0x84, b"\1\0", api=1).error == 0x82


def test_what_follows_the_fields_of_a_command_is_ignored():
    with served() as (_, client):
        assert client.good(PING, b"more") == b""
        assert len(client.good(0x31, b"\0more")) == 42


def test_there_is_an_end_to_checkpoints_at_one_address():
    with served(COUNTER) as (server, client):
        exec_at = struct.Struct("<HHBBBB").pack
        errors = [client.call(0x12, exec_at(0xC005, 0xC005, 1, 1, 4, 0)).error for _ in range(257)]
        assert errors == [0] * 256 + [0x8F]
        assert client.call(0x12, exec_at(0x0000, 0xFFFF, 1, 1, 4, 0)).error == 0x8F
        assert client.call(0x12, exec_at(0xC006, 0xFFFF, 1, 1, 4, 0)).error == 0
        off = checkpoint(client.good(0x12, exec_at(0xC005, 0xC005, 1, 0, 4, 0)))["number"]
        assert client.call(0x15, struct.pack("<IB", off, 1)).error == 0x8F
        assert client.call(0x12, exec_at(0xC005, 0xC005, 1, 1, 1, 0)).error == 0  # another access
        assert len(server.debugger.breakpoints) == 259


@pytest.mark.slow
def test_coverage_of_8192_addresses_is_counted_and_the_machine_runs_on():
    """As vice-driver does: a checkpoint that does not stop at every address of a program."""
    with served(COUNTER) as (server, client):
        requests = [
            client.send(0x12, struct.pack("<HHBBBB", at, at, 0, 1, 4, 0))
            for at in range(0xB000, 0xD000)
        ]
        assert all(client.answer(request).error == 0 for request in requests)
        cycle = server.board.cycle
        client.good(EXIT)
        hit = set()
        while len(hit) < 4:
            reply = client.read()
            if reply.kind == CHECKPOINT:
                hit.add(checkpoint(reply.body)["first"])
        assert hit == {0xC000, 0xC003, 0xC005, 0xC008}
        assert server.board.cycle > cycle and len(server.debugger.breakpoints) == 0x2000


# -- who may attach -------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["192.0.2.7", "10.0.0.1", "::", "2001:db8::1", "nonsense"])
def test_other_hosts_are_not_local(host):
    assert not is_local(host) and is_local("127.0.0.1") and is_local("::1")


@contextmanager
def pretended_peer(remote, peer):
    """Let the next connections seem to come from somewhere else."""
    real = remote._socket

    class Listener:
        def __getattr__(self, name):
            return getattr(real, name)

        def accept(self):
            return real.accept()[0], (peer, 1)

    remote._socket = Listener()
    yield
    remote._socket = real


def test_a_connection_from_another_host_is_closed_unheard():
    remote = BinaryMonitor(debugger(COUNTER), Host(), ("127.0.0.1", 0))
    with pretended_peer(remote, "192.0.2.7"), Client(remote.port) as client:
        client.send(PING)
        assert not remote.poll() and not remote.attached
        with suppress(ConnectionResetError):
            assert client.socket.recv(1) == b""
    remote.close()


def test_only_the_loopback_interface_is_listened_to():
    import socket

    remote = BinaryMonitor(debugger(COUNTER), Host(), ("127.0.0.1", 0))
    assert remote._socket.getsockname()[0] == "127.0.0.1"
    with socket.socket() as other, pytest.raises(HostError) as error:
        other.bind(("127.0.0.1", 0))
        other.listen()
        BinaryMonitor(debugger(), Host(), other.getsockname())
    assert "cannot listen" in str(error.value) and "\n" not in str(error.value)
    remote.close()
