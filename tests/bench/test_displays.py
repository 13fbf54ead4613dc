"""What a display shows of frames: by hand, and of frames a machine's period apart."""

import pytest

from tests.bench.displays import RATES, on_display, seen, usual

PAL = 1 / 50.125


def test_a_frame_is_seen_from_the_next_refresh_until_a_later_one():
    # refreshes of 10 Hz: two frames before the first of them, one after the third
    assert seen([0.01, 0.09, 0.31], 10) == {1: 1, 4: 2}
    assert seen([0.01, 0.09, 0.31], 10, 0.5) == {0: 0, 1: 1, 3: 2}


def test_even_frames_at_the_rate_of_the_display_have_no_judder():
    rows = on_display([(number + 0.01) / 50 for number in range(500)], 50, 1 / 50)
    assert rows["judder_ms"] == pytest.approx(0, abs=1e-6)
    assert rows["never_seen_percent"] == rows["uneven_percent"] == 0
    assert rows["held_percent"] == {1: 100}


def test_fifty_frames_on_sixty_refreshes_hold_each_fifth_twice():
    rows = on_display([number / 50 for number in range(500)], 60, 1 / 50)
    assert rows["held_percent"][2] == pytest.approx(20, abs=0.3)
    assert rows["uneven_percent"] == 0
    # four steps of 16.7 ms and one of 33.3 for five of 20
    assert rows["judder_ms"] == pytest.approx((4 * 3.333**2 / 5 + 13.333**2 / 5) ** 0.5, abs=0.05)


def test_a_frame_too_many_in_eight_seconds_is_never_seen_at_50_hz():
    shown = [number * PAL for number in range(2005)]  # 40 s: five
    assert on_display(shown, 50, PAL)["never_seen_percent"] == pytest.approx(0.25, abs=0.02)


@pytest.mark.parametrize("hz", RATES)
def test_late_frames_are_told_from_even_ones(hz):
    even = [number * PAL for number in range(500)]
    late = [moment + (0.015 if number % 10 == 5 else 0) for number, moment in enumerate(even)]
    rows, usual_rows = on_display(late, hz, PAL), on_display(even, hz, PAL)
    assert rows["uneven_percent"] > usual_rows["uneven_percent"] + 0.5
    # where the next frame takes the late one's place, what is seen are two steps in one
    worse = [sum(found[name] for name in ("never_seen_percent", "judder_ms"))
             for found in (rows, usual_rows)]  # fmt: skip
    assert worse[0] > worse[1] + 0.5


@pytest.mark.parametrize(
    ("hz", "counts"), [(50, {1}), (60, {1, 2}), (100, {2}), (120, {2, 3}), (144, {2, 3})]
)
def test_how_long_a_display_holds_pal(hz, counts):
    assert usual(PAL * hz) == counts
