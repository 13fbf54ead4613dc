"""The root of every error that a user can cause."""


class Go64Error(Exception):
    """Something cannot be done as asked; the message is one line."""
