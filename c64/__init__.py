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
from pathlib import Path
from typing import TYPE_CHECKING

from disk.pure import PURE, use_sources

if TYPE_CHECKING:  # what __getattr__ below imports when it is asked for
    from c64.api import C64 as C64
    from c64.bus.models import MODELS as MODELS
    from c64.bus.models import choose_model as choose_model
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
    "MachineConfig": "c64.config",
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


def _use_joined() -> None:
    """Serve the chips' modules from the unit they were compiled into, if it is there."""
    try:
        core = importlib.import_module("c64._core")
    except ModuleNotFoundError as error:
        if error.name != "c64._core":
            raise
        return
    for name in core.JOINED_MODULES:
        sys.modules[f"c64.{name}"] = core


if PURE:
    use_sources(__name__, Path(__file__).parent)
else:
    _use_joined()


def compiled() -> bool:
    """True when the compiled machine is in use."""
    return not str(importlib.import_module("c64.base.component").__file__).endswith(".py")


def __getattr__(name: str) -> object:
    if name in _EXPORTS:
        return getattr(importlib.import_module(_EXPORTS[name]), name)
    raise AttributeError(f"module 'c64' has no attribute '{name}'")


def __dir__() -> list[str]:
    return [*globals(), *_EXPORTS]
