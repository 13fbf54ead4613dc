"""A step of the build runs when its sources are not those its targets were made from."""

import ast
import shutil
import sysconfig

import pytest
from setuptools import Extension
from setuptools.errors import CompileError

from tools import build
from tools.compile import extensions


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A folder with one source and one target, in place of the project."""
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "BUILD", tmp_path / "build")
    (tmp_path / "source").write_text("old")
    return tmp_path


def make(house, made, fails=False):
    """Build the target of ``house``: a copy of the source; ``made`` counts the runs."""

    def action():
        made.append(1)
        (house / "target").write_text((house / "source").read_text())
        if fails:
            raise build.BuildError("no luck")

    build.step("copy", [house / "source"], [house / "target"], action)


def test_a_step_runs_once_for_the_same_sources(house):
    made = []
    make(house, made)
    make(house, made)
    assert len(made) == 1


def test_a_target_of_a_failed_build_is_not_taken_for_that_of_the_old_sources(house):
    made = []
    make(house, made)
    (house / "source").write_text("new")
    with pytest.raises(build.BuildError):
        make(house, made, fails=True)
    (house / "source").write_text("old")
    make(house, made)
    assert (house / "target").read_text() == "old"
    assert len(made) == 3


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """Return a function that builds the machine from a copy of its sources, without a compiler.

    The function returns how often the compiler was asked to work.
    """
    for path in build.core_sources():
        copy = tmp_path / path.relative_to(build.ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    runs = []
    suffix = sysconfig.get_config_var("EXT_SUFFIX")

    def compile_in_place(units):
        runs.append(units)
        for name in units:
            tmp_path.joinpath(*name.split(".")).with_name(name.split(".")[-1] + suffix).touch()

    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "BUILD", tmp_path / "build")
    monkeypatch.setattr(extensions, "ROOT", tmp_path)
    monkeypatch.setattr(extensions, "extensions", lambda: ["c64._core", *extensions.ALONE])
    monkeypatch.setattr(build, "compile_in_place", compile_in_place)

    def make():
        runs.clear()
        build.build_core()
        return len(runs)

    return make


@pytest.mark.parametrize(
    "source",
    ["c64/cpu/cpu.py", "c64/cpu/cpu.pxd", "c64/cartridge/reu.pxd", "disk/flux.py", "disk/flux.pxd",
     "tools/compile/extensions.py", "tools/compile/amalgamate.py",
     "tools/compile/inline_constants.py", "tools/compile/cold_functions.py"],
)  # fmt: skip
def test_the_machine_is_compiled_again_when_what_it_is_made_from_changes(machine, source, tmp_path):
    assert [machine(), machine()] == [1, 0]
    with open(tmp_path / source, "a", encoding="utf-8") as file:
        file.write("\n# another\n")
    assert [machine(), machine()] == [1, 0]


def test_a_new_chip_is_compiled(machine, tmp_path):
    machine()
    (tmp_path / "c64/cpu/new.py").write_text("")
    assert machine() == 0  # without declarations it is no chip, and runs as it is
    (tmp_path / "c64/cpu/new.pxd").write_text("")
    assert machine() == 1


@pytest.mark.parametrize("unit", ["c64/_core", "disk/flux"])
def test_the_machine_is_compiled_again_when_a_part_of_it_is_gone(machine, unit, tmp_path):
    machine()
    (lost,) = tmp_path.glob(f"{unit}.*{sysconfig.get_config_var('EXT_SUFFIX').split('.')[-1]}")
    lost.unlink()
    assert machine() == 1


def test_modules_compiled_one_by_one_replace_the_machine_only_when_they_are_there(
    machine, tmp_path, monkeypatch
):
    """A build that is broken off would otherwise leave the machine uncompiled without a word."""
    machine()
    monkeypatch.setattr(extensions, "split_extensions", lambda names, annotate: names)
    monkeypatch.setattr(build, "compile_in_place", lambda units: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        build.build_split(["cpu.cpu"])
    assert list(tmp_path.glob("c64/_core.*"))
    monkeypatch.setattr(build, "compile_in_place", lambda units: None)
    build.build_split(["cpu.cpu"])
    assert not list(tmp_path.glob("c64/_core.*"))


def test_all_that_compiles_counts_among_the_sources():
    """The tools are those that extensions.py imports, by whatever way."""
    seen, todo = set(), ["tools.compile.extensions"]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            tree = ast.parse(build.ROOT.joinpath(*name.split(".")).with_suffix(".py").read_text())
            todo += [
                node.module
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tools.")
            ]
    found = {p.relative_to(build.ROOT).as_posix() for p in build.core_sources()}
    assert {f"{name.replace('.', '/')}.py" for name in seen} == {
        p for p in found if p.startswith("tools/")
    }


@pytest.mark.slow
def test_no_unit_is_replaced_unless_all_of_them_compile(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "BUILD", tmp_path / "build")
    monkeypatch.chdir(tmp_path)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    (tmp_path / f"whole{suffix}").write_text("old")
    (tmp_path / "whole.c").write_text("int whole;\n")
    (tmp_path / "broken.c").write_text("int broken(\n")
    modules = [Extension(name, [f"{name}.c"]) for name in ("whole", "broken")]
    with pytest.raises(CompileError):
        build.compile_in_place(modules)
    assert (tmp_path / f"whole{suffix}").read_text() == "old"
    build.compile_in_place(modules[:1])
    assert (tmp_path / f"whole{suffix}").read_bytes() != b"old"
