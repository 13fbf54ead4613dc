"""What makes two builds of a release the same, and what it says when they are not."""

import io
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tools.release import __main__ as release_module
from tools.release.__main__ import different, main, sha256
from tools.release.archives import even_tar, zip_folder
from tools.release.build import ReleaseError, copy_commit, run

EPOCH = 1_700_000_000


def tar_of(path, names, mtime, owner):
    """Write a .tar.gz with a folder and files, in the order of ``names``."""
    with tarfile.open(path, "w:gz") as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.mtime, member.uid, member.uname = mtime, owner, f"user{owner}"
            member.mode = 0o775 if name.endswith(".sh") else 0o664
            member.size = len(name)
            archive.addfile(member, io.BytesIO(name.encode()))


def test_a_source_distribution_has_no_trace_of_when_and_where_it_was_made(tmp_path):
    one, other = tmp_path / "one.tar.gz", tmp_path / "other.tar.gz"
    tar_of(one, ["a/b.py", "a/run.sh"], 1.25, 1000)
    tar_of(other, ["a/run.sh", "a/b.py"], 99, 0)
    for path in (one, other):
        even_tar(path, EPOCH)
    assert one.read_bytes() == other.read_bytes()
    with tarfile.open(one) as archive:
        members = {m.name: (m.mtime, m.uid, m.uname, m.mode) for m in archive.getmembers()}
        assert archive.extractfile("a/b.py").read() == b"a/b.py"
    assert members == {
        "a/b.py": (EPOCH, 0, "", 0o644), "a/run.sh": (EPOCH, 0, "", 0o755),
    }  # fmt: skip


def test_a_zip_of_a_folder_is_the_same_whenever_its_files_were_written(tmp_path):
    made = []
    for name, when in (("one", 10**9), ("other", 2 * 10**8)):
        folder = tmp_path / name / "web"
        (folder / "deep").mkdir(parents=True)
        for file in ("b.txt", "a.txt", "deep/c.txt"):
            (folder / file).write_text(file)
            os.utime(folder / file, (when, when))
        zip_folder(folder, tmp_path / f"{name}.zip", EPOCH)
        made.append((tmp_path / f"{name}.zip").read_bytes())
    assert made[0] == made[1]
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.namelist() == ["web/a.txt", "web/b.txt", "web/deep/c.txt"]


def test_files_that_differ_or_are_in_one_build_only_are_named(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
        (folder / "same").write_text("same")
        (folder / "changed").write_text(folder.name)
    (one / "lost").write_text("")
    assert different(one, other) == ["changed", "lost"]


def test_a_step_that_fails_is_told_with_the_end_of_its_output(tmp_path):
    with pytest.raises(ReleaseError, match=r"(?s)exit.*line 39\nwhy") as caught:
        run(
            sys.executable, "-c",
            "import sys\nfor n in range(40): print('line', n)\nsys.exit('why')",
            cwd=tmp_path, environment=os.environ,
        )  # fmt: skip
    assert "line 5\n" not in str(caught.value)


def test_two_builds_that_differ_are_no_release(tmp_path, monkeypatch, capsys):
    def build(folder, target, epoch, *, site):
        target.mkdir()
        (target / "go64.prg").write_text(folder.parent.name if site else "same")

    monkeypatch.setattr(release_module, "DIST", tmp_path / "dist")

    def copy(commit, folder):
        folder.mkdir(parents=True)
        (folder / "CHANGELOG.md").write_text("## [Unreleased]\n\nNew.\n")

    monkeypatch.setattr(release_module, "copy_commit", copy)
    monkeypatch.setattr(release_module, "build", build)
    assert main([]) == 1
    assert capsys.readouterr().err == "release: built twice, and these differ: go64.prg\n"
    assert not (tmp_path / "dist").exists()
    assert main(["--no-web"]) == 0
    sums = (tmp_path / "dist" / "SHA256SUMS").read_text().splitlines()
    assert sums == [
        f"{sha256(tmp_path / 'dist' / name)}  {name}" for name in ("RELEASE_NOTES.md", "go64.prg")
    ]


@pytest.mark.slow
def test_a_copy_of_a_commit_has_its_files_and_nothing_else(tmp_path):
    if not (Path(__file__).resolve().parents[3] / ".git").exists():
        pytest.skip("not a git checkout: an unpacked source distribution has no commits")
    copy_commit("HEAD", tmp_path / "copy")
    assert (tmp_path / "copy" / "pyproject.toml").is_file()
    assert not (tmp_path / "copy" / ".git").exists()
    tracked = subprocess.run(
        ["git", "ls-tree", "-r", "--name-only", "HEAD"],
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    copied = [p for p in (tmp_path / "copy").rglob("*") if p.is_file()]
    assert len(copied) == len(tracked)
