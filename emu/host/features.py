"""The list of what the window can do beside showing the machine."""

from emu.host.rewind import Rewind
from emu.host.timeline import Timeline

FEATURES = (
    Timeline,
    Rewind,
)  # fmt: skip
