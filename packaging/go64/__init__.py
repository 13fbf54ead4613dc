"""Everything of GO 64 but the machine, which is ``c64``: ``go64.disk`` and ``go64.emu``.

In an installed package both lie below this one, so that no other package can mean them by their
short names.  In the repository they are the folders ``disk`` and ``emu``: there the names below
``go64`` lead to the very same modules.
"""

import importlib
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from importlib.abc import Loader

SHORT_NAMES = ("disk", "emu")


class RepositoryNames:
    """Finds ``go64.disk`` and ``go64.emu``, and what is below them, by their short names."""

    def __init__(self) -> None:
        self._specs: dict[str, ModuleSpec | None] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec of ``go64.disk.x`` that leads to ``disk.x``; None for all other names."""
        first, _, short = fullname.partition(".")
        if first != __name__ or short.partition(".")[0] not in SHORT_NAMES:
            return None
        return ModuleSpec(fullname, cast("Loader", self))

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module of the repository, loaded if it was not yet."""
        module = importlib.import_module(spec.name.partition(".")[2])
        self._specs[spec.name] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module its own spec back: Python has put the one by the long name in it."""
        spec = module.__spec__
        if spec is not None:
            module.__spec__ = self._specs.pop(spec.name)


if not (Path(__file__).parent / "emu").is_dir():
    sys.meta_path.insert(0, RepositoryNames())
