"""Where the forty squares lie on the screen: a ring of 24 x 24 cells."""


def place(square):
    """(x, y, wide, high, side) of a square's cells; side 0 bottom, 1 left, 2 top, 3 right."""
    side, step = divmod(square, 10)
    if step == 0:
        corner = ((21, 21), (0, 21), (0, 0), (21, 0))[side]
        return (*corner, 3, 3, side)
    if side == 0:
        return 21 - 2 * step, 21, 2, 3, side
    if side == 1:
        return 0, 21 - 2 * step, 3, 2, side
    if side == 2:
        return 1 + 2 * step, 0, 2, 3, side
    return 21, 1 + 2 * step, 3, 2, side


def parts(square):
    """Cells of (band, body, foot), two each, in reading order."""
    x, y, _, _, side = place(square)
    if side in (0, 2):
        rows = (y, y + 1, y + 2) if side == 0 else (y + 2, y + 1, y)
        return tuple(((x, row), (x + 1, row)) for row in rows)
    band, first = (x + 2, x) if side == 1 else (x, x + 1)
    return tuple(
        ((a, row), (b, row)) if a != b else ((a, y), (a, y + 1))
        for a, b, row in ((band, band, y), (first, first + 1, y), (first, first + 1, y + 1))
    )
