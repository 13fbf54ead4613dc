"""numpy, imported when something of it is first asked for.

``from c64.base.lazy_numpy import np`` costs no time, and works where numpy is missing (in a
browser): a machine runs there, and only what returns arrays raises ImportError.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
else:

    class _LazyNumpy:
        def __getattr__(self, name: str) -> Any:
            value = getattr(importlib.import_module("numpy"), name)
            setattr(self, name, value)  # at once, the next time
            return value

    np = _LazyNumpy()

__all__ = ["np"]
