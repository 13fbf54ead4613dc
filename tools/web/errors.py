"""What can be missing."""


class WebError(Exception):
    """The site cannot be built; the message says in a line why, and what to do."""
