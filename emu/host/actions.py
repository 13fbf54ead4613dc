"""What a user can make the window do, by a key, a menu or a test: one table of named actions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

SIGNS = {"EQUALS": "=", "MINUS": "-"}  # pygame's names of keys -> what is on them


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
    choices  function that returns the words that ``state`` may return, or None where there is
             nothing to choose from; called again whenever the menu shows them
    choose   function that takes one of these words and makes it so
    enabled  function that tells whether it makes sense now; None: always.  While it does not,
             its key does nothing and its entry in the menu is grey
    """

    name: str
    title: str
    run: Callable[[], object]
    key: str = ""
    plain: str = ""
    group: str = "machine"
    state: Callable[[], str] | None = None
    choices: Callable[[], Sequence[str]] | None = None
    choose: Callable[[str], object] | None = None
    enabled: Callable[[], bool] | None = None

    def __post_init__(self) -> None:
        if (self.choices is None) != (self.choose is None):
            raise ValueError(f"{self.name} has choices and no choose, or choose and no choices")
        if self.choices is not None and self.state is None:
            raise ValueError(f"{self.name} has choices but no state to tell which is chosen")

    def possible(self) -> bool:
        """Tell whether it makes sense now."""
        return self.enabled is None or bool(self.enabled())

    def do(self) -> None:
        """Do it, if it makes sense now."""
        if self.possible():
            self.run()

    def put(self, word: str) -> None:
        """Choose a word if it makes sense now; ValueError if it is not one of the choices."""
        words = tuple(self.choices()) if self.choices else ()
        if word not in words:
            raise ValueError(f"{self.name}: '{word}' is not one of {', '.join(words)}")
        if self.choose is not None and self.possible():
            self.choose(word)

    @property
    def keys_text(self) -> str:
        """The keys as the help names them: ``F11, ALT+F``."""
        words = [self.plain] if self.plain else []
        words += [f"ALT+{SIGNS.get(self.key, self.key.upper())}"] if self.key else []
        return ", ".join(words)


class Actions:
    """All actions in the order in which they were added."""

    def __init__(self) -> None:
        self._actions: dict[str, Action] = {}
        self._owners: dict[tuple[str, str], str] = {}  # {(which key, key): name of its action}

    def add(self, *actions: Action) -> None:
        """Add actions; ValueError if a name or a key is taken."""
        for action in actions:
            if action.name in self._actions:
                raise ValueError(f"two actions are called {action.name}")
            for place in (("key", action.key), ("plain", action.plain)):
                owner = self._owners.setdefault(place, action.name)
                if place[1] and owner != action.name:
                    raise ValueError(f"{action.name} and {owner} both want {place[1]}")
            self._actions[action.name] = action

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions.values())

    def __getitem__(self, name: str) -> Action:
        return self._actions[name]

    def by_key(self, what: str) -> dict[str, Callable[[], None]]:
        """Return {pygame's key name: function} of the keys ``key`` or ``plain``."""
        return {getattr(a, what): a.do for a in self if getattr(a, what)}

    def groups(self) -> dict[str, list[Action]]:
        """Return {group: its actions}, both in the order in which they were added."""
        found: dict[str, list[Action]] = {}
        for action in self:
            found.setdefault(action.group, []).append(action)
        return found


def next_of(words: Iterable[str], word: str) -> str:
    """Return the word after ``word``, or the first after the last or for an unknown word."""
    words = tuple(words)
    return words[(words.index(word) + 1) % len(words)] if word in words else words[0]


def on_off(flag: object) -> str:
    """Return the word for a switch."""
    return "on" if flag else "off"
