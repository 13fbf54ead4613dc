"""The ROMs' memory map is made from what the segments' names and sizes ask for."""

import pytest

from tools.rom import romlayout
from tools.rom.romlayout import (
    BASIC,
    KERNAL,
    LayoutError,
    Room,
    Segment,
    gather,
    memory_map,
    place,
)


def addresses(layout):
    return {segment.name: at for rom in (BASIC, KERNAL) for at, segment in layout[rom]}


def test_entries_lie_at_their_addresses_and_the_rest_in_the_smallest_gap_that_holds_it():
    layout, gaps = place(
        [
            Segment("ENTRY_A000", 4, False),
            Segment("ENTRY_A010", 3, False),
            Segment("ENTRY_A040", 3, False),
            Segment("SMALL", 12, False),
            Segment("LARGER", 40, False),
        ]
    )
    assert addresses(layout) == {
        "ENTRY_A000": 0xA000, "SMALL": 0xA004, "ENTRY_A010": 0xA010, "LARGER": 0xA013,
        "ENTRY_A040": 0xA040,
    }  # fmt: skip
    free = sum(end - start for rom in (BASIC, KERNAL) for start, end in gaps[rom])
    assert free == 0x4000 - 4 - 3 - 3 - 12 - 40


def two_rooms():
    eight, nine = Segment("EIGHT", 8, True), Segment("NINE", 9, False)
    return [Room(KERNAL, 0xE000, 0xE00A, [eight]), Room(KERNAL, 0xE100, 0xE10B, [nine])]


def test_what_no_gap_holds_goes_where_a_swap_makes_room():
    rooms = two_rooms()
    assert gather(Segment("THREE", 3, False), rooms)
    assert [[(at, s.name) for at, s in room.placed()] for room in rooms] == [
        [(0xE000, "NINE")],
        [(0xE100, "EIGHT"), (0xE108, "THREE")],
    ]
    assert [room.gap() for room in rooms] == [[0xE009, 0xE00A], [0xE10B, 0xE10B]]


def test_where_no_swap_makes_room_all_stays():
    rooms = two_rooms()
    assert not gather(Segment("FIVE", 5, False), rooms)
    assert rooms == two_rooms()


def test_the_kernals_code_stays_in_its_rom_and_is_placed_before_basics():
    layout, _ = place(
        [
            Segment("ENTRY_E100", 0x1F00, True),
            Segment("BASIC_CODE", 0x100, False),
            Segment("KERNAL_CODE", 0x80, True),
        ]
    )
    found = addresses(layout)
    assert found["KERNAL_CODE"] == 0xE000
    assert 0xA000 <= found["BASIC_CODE"] < 0xC000


def test_gaps_are_filled_by_what_fits_together_where_the_smallest_gap_leaves_too_much():
    # gaps of 12 and 10; 7 goes into the smaller one first, and then two of 5 fit only once
    fixed = [Segment("ENTRY_A00C", 0x1FEA, False), Segment("ENTRY_E000", 0x2000, True)]
    sizes = {"A": 7, "B": 5, "C": 5, "D": 5}
    layout, gaps = place([*fixed, *(Segment(name, size, False) for name, size in sizes.items())])
    assert sorted(addresses(layout)) == ["A", "B", "C", "D", "ENTRY_A00C", "ENTRY_E000"]
    assert not [gap for rom in (BASIC, KERNAL) for gap in gaps[rom] if gap[0] < gap[1]]


def test_where_neither_helps_a_few_gaps_are_filled_in_another_order(monkeypatch):
    gaps = (8, 10, 6)
    starts = [0xA000 + sum(gaps[:i]) + i for i in range(len(gaps) + 1)]
    walls = [Segment(f"ENTRY_{start:04X}", 1, False) for start in starts[:-1]]
    rest = [Segment(f"ENTRY_{starts[-1]:04X}", 0xC000 - starts[-1], False)]
    rest.append(Segment("ENTRY_E000", 0x2000, True))
    pieces = [Segment(f"PIECE_{i}", size, False) for i, size in enumerate((5, 3, 3, 7, 2, 4))]
    layout, _ = place([*walls, *rest, *pieces])
    assert {piece.name for piece in pieces} < set(addresses(layout))
    monkeypatch.setattr(romlayout, "TRIES", 0)
    with pytest.raises(LayoutError, match="no gap for PIECE"):
        place([*walls, *rest, *pieces])


@pytest.mark.parametrize(
    ("segments", "message"),
    [
        ([("ENTRY_A000", 5), ("ENTRY_A004", 3)], "ENTRY_A000 is 1 bytes too long.*ENTRY_A004"),
        ([("ENTRY_BFFF", 2)], "ENTRY_BFFF reaches beyond the end of BASIC"),
        ([("ENTRY_C000", 1)], "ENTRY_C000 lies in neither ROM"),
        ([("HUGE", 0x2001)], "no gap for HUGE, 8193 bytes: the widest has 8192"),
    ],
)
def test_what_cannot_be_placed_is_named(segments, message):
    with pytest.raises(LayoutError, match=message):
        place([Segment(name, size, False) for name, size in segments])


def test_the_memory_map_tells_what_is_free():
    text = memory_map(*place([Segment("ENTRY_E000", 0x100, True)]))
    assert "Bytes free: BASIC 8192, KERNAL 7936; widest gap 8192." in text
    assert "ENTRY_E000: load = KERNAL, type = ro, start = $E000;" in text
