"""Errors of the command; the message of each is one line."""

from disk.base.errors import Go64Error


class UsageError(Go64Error):
    """The command line asks for something that does not exist or makes no sense."""


class HostError(Go64Error):
    """The host (window, sound, network, a file to write) does not do what is asked."""
