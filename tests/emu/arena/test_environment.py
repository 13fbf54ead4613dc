"""The Gymnasium environment: Gymnasium's own check, seeds, legal actions, winning and losing."""

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed (go64[gym])")

from emu.arena import environment  # noqa: E402
from emu.arena.environment import ACTIONS, FIELDS, PENALTY, PropertyGame  # noqa: E402
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


# --- what a learner sees and what its numbers mean -----------------------------------------


@pytest.fixture
def env():
    env = PropertyGame(("normal", "normal"))
    env.reset(seed=2)
    return env


def test_an_observation_has_its_seat_and_each_byte_of_the_fields_in_their_order(env):
    rules = env.playing.rules
    assert sum(FIELDS.values()) + 1 == env.observation_space.shape[0]
    seen = env.observation().tolist()
    assert seen[0] == env.me
    at = 1
    for label, count in FIELDS.items():
        for index in range(count):
            value = rules.byte(label, index)
            rules.poke(label, value ^ 0x5A, index)
            changed = env.observation().tolist()
            rules.poke(label, value, index)
            differs = [n for n, (a, b) in enumerate(zip(seen, changed, strict=True)) if a != b]
            assert differs == [at], (label, index)
            at += 1


def test_the_fields_are_as_long_as_the_state_has_them(env):
    labels = env.playing.rules.labels
    places = sorted(set(labels.values()))
    for label, count in FIELDS.items():
        size = places[places.index(labels[label]) + 1] - labels[label]
        assert count == size, label


def test_each_action_stands_once_and_has_the_squares_and_groups_there_are(env):
    assert len(set(ACTIONS)) == len(ACTIONS) == env.action_space.n
    for name in ("BUILD", "SELL", "MORTGAGE", "REPAY", "CHOOSE"):
        assert [a[1] for a in ACTIONS if a[0] == name] == list(range(40))
    assert {a[1:] for a in ACTIONS if a[0] == "OFFER"} == {
        (g, n) for g in range(8) for n in (1, 2, 3)
    }
    assert [a[1] for a in ACTIONS if a[0] == "BID"] == [1, 10, 50]


def number_of(*action):
    return ACTIONS.index(action)


def test_bids_are_raised_from_what_stands_and_begin_at_ten(env):
    rules = env.playing.rules
    for standing, bids in ((0, (10, 10, 50)), (9, (10, 19, 59)), (10, (11, 20, 60)),
                           (300, (301, 310, 350))):  # fmt: skip
        rules.poke("auction_bid_lo", standing & 0xFF)
        rules.poke("auction_bid_hi", standing >> 8)
        found = [env.request(number_of("BID", more)) for more in (1, 10, 50)]
        assert found == [("BID", bid) for bid in bids]


def test_a_losers_deed_is_chosen_if_it_can_be_paid_for(env, monkeypatch):
    monkeypatch.setattr("emu.arena.environment.trade_charges", lambda rules, me: 50)
    rules, number = env.playing.rules, number_of("CHOOSE", 39)
    assert env.request(number) is None  # nobody's
    rules.poke("square_owner", 1 - min(env.me, 1), 39)
    rules.poke("fee_value", 30, 39)
    for money, wish in ((80, ("CHOOSE", 39, 1)), (79, None)):
        rules.poke("player_money_lo", money, env.me)
        rules.poke("player_money_hi", 0, env.me)
        assert env.request(number) == wish
    rules.poke("player_money_lo", 200, env.me)
    rules.poke("square_mark", 1, 39)
    assert env.request(number) is None


def test_an_offer_asks_a_rival_for_all_that_lacks_of_its_group(env):
    rules, rival = env.playing.rules, (env.me + 1) % 3
    for square in (31, 32, 34):
        rules.poke("square_owner", env.me if square == 31 else rival, square)
    for times in (1, 2, 3):
        wish = ("OFFER", rival, 0, 620 * times, 0, (32, 34))
        assert env.request(number_of("OFFER", 6, times)) == wish
        assert env.request(number_of("OFFER", 7, times)) is None
    assert env.request(number_of("ROLL")) == ("ROLL",)
    assert env.request(number_of("BUILD", 39)) == ("BUILD", 39)


def test_a_mask_is_what_the_rules_take(env):
    rules = env.playing.rules
    rules.poke("player_money_lo", 0x70, env.me)
    for _ in range(50):
        mask = env.mask()
        for number, (name, *_) in enumerate(ACTIONS):
            wish = env.request(number)
            assert mask[number] == (wish is not None and not rules.check(*wish)), (name, wish)
        env.step(plain(mask))
        if rules.over:
            break
    assert rules.turns > 2
    depth = rules.byte("mode_depth")
    rules.poke("mode_active", (env.me + 1) % 3, depth)
    assert not env.mask().any()
    rules.poke("mode_active", env.me, depth)
    rules.poke("mode_kind", rules.K["MODE_OVER"], depth)
    assert not env.mask().any()


def test_the_learner_sits_anywhere_and_the_others_keep_their_order():
    env, found = PropertyGame(("easy", "hard", "trader")), {}
    for seed in range(40):
        _, info = env.reset(seed=seed)
        assert info["seat"] == env.me
        found[env.me] = env.playing.seats
        assert env.steps == 0
    assert found == {
        0: ("learner", "easy", "hard", "trader"), 1: ("easy", "learner", "hard", "trader"),
        2: ("easy", "hard", "learner", "trader"), 3: ("easy", "hard", "trader", "learner"),
    }  # fmt: skip


def test_a_step_before_the_reset_and_too_many_opponents_are_refused():
    with pytest.raises(UsageError, match="call reset first"):
        PropertyGame().step(0)
    PropertyGame(("normal",) * 7)
    with pytest.raises(UsageError, match="8 opponents: must be 1 to 7"):
        PropertyGame(("normal",) * 8)


def test_whoever_is_out_has_lost_and_the_episode_is_done(env):
    """A game of three goes on without the learner."""
    rules = env.playing.rules
    mask = env.mask()
    rules.poke("player_flags", rules.byte("player_flags", env.me) & ~rules.K["PF_ALIVE"], env.me)
    wrong = next(n for n in range(len(ACTIONS)) if not mask[n])
    _, reward, done, cut, _ = env.step(wrong)
    assert (reward, done, cut) == (-1.0, True, False)


def test_the_longest_episode_and_the_price_of_a_request_that_is_refused():
    assert environment.STEPS_MOST == 3000
    assert environment.PENALTY == -0.01
