"""Work for which no frame waits."""

import sys
import threading

from emu.host.worker import AtOnce, Worker


def test_all_is_done_in_its_order_and_waited_for():
    worker, done = Worker(), []
    worker.wait()  # for nothing
    for number in range(50):
        worker.do(lambda number=number: done.append(number))
    worker.wait()
    assert done == list(range(50))


def test_whoever_gives_work_does_not_wait():
    worker, go_on, done = Worker(), threading.Event(), []
    worker.do(go_on.wait)
    worker.do(lambda: done.append(threading.current_thread()))
    assert done == []
    go_on.set()
    worker.wait()
    assert done != [threading.current_thread()]


def test_an_error_is_told_and_the_next_work_is_done(capsys):
    worker, done = Worker(), []
    worker.do(lambda: 1 // 0)
    worker.do(lambda: done.append(1))
    worker.wait()
    assert done == [1]
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_at_once_is_when_it_is_given():
    worker, done = AtOnce(), []
    worker.do(lambda: done.append(1))
    worker.wait()
    assert done == [1]


def test_one_thread_does_all_and_does_not_keep_the_process():
    worker, threads = Worker(), []
    for _ in range(3):
        worker.do(lambda: threads.append(threading.current_thread()))
        worker.wait()
    assert len(set(threads)) == 1
    assert threads[0].daemon and threads[0].name == "worker"


def test_an_error_that_cannot_be_told_stops_no_work_either(monkeypatch):
    class Closed:
        def write(self, _):
            raise OSError("closed")

        flush = write

    worker, done = Worker(), []
    monkeypatch.setattr(sys, "stderr", Closed())
    worker.do(lambda: 1 // 0)
    worker.do(lambda: done.append(1))
    worker.wait()
    assert done == [1]
