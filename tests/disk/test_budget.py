"""The budget of a file: what is unpacked counts in sum, and nothing without a limit."""

import bz2
import gzip
import zlib

import pytest

from disk.budget import (
    EVENTS_MOST,
    JSON_VALUES_MOST,
    TEXT_MOST,
    Budget,
    OverBudget,
    drain,
    inflate,
    inflate_gzip,
    parse_json,
)


def test_what_fits_is_unpacked_and_one_byte_more_is_not():
    packed = zlib.compress(bytes(1000))
    assert inflate(packed, 1000) == bytes(1000)
    with pytest.raises(OverBudget, match="more than 999 bytes"):
        inflate(packed, 999)
    assert inflate(zlib.compress(b""), 0) == b""


def test_what_is_unpacked_out_of_a_file_counts_in_sum():
    packed = zlib.compress(bytes(1000))
    with Budget(2500) as budget:
        inflate(packed, 1000)
        with Budget(10_000):  # what is in the file is of the file
            inflate(packed, 1000)
        assert budget.left == 500
        with pytest.raises(OverBudget, match="more than 500 bytes"):
            inflate(packed, 1000)
        with pytest.raises(OverBudget, match="more than 2500 bytes"):
            budget.take(501)
    assert len(inflate(packed, 1000)) == 1000


def test_the_next_file_has_a_budget_of_its_own():
    for _ in range(3):
        with pytest.raises(OverBudget), Budget(10):
            inflate(zlib.compress(bytes(11)), 100)


@pytest.mark.parametrize("cut", [1, 5])
def test_data_that_end_too_early_are_no_whole_file(cut):
    with pytest.raises(zlib.error):
        inflate(zlib.compress(b"abc" * 100)[:-cut], 1000)
    with pytest.raises(zlib.error):
        drain(bz2.BZ2Decompressor(), bz2.compress(b"abc" * 100)[:-cut], 1000)


def test_the_parts_of_a_gzip_follow_each_other_and_are_counted():
    packed = gzip.compress(b"abc") + gzip.compress(b"def") + bytes(100)
    assert inflate_gzip(packed, 6) == b"abcdef"
    with pytest.raises(OverBudget):
        inflate_gzip(packed, 5)
    with pytest.raises(ValueError, match="more than 100 parts"):
        inflate_gzip(gzip.compress(b"") * 101, 5)


def test_json_has_a_limit_of_bytes_of_values_and_of_depth():
    assert parse_json(b'{"a": [1, 2]}') == {"a": [1, 2]}
    with pytest.raises(OverBudget, match=f"at most {TEXT_MOST} are allowed"):
        parse_json(b" " * (TEXT_MOST + 1))
    with pytest.raises(OverBudget, match=f"at most {JSON_VALUES_MOST} are allowed"):
        parse_json(b"[" + b"0," * JSON_VALUES_MOST + b"0]")
    with pytest.raises(ValueError, match="nested too deeply"):
        parse_json(b"[" * 100_000)
    for text in (b"[" + b"9" * 5000 + b"]", b"\xff", b"{", "\ud800"):
        with pytest.raises(ValueError):
            parse_json(text)
    long = b'"' + b"a" * TEXT_MOST + b'"'
    assert len(parse_json(long, 2 * TEXT_MOST)) == TEXT_MOST
    for wide in (b"\\ud83d\\ude00", "\U0001f600".encode()):
        with pytest.raises(ValueError, match="escapes"):
            parse_json(long[:-1] + wide + b'"', 2 * TEXT_MOST)
    assert EVENTS_MOST * 300 < 64 << 20
