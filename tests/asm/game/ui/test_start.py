"""Once it runs, RESTORE is no way out.  Starts: tests/asm/game/robust."""


def test_restore_does_nothing_while_the_game_plays(at):
    game = at("turn")
    before = game.text()
    for _ in range(20):
        game.machine.type("{RESTORE}")
        game.tick(1)
    assert game.text() == before
    game.key("r", 60)
    assert game.byte("dice_shown") == 1
