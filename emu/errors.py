"""Errors a user can cause; the message of each is one line."""


class UsageError(Exception):
    """The command line asks for something that does not exist or makes no sense."""


class HostError(Exception):
    """The host (window, sound, a file to write) does not do what is asked."""
