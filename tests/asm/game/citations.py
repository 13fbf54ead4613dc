"""Which test shows which rule: by the numbers in the tests' docstrings.

python -m tests.asm.game.citations            the table
python -m tests.asm.game.citations --missing  only numbers that no test cites
"""

import ast
import re
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
NUMBER = re.compile(r"\b[RV]-\d+\.\d+\b")


def numbers():
    """Return {"R-4.2": a few words} of every rule."""
    groups = tomllib.loads((HERE / "rules.toml").read_text())
    return {f"{group}.{n}": what for group, rows in groups.items() for n, what in rows.items()}


def citations(folder=HERE):
    """Return {"R-4.2": {"test_turn.py::test_name", ...}} of all tests below a folder."""
    found = defaultdict(set)
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in NUMBER.findall(ast.get_docstring(node) or ""):
                    found[number].add(f"{path.name}::{node.name}")
    return found


def main(arguments):
    """Print the table; the exit status is 1 if a number is missing."""
    cited, missing = citations(), 0
    for number, what in numbers().items():
        tests = ", ".join(sorted(t.split("::")[1] for t in cited.get(number, ())))
        missing += not tests
        if not tests or "--missing" not in arguments:
            print(f"{number:8}{what}: {tests or 'NO TEST'}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
