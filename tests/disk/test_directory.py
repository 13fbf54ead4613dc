"""A directory's entry: which byte of its 32 says what."""

from disk.directory import Entry

RAW = bytes(range(0x40, 0x60))


def test_each_fact_of_a_file_has_its_byte():
    entry = Entry(18, 4, 3, RAW)
    assert entry.place == (18, 4, 3)
    assert entry.start == (0x43, 0x44)
    assert entry.name == RAW[5:21]
    assert (entry.sides, entry.record_size) == ((0x55, 0x56), 0x57)
    assert entry.size == 0x5F5E


def test_a_name_ends_at_its_filling():
    raw = bytearray(RAW)
    raw[9:21] = b"\xa0" * 12
    assert Entry(18, 1, 0, raw).name == RAW[5:9]


def test_the_type_byte_has_the_kind_in_three_bits_and_two_flags():
    for byte, facts in ((0x82, (2, True, False)), (0x02, (2, False, False)),
                        (0xC4, (4, True, True)), (0x87, (7, True, False)), (0x40, (0, False, True)),
                        (0xB8, (0, True, False))):  # fmt: skip
        raw = bytearray(RAW)
        raw[2] = byte
        entry = Entry(18, 1, 0, raw)
        assert (entry.type, entry.closed, entry.locked) == facts


def test_start_and_size_are_written_where_they_are_read():
    entry = Entry(18, 1, 0, RAW)
    entry.start, entry.size = (1, 2), 0x1234
    expected = bytearray(RAW)
    expected[3:5], expected[30:32] = b"\1\2", b"\x34\x12"
    assert entry.raw == expected and (entry.start, entry.size) == ((1, 2), 0x1234)
