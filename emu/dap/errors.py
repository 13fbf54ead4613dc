"""The debug adapter's error."""

from disk.base.errors import Go64Error


class DapError(Go64Error):
    """A request cannot be done as asked; the message is one line, which the editor shows."""
