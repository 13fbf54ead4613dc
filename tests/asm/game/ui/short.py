"""A short game by the rules of 1989, for tests of its clock and for the gallery."""

from tests.asm.game.engine import K

MINUTES = 75


def send(game, name, *args):
    """Send a request of set-up to the rules."""
    for at, value in enumerate(args):
        game.ram[game.labels[f"arg{at}"]] = value
    game.call("play_request", a=K[f"REQ_{name}"])
    assert not game.result.flags.c, name


def short(game, minutes=MINUTES, seats=4):
    """From the title to the first turn of a short game by the rules of 1989."""
    return game.way(("short game", minutes, seats), lambda *how: _short(game, *how))


def _short(game, minutes, seats):
    game.key("\n", 60)
    for _ in range(4 - seats):
        game.key("{LEFT}", 10)
    send(game, "PRESET", K["PRESET_1989"])
    send(game, "CLOCK", minutes & 255, minutes >> 8)
    game.key("{F7}", 60)
    for _ in range(seats):
        game.key("d", 100)
    game.until("Roll dice").tick(10)


def set_clock(game, seconds):
    """So much is left."""
    game.ram[game.labels["clock_lo"]] = seconds & 255
    game.ram[game.labels["clock_hi"]] = seconds >> 8
    game.call("clock_reset")
