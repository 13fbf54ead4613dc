"""What a saved state of a DOS may hold."""

import pytest

from c64.drive.dos_state import CHANNELS, STATE, check_dos_state

# Fields of a DOS: the largest value that may stand there, and one that is just too large.
EDGES = {
    "number": (31, 32),
    "status": ([255, 255, 255], [255, 255, 256]),
    "message": (bytes(1024), bytes(1025)),
    "message_at": (1024, 1025),
    "pending": (bytes(4096), bytes(4097)),
    "pending_to": (15, 16),
    "last_program": (bytes(16), bytes(17)),
    "ram": (bytes(2048), bytes(2049)),
    "region": ([255, 255], [255, 256]),
    "channels": ([[15, "bytes", {}]] * 16, [[15, "bytes", {}]] * 17),
}
# The same for the tables of channels: kind, which of its tables, field.
CHANNEL_EDGES = [
    ("read", 0, "at", 256, 257),
    ("read", 0, "left", 1 << 24, (1 << 24) + 1),
    ("read", 0, "block", bytes(256), bytes(255)),
    ("write", 0, "entry", [255, 255, 7], [255, 255, 8]),
    ("write", 0, "blocks", 0xFFFF, 0x10000),
    ("write", 0, "buffer", bytes(254), bytes(255)),
    ("write", 1, "name", bytes(16), bytes(17)),
    ("write", 1, "type", 7, 8),
    ("write", 1, "host", "a" * 255, "a" * 256),
    ("bytes", 0, "at", 1 << 24, (1 << 24) + 1),
    ("buffer", 0, "number", 15, 16),
    ("buffer", 0, "data", bytes(256), bytes(257)),
    ("buffer", 0, "last", 255, 256),
    ("relative", 0, "record", 0xFFFF, 0x10000),
    ("relative", 0, "at", 508, 509),
    ("relative", 0, "taken", bytes(254), bytes(255)),
]


@pytest.mark.parametrize("name", EDGES)
def test_a_field_takes_its_largest_value_and_none_beyond(name):
    most, beyond = EDGES[name]
    assert STATE[name](most)
    assert not STATE[name](beyond)


@pytest.mark.parametrize(("kind", "table", "name", "most", "beyond"), CHANNEL_EDGES)
def test_a_channel_takes_its_largest_value_and_none_beyond(kind, table, name, most, beyond):
    check = CHANNELS[kind][table][name]
    assert check(most)
    assert not check(beyond)


@pytest.mark.parametrize("name", ["number", "message_at"])
def test_a_count_is_never_below_nothing(name):
    assert STATE[name](0)
    assert not STATE[name](-1)


def test_a_command_may_wait_for_no_channel():
    assert STATE["pending_to"](-1)
    assert not STATE["pending_to"](-2)


@pytest.mark.parametrize("name", ["a/b", "a\\b", "a:b", ".hidden", "a\0"])
def test_a_file_of_a_folder_leads_to_no_other_folder(name):
    assert not CHANNELS["write"][1]["host"](name)


def test_a_message_may_have_been_read_to_its_end_and_no_further():
    state = {
        "number": 8, "status": [0, 0, 0], "message": b"OK", "message_at": 2, "pending": b"",
        "pending_to": -1, "opening": False, "last_program": None, "ram": b"", "region": None,
        "channels": [],
    }  # fmt: skip
    check_dos_state(state)
    with pytest.raises(ValueError, match="message_at is past the end of the message"):
        check_dos_state(state | {"message_at": 3})
