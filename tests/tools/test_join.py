"""What Cython gets says in Cython's words where other threads may run."""

import pytest

from tools.join import JoinError, copy_apart, join, with_nogil

SOURCE = '''"""A chip."""

from c64.base import released


class Chip:
    def run(self):
        with released():
            self.clock()
'''


def test_released_becomes_nogil_and_every_line_stays_where_it_is():
    made = with_nogil(SOURCE)
    assert made.splitlines()[1] == "import cython"
    assert made.splitlines()[7] == "        with cython.nogil:"
    same = [line for line in SOURCE.splitlines() if line and "with released" not in line]
    assert [line for line in made.splitlines() if "cython" not in line and line] == same


def test_a_module_that_never_lets_go_stays_as_it_is():
    text = SOURCE.replace("with released():", "if released:")
    assert with_nogil(text) == text


def test_a_module_without_a_place_for_the_import_is_refused():
    with pytest.raises(JoinError, match="docstring"):
        with_nogil("def f():\n    with released():\n        pass\n")


@pytest.fixture
def package(tmp_path):
    """The folder of a package c64 with one chip."""
    folder = tmp_path / "c64"
    folder.mkdir()
    (folder / "chip.py").write_text(SOURCE)
    (folder / "chip.pxd").write_text("cdef class Chip:\n    pass\n")
    return folder


def test_the_joined_unit_and_modules_apart_both_let_go(package, tmp_path):
    joined = join(package, ["chip"], tmp_path / "joined").read_text()
    apart = copy_apart(tmp_path, ["c64.chip"], tmp_path / "apart")["c64.chip"].read_text()
    for made in (joined, apart):
        assert "\nimport cython\n" in made
        assert "        with cython.nogil:\n" in made
        assert "with released" not in made
