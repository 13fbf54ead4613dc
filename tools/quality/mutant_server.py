"""A pytest process that has collected its tests and runs them in forks, each with a change.

Nothing is imported twice: in a fork the changed functions of a module get their new code.  So it
serves changes within functions that have not run before the tests; for others ``changed_code``
returns None, and the tests run in a process of their own (mutant_python.Copy.passes).
"""

import gc
import json
import os
import resource
import signal
import time
from collections.abc import Iterator
from itertools import zip_longest
from types import CodeType, FunctionType
from typing import Any

import pytest

CO_OPTIMIZED = 1  # a function's code, not a class's or a module's
SERVED, FAILED, NOT_SERVED = 0, 1, 77  # exit statuses of a fork
WALL, CPU = 120, 20  # seconds that a test may take at least
SLOWER = 10  # times what it took without a change

Key = tuple[str, int]  # qualified name and first line of a function


def changed_code(before: str, after: str, path: str) -> dict[Key, CodeType] | None:
    """Return the new code of the functions that a change of a module alters; None if it alters
    more than functions."""
    try:
        pair = compile(before, path, "exec"), compile(after, path, "exec")
    except SyntaxError:
        return None
    found: dict[Key, CodeType] = {}
    return found if _compare(*pair, found) else None


def _compare(old: CodeType, new: CodeType, found: dict[Key, CodeType]) -> bool:
    """Gather the functions that differ; False if what stands around them differs, too."""
    if old.co_code != new.co_code or old.co_names != new.co_names:
        return False
    for one, two in zip_longest(old.co_consts, new.co_consts):
        if not isinstance(one, CodeType) or not isinstance(two, CodeType):
            if type(one) is not type(two) or one != two:
                return False
        elif one == two:
            continue
        elif one.co_flags & CO_OPTIMIZED:
            if one.co_freevars != two.co_freevars:
                return False
            found[one.co_qualname, one.co_firstlineno] = two
        elif not _compare(one, two, found):
            return False
    return True


def put(codes: dict[Key, CodeType], path: str) -> bool:
    """Give functions of a module that is imported their new code; False if one is not there."""
    left = set(codes)
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == path:
            key = function.__code__.co_qualname, function.__code__.co_firstlineno
            if key in codes:
                function.__code__ = codes[key]
                left.discard(key)
    return not left


class Serve:
    """pytest plugin: instead of all tests, runs the requested ones, one fork per change.

    A line of JSON asks: ``module`` a path, ``before`` and ``after`` its texts, ``tests``
    [[seconds, test]].  The answer is a line with the exit status of the fork.
    """

    def __init__(self, job: dict[str, Any]) -> None:
        self.ask, self.answer = job["serve"]
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what fails."""
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Serve until nobody asks any more."""
        items = {item.nodeid: item for item in session.items}
        gc.freeze()
        with os.fdopen(self.ask) as asked, os.fdopen(self.answer, "w") as answer:
            for line in asked:
                job = json.loads(line)
                seconds = sum(max(CPU, SLOWER * spent) for spent, _ in job["tests"])
                answer.write(f"{self.fork(items, job, seconds)}\n")
                answer.flush()
        return True

    def fork(self, items: dict[str, pytest.Item], job: dict[str, Any], seconds: float) -> int:
        """Run tests in a fork; returns its exit status, a signal's as a number below 0."""
        pid = os.fork()
        if not pid:
            status = FAILED
            try:
                os.setsid()
                status = self.run(items, job)
            finally:
                os._exit(status)
        end = time.monotonic() + WALL + SLOWER * seconds
        while time.monotonic() < end:
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.01)
        os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return FAILED

    def run(self, items: dict[str, pytest.Item], job: dict[str, Any]) -> int:
        """Make the change and run the tests, up to the first that fails."""
        gc.unfreeze()
        codes = changed_code(job["before"], job["after"], job["module"])
        if codes is None or not put(codes, job["module"]):
            return NOT_SERVED
        chosen = list(self.chosen(items, job))
        for item, follower in zip_longest(chosen, chosen[1:]):
            item.ihook.pytest_runtest_protocol(item=item, nextitem=follower)
            if self.failed:
                return FAILED
        return SERVED

    def chosen(self, items: dict[str, pytest.Item], job: dict[str, Any]) -> Iterator[pytest.Item]:
        """Yield the requested tests, each with its limits."""
        most = 0.0
        for seconds, test in job["tests"]:
            item = items.get(test)
            if item is not None:
                most += max(CPU, SLOWER * seconds)
                item.add_marker(pytest.mark.timeout(max(WALL, SLOWER * seconds)))
                yield item
        used = resource.getrusage(resource.RUSAGE_SELF)
        limit = int(used.ru_utime + used.ru_stime + most) + CPU
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
