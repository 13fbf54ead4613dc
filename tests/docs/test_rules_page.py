"""docs/play/rules.md explains every number of the rules that is cited, with the right figures."""

import re
from pathlib import Path

from tests.asm.game.citations import numbers
from tests.asm.game.model import board

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "play" / "rules.md").read_text()
FOLDERS = ("asm", "tests", "tools", "docs")
KINDS = (".s", ".inc", ".py", ".toml", ".md", ".cfg")

# "GCR-1541" is no citation.  What follows a number may go on: R-14.1-5, R-17.6 to 8, R-17.2, 5, 11.
CITED = re.compile(
    r"(?<![A-Za-z])([RV])-(\d\d?)(?:\.(\d+)((?:(?:-| to |, )\d+\b(?!\.))*))?(?![\d])"
)
VARIANT = re.compile(r"VARIANTS (\d+(?:\.\d+)?)")


def cited_in(text):
    """Return the numbers that a text cites: {"R-4", "R-4.2", "V-3.1", "VARIANTS 2.1", ...}."""
    found = {f"VARIANTS {number}" for number in VARIANT.findall(text)}
    for kind, number, item, more in CITED.findall(text):
        group = f"{kind}-{number}"
        if not item:  # V-8 alone is a question that VARIANTS had left open
            found |= {group} if kind == "R" else set()
            continue
        last = int(item)
        found.add(f"{group}.{last}")
        for sign, end in re.findall(r"(-| to |, )(\d+)", more):
            first = last if sign != ", " else int(end)
            last = int(end)
            found |= {f"{group}.{n}" for n in range(first, last + 1)}
    return found


def entries():
    """Return the numbers that the page explains: its headings and the heads of its items."""
    heads = re.findall(r"^## (R-\d+|VARIANTS \d+)\b", PAGE, re.MULTILINE)
    return set(heads) | set(
        re.findall(r"^- \*\*((?:[RV]-|VARIANTS )[\d.]+)\*\*", PAGE, re.MULTILINE)
    )


def test_ranges_and_lists_of_numbers_are_understood():
    assert cited_in("(R-14.1-5)") == {f"R-14.{n}" for n in range(1, 6)}
    assert cited_in("(R-17.6 to 8)") == {"R-17.6", "R-17.7", "R-17.8"}
    assert cited_in("(R-17.2, 5, 11)") == {"R-17.2", "R-17.5", "R-17.11"}
    assert cited_in("V-3.12, 13; RV-3.1") == {"V-3.12", "V-3.13"}
    assert cited_in("R-9 to R-11, R-12.5, GCR-1541, VARIANTS 2.1, F1") == {
        *("R-9", "R-11", "R-12.5", "VARIANTS 2.1")
    }


def test_every_number_that_is_cited_has_an_entry():
    explained, missing, count = entries(), {}, 0
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix not in KINDS:
                continue
            cited = cited_in(path.read_text())
            count += len(cited)
            for number in cited - explained:
                missing.setdefault(number, []).append(str(path.relative_to(ROOT)))
    assert not missing
    assert count > 300  # it looked where the citations are


def test_the_numbers_are_those_of_the_list_of_rules():
    assert {e for e in entries() if re.fullmatch(r"[RV]-\d+\.\d+", e)} == set(numbers())


def test_the_table_of_the_board_has_the_figures_of_the_rules():
    rows = re.findall(r"^\| (\d+) \|(.*)\|$", PAGE, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(40))
    for number, row in rows:
        _, group, price, mortgage, fee, house, rent = (cell.strip() for cell in row.split("|"))
        if int(number) not in board.TITLES:
            tax = board.TAXES.get(int(number))
            assert [group, price, rent] == ["", "", f"pay {tax}" if tax else ""]
            continue
        title = board.TITLES[int(number)]
        assert group == title.group
        assert [price, mortgage, fee] == [str(n) for n in (title.price, title.mortgage, title.fee)]
        if title.house:
            assert int(house) == title.house
            assert tuple(int(word) for word in rent.split()) == title.rent


def test_the_table_of_the_score_has_the_figures_of_the_rules():
    rows = re.findall(r"^\| (?:\d houses?|hotel) \|(.*)\|$", PAGE, re.MULTILINE)
    columns = zip(*[[int(n) for n in row.split("|")] for row in rows], strict=True)
    assert list(columns) == list(board.SCORE.values())
