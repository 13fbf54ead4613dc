"""Failed comparisons, line by line, and pictures that differ."""

from types import SimpleNamespace

import numpy as np
import pytest

from emu.kit.compare import explain
from emu.kit.errors import KitError, KitUsageError
from emu.kit.golden import check_picture
from emu.kit.machine import Flags, MemoryBytes, Result

HEAD = "                  is              should be       "


def test_results_stand_side_by_side():
    left = Result(1, 255, 16, Flags(0x81), 100, 2, 30, 4)
    right = left._replace(x=254, flags=Flags(1), cycles=101)
    assert explain(left, left._replace()) is not None
    assert explain(left, right) == [
        "the call's result differs", "", f"  {'':<14}{'is':<16}{'should be':<16}",
        f"  {'a':<14}{'$01 (1)':<16}{'$01 (1)':<16}",
        f"> {'x':<14}{'$FF (255)':<16}{'$FE (254)':<16}",
        f"  {'y':<14}{'$10 (16)':<16}{'$10 (16)':<16}",
        f"> {'flags':<14}{'Nv-bdizC':<16}{'nv-bdizC':<16}",
        f"> {'cycles':<14}{'100':<16}{'101':<16}",
        f"  {'stolen':<14}{'2':<16}{'2':<16}",
        f"  {'instructions':<14}{'30':<16}{'30':<16}",
        f"  {'stack_depth':<14}{'4':<16}{'4':<16}",
    ]  # fmt: skip


def test_registers_stand_side_by_side_where_both_have_them():
    left = {"a": 1, "sp": 0xF3, "pc": 0xC000, "flags": 0x20}
    assert explain(left, {"pc": 0xC001, "sp": 0xF3, "flags": 0x20}) == [
        "registers differ", "", f"  {'':<14}{'is':<16}{'should be':<16}",
        f"  {'sp':<14}{'$F3 (243)':<16}{'$F3 (243)':<16}",
        f"> {'pc':<14}{'$C000':<16}{'$C001':<16}",
        f"  {'flags':<14}{'nv-bdizc':<16}{'nv-bdizc':<16}",
    ]  # fmt: skip
    assert explain({"pc": 1}, {"pc": 2}) is None
    assert explain({"flags": 1}, {"flags": 2}) is None
    assert explain([1], [2]) is None


def test_flags_are_written_as_letters():
    assert explain(Flags(0x80), 1) == ["flags are Nv-bdizc, should be nv-bdizC"]
    assert explain(Flags(0x80), "x") is None


def memory(data, start):
    found = MemoryBytes(data)
    found.start = start
    return found


def test_memory_is_rows_of_eight_bytes_of_which_those_that_are_equal_are_left_out():
    left = bytes(range(24))
    right = bytearray(left)
    right[8] = 0xAA
    assert explain(memory(left, 0xFFF0), right) == [
        "memory differs", "", f"  {'':<6} {'is':<24}{'should be':<24}",
        f"> $FFF8  {'08 09 0a 0b 0c 0d 0e 0f':<24}{'aa 09 0a 0b 0c 0d 0e 0f':<24}",
    ]  # fmt: skip
    assert explain(memory(left, 0xFFF0), bytes(right[:8]) + left[8:] + b"\1")[3:] == [
        f"> $0008  {'':<24}{'01':<24}", "  24 bytes, should be 25",
    ]  # fmt: skip
    assert explain(memory(left, 0x400), left[:7])[3:] == [
        f"> $0400  {'00 01 02 03 04 05 06 07':<24}{'00 01 02 03 04 05 06':<24}",
        f"> $0408  {'08 09 0a 0b 0c 0d 0e 0f':<24}{'':<24}",
        f"> $0410  {'10 11 12 13 14 15 16 17':<24}{'':<24}", "  24 bytes, should be 7",
    ]  # fmt: skip


# --- pictures --------------------------------------------------------------------------------


@pytest.fixture
def screen():
    palette = np.arange(48, dtype=np.uint8).reshape(16, 3) * 5
    return SimpleNamespace(indices=np.zeros((20, 30), np.uint8), palette=palette)


def test_a_golden_picture_is_written_and_equal(screen, tmp_path):
    path = tmp_path / "folder" / "a.png"
    screen.indices[3, 4] = 7
    check_picture(screen, path, True)
    check_picture(screen, path, False)
    assert [p.name for p in path.parent.iterdir()] == ["a.png"]


def test_a_picture_that_differs_is_told_with_its_place_and_beside_it_shown(screen, tmp_path):
    from PIL import Image

    path = tmp_path / "a.png"
    check_picture(screen, path, True)
    for y, x in ((5, 9), (2, 11), (7, 3)):
        screen.indices[y, x] = 14
    with pytest.raises(KitError) as error:
        check_picture(screen, path, False)
    assert str(error.value) == (
        "picture a.png: 3 pixels differ, in x 3-11, y 2-7; first at (11, 2): colour 14 instead of "
        "0; see a.diff.png"
    )
    actual = np.asarray(Image.open(tmp_path / "a.actual.png"))
    assert (actual == screen.indices).all()
    diff = np.asarray(Image.open(tmp_path / "a.diff.png"))
    assert (diff[5, 9] == 255).all()
    assert diff[0, 0].tolist() == [value // 4 for value in screen.palette[0].tolist()]


def test_a_picture_of_another_size_and_files_that_are_none_are_told(screen, tmp_path):
    path = tmp_path / "a.png"
    with pytest.raises(KitUsageError, match="there is no golden picture"):
        check_picture(screen, path, False)
    check_picture(screen, path, True)
    other = SimpleNamespace(indices=screen.indices[:, :29], palette=screen.palette)
    with pytest.raises(
        KitError, match=r"^picture a.png: the golden one is 30 x 20, this one 29 x 20$"
    ):
        check_picture(other, path, False)
    path.write_bytes(b"no picture")
    with pytest.raises(KitUsageError, match=r"cannot be read"):
        check_picture(screen, path, False)
    from PIL import Image

    Image.new("RGB", (30, 20)).save(path)
    with pytest.raises(
        KitUsageError, match=r"not a picture with a palette; was it written here\?$"
    ):
        check_picture(screen, path, False)
