"""Single modules of the presentation, called on the machine the game runs on."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.asm.game.engine import K
from tests.asm.game.ui.machine import CELLS, COLORS, MATRIX
from tools.game import words
from tools.game.build_game import OVERLAYS

ROW, COLUMN = 22, 1
TEXT = MATRIX + 0x1E8  # scratch memory: the matrix is drawn anew by nobody in these tests


@pytest.fixture(scope="module")
def desk(places):
    """One machine at a turn, shared: every test writes where it reads."""
    from tests.asm.game.ui.machine import Game

    game = Game()
    game.machine.restore(places["turn"])
    return game


def cells(game, column, row, count):
    """``count`` characters of the cell buffer."""
    at = CELLS + row * 40 + column
    return bytes(game.ram[at : at + count]).decode("latin-1")


@given(value=st.integers(-32767, 32767), places=st.integers(1, 6))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_numbers_are_printed_right_aligned_with_their_sign(desk, value, places):
    desk.call("video_goto", x=COLUMN, y=ROW)
    desk.ram[desk.labels["num_lo"]] = value & 0xFF
    desk.ram[desk.labels["num_hi"]] = value >> 8 & 0xFF
    desk.call("print_number", a=places)
    wanted = f"{value:>{places}}"
    assert cells(desk, COLUMN, ROW, len(wanted)) == wanted


@pytest.mark.parametrize("score", [-4096, -1, 0, 32767, 32768, 51057])
def test_a_final_value_may_be_higher_than_any_money(desk, score):
    """V-1.13: 32,768 was shown as a negative number."""
    desk.call("video_goto", x=COLUMN, y=ROW)
    desk.ram[desk.labels["num_lo"]] = score & 0xFF
    desk.ram[desk.labels["num_hi"]] = score >> 8 & 0xFF
    desk.call("print_score", a=6)
    assert cells(desk, COLUMN, ROW, 6) == f"{score:>6}"


@given(words=st.lists(st.text("abcdefg", min_size=1, max_size=9), min_size=1, max_size=9))
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_text_is_wrapped_at_spaces_and_nothing_is_lost(desk, words):
    text = " ".join(words)
    desk.ram[TEXT : TEXT + len(text) + 1] = text.encode() + b"\0"
    width = 12
    for row in range(10):
        at = CELLS + row * 40
        desk.ram[at : at + 40] = b" " * 40
    desk.call("video_goto", x=0, y=0)
    desk.ram[desk.labels["rect_x"]] = 0
    desk.ram[desk.labels["rect_w"]] = width
    desk.call("text_wrap", a=TEXT & 0xFF, y=TEXT >> 8)
    lines = [cells(desk, 0, row, 40).rstrip() for row in range(10)]
    assert max(map(len, lines)) <= width
    assert " ".join(line for line in lines if line) == text


def test_every_text_of_every_book_is_found_and_unpacked(desk):
    books, keys = words.numbered()
    for part, texts in books["en"].items():
        if part == "variant":
            desk.fill(OVERLAYS[K["FILE_RUSSIAN"]][1])
        if part in (name for name, _ in OVERLAYS.values()):
            desk.fill(next(areas for name, areas in OVERLAYS.values() if name == part))
        numbers = {n for n in (k for e in keys.values() for k in e.values())}
        assert {n & 0xFF for n in numbers if n >> 8 == words.book_of(part)}
        first = words.NAMES if part == "names" else 0  # before them those of a set (test_names.py)
        for number, text in enumerate(texts[first:], first):
            key = words.book_of(part) << 8 | number
            desk.call("text_open", a=key & 0xFF, y=key >> 8)
            at = desk.labels["text_buffer"]
            assert bytes(desk.ram[at : at + len(text) + 1]) == text.encode() + b"\0", (part, number)
            assert desk.words(key) == text
    assert sum(map(len, books["en"].values())) > 380


def test_a_text_at_an_address_is_shown_as_it_is(desk):
    desk.ram[TEXT : TEXT + 6] = b"12 \x011\0"
    desk.call("text_open", a=TEXT & 0xFF, y=TEXT >> 8)
    at = desk.labels["text_buffer"]
    assert bytes(desk.ram[at : at + 6]) == b"12 \x011\0"


def test_a_text_in_one_byte_is_of_the_main_book_or_the_overlays(desk):
    desk.fill(OVERLAYS[2][1])
    for byte, key in ((1, 0x101), (0x60, 0x160), (0x81, 0x301), (0x90, 0x310)):
        text = desk.words(key)
        desk.call("video_goto", x=COLUMN, y=ROW)
        desk.call("label_at", a=byte)
        assert cells(desk, COLUMN, ROW, len(text)) == text[: 40 - COLUMN]


def test_nothing_is_written_past_the_right_edge(desk):
    before = bytes(desk.ram[CELLS + 11 * 40 : CELLS + 12 * 40])
    desk.call("video_goto", x=39, y=10)
    for _ in range(3):
        desk.call("video_put", a=ord("#"))
    assert cells(desk, 39, 10, 1) == "#"
    assert bytes(desk.ram[CELLS + 11 * 40 : CELLS + 12 * 40]) == before


def test_a_rectangle_is_filled_exactly(desk):
    desk.ram[CELLS : CELLS + 1000] = b"." * 1000
    for name, value in (("rect_x", 7), ("rect_y", 3), ("rect_w", 5), ("rect_h", 4), ("ink", 0x71)):
        desk.ram[desk.labels[name]] = value
    desk.call("rect_fill", a=ord("X"))
    filled = {i for i in range(1000) if desk.ram[CELLS + i] == ord("X")}
    assert filled == {row * 40 + column for row in range(3, 7) for column in range(7, 12)}
    assert {desk.ram[COLORS + i] for i in filled} == {0x71}


@pytest.mark.parametrize("target", [0, 1, 1499, 1501, 32767, -4000])
def test_money_counts_to_its_target_and_stays(desk, target):
    ram, at = desk.ram, desk.labels
    ram[at["panel.s:shown_lo"]], ram[at["panel.s:shown_hi"]] = 1500 & 0xFF, 1500 >> 8
    ram[at["target_lo"]], ram[at["target_hi"]] = target & 0xFF, target >> 8 & 0xFF
    distance = abs(1500 - target)
    for _ in range(120):
        desk.call("panel_tick")
        left = abs(desk.word("panel.s:shown", 0) - target)
        assert left <= distance
        distance = left
    assert distance == 0
