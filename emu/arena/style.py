"""Counts that show a player's style: deeds bought, stations among them, offers, houses."""

from typing import Any

from emu.arena.rules import NOBODY, Rules

STATIONS = (5, 15, 25, 35)
COUNTED = {"OFFER": "offers", "BUILD": "houses"}
ASKED = ("deeds", "stations", *COUNTED.values(), "turns")


class Manner:
    """Counts of one game, one row per seat: deeds bought from the bank, stations from anybody."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.codes = {rules.K["REQ_" + name]: what for name, what in COUNTED.items()}
        self.turn = rules.K["REQ_END_TURN"]
        self.rows = [dict.fromkeys(ASKED, 0) for _ in range(seats)]
        self.owners = rules.table("square_owner", 40)

    def sent(self, seat: int, code: int) -> None:
        """Count a request of a seat that was accepted."""
        row = self.rows[seat]
        if code in self.codes:
            row[self.codes[code]] += 1
        row["turns"] += code == self.turn
        owners = self.rules.table("square_owner", 40)
        if owners != self.owners:
            for square, (before, now) in enumerate(zip(self.owners, owners, strict=True)):
                if now not in (before, NOBODY):
                    self.rows[now]["deeds"] += before == NOBODY
                    self.rows[now]["stations"] += square in STATIONS
            self.owners = owners


def share(results: list[dict[str, Any]], name: str, what: str, of: str) -> tuple[int, int]:
    """The totals (of ``what``, of ``of``) of a player in all games."""
    rows = [
        row
        for result in results
        for seat, row in zip(result["seats"], result["manner"], strict=True)
        if seat == name
    ]
    return sum(row[what] for row in rows), sum(row[of] for row in rows)
