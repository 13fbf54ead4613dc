"""What the C compiler is told of Cython's functions: which of them run seldom."""

import os
import re
import shutil
import subprocess
import sysconfig

import pytest

from tools.compile.cold_functions import mark_file, mark_seldom

SOURCE = """
class Chip:
    def __init__(self):
        self.level = 0

    def clock(self, count):
        for _ in range(count):
            self.level += 1
        return self.level

    def seen(self):
        return (n for n in range(self.level))
"""
DECLARATIONS = """
cdef class Chip:
    cdef public int level
    cpdef int clock(self, int count) noexcept
"""


def generate(folder):
    """Let Cython write ``chip.c`` for a small module; returns its path."""
    from Cython.Compiler.Main import CompilationOptions, compile_single

    (folder / "chip.py").write_text(SOURCE)
    (folder / "chip.pxd").write_text(DECLARATIONS)
    options = CompilationOptions(language_level=3)
    result = compile_single(str(folder / "chip.py"), options=options, full_module_name="chip")
    assert result.num_errors == 0
    return folder / "chip.c"


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """Return the path of what Cython makes of a small module."""
    return generate(tmp_path_factory.mktemp("chip"))


def functions(text):
    """Return {name: True if it is marked} of the functions that Cython made of the module.

    A mark on the prototype or on the definition will do.
    """
    line = r"^static (CYTHON_SMALL_CODE )?[\w ]+?\*?(__pyx_\w*4chip\w*)\("
    found = {}
    for mark, name in re.findall(line, text, re.MULTILINE):
        found[name] = found.get(name, False) or bool(mark)
    return found


@pytest.mark.slow
def test_what_python_calls_is_marked_and_what_chips_call_is_not(generated):
    marked = functions(mark_seldom(generated.read_text()))
    kinds = {
        kind: {mark for name, mark in marked.items() if name.startswith(f"__pyx_{kind}_")}
        for kind in ("f", "pf", "pw", "gb", "getprop", "setprop", "tp_new", "tp_dealloc")
    }
    assert kinds.pop("f") == {False}
    assert kinds == {kind: {True} for kind in kinds}


@pytest.mark.slow
def test_a_file_is_marked_once_and_then_keeps_its_date(generated, tmp_path):
    path = tmp_path / "chip.c"
    shutil.copy(generated, path)
    mark_file(path)
    once, date = path.read_text(), path.stat().st_mtime_ns
    os.utime(path, ns=(date - 10**9, date - 10**9))
    mark_file(path)
    assert path.read_text() == once
    assert path.stat().st_mtime_ns == date - 10**9


@pytest.mark.slow
def test_cython_writes_a_marked_file_anew(tmp_path):
    path = generate(tmp_path)
    plain = path.read_text()
    mark_file(path)
    generate(tmp_path)
    assert path.read_text() == plain


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc, whose attributes these are")
def test_gcc_takes_the_marks_without_a_warning(generated, tmp_path):
    path = tmp_path / "chip.c"
    path.write_text(mark_seldom(generated.read_text()))
    include = f"-I{sysconfig.get_paths()['include']}"
    # What distributions add to their Pythons' flags, too.
    flags = ["-O3", "-Wall", "-D_FORTIFY_SOURCE=2", "-fstack-protector-strong", "-fPIC"]
    result = subprocess.run(
        ["gcc", *flags, include, "-Wno-unused-function", "-c", path, "-o", tmp_path / "chip.o"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, "")
