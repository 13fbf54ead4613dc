"""Random sources: the NES generator exactly, unbiased, and SID noise (R-7.9, VARIANTS 2)."""

import array
import collections
import itertools
import math
import random

import pytest

from tests.asm.game.engine import Engine, K
from tests.asm.game.model.generator import Generator
from tests.volume import seldom

SEED = 0x3E2AD2
LFSR, UNBIASED, SID = K["RANDOM_LFSR"], K["RANDOM_UNBIASED"], K["RANDOM_SID"]
VECTORS = (
    0x7C55A4, 0xF8AB48, 0xF15690, 0xE2AD20, 0xC55A41, 0x8AB482, 0x156904, 0x2AD209,
    0x55A413, 0xAB4827, 0x56904F, 0xAD209F, 0x5A413F, 0xB4827F, 0x6904FE, 0xD209FD,
)  # fmt: skip
LATER = {32: 0xFDD868, 100: 0x7F2962, 256: 0x371B75, 1000: 0x184F2C, 65536: 0x2DE5CD}


def value(engine):
    """The shift register's 24 bits."""
    return int.from_bytes(bytes(engine.table("rng_v", 3)), "big")


def start(engine, source, v=SEED, w=0):
    engine.poke("settings", source, K["OPT_RANDOM"])
    engine.seed(v)
    engine.poke("rng_w", w)


def chi_square(counts, expected):
    return sum((n - expected) ** 2 / expected for n in counts)


def survival(x, k):
    """P(chi-square with k degrees of freedom > x), by Wilson and Hilferty."""
    z = ((x / k) ** (1 / 3) - (1 - 2 / (9 * k))) / math.sqrt(2 / (9 * k))
    return math.erfc(z / math.sqrt(2)) / 2


# --- the NES generator -----------------------------------------------------------


@pytest.mark.feature("F199")
@pytest.mark.feature("F204")
def test_single_steps_from_the_seed_of_frame_seven(engine):
    """VARIANTS 2.3."""
    start(engine, LFSR)
    for expected in VECTORS:
        engine.call("random_f1")
        assert value(engine) == expected


@pytest.mark.feature("F199")
def test_long_runs_of_steps(engine):
    start(engine, LFSR)
    for step in range(1, 65537):
        engine.call("random_f1")
        if step in LATER:
            assert value(engine) == LATER[step]


@pytest.mark.feature("F200")
def test_five_steps_add_35_to_w(engine):
    """VARIANTS 2.1: net +35."""
    start(engine, LFSR, 0x80CF72)
    engine.call("random_f2")
    assert engine.byte("rng_w") == 35


@pytest.mark.feature("F202")
@pytest.mark.parametrize(
    ("v", "w", "dice", "after"),
    [
        (0x3E2AD2, 0x00, [2, 1], (0xD209FD, 0x23)),
        (0x7019EE, 0x00, [1, 3], (0xEE40A8, 0x23)),
        (0x80CF72, 0x00, [5, 4], (0x720546, 0x23)),
        (0x054658, 0x69, [2, 4], (0x583F2B, 0x8C)),
        (0xBCD91B, 0xDF, [5, 2], (0x1B15AC, 0x02)),
    ],
)
def test_dice_of_a_result_frame(engine, v, w, dice, after):
    """VARIANTS 2.3."""
    start(engine, LFSR, v, w)
    engine.call("random_dice")
    assert engine.table("dice", 2) == dice
    assert (value(engine), engine.byte("rng_w")) == after


@pytest.mark.feature("F202")
def test_ten_result_frames_in_a_row(engine):
    start(engine, LFSR)
    throws = []
    for _ in range(10):
        engine.call("random_dice")
        throws.append("".join(map(str, engine.table("dice", 2))))
    assert " ".join(throws) == "21 32 13 46 44 15 52 61 13 11"
    assert (value(engine), engine.byte("rng_w")) == (0xEA1254, 0x5E)


@pytest.mark.feature("F203")
@pytest.mark.parametrize(
    ("v", "chance", "chest", "after"),
    [
        (
            0x3E2AD2,
            [14, 6, 15, 13, 3, 2, 4, 10, 8, 1, 7, 9, 5, 0, 11, 12],
            [0, 15, 11, 1, 7, 8, 14, 12, 3, 13, 4, 9, 10, 5, 6, 2],
            0x66F846,
        ),
        (
            0x7019EE,
            [13, 12, 14, 9, 10, 4, 2, 0, 6, 8, 11, 7, 3, 1, 15, 5],
            [7, 1, 5, 12, 3, 11, 10, 13, 4, 2, 15, 14, 8, 6, 0, 9],
            0xA80DCB,
        ),
    ],
)
def test_decks_as_the_nes_game_deals_them(engine, v, chance, chest, after):
    """VARIANTS 2.3."""
    start(engine, LFSR, v)
    engine.call("decks_start")
    assert engine.deck(1) == chance
    assert engine.deck(0) == chest
    assert value(engine) == after


@pytest.mark.feature("F201")
@pytest.mark.parametrize(
    "frame",
    [
        ("PLAIN", 3, 1, 0, 0), ("SETUP", 3, 1, 0, 1), ("WAIT", 3, 8, 35, 1),
        ("WAIT_AGAIN", 3, 6, 35, 1), ("ROLLING", 3, 18, 105, 1), ("ROLLING", 4, 16, 105, 1),
        ("THROWN", 3, 6, 35, 0), ("NAME", 31, 2, 0, 1), ("NAME", 30, 33, 0, 1),
    ],
)  # fmt: skip
def test_shifts_of_each_kind_of_frame(engine, frame):
    """VARIANTS 2.1: situation, N before, shifts, change of W, change of N."""
    situation, n, shifts, w, counted = frame
    start(engine, LFSR)
    engine.poke("rng_n", n)
    engine.call("random_frame", a=K["FRAME_" + situation])
    twin = Generator(Generator.EXACT, SEED)
    twin.shift(shifts)
    assert (value(engine), engine.byte("rng_w")) == (twin.v, w)
    assert engine.byte("rng_n") == n + counted


@pytest.mark.feature("F208")
def test_typing_a_name_stirs_by_2_to_33_shifts(engine):
    """VARIANTS 2.1."""
    found = set()
    for n in range(32):
        start(engine, LFSR)
        engine.poke("rng_n", n)
        engine.call("random_frame", a=K["FRAME_NAME"])
        twin = Generator(Generator.EXACT, SEED)
        for shifts in range(1, 40):
            twin.shift()
            if twin.v == value(engine):
                found.add(shifts)
    assert found == set(range(2, 34))


@pytest.mark.feature("F205")
@pytest.mark.feature("F207")
def test_the_period_of_the_model_and_its_bias():
    """VARIANTS 2.2: 2^22 - 1 states; 43:42 in favour of 1-4.

    The model is held against the 6502 code above and below; it runs the full period.
    """
    v = SEED & 0x3FFFFF
    counts = array.array("l", [0] * 256)
    begin, steps = v, 0
    while True:
        v = (v << 1 & 0x3FFFFF) | (v >> 21 ^ v >> 20) & 1
        counts[v & 0xFF] += 1
        steps += 1
        if v == begin:
            break
    assert steps == 4_194_303
    faces = [sum(counts[b] for b in range(256) if b % 6 == face) for face in range(6)]
    assert faces == [704_511, 704_512, 704_512, 704_512, 688_128, 688_128]


@pytest.mark.feature("F206")
def test_steps_can_be_undone(engine):
    """VARIANTS 2.1."""
    start(engine, LFSR)
    for _ in range(100):
        before = value(engine) & 0x3FFFFF
        engine.call("random_f1")
        v = value(engine) & 0x3FFFFF
        assert (v >> 1) | ((v & 1) ^ v >> 21) << 21 == before


def test_zero_is_never_seeded(engine):
    """VARIANTS 2.2: it is a fixed point, whatever the two bits of history."""
    for high in (0x00, 0x40, 0x80, 0xC0):
        engine.seed(high << 16)
        assert value(engine) == SEED


def test_model_and_machine_make_the_same_numbers(engine):
    for source in (LFSR, UNBIASED):
        start(engine, source, 0x123456)
        twin = Generator(source, 0x123456)
        for n in (2, 6, 16, 28, 100, 255, 1) * 20:
            engine.call("random_below", a=n)
            assert engine.cpu.a == twin.below(n)
            engine.call("random_dice")
            assert tuple(engine.table("dice", 2)) == twin.dice()


# --- fairness -----------------------------------------------------------------------


# The second is the same measurement, begun elsewhere.


@pytest.mark.feature("F011")
@pytest.mark.parametrize(
    ("seed", "rolls"), [(SEED, 15_000), seldom(SEED, 60_000), seldom(1, 60_000)]
)
def test_faces_of_the_unbiased_register_over_thousands_of_rolls(engine, seed, rolls):
    """R-20.12: chi-square, p > 0.001."""
    start(engine, UNBIASED, seed)
    faces, totals = [0] * 6, collections.Counter()
    for _ in range(rolls):
        engine.call("random_dice")
        one, two = engine.table("dice", 2)
        faces[one - 1] += 1
        faces[two - 1] += 1
        totals[one + two] += 1
    assert survival(chi_square(faces, rolls / 3), 5) > 0.001
    ways = [6 - abs(total - 7) for total in range(2, 13)]
    x = sum((totals[t + 2] - w * rolls / 36) ** 2 / (w * rolls / 36) for t, w in enumerate(ways))
    assert survival(x, 10) > 0.001


@pytest.mark.parametrize(
    ("seed", "shuffles"), [(SEED, 4000), seldom(SEED, 16_000), seldom(1, 16_000)]
)
def test_shuffles_are_uniform_over_thousands(engine, seed, shuffles):
    """R-7.9: every card is in every place equally often."""
    start(engine, UNBIASED, seed)
    places = [[0] * 16 for _ in range(16)]
    for _ in range(shuffles):
        engine.call("random_cards")
        for place, card in enumerate(engine.table("random_order", 16)):
            places[place][card] += 1
    for row in places:
        assert survival(chi_square(row, shuffles / 16), 15) > 0.001 / 16
    x = sum(chi_square(row, shuffles / 16) for row in places)
    assert survival(x, 225) > 0.001


def test_a_byte_that_would_favour_a_face_is_rejected(engine):
    """R-20.12: reject, do not clamp: 252-255 are drawn again."""
    for v in range(1, 3000):
        twin = Generator(UNBIASED, v)
        if twin.byte() >= 252:
            start(engine, UNBIASED, v)
            engine.call("random_below", a=6)
            assert value(engine) != twin.v
            return
    raise AssertionError("no such seed")


# --- SID noise, on the whole machine -------------------------------------------------


@pytest.fixture(scope="module")
def noise(rules_binary, c64_factory):
    """A machine that rolls dice from voice 3 for ever, counting faces and pairs."""
    return NoiseMachine(rules_binary, c64_factory("noise", boot=False))


class NoiseMachine:
    """A C64 with the rules in RAM and a loop that throws dice into a ring at $8000."""

    LOOP, RING, PAGES, HEAD = 0x0C00, 0x8000, 64, 0x0F00

    def __init__(self, program, kit):
        self.machine = kit.machine
        self.machine.tick(5)
        memory = self.machine.memory
        for start, code in program.blocks:
            memory[start : start + len(code)] = code
        self.labels = program.labels
        begin = self.labels["state_begin"]
        memory[begin : self.labels["state_end"]] = bytes(self.labels["state_end"] - begin)
        loop = self._loop()
        memory[self.LOOP : self.LOOP + len(loop)] = loop
        cpu = self.machine.board.cpu
        cpu.pc, cpu.p, cpu.sp = self.LOOP, 0x24, 0xFF
        self.machine.tick(1)

    def _loop(self):
        """SEI; RAM everywhere but I/O; random_init; throw, store, count pages."""
        word = lambda label: self.labels[label].to_bytes(2, "little")  # noqa: E731
        start = bytes((0x78, 0xA9, 0x35, 0x85, 0x01, 0x20)) + word("random_init")
        start += bytes((0xA9, 0, 0x85, 0xFB, 0xA9, self.RING >> 8, 0x85, 0xFC))
        self.again = self.LOOP + len(start)
        body = b"\x20" + word("random_dice") + b"\xa0\x00\xad" + word("dice")
        body += b"\x0a\x0a\x0a\x0a\x0d" + (self.labels["dice"] + 1).to_bytes(2, "little")
        body += bytes((0x91, 0xFB, 0xE6, 0xFB, 0xD0, 0x0A, 0xE6, 0xFC, 0xA5, 0xFC))
        stop = (self.RING >> 8) + self.PAGES
        body += bytes((0xC9, stop, 0xD0, 0x02))
        tail = bytes((0xF0, 0xFE))
        body += tail + b"\x4c" + self.again.to_bytes(2, "little")
        return start + body

    def throws(self, wanted):
        """Return at least ``wanted`` throws (die 1, die 2) as bytes."""
        found = bytearray()
        board = self.machine.board
        while len(found) < wanted:
            board.ram[0xFB], board.ram[0xFC] = 0, self.RING >> 8
            board.cpu.pc = self.again
            for _ in range(4000):
                self.machine.tick(10)
                if board.ram[0xFC] == (self.RING >> 8) + self.PAGES:
                    break
            else:
                raise AssertionError("the loop did not fill its ring")
            found += bytes(board.ram[self.RING : self.RING + 256 * self.PAGES])
        return found


@pytest.mark.feature("F076")
@pytest.mark.feature("F077")
@pytest.mark.feature("F011")
@pytest.mark.parametrize("rolls", [20_000, seldom(60_000)])
def test_faces_from_voice_three_over_thousands_of_rolls(noise, rolls):
    """R-20.12: chi-square of faces, totals and following rolls, p > 0.001."""
    throws = noise.throws(rolls)[:rolls]
    faces = [0] * 7
    for throw in throws:
        faces[throw >> 4] += 1
        faces[throw & 15] += 1
    assert sum(faces[1:]) == 2 * rolls
    assert survival(chi_square(faces[1:], rolls / 3), 5) > 0.001
    pairs = collections.Counter(throws)
    assert len(pairs) == 36
    assert survival(chi_square(pairs.values(), rolls / 36), 35) > 0.001
    following = collections.Counter(itertools.pairwise(throws))
    counts = [following[a, b] for a in pairs for b in pairs]
    assert survival(chi_square(counts, (rolls - 1) / 1296), 1295) > 0.001


class PlayedNoise:
    """What $D41B gives on flat memory: a random byte for each read, with bits that are stuck.

    engine    the machine;  every LDA $D41B of the program becomes a JSR to a reader of a table
    """

    READER, TABLE = 0x0C00, 0x8000  # both free in the tests' memory map
    READ, CALL = bytes((0xAD, 0x1B, 0xD4)), bytes((0x20, 0x00, 0x0C))
    AND, OR = 0x0C0C, 0x0C0E

    def __init__(self, engine, values):
        self.engine = engine
        code = bytes((0xEE, 0x09, 0x0C, 0xD0, 3, 0xEE, 0x0A, 0x0C))  # the next byte of the table
        code += bytes((0xAD, 0, self.TABLE >> 8, 0x29, 0xFF, 0x09, 0x00, 0x60))
        engine.ram[self.READER : self.READER + len(code)] = code
        engine.ram[self.TABLE : self.TABLE + len(values)] = values
        program = bytes(engine.ram[0x2000:0x8000])
        places = [at for at in range(len(program)) if program.startswith(self.READ, at)]
        assert len(places) == 2, "noise_try and random_byte read it"
        for at in places:
            engine.ram[0x2000 + at : 0x2003 + at] = self.CALL

    def stick(self, low=0, high=0):
        """Bits that are always 0 or 1."""
        self.engine.ram[self.AND], self.engine.ram[self.OR] = 0xFF & ~low, high


def tried(engine):
    """Nonzero if the noise fails its trial."""
    engine.poke("noise_bad", 0)
    engine.call("noise_try")
    return engine.byte("noise_bad")


@pytest.fixture
def played(engine):
    """Random noise on flat memory."""
    return PlayedNoise(engine, random.Random(41).randbytes(0x7000))


def assert_fair_throws(engine, count=3000):
    faces = [0] * 6
    for _ in range(count):
        engine.call("random_dice")
        for die in engine.table("dice", 2):
            faces[die - 1] += 1
    assert survival(chi_square(faces, count / 3), 5) > 0.001


@pytest.mark.feature("F239")
@pytest.mark.parametrize("constant", [0, 1, 10, 85, 127, 128, 170, 251, 252, 253, 254, 255])
def test_a_sid_without_noise_fails_its_trial_and_the_register_throws(engine, constant):
    """Broken and unclocked chips, and emulators without sound, give one value for ever."""
    engine.poke("settings", SID, K["OPT_RANDOM"])
    engine.ram[0xD41B] = constant
    assert tried(engine)
    assert_fair_throws(engine)


@pytest.mark.feature("F239")
@pytest.mark.parametrize("bit", range(8))
@pytest.mark.parametrize("level", [0, 1])
def test_a_bit_that_is_stuck_fails_the_trial(played, bit, level):
    played.stick(**{("low", "high")[level]: 1 << bit})
    assert tried(played.engine)


@pytest.mark.feature("F239")
@pytest.mark.parametrize("share", [0.15, 0.85])
def test_a_bit_that_is_set_too_seldom_or_too_often_fails_the_trial(engine, share):
    draw = random.Random(17)
    values = bytes(draw.randrange(128) | 0x80 * (draw.random() < share) for _ in range(0x2000))
    PlayedNoise(engine, values)
    assert tried(engine)


def test_random_bytes_pass_the_trial_each_time(played):
    """Ten times: the table has room for so many."""
    assert not any(tried(played.engine) for _ in range(10))


@pytest.mark.feature("F239")
@pytest.mark.parametrize("n", [6, 28, 100, 255])
def test_noise_that_dies_later_hangs_nothing_and_hands_over_to_the_register(engine, n):
    """255 is rejected for all of these numbers, so only a bounded loop comes back."""
    engine.poke("settings", SID, K["OPT_RANDOM"])
    engine.poke("noise_bad", 0)
    engine.ram[0xD41B] = 255
    engine.call("random_below", a=n)
    assert engine.cpu.a < n
    assert engine.byte("noise_bad")
    assert_fair_throws(engine)


@pytest.mark.feature("F239")
@pytest.mark.parametrize("constant", [0, 252, 255])
def test_a_game_with_starting_deeds_begins_although_the_noise_has_died(engine, constant):
    """The deeds of eight players come from 24 different numbers."""
    engine.poke("noise_bad", 0)
    engine.ram[0xD41B] = constant
    for seat in range(8):
        engine.poke("player_colour", seat, seat)
    engine.do("SEATS", 8)
    engine.do("OPTION", K["OPT_DEEDS"], 3)
    engine.do("OPTION", K["OPT_RANDOM"], SID)
    engine.do("START")
    for _ in range(8):
        engine.do("ROLL")
    assert sum(owner < 8 for owner in engine.table("square_owner", 40)) == 24


@pytest.mark.feature("F239")
def test_voice_three_passes_its_trial_every_time(noise):
    """On the whole machine, 40 times in a row."""
    word = lambda label: noise.labels[label].to_bytes(2, "little")  # noqa: E731
    code = b"\x78\x20" + word("random_init") + b"\xa0\x28\x98\x48\x20" + word("noise_try")
    code += b"\x68\xa8\x88\xd0" + bytes((0xF6,)) + b"\xf0\xfe"
    board, at = noise.machine.board, 0x0C80
    for place, value in enumerate(code):
        board.ram[at + place] = value
    board.ram[noise.labels["noise_bad"]] = 0
    board.cpu.pc = at
    end = at + len(code) - 2
    for _ in range(400):
        noise.machine.tick(1)
        if end <= board.cpu.pc < end + 2:
            break
    else:
        raise AssertionError("the trials did not end")
    assert not board.ram[noise.labels["noise_bad"]]


def test_an_engine_without_a_sid_is_not_asked_for_noise(rules_binary):
    """A constant $D41B gives constant faces: the source is read, nothing else is mixed in."""
    engine = Engine(rules_binary)
    engine.call("play_init")
    engine.poke("settings", SID, K["OPT_RANDOM"])
    engine.ram[0xD41B] = 10
    engine.call("random_dice")
    assert engine.table("dice", 2) == [5, 5]
