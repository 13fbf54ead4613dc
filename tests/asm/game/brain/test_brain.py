"""A computer's turn as a whole (R-17.1, R-17.12), and that it can never stop a game."""

import random

import pytest

from tests.asm.game import scenes
from tests.asm.game.brain.table import CODES, SECOND, Table, obey, obey_while, sit, wish
from tests.asm.game.engine import K
from tests.asm.game.test_modes import STACKS, WAYS, scene, stack
from tests.volume import mostly_seldom


@pytest.mark.feature("F099")
def test_a_turn_rolls_buys_and_ends(lonely):
    """R-17.1."""
    lonely.force_dice(1, 2)
    asked = [name for name, *_ in obey_while(lonely, 0)]
    assert asked == ["ROLL", "BUY", "END_TURN"]
    assert lonely.owner(3) == 0


@pytest.mark.feature("F099")
def test_it_rolls_again_after_a_double(lonely):
    """R-17.1, R-4.3."""
    lonely.place(0, 16)
    lonely.force_dice(2, 2)
    assert obey(lonely)[0][0] == "ROLL"
    assert wish(lonely)[0] == "ROLL"


@pytest.mark.feature("F101")
def test_its_roll_for_first_is_its_own(engine):
    """R-17.12."""
    engine.call("play_init")
    engine.do("SEATS", 3)
    for seat in range(3):
        engine.do("COLOUR", seat, seat)
        engine.do("CPU", seat, 1)
    engine.do("OPTION", K["OPT_RANDOM"], K["RANDOM_UNBIASED"])
    engine.do("START")
    assert [obey(engine)[0][0] for _ in range(3)] == ["ROLL"] * 3
    assert engine.mode == K["MODE_NORMAL"]


@pytest.mark.feature("F101")
@pytest.mark.feature("F102")
def test_colours_are_random_and_never_taken_ones(engine):
    """R-17.12: eight of ten, whoever chose before; a colour the rules refuse is never set."""
    seen = set()
    for seed in range(1, 40):
        engine.call("play_init")
        engine.seed(seed * 977)
        engine.do("SEATS", 8)
        engine.do("OPTION", K["OPT_RANDOM"], K["RANDOM_UNBIASED"])
        engine.do("COLOUR", 3, seed % 10)
        for seat in (0, 1, 2, 4, 5, 6, 7):
            engine.call("brain_setup", x=seat)
            assert not engine.carry
        colours = engine.table("player_colour", 8)
        assert len(set(colours)) == 8
        assert max(colours) < 10
        assert colours[3] == seed % 10
        seen.add(tuple(colours))
    assert len(seen) > 30


def test_it_decides_for_computers_only(game):
    """People, the end, set-up, and while events wait."""
    assert wish(game) is None
    sit(game, 0)
    assert wish(game)[0] == "ROLL"
    game.request(K["REQ_ROLL"])
    assert wish(game) is None
    game.events()
    assert wish(game) is not None
    game.poke("mode_kind", K["MODE_OVER"])
    assert wish(game) is None
    game.poke("mode_kind", K["MODE_SETUP"])
    assert wish(game) is None


def test_a_step_decides_and_sends(lonely):
    lonely.call("brain_step")
    assert not lonely.carry
    assert lonely.cpu.a == K["REQ_ROLL"]
    assert "DICE" in [e.name for e in lonely.events()]


@pytest.mark.feature("F099")
def test_an_asked_computer_agrees_to_quit(game):
    """R-17.12: the rules do not even ask it."""
    sit(game, 1, 2, 3)
    events = game.do("QUIT")
    assert [e[2] for e in events if e.name == "VOTE"] == [1, 1, 1]
    assert game.mode == K["MODE_OVER"]


# --- it never hangs ---------------------------------------------------------------------------


@pytest.mark.parametrize("start", sorted(STACKS), ids=" on ".join)
def test_from_every_stack_of_modes_there_is_a_way_on(game, start):
    """R-17.12: computers everywhere, whatever stack they find themselves in."""
    scene(game)
    WAYS[start](game)
    assert stack(game) == start
    sit(game, 0, 1, 2, 3)
    turn = game.byte("turn_count")
    for _ in range(400):
        if game.byte("turn_count") != turn or game.mode == K["MODE_OVER"]:
            return
        obey(game)
    raise AssertionError(f"still in {stack(game)}")


def fallback(game):
    game.call("brain_fallback")
    assert not game.carry, f"no way on from {stack(game)}"
    code = game.cpu.a
    assert not game.request(code, game.byte("arg0"), game.byte("arg1")), CODES[code]
    game.events()
    game.check_invariants()


@pytest.mark.parametrize("start", sorted(STACKS), ids=" on ".join)
def test_the_fallback_alone_knows_a_way_on_from_every_stack(game, start):
    """R-17.12: also for somebody in debt, and with phantom houses out."""
    for money, houses in ((None, None), (-20, None), (None, -2)):
        game.new_game(4)
        scene(game)
        WAYS[start](game)
        sit(game, 0, 1, 2, 3)
        player = game.active
        if money and game.mode != K["MODE_QUIT"] and game.money(player) >= 0:
            game.give(player, 35)
            game.set_money(player, 0)
            game.set_pair("player_money", money & 0xFFFF, player)
            game.set_pair("debt", -money, K["CREDIT_BANK"] * 8 + player)
        if houses and game.mode in (K["MODE_NORMAL"], K["MODE_AUCTION"], K["MODE_MUST_PAY"]):
            game.give(player, 21, 23, 24, level=3)
            spare = game.byte("bank_houses")
            game.give(player, 11, 13, 14, level=3)
            assert spare
        turn = game.byte("turn_count")
        for _ in range(600):
            if game.byte("turn_count") != turn or game.mode == K["MODE_OVER"]:
                break
            fallback(game)
        else:
            raise AssertionError(f"still in {stack(game)}")


def test_after_250_requests_in_a_turn_only_the_fallback_decides(lonely):
    """R-17.12: a turn is never endless, whatever the judgement."""
    lonely.force_dice(1, 2)
    obey(lonely)
    assert wish(lonely)[0] == "BUY"
    lonely.poke("brain_steps", 250)
    assert wish(lonely)[0] == "PASS"


# --- whole games --------------------------------------------------------------------------------


@pytest.mark.feature("F099")
@pytest.mark.feature("F102")
@pytest.mark.parametrize("players", mostly_seldom(range(2, 9), (2, 5, 8)))
def test_whole_games_of_computers_in_lock_step(rules_binary, players):
    """R-17.1 to R-17.12: every request is legal, both implementations agree, all games end."""
    from tests.asm.game.engine import Engine

    engine = Engine(rules_binary)
    options = {"money": players % 3, "parking": players % 3, "limited": int(players == 5)}
    table = Table(engine, players, players * 7919, options=options)
    assert table.play(turns=1000), "no winner within 1000 turns"
    assert table.slowest < 2 * SECOND
    assert table.taken["OFFER"]


@pytest.mark.parametrize("seed", mostly_seldom(range(8), range(3)))
def test_games_from_any_middle_go_on(rules_binary, seed):
    """R-17.12: computers find themselves with phantom houses, debts, all the deeds ...

    The longest of these games takes 2581 turns: hardly a house is left for eight of them.
    """
    from tests.asm.game.engine import Engine

    rng = random.Random(seed)
    engine = Engine(rules_binary)
    table = Table(engine, rng.randint(2, 8), rng.randrange(1, 1 << 22))
    for _ in range(engine.byte("player_count")):
        table.step()
    scenes.deal(table, rng)
    table.show()
    assert table.play(turns=4000), f"no winner within 4000 turns: {table.tail()}"
    engine.check_invariants()


def test_people_among_them_decide_for_themselves(rules_binary):
    """R-20.11: any seat; the random player's offers and auctions meet the computers'."""
    from tests.asm.game.engine import Engine

    engine = Engine(rules_binary)
    rng = random.Random(5)
    table = Table(engine, 4, 4711, people=(0, 2))
    asked = 0
    for _ in range(1500):
        if table.finished:
            break
        if engine.flags(engine.active) & K["PF_CPU"]:
            assert table.step()
        else:
            assert table.decide() is None
            asked += 1
            table.game.random.v = int.from_bytes(bytes(engine.table("rng_v", 3)), "big")
            table.step_any(rng)
    assert asked > 100


@pytest.mark.feature("F185")
def test_the_memory_of_computers_is_part_of_the_state(engine):
    """R-2.3: what they remember is saved with the game."""
    for label, size in (("brain_turn", 1), ("brain_traded", 1), ("brain_wait", 8),
                        ("brain_asked", 8), ("brain_tries", 8), ("brain_steps", 1)):  # fmt: skip
        at = engine.labels[label]
        assert engine.state_begin <= at
        assert at + size <= engine.state_end


def test_a_game_loaded_is_played_on_alike(rules_binary):
    """Same state, same decisions: nothing is kept outside of it."""
    from tests.asm.game.engine import Engine

    one, two = Engine(rules_binary), Engine(rules_binary)
    first = Table(one, 4, 99, model=False)
    for _ in range(150):
        first.step()
    two.ram[two.state_begin : two.state_end] = one.state()
    two.call("play_resume")
    for _ in range(200):
        if one.mode == K["MODE_OVER"]:
            break
        for engine in (one, two):
            engine.call("brain_step")
            engine.events()
        assert one.state() == two.state()
