"""``--help`` of the tools that take no options: the docstring of their module."""

import inspect
import sys
from pathlib import Path


def answer_help(doc: str | None, operands: str = "") -> None:
    """End the program after its help if the command line asks for it.

    doc       the docstring of the module that runs
    operands  what the command line may name, such as "[OUT]"
    """
    words = sys.argv[1:]
    asked = words[: words.index("--")] if "--" in words else words
    if not {"-h", "--help"} & set(asked):
        return
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    name = f"python -m {spec.name.removesuffix('.__main__')}" if spec else Path(sys.argv[0]).name
    print(f"usage: {name} {operands}".rstrip(), end="\n\n")
    print(inspect.cleandoc(doc or "").replace("``", "'"))
    raise SystemExit(0)
