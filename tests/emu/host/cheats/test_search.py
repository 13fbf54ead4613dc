"""The search for a value, and pokes as people write them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from emu.errors import HostError
from emu.host.cheats.pokes import Poke, number, parse_pokes
from emu.host.cheats.search import ValueSearch


def ram(**bytes_at):
    """RAM of zeros with bytes at addresses: ``ram(x0400=3)``."""
    found = bytearray(0x10000)
    for name, value in bytes_at.items():
        found[int(name[1:], 16)] = value
    return bytes(found)


def test_a_value_is_found_by_what_it_was_and_what_became_of_it():
    search = ValueSearch(ram())
    assert len(search) == 0x10000
    search.equal(ram(x0400=3, x0500=3, x0600=3), 3)
    assert search.addresses(9) == [0x400, 0x500, 0x600]
    search.narrow(ram(x0400=2, x0500=3, x0600=4), "changed")
    assert search.addresses(9) == [0x400, 0x600]
    search.narrow(ram(x0400=1, x0600=5), "less")
    assert search.addresses(9) == [0x400]
    search.narrow(ram(x0400=1), "unchanged")
    search.narrow(ram(x0400=255), "more")
    assert search.addresses(9) == [0x400] and search.steps == 5
    search.narrow(ram(x0400=4), "more", before=ram(x0400=3))
    assert len(search) == 1


def test_the_last_address_counts_and_no_more_are_returned_than_asked_for():
    search = ValueSearch(ram())
    search.equal(ram(xFFFF=9, x0000=9, x0001=9), 9)
    assert search.addresses(2) == [0, 1] and search.addresses(5)[-1] == 0xFFFF


@pytest.mark.parametrize(
    ("text", "pokes"),
    [
        ("POKE 2063,173", [(2063, 173)]),
        ("poke2063,173:poke 36864 , 165", [(2063, 173), (36864, 165)]),
        ("10 POKE 1024,1 : SYS 2064", [(1024, 1)]),
        ("$080F = $AD; $0810=%101", [(0x80F, 0xAD), (0x810, 5)]),
        ("65535,255 0,0", [(65535, 255), (0, 0)]),
    ],
)
def test_pokes_are_understood_as_magazines_and_monitors_print_them(text, pokes):
    assert parse_pokes(text) == [Poke(*poke) for poke in pokes]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no poke"), ("hello", "'hello' is not a poke"), ("POKE 65536,1", "more than 65535"),
        ("POKE 1,256", "more than 255"), ("POKE 1", "is not a poke"), ("1,2," * 300, "not a poke"),
        ("1,2:" * 300, "more than 100"), ("SYS 2064", "no poke"),
    ],
)  # fmt: skip
def test_what_is_no_poke_is_refused_with_what_would_be_one(text, why):
    with pytest.raises(HostError, match=why.replace("(", r"\(")) as error:
        parse_pokes(text)
    assert "\n" not in str(error.value) and len(str(error.value)) < 120


@pytest.mark.parametrize("text", ["", "x", "1.5", "-1", "$", "256", "9" * 100_000])
def test_what_is_no_byte_is_refused(text):
    with pytest.raises(HostError):
        number(text, 255)


@given(st.text(max_size=40))
@example("long" * 50)
def test_no_text_raises_anything_but_one_clear_line(text):
    try:
        found = parse_pokes(text)
    except HostError as error:
        assert len(str(error)) < 200
    else:
        assert all(0 <= p.address <= 0xFFFF and 0 <= p.value <= 0xFF for p in found)
