"""The bench counts what happened in games, and docs/play/strategy.md has its figures."""

import re
from collections import Counter
from pathlib import Path

from emu.arena.match import play_match, tasks
from tests.bench import strategy

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/play/strategy.md").read_text(encoding="utf-8")
MEASURED = (ROOT / "docs/measured/opponents.md").read_text(encoding="utf-8")
STREETS = [name for name in strategy.groups_of(strategy.board()) if name not in strategy.FEES]


def rows_of(page, head):
    """Return the cells of the table whose first row begins with ``head``, by their first cell."""
    text = page[page.index(head) :].partition("\n\n")[0]
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()[2:]
    ]
    return {name.replace(" ", "_"): rest for name, *rest in cells}


def test_a_watched_game_is_the_game_and_counts_its_stops():
    (task,) = tasks(["hard", "hard", "normal"], 1, 7)
    seen, played = strategy.watch(task), play_match(task)
    assert (seen["turns"], seen["winners"]) == (played["turns"], played["winners"])
    assert sum(seen["stops"].values()) >= seen["turns"] * 3 // 4  # a turn in gaol moves nobody
    assert seen["stops"][30] == 0, "square 30 sends to gaol, nobody stays there"
    assert set(seen["owners"].values()) <= {0, 1, 2} and seen["owners"]


def test_games_are_added_up():
    seen = strategy.Seen()
    stops = Counter({5: 3, 7: 1})
    for owners in ({"stations": 1, "red": 0}, {"red": 1}, {}):
        seen.add({"turns": 10, "stops": stops, "winners": [1], "owners": owners})
    assert (seen.throws, seen.stops[5]) == (30, 9)
    assert (seen.completed["red"], seen.won["red"], seen.won["stations"]) == (2, 1, 1)
    assert (seen.first, seen.first_won) == (2, 1)


def test_a_group_costs_and_earns_by_the_board():
    data = strategy.board()
    assert strategy.earnings(data, "blue", lambda square: 0.5) == (1950, 0.5 * (1100 + 1400))
    assert strategy.earnings(data, "stations", lambda square: 1) == (800, 4 * 200)
    assert strategy.earnings(data, "utilities", lambda square: 1) == (300, 2 * 70)


def test_the_page_says_what_the_next_house_brings():
    rows = rows_of(PAGE, "| group | first")
    assert list(rows) == STREETS
    for group in STREETS:
        assert list(map(int, rows[group])) == strategy.next_house(strategy.board(), group)


def test_the_page_has_the_figures_that_were_measured():
    shown, measured = rows_of(PAGE, "| group | stops"), rows_of(MEASURED, "| group | stops")
    named = {"all_stations": "stations", "both_utilities": "utilities"}
    for name, cells in shown.items():
        stops, cost, earns, back, _, won, _ = measured[named.get(name, name)]
        assert cells == [stops, cost, earns, back, won]
    groups = strategy.groups_of(strategy.board())
    assert [named.get(name, name) for name in shown] == list(groups)
    for group, (_, cost, *_) in measured.items():
        assert int(cost) == strategy.earnings(strategy.board(), group, lambda square: 0)[0]
    assert re.search(r"356 of 1,000", MEASURED) and "36 % of the games" in PAGE
