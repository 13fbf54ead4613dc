"""Numbers that a user or a file has written."""


def whole(text: str, base: int = 10) -> int:
    """Return the value of digits, with a sign or, for base 0, with Python's prefixes.

    ValueError for anything else, and so for what ``int`` takes beside that: underscores, blanks
    around the number, the digits of other scripts.
    """
    if not text.isascii() or not text.replace("+", "").replace("-", "").isalnum():
        raise ValueError(text[:40])
    return int(text, base)
