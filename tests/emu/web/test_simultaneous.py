"""While all are asked at once, each presses for his own seat; claims, rents and loans are one's."""

import asyncio

import pytest

import c64
from emu.arena.rules import image
from emu.shared.key_state import KeyState
from emu.web import server
from emu.web.game import Table
from emu.web.permissions import HOST, WATCH
from emu.web.simultaneous import BIDS, DOWN, HOUSES, UP, Market, Turns
from tests.emu.web.kit import becomes, hosted, seat
from tests.emu.web.presets import COMPUTER, WAYS

BIDDING = Market(BIDS, (0, 1, 2), (), 40, (1500, 45, 1500, 0))
ASKING = Market(HOUSES, (0, 1, 2), (1,))
PLATES = {0: (26, 11), 1: (33, 12), 2: (31, 15)}  # a cell of each


def read(board, name, index=0):
    """A byte of the game."""
    return board.machine_thread.machine.ram[image().labels[name] + index]


def standing(board):
    """(amount, seat) of the bid that stands."""
    return read(board, "auction_bid_lo"), read(board, "auction_bidder")


def wanted(board):
    """How many houses each of four wants."""
    return [read(board, "wanted", number) for number in range(4)]


@pytest.fixture(autouse=True)
def every_reason(monkeypatch):
    """Each refusal gives its reason, where a player is told only one a second."""
    monkeypatch.setattr(server, "REFUSED_EVERY", 0.0)


async def refused(board, player, change, **message):
    """Say something that is refused with a reason, and changes nothing."""
    before, count = change(), len(player.texts.get("no", ()))
    await player.say(**message)
    await player.until(lambda p: len(p.texts.get("no", ())) > count, "the refusal")
    await board.later(10)
    assert change() == before
    return player.last("no")["why"]


# -- which key is whose ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "name", "key"),
    [(0, "1", "1"), (0, "!", "!"), (2, "3", "3"), (2, "#", "#"), (2, "RETURN", "3"),
     (0, "2", None), (0, '"', None), (0, "SPACE", None), (0, "UP", None), (0, "D", None),
     (3, "4", None), (7, "8", None)],
)  # fmt: skip
def test_in_an_auction_in_real_time_a_seat_has_its_own_number(number, name, key):
    assert BIDDING.key(number, name) == key


@pytest.mark.parametrize(
    ("number", "name", "key"),
    [(0, "1", "1"), (0, "+", "1"), (0, "UP", "1"), (0, "RIGHT", "1"), (0, "-", "!"),
     (0, "DOWN", "!"), (0, "LEFT", "!"), (1, "D", "D"), (1, "RETURN", "RETURN"), (1, '"', '"'),
     (0, "D", None), (0, "RETURN", None), (0, "2", None), (1, "1", None), (3, "4", None)],
)  # fmt: skip
def test_while_houses_are_asked_for_a_seat_has_its_own_line(number, name, key):
    assert ASKING.key(number, name) == key


def test_a_tap_counts_on_ones_own_plate_or_line():
    for number, (column, row) in PLATES.items():
        for other in range(3):
            key = BIDDING.tapped(other, 8 * column + 3, 8 * row + 3)
            assert key == (str(number + 1) if other == number else None)
    assert BIDDING.tapped(0, 8 * 26, 8 * 10) is None and BIDDING.tapped(3, 8 * 34, 8 * 14) is None
    line = 8 * (7 + 1) + 2
    assert ASKING.tapped(1, 8 * 10, line) == "2" and ASKING.tapped(1, 8 * 15, line) == '"'
    assert ASKING.tapped(0, 8 * 10, line) is None and ASKING.tapped(1, 8 * 20, line) is None
    assert ASKING.tapped(1, 8 * 30, 8 * 11) == "D" and ASKING.tapped(0, 8 * 30, 8 * 11) is None


def test_buttons_are_ones_own_and_those_beyond_ones_money_cannot_be_pressed():
    assert BIDDING.menu(0) == (("1", "Bid 50", True), ("!", "Bid 41", True))
    assert BIDDING.menu(1) == (("2", "Bid 50", False), ('"', "Bid 41", True))
    assert BIDDING.menu(COMPUTER) == ()
    assert Market(BIDS, (0,), money=(1500,)).menu(0) == (("1", "Bid 1", True),)
    assert [key for key, _, _ in ASKING.menu(0)] == ["1", "!"]
    assert [key for key, _, _ in ASKING.menu(1)] == ["2", '"', "D"]


def test_keys_of_many_are_pressed_one_after_the_other():
    machine = c64.C64()
    turns = Turns(KeyState(machine.keyboard))
    for client, name in ((1, "1"), (2, '"'), (3, "3"), (3, "3"), (4, "4")):
        turns.ask(client, name)
    turns.forget(4)
    seen = []
    for _ in range(4 * (DOWN + UP)):
        seen.append("".join(sorted(machine.keyboard.down)))
        turns.tick()
    rest = UP * [""]
    assert seen == [
        *DOWN * ["1"],
        *rest,
        *DOWN * ["2LSHIFT"],
        *rest,
        *DOWN * ["3"],
        *rest,
        "",
        "",
        "",
    ]


# -- in the game -------------------------------------------------------------------------------


def test_all_bid_each_for_himself(asked):
    async def play():
        async with hosted(asked("auction")) as board:
            people = [await board.join(seat(number)) for number in range(4)]
            host, watcher = await board.join(HOST), await board.join(WATCH)
            table = people[0].last("table")
            assert (table["mode"], table["active"], table["asked"]) == ("cry", None, [0, 1, 2])
            assert [p.last("table")["may"] for p in people] == ["own"] * 3 + ["none"]
            assert watcher.last("table")["may"] == "none"

            async def stands(amount, number):
                await becomes(lambda: standing(board), (amount, number))

            def bid():
                return standing(board)

            await people[1].tap("2")
            await stands(1, 1)
            await people[2].tap("RETURN")
            await stands(11, 2)
            await people[0].tap("!")
            await stands(12, 0)
            await people[1].say(t="joy", v=16)
            await stands(22, 1)
            await people[1].say(t="joy", v=0)
            column, row = PLATES[2]
            await people[2].say(t="tap", x=8 * column, y=8 * row)
            await stands(32, 2)
            why = await refused(board, people[0], bid, t="key", k="2", d=1)
            assert why == "All are asked: you press for seat 1, key 1."
            await people[0].tap("1")  # time would be over
            await stands(42, 0)
            await refused(board, people[1], bid, t="key", k="SPACE", d=1)
            await people[1].tap("2")
            await stands(52, 1)
            await refused(board, people[0], bid, t="tap", x=8 * column, y=8 * row)
            await people[2].tap("3")
            await stands(62, 2)
            await refused(board, people[COMPUTER], bid, t="key", k="4", d=1)
            await refused(board, watcher, bid, t="key", k="1", d=1)
            await people[0].until(lambda p: p.last("table")["menu"], "the buttons")
            assert people[0].last("table")["menu"][0] == ["1", "Bid 72", True]
            await host.tap("2")
            await stands(72, 1)

    asyncio.run(play())


def test_three_who_press_in_the_same_moment_all_bid_and_nobody_else(asked):
    async def play():
        async with hosted(asked("auction")) as board:
            people = [await board.join(seat(number)) for number in range(3)]
            for number in range(3):  # 1, 2 and 3 held together read as 4, too
                await people[number].say(t="key", k=str(number + 1), d=1)
            await becomes(lambda: standing(board)[0], 21)
            assert standing(board)[1] in (0, 1, 2)
            await asyncio.sleep(0.3)
            assert standing(board)[0] == 21  # held keys are pressed once

    asyncio.run(play())


def test_when_the_lot_is_sold_it_is_ones_turn_again(asked):
    async def play():
        async with hosted(asked("auction")) as board:
            people = [await board.join(seat(number)) for number in range(3)]
            await people[1].tap("2")
            await becomes(lambda: standing(board), (1, 1))
            with board.in_warp():
                await people[0].until(lambda p: p.last("table")["mode"] == "normal", "the menu")
            table = people[0].last("table")
            assert table["asked"] is None and table["active"] is not None
            may = [p.last("table")["may"] for p in people]
            assert may == ["turn" if n == table["active"] else "none" for n in range(3)]

    asyncio.run(play())


def test_only_the_owner_claims_his_rent(asked):
    async def play():
        async with hosted(asked("claim")) as board:
            people = [await board.join(seat(number)) for number in range(4)]
            table = people[0].last("table")
            owner, payer = table["active"], (table["active"] + 2) % 4
            assert table["mode"] == "claim" and table["asked"] is None
            assert people[owner].last("table")["menu"] == [["R", "Claim the rent", True]]

            def mode():
                return board.machine_thread.permissions.facts.mode

            why = await refused(board, people[payer], mode, t="key", k="R", d=1)
            assert why == f"It is PLAYER{owner + 1}'s turn."
            await people[owner].tap("R")
            with board.in_warp():
                await people[owner].until(lambda p: p.last("table")["mode"] == "normal", "rent")
            await becomes(lambda: board.machine_thread.permissions.facts.seats[owner].money, 1550)

    asyncio.run(play())


def test_each_says_for_himself_how_many_houses_he_wants(asked):
    async def play():
        async with hosted(asked("houses")) as board:
            people = [await board.join(seat(number)) for number in range(4)]
            table = people[0].last("table")
            dice = table["active"]
            assert table["mode"] == "houses" and table["asked"] == [0, 1, 2, 3]

            async def want(*numbers):
                await becomes(lambda: wanted(board), list(numbers))

            await people[0].tap("1")
            await want(1, 0, 0, 0)
            await people[2].tap("UP")
            await want(1, 0, 1, 0)
            await people[2].say(t="tap", x=8 * 10, y=8 * 9)
            await want(1, 0, 2, 0)
            await people[2].tap("LEFT")
            await want(1, 0, 1, 0)
            await people[1].tap("2")
            await want(1, 1, 1, 0)
            other = (dice + 1) % 4
            await refused(
                board, people[other], lambda: wanted(board), t="key", k=str(dice + 1), d=1
            )
            await refused(board, people[other], lambda: wanted(board), t="key", k="D", d=1)
            await people[dice].tap("D")
            with board.in_warp():
                await people[0].until(lambda p: p.last("table")["mode"] == "places", "placing")
            table = people[0].last("table")
            assert table["active"] in (0, 1, 2) and table["asked"] is None
            assert [row[0] for row in table["menu"]] == ["RETURN", "D"]
            may = [p.last("table")["may"] for p in people]
            assert may == ["turn" if n == table["active"] else "none" for n in range(4)]

    asyncio.run(play())


def test_where_a_computer_has_the_dice_any_person_says_that_all_have_said(asked):
    async def play():
        async with hosted(asked("computer")) as board:
            people = [await board.join(seat(number)) for number in range(4)]
            computer = read(board, "mode_active")  # whoever has the dice is one
            builds = min({0, 1, 2} - {computer})
            other = max({0, 1, 2, 3} - {computer})
            await people[builds].tap(str(builds + 1))
            await becomes(lambda: wanted(board)[builds], 1)
            menu = [row[0] for row in people[other].last("table")["menu"]]
            assert menu == [str(other + 1), '!"#$'[other], "D"]
            await people[other].tap("D")
            await people[builds].until(lambda p: p.last("table")["mode"] == "places", "placing")
            assert people[builds].last("table")["active"] == builds

    asyncio.run(play())


@pytest.mark.parametrize(("way", "key"), [("rent", "A"), ("loan", "Y")])
def test_rents_and_loans_are_decided_by_whom_they_are_asked(asked, way, key):
    async def play():
        async with hosted(asked(way)) as board:
            people = [await board.join(seat(number)) for number in range(4)]
            table = people[0].last("table")
            active = table["active"]
            assert table["mode"] == way and key in [row[0] for row in table["menu"]]

            def mode():
                return board.machine_thread.permissions.facts.mode

            await refused(board, people[(active + 1) % 4], mode, t="key", k=key, d=1)
            await people[active].tap(key)
            with board.in_warp():
                await people[active].until(lambda p: p.last("table")["mode"] == "normal", "it")

    asyncio.run(play())


@pytest.mark.parametrize("way", ["claim", "houses", "auction"])
def test_a_seat_is_not_handed_over_while_a_page_of_the_market_asks(built, way):
    game, table = WAYS[way](), Table()
    game.tick_until_armed()
    ram = game.machine.ram
    table.look(ram)
    table.give(1, "easy")
    assert table.settle(ram) == "" and table.pending
