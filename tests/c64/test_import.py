"""What ``import c64`` and ``c64.C64`` load, each asked of a Python of its own."""

import json
import os
import subprocess
import sys

import pytest

import c64

CODE = "import sys; {}; import json; print(json.dumps(sorted(sys.modules)))"


def loaded_by(statement):
    """Return the names of all modules that are there after a statement."""
    result = subprocess.run(
        [sys.executable, "-S", "-c", CODE.format(statement)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(result.stdout))


def test_importing_the_package_loads_no_chip_and_no_numpy():
    loaded = loaded_by("import c64")
    assert {name for name in loaded if name.startswith("c64.")} == set()
    assert not loaded & {"numpy", "PIL"}


def test_the_errors_are_there_without_the_chips():
    loaded = loaded_by("from c64 import Go64Error, RomError")
    assert "c64.errors" in loaded
    assert not loaded & {"c64._core", "c64.bus.board", "numpy"}


@pytest.mark.slow
def test_the_class_of_the_machine_loads_nothing_that_only_some_need():
    loaded = loaded_by("import c64; c64.C64")
    assert "c64.api" in loaded
    assert not loaded & {"PIL.Image", "tomllib", "importlib.abc", "tempfile", "py65", "pygame"}


@pytest.mark.slow
@pytest.mark.skipif(c64.PURE, reason="there is a unit of all chips only where they are compiled")
def test_the_chips_are_served_from_their_unit_whichever_is_asked_for_first():
    core = pytest.importorskip("c64._core", reason="chips compiled one by one")
    for name in ("c64.sid.sid", "c64.bus.board", "c64.cartridge.memory.flash"):
        place = f"import importlib; m = importlib.import_module({name!r})"
        ask = f"{place}; assert m is sys.modules['c64._core'], m; assert m.__name__ == 'c64._core'"
        assert "c64._core" in loaded_by(ask)
    assert core.__spec__.name == "c64._core"
