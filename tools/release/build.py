"""One build of a release, in a copy of the commit of its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tools.release.archives import even_tar, unpack, zip_folder

ROOT = Path(__file__).resolve().parents[2]
# Of the build, by the name it has in dist/.
IMAGES = {
    "go64.prg": "build/game/go64.prg",
    "go64.d64": "disk/go64.d64",
    "go64.crt": "build/game/go64.crt",
}
SITE = "build/web"
BILL = "go64.cdx.json"
GUIDES = ("go64-guide.pdf", "go64-handbuch.pdf")
SHOWN = ("go64-label-*", "go64-box*", "go64-video.mp4")
LAST_LINES = 12  # of what a failed command has said


class ReleaseError(Exception):
    """A step failed; one message, with the last lines of its output."""


def run(*command: str | Path, cwd: Path, environment: Mapping[str, str]) -> None:
    """Run a command; ReleaseError with the end of its output if it fails."""
    # Else Python keeps what it prints until its end, behind the error.
    environment = {**environment, "PYTHONUNBUFFERED": "1"}
    result = subprocess.run(
        [str(word) for word in command],
        cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, check=False,
    )  # fmt: skip
    if result.returncode:
        said = "\n".join(result.stdout.splitlines()[-LAST_LINES:])
        raise ReleaseError(f"{' '.join(map(str, command))}\n{said}")


def copy_commit(commit: str, folder: Path) -> None:
    """Unpack the files of a commit into a new folder."""
    folder.mkdir(parents=True)
    archive = folder.with_suffix(".tar")
    run("git", "archive", "-o", archive, commit, cwd=ROOT, environment=os.environ)
    unpack(archive, folder)
    archive.unlink()


def build(
    folder: Path,
    target: Path,
    epoch: int,
    *,
    site: bool = True,
    tell: Callable[[str], None] = print,
) -> list[Path]:
    """Build a release of the sources in ``folder``; returns its files, in ``target``.

    epoch  seconds since 1970, the date of all that has one
    site   False: without the web site, which needs Node and a network

    Raises ReleaseError.
    """
    target.mkdir(parents=True)
    environment = os.environ | {
        "SOURCE_DATE_EPOCH": str(epoch),
        "PYTHONPATH": str(folder),
        "PYTHONHASHSEED": "0",
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))),
        # No path of this computer in what the compiler writes.
        "CFLAGS": f"{os.environ.get('CFLAGS', '')} -g0 -ffile-prefix-map={folder}=.".strip(),
    }

    def python(*words: str | Path, cwd: Path = folder) -> None:
        run(sys.executable, *words, cwd=cwd, environment=environment)

    tell("release: machine, ROMs, game, disk")
    python("tools/build.py", "core")
    python("tools/build.py", "assets")
    for name, place in IMAGES.items():
        if (folder / place).is_file():
            (target / name).write_bytes((folder / place).read_bytes())
    if site:
        tell("release: web site")
        python("-m", "tools.web")
        zip_folder(folder / SITE, target / "go64-web.zip", epoch)
    tell("release: source distribution, wheel")
    _distribute(folder, target, epoch, python)
    tell("release: guide, also in German")
    python("-m", "tools.guide")
    for guide in GUIDES:
        (target / guide).write_bytes((folder / "dist" / guide).read_bytes())
    tell("release: labels, box, video")
    python("-m", "tools.box")
    python("-m", "tools.art.video")
    for shown in sorted(path for way in SHOWN for path in (folder / "dist").glob(way)):
        (target / shown.name).write_bytes(shown.read_bytes())
    tell("release: bill of materials")
    python(
        "-m", "cyclonedx_py", "requirements", "--pyproject", "pyproject.toml", "--of", "JSON",
        "--output-reproducible", "-o", target / BILL, "requirements/ready.txt",
    )  # fmt: skip
    return sorted(target.iterdir())


def _distribute(folder: Path, target: Path, epoch: int, python: Callable[..., None]) -> None:
    """Write the source distribution, and from that the wheel of this Python and system."""
    made = folder / "dist"
    python("-m", "build", "--sdist", "--no-isolation", "--outdir", made)
    (source,) = made.glob("*.tar.gz")
    even_tar(source, epoch)
    (target / source.name).write_bytes(source.read_bytes())
    unpacked = folder / "unpacked"
    unpack(source, unpacked)
    (inside,) = unpacked.iterdir()
    python("-m", "build", "--wheel", "--no-isolation", "--outdir", made, inside)
    (wheel,) = made.glob("*.whl")
    if sys.platform == "linux":  # for all distributions whose C library is as old as it must be
        python("-m", "auditwheel", "repair", "--wheel-dir", target, wheel)
    else:
        (target / wheel.name).write_bytes(wheel.read_bytes())
