"""The list of what the window can do beside showing the machine."""

from emu.host.timeline import Timeline

FEATURES = (
    Timeline,
)  # fmt: skip
