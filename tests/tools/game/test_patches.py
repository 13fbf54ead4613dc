"""[patches] of a preset: what tools/game/patches.py makes of them, and refuses with one line."""

import pytest

from tools.game import gamedata, patches, presets
from tools.game.patches import Row


def preset(**figures):
    """A preset with code and these figures."""
    return presets.Preset("levy", 4, "levy", {}, {}, figures)


def test_a_price_takes_the_mortgage_with_it_and_the_fee_is_left_to_the_rules():
    assert patches.rows(preset(price={"39": 380})) == [
        Row("price_lo", 39, 400 & 0xFF, 380 & 0xFF),
        Row("mortgage_value", 39, 200, 190),
    ]


def test_every_kind_of_figure_comes_where_the_rules_look_it_up():
    found = patches.rows(
        preset(
            rent={"3": [4, 20, 60, 180, 320, 700]},
            pay={"4": 150},
            house={"blue": 150},
            rents={"stations": [25, 50, 100, 250], "utilities": [4, 12]},
        )
    )
    assert found == [
        Row("price_lo", 4, 200, 150),
        Row("street_rents_lo", 11, 450 & 0xFF, 700 & 0xFF),
        Row("street_rents_hi", 11, 450 >> 8, 700 >> 8),
        Row("group_house_cost", 7, 200, 150),
        Row("station_rents", 3, 200, 250),
        Row("utility_rents", 1, 10, 12),
    ]


def test_without_patches_nothing_is_written_and_the_program_knows_of_none():
    assert patches.rows(preset()) == []
    assert patches.the_patched() is None and patches.tables() == {}
    assert "PATCHED         = 0\n" in patches.include()


def test_the_board_itself_stays_as_it_is():
    before = gamedata.board_columns(gamedata.board())
    patches.rows(preset(rent={"39": [1, 2, 3, 4, 5, 6]}, house={"red": 2}))
    assert gamedata.board_columns(gamedata.board()) == before


ALL = {str(n): [10, 20, 30, 40, 50, 60] for n, square in enumerate(gamedata.board()["square"])
       if square["kind"] == "street"}  # fmt: skip


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ({"fee": {"1": 1}}, r"fee: only price, rent, pay, house, rents are known"),
        ({"price": 3}, r"price: must be a table: \[patches\.price\]"),
        ({"price": {"0": 100}}, r"price: 0 has no price: it is one of 1, 3, 5"),
        ({"price": {"01": 100}}, r"price: 01 has no price"),
        ({"price": {"1": "60"}}, r"price: 1 is '60', must be a figure"),
        ({"price": {"1": True}}, r"price: 1 is True, must be a figure"),
        ({"price": {"1": 401}}, r"square 1: price must be 1-400"),
        ({"rent": {"5": [1] * 6}}, r"rent: 5 has no rent"),
        ({"rent": {"1": 10}}, r"rent: 1 is 10, must be six figures"),
        ({"rent": {"1": [1, 2, 3]}}, r"square 1: 3 rents, must be 6"),
        ({"rent": {"1": [0] * 6}}, r"square 1: a rent is outside 1-32767"),
        ({"pay": {"1": 10}}, r"pay: 1 has no pay: it is one of 4, 38"),
        ({"pay": {"4": 256}}, r"square 4: pay must be 1-255"),
        ({"house": {"stations": 50}}, r"house: stations is not one of brown, light_blue"),
        ({"house": {"brown": 51}}, r"house: brown is 51, must be even, 2-250"),
        ({"rents": {"gaol": [1]}}, r"rents: gaol is not one of stations, utilities"),
        ({"rents": {"stations": [1, 2]}}, r"rents: stations must be 4 figures of 1-255"),
        ({"rents": {"utilities": [4, 21]}}, r"rents: utilities must be 2 figures of 1-20"),
        ({"price": {"39": 400}}, r"every figure is that of data/board\.toml"),
        ({"rent": ALL}, r"changes \d+ bytes of tables, at most 128"),
    ],
)
def test_what_cannot_be_is_refused_with_one_line(figures, words):
    with pytest.raises(presets.PresetError, match=words) as error:
        patches.rows(preset(**figures))
    assert str(error.value).startswith("presets/levy.toml: [patches]")
    assert "\n" not in str(error.value)
