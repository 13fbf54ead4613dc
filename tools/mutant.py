"""pytest plugin of tools/mutate.py: the linked rules with one byte changed.

The change stands in the environment: GO64_MUTANT=address:old:new in hexadecimal digits.
"""

import os

from emu.kit import flat
from emu.kit.types import KitError

_MUTANT = os.environ.get("GO64_MUTANT")


class _Program(flat.FlatProgram):
    """A program whose blocks, and whose contents of a place, have the byte changed."""

    def __setattr__(self, name, value):
        if name == "blocks":
            value = [_changed(block) for block in value]
        elif name == "contents":
            value = {key: _changed(block) for key, block in value.items()}
        object.__setattr__(self, name, value)


def _changed(block):
    address, old, new = (int(part, 16) for part in _MUTANT.split(":"))
    start, data = block
    if start <= address < start + len(data) and data[address - start] in (old, new):
        data = bytearray(data)
        data[address - start] = new
        block = (start, bytes(data))
    return block


if _MUTANT:
    if len(_MUTANT.split(":")) != 3:
        raise KitError(f"GO64_MUTANT {_MUTANT!r}: must be address:old:new")
    vars(flat)["FlatProgram"] = _Program  # before the tests import it
