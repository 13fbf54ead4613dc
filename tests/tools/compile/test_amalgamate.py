"""What Cython gets says in Cython's words where other threads may run."""

import pytest

from tools.compile.amalgamate import JoinError, copy_apart, join, with_final, with_nogil

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


DECLARED = """\
cdef class Base:
    cdef int count
    cdef int one(self) noexcept nogil
    @cython.locals(
        a=int,
    )
    cdef void two(self, int x) noexcept nogil
    cdef int[4] values

cdef class Middle(Base):
    cdef inline int three(self) noexcept nogil

cdef class Top(Middle):
    cdef void two(self, int x) noexcept nogil
"""
METHODS = """\
class Base:
    def one(self):
        return self.one() + self.two(1)

    def two(self, x):
        pass

    def python(self):
        pass

class Middle(Base):
    def three(self):
        return self.one() + self.other.one()

class Top(Middle):
    def two(self, x):
        self.three()
        self.two(self.one(), self.python(
            self.one(),
        ))

def one(self):
    return self.one()
"""


def test_methods_that_nobody_overrides_are_final_and_those_below_call_them_by_their_class():
    made = with_final(METHODS, DECLARED).splitlines()
    final = [made[at + 1].strip() for at, line in enumerate(made) if line == "    @cython.final"]
    assert final == ["def one(self):", "def three(self):", "def two(self, x):"]
    assert made[made.index("class Top(Middle):") + 1] == "    @cython.final"
    changed = [line for line in made if line not in METHODS.splitlines()]
    assert [line.strip() for line in changed if "final" not in line] == [
        "return Base.one(self) + self.other.one()",
        "Middle.three(self)",
        "self.two(Base.one(self), self.python(",
        "Base.one(self),",
    ]


def test_arguments_follow_the_object():
    declared = "cdef class A:\n    cdef int f(self, int x) noexcept nogil\ncdef class B(A):\n"
    source = "class A:\n    def f(self, x):\n        pass\n\nclass B(A):\n"
    made = with_final(source + "    g = lambda self: self.f(self.f(1)) + self.ff()\n", declared)
    assert "A.f(self, A.f(self, 1)) + self.ff()" in made
