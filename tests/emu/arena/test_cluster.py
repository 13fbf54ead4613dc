"""Games on a cluster: the same results, from workers in other processes."""

import pytest

from emu.arena.match import tasks
from emu.arena.pool import play_all
from tests.volume import seldom


@pytest.fixture(scope="module")
def cluster():
    """A scheduler with two workers, each a process of its own."""
    reason = "Dask is not installed (go64[cluster])"
    distributed = pytest.importorskip("distributed", reason=reason)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


@pytest.mark.parametrize("count", [6, seldom(20)])
def test_a_cluster_plays_the_same_games(cluster, count):
    todo = tasks(["normal", "trader"], count, 5, rounds=60)
    assert play_all(todo, scheduler=cluster.scheduler_address) == play_all(todo)


def test_selfplay_prints_the_same_object(cluster, capsys):
    import json

    from tools import selfplay

    said = []
    for where in ([], ["--scheduler", cluster.scheduler_address]):
        assert selfplay.main(["--games", "10", "--rounds", "30", *where]) == 0
        said.append(json.loads(capsys.readouterr().out))
        said[-1].pop("seconds")
    assert said[0] == said[1]
