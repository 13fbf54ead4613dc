"""The compiled tables against RULES R-1 and R-7 (R-1.1, R-1.5 to R-1.7, R-7.1, R-7.2)."""

import re

import pytest

from tests.asm.game.engine import K
from tests.asm.game.model import board
from tools.game import gamedata

MONEY_CARDS = ("get", "pay", "repairs", "from each", "to each")

# square: price, mortgage, fee (the table of R-1)
FIGURES = {
    1: (60, 30, 3), 3: (60, 30, 3), 5: (200, 100, 10), 6: (100, 50, 5), 8: (100, 50, 5),
    9: (120, 60, 6), 11: (140, 70, 7), 12: (150, 75, 8), 13: (140, 70, 7), 14: (160, 80, 8),
    15: (200, 100, 10), 16: (180, 90, 9), 18: (180, 90, 9), 19: (200, 100, 10),
    21: (220, 110, 11), 23: (220, 110, 11), 24: (240, 120, 12), 25: (200, 100, 10),
    26: (260, 130, 13), 27: (260, 130, 13), 28: (150, 75, 8), 29: (280, 140, 14),
    31: (300, 150, 15), 32: (300, 150, 15), 34: (320, 160, 16), 35: (200, 100, 10),
    37: (350, 175, 18), 39: (400, 200, 20),
}  # fmt: skip


@pytest.mark.parametrize("square", FIGURES)
def test_price_mortgage_and_fee_of_each_deed(engine, square):
    price, mortgage, fee = FIGURES[square]
    for label, expected in (("price", price), ("mortgage", mortgage)):
        engine.call(f"square_{label}", x=square)
        assert engine.word() == expected
    assert engine.byte("fee_value", square) == fee


@pytest.mark.feature("F048")
def test_repaying_costs_the_mortgage_and_ten_percent_rounded_up(engine):
    for square, (_, mortgage, fee) in FIGURES.items():
        engine.call("square_repay", x=square)
        assert engine.word() == mortgage + fee
        assert fee == -(-mortgage // 10)


def test_house_costs_of_streets_and_of_other_squares(engine):
    for square in range(40):
        engine.call("square_house_cost", x=square)
        assert engine.word() == (board.TITLES[square].house if square in board.TITLES else 0)


def test_sums_of_prices_and_mortgages(engine):
    """R-1.7."""
    prices = mortgages = 0
    for square in FIGURES:
        engine.call("square_price", x=square)
        prices += engine.word()
        engine.call("square_mortgage", x=square)
        mortgages += engine.word()
    assert (len(FIGURES), prices, mortgages) == (28, 5690, 2845)


@pytest.mark.feature("F001")
def test_forty_squares_are_of_the_right_kind(engine):
    """R-1.1."""
    kinds = engine.table("square_kind", 40)
    expected = dict.fromkeys(range(40), K["KIND_STREET"])
    expected |= {0: K["KIND_GO"], 10: K["KIND_GAOL"], 20: K["KIND_PARKING"]}
    expected |= {30: K["KIND_GO_TO_GAOL"], 4: K["KIND_TAX"], 38: K["KIND_TAX"]}
    expected |= dict.fromkeys((2, 17, 33), K["KIND_CHEST"])
    expected |= dict.fromkeys((7, 22, 36), K["KIND_CHANCE"])
    expected |= dict.fromkeys((5, 15, 25, 35), K["KIND_STATION"])
    expected |= dict.fromkeys((12, 28), K["KIND_UTILITY"])
    assert kinds == [expected[n] for n in range(40)]


def test_groups_are_walked_in_the_order_of_the_rules(engine):
    """R-1.5."""
    assert engine.table("group_size", 10) == [2, 3, 3, 3, 3, 3, 3, 2, 4, 2]
    squares = engine.table("group_squares", 28)
    assert squares == [s for g in board.GROUPS for s in board.MEMBERS[g]]
    assert engine.table("group_house_cost", 10) == [50, 50, 100, 100, 150, 150, 200, 200, 0, 0]


@pytest.mark.feature("F001")
def test_the_london_names_are_those_of_the_rules():
    """R-1, R-20.13."""
    names = gamedata.load_text("london")["squares"]
    assert {n: names[n] for n in (*board.TITLES, 0, 4, 10, 20, 30, 38)} == {
        0: "GO", 1: "Old Kent Road", 3: "Whitechapel Road", 4: "Income Tax",
        5: "Kings Cross Station", 6: "The Angel, Islington", 8: "Euston Road",
        9: "Pentonville Road", 10: "Gaol / Just Visiting", 11: "Pall Mall",
        12: "Electric Company", 13: "Whitehall", 14: "Northumberland Avenue",
        15: "Marylebone Station", 16: "Bow Street", 18: "Marlborough Street", 19: "Vine Street",
        20: "Free Parking", 21: "Strand", 23: "Fleet Street", 24: "Trafalgar Square",
        25: "Fenchurch Street Station", 26: "Leicester Square", 27: "Coventry Street",
        28: "Water Works", 29: "Piccadilly", 30: "Go To Gaol", 31: "Regent Street",
        32: "Oxford Street", 34: "Bond Street", 35: "Liverpool Street Station", 37: "Park Lane",
        38: "Luxury Tax", 39: "Mayfair",
    }  # fmt: skip
    assert {names[n] for n in board.CHEST} == {"Community Chest"}
    assert {names[n] for n in board.CHANCE} == {"Chance"}


@pytest.mark.feature("F009")
def test_the_sixteen_community_chest_cards(engine):
    """R-7.1: the eight receipts sum to 605."""
    effects = engine.table("card_effect", 16)
    values = engine.table("card_value", 16)
    receive = [v for e, v in zip(effects, values, strict=True) if e == 0]
    pay = [v for e, v in zip(effects, values, strict=True) if e == 1]
    assert sorted(receive) == [10, 20, 25, 50, 100, 100, 100, 200]
    assert sum(receive) == 605
    assert sorted(pay) == [50, 50, 100]
    assert sorted(effects)[11:] == [2, 3, 5, 9, 10]
    repair = effects.index(2)
    assert (values[repair], engine.byte("card_value2", repair)) == (40, 115)


@pytest.mark.feature("F008")
def test_the_sixteen_chance_cards(engine):
    """R-7.2."""
    effects = engine.table("card_effect", 32)[16:]
    values = engine.table("card_value", 32)[16:]
    pairs = sorted(zip(effects, values, strict=True))
    advance = [v for e, v in pairs if e == 5]
    assert advance == [0, 5, 11, 24, 39]
    assert [v for e, v in pairs if e == 0] == [50, 150]
    assert [v for e, v in pairs if e == 1] == [15]
    assert [v for e, v in pairs if e == 4] == [50]
    assert [v for e, v in pairs if e == 8] == [3]
    assert effects.count(6) == 2
    assert [e for e, _ in pairs if e in (2, 7, 9, 10)] == [2, 7, 9, 10]
    repair = effects.index(2)
    assert (values[repair], engine.byte("card_value2", 16 + repair)) == (25, 100)


@pytest.mark.parametrize("language", gamedata.BOARDS)
def test_names_and_cards_of_a_language_fit_their_windows(language):
    """R-1.8: names for the same squares; the figures are in the board's file alone."""
    text = gamedata.load_text(language)
    assert len(text["squares"]) == 40
    assert len({*text["squares"]}) == 36, "three squares of either deck"
    for deck in ("chest", "chance"):
        assert all(len(gamedata.wrap(card)) <= 6 for card in text[deck])


@pytest.mark.feature("F134")
@pytest.mark.parametrize("language", gamedata.BOARDS)
def test_the_cards_say_the_amounts_they_charge_and_pay(engine, language):
    """R-7.1, R-7.2."""
    text = gamedata.load_text(language)
    for deck, effects in (("chest", board.CHEST_CARDS), ("chance", board.CHANCE_CARDS)):
        for words, (kind, *values) in zip(text[deck], effects, strict=True):
            said = [int(n) for n in re.findall(r"\$(\d+)", words)]
            amounts = values if kind in MONEY_CARDS else []
            assert said == amounts, words
            if kind == "advance":
                assert any(w in words for w in text["squares"][values[0]].split()), words


@pytest.mark.feature("F038")
def test_gaol_is_spelt_so_in_london_and_jail_in_america():
    london = str(gamedata.load_text("london")).lower()
    american = str(gamedata.load_text("us")).lower()
    assert "gaol" in london
    assert "jail" not in london
    assert "jail" in american
    assert "gaol" not in american


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda b: b["square"].pop(), "39 squares, must be 40"),
        (lambda b: b["square"][1].update(rent=[1, 2]), "square 1: 2 rents, must be 6"),
        (lambda b: b["square"][1].update(price=4000), "square 1: price must be 1-400"),
        (lambda b: b["square"][5].update(kind="port"), "square 5: kind is 'port'"),
        (lambda b: b["square"][5].update(group="ports"), "square 5: group is not in"),
    ],
)
def test_a_wrong_board_file_is_refused_with_its_place(change, message):
    data = gamedata.load("board.toml")
    change(data)
    with pytest.raises(gamedata.DataError, match=message):
        gamedata.check_board(data)
