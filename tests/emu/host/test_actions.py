"""Named actions: what keys and menus may rely on."""

import pytest

from emu.host.actions import Action, Actions, next_of, on_off


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


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        ({"name": "warp"}, "two actions are called warp"),
        ({"key": "w"}, "other and warp both want w"),
        ({"plain": "F11"}, "other and warp both want F11"),
        ({}, None),
        ({"key": "F11", "plain": "w"}, None),  # with ALT it is another key
    ],
)
def test_no_two_actions_have_a_name_or_a_key(other, problem):
    actions = Actions()
    actions.add(Action("none", "none", print), Action("warp", "warp", print, "w", "F11"))
    another = Action(**{"name": "other", "title": "other", "run": print} | other)
    if problem is None:
        actions.add(another)
        assert actions["other"] is another and list(actions)[-1] is another
    else:
        with pytest.raises(ValueError, match=problem):
            actions.add(another)


def test_keys_are_named_as_on_the_keyboard_and_lead_to_their_action():
    done, actions = [], Actions()
    rows = (("", ""), ("w", ""), ("", "F11"), ("f", "F12"), ("EQUALS", ""), ("MINUS", ""))
    for at, (key, plain) in enumerate(rows):
        actions.add(Action(f"a{at}", "title", lambda at=at: done.append(at), key, plain))
    texts = [action.keys_text for action in actions]
    assert texts == ["", "ALT+W", "F11", "F12, ALT+F", "ALT+=", "ALT+-"]
    assert list(actions.by_key("key")) == ["w", "f", "EQUALS", "MINUS"]
    assert list(actions.by_key("plain")) == ["F11", "F12"]
    actions.by_key("plain")["F12"]()
    assert done == [3]


def test_an_action_says_whether_it_is_possible():
    assert Action("a", "a", print).possible() is True
    for answer in (0, 1, None, "yes"):
        action = Action("a", "a", print, enabled=lambda answer=answer: answer)
        assert action.possible() is bool(answer)


def test_what_is_chosen_is_asked_for_even_if_it_is_not_possible():
    """A word that nobody knows is a mistake at any time."""
    with pytest.raises(ValueError, match="not one of"):
        colours(["red"], enabled=lambda: False).put("blue")


def test_a_switch_is_on_or_off():
    for flag in (True, False, 1, "", None):
        assert on_off(flag) == ("on" if flag else "off")
