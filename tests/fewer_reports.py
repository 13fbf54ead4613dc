"""One report of a test that passed, where pytest-xdist sends five messages from its worker.

Each message is written and read by Python on either side: a third of the time of an empty test.
"""

import pytest
from _pytest.runner import runtestprotocol


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """As a worker, tell the reports of a test at its end: of one that passed, that of its call.

    What those of set-up and tear-down say then is printed by ``--durations``, ``-rP`` and ``-rA``.
    """
    option = item.config.getoption
    every = option("durations") is not None or not {*"PA"}.isdisjoint(option("reportchars"))
    if every or not hasattr(item.config, "workerinput"):
        return None
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    passed = all(report.passed for report in reports)
    for report in reports:
        if report.when == "call" or not passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True
