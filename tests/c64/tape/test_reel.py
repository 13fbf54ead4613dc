"""How far tape has been wound, what the counter shows; where the tape is, whatever was done to it.

Source of the reel's figures: VICE, datasette.h, as in c64/tape/reel.py.
"""

import array
import random
from types import SimpleNamespace

import pytest

from c64.tape.datasette import TAPE_MOTOR_OFF, TAPE_WIND_STEP, TAPE_WRITE, Datasette
from c64.tape.deck import TapeDeck
from c64.tape.reel import CLOCK, counter, reel_turns, tape_on_reel, wound
from disk.tap import Cassette, make_tap

MINUTE = 60 * CLOCK


def test_an_empty_reel_turns_by_its_hubs_circumference():
    """2 pi * 10.7 mm of tape, at 4.76 cm a second."""
    assert reel_turns(round(0.067230 / 0.0476 * CLOCK)) == pytest.approx(1, abs=0.002)
    assert reel_turns(0) == 0


def test_thirty_minutes_of_tape_are_some_850_turns():
    """85.7 m: a spiral of 12.7 um around the hub, whose area is length times thickness."""
    outer = (0.0857 * 1000 * 12.7e-6 / 3.14159265 + 0.0107**2) ** 0.5
    assert reel_turns(30 * MINUTE) == pytest.approx((outer - 0.0107) / 12.7e-6, rel=1e-3)


def test_tape_on_a_reel_is_what_the_turns_took():
    for minutes in (0, 1, 7, 30, 45):
        assert tape_on_reel(reel_turns(minutes * MINUTE)) == pytest.approx(minutes * MINUTE, abs=2)


def test_wound_the_reel_turns_four_and_a_half_times_a_second():
    for passed in (0, MINUTE, 20 * MINUTE):
        on = wound(passed, 10 * CLOCK)
        assert reel_turns(on) - reel_turns(passed) == pytest.approx(45, abs=1e-3)
        assert wound(on, -10 * CLOCK) == pytest.approx(passed, abs=2)
    assert wound(MINUTE, -1000 * CLOCK) == 0


def test_the_counter_turns_0_525_times_as_often_as_the_reel_and_has_three_digits():
    for turns, shown in ((0, 0), (1.8, 0), (1.95, 1), (200, 105), (1904, 999), (1910, 2)):
        assert counter(tape_on_reel(turns), 0) == shown, turns
    zero = tape_on_reel(100)
    assert counter(tape_on_reel(110), zero) == 5
    assert counter(tape_on_reel(90), zero) == 995


class Deck(TapeDeck):
    """A deck without a computer: time passes by ``wait``.

    cycle  now
    """

    def __init__(self, pulses):
        self.tape, self.cycle, self.driven = Datasette(), 0, TAPE_MOTOR_OFF
        super().__init__(
            SimpleNamespace(
                tape=self.tape, port=self, traps={}, set_trap=lambda *_: None, cycle=0,
                update_tape=lambda: None,
            )
        )  # fmt: skip
        self.insert(Cassette(make_tap(array.array("i", pulses))))

    def wait(self, cycles):
        """Let time pass."""
        end = self.cycle + cycles
        while self.tape.due <= end:
            self.cycle = self._board.cycle = self.tape.due
            self.tape.run(self.cycle)
        self.cycle = self._board.cycle = end

    def drive(self, levels):
        """Set motor and write wire as the processor port has them."""
        self.driven = levels
        self.tape.port_changed(levels, self.cycle)


def test_winding_goes_in_steps_of_20000_cycles_from_when_the_key_goes_down():
    deck = Deck([1000] * 60_000)
    deck.drive(0)
    deck.wait(123)
    deck.wind()
    deck.wait(19_999)
    assert deck.tape.at == 0
    deck.wait(1)
    assert deck.tape.at == -(-wound(0, 20_000) // 1000) > 1
    steps = []
    for _ in range(5):
        before = deck.tape.passed
        deck.wait(20_000)
        steps.append(deck.tape.passed - before)
        assert deck.tape.passed == -(-wound(before, TAPE_WIND_STEP) // 1000) * 1000
    assert min(steps) > 20_000  # it is quicker than playing
    deck.rewind()
    deck.wait(19_999)
    assert deck.tape.passed > 0
    while deck.key == "rewind":
        deck.wait(20_000)
    assert (deck.tape.at, deck.tape.passed, deck.key, deck.counter) == (0, 0, "stop", 0)


def test_a_pulse_that_is_recorded_does_not_count_the_time_in_which_the_tape_stood_still():
    deck = Deck([])
    deck.record()
    deck.drive(0)
    deck.wait(700)
    deck.drive(TAPE_MOTOR_OFF)
    deck.wait(100_000)  # of which the motor runs on for 32,000
    assert deck.key == "record" and not deck.moving
    deck.drive(0)
    deck.wait(400)
    deck.drive(TAPE_WRITE)
    deck.wait(300)
    deck.drive(0)
    deck.wait(200)
    deck.drive(TAPE_WRITE)
    deck.stop()
    assert list(deck.cassette.pulses) == [700 + 32_000 + 400, 300 + 200]


def test_a_recorded_pulse_is_behind_the_head_however_early_in_the_machines_life():
    deck = Deck([])
    deck.drive(0)
    deck.wait(7)
    deck.record()
    for length in (1000, 5000, 300):
        deck.wait(length)
        deck.drive(TAPE_WRITE)
        deck.wait(2)
        deck.drive(0)
    assert deck.tape.passed == 1000 + 5002 + 302


@pytest.mark.parametrize("seed", range(8))
def test_the_counter_is_that_of_the_tape_which_is_behind_the_head_whatever_was_done(seed):
    """Keys, motor and recordings at random: nothing of the tape is lost or comes to it but what is
    recorded over its end."""
    rng = random.Random(seed)
    deck = Deck([rng.randrange(200, 9000) for _ in range(800)])
    for _ in range(120):
        length = sum(deck.cassette.pulses)
        does = rng.randrange(12)
        if does < 5:
            deck.press(("play", "play", "record", "rewind", "forward")[does])
        elif does == 5:
            deck.stop()
        elif does == 6:
            deck.drive(rng.choice((0, 0, TAPE_MOTOR_OFF)))
        elif does == 7:
            deck.write(
                array.array("i", [rng.randrange(100, 5000) for _ in range(rng.randrange(9))])
            )
        elif does == 8:
            deck.pass_by(rng.randrange(deck.tape.at, deck.tape.count + 1))
        elif does == 9 and rng.random() < 0.3:
            deck.to_begin()
        elif deck.key == "record":
            for _ in range(rng.randrange(20)):
                deck.drive(deck.driven ^ TAPE_WRITE)
                deck.wait(rng.randrange(100, 3000))
        deck.wait(rng.choice((1, 2, 77, 5000, 40_000)))
        recording = deck.key == "record"
        fresh = sum(deck.tape.fresh[: deck.tape.recorded]) if recording else 0
        before = deck.tape.kept if recording else deck.tape.at
        assert deck.tape.passed == sum(deck.tape.pulses[:before]) + fresh
        assert min(deck.cassette.pulses) > 0
        after = sum(deck.cassette.pulses)
        assert after == length or after == deck.tape.passed + sum(deck.tape.pulses[deck.tape.at :])
