"""A saved game whose checksum is right and whose bytes are chosen: refused, or a game.

Three say what a legal state is: the rules in play, their text (model/legal.py) and the check
of a file (sys/save_valid.s, save_board.s).  Real states pass both checks; of mutants the 6502
refuses whatever the text refuses; from what is accepted the rules play on.
"""

import collections
import itertools
import random

import pytest

from tests.asm.game import lockstep
from tests.asm.game.engine import NOBODY, Engine, K
from tests.asm.game.model import board, legal, switches
from tests.asm.game.robust.forge import (
    BEFORE,
    HEAD,
    Forger,
    Reader,
    Wanderer,
    harvest,
    with_sum,
)
from tests.asm.game.ui.test_save import DAMAGED, disk_program
from tests.volume import seldom

MUTANTS, LONG_MUTANTS, BATCH = 1000, 100_000, 5000
PLAYED, REQUESTS = 30, 100  # accepted mutants of a batch that are played on, and how long
TIME = 29_000  # cycles: save_valid.s promises
ANY_VALUE = {  # bytes all 256 values of which can be: how many there are
    "turn_count": 2, "brain_turn": 1, "brain_steps": 1, "rng_v": 3, "rng_w": 1, "rng_n": 1,
    "brain_wait": 8,  # of people: the turn in which they made their offers
}  # fmt: skip


@pytest.fixture(scope="module")
def reader(built, pytestconfig):
    return Reader(disk_program(pytestconfig))


@pytest.fixture(scope="module")
def real(rules_binary):
    """(states by stack and phase, {name: offset})."""
    return harvest(rules_binary, 4)


@pytest.fixture(scope="module")
def states(real):
    return [state for kept in real[0].values() for state in kept]


def test_states_of_every_stack_of_modes_and_every_phase_are_there(real):
    kinds = {kind for kind, kept in real[0].items() if kept}
    assert {kind[:-1] for kind in kinds} == legal.STACKS
    assert {kind[-1] for kind in kinds if kind[:-1] == ("NORMAL",)} >= {0, 1, 4}


def test_whatever_the_rules_lead_to_is_accepted_by_both(reader, rules_binary):
    """R-2.4: the check of a file as the invariant after every request of whole games."""
    engine, seen = Engine(rules_binary), collections.Counter()
    fields = legal.places(engine)

    class Watched(lockstep.Pair):
        scrambles = False

        def compare(self, name):
            super().compare(name)
            state = self.engine.state()
            assert not legal.faults(state, fields), self.tail()
            assert reader.is_valid(state), self.tail()
            seen[legal.State(state, fields).kinds] += 1

    for seed in range(6):
        dice = random.Random(seed)
        pair = Watched(engine, dice.randint(2, 8), seed + 1, computers=[0] if seed % 2 else ())
        for _ in range(pair.game.count):
            pair.send("ROLL")
        pair.deal_scene(dice)
        for _ in range(250):
            if pair.over:
                break
            pair.step(*(dice.randrange(1 << 16) for _ in range(3)))
    assert sum(seen.values()) > 500
    assert set(seen) >= {("NORMAL",), ("NORMAL", "AUCTION"), ("NORMAL", "TRADE")}


def test_the_check_takes_no_longer_than_it_says(reader, states):
    slowest = 0
    for state in states:
        assert reader.is_valid(state)
        slowest = max(slowest, reader.engine.call("state_valid"))
    assert 10_000 < slowest < TIME


FORGED = {  # field, index, value: what was taken once
    "the mode at the bottom is set-up": ("mode_kind", 0, 0),
    "the fourth mode": ("mode_kind", 3, 1),
    "who began does not play": ("turn_first", 0, 200),
    "a card behind the deck": ("deck_next", 0, 16),
    "a debt above all money": ("debt_hi", 9, 200),
    "a debt to himself": ("debt_lo", 0, 1),
    "an active seat that does not play": ("mode_active", 0, 7),
    "money nobody has paid out": ("player_money_hi", 0, 100),
    "a deed of somebody who is not there": ("square_owner", 39, 7),
    "the owner of GO": ("square_owner", 0, 0),
    "a hotel on an empty square": ("square_level", 1, 5),
    "a name of control codes": ("player_names", 0, 1),
    "more houses than there are": ("bank_houses", 0, 33),
    "a winner of a game that goes on": ("winners", 0, 1),
    "a second token of the same kind": ("player_token", 0, 7),
}  # fmt: skip


@pytest.mark.parametrize("what", FORGED)
def test_forged(reader, real, what):
    state = four_players(real)
    field, index, value = FORGED[what]
    at = real[1][field] + index
    assert reader.refuses(reader.file(state)) == 0
    assert state[at] != value
    forged = state[:at] + bytes((value,)) + state[at + 1 :]
    assert reader.refuses(reader.file(forged)) == DAMAGED


def four_players(real):
    """A state in the turn of a game in which seat 7 does not play and square 39 is unsold."""
    for kind, kept in real[0].items():
        for state in kept:
            s = legal.State(state, real[1])
            if kind == ("NORMAL", 0) and s.byte("player_count") < 8 and s.byte("turn_count") > 1:
                if s.byte("square_owner", 39) == NOBODY == s.byte("square_owner", 1):
                    if not any(s.table("debt_lo", 80)):
                        return state
    raise AssertionError("no such state was found")


def test_each_byte_of_the_state_has_a_value_that_is_refused(reader, real):
    """But those which may be anything; so no field is without its row or its relation."""
    state, fields = four_players(real), real[1]
    free = set()
    for name, size in ANY_VALUE.items():
        free |= set(range(fields[name], fields[name] + size))
    accepted = []
    for at in set(range(len(state))) - free:
        wrong = {state[at] ^ 0xFF, state[at] ^ 0x80, 0x55} - {state[at]}
        forged = (state[:at] + bytes((v,)) + state[at + 1 :] for v in sorted(wrong))
        if not any(reader.refuses(reader.file(f)) for f in forged):
            accepted.append(at)
    stale = {  # nobody reads them in this mode: what they were last, or any amount
        fields[n] for n in ("auction_bid_lo", "trade_give_lo", "trade_want_lo")
    }  # fmt: skip
    assert set(accepted) <= stale
    for name in ("rng_v", "rng_w", "rng_n", "turn_count"):
        forged = bytearray(state)
        forged[fields[name]] ^= 0x15
        assert reader.refuses(reader.file(bytes(forged))) == 0, name


def test_the_screen_and_the_last_events_are_looked_at(reader, states):
    whole = reader.file(states[0])[:-2]
    log = HEAD + 5
    wrong = [(8, 9), (HEAD, 4), (HEAD + 1, 40), (HEAD + 2, 2), (HEAD + 4, 128), (log, 100),
             (log, K["EV_DICE"]), (log + 29, 0), (log + 60, 40)]  # fmt: skip
    for at, value in wrong:
        forged = whole[:at] + bytes((value,)) + whole[at + 1 :]
        assert reader.refuses(with_sum(forged)) == DAMAGED, (at, value)
    group = bytearray(whole)
    group[log + 29] = K["EVENTS"] + 12  # "owns all" and a group
    for number, answer in ((0, 0), (9, 0), (10, DAMAGED), (39, DAMAGED)):
        group[log + 89] = number
        assert reader.refuses(with_sum(bytes(group))) == answer, number
    assert log + 150 == BEFORE


def test_what_a_computer_has_asked_for_is_nothing_or_a_group_and_up_to_four_deeds(reader, real):
    state, at = four_players(real), real[1]["brain_asked"]
    for seat in (0, 7):
        accepted = set()
        for value in range(256):
            forged = bytearray(state)
            forged[at + seat] = value
            if agree(reader, bytes(forged), real[1], (seat, value)):
                accepted.add(value)
        groups = range(1, 1 + len(board.GROUPS))
        assert accepted == {0} | {16 * deeds + group for deeds in range(5) for group in groups}


def test_options_have_their_last_value_and_no_more(reader, real):
    """Deeds and callers must go with the players, too: the text of the rules says how."""
    state, at = four_players(real), real[1]["settings"]
    accepted = set()
    for option, most in enumerate(legal.OPTIONS):
        for value in (most, most + 1):
            forged = bytearray(state)
            forged[at + option] = value
            if agree(reader, bytes(forged), real[1], (option, value)):
                accepted.add((option, value))
    free = {"OPT_MONEY", "OPT_PARKING", "OPT_GO", "OPT_RANDOM"}
    assert accepted >= {(K[name], legal.OPTIONS[K[name]]) for name in free}
    assert not accepted & {(K[name], legal.OPTIONS[K[name]] + 1) for name in free}


def test_a_register_of_zeros_is_refused(reader, real):
    state, fields = bytearray(four_players(real)), real[1]
    at = fields["rng_v"]
    for first, answer in ((0xC0, DAMAGED), (0, DAMAGED), (1, 0)):
        state[at : at + 3] = bytes((first, 0, 0))
        assert reader.refuses(reader.file(bytes(state))) == answer


def mutate(reader, binary, states, fields, seed, count):
    """Forge, read, compare, play on; returns the Counter of what happened."""
    forger, wanderer = Forger(states, fields, seed), Wanderer(binary)
    reader.refuses(reader.file(states[0]))
    memory, done = reader.memory(), collections.Counter()
    dice = random.Random(seed)
    for number in range(count):
        state = forger.mutant()
        reason = reader.refuses(reader.file(state))
        found = legal.faults(state, fields)
        assert reason in (0, DAMAGED)
        assert reason or not found, f"mutant {seed}/{number} is accepted, but: {found}"
        done["refused" if reason else "accepted"] += 1
        done["stricter"] += bool(reason and not found)
        if number % 50 == 0:
            assert reader.memory() == memory, f"mutant {seed}/{number}: memory was changed"
        if not reason and state not in states and done["played"] < PLAYED:
            done["played"] += 1
            try:
                wanderer.wander(state, REQUESTS, dice)
            except AssertionError as error:
                raise AssertionError(f"mutant {seed}/{number}: {error}") from error
    assert reader.memory() == memory
    return done


def agree(reader, state, fields, what):
    """True if a state is legal; the check of a file and the text of the rules say the same."""
    right = not legal.faults(state, fields)
    assert (reader.refuses(reader.file(state)) == 0) == right, what
    return right


SEATS_NAMED = (
    "auction_bidder", "trade_from", "turn_first", "quit_asker", "deck_free", "mode_active",
)  # fmt: skip
OF_TWO = ("deck_free", "mode_active")


@pytest.mark.parametrize("states", [1, seldom(3)])
def test_whoever_is_named_may_be_that_seat_or_not_as_the_rules_say(reader, real, states):
    """R-2.5: bidder, loser, speaker, keeper of a card: each seat, out or not, and nobody."""
    answers = collections.Counter()
    for kind, kept in real[0].items():
        for state in kept[:states]:
            for name in SEATS_NAMED:
                for index in range(2 if name in OF_TWO else 1):
                    for seat in (*range(8), NOBODY):
                        forged = bytearray(state)
                        forged[real[1][name] + index] = seat
                        if name == "auction_bidder" and seat < 8:
                            forged[real[1]["auction_passed"] + seat] = 0
                        what = (kind, name, index, seat)
                        answers[agree(reader, bytes(forged), real[1], what)] += 1
    assert min(answers.values()) > 34 * states


@pytest.mark.parametrize("group", board.GROUPS)
def test_a_group_may_be_built_on_evenly_alone(reader, real, group):
    """R-10.2: two heights on the streets of a group, all sums made to fit; none on other deeds."""
    state, squares = four_players(real), board.MEMBERS[group]
    forger = Forger([state], real[1], 0)
    for low, high, other in itertools.product(range(6), range(6), range(len(squares))):
        forger.state = bytearray(state)
        for place, square in enumerate(squares):
            forger.put("square_owner", 0, square)
            forger.put("square_mortgaged", 0, square)
            forger.put("square_level", high if place == other else low, square)
        forger.fit()
        even = abs(low - high) < 2 if group in board.HOUSE_COST else low == high == 0
        what = (low, high, other)
        assert agree(reader, bytes(forger.state), real[1], what) == even, what


RUSSIAN_TELLS = range(K["EV_ORDER"], K["EV_ISSUED"] + 1)
RULES1989_TELLS = range(K["EV_MISSED"], K["EVENTS"])
SWITCHES = [(name, n) for name, n in K.items() if name.startswith("SW_")]
HIGHEST = dict.fromkeys((name for name, _ in SWITCHES), 1) | {
    "SW_REPAY": 2, "SW_THIRD": 2,
    "SW_RENT": 2, "SW_AUCTION": 2, "SW_HOTEL": 2, "SW_BUILD": 2, "SW_BANKRUPT": 2,
    "SW_BANKER": 8, "SW_CLOCK": 0, "SW_SHORT": 0,  # minutes, auctions in real time besides
}  # fmt: skip


def with_preset(reader, engine_russian):
    """The block of a game by the Russian preset."""
    return bytes(engine_russian) + reader.classic[len(engine_russian) :]


@pytest.fixture(scope="module")
def russian(rules_binary):
    """The switches of the Russian preset, as the rules set them."""
    engine = Engine(rules_binary)
    engine.call("play_init")
    engine.do("PRESET", K["PRESET_RUSSIAN"])
    return engine.table("switches", K["SWITCHES"])


@pytest.fixture(scope="module")
def rules1989(rules_binary):
    """The same of the preset of 1989."""
    engine = Engine(rules_binary)
    engine.call("play_init")
    engine.do("PRESET", K["PRESET_1989"])
    return engine.table("switches", K["SWITCHES"])


def test_what_only_presets_tell_is_in_no_other_games_history(reader, real, russian, rules1989):
    """Its words come with the rules of the preset; elsewhere there would be none."""
    state, log = four_players(real), HEAD + 5
    words = reader.engine.labels["message_words"]
    own = [0] * len(russian)
    own[K["SW_PRESET"]], own[K["SW_LUXURY"]] = K["PRESET_OWN"], 1  # of both: RUSSIAN is there
    games = {None: (), tuple(russian): RUSSIAN_TELLS, tuple(own): RUSSIAN_TELLS}
    games[tuple(rules1989)] = RULES1989_TELLS
    for chosen, tells in games.items():
        block = chosen and with_preset(reader, chosen)
        for number in (*RUSSIAN_TELLS, *RULES1989_TELLS):
            forged = bytearray(reader.file(state, block)[:-2])
            forged[log + 3] = number
            right = number in tells and reader.engine.ram[words + number]
            answer = 0 if right else DAMAGED
            assert reader.refuses(with_sum(bytes(forged))) == answer, (number, chosen)


def test_a_classic_game_has_nothing_of_a_preset(reader, real, rules_binary):
    state = four_players(real)
    labels = rules_binary.labels
    first = labels["auction_last_lo"] - labels["variant_begin"]
    bids = range(first, first + 16)  # are noted in any game
    for at in set(range(len(reader.classic))) - set(bids):
        block = bytearray(reader.classic)
        block[at] ^= 1
        assert reader.refuses(reader.file(state, bytes(block))) == DAMAGED, at


@pytest.mark.parametrize(("name", "number"), SWITCHES)
def test_switches_of_a_preset_are_as_it_has_them_and_ones_own_are_any_there_are(
    reader, real, russian, name, number
):
    state = four_players(real)
    assert reader.refuses(reader.file(state, with_preset(reader, russian))) == 0
    for value in range(10):
        switches = list(russian)
        switches[number] = value
        right = 0 if value == russian[number] else DAMAGED
        if number or value == K["PRESET_CLASSIC"]:
            found = reader.refuses(reader.file(state, with_preset(reader, switches)))
            assert found == right, (name, value)
    for value in range(10) if number else ():
        switches = [0] * len(russian)
        switches[0], switches[number] = K["PRESET_OWN"], value
        right = value <= HIGHEST[name]
        found = reader.refuses(reader.file(state, with_preset(reader, switches)))
        assert found == (0 if right else DAMAGED), (name, value)


# --- games of 1989 --------------------------------------------------------------------

# How many bytes from a field on are forged.  Not the rent that is asked for, nor the houses
# wanted: any amount can be played, and what can stand is looked at where it is placed.
NEW_FIELDS = {
    "switches": K["SWITCHES"], "clock_minutes_lo": 4, "session_seat": 1,
    "mode_kind": 3, "mode_active": 3, "mode_square": 3,
}  # fmt: skip


WIPED = {"houses are wanted without a session"}  # the next sale of houses begins with none


class WatchedFile(lockstep.Pair):
    """The check of a file looks at every other state of a game, and at all with three modes."""

    scrambles = False

    reader, found = None, None

    def compare(self, name):
        super().compare(name)
        engine = self.engine
        whole = engine.whole()
        if len(self.log) % 2 or legal.State(whole, self.fields).depth > 1:
            state, block = whole[: len(engine.state())], whole[len(engine.state()) :]
            assert self.reader.refuses(self.reader.file(state, block)) == 0, self.tail()
            self.found[legal.State(whole, self.fields).kinds].append(whole)


@pytest.fixture(scope="module")
def states_1989(reader, rules_binary):
    """({stack of modes: states}, {name: offset}) of random games; each was accepted."""
    engine, found = Engine(rules_binary), collections.defaultdict(list)
    kind = type("Seen", (WatchedFile,), {"reader": reader, "found": found})
    for seed in range(6):
        for preset in (switches.RULES1989, lockstep.OWN_1989):
            lockstep.play(engine, seed, 300, preset, kind=kind)
    return found, legal.places(engine)


def test_games_of_1989_are_accepted_at_any_point(states_1989):
    """V-1.2, V-1.4, V-1.5, V-1.10: claims, auctions, sales of houses, short games."""
    found, fields = states_1989
    assert set(found) >= {
        ("NORMAL",), ("NORMAL", "CLAIM"), ("NORMAL", "AUCTION"), ("NORMAL", "HOUSES"),
        ("NORMAL", "HOUSES", "AUCTION"), ("NORMAL", "HOUSES", "MUST_PAY"),
    }  # fmt: skip
    states = [legal.State(state, fields) for kept in found.values() for state in kept]
    assert any(s.byte("switches", K["SW_CLOCK"]) for s in states)
    assert any(s.byte("switches", K["SW_PRESET"]) == K["PRESET_OWN"] for s in states)


@pytest.mark.parametrize("preset", [switches.RUSSIAN, switches.OWN])
def test_games_with_rents_and_loans_are_accepted_at_any_point(reader, rules_binary, preset):
    """V-3.5, V-3.8."""
    engine, found = Engine(rules_binary), collections.defaultdict(list)
    seen = {"reader": reader, "found": found, "fields": legal.places(engine)}
    for seed in range(4):
        lockstep.play(engine, seed, 200, preset, kind=type("Seen", (WatchedFile,), seen))
    assert set(found) >= {
        ("NORMAL",), ("NORMAL", "RENT"), ("NORMAL", "LOAN"), ("NORMAL", "AUCTION"),
    }  # fmt: skip


@pytest.mark.parametrize("lends", [True, False])
def test_who_owes_is_offered_a_deed_only_where_a_loan_may_have_fallen_due_on_the_way(
    reader, rules_binary, lends
):
    """V-3.13: he passes GO, pays back more than he has, and lands on what nobody owns."""
    game = Engine(rules_binary).new_game(4, preset=K["PRESET_RUSSIAN"])
    game.give(0, 37, 39, 31, 32, 34, 26, 27, 29)
    game.ask_loan(K["CREDIT_BANK"], 600, 1, K["LOAN_LAPS"])
    game.do("LOAN")
    game.set_money(0, 50)
    game.place(0, 38)
    game.roll(1, 2)
    assert (game.money(0), game.byte("turn_phase")) == (-350, K["PHASE_BUY"])
    if not lends:
        game.poke("switches", K["PRESET_OWN"], K["SW_PRESET"])
        game.poke("switches", 0, K["SW_LOANS"])
    whole, length = game.whole(), len(game.state())
    assert (reader.refuses(reader.file(whole[:length], whole[length:])) == 0) == lends
    assert (not legal.faults(whole, legal.places(game))) == lends


@pytest.mark.parametrize("seed", range(2))
def test_a_forged_game_of_1989_is_refused_unless_the_rules_could_lead_there(
    reader, states_1989, seed
):
    """A byte or two of what the 1989 game keeps, or of the mode, have any other value."""
    found, fields = states_1989
    dice = random.Random(f"1989 {seed}")
    length = reader.engine.state_end - reader.engine.state_begin
    states = [state for kept in found.values() for state in dice.sample(kept, min(len(kept), 12))]
    done = collections.Counter()
    for _ in range(400):
        forged = bytearray(dice.choice(states))
        for _ in range(dice.choice((1, 1, 2))):
            name = dice.choice(list(NEW_FIELDS))
            at = fields[name] + dice.randrange(NEW_FIELDS[name])
            forged[at] = dice.choice((0, 1, 2, 5, 11, 12, 33, 255))
        state = bytes(forged)
        refused = reader.refuses(reader.file(state[:length], state[length:]))
        faults = set(legal.faults(state, fields)) - WIPED
        assert refused or not faults, faults
        done["refused" if refused else "accepted"] += 1
    assert done["refused"] > 100
    assert done["accepted"] > 20


@pytest.mark.feature("F144")
def test_a_thousand_forged_games_are_refused_or_played(reader, rules_binary, real, states):
    done = mutate(reader, rules_binary, states, real[1], 0, MUTANTS)
    assert done["refused"] > MUTANTS / 2
    assert done["accepted"] > MUTANTS / 50
    assert done["played"] == PLAYED
    assert not done["stricter"], "the text of the rules would let them pass"


@pytest.mark.long
@pytest.mark.parametrize("batch", range(LONG_MUTANTS // BATCH))
def test_a_hundred_thousand_forged_games(reader, rules_binary, batch, real, states):
    done = mutate(reader, rules_binary, states, real[1], 1 + batch, BATCH)
    assert done["refused"] > BATCH / 2
    assert done["played"] == PLAYED
