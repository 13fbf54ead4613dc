"""The achievements of the property game, whose state is read by the names of its sources."""

from __future__ import annotations

from collections.abc import Mapping

from emu.arena.rules import image
from emu.host.achievements.sets import Achievement

SEATS = range(8)
STREETS = (2, 3, 3, 3, 3, 3, 3, 2)  # deeds of each colour
STATIONS, UTILITIES = 8, 9  # groups behind the colours
# Title -> what for; the order is that of the page.
TITLES = {
    "Landlord": "own a deed",
    "Estate agent": "own ten deeds at a time",
    "One colour": "own all streets of a colour",
    "Railway age": "own all four stations",
    "Light and water": "own both utilities",
    "First house": "build in your turn",
    "Grand hotel": "build a hotel in your turn",
    "Twelve eyes": "roll a double six",
    "Free again": "leave gaol",
    "Out of the red": "pay off a debt and stay in the game",
    "Five thousand": "have that much cash",
    "Winner": "win a game",
    "Master": "win a game in which a hard computer plays",
}
POINTS = (5, 10, 10, 10, 5, 5, 10, 5, 5, 10, 10, 25, 50)


def own_achievements() -> list[Achievement]:
    """Return the achievements of the game, in English: the menu translates them."""
    triggers = _triggers(image().labels, image().numbers)
    rows = zip(TITLES.items(), POINTS, triggers, strict=True)
    return [
        Achievement(title, title, what, points, trigger) for (title, what), points, trigger in rows
    ]


def _triggers(labels: Mapping[str, int], numbers: Mapping[str, int]) -> list[str]:
    """Return the conditions of TITLES; all but the last four are about who has the dice."""

    def at(name: str, index: int = 0, size: str = "H") -> str:
        return f"0x{size}{labels[name] + index:04x}"

    mine = f"I:{at('mode_active')}_"  # the next address is that of the seat whose turn it is
    same = f"{at('mode_active')}=d{at('mode_active')}"
    turn = f"{at('mode_kind')}={numbers['MODE_NORMAL']}_{mine}{at('player_flags', size='T')}=0"

    def deeds(group: int) -> str:
        return mine + at("player_groups", 8 * group)

    groups = range(UTILITIES + 1)
    held = "_".join(f"{mine}A:{at('player_groups', 8 * group)}" for group in groups)
    cash = f"{mine}A:{at('player_money_hi')}*256_{mine}{at('player_money_lo')}"
    flag = f"{mine}{at('player_flags', size='N')}"  # PF_GAOL
    was_free = f"{mine}d{at('player_flags', size='N')}"
    in_debt = [
        f"Sd{at('player_flags', n, 'R')}=1_{at('player_flags', n, 'R')}=0"
        f"_{at('player_flags', n, 'M')}=1_{at('player_flags', n, 'T')}=0"
        for n in SEATS
    ]
    over = f"{at('mode_kind')}={numbers['MODE_OVER']}"
    won = [f"S{at('winners', 0, 'MNOPQRST'[n])}=1_{at('player_flags', n, 'T')}=0" for n in SEATS]
    hard = [
        f"_{at('player_flags', m, 'T')}=1"
        f"_{at('settings', numbers['OPT_SKILLS'] + m)}={numbers['SKILL_HARD']}"
        for m in SEATS
    ]
    return [
        f"{turn}_{held}_0>=1",
        f"{turn}_{held}_M:0>=10",
        turn + "".join(f"S{deeds(group)}={size}" for group, size in enumerate(STREETS)),
        f"{turn}_{deeds(STATIONS)}=4",
        f"{turn}_{deeds(UTILITIES)}=2",
        f"{turn}_{same}_{at('bank_houses')}<d{at('bank_houses')}",
        f"{turn}_{same}_{at('bank_hotels')}<d{at('bank_hotels')}",
        f"{turn}_{at('dice', size=' ')}=h606_d{at('dice', size=' ')}!=h606",
        f"{turn}_{same}_{was_free}=1_{flag}=0",
        "".join(in_debt),
        f"{turn}_{mine}{at('player_money_hi', size='T')}=0_{cash}>=5000",
        over + "".join(won),
        over + "".join(f"{seat}{other}" for seat in won for other in hard),
    ]
