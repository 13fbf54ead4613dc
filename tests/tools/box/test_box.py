"""Labels and box: drawings in colours of the C64 that have their size, and nothing is cut off."""

import re
import tomllib
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from tools.art.artcheck import PALETTE
from tools.box import __main__ as box_module
from tools.box import carton, labels, scene
from tools.box.canvas import CLEAR, Sheet, inked, lettering, put, rectangles, typed

SVG = "{http://www.w3.org/2000/svg}"
WORDS = tomllib.loads(box_module.WORDS.read_text(encoding="utf-8"))
MAKERS = (labels.disk, labels.cartridge, carton.carton)


def painted(dots):
    """Return a picture again, from its rectangles."""
    out = np.full(dots.shape, CLEAR, dtype=np.uint8)
    for ink, x, y, width, height in rectangles(dots):
        assert (out[y : y + height, x : x + width] == CLEAR).all(), "two rectangles overlap"
        out[y : y + height, x : x + width] = ink
    return out


@pytest.mark.parametrize("seed", range(20))
def test_rectangles_are_the_picture_whatever_it_is(seed):
    random = np.random.default_rng(seed)
    shape = random.integers(0, 9, 2)
    dots = random.choice(np.array([0, 1, 2, CLEAR], dtype=np.uint8), shape)
    assert (painted(dots) == dots).all()


def test_a_block_of_one_colour_is_one_rectangle():
    assert list(rectangles(np.full((5, 7), 3, dtype=np.uint8))) == [(3, 0, 0, 7, 5)]


@pytest.mark.slow
@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_a_drawing_has_its_size_and_only_colours_of_the_c64(make, language):
    sheet = make(WORDS[language])
    root = ET.fromstring(sheet.svg())
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == f"0 0 {sheet.width:g} {sheet.height:g}"
    assert root.findtext(f"{SVG}title").startswith("GO 64: ")
    fills = {part.get("fill") for part in root.iter()} - {None, "none"}
    assert fills <= {f"#{colour:06x}" for colour in PALETTE}
    assert not {"text", "image", "style", "script"} & {
        part.tag.removeprefix(SVG) for part in root.iter()
    }


@pytest.mark.slow
@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_nothing_reaches_over_the_edge(make, language):
    sheet = make(WORDS[language])
    root = ET.fromstring(sheet.svg())
    for group in root.iter(f"{SVG}g"):
        x, y, size = (
            float(n)
            for n in re.fullmatch(
                r"translate\((\S+) (\S+)\)(?: rotate\(90\))? scale\((\S+)\)", group.get("transform")
            ).groups()
        )
        turned = "rotate" in group.get("transform")
        for path in group:
            for left, top, wide, high in re.findall(
                r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z", path.get("d")
            ):
                right, bottom = (int(left) + int(wide)) * size, (int(top) + int(high)) * size
                if turned:
                    assert x - bottom >= 0 and y + right <= sheet.height + 0.2
                else:
                    assert x + right <= sheet.width + 0.2 and y + bottom <= sheet.height + 0.2


@pytest.mark.parametrize("language", WORDS)
def test_the_back_of_the_box_keeps_a_margin_and_its_texts_apart(language):
    words, columns = (
        WORDS[language],
        int((carton.FRONT - 2 * carton.MARGIN) / (8 * carton.TEXT_DOT)),
    )
    for name in ("headline", "headline_2"):
        assert lettering(words[name], 2).shape[1] * carton.HEAD_DOT <= carton.FRONT - carton.MARGIN
    rows = carton.paragraphs(words["text"], columns) + carton.paragraphs(words["needs"], columns)
    assert max(map(len, rows)) <= columns
    screen = scene.screen(scene.SCREENS / f"{words['screens'][0]}.png").shape[0]
    pictures = 36 + 2 * (screen * carton.SCREEN_DOT + 8) + 3
    assert pictures + carton.LINE * len(rows) + 10 <= carton.HIGH - carton.LINE


def test_languages_have_the_same_words_and_pictures_that_are_there():
    for words in WORDS.values():
        assert {key: type(value) for key, value in words.items()} == {
            key: type(value) for key, value in WORDS["en"].items()
        }
        assert len(words["screens"]) == len(words["captions"]) == 4
        assert all((scene.SCREENS / f"{name}.png").is_file() for name in words["screens"])


def test_the_letters_of_the_logo_are_whole_and_without_sky():
    logo = scene.logo()
    assert {scene.WHITE, scene.YELLOW, scene.BLACK} <= set(logo[logo != CLEAR].tolist())
    assert not {scene.BLUE, scene.PURPLE} & set(logo.ravel().tolist())
    drawn = len(list(scene.pieces(logo != CLEAR)))
    assert drawn <= 4  # G, O, 6, 4; shadows may join them


def test_what_the_font_has_not_is_refused():
    with pytest.raises(ValueError, match="'Ł' has a letter that the font has not"):
        typed("Ł")
    assert typed("Ä").any() and typed("ß").any()


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match=r"8 x 8 dots do not fit at \(5, 0\)"):
        put(np.zeros((8, 8), np.uint8), inked(typed("A"), 1), 5, 0)


def test_a_sheet_names_its_title_safely():
    assert "<title>a &lt; b</title>" in Sheet(1, 1, "a < b").svg()


@pytest.mark.slow
def test_files_come_out_the_same_each_time(tmp_path, monkeypatch):
    pytest.importorskip("typst")
    made = []
    monkeypatch.setattr(box_module, "SOURCES", tmp_path / "sources")
    for place in ("one", "other"):
        monkeypatch.setattr(box_module, "DIST", tmp_path / place)
        assert box_module.main() == 0
        files = sorted((tmp_path / place).iterdir())
        made.append({path.name: path.read_bytes() for path in files})
    assert made[0] == made[1]
    assert len(made[0]) == 2 * 3 * len(WORDS)
    for name, content in made[0].items():
        assert content.startswith(b"%PDF" if name.endswith(".pdf") else b"<svg ")
