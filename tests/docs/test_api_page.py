"""The page on the Python API: its examples run, and it names every public member."""

import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest

import c64
from c64 import api, api_views, errors
from c64.api_hooks import Hook, Write

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "program" / "api.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
BUILD = re.search(r"^    (ca65 .*)$", PAGE, re.MULTILINE).group(1)
VIEWS = [
    api_views.CartridgeView,
    api_views.DriveSlot,
    api_views.Keyboard,
    api_views.Registers,
    api_views.Screen,
    Hook,
    Write,
]


@pytest.mark.skipif(c64.PURE, reason="hundreds of frames take minutes uncompiled")
def test_the_examples_run_in_their_order(tmp_path, monkeypatch):
    for name in ("hello.s", "hello.cfg"):
        shutil.copy(ROOT / "docs" / "hello" / name, tmp_path)
    subprocess.run(BUILD, shell=True, cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    blocks = list(BLOCK.finditer(PAGE))
    assert len(blocks) == PAGE.count("```python") > 8
    names: dict = {}
    for block in blocks:
        line = PAGE[: block.start(1)].count("\n")
        exec(compile("\n" * line + block.group(1), "docs/program/api.md", "exec"), names)
    assert (tmp_path / "hello.png").stat().st_size > 1000


def public(kind):
    """Return the names of a class's public members, attributes of an instance too."""
    own = [name for name in dir(kind) if not name.startswith("_")]
    if issubclass(kind, tuple):
        return [name for name in own if name not in dir(tuple)]
    return own


def named():
    """Return the words of the page that stand in code."""
    code = "\n".join(re.findall(r"`[^`\n]+`|^```.*?^```", PAGE, re.MULTILINE | re.DOTALL))
    return set(re.findall(r"\w+", code))


@pytest.mark.parametrize("kind", [c64.C64, *VIEWS], ids=lambda kind: kind.__name__)
def test_every_public_member_is_on_the_page(kind):
    members = public(kind)
    if kind is c64.C64:
        members += [name for name in vars(c64.C64(sample_rate=0)) if not name.startswith("_")]
    assert members and not set(members) - named()


def test_every_choice_and_every_error_is_on_the_page():
    choices = {field.name for field in fields(c64.MachineConfig)}
    kinds = {name for name in c64.__dir__() if name.endswith("Error")}
    assert kinds <= set(errors.__all__) and len(kinds) > 7
    assert not (choices | kinds | set(public(c64.MachineConfig)) | {"C64"}) - named()


def test_every_public_member_says_what_it_is():
    for kind in (c64.C64, api.MachineConfig, *VIEWS, api_views.Memory, api_views.Drives):
        undocumented = [name for name in public(kind) if not _doc(kind, name)]
        assert kind.__doc__ and not undocumented, (kind, undocumented)


def _doc(kind, name):
    member = vars(kind).get(name)
    is_field = name in getattr(kind, "__annotations__", {})
    return is_field or member is None or getattr(member, "__doc__", None)
