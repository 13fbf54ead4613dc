"""The examples of CONTRIBUTING.md pass as they stand there, and its routine has that contract."""

import re
from pathlib import Path

import pytest

from tests.asm.game.engine import Engine, build

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text()


def example(name):
    """Return the function of that name from the page's Python."""
    names = {}
    for source in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(source, names)  # the page's own examples
    return names[name]


def test_the_test_of_a_chip():
    example("test_timer_a_underflows_every_latch_plus_one_cycles")()


def test_the_test_of_a_routine(tmp_path):
    engine = Engine(build(tmp_path))
    engine.call("play_init")
    example("test_two_stations_charge_50")(engine.new_game(4))


def test_the_contract_is_that_of_the_source():
    (contract,) = re.findall(r"```\n(; rent_get.*?)```", PAGE, re.DOTALL)
    assert contract in (ROOT / "asm/game/play/rent.s").read_text()


PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
PAGES += sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/**/*.md"))


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_links_to_is_there(page):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / page).read_text())
    for link in links:
        assert ((ROOT / page).parent / link).is_file(), link


def test_every_page_is_in_the_index():
    index = (ROOT / "docs" / "README.md").read_text()
    pages = {page.removeprefix("docs/") for page in PAGES if page.startswith("docs/")}
    assert pages - {"README.md"} <= set(re.findall(r"\]\(([A-Za-z0-9/-]+\.md)\)", index))
