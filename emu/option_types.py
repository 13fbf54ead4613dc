"""The kinds of options of ``go64``: what argparse lacks for them, and what their words may be."""

from __future__ import annotations

import argparse
import shutil
from argparse import Namespace
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn

from c64.config import CONFIG_CHOICES, PLUS60K_NAMES
from disk.base.numbers import whole
from emu.errors import UsageError
from emu.host.input.devices import POINTERS
from emu.language.translation import translated

if TYPE_CHECKING:
    from argparse import _ActionsContainer as Group  # a parser, or one of its groups


class Parser(argparse.ArgumentParser):
    """Reports what is wrong in one line instead of argparse's usage and line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (go64 --help lists the options)")


def positive(text: str) -> int:
    try:
        value = whole(text, 0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number") from None
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{value} is not greater than zero")
    return value


def natural(text: str) -> int:
    try:
        value = whole(text, 0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number") from None
    if value < 0:
        raise argparse.ArgumentTypeError(f"{value} is negative")
    return value


def port_number(text: str) -> int:
    value = natural(text)
    if value > 0xFFFF:
        raise argparse.ArgumentTypeError(f"{value} is not a port; ports end at 65535")
    return value


def base_address(text: str) -> int:
    """Return the address of a +60K's register by its name, d100 or d040."""
    name = text.lower().removeprefix("$").removeprefix("0x")
    if name not in PLUS60K_NAMES:
        raise argparse.ArgumentTypeError(f"'{text}' is not one of {', '.join(PLUS60K_NAMES)}")
    return PLUS60K_NAMES[name]


def add_choice(group: Group, name: str, help: str, default: str | None = None) -> None:
    """Add the option of a field that is one of some words; MachineConfig refuses others."""
    words = "{" + ",".join(CONFIG_CHOICES[name]) + "}"
    group.add_argument(f"--{name.replace('_', '-')}", metavar=words, help=help, default=default)


class Switch(argparse.Action):
    """An option with its opposite: the first of its two words says yes, the second no.

    What is on in the settings can so be switched off for a run.
    """

    def __init__(
        self,
        option_strings: Sequence[str],
        dest: str,
        default: bool = False,
        help: str | None = None,
    ) -> None:
        super().__init__(option_strings, dest, nargs=0, default=default, help=help)

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, option_string == self.option_strings[0])


def add_switch(group: Group, name: str, help: str) -> None:
    """Add ``--name`` and ``--no-name``, or for a name with no- before it, the other way round."""
    opposite = name.removeprefix("no-") if name.startswith("no-") else f"no-{name}"
    group.add_argument(f"--{name}", f"--{opposite}", action=Switch, help=help)


class MouseAs(argparse.Action):
    """An option that says what the mouse is: ``--mouse-as KIND``, ``--mouse``, ``--no-paddles``.

    What the settings say can so be changed for a run; two options that contradict are refused.
    """

    #: words -> kind; with no- before them it is off, unless another option says what it is
    short = {"mouse": "1351", "paddles": "paddles"}

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:
        self._short = option_strings[0].removeprefix("--") in self.short
        super().__init__(
            option_strings,
            dest,
            nargs=0 if self._short else None,
            metavar=None if self._short else "KIND",
            help=help,
        )

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        option = option_string or self.option_strings[0]
        word = option.removeprefix("--no-").removeprefix("--")
        kind = self.short.get(word) or _pointer(option, str(values))
        said: str = getattr(namespace, "said_mouse", "off")
        if option.startswith("--no-"):
            if said in (kind, "off"):
                namespace.mouse_as = namespace.said_mouse = "off"
            return
        if "off" not in (kind, said) and kind != said:
            raise UsageError(f"{option}: the mouse is a {said} already; use one of the two options")
        namespace.mouse_as = namespace.said_mouse = kind


def _pointer(option: str, word: str) -> str:
    """Return one of POINTERS, whatever the case of the word; UsageError if it is none."""
    for kind in POINTERS:
        if kind.lower() == word.lower():
            return kind
    raise UsageError(f"{option} {word}: is not one of {', '.join(POINTERS)}")


class Help(argparse.RawDescriptionHelpFormatter):
    """A column of options and one of what they do, with the examples as they are."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Begin with the word for usage in the user's language."""
        super().add_usage(usage, actions, groups, translated("usage: "))

    def __init__(self, prog: str) -> None:
        width = max(60, min(100, shutil.get_terminal_size().columns))
        super().__init__(prog, max_help_position=34, width=width)
