"""What a stranger reads first in ``dist/``."""

import pytest

from tools.release.build import BILL, GUIDES, IMAGES, SHOWN, ReleaseError
from tools.release.notes import file_table, notes

CHANGELOG = """# What?

## [Unreleased]

New.

## [0.1.0] - 2026-12-01

### Game

- A game ([docs](docs/play/game.md)), in [figures](docs/figures.md#a) and for [any C64](https://example.org).
"""


def test_the_notes_are_those_of_the_version_or_of_what_is_not_released():
    made = notes(CHANGELOG, "0.1.0", ["go64.prg"])
    assert made.startswith("# GO 64 0.1.0\n\n## Which file is for what?\n\n| file |")
    assert "### Game" in made
    assert "New." not in made
    assert notes(CHANGELOG, "0.2.0", []).endswith("## What is new?\n\nNew.\n")
    with pytest.raises(ReleaseError, match="no part"):
        notes("# What?\n", "0.1.0", [])


def test_links_into_the_sources_become_paths_and_others_stay():
    assert notes(CHANGELOG, "0.1.0", []).splitlines()[-1] == (
        "- A game (docs/play/game.md), in figures (docs/figures.md#a)"
        " and for [any C64](https://example.org)."
    )


def test_each_file_of_a_release_has_a_row():
    shown = [name.replace("*", "-de.pdf").replace("--", "-") for name in SHOWN]
    packages = ["go64-0.1.0-cp311-x.whl", "go64-0.1.0.tar.gz", "go64-web.zip"]
    files = [*IMAGES, *GUIDES, BILL, *shown, *packages]
    table = file_table(files)
    for name in files:
        assert table.count(f"`{name}`") == 1, name
    with pytest.raises(ReleaseError, match=r"no row for go65\.prg$"):
        file_table(["go64.prg", "go65.prg"])
