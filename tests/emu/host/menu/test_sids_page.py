"""The page of the machine's SIDs: addresses, models and sides, and what a change begins."""

from types import SimpleNamespace

import pytest

from c64 import SidPlace
from c64.config import CONFIG_CHOICES, SID_PLACES, SIDS_MOST
from emu.host.menu.page import CLOSE
from emu.host.menu.sids_page import sids_page


class App:
    """A machine with these SIDs; ``again``: what it was started again with."""

    def __init__(self, *sids):
        self.args = SimpleNamespace(config=SimpleNamespace(sids=sids))
        self.settings, self.again = SimpleNamespace(sids=""), []

    def start_again(self, **words):
        self.again.append(words["sids"])


class Sids:
    def __init__(self, *sids):
        self.app = App(*sids)
        self.page = sids_page(self.app)

    def titles(self):
        return [row.title for row in self.page.rows()]

    def row(self, title, number=1):
        """The row of a title below the heading of a SID."""
        rows = list(self.page.rows())
        at = next(i for i, row in enumerate(rows) if row.heading and row.title == f"SID {number}")
        return next(row for row in rows[at:] if row.title == title)

    def last(self):
        return self.page.rows()[-1]


def test_one_sid_has_a_side_and_there_may_be_another():
    sids = Sids()
    assert sids.titles() == ["SID 1", "side", "SID 2", "address", "switch off and on with these"]
    assert not sids.last().enabled
    address = sids.row("address", 2)
    assert address.word == "none"
    assert address.choices() == ("none", *(f"${at:04X}" for at in SID_PLACES if at != 0xD400))


def test_sids_are_added_changed_and_taken_out():
    sids = Sids()
    none = sids.row("address", 2).word
    sids.row("address", 2).put("$D420")
    assert sids.row("address", 2).word == "$D420" and sids.last().enabled
    sids.row("address", 3).put("$DE00")
    sids.row("address", 2).put("$D500")
    assert "$D420" in sids.row("address", 4).choices()
    assert "$D500" in sids.row("address", 2).choices()
    assert "$D500" not in sids.row("address", 3).choices()
    model = sids.row("model", 3)
    assert model.choices()[1:] == (*CONFIG_CHOICES["sid"],) and model.word == model.choices()[0]
    for word in model.choices()[1:]:
        model.put(word)
        assert sids.row("model", 3).word == word
    for word in sids.row("side", 2).choices():
        sids.row("side", 2).put(word)
        assert sids.row("side", 2).word == word
    sids.row("address", 2).put(none)
    assert sids.row("address", 2).word == "$DE00"
    sids.row("address", 2).put(none)
    assert not sids.last().enabled
    sids.row("address", 2).put(none)  # of the one that may be added: nothing happens
    assert sids.titles()[-2:] == ["address", "switch off and on with these"]


@pytest.mark.parametrize("first_changes", [False, True])
def test_the_machine_begins_anew_with_them_and_they_are_remembered(first_changes):
    sids = Sids()
    sids.row("address", 2).put("$D420")
    sids.row("model", 2).put("8580")
    wanted = [SidPlace(0xD420, "8580")]
    if first_changes:
        sids.row("side", 1).put("left")
        wanted.insert(0, SidPlace(0xD400, side="left"))
    assert sids.last().run() is CLOSE
    assert sids.app.again == [tuple(wanted)]
    assert sids.app.settings.sids == ",".join(map(str, wanted))
    again = Sids(*wanted)
    assert again.row("address", 2).word == "$D420" and again.row("model", 2).word == "8580"
    assert not again.last().enabled


def test_there_are_as_many_as_a_machine_may_have():
    sids = Sids()
    for number in range(2, SIDS_MOST + 1):
        address = sids.row("address", number)
        address.put(address.choices()[1])
    headings = [row.title for row in sids.page.rows() if row.heading]
    assert headings == [f"SID {n + 1}" for n in range(SIDS_MOST)]
    places = [sids.row("address", n).word for n in range(2, SIDS_MOST + 1)]
    assert len(set(places)) == SIDS_MOST - 1
