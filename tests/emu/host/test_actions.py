"""Named actions: what keys and menus may rely on."""

import pytest

from emu.host.actions import Action, Actions, next_of


def colours(now, **more):
    """Return an Action that chooses a colour for the list ``now``."""
    return Action(
        "colour",
        "colour",
        lambda: now.append(next_of(("red", "green"), now[-1])),
        "c",
        group="picture",
        state=lambda: now[-1],
        choices=lambda: ("red", "green"),
        choose=now.append,
        **more,
    )


def test_a_choice_is_one_of_the_words_or_refused():
    now = ["red"]
    colours(now).put("green")
    assert now[-1] == "green"
    with pytest.raises(ValueError, match="'blue' is not one of red, green"):
        colours(now).put("blue")
    with pytest.raises(ValueError, match="not one of"):
        Action("plain", "plain", print).put("red")


def test_what_makes_no_sense_now_is_not_done_by_key_nor_by_choice():
    now, possible = ["red"], []
    actions = Actions()
    actions.add(colours(now, enabled=lambda: bool(possible)))
    actions.by_key("key")["c"]()
    actions["colour"].put("green")
    assert now == ["red"]
    possible.append(True)
    actions.by_key("key")["c"]()
    assert now == ["red", "green"]


@pytest.mark.parametrize(
    "half",
    [
        {"choices": lambda: ("a",)},
        {"choose": print},
        {"choices": lambda: ("a",), "choose": print},
    ],
)
def test_half_a_choice_is_a_mistake(half):
    with pytest.raises(ValueError, match="half has cho"):
        Action("half", "half", print, **half)


def test_groups_and_their_actions_keep_the_order_in_which_they_came():
    actions = Actions()
    for name, group in (("warp", "time"), ("crt", "picture"), ("pause", "time")):
        actions.add(Action(name, name, print, group=group))
    groups = actions.groups()
    assert list(groups) == ["time", "picture"]
    assert [action.name for action in groups["time"]] == ["warp", "pause"]


def test_after_the_last_word_comes_the_first():
    assert next_of("ab", "a") == "b"
    assert next_of("ab", "b") == "a"
    assert next_of("ab", "x") == "a"
