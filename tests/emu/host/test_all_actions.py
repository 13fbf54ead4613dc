"""All parts of the window together."""


def test_no_two_actions_want_the_same_key_or_name(make_app):
    """Whoever adds one that does makes every App end in a ValueError."""
    names = [action.name for action in make_app().actions]
    assert {"menu", "look", "load-state", "rewind", "tape", "paste"} <= set(names)
