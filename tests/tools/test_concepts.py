"""The stills of concepts D, E and F: shown by the chip, colourful, readable, and as committed."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from tools.artcheck import save_png
from tools.concepts import ART, GREEN, RED
from tools.concepts_pages import PAGES, figures, stills
from tools.concepts_whole import (
    BANDS,
    BOARD,
    MOODS,
    PATTERNS,
    SIDE,
    STAGE,
    Player,
    Whole,
    main_still,
    parts,
    place,
    six,
    two_lines,
)
from tools.glyphs import read_blocks
from tools.ink import NAMES, READABLE, contrast
from tools.picturestats import framed, read, shares, sprites_a_line, within

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs/pictures"
DESIGN = PICTURES.parent / "inside" / "design.md"
NUMBER_OF_STILLS = 15
OWNED_KINDS = ("street", "station", "utility")


@pytest.fixture(scope="module")
def drawn():
    """All stills, drawn once."""
    return stills()


@pytest.mark.slow
def test_every_still_can_be_shown_and_is_the_one_in_the_documentation(drawn, tmp_path):
    assert len(drawn) == NUMBER_OF_STILLS
    for name, still in drawn.items():
        save_png(still.picture.rendered(), tmp_path / "new.png", still.surround)
        assert np.array_equal(read(tmp_path / "new.png"), read(PICTURES / f"{name}.png")), name


def test_the_design_page_has_the_figures_of_every_still(drawn):
    assert "\n".join(figures(drawn)) in DESIGN.read_text(encoding="utf-8")


def test_a_quarter_black_at_most_a_quarter_coloured_at_least(drawn):
    for name, still in drawn.items():
        black, coloured = shares(framed(still.picture.rendered(), still.surround))
        assert within(black, coloured), (name, black, coloured)


def test_all_text_differs_from_its_paper(drawn):
    for name, still in drawn.items():
        assert still.written, name
        for words, ink, paper in still.written:
            told = (name, words, NAMES[ink], NAMES[paper])
            assert contrast(ink, paper) >= READABLE, told


@pytest.mark.parametrize("mood", MOODS)
def test_the_board_can_be_read_in_every_mood(mood):
    still = main_still(mood)
    still.picture.check()
    for _, ink, paper in still.written:
        assert contrast(ink, paper) >= READABLE


def test_eight_tokens_fit_on_a_line_and_beside_one_another_on_a_square(drawn):
    assert sprites_a_line(drawn["whole-title"].picture.sprites) == 8
    game = six()
    game.players += [Player("ALAN", 1, RED, "boot"), Player("JOAN", 1, GREEN, "crown")]
    for player in game.players:
        player.square = 24
    still = Whole(game)
    still.tokens()
    still.picture.rendered()
    places = {(s.x, s.y) for s in still.picture.sprites}
    assert len(places) == len(game.players)


def test_the_forty_squares_cover_the_ring_once():
    ring = np.zeros((SIDE, SIDE), dtype=int)
    for square in range(40):
        x, y, wide, high, _ = place(square)
        ring[y : y + high, x : x + wide] += 1
    x, y, wide, high = STAGE
    assert not ring[y : y + high, x : x + wide].any()
    ring[y : y + high, x : x + wide] = 1
    assert (ring == 1).all()


def test_band_body_and_foot_are_the_six_cells_of_a_deed_and_the_band_is_inside():
    for square, row in enumerate(BOARD):
        if row["kind"] not in OWNED_KINDS:
            continue
        x, y, wide, high, _ = place(square)
        cells = set(itertools.product(range(x, x + wide), range(y, y + high)))
        found = [cell for part in parts(square) for cell in part]
        assert set(found) == cells
        assert len(found) == 6
        left, top, across, down = STAGE
        for cx, cy in parts(square)[0]:
            around = ((cx + 1, cy), (cx - 1, cy), (cx, cy + 1), (cx, cy - 1))
            assert any(left <= x < left + across and top <= y < top + down for x, y in around), (
                square
            )


def test_the_groups_differ_without_colour():
    still = Whole(six())
    dots = {group: still.parts[PATTERNS[group]] for group in BANDS}
    for one, two in itertools.combinations(dots, 2):
        assert not np.array_equal(dots[one], dots[two]), (one, two)
        assert not np.array_equal(dots[one], 1 - dots[two]), (one, two)
    for group, (ink, paper) in BANDS.items():
        assert contrast(ink, paper) >= READABLE, group


def test_what_concerns_the_active_player_can_be_seen_on_any_surround():
    still = Whole(six())
    for surround, _, _ in MOODS.values():
        still.surround = surround
        for player in still.game.players:
            assert still.plate(player) != surround


def test_a_long_name_breaks_at_the_blank_nearest_the_middle():
    assert two_lines("Mayfair", 14) == ["", "Mayfair"]
    assert two_lines("Liverpool Street Station", 16) == ["Liverpool", "Street Station"]


def test_every_drawn_part_is_used():
    sources = "".join(p.read_text() for p in (ROOT / "tools").glob("concepts*.py"))
    for file, height in (("whole", 8), ("pictures_small", 16), ("corners_small", 24)):
        for name in read_blocks(ART / f"{file}.txt", height=height):
            assert f'"{name}"' in sources, name


def test_there_is_a_page_for_everything_asked():
    wanted = {"buy", "auction", "card", "trade", "manage", "overview", "title", "setup"}
    assert wanted | {"bankrupt", "victory", "zoom", "turn", "main"} == set(PAGES)
