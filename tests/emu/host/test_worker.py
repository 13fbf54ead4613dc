"""Work for which no frame waits."""

import threading

from emu.host.worker import AtOnce, Chores


def test_all_is_done_in_its_order_and_waited_for():
    chores, done = Chores(), []
    chores.wait()  # for nothing
    for number in range(50):
        chores.do(lambda number=number: done.append(number))
    chores.wait()
    assert done == list(range(50))


def test_whoever_gives_work_does_not_wait():
    chores, go_on, done = Chores(), threading.Event(), []
    chores.do(go_on.wait)
    chores.do(lambda: done.append(threading.current_thread()))
    assert done == []
    go_on.set()
    chores.wait()
    assert done != [threading.current_thread()]


def test_an_error_is_told_and_the_next_work_is_done(capsys):
    chores, done = Chores(), []
    chores.do(lambda: 1 // 0)
    chores.do(lambda: done.append(1))
    chores.wait()
    assert done == [1]
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_at_once_is_when_it_is_given():
    chores, done = AtOnce(), []
    chores.do(lambda: done.append(1))
    chores.wait()
    assert done == [1]
