"""``GO64_PURE=1``: run the plain Python sources past the compiled extensions beside them."""

import importlib.machinery
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

PURE = os.environ.get("GO64_PURE", "") not in ("", "0")


class SourceFinder:
    """Finds the modules of one package, its packages included, in their sources.

    It goes into ``sys.meta_path``; importlib.abc, whose class for that would be its base, takes
    longer to import than all of ``disk``.

    package  its name
    folder   where its sources are
    """

    def __init__(self, package: str, folder: Path) -> None:
        self.package = package
        self.folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the spec of ``fullname`` if it is a source file of the package."""
        if not fullname.startswith(f"{self.package}."):
            return None
        names = fullname.removeprefix(f"{self.package}.").split(".")
        source = self.folder.joinpath(*names).with_suffix(".py")
        if not source.is_file():
            return None
        from importlib.util import spec_from_file_location

        return spec_from_file_location(fullname, source)


def use_sources(package: str, folder: Path) -> None:
    """Let ``package`` run from its sources in ``folder`` if the environment asks for it."""
    if PURE:
        sys.meta_path.insert(0, SourceFinder(package, folder))
