"""What is true of the block of state that presets have (VARIANTS 3): part of legal.py."""

from tests.asm.game.model import board, switches

NONE = 0xFF
PLACES = range(8)
BANK = 8
PRINTED = 15140
MOST = 4000
TERMS = (20, 5)  # turns, laps
HIGHEST = {  # as in legal.py
    "loan_lender": (8, BANK, False), "loan_borrower": (8, 7, True), "loan_unit": (8, 1, False),
    "loan_left": (8, 20, False), "issue_count": (1, 8, False), "rent_hi": (1, 127, False),
    "auction_last_hi": (8, 127, False), "clock_minutes_hi": (1, 2, False),
    "wanted": (8, 32, False), "session_seat": (1, 7, True),
}  # fmt: skip
STACKS = {
    ("NORMAL", "RENT"), ("NORMAL", "LOAN"), ("NORMAL", "CLAIM"), ("NORMAL", "HOUSES"),
    ("NORMAL", "HOUSES", "AUCTION"), ("NORMAL", "HOUSES", "MUST_PAY"),
}  # fmt: skip


def wrong_switches(switch):
    """V-3.15: values there are, and the set of the preset that is named."""
    preset = switch["preset"]
    if any(switch[name] not in values for name, values in switches.VALUES.items()):
        yield "switches"
    elif preset != switches.OWN and preset not in switches.PRESETS:
        yield "preset"
    elif preset != switches.OWN and switch != of_preset(preset, switch):
        yield "switches that are not the preset's"
    elif switch["short"] and switch["auction"] != 1:
        yield "houses auctioned in turn"
    elif switches.mixed(switch):
        yield "switches of two families"


def of_preset(preset, switch):
    """The set of a preset; that of 1989 with a short game or without."""
    short = switch["clock"] if preset == switches.RULES1989 else 0
    return {**switches.of_preset(preset), "clock": short}


def faults(s):
    """What is wrong with the block; the rest of the state is right (legal.py)."""
    if not s.presets:
        return
    for look in (modes, loans, issues, marks, bids, clock, session):
        yield from look(s, s.chosen)


def can_raise(s, seat):
    """Something of this seat's can be sold or mortgaged; with V-3.6 not every hotel can."""
    for square in s.deeds(seat):
        group = board.MEMBERS[board.TITLES[square].group]
        levels = [s.byte("square_level", g) for g in group]
        level = s.byte("square_level", square)
        if not any(levels) and not s.byte("square_mortgaged", square):
            return True
        if level and level == max(levels) and (level < 5 or 4 <= s.byte("bank_houses") < 128):
            return True
    return False


def modes(s, switch):
    """V-3.1, V-3.4, V-3.6, V-3.8, V-3.9, V-3.11."""
    kinds, actives, phase = s.kinds, s.actives, s.byte("turn_phase")
    if kinds[-1] == "RENT":
        yield from rent(s, switch, 2)
    if kinds[-1] == "CLAIM":
        yield from rent(s, switch, 1)
    if kinds[0] == "NORMAL" and phase == 5 and actives[0] in s.living:
        if not switch["tax"] or s.byte("player_square", actives[0]) != 4 or kinds != ("NORMAL",):
            yield "income tax"
    if kinds[0] == "NORMAL" and phase == 3 and switch["third"]:
        yield "moves by the failed roll"
    if switch["bankrupt"] == 2:
        waits = any(s.byte("square_pending", square) != NONE for square in board.TITLES)
        if "TRANSFER" in kinds or waits:
            yield "property of a bankrupt did not return"
    if switch["order"] and kinds[0] in ("NORMAL", "OVER") and s.byte("turn_first"):
        yield "who was first does not sit first"
    if switch["hotel"] == 2 and s.byte("bank_houses") >= 128:
        yield "a hotel was sold without houses"


def rent(s, switch, rule):
    """V-3.4: the owner is asked about a rent that is due where the player with the dice stands."""
    square, (payer, owner) = s.byte("mode_square", 1), s.actives
    if switch["rent"] != rule or s.flag(owner, "CPU"):
        yield "nobody is asked for the rent"
    if s.byte("player_square", payer) != square or s.byte("square_owner", square) != owner:
        yield "who is asked for the rent"
    elif s.byte("square_mortgaged", square) or s.pair("rent") not in rents(s, square, owner):
        yield "the rent"


def rents(s, square, owner):
    """R-8, and with the cards of R-7.3 and R-7.4."""
    title = board.TITLES[square]
    members = board.MEMBERS[title.group]
    held = sum(s.byte("square_owner", g) == owner for g in members)
    dice = sum(s.table("dice", 2))
    if title.group == "stations":
        return {board.STATION_RENT[held], 2 * board.STATION_RENT[held]}
    if title.group == "utilities":
        return {board.UTILITY_TIMES[held] * dice, 10 * dice}
    level = s.byte("square_level", square)
    return {title.rent[level] * (2 if not level and held == len(members) else 1)}


def loans(s, switch):
    """V-3.12, V-3.13: eight places, free ones empty."""
    kinds, living = s.kinds, s.living
    asked = s.byte("mode_square", 1) if kinds[-1] == "LOAN" else None
    for place in PLACES:
        lender, borrower, unit, left = (
            s.byte(f"loan_{part}", place) for part in ("lender", "borrower", "unit", "left")
        )
        amount = s.pair("loan", place)
        terms = 1 <= amount <= MOST and 1 <= left <= TERMS[unit]
        if place == asked:
            if borrower != NONE or not terms or not switch["loans"]:
                yield "the loan that is asked for"
            yield from who_lends(s, switch, lender)
        elif borrower == NONE:
            sums = kinds[0] == "FIRST" and switch["order"] and amount <= 12
            won = "HOUSES" in kinds  # houses a seat has won: session()
            if lender or unit or left or (amount and not sums and not won):
                yield f"loan {place}: something in a free place"
        elif not switch["loans"] or not terms or borrower not in living or lender == borrower:
            yield f"loan {place}"
        elif lender != BANK and lender not in living:
            yield f"loan {place}: the lender is out"
    if asked is not None and (asked > 7 or NONE in s.table("loan_borrower", asked)):
        yield "the place of the loan that is asked for"


def who_lends(s, switch, lender):
    """V-3.2: the seat that is asked."""
    asker, decides = s.actives
    if decides == asker or (lender == BANK and decides != switch["banker"] - 1):
        yield "who decides about the loan"
    if lender not in (BANK, decides):
        yield "who lends"


def issues(s, switch):
    """V-3.14: the log in order, and money enough for what is in circulation."""
    count = s.byte("issue_count")
    total = int.from_bytes(s.table("issue_total", 3), "little")
    log = [(s.pair("issue_turn", n), s.pair("issue", n)) for n in PLACES]
    turns = [turn for turn, _ in log[:count]]
    if not switch["bank"] and (count or total):
        yield "money was issued"
    if turns != sorted(set(turns)) or (turns and turns[-1] > s.pair_of("turn_count")):
        yield "turns of the log"
    if any(not amount for _, amount in log[:count]) or any(map(any, log[count:])):
        yield "entries of the log"
    if sum(amount for _, amount in log) > total:
        yield "more in the log than was issued"
    if switch["bank"] and int.from_bytes(s.table("bank_out", 3), "little") > PRINTED + total:
        yield "more money than there is"


def marks(s, switch):
    """V-3.5."""
    bits = int.from_bytes(s.table("street_built", 5), "little")
    risen = {square for square in range(40) if bits >> square & 1}
    streets = {square for square, title in board.TITLES.items() if title.house}
    if risen - streets or (risen and switch["build"] != 2):
        yield "streets that have risen"


def bids(s, switch):
    """V-3.3: everybody's last bid, the standing one the highest."""
    if switch["auction"] != 2 or "AUCTION" not in s.kinds:
        return
    bidder, bid = s.byte("auction_bidder"), s.pair("auction_bid")
    last = {seat: s.pair("auction_last", seat) for seat in PLACES if s.pair("auction_last", seat)}
    if set(last) - set(s.living) or (last and min(last.values()) < 10):
        yield "bids"
    top = max(last.values(), default=0)
    asked = bidder == NONE and last.get(s.actives[1]) == bid + 1 == top
    if len(set(last.values())) < len(last) or (last.get(bidder, 0) != top and not asked):
        yield "who bid last"
    if bid != last.get(bidder, 0) and bidder != NONE:
        yield "the standing bid"


def price_named(s, bid):
    """V-3.2, V-3.3: one less than the auctioneer's price, or than a bid that is asked for again."""
    return s.chosen["auction"] == 2 and bid >= 9


def clock(s, switch):
    """V-1.10: a short game has its minutes, no other has any."""
    minutes = s.pair("clock_minutes")
    if switch["clock"] and not 1 <= minutes <= switches.MINUTES:
        yield "the minutes of a short game"
    if s.pair("clock") > 60 * switches.MINUTES:
        yield "more time than any game has"
    if not switch["clock"] and (minutes or s.pair("clock")):
        yield "a clock"
    if not switch["short"] and (any(s.table("wanted", 8)) or s.byte("session_seat")):
        yield "houses that nobody sells"


def cries(s):
    """F153, F155: anybody who lives may have bid anything; houses only in a session."""
    bidder, bid = s.byte("auction_bidder"), s.pair("auction_bid")
    square = s.byte("mode_square", s.depth)
    if (square == NONE) != ("HOUSES" in s.kinds):
        yield "a house is auctioned in a session, a deed outside"
    elif square != NONE:
        owned = s.byte("square_owner", square) != NONE
        if owned or square not in board.TITLES or s.byte("square_pending", square) != NONE:
            yield "what is auctioned"
    if bidder == NONE and bid:
        yield "a bid of nobody"
    if bidder != NONE and (not bid or bidder not in s.living):
        yield "the bid"


def session(s, switch):
    """F156 to F158: who speaks, and how many houses are wanted and won."""
    if "HOUSES" not in s.kinds:
        if any(s.table("wanted", 8)):
            yield "houses are wanted without a session"
        return
    wanted, won = s.table("wanted", 8), s.table("loan_lo", 8)
    seat, dicer, active = s.byte("session_seat"), *s.actives[:2]
    if not switch["short"]:
        yield "a session"
    if active != (dicer if seat == NONE else seat):
        yield "who speaks in a session"
    if any(w > places(s, p, switch) for p, w in enumerate(wanted)):
        yield "more houses wanted than can stand"
    if "AUCTION" in s.kinds:
        lacking = [p for p in PLACES if wanted[p] > won[p]]
        if seat != NONE or len(lacking) < 2 or sum(won) >= s.byte("bank_houses"):
            yield "a house is auctioned for nobody"
        if any(have > ask for have, ask in zip(won, wanted, strict=True)):
            yield "more won than wanted"
    elif seat == NONE and any(won):
        yield "won before an auction"


def places(s, seat, switch):
    """How many more houses a seat's whole groups without a mortgage take."""
    free = 0
    for members in board.MEMBERS.values():
        whole = all(s.byte("square_owner", square) == seat for square in members)
        pledged = any(s.byte("square_mortgaged", square) for square in members)
        if whole and not pledged and board.TITLES[members[0]].house:
            limit = 4 - switch["clock"]
            free += sum(max(0, limit - s.byte("square_level", square)) for square in members)
    return free
