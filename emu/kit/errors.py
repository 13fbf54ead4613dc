"""Errors of the test kit."""

from disk.base.errors import Go64Error


class KitUsageError(Go64Error):
    """A test asks the kit for what does not exist or makes no sense."""


class KitError(AssertionError):
    """The program under test did what it must not: hang, jam, touch a forbidden byte."""
