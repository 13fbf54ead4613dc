"""``make lint``: style, layout and types of the Python sources, words of the documents, spelling.

``make test`` begins with the same checks.  pyproject.toml configures ruff, mypy and codespell,
tools/quality/doclint_tables.py the words.
"""

import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACES = (
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "asm", "c64", "disk", "docs", "emu",
    "packaging", "tests", "tools",
)  # fmt: skip
CHECKS = {
    "style (ruff check)": ("ruff", "check", "-q", "."),
    "layout (ruff format)": ("ruff", "format", "--check", "-q", "."),
    "types (mypy)": ("mypy", "--no-error-summary"),
    "words (doclint)": ("tools.quality.doclint",),
    "spelling (codespell)": ("codespell_lib", *PLACES),
}


def lint() -> int:
    """Run all checks, print a line for each and what it found; returns 0 if all found nothing."""
    return max(check(what, command) for what, command in CHECKS.items())


def check(what: str, command: Iterable[str]) -> int:
    """Run one tool of the virtual environment; returns 0 if it found nothing, otherwise 1."""
    begin = time.perf_counter()
    result = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    took = time.perf_counter() - begin
    print(f"== {what}: {'FAILED' if result.returncode else 'clean'}, {took:.0f} s", flush=True)
    if result.returncode:
        print(result.stdout, end="", flush=True)
    return 1 if result.returncode else 0


if __name__ == "__main__":
    from tools.usage import answer_help

    answer_help(__doc__)
    sys.exit(lint())
