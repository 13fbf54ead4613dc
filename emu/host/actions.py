"""What a user can make the window do, by a key, a menu or a test: one table of named actions."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """One thing to do.

    name   what settings, menus and tests call it
    title  a few words for the user
    run    function without arguments
    key    pygame's name of the key that does it with ALT, "" for none
    plain  pygame's name of a key that does it without ALT, "" for none
    group  the page of the menu it belongs to
    state  function that returns in a word how it stands ("on"), or None
    """

    name: str
    title: str
    run: Callable[[], object]
    key: str = ""
    plain: str = ""
    group: str = "machine"
    state: Callable[[], str] | None = None

    @property
    def keys_text(self):
        """The keys as the help names them: ``F11, ALT+F``."""
        words = [self.plain] if self.plain else []
        words += [f"ALT+{self.key.upper()}"] if self.key else []
        return ", ".join(words)


class Actions:
    """All actions in the order in which they were added."""

    def __init__(self):
        self._actions = {}

    def add(self, *actions):
        """Add actions; ValueError if a name or a key is taken."""
        for action in actions:
            for other in self._actions.values():
                if action.name == other.name:
                    raise ValueError(f"two actions are called {action.name}")
                for what in ("key", "plain"):
                    key = getattr(action, what)
                    if key and key == getattr(other, what):
                        raise ValueError(f"{action.name} and {other.name} both want {key}")
            self._actions[action.name] = action

    def __iter__(self):
        return iter(self._actions.values())

    def __getitem__(self, name):
        return self._actions[name]

    def by_key(self, what):
        """Return {pygame's key name: function} of the keys ``key`` or ``plain``."""
        return {getattr(a, what): a.run for a in self if getattr(a, what)}


def on_off(flag):
    """Return the word for a switch."""
    return "on" if flag else "off"
