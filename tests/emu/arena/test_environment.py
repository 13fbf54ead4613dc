"""The Gymnasium environment: Gymnasium's own check, seeds, legal actions, winning and losing."""

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed (go64[gym])")

from emu.arena.environment import ACTIONS, PENALTY, PropertyGame  # noqa: E402
from emu.errors import UsageError  # noqa: E402

ORDER = ("ROLL", "BUY", "BUILD", "AUTO_PAY", "CONTINUE", "REVIEW", "CONFIRM", "DECLINE", "FORFEIT",
         "BAIL", "END_TURN", "PASS", "CARD", "REFUSE")  # fmt: skip


def plain(mask):
    """The first legal action of ORDER: buys and builds what it can."""
    return next(n for name in ORDER for n, a in enumerate(ACTIONS) if a[0] == name and mask[n])


def begun(env, seed, steps=60):
    """What is seen in the first steps."""
    seen, info = env.reset(seed=seed)
    states = [seen.tobytes()]
    for _ in range(steps):
        seen, *_, info = env.step(plain(info["action_mask"]))
        states.append(seen.tobytes())
    return states


def own_all(rules, owner, loser):
    """One has every deed, with a hotel on each street, the other a pound."""
    for square in range(40):
        group = rules.group(square)
        if group < 10:
            rules.poke("square_owner", owner, square)
            rules.poke("square_level", 5 if group < 8 else 0, square)
    for group in range(10):
        rules.poke("player_groups", rules.byte("group_size", group), group * 8 + owner)
    rules.poke("player_money_lo", 1, loser)
    rules.poke("player_money_hi", 0, loser)


@pytest.mark.filterwarnings("ignore")
def test_gymnasiums_own_check_passes():
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make("GO64/Property-v0", opponents=("normal", "easy")).unwrapped)


def test_the_same_seed_gives_the_same_episode():
    assert begun(PropertyGame(), 5) == begun(PropertyGame(), 5) != begun(PropertyGame(), 6)


def test_masked_actions_are_taken_others_refused_and_change_nothing():
    env = PropertyGame(("normal", "normal"))
    _, info = env.reset(seed=3)
    for count in range(80):
        mask = info["action_mask"]
        assert mask.any()
        wrong = [n for n in range(len(ACTIONS)) if not mask[n]][count % 30]
        before = env.playing.rules.state
        _, reward, done, _, _ = env.step(wrong)
        assert (reward, done) == (PENALTY, False)
        assert env.playing.rules.state == before
        _, reward, done, _, info = env.step(plain(mask))
        assert reward != PENALTY
        if done:
            _, info = env.reset()


@pytest.mark.parametrize("wins", [True, False])
def test_winning_is_one_and_losing_minus_one(wins):
    env = PropertyGame(("easy",))
    _, info = env.reset(seed=4)
    own_all(env.playing.rules, *((env.me, 1 - env.me) if wins else (1 - env.me, env.me)))
    rewards, done = [], False
    while not done:
        _, reward, done, cut, info = env.step(plain(info["action_mask"]))
        rewards.append(reward)
        assert not cut
    assert rewards[-1] == (1.0 if wins else -1.0)
    assert not any(rewards[:-1])


def test_an_episode_without_an_end_is_cut(monkeypatch):
    monkeypatch.setattr("emu.arena.environment.STEPS_MOST", 5)
    env = PropertyGame()
    _, info = env.reset(seed=1)
    ends = []
    for _ in range(5):
        *_, done, cut, info = env.step(plain(info["action_mask"]))
        ends.append((done, cut))
    assert ends == [(False, False)] * 4 + [(False, True)]


def test_processes_play_side_by_side():
    def make():
        return PropertyGame(("easy",))

    envs = gymnasium.vector.AsyncVectorEnv([make, make])
    try:
        seen, info = envs.reset(seed=[5, 6])
        one, _ = PropertyGame(("easy",)).reset(seed=6)
        assert (seen[1] == one).all()
        for _ in range(20):
            actions = [plain(mask) for mask in info["action_mask"]]
            seen, rewards, _, _, info = envs.step(actions)
            assert (rewards != PENALTY).all()
    finally:
        envs.close()


@pytest.mark.parametrize(
    ("opponents", "words"),
    [(("genius",), "opponent 'genius': must be one of"), ((), "0 opponents: must be 1 to 7")],
)
def test_opponents_nobody_knows_are_refused(opponents, words):
    with pytest.raises(UsageError, match=words):
        PropertyGame(opponents)


def test_the_agent_of_the_page_plays(monkeypatch):
    import re
    from pathlib import Path

    page = Path(__file__).resolve().parents[3] / "docs" / "play" / "opponents.md"
    code = re.search(r"```py\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)[1]
    monkeypatch.setattr("emu.arena.environment.STEPS_MOST", 60)
    names = {}
    exec(code, names)
    assert names["done"] or names["cut"]
    assert names["env"].playing.rules.turns > 5
