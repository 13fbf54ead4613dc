"""``python -m tools.release``: build a release twice, compare, write checksums and notes."""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.lock import PROJECT
from tools.release.build import ROOT, ReleaseError, build, copy_commit
from tools.release.notes import notes

DIST = ROOT / "dist"
SUMS, NOTES = "SHA256SUMS", "RELEASE_NOTES.md"


def sha256(path: Path) -> str:
    """Return the checksum of a file, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def different(one: Path, other: Path) -> list[str]:
    """Return the names of files that are not in both folders with the same bytes."""
    names = {path.name for folder in (one, other) for path in folder.iterdir()}
    return sorted(
        name
        for name in names
        if not (one / name).is_file()
        or not (other / name).is_file()
        or sha256(one / name) != sha256(other / name)
    )


def _git(*words: str) -> str:
    result = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode:
        raise ReleaseError(result.stderr.strip() or f"git {words[0]} failed")
    return result.stdout.strip()


def release(commit: str, site: bool, once: bool) -> None:
    """Write dist/; ReleaseError if a step fails, or two builds differ."""
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or _git("log", "-1", "--format=%ct", commit))
    with tempfile.TemporaryDirectory(prefix="go64-release-") as work:
        rounds = [Path(work, name) for name in ("first", "second")[: 1 if once else 2]]
        for place in rounds:
            copy_commit(commit, place / "go64")
            build(place / "go64", place / "files", epoch, site=site)
        if not once and (names := different(*(place / "files" for place in rounds))):
            raise ReleaseError(f"built twice, and these differ: {', '.join(names)}")
        DIST.mkdir(exist_ok=True)
        files = sorted((rounds[0] / "files").iterdir())
        names = [path.name for path in files]
        changelog = (rounds[0] / "go64" / "CHANGELOG.md").read_text(encoding="utf-8")
        text = notes(changelog, PROJECT["project"]["version"], names)
        for path in files:
            shutil.copyfile(path, DIST / path.name)
    (DIST / NOTES).write_text(text, encoding="utf-8")
    names.append(NOTES)
    sums = "".join(f"{sha256(DIST / name)}  {name}\n" for name in sorted(names))
    (DIST / SUMS).write_text(sums, encoding="utf-8")
    print(sums, end="")
    print(
        f"release: {len(names)} files in dist/"
        + ("" if once else ", built twice to the same bytes")
    )


def main(words: list[str]) -> int:
    """Return 0, or 1 after one message."""
    parser = argparse.ArgumentParser(prog="make release", description=__doc__)
    parser.add_argument("--commit", default="HEAD", help="of which commit; usually HEAD")
    parser.add_argument("--no-web", action="store_true", help="without the web site")
    parser.add_argument("--once", action="store_true", help="build once, compare nothing")
    given = parser.parse_args(words)
    try:
        release(given.commit, not given.no_web, given.once)
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
