"""Full pictures: what the chip cannot show is refused, what is packed comes out again."""

import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from disk.d64 import D64Image
from disk.volume import Volume
from tools import build
from tools.art.artcheck import PALETTE, CannotShow, read_png, save_png
from tools.art.pictures import (
    BadPicture,
    Painting,
    encode,
    pack_painting,
    read_table,
    table_text,
)
from tools.game import build_game, pack
from tools.game.memorymap import read_areas
from tools.game.pack import unpack_blocks

HEAD = '[NIGHT]\npng = "night.png"\nabout = "a picture"\nby = "a test"\n'
AREAS = read_areas()


def folder(tmp_path, pixels, more=""):
    """A folder with a table and one picture."""
    save_png(pixels, tmp_path / "night.png")
    (tmp_path / "pictures.toml").write_text(HEAD + more)
    return tmp_path


def blank(colour=6):
    return np.full((200, 320), colour, dtype=np.uint8)


def shown(bitmap, matrix):
    """uint8[200, 320]: what the VIC-II makes of bitmap and matrix."""
    dots = np.unpackbits(np.frombuffer(bitmap, dtype=np.uint8).reshape(25, 40, 8, 1), axis=3)
    cells = np.frombuffer(matrix, dtype=np.uint8).reshape(25, 40, 1, 1)
    pixels = np.where(dots, cells >> 4, cells & 15)
    return pixels.transpose(0, 2, 1, 3).reshape(200, 320)


def shown_fine(bitmap, matrix, colours, rows):
    """uint8[8 * rows, 320]: the same of multicolour rows; their background is black."""
    dots = np.frombuffer(bitmap[: 320 * rows], dtype=np.uint8).reshape(rows, 40, 8, 1)
    codes = dots >> np.array([6, 4, 2, 0], dtype=np.uint8) & 3
    inks = np.zeros((rows, 40, 8, 4, 4), dtype=np.uint8)
    for code, values in enumerate(
        ([m >> 4 for m in matrix], [m & 15 for m in matrix], list(colours)), 1
    ):
        inks[..., code] = np.array(values[: 40 * rows]).reshape(rows, 40, 1, 1)
    pixels = np.take_along_axis(inks, codes[..., None], axis=4)[..., 0]
    return pixels.transpose(0, 2, 1, 3).reshape(8 * rows, 160).repeat(2, axis=1)


def test_a_third_colour_in_a_cell_is_refused_with_cell_and_colours(tmp_path):
    pixels = blank()
    pixels[25, 97], pixels[26, 98] = 1, 7
    with pytest.raises(BadPicture) as error:
        read_table(folder(tmp_path, pixels))
    assert str(error.value) == (
        "night.png: cell (12, 3): 3 colours (1, 6, 7); a bitmap cell shows 2"
    )


def test_a_colour_that_the_chip_has_not_is_refused_with_its_dot(tmp_path):
    path = folder(tmp_path, blank()) / "night.png"
    image = Image.open(path).convert("RGB")
    image.putpixel((100, 50), (1, 2, 3))
    image.save(path)
    with pytest.raises(BadPicture, match=r"night.png: cell \(12, 6\): #010203 at dot \(100, 50\)"):
        read_table(tmp_path)


def test_another_size_no_picture_and_no_file_are_refused(tmp_path):
    path = folder(tmp_path, blank()) / "night.png"
    Image.open(path).resize((160, 200)).save(path)
    with pytest.raises(BadPicture, match=r"night\.png: is 160 x 200 dots; must be 320 x 200"):
        read_table(tmp_path)
    path.write_bytes(b"no PNG")
    with pytest.raises(BadPicture, match=r"night\.png: is no picture"):
        read_table(tmp_path)
    path.unlink()
    with pytest.raises(BadPicture, match=r"night\.png: file is missing"):
        read_table(tmp_path)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (HEAD + "frame = 3\n", "must have png, about, by"),
        (HEAD + "border = 16\n", "must be a colour"),
        (HEAD + "words = [30, 20, 11, 2]\n", "must be cells of 40 x 25"),
        (HEAD + "lights = [[1, 2]]\n", r"cell \(1, 2\): colours \[6\]; a light is black"),
        (HEAD.replace("NIGHT", "MIDSUMMER"), "at most 8 letters"),
        ("[NIGHT\n", "pictures.toml: "),
    ],
)
def test_a_table_that_is_wrong_is_refused(tmp_path, table, words):
    folder(tmp_path, blank())
    (tmp_path / "pictures.toml").write_text(table)
    with pytest.raises(BadPicture, match=words):
        read_table(tmp_path)


def test_cells_for_words_must_be_of_one_colour(tmp_path):
    pixels = blank()
    pixels[170, 20] = 1
    with pytest.raises(BadPicture, match=r"cell \(2, 21\): 2 colours; it is for words"):
        read_table(folder(tmp_path, pixels, "words = [0, 20, 40, 3]\n"))


def test_colours_count_and_not_how_the_png_stores_them(tmp_path):
    pixels = blank()
    pixels[8:16, 8:12] = 14
    path = folder(tmp_path, pixels) / "night.png"
    for mode in ("RGB", "RGBA"):
        Image.open(path).convert(mode).save(tmp_path / f"{mode}.png")
        assert np.array_equal(read_png(tmp_path / f"{mode}.png"), pixels)
    image = Image.fromarray(np.where(pixels == 6, 0, 1).astype(np.uint8), "P")
    image.putpalette([*PALETTE[6].to_bytes(3, "big"), *PALETTE[14].to_bytes(3, "big")])
    image.save(path)
    assert np.array_equal(read_png(path), pixels)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(read_table())))
def test_every_picture_is_shown_dot_by_dot_as_it_was_painted(number, monkeypatch):
    monkeypatch.setattr(pack, "CHAIN", 4)  # files become a little larger, in a third of the time
    monkeypatch.setattr(pack, "WAYS", 4)
    painting = read_table()[number]
    blocks = unpack_blocks(pack_painting(painting, AREAS))
    (matrix_at, head), *between, (bitmap_at, bitmap) = blocks
    assert (matrix_at, bitmap_at) == (AREAS["MATRIX"].start, AREAS["BITMAP"].start)
    picture = shown(bitmap, head[:1000])
    if painting.fine:
        (colours_at, colours), (cells_at, _) = between
        assert (colours_at, cells_at) == (AREAS["COLORS"].start, AREAS["CELLS"].start)
        picture[: 8 * painting.fine] = shown_fine(bitmap, head, colours, painting.fine)
    else:
        assert not between
    assert np.array_equal(picture, painting.pixels)
    assert head[1000] == painting.border


def test_any_picture_of_two_colours_a_cell_comes_out_again():
    rng = np.random.default_rng(64)
    pixels = blank()
    for row in range(25):
        for column in range(40):
            pair = rng.integers(0, 16, 2)
            area = (slice(8 * row, 8 * row + 8), slice(8 * column, 8 * column + 8))
            pixels[area] = pair[rng.integers(0, 2, (8, 8))]
    assert np.array_equal(shown(*encode(pixels)), pixels)


def test_the_matrix_alone_is_a_coarse_picture():
    pixels = blank()
    pixels[8:13, 8:16] = 7
    pixels[16:18, 8:16] = 7
    _, matrix = encode(pixels)
    assert (matrix[41] & 15, matrix[81] & 15) == (7, 6)


def test_lights_have_black_ink_and_lie_within_six_rows():
    first = read_table()[0]
    _, matrix = encode(first.pixels, first.lights)
    assert {matrix[40 * (row + i) + column] for column, row in first.lights for i in (0, 1)} == {11}
    first.lights = [(1, 1), (1, 20)]
    with pytest.raises(BadPicture, match="within six rows"):
        table_text([first], AREAS)
    with pytest.raises(BadPicture, match="must be there"):
        table_text([Painting("NIGHT", blank(), 6)], AREAS)


@pytest.mark.slow
def test_the_disk_has_every_picture():
    build.build_game()
    build.build_disk()
    volume = Volume(D64Image.open(build.ROOT / "disk" / "go64.d64"))
    for painting in read_table():
        packed = (build.ROOT / "build" / "game" / f"{painting.name.lower()}.pak").read_bytes()
        assert volume.read_file(volume.find(painting.name.encode())) == packed
        if painting.fine:  # four colours a cell, and tables: a third of all it brings, but for code
            drawn = pack_painting(painting, AREAS)
            assert 3 * len(drawn) < sum(len(data) for _, data in unpack_blocks(drawn))
        else:
            assert len(packed) < 2100, "a fifth of what it shows"


@pytest.mark.slow
def test_the_checker_says_of_a_file_whether_it_can_be_shown(tmp_path):
    pixels = blank()
    save_png(pixels, tmp_path / "good.png")
    pixels[0, :3] = 1, 2, 3
    save_png(pixels, tmp_path / "bad.png")
    for name, status, words in (
        ("good", 0, "can be shown"),
        ("bad", 1, "cell (0, 0): 4 colours (1, 2, 3, 6); a bitmap cell shows 2"),
        ("none", 1, "file is missing"),
    ):
        command = [sys.executable, "tools/art/artcheck.py", tmp_path / f"{name}.png"]
        done = subprocess.run(command, cwd=build.ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == status
        assert done.stdout.count("\n") == 1
        assert words in done.stdout
    with pytest.raises(CannotShow, match="file is missing"):
        read_png(tmp_path / "none.png")


def test_the_build_ends_with_one_line_that_says_which_cell(monkeypatch, tmp_path, capsys):
    pixels = blank()
    pixels[25, 97], pixels[26, 98] = 1, 7
    bad = folder(tmp_path, pixels)
    genuine = build_game.pictures.build_pictures
    monkeypatch.setattr(build_game.pictures, "build_pictures", lambda out: genuine(out, bad))
    monkeypatch.setattr(build_game, "build_game", lambda root: build_game.build_pictures(tmp_path))
    monkeypatch.setattr(build, "BUILD", tmp_path)
    assert build.main(["game"]) == 1
    assert capsys.readouterr().err == (
        "build: game: pictures: night.png: cell (12, 3): 3 colours (1, 6, 7); "
        "a bitmap cell shows 2\n"
    )
