"""What is installed has ``disk`` and ``emu`` below one name, here and in a wheel."""

import ast
import importlib
import sys
from pathlib import Path

import pytest

from tools.compile import one_name
from tools.compile.one_name import NameLeft, installed_name, move_packages, renamed

ROOT = Path(__file__).resolve().parents[3]
SOURCE = '''"""from disk to memory: words are no imports."""

from disk import FOLDER
from disk.d64 import D64Image
from diskette import side
import c64

def late():
    from emu.kit import machine as emu
    return emu, "from disk.d64 import D64Image"
'''


def test_imports_get_the_long_name_and_all_else_stays():
    changed = [
        (old, new)
        for old, new in zip(SOURCE.splitlines(), renamed(SOURCE).splitlines(), strict=True)
        if old != new
    ]
    assert changed == [
        ("from disk import FOLDER", "from go64.disk import FOLDER"),
        ("from disk.d64 import D64Image", "from go64.disk.d64 import D64Image"),
        ("    from emu.kit import machine as emu", "    from go64.emu.kit import machine as emu"),
    ]


def test_cimports_get_it_too():
    text = "cimport cython\nfrom disk.flux cimport Reader\nfrom c64.bus cimport Bus\n"
    assert renamed(text) == text.replace("disk.flux", "go64.disk.flux")


@pytest.mark.parametrize(
    ("name", "installed"),
    [
        ("disk.flux", "go64.disk.flux"),
        ("emu", "go64.emu"),
        ("c64.api", "c64.api"),
        ("emulator.x", "emulator.x"),
    ],
)
def test_a_module_knows_its_installed_name(name, installed):
    assert installed_name(name) == installed


def tree(folder, text):
    """Make packages as a build collects them; returns the folder."""
    for name in ("c64", "disk", "emu/host"):
        (folder / name).mkdir(parents=True)
    (folder / "emu/host/app.py").write_text(text)
    (folder / "disk/go64.d64").write_bytes(bytes(range(256)))
    (folder / "c64/api.py").write_text("from disk.d64 import D64Image\n")
    return folder


def test_the_packages_move_with_their_files(tmp_path):
    folder = tree(tmp_path, SOURCE)
    move_packages(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["c64", "go64"]
    assert (folder / "go64/disk/go64.d64").read_bytes() == bytes(range(256))
    assert (folder / "go64/emu/host/app.py").read_text() == renamed(SOURCE)
    assert (folder / "c64/api.py").read_text() == "from go64.disk.d64 import D64Image\n"


@pytest.mark.parametrize("line", ["import disk", "import c64, emu.kit", "import disk.d64 as d"])
def test_an_import_that_cannot_be_changed_is_refused_with_its_line(tmp_path, line):
    with pytest.raises(NameLeft, match=r"app\.py:2: write `from disk\|emu"):
        move_packages(tree(tmp_path, f"import sys\n{line}\n"))


@pytest.mark.slow
def test_no_source_of_ours_has_such_an_import():
    wrong = [
        f"{path.relative_to(ROOT)}:{line}"
        for package in ("c64", "disk", "emu", "packaging/go64")
        for path in sorted((ROOT / package).rglob("*.py"))
        for line in one_name._left(ast.parse(renamed(path.read_text(encoding="utf-8"))))
    ]
    assert wrong == []


def test_in_the_repository_long_and_short_name_are_one_module():
    for name in ("disk.d64", "disk.flux", "emu.kit.plugin", "emu.arena.rules", "disk", "emu"):
        short, long = importlib.import_module(name), importlib.import_module(f"go64.{name}")
        assert long is short
        assert sys.modules[f"go64.{name}"] is short
        assert short.__spec__ is not None and short.__spec__.name == name


def test_a_name_that_is_in_neither_is_not_found():
    for name in ("go64.tools", "go64.disk.nothing", "go64.emux"):
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(name)
