"""A Commodore 64, exact to the cycle.

    import c64
    machine = c64.C64()
    machine.tick(150)
    print(machine.screen.text())

``GO64_PURE=1`` in the environment makes the plain Python sources run instead of the
compiled extensions: slow, equal to the last bit, and good for a debugger.
"""

import importlib
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from disk.base.pure import PURE, use_sources

if TYPE_CHECKING:  # what __getattr__ below imports when it is asked for
    from importlib.abc import Loader

    from c64.api import C64 as C64
    from c64.api import StopReason as StopReason
    from c64.bus.models import MODELS as MODELS
    from c64.bus.models import choose_model as choose_model
    from c64.bus.sid_places import SidPlace as SidPlace
    from c64.config import MachineConfig as MachineConfig
    from c64.errors import AutostartError as AutostartError
    from c64.errors import ConfigError as ConfigError
    from c64.errors import Go64Error as Go64Error
    from c64.errors import HookError as HookError
    from c64.errors import LabelError as LabelError
    from c64.errors import MediaError as MediaError
    from c64.errors import RomError as RomError
    from c64.errors import SnapshotError as SnapshotError

__version__ = "0.1.0"

_EXPORTS = {
    "C64": "c64.api",
    "StopReason": "c64.api",
    "MachineConfig": "c64.config",
    "SidPlace": "c64.bus.sid_places",
    "MODELS": "c64.bus.models",
    "choose_model": "c64.bus.models",
    "AutostartError": "c64.errors",
    "ConfigError": "c64.errors",
    "Go64Error": "c64.errors",
    "HookError": "c64.errors",
    "LabelError": "c64.errors",
    "MediaError": "c64.errors",
    "RomError": "c64.errors",
    "SnapshotError": "c64.errors",
}


class _JoinedFinder:
    """Serves the chips' modules from the unit they were compiled into.

    It is loaded when the first of them is asked for: all chips take far longer to load than a
    program that wants an error's name, or the command line's help, may wait.

    folder   where the package is
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._modules: frozenset[str] | None = None  # not asked for yet

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec of ``fullname`` if the unit has it; only chips have a ``.pxd``."""
        first, *names = fullname.split(".")
        if first != __name__ or not self.folder.joinpath(*names).with_suffix(".pxd").is_file():
            return None
        if ".".join(names) not in self._joined():
            return None
        return ModuleSpec(fullname, cast("Loader", self))

    def _joined(self) -> frozenset[str]:
        """Return the names of the modules in the unit; none if it was not built."""
        if self._modules is None:
            try:
                core = importlib.import_module("c64._core")  # waits if another thread loads it
            except ModuleNotFoundError as error:
                if error.name != "c64._core":
                    raise
                self._modules = frozenset()
            else:
                self._modules = frozenset(core.JOINED_MODULES)
        return self._modules

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make an empty module, in whose place ``exec_module`` puts the unit."""

    def exec_module(self, module: ModuleType) -> None:
        """Put the unit in the place of ``module``, which stays as it was loaded."""
        sys.modules[module.__name__] = sys.modules["c64._core"]


if PURE:
    use_sources(__name__, Path(__file__).parent)
else:
    sys.meta_path.insert(0, _JoinedFinder(Path(__file__).parent))


def compiled() -> bool:
    """True when the compiled machine is in use."""
    return not str(importlib.import_module("c64.base.bus").__file__).endswith(".py")


def __getattr__(name: str) -> object:
    if name in _EXPORTS:
        return getattr(importlib.import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module 'c64' has no attribute '{name}'")


def __dir__() -> list[str]:
    return [*globals(), *_EXPORTS]
