"""The compiled and the uncompiled machine agree: outside programs, whole state and picture."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import c64
from c64.snapshot import load_snapshot, save_snapshot
from tests.conformance.corpus import corpus_folder, has_suite, load_cases
from tests.conformance.pictures import shown
from tests.conformance.runner import Setup, booted, put_program, start_at

ROOT = Path(__file__).resolve().parents[2]
RUNS = int(os.environ.get("GO64_AGREE_RUNS", "100"))
CYCLES = 20_000


def sample(count):
    """Return the ``count`` programs with the shortest runs, in a fixed order."""
    folder = corpus_folder()
    if not has_suite(folder):
        return []
    plain = [c for c in load_cases(folder) if not (c.expanded or c.disk)]
    cases = [c for c in plain if not c.not_applicable()]
    return sorted(cases, key=lambda c: (c.entry["net_cycles"] or 1 << 40, c.id))[:count]


def digests(snapshots):
    """Run every program of the sample for CYCLES; returns {id: digest of state and picture}.

    snapshots  {model: snapshot after boot}, so that the slow build need not boot
    """
    result = {}
    for case in sample(RUNS):
        name, chips = case.model()
        board = _board(name, tuple(sorted(chips.items())))
        load_snapshot(board, snapshots[_key(case)])
        _, end = put_program(board, case.prg)
        start_at(board, case.start, end)
        board.run_until(board.cycle + CYCLES)
        digest = hashlib.sha256(save_snapshot(board))
        digest.update(shown(board).tobytes())
        result[case.id] = digest.hexdigest()
    return result


_BOARDS = {}


def _board(name, chips):
    """Return a board of the model as it is at power-on (one for all runs)."""
    from c64.bus.machine import build_board
    from c64.bus.models import choose_model
    from c64.roms import load_roms

    if (name, chips) not in _BOARDS:
        model = choose_model(name, **dict(chips))
        _BOARDS[name, chips] = build_board(model, load_roms(), sample_rate=0)
    return _BOARDS[name, chips]


def _key(case):
    name, chips = case.model()
    return json.dumps([name, sorted(chips.items())])


@pytest.mark.long
@pytest.mark.skipif(c64.PURE, reason="starts the uncompiled machine itself")
def test_a_hundred_programs_leave_the_same_state_and_picture_uncompiled(tmp_path):
    cases = sample(RUNS)
    if not cases:
        pytest.skip("no suites: set GO64_CORPUS")
    snapshots = {}
    for case in cases:
        if _key(case) not in snapshots:
            name, chips = case.model()
            snapshot = booted(name, tuple(sorted(chips.items())), Setup("own"), case.folder)[1]
            snapshots[_key(case)] = snapshot
            (tmp_path / f"{len(snapshots)}.bin").write_bytes(snapshot)
    (tmp_path / "keys.json").write_text(json.dumps(list(snapshots)))
    here = digests(snapshots)
    pure = subprocess.run(
        [sys.executable, "-m", "tests.conformance.test_both_builds", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "GO64_PURE": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert pure.returncode == 0, pure.stderr
    there = json.loads(pure.stdout)
    assert len(here) == len(cases)
    assert {i: here[i] == there[i] for i in here} == dict.fromkeys(here, True)


def _uncompiled(folder):
    """The other side: read the snapshots, run, print the digests."""
    assert c64.PURE
    keys = json.loads((folder / "keys.json").read_text())
    snapshots = {key: (folder / f"{at}.bin").read_bytes() for at, key in enumerate(keys, 1)}
    print(json.dumps(digests(snapshots)))


if __name__ == "__main__":
    _uncompiled(Path(sys.argv[1]))
