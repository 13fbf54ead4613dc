"""Letters that the machine's characters lack: of a font of the system, "?" where none has them."""

import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pygame
import pytest

import c64
from emu.host.picture import system_font
from emu.host.picture.charset_text import BRIGHT, CELL, Letters, glyphs_of, is_missing
from emu.host.picture.overlay import INK, PAPER, Overlay
from tests.emu.host.picture.test_letters import drawn

RED, YELLOW = (200, 10, 30), (255, 240, 9)
OF_PYGAME = Path(pygame.__file__).parent / pygame.font.get_default_font()  # it has no CJK
CYRILLIC, CJK = "Ж", "日"
ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture(scope="module")
def chargen():
    return bytes(c64.C64(sample_rate=0).roms.chargen)


@pytest.fixture
def letters(chargen):
    return Letters(glyphs_of(chargen))


@pytest.fixture
def fonts(monkeypatch):
    """Return a function that says which files of fonts there are; at first pygame's own."""

    def put(*paths):
        system_font.glyph.cache_clear()
        monkeypatch.setattr(system_font, "font_files", lambda: tuple(map(str, paths)))

    put(OF_PYGAME)
    yield put
    system_font.glyph.cache_clear()


@pytest.mark.parametrize("scale", [1, 2, 3, 5])
def test_a_letter_of_the_font_stands_in_its_cell_beside_the_machines(fonts, letters, scale):
    side = CELL * scale
    found = drawn(letters.draw(f"a{CYRILLIC}b", scale, RED))
    plain = drawn(letters.draw("a b", scale, RED))
    assert found.shape == plain.shape
    cell = found[:, side : 2 * side]
    assert cell[:, :, 3].any() and (cell[cell[:, :, 3] > 200][:, :3] == RED).all()
    found[:, side : 2 * side] = plain[:, side : 2 * side]
    assert (found == plain).all(), "what is beside it is as it was"


def test_it_has_the_colour_of_its_part_of_the_text(fonts, letters):
    found = drawn(letters.draw(f"{CYRILLIC}{BRIGHT}{CYRILLIC}", 4, RED, YELLOW))
    for place, colour in enumerate((RED, YELLOW)):
        cell = found[:, place * 32 : place * 32 + 32]
        assert (cell[cell[:, :, 3] == 255][:, :3] == colour).all() and (cell[:, :, 3] == 255).any()


def test_where_no_font_has_it_a_question_mark_stands(fonts, letters, tmp_path):
    mark = drawn(letters.draw("?", 2, RED))
    assert (drawn(letters.draw(CJK, 2, RED)) == mark).all()
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    for files in ((), (broken,), (tmp_path / "gone.ttf",)):
        fonts(*files)
        assert (drawn(letters.draw(CYRILLIC, 2, RED)) == mark).all()
    fonts(broken, OF_PYGAME)
    assert (drawn(letters.draw(CYRILLIC, 2, RED)) != mark).any(), "the next one has it"


def has_letter(path, letter):
    """Return whether the font in a file has a letter."""
    pygame.freetype.init()
    return pygame.freetype.Font(path).get_metrics(letter, size=16)[0] is not None


@pytest.mark.parametrize(
    ("family", "letters"),
    [
        ("dejavusans", "אشλ"),
        ("liberationsans", "λ"),  # and Hebrew, but not in version 1, which Debian 12 has
        ("notosanshebrew", "א"),
        ("notosansarabic", "ش"),
    ],
)
def test_hebrew_arabic_and_greek_come_from_a_family_that_has_them(monkeypatch, family, letters):
    path = pygame.font.match_font(family)
    if path is None:
        pytest.skip(f"{family} is not installed")
    monkeypatch.setattr(pygame.font, "match_font", lambda name: path if name == family else None)
    assert system_font.font_files.__wrapped__() == (path,), "it is asked"
    assert all(has_letter(path, letter) for letter in letters)


def test_a_font_of_hangul_is_asked_beside_one_of_chinese_and_japanese_letters(monkeypatch):
    """Debian's DroidSansFallback has no Hangul, and many systems have one of Nanum's beside it."""
    have = {"droidsansfallback": "droid.ttf", "nanumgothic": "nanum.ttf"}
    monkeypatch.setattr(pygame.font, "match_font", have.get)
    assert system_font.font_files.__wrapped__() == ("droid.ttf", "nanum.ttf")


TWICE = f"""
import pygame
from emu.host.picture import system_font
system_font.font_files = lambda: ({str(OF_PYGAME)!r},)
for _ in range(2):
    pygame.init()
    assert system_font.glyph({CYRILLIC!r}, 16, {RED}) is not None
    system_font.glyph.cache_clear()
    pygame.quit()
"""


def test_a_font_is_opened_again_after_pygame_has_been_ended():
    """In a process of its own: tests of windows in this one need their sound."""
    done = subprocess.run(
        [sys.executable, "-c", TWICE], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr


def test_what_the_machine_has_and_what_cannot_be_seen_asks_for_no_font(fonts, letters, monkeypatch):
    asked = []
    monkeypatch.setattr(system_font, "font_files", lambda: asked.append(1) or ())
    for text in ("Go 64: ÄÖÜß ? |{}~`\\ …•", "\0\x7f\ue001"):
        letters.draw(text, 2, RED)
    assert not asked
    assert not is_missing("?") and not is_missing("Ü") and is_missing(CJK)
    letters.draw(CJK, 2, RED)
    assert asked


def test_a_message_has_it_too(fonts, chargen):
    overlay = Overlay(chargen)

    def cell(text):
        surface = overlay._text([(text, INK)], 0)
        return pygame.surfarray.array3d(surface)[8:16, :8]

    found, mark, nothing = cell(CYRILLIC), cell("?"), cell(" ")
    assert (nothing == PAPER).all() and (found != nothing).any() and (found != mark).any()
    fonts()
    assert (cell(CYRILLIC) == mark).all()


def test_where_fonts_cannot_be_asked_for_there_are_none_and_nothing_is_said(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(pygame.sysfont, "is_init", False)
    monkeypatch.setattr(pygame.sysfont, "Sysfonts", {})
    monkeypatch.setattr(pygame.sysfont, "Sysalias", {})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert system_font.font_files.__wrapped__() == ()


def test_the_fonts_of_this_system_are_found_and_read():
    """Whichever there are: each file is one that can draw."""
    files = system_font.font_files()
    if not files:
        pytest.skip(f"none is installed of {', '.join(system_font.FONTS)}")
    for path in files:
        assert Path(path).is_file()
        font = system_font._font(path)
        assert font is not None and any(font.get_metrics(f"A{CJK}", size=16)), path


def test_cjk_names_are_drawn_by_a_font_of_this_system(letters):
    found = system_font.glyph(CJK, 16, RED)
    if found is None:
        pytest.skip("no font with CJK is installed, such as fonts-droid-fallback")
    ink = pygame.surfarray.array_alpha(found)
    assert found.get_size() == (16, 16) and 0.1 < float((ink > 128).mean()) < 0.7
    assert not np.array_equal(
        drawn(letters.draw(CJK, 2, RED)), drawn(letters.draw("?", 2, RED))
    )  # fmt: skip
