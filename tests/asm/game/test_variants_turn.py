"""The Russian rules of a turn: order of play, taxes, rent, gaol, cards (VARIANTS, section 3)."""

import pytest

from tests.asm.game.engine import NOBODY, TAX, K
from tests.asm.game.test_cards import CHANCE, CHEST, cards, draw
from tests.asm.game.test_gaol import fail

RUSSIAN = K["PRESET_RUSSIAN"]
SALARY = 200
INCOME_TAX, LUXURY_TAX = 4, 38
FREE = 15  # the card that opens the gaol


@pytest.fixture
def russian(engine):
    """A game of four by the Russian rules in which seat 0 has the dice."""
    return engine.new_game(4, preset=RUSSIAN)


# --- order of play ------------------------------------------------------------------


def opened(engine, *sums, caller=0, **switches):
    """A game whose opening rolls had these sums; seats are named A, B, C ..."""
    engine.call("play_init")
    engine.do("PRESET", RUSSIAN)
    engine.do("OPTION", K["OPT_RANDOM"], K["RANDOM_UNBIASED"])
    engine.do("SEATS", len(sums))
    for name, value in switches.items():
        engine.do("SWITCH", K["SW_" + name.upper()], value)
    engine.do("OPTION", K["OPT_CALLER"], caller)
    for seat in range(len(sums)):
        engine.do("COLOUR", seat, 9 - seat)
        engine.do("CPU", seat, seat % 3)
        engine.poke("player_token", (seat + 3) % 8, seat)
        name = bytes([ord("A") + seat] * (seat + 1)).ljust(8, b"\0")
        engine.ram[0x300:0x308] = name
        engine.do("NAME", seat, 0, 0x00, 0x03)
    engine.do("START")
    for total in sums:
        engine.force_dice(min(6, total - 1), total - min(6, total - 1))
        events = engine.do("ROLL")
    return events


def persons(engine):
    """What is known of each seat: (letter, length of the name, colour, computer, skill)."""
    count = engine.byte("player_count")
    names = bytes(engine.table("player_names", 8 * count))
    return [
        (
            chr(names[8 * seat]),
            len(names[8 * seat : 8 * seat + 8].rstrip(b"\0")),
            engine.byte("player_colour", seat),
            engine.flags(seat) >> 7,
            engine.byte("settings", K["OPT_SKILLS"] + seat),
        )
        for seat in range(count)
    ]


@pytest.mark.feature("F209")
def test_seats_play_by_descending_sums_of_the_opening_rolls(engine):
    """V-3.1.

    Its own example: A 6, B 12, C 2 play B, A, C; and the next lap is opened by B again.
    """
    events = opened(engine, 6, 12, 2)
    assert [p[0] for p in persons(engine)] == ["B", "A", "C"]
    assert [e.name for e in events if e.name in ("ORDER", "FIRST", "TURN")] == [
        "ORDER", "FIRST", "TURN",
    ]  # fmt: skip
    played = []
    for _ in range(6):
        played.append(persons(engine)[engine.active][0])
        engine.place(engine.active, 0)
        engine.roll(6, 4)
        engine.do("END_TURN")
    assert played == ["B", "A", "C"] * 2


def test_the_same_sums_leave_the_lower_seat_first(engine):
    """V-3.1: V-8."""
    opened(engine, 7, 9, 9, 7, 11)
    assert [p[0] for p in persons(engine)] == ["E", "B", "C", "A", "D"]


def test_all_that_belongs_to_a_person_moves_with_him(engine):
    """V-3.1."""
    sums = (4, 9, 6, 12, 3, 9, 5, 8)
    opened(engine, *sums, banker=3)
    order = sorted(range(8), key=lambda seat: -sums[seat])
    skill = {0: 0, 1: 0, 2: 1}
    expected = [(chr(ord("A") + s), s + 1, 9 - s, int(s % 3 > 0), skill[s % 3]) for s in order]
    assert persons(engine) == expected
    assert engine.table("player_token", 8) == [(s + 3) % 8 for s in order]
    assert engine.byte("switches", K["SW_BANKER"]) == 1 + order.index(2)
    assert engine.table("loan_lo", 8) == [0] * 8
    assert engine.byte("turn_first") == 0
    engine.check_invariants()


def test_the_money_moves_too(engine):
    """V-3.1: The last of eight gets less of limited money (R-16.4)."""
    engine.call("play_init")
    engine.do("SEATS", 8)
    engine.do("SWITCH", K["SW_ORDER"], 1)
    engine.do("OPTION", K["OPT_LIMITED"], 1)
    engine.do("OPTION", K["OPT_MONEY"], 2)
    engine.do("OPTION", K["OPT_RANDOM"], K["RANDOM_UNBIASED"])
    for seat in range(8):
        engine.do("COLOUR", seat, seat)
    engine.do("START")
    for seat in range(8):
        engine.force_dice(6 if seat == 7 else 1, 1)
        engine.do("ROLL")
    assert [engine.money(p) for p in range(8)] == [1140, *[2000] * 7]


def test_the_classic_order_is_untouched(engine):
    engine.new_game(4, first=2)
    assert engine.byte("turn_first") == 2
    assert engine.table("loan_lo", 8) == [0] * 8


# --- taxes --------------------------------------------------------------------------


def to_tax(game):
    game.place(game.active, 1)
    return game.roll(1, 2)


@pytest.mark.feature("F150")
@pytest.mark.parametrize("choice", [0, 1])
def test_income_tax_is_chosen_before_anything_is_counted(russian, choice):
    """V-3.8.

    200, or a tenth; until then nothing else can be done that would change what is counted.
    """
    events = to_tax(russian)
    assert ("TAX_CHOICE", 0, INCOME_TAX) in [(e.name, *e[1:3]) for e in events]
    assert russian.byte("turn_phase") == K["PHASE_TAX"]
    assert russian.actions() == {K["REQ_TAX"]}
    assert russian.money(0) == 1500
    russian.refuses("TAX", "RANGE", 2)
    events = russian.do("TAX", choice)
    paid = (200, 150)[choice]
    assert [e[2:] for e in events if e.name == "TAX"] == [(INCOME_TAX, TAX, paid)]
    assert russian.money(0) == 1500 - paid
    assert russian.byte("turn_phase") == K["PHASE_DONE"]
    russian.check_invariants()


@pytest.mark.feature("F151")
def test_a_tenth_is_of_money_printed_prices_and_the_cost_of_buildings(russian):
    """V-3.8.

    Cash 1001; Park Lane 350 and Mayfair 400 with a hotel and 4 houses (9 x 200); a mortgaged
    station counts its 200: 3751, a tenth rounded up is 376."""
    russian.give(0, 37, level=4)
    russian.give(0, 39, level=5)
    russian.give(0, 5, mortgaged=1)
    russian.set_money(0, 1001)
    to_tax(russian)
    russian.do("TAX", 1)
    assert russian.money(0) == 1001 - 376


def test_open_loans_count_as_negative_wealth(russian):
    """V-3.8, V-3.12: V-10: 1500 + 350 + 400 - 170."""
    russian.give(0, 37, 39)
    russian.ask_loan(8, 170, 20)
    russian.do("LOAN")
    assert russian.money(0) == 1670
    to_tax(russian)
    russian.do("TAX", 1)
    assert russian.money(0) == 1670 - 225


@pytest.mark.parametrize("borrowed", [0, 100])
def test_who_has_nothing_or_less_pays_no_tenth(russian, borrowed):
    """V-3.8."""
    if borrowed:
        russian.ask_loan(1, borrowed, 5)
        russian.do("LOAN")
        russian.do("GRANT")
    russian.set_money(0, 0)
    to_tax(russian)
    assert not russian.do("TAX", 1)
    assert russian.money(0) == 0
    assert russian.byte("turn_phase") == K["PHASE_DONE"]


def test_a_double_goes_on_after_the_tax(russian):
    """V-3.8."""
    russian.place(0, 2)
    russian.roll(1, 1)
    russian.do("TAX", 0)
    assert russian.byte("turn_phase") == K["PHASE_ROLL"]


def test_luxury_tax_is_100_or_75(engine):
    """V-3.8."""
    for switches, amount in (({}, 100), ({"luxury": 1}, 75), ({"tax": 1}, 100)):
        engine.new_game(4, switches=switches)
        engine.place(0, LUXURY_TAX - 3)
        engine.roll(1, 2)
        assert engine.money(0) == 1500 - amount


def test_the_classic_income_tax_asks_nothing(game):
    to_tax(game)
    assert game.money(0) == 1300
    game.refuses("TAX", "MODE", 0)


# --- rent ---------------------------------------------------------------------------


def to_mayfair(game, owner=2):
    """Seat 0 lands on Mayfair with one house: 200."""
    game.give(owner, 37, 39, level=1)
    game.place(0, 36)
    return game.roll(1, 2)


@pytest.mark.feature("F218")
@pytest.mark.parametrize("taken", [0, 1, 77, 199, 200])
def test_the_owner_may_take_less_than_the_rent(russian, taken):
    """V-3.4."""
    events = to_mayfair(russian)
    assert ("RENT_DUE", 2, 39, 0, 200) in [(e.name, *e[1:]) for e in events]
    assert (russian.mode, russian.active) == (K["MODE_RENT"], 2)
    assert russian.actions() == {K["REQ_LESS"]}
    for more in (201, 300, 0xFFFF):
        russian.refuses("LESS", "RANGE", more & 0xFF, more >> 8)
    russian.do("LESS", taken, 0)
    assert (russian.money(0), russian.money(2)) == (1500 - taken, 1500 + taken)
    assert (russian.mode, russian.active) == (K["MODE_NORMAL"], 0)
    assert russian.byte("turn_phase") == K["PHASE_DONE"]
    russian.check_invariants()


def test_a_computer_takes_all(russian):
    """V-3.4."""
    russian.poke("player_flags", russian.flags(2) | K["PF_CPU"], 2)
    to_mayfair(russian)
    assert (russian.money(0), russian.money(2)) == (1300, 1700)
    assert russian.mode == K["MODE_NORMAL"]


def test_cards_lead_to_rents_that_are_asked_for_too(russian):
    """V-3.4: Double rent of a station: 50."""
    russian.give(1, 15)
    draw(russian, CHANCE, cards(CHANCE, "nearest")[0])
    assert (russian.mode, russian.pair("rent")) == (K["MODE_RENT"], 50)
    russian.do("LESS", 40, 0)
    assert russian.money(1) == 1540


def test_rent_that_cannot_be_paid_is_settled_when_it_is_taken(russian):
    """V-3.4."""
    russian.give(0, 1)
    russian.set_money(0, 10)
    to_mayfair(russian)
    russian.do("LESS", 30, 0)
    assert (russian.money(0), russian.active, russian.mode) == (-20, 0, K["MODE_NORMAL"])
    russian.do("MORTGAGE", 1)
    assert russian.money(2) == 1530


def test_nobody_is_asked_for_mortgaged_or_own_deeds(russian):
    """V-3.4."""
    russian.give(1, 39, mortgaged=1)
    russian.place(0, 36)
    russian.roll(1, 2)
    assert russian.mode == K["MODE_NORMAL"]
    russian.refuses("LESS", "MODE", 0, 0)


# --- gaol ---------------------------------------------------------------------------


@pytest.fixture
def prisoner(russian):
    """Seat 0 is in gaol and has failed three times."""
    russian.poke("player_flags", K["PF_ALIVE"] | K["PF_GAOL"], 0)
    russian.place(0, 10)
    return russian


def give_card(game, player, deck):
    """The deck's card has been drawn before by a player: it is the one at the bottom."""
    game.put_at(deck, 15, FREE)
    game.ram[game.labels["deck_cards"] + deck * 16 + 15] = NOBODY
    game.poke("deck_size", 15, deck)
    game.poke("deck_free", player, deck)


@pytest.mark.feature("F228")
@pytest.mark.parametrize("way", ["BAIL", "CARD"])
def test_after_the_third_failure_50_or_a_card_then_a_new_roll(prisoner, way):
    """V-3.9."""
    if way == "CARD":
        give_card(prisoner, 0, 0)
    fail(prisoner, 3)
    assert prisoner.byte("turn_phase") == K["PHASE_BAIL"]
    prisoner.refuses("ROLL", "PHASE")
    assert (K["REQ_CARD"] in prisoner.actions()) == (way == "CARD")
    prisoner.do(way)
    assert prisoner.money(0) == (1450 if way == "BAIL" else 1500)
    assert prisoner.byte("player_square", 0) == 10
    assert not prisoner.flags(0) & (K["PF_GAOL"] | K["PF_BAIL"])
    assert prisoner.byte("player_gaol_fails", 0) == 0
    assert prisoner.byte("turn_phase") == K["PHASE_ROLL"]
    prisoner.check_invariants()


@pytest.mark.feature("F229")
def test_the_new_roll_is_an_ordinary_one(prisoner):
    """V-3.9: It moves by the new dice, not by the failed ones, and a double counts."""
    fail(prisoner, 3)
    prisoner.do("BAIL")
    prisoner.roll(5, 5)
    assert prisoner.byte("player_square", 0) == 20
    assert prisoner.byte("turn_doubles") == 1
    assert prisoner.byte("turn_phase") == K["PHASE_ROLL"]


def test_bail_that_becomes_a_debt_is_paid_before_the_new_roll(prisoner):
    """V-3.9."""
    prisoner.give(0, 39)
    prisoner.set_money(0, 20)
    fail(prisoner, 3)
    prisoner.do("BAIL")
    assert prisoner.money(0) == -30
    prisoner.refuses("ROLL", "DEBT")
    prisoner.do("MORTGAGE", 39)
    prisoner.roll(1, 2)
    assert prisoner.byte("player_square", 0) == 13


@pytest.mark.feature("F245")
@pytest.mark.parametrize("way", ["BAIL", "CARD"])
def test_on_the_third_lap_there_are_three_throws_before_50_or_a_card(engine, way):
    """V-3.9 with the switch at 2."""
    engine.new_game(4, switches={"third": 2})
    engine.poke("player_flags", K["PF_ALIVE"] | K["PF_GAOL"], 0)
    engine.place(0, 10)
    give_card(engine, 0, 0)
    engine.poke("player_gaol_fails", 2, 0)
    for _ in range(2):
        engine.roll(1, 2)
        assert engine.byte("turn_phase") == K["PHASE_ROLL"]
        engine.refuses("END_TURN", "PHASE")
        engine.check_invariants()
    engine.roll(1, 2)
    assert engine.byte("turn_phase") == K["PHASE_BAIL"]
    engine.refuses("ROLL", "PHASE")
    engine.do(way)
    engine.roll(2, 3)
    assert engine.byte("player_square", 0) == 15
    assert engine.byte("player_gaol_fails", 0) == 0


@pytest.mark.feature("F245")
def test_a_double_of_the_third_throw_on_the_third_lap_is_enough(engine):
    """V-3.9 with the switch at 2."""
    engine.new_game(4, switches={"third": 2})
    engine.poke("player_flags", K["PF_ALIVE"] | K["PF_GAOL"], 0)
    engine.place(0, 10)
    engine.poke("player_gaol_fails", 4, 0)
    engine.roll(3, 3)
    assert engine.byte("player_square", 0) == 16
    assert not engine.flags(0) & (K["PF_GAOL"] | K["PF_BAIL"])


def test_alone_the_switch_leaves_the_other_rules_as_they_are(engine):
    """V-3.9."""
    engine.new_game(4, switches={"third": 1})
    engine.poke("player_flags", K["PF_ALIVE"] | K["PF_GAOL"], 0)
    engine.place(0, 10)
    fail(engine, 3)
    engine.refuses("CARD", "NO_CARD")
    engine.do("BAIL")
    engine.roll(1, 2)
    assert engine.byte("player_square", 0) == 13


# --- cards --------------------------------------------------------------------------


def drawn(game, deck, times):
    """Draw so many cards; the GO-free card is used as soon as it is drawn."""
    found = []
    for _ in range(times):
        top = game.deck(deck)[game.byte("deck_next", deck)]
        found.append(top)
        game.place(0, (17, 7)[deck])
        game.set_money(0, 1500)
        game.poke("turn_phase", K["PHASE_ROLL"])
        game.call("card_draw", a=deck)
        game.events()
        assert game.byte("card_last") % 16 == top or game.byte("card_last") // 16 != deck
        if top == FREE:
            assert game.byte("deck_free", deck) == 0
            game.poke("player_flags", K["PF_ALIVE"] | K["PF_GAOL"], 0)
            game.poke("turn_phase", K["PHASE_ROLL"])
            game.poke("mode_depth", 0)
            game.do("CARD")
        game.poke("player_flags", K["PF_ALIVE"], 0)
        game.poke("mode_depth", 0)
        game.poke("mode_kind", K["MODE_NORMAL"])
    return found


@pytest.mark.feature("F230")
@pytest.mark.parametrize("deck", [0, 1])
def test_the_17th_card_is_the_first_again(russian, deck):
    """V-3.10: Each goes to the bottom; nothing is shuffled."""
    order = russian.deck(deck)
    first, second = drawn(russian, deck, 16), drawn(russian, deck, 17)
    assert first == order
    assert second == [*order, order[0]]
    assert russian.deck(deck) == order
    russian.check_invariants()


@pytest.mark.parametrize("deck", [0, 1])
def test_a_kept_card_leaves_the_other_fifteen_in_their_order(russian, deck):
    """V-3.10."""
    order = russian.deck(deck)
    place = order.index(FREE)
    fifteen = [c for c in order if c != FREE]
    russian.poke("deck_next", place, deck)
    draw(russian, (CHEST, CHANCE)[deck], FREE)
    assert russian.byte("deck_size", deck) == 15
    assert russian.deck(deck) == fifteen
    assert russian.byte("deck_next", deck) == place % 15
    assert russian.byte("deck_free", deck) == 0
    russian.check_invariants()


@pytest.mark.parametrize("following", range(15))
def test_a_used_card_goes_to_the_bottom(russian, following):
    """V-3.10: The bottom is before the next card of the cycle."""
    give_card(russian, 0, 1)
    fifteen = russian.deck(1)
    russian.poke("deck_next", following, 1)
    russian.poke("player_flags", K["PF_ALIVE"] | K["PF_GAOL"], 0)
    russian.do("CARD")
    after, at = russian.deck(1), russian.byte("deck_next", 1)
    assert after[at:] + after[:at] == [*fifteen[following:], *fifteen[:following], FREE]
    assert russian.byte("deck_free", 1) == NOBODY
    russian.check_invariants()
