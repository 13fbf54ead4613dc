"""What is measured is what people meet: whole machine and bare processor decide alike."""

import pytest

from emu.arena.rules import Rules
from tests.asm.game.engine import K
from tests.asm.game.ui.machine import Game

FRAMES, WANTED = 6000, 80
TO_FIRST = 3000  # frames from the setup to the first player's turn: some hundred are needed


@pytest.fixture(scope="module")
def played(built):
    """(state, [(request, parameters, state)]): a game of four computers on the whole machine."""
    game = Game().boot().key("\n")
    for _ in range(4):
        game.key("{DOWN}{F3}", 6)
    game.key("{DOWN}rr", 6)
    game.machine.type("{F7}", wait=False)
    for _ in range(TO_FIRST):
        if game.mode == K["MODE_FIRST"]:
            break
        game.tick(1)
    assert game.mode == K["MODE_FIRST"]
    size = game.labels["state_end"] - game.labels["state_begin"]  # a classic game is all there
    begin, sent = game.state()[:size], []

    def sends(board):
        sent.append((board.cpu.a, game.byte("arg0"), game.byte("arg1"), game.state()[:size]))
        return False

    game.machine.board.set_trap(game.labels["request_send"], sends)
    for _ in range(FRAMES // 3):
        game.key(" ", 3)  # faster
        if len(sent) > WANTED:
            break
    return begin, sent


def test_the_bare_processor_plays_the_machines_game_to_the_last_byte(played):
    begin, sent = played
    rules = Rules()
    rules.state = begin
    assert len(sent) > WANTED
    for code, one, two, state in sent:
        wish = rules.decide()
        assert wish == code
        if wish in (K["REQ_BID"], K["REQ_BUILD"], K["REQ_MORTGAGE"], K["REQ_REPAY"]):
            assert rules.byte("arg0") == one
        if wish == K["REQ_BID"]:
            assert rules.byte("arg1") == two
        assert rules.state == state
        assert not rules.send(wish)
