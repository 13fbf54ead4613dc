"""The monitor's error."""

from disk.base.errors import Go64Error


class MonitorError(Go64Error):
    """A command of the monitor cannot be done as asked; the message is one line."""
