"""Every choice about keys, joysticks and mouse: what is chosen is there, said and remembered."""

import pytest

from emu.host.actions import next_of

# action -> (what is said of a word, its field in the settings or None, how a word is in there)
SAID = {
    "joystick-port": ("joystick in port {}", "joy_port", int),
    "joystick-keys": ("joystick keys: {}", "joy_keys", str),
    "joystick-keys-2": ("keys for the other port: {}", "joy_keys_2", str),
    "joystick-adapter": ("joysticks 3 and 4: {}", "joy_adapter", str),
    "joystick-keys-3": ("keys of joystick 3: {}", "joy_keys_3", str),
    "joystick-keys-4": ("keys of joystick 4: {}", "joy_keys_4", str),
    "autofire": ("autofire: {}", "autofire", lambda word: int(word.split()[0].replace("off", "0"))),
    "keyboard": ("keys by {}", "positional", lambda word: word == "position"),
    "mouse": ("mouse: {}", "mouse_as", str),
}


def with_adapter(app):
    """An App with joysticks 3 and 4."""
    adapter = app.actions["joystick-adapter"]
    adapter.put(adapter.choices()[-1])
    return app


def test_every_choice_of_the_group_is_in_this_table(make_app):
    actions = [a for a in make_app().actions if a.group == "input" and a.choices is not None]
    assert {a.name for a in actions} == {*SAID, "mouse-port"}


@pytest.mark.parametrize("name", SAID)
def test_each_word_of_a_choice_is_taken_said_and_remembered(make_app, name):
    app = with_adapter(make_app())
    action, (said, field, kept) = app.actions[name], SAID[name]
    words = action.choices()
    assert len(words) > 1
    for word in (*words, words[0]):
        action.put(word)
        assert action.state() == word
        assert app.overlay.message.startswith(said.format(word))
        assert getattr(app.settings, field) == kept(word)


@pytest.mark.parametrize("name", [name for name in SAID if name != "mouse"])
def test_the_key_of_a_choice_goes_round_all_of_its_words(make_app, name):
    app = with_adapter(make_app())
    action = app.actions[name]
    words = list(action.choices())
    action.put(words[0])
    seen = []
    for _ in words:
        action.do()
        seen.append(action.state())
    assert seen == [*words[1:], words[0]]
    assert next_of(words, words[-1]) == words[0]


def test_the_port_of_the_mouse_is_chosen_where_it_has_one(make_app):
    app = make_app()
    app.actions["mouse"].put("1351")
    port = app.actions["mouse-port"]
    for word in ("2", "1"):
        port.put(word)
        assert port.state() == word and app.settings.mouse_port == int(word)
        assert app.overlay.message == f"mouse: 1351 in port {word}"
    port.do()
    assert port.state() == "2"
