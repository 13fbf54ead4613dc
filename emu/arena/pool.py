"""Many games at once: in this process, in several processes, or on a Dask cluster.

All of them call the same function, a task in and a result out, so the results are the same, in
the same order.
"""

from collections.abc import Callable, Sequence
from typing import Any

from emu.arena.match import Result, Task, play_match
from emu.errors import HostError, UsageError
from emu.process.several import in_processes

CHUNK = 8
REACH = "10s"  # for the scheduler to answer


def play_all(
    tasks: Sequence[Task],
    jobs: int = 1,
    scheduler: str | None = None,
    play: Callable[[Task], Result] = play_match,
) -> list[Result]:
    """Play all tasks; ``scheduler`` is the address of a Dask scheduler, else ``jobs`` processes."""
    if scheduler:
        return on_cluster(tasks, scheduler, play)
    if jobs < 1:
        raise UsageError(f"--jobs {jobs}: must be 1 or more")
    if jobs == 1:
        return [play(task) for task in tasks]
    return in_processes(play, tasks, jobs, chunk=CHUNK)


def on_cluster(
    tasks: Sequence[Task], scheduler: str, play: Callable[[Task], Result]
) -> list[Result]:
    """Play all tasks on the workers of a Dask scheduler, where this package must be installed."""
    try:
        from distributed import Client
    except ImportError:
        raise HostError("--scheduler needs Dask: pip install go64[cluster]") from None
    try:
        client = Client(scheduler, timeout=REACH, set_as_default=False)
    except (OSError, ValueError) as error:
        raise HostError(f"scheduler {scheduler}: cannot be reached ({error})") from None
    with client:
        chunks = [list(tasks[n : n + CHUNK]) for n in range(0, len(tasks), CHUNK)]
        futures = client.map(play_chunk, chunks, play=play, pure=False)
        return [result for chunk in client.gather(futures) for result in chunk]


def play_chunk(chunk: Sequence[Task], play: Callable[[Task], Result]) -> list[Any]:
    """Play several games per call, because a game takes a few hundredths of a second."""
    return [play(task) for task in chunk]
