"""What a field may hold: widths of the hardware, both ends of every range, what goes together."""

import array
import random
import struct
from types import SimpleNamespace

import pytest

import c64
from c64.base.fields import Storage
from c64.base.ranges import (
    FAR,
    KINDS,
    LONGEST,
    NEVER,
    RANGES,
    RELATIONS,
    USUAL,
    USUAL_OF_ARRAYS,
    check_arrays,
    check_numbers,
    kinds_of,
    range_of,
    relations_of,
)
from c64.drive.board1541 import DriveBus
from c64.drive.head import DriveHead
from c64.snapshot import parts_of

PAL = 985248
BITS = {
    "bit": 1, "two": 2, "three": 3, "nibble": 4, "five": 5, "six": 6, "byte": 8, "ten": 10,
    "twelve": 12, "word": 16, "twenty": 20, "long": 24, "count": 31,
}  # fmt: skip
OTHER_KINDS = {"any", "sum", "cycle", "time", "level", "map", "dma", "counts", "seen"}
BANK = 8192  # bytes of a bank of ROM or flash


def numbers_of(chip):
    """Return {name: number} of a chip's own numbers."""
    return {f.name: getattr(chip, f.name) for f in chip.fields if isinstance(f.reset, int)}


@pytest.mark.parametrize("kind", BITS)
def test_a_kind_is_named_after_its_bits(kind):
    assert KINDS[kind] == (0, 2 ** BITS[kind] - 1)
    assert set(KINDS) == BITS.keys() | OTHER_KINDS


def test_kinds_that_are_no_bits():
    assert KINDS["any"] == limits("i")
    assert KINDS["cycle"] == (0, LONGEST) and KINDS["sum"] == (-LONGEST, LONGEST)
    assert KINDS["time"] == (-NEVER, NEVER)
    assert round(LONGEST / PAL / (365.25 * 24 * 3600)) == 36  # years
    assert 4 < FAR / PAL < 5  # seconds


def test_never_is_that_of_the_drive():
    assert next(field.reset for field in DriveHead.fields if field.name == "next") == NEVER


# Fields whose range is no kind's: what sets it.
OTHERS = {
    ("VIC", "cycle_in_line"): (0, 65),  # those of a 6567; 0 before the first
    ("VIC", "draw_cycle"): (0, 65),
    ("VIC", "raster_line"): (0, 311),  # of a 6569
    ("VIC", "sprite_x"): (0, 2**9 - 1),
    ("VIC", "seq_x"): (0, 2**9 - 1),
    ("VIC", "vc"): (0, 2**10 - 1),
    ("VIC", "vcbase"): (0, 2**10 - 1),
    ("VIC", "color_reg"): (-1, 2**6 - 1),  # a register, or none
    ("SID", "cutoff"): (0, 2**11 - 1),
    ("DriveHead", "half"): (2, 84),  # tracks 1 to 42
    ("DriveHead", "noise"): (0, 2**32 - 1),
    ("GeoRam", "page"): (0, 2**6 - 1),  # of 256 bytes in 16 KB
}


@pytest.mark.parametrize("field", OTHERS, ids=".".join)
def test_a_field_has_the_range_of_its_hardware(field):
    assert range_of(field[:1], field[1]) == OTHERS[field]


def test_places_in_arrays_end_where_the_arrays_do():
    board = c64.C64(sample_rate=0).board
    log = len(board.vic.log) - 1
    assert RANGES["VIC"]["now"] == RANGES["VIC"]["drawn"] == (0, log)
    assert RANGES["SID"]["history_at"] == (0, len(board.sid.history) // 2 - 1)
    posts = next(field.reset for field in DriveBus.fields if field.name == "post_at")
    assert RANGES["DriveBus"]["posts"] == (0, len(posts))


@pytest.mark.parametrize("kind", RANGES)
def test_a_number_may_be_at_both_ends_of_its_range_and_not_beyond(kind):
    names = tuple(RANGES[kind])
    low, high = (tuple(RANGES[kind][name][end] for name in names) for end in (0, 1))
    assert check_numbers((kind,), names, low) is None
    assert check_numbers((kind,), names, high) is None
    for at, name in enumerate(names):
        for values, step in ((low, -1), (high, 1)):
            wrong = (*values[:at], values[at] + step, *values[at + 1 :])
            assert check_numbers((kind,), names, wrong) == f"{name} is {values[at] + step}"


def test_a_number_without_a_range_has_that_of_an_int():
    least, most = KINDS["any"]
    assert check_numbers(("Nothing",), ("it",), (least,)) is None
    assert check_numbers(("Nothing",), ("it",), (most,)) is None
    assert check_numbers(("Nothing",), ("it",), (least - 1,)) == f"it is {least - 1}"
    assert check_numbers(("Nothing",), ("it",), (most + 1,)) == f"it is {most + 1}"


def limits(code):
    """Return the least and the greatest value of an array's type."""
    bits = 8 * struct.calcsize(code)
    return (0, 2**bits - 1) if code.isupper() else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def some_range(dice, code):
    """Return a range within or around that of a type."""
    least, most = limits(code)
    bits = 8 * struct.calcsize(code)
    return dice.choice(
        (
            (0, 2 ** dice.randrange(1, bits) - 1),  # of bits
            (0, dice.randrange(1, most)),
            (max(least, -5), dice.randrange(most)),
            (dice.randrange(1, 100), most),
            (least, most),
            (least - 1, most + 1),
            (0, 2 ** (bits + 1) - 1),
        )
    )


@pytest.mark.parametrize("seed", range(60))
def test_arrays_are_looked_through_to_the_last_value(seed, monkeypatch):
    """Against a look at each value alone; most arrays are looked at all at once."""
    dice = random.Random(seed)
    kind, codes = f"Toy{seed}", dice.choices("BHIbhiq", k=dice.randrange(1, 6))
    table = {f"a{at}": some_range(dice, code) for at, code in enumerate(codes)}
    monkeypatch.setitem(RANGES, kind, table)
    sizes = [dice.randrange(1, 5) for _ in codes]
    words = tuple(
        f"a{at}:{code}{size}" for at, (code, size) in enumerate(zip(codes, sizes, strict=True))
    )
    for _ in range(40):
        arrays = []
        for (low, high), code, size in zip(table.values(), codes, sizes, strict=True):
            least, most = limits(code)
            low, high = max(low, least), min(high, most)
            inside = (low, high, dice.randint(low, high))
            arrays.append(array.array(code, dice.choices(inside, k=size)))
        contents = [one.tobytes() for one in arrays]
        assert check_arrays((kind,), words, contents) is None
        at = dice.randrange(len(codes))
        (low, high), (least, most) = table[f"a{at}"], limits(codes[at])
        beyond = [v for v in (low - 1, high + 1, least, most) if not low <= v <= high]
        beyond = [v for v in beyond if least <= v <= most]
        if beyond:
            arrays[at][dice.randrange(sizes[at])] = dice.choice(beyond)
            contents[at] = arrays[at].tobytes()
            told = f"a{at} has {min(arrays[at])} to {max(arrays[at])}"
            assert check_arrays((kind,), words, contents) == told


def test_an_array_without_a_range_has_that_of_its_type():
    anything = b"\xff\x00" * 8
    assert check_arrays(("Nothing",), ("b:B16", "i:i4"), (anything, anything)) is None
    most = NEVER.to_bytes(8, "little")
    assert check_arrays(("Nothing",), ("q:q1",), (most,)) is None
    told = f"q has {NEVER + 1} to {NEVER + 1}"
    assert check_arrays(("Nothing",), ("q:q1",), ((NEVER + 1).to_bytes(8, "little"),)) == told


def places_of(storage):
    """Yield (name, type code, place, lowest, highest) of each number, and of an array's first and
    last value, but not of memory, which may hold anything."""
    at = 0
    for above, unit, plan in storage.units:
        for word in plan.words:
            name, _, kind = word.partition(":")
            code, count = (kind[0], int(kind[1:])) if kind else ("q", 1)
            size = struct.calcsize(code)
            usual = USUAL_OF_ARRAYS.get(code, USUAL) if kind else USUAL
            ends = range_of(kinds_of(type(unit)), name, usual)
            if size * count < 4096:
                for place in {0, count - 1}:
                    yield above + name, code, at + size * place, *ends
            at += size * count


@pytest.mark.parametrize("options", ({}, {"drive": "1541", "reu": "256k"}), ids=str)
def test_a_value_beyond_its_range_is_named_wherever_in_a_machine_it_lies(options):
    board = c64.C64(sample_rate=0, **options).board
    for _, chip in parts_of(board):
        storage = Storage(chip)
        good = b"".join(storage.save())
        assert storage.check(memoryview(good), 0, board) is None

        def check(code, place, value, good=good, storage=storage):
            data = bytearray(good)
            struct.pack_into(f"<{code}", data, place, value)
            return storage.check(memoryview(data), 0, board)

        for name, code, place, low, high in places_of(storage):
            least, most = limits(code)
            for value in (low, high):
                if least <= value <= most:
                    assert (check(code, place, value) or "together").endswith("together")
            for value in (low - 1, high + 1):
                if least <= value <= most:
                    assert check(code, place, value).startswith(f"{name} ")


def test_a_class_has_the_relations_of_those_it_is_made_of():
    board = c64.C64(sample_rate=0).board
    kinds = kinds_of(type(board.vic))
    assert kinds[0] == "VIC" and kinds[-1] == "object"
    assert relations_of(kinds) == (RELATIONS["VIC"],)
    assert relations_of(("Own", "RomCartridge", "object")) == (RELATIONS["RomCartridge"],)


def test_the_sid_is_not_far_from_the_machine_and_no_more_cycles_are_stolen_than_passed():
    def together(**numbers):
        return RELATIONS["Board"](None, numbers, None)

    for ahead in (FAR - 1, 1 - FAR, 0):
        assert together(cycle=FAR, sid_cycle=FAR - ahead, stolen=0)
    for ahead in (FAR, -FAR):
        assert not together(cycle=FAR, sid_cycle=FAR - ahead, stolen=0)
    assert together(cycle=9, sid_cycle=9, stolen=9)
    assert not together(cycle=9, sid_cycle=9, stolen=10)


def vic_relation(model):
    """Return (a function of changed numbers, the VIC's model's cycles, its lines)."""
    board = c64.C64(model, sample_rate=0).board
    numbers = numbers_of(board.vic)
    cycles, lines = board.model.cycles_per_line, board.model.lines
    begin = {"now": 5, "drawn": 5, "draw_cycle": 1, "cycle_in_line": 1, "out": 2, "bank": 0}

    def together(**changed):
        return bool(RELATIONS["VIC"](board.vic, numbers | begin | changed, board))

    assert RELATIONS["VIC"](board.vic, numbers, board)  # as it is switched on
    return together, cycles, lines


@pytest.mark.parametrize("model", ("c64", "ntsc"))
def test_the_vics_drawing_stands_where_its_clock_does(model):
    together, cycles, lines = vic_relation(model)
    assert together() and together(out=2 + cycles)
    for out in (1, 3, cycles, cycles + 1):
        assert not together(out=out)
    for late in range(1, 60):  # cycles that are logged and not drawn yet
        here = {"now": (120 + late) % 128, "drawn": 120}
        assert together(**here, cycle_in_line=1 + late)
        assert not together(**here, cycle_in_line=late)
    for cycle in range(1, cycles + 1):
        assert together(draw_cycle=cycle, cycle_in_line=cycle, out=1 + cycle)
    assert not together(draw_cycle=1, cycle_in_line=cycles + 1)
    assert not together(draw_cycle=cycles + 1, cycle_in_line=1, out=2)
    last = (lines - 1) * cycles + 2
    assert together(out=last) and not together(out=last + cycles)
    assert not together(out=2 - cycles)
    assert together(draw_cycle=cycles - 1, cycle_in_line=cycles - 1, out=0)
    assert not together(draw_cycle=cycles - 1, cycle_in_line=cycles - 1, out=lines * cycles)


@pytest.mark.parametrize("model", ("c64", "ntsc"))
def test_the_vic_has_the_lines_of_its_model_and_four_banks(model):
    together, _, lines = vic_relation(model)
    assert together(raster_line=lines - 1) and not together(raster_line=lines)
    for bank in range(4):
        assert together(bank=bank << 14)
        assert not any(together(bank=(bank << 14) + off) for off in (1, 0x1000, 0x2000, 0x3FFF))


def test_a_sids_next_sample_is_at_most_two_samples_away():
    sid = c64.C64(sample_rate=48000).board.sid
    most = 2 * (sid.clock_hz + 8 * 48000)
    assert RELATIONS["SID"](sid, {"sample_clock": most}, None)
    assert not RELATIONS["SID"](sid, {"sample_clock": most + 1}, None)


@pytest.mark.parametrize("which", ("roml", "romh"))
@pytest.mark.parametrize("kind", ("RomCartridge", "Zaxxon", "Kingsoft"))
def test_a_bank_of_rom_lies_in_the_rom(kind, which):
    def together(rom, at):
        cart = SimpleNamespace(**{which: bytes(rom)})
        return RELATIONS[kind](cart, {f"{which}_base": at}, None)

    for rom in (BANK, 2 * BANK, 5 * BANK):
        assert together(rom, 0) and together(rom, rom - BANK)
        assert not together(rom, rom - BANK + 1) and not together(rom, -1)
    assert together(4096, 0) and not together(4096, 1)  # less than a bank
    assert RELATIONS[kind](SimpleNamespace(), {}, None)
    assert not RELATIONS[kind](SimpleNamespace(), {f"{which}_base": 1}, None)


@pytest.mark.parametrize("which", ("low", "flash"))
@pytest.mark.parametrize("kind", ("EasyFlash", "Gmod2"))
def test_a_bank_of_flash_begins_where_banks_do(kind, which):
    cart = SimpleNamespace(**{which: SimpleNamespace(data=bytes(8 * BANK))})
    for at in range(0, 8 * BANK, BANK):
        assert RELATIONS[kind](cart, {"bank": at}, None)
    for at in (1, BANK // 2, BANK - 1, BANK + 1, 8 * BANK, 9 * BANK):
        assert not RELATIONS[kind](cart, {"bank": at}, None)


def test_a_power_line_has_50_or_60_hertz():
    def together(clock_hz, line_hz):
        return RELATIONS["CiaTod"](None, {"clock_hz": clock_hz, "line_hz": line_hz}, None)

    assert together(PAL, 50) and together(1, 60)
    assert not any(together(PAL, hertz) for hertz in (0, 1, 49, 51, 55, 59, 61))
    assert not together(0, 50)


def test_a_head_that_moves_is_between_track_1_and_track_42():
    def together(half, moving=1, speed=0, more=0):
        numbers = {"place": (half << 32) + more, "moving": moving, "speed": speed}
        return bool(RELATIONS["DriveHead"](None, numbers, None))

    assert together(2) and together(84) and together(40, more=12345)
    assert not together(84, more=1) and not together(2, more=-1) and not together(0)
    assert together(0, moving=0) and together(85, moving=0)
    fastest = (1 << 36) - 1
    for moving in (0, 1):
        for sign in (-1, 1):
            assert together(2, moving, sign * fastest)
            assert not together(2, moving, sign * (fastest + 1))
