"""The stack under menus and pages.  Floods and random input: tests/asm/game/robust."""


def test_the_stack_does_not_grow(at):
    game = at("turn")
    depths = set()
    for _ in range(30):
        game.key("{DOWN}", 6)
        game.key("i", 12)
        game.key("d", 12)
        depths.add(game.machine.board.cpu.sp)
    assert min(depths) > 0xC0, depths
