"""When the display is tried again, what it is taken for, and who keeps run-ahead from running."""

from types import SimpleNamespace

import pytest

from emu.host.timing.display_lock import LOCKED, REFUSAL_LOST, REFUSAL_UNEVEN, REFUSED, refreshes
from emu.host.timing.run_ahead import RunAhead
from emu.host.timing.vsync import AGAIN, DEAR, TRIALS
from tests.emu.host.timing.test_vsync import LEARNT, frames, show

__all__ = ["show"]


@pytest.mark.parametrize("why", [REFUSAL_UNEVEN, REFUSAL_LOST])
def test_after_a_busy_moment_the_display_is_tried_again_some_times(show, why):
    app, vsync, _ = show(50.0)
    tried = 0
    while vsync.lock is not None:
        tried += 1
        vsync.lock.state, vsync.lock.why = REFUSED, why
        vsync.before_frame()
        assert vsync.lock is None
        for _ in range(AGAIN - 1):
            vsync.before_frame()
        assert vsync.lock is None, "it is tried too early"
        vsync.before_frame()
    assert tried == TRIALS + 1
    app.actions["vsync"].put("auto")  # who asks for it has all trials again
    assert vsync.lock is not None and vsync._trials == 0


def test_what_does_not_change_is_not_tried_again(show):
    _, vsync, _ = show(50.0)
    vsync.lock.state, vsync.lock.why = REFUSED, "60.00 Hz"
    for _ in range(AGAIN + 2):
        vsync.before_frame()
    assert vsync.lock is None


def test_a_trial_waits_while_the_machine_does_not_run_at_its_pace(show):
    app, vsync, _ = show(50.0)
    vsync.lock.state, vsync.lock.why = REFUSED, REFUSAL_LOST
    vsync.before_frame()
    app.warp = True
    for _ in range(AGAIN + 2):
        vsync.before_frame()
    assert vsync.lock is None
    app.warp = False
    for _ in range(AGAIN):
        vsync.before_frame()
    assert vsync.lock is not None


@pytest.mark.parametrize(("share", "follows"), [(0.8, True), (1.2, False)])
def test_a_picture_may_cost_so_much_of_the_processor(show, share, follows):
    app, vsync, shown = show(50.0)
    shown.cost = share * DEAR
    frames(app, LEARNT)
    assert (vsync.lock is not None and vsync.lock.state == LOCKED) == follows


def test_what_the_window_cost_before_it_was_tried_does_not_count(show):
    app, vsync, shown = show(50.0)
    app.actions["vsync"].put("off")
    shown.cost = 0.2
    frames(app, 3)
    app.window.expose()
    app._show()
    shown.cost = 0.0
    app.actions["vsync"].put("auto")
    frames(app, LEARNT)
    assert vsync.lock.state == LOCKED


@pytest.mark.parametrize("guess", [1 / 60, 1 / 50])
def test_times_that_are_no_refreshes_are_no_clock(guess):
    seconds, off = refreshes([0.0, 0.008, 0.016, 0.024, 0.032], guess)
    assert seconds == off == pytest.approx(0.008)


# -- run-ahead ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "value", "possible"),
    [
        (None, None, True),
        ("debugger", None, False),
        ("remote", SimpleNamespace(), False),
        ("warp", True, False),
        ("loading", lambda: True, False),
    ],
)
def test_nobody_sees_the_machine_run_twice(make_app, what, value, possible):
    app = make_app("--basic-prompt", "--run-ahead", "1")
    app.start = None
    app._run_frame()
    feature = app.feature(RunAhead)
    feature.after_frame(())
    if what is not None:
        before, owner = getattr(app, what), app
        setattr(owner, what, value)
    try:
        assert (feature.picture() is not None) == possible
        if what == "debugger":
            assert not app.actions["run-ahead"].possible()
    finally:
        if what is not None:
            setattr(owner, what, before)


def test_run_ahead_is_for_a_machine_whose_state_can_be_kept(make_app):
    assert make_app().actions["run-ahead"].possible()
    app = make_app("--basic-prompt", "--cpu", "py65", "--run-ahead", "2")
    app._run_frame()
    assert not app.actions["run-ahead"].possible()
    assert app.feature(RunAhead).picture() is None
