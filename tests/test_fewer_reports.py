"""What workers leave out of their reports is nothing that a run prints."""

import re

import pytest

from tests import fewer_reports

pytest_plugins = ["pytester"]

HEARD = """
from tests.fewer_reports import pytest_runtest_protocol

def pytest_runtest_logreport(report):
    if hasattr(report, "node"):  # it comes from a worker
        with open("heard", "a") as file:
            print(report.when, report.nodeid.split("::")[1], file=file)
"""
TESTS = """
import pytest

@pytest.fixture
def speaking():
    print("set up")
    yield
    print("torn down")

@pytest.fixture
def unready(speaking):
    raise OSError("set-up")

@pytest.fixture
def leaving(speaking):
    yield
    raise OSError("tear-down")

def test_passes(speaking):
    print("called")

def test_fails(speaking):
    print("called")
    assert 1 + 1 == 3

def test_skips():
    pytest.skip("not here")

def test_is_not_set_up(unready):
    pass

def test_is_not_torn_down(leaving):
    print("called")

@pytest.mark.skip(reason="never")
def test_is_left_out():
    pass

@pytest.mark.xfail
def test_is_known_to_fail():
    assert False

@pytest.mark.xfail
def test_passes_all_the_same():
    pass
"""


def told(printed):
    """Return what a run says at its end, without times and workers."""
    end = printed[printed.index("= ERRORS =") :]
    return re.sub(r"^\[gw0\].*\n| in [\d.]+s", "", end, flags=re.MULTILINE).replace("=", "")


def heard(path, test):
    """Return how many reports of a test were written to a file, and the last of them."""
    parts = re.findall(rf"^(\w+) {test}$", path.read_text(), re.MULTILINE)
    return len(parts), parts[-1]


def test_a_run_with_workers_says_what_one_without_them_says(pytester, monkeypatch, request):
    monkeypatch.setenv("PYTHONPATH", str(request.config.rootpath))
    monkeypatch.setenv("COLUMNS", "100")
    pytester.makeconftest(HEARD)
    pytester.makepyfile(test_it=TESTS)
    alone = pytester.runpytest_subprocess("-rfEsxX", "-p", "no:xdist").stdout.str()
    shared = pytester.runpytest_subprocess("-rfEsxX", "-n1").stdout.str()
    assert told(alone) == told(shared)
    assert "1 failed, 2 passed, 2 skipped, 1 xfailed, 1 xpassed, 2 errors" in shared
    assert [shared.count(said) for said in ("set up\n", "called\n", "torn down\n")] == [3, 2, 2]
    assert heard(pytester.path / "heard", "test_passes") == (1, "call")
    for test in ("test_fails", "test_is_not_torn_down", "test_is_known_to_fail"):
        assert heard(pytester.path / "heard", test) == (3, "teardown")


class Item:
    """As much of a pytest.Item as the hook looks at before it runs anything."""

    def __init__(self, **options):
        self.config = self
        self.workerinput = {}
        self.getoption = {"durations": None, "reportchars": "wfE", **options}.get


@pytest.mark.parametrize(
    "asked", [{"durations": 0}, {"durations": 9}, {"reportchars": "sP"}, {"reportchars": "A"}]
)
def test_every_part_is_told_where_it_is_printed(asked):
    assert fewer_reports.pytest_runtest_protocol(Item(**asked), None) is None


def test_a_process_without_workers_tells_every_part():
    item = Item()
    del item.workerinput
    assert fewer_reports.pytest_runtest_protocol(item, None) is None
