"""The builds that look: what they are told, and that what they find counts."""

import os
import subprocess

import pytest

from tools.compile import extensions
from tools.quality import sanitize


def test_each_build_changes_something_that_looks(monkeypatch):
    usual = extensions.flags()
    assert usual["extra_link_args"] == []
    for kind in sanitize.KINDS:
        directives, words = extensions.CHECKS[kind]
        assert directives or any("sanitize" in word for word in words)
    monkeypatch.setenv("GO64_CHECKS", "sanitizer")
    flags = extensions.flags()
    assert "-fsanitize=address,undefined" in flags["extra_compile_args"]
    assert flags["extra_link_args"] == ["-fsanitize=address,undefined"]


def test_what_a_sanitizer_writes_is_counted_once_with_how_often_it_came(tmp_path):
    (tmp_path / "report.1").write_text(
        "c64/_core.c:10:5: runtime error: shift exponent 40 is too large\n    #0 0x1 in f\n" * 2
        + "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\n"
    )
    (tmp_path / "report.2").write_text("nothing of the kind\n")
    assert sanitize.reports(tmp_path) == {
        "c64/_core.c:10:5: runtime error: shift exponent 40 is too large": 2,
        "ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1": 1,
    }


def test_a_build_that_does_not_exist_is_named(capsys):
    assert sanitize.main(["asan"]) == 2
    assert "asan: no such build; there are bounds, sanitizer" in capsys.readouterr().out


def test_a_run_fails_when_tests_fail_or_a_sanitizer_has_found_something(tmp_path, monkeypatch):
    said = {"status": 0, "report": ""}

    def fake(command, **options):
        (tmp_path / "bounds-logs" / "report.1").write_text(said["report"])
        return subprocess.CompletedProcess(command, said["status"])

    monkeypatch.setattr(sanitize, "HOME", tmp_path)
    for name in ("copy_project", "build"):
        monkeypatch.setattr(sanitize, name, lambda *_: None)
    monkeypatch.setattr(sanitize.subprocess, "run", fake)
    assert sanitize.run("bounds", ["tests"]) == 0
    said["status"] = 1
    assert sanitize.run("bounds", ["tests"]) == 1
    said.update(status=0, report="x.c:1:1: runtime error: division by zero\n")
    assert sanitize.run("bounds", ["tests"]) == 1


def test_a_compiler_without_the_library_is_told(monkeypatch):
    monkeypatch.setenv("CC", "true")  # prints no path
    with pytest.raises(sanitize.CheckedError, match=r"libasan\.so: the C compiler has no Address"):
        sanitize.compiler_file("libasan.so")


def test_the_copy_has_what_the_tests_need_and_keeps_dates(tmp_path, monkeypatch):
    copied = sanitize.Path("tools/quality/sanitize.py")
    monkeypatch.setattr(sanitize, "project_files", lambda: [copied])
    monkeypatch.setattr(sanitize, "MADE", ("tools/__init__.py",))
    sanitize.copy_project(tmp_path)
    copy = tmp_path / "tools" / "quality" / "sanitize.py"
    os.utime(copy, (1, 1))
    (tmp_path / "tools" / "gone.py").write_text("")
    sanitize.copy_project(tmp_path)
    assert copy.stat().st_mtime == 1
    left = [p.relative_to(tmp_path).as_posix() for p in (tmp_path / "tools").rglob("*.py")]
    assert sorted(left) == ["tools/__init__.py", "tools/quality/sanitize.py"]


def test_a_debug_file_of_the_linker_names_the_copys_outputs(monkeypatch, tmp_path):
    project, copy = tmp_path / "project", tmp_path / "copy"
    made = project / "build" / "game" / "game.dbg"
    made.parent.mkdir(parents=True)
    made.write_text(f'seg\tid=0,oname="{project}/build/game/game.brain"\n')
    monkeypatch.setattr(sanitize, "ROOT", project)
    monkeypatch.setattr(sanitize, "project_files", lambda: [])
    for _ in range(2):
        sanitize.copy_project(copy)
        text = (copy / "build" / "game" / "game.dbg").read_text()
        assert text == f'seg\tid=0,oname="{copy}/build/game/game.brain"\n'
