"""Replays from the first frame to the last."""


def play_out(player, machine):
    """Run a Player's machine until the recording ends; returns the Player."""
    while not player.over:
        player.prepare()
        machine.tick(limit=player.limit)
        player.end()
    return player
