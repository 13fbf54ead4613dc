"""The settings of ``go64`` in the user's TOML file; one table defines file, checks and page.

The file overrides the table's defaults, and the command line overrides the file.  Only what the
user changes in the window is written back.  Comments, order and unknown keys in the file stay.  A
damaged file is left alone, with a warning, and does not prevent a start.
"""

from __future__ import annotations

import os
import tomllib
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from disk.durable import sweep_folder
from disk.plain_file import read_text
from emu.host.settings_table import SECTIONS, SETTINGS, Setting, Value
from emu.shared.whole_file import write_whole

if TYPE_CHECKING:
    from argparse import Namespace

Held = tuple[dict[str, Value], set[str]]  # values, and which of them were changed
SETTINGS_MOST = 64 << 10  # bytes; a file with every setting explained has eight thousand
BY_NAME: dict[str, Setting] = {setting.name: setting for setting in SETTINGS}
# Settings from before November 2026, of which at most one was true.
MOUSE_BEFORE = {"mouse": "1351", "paddles": "paddles", "koalapad": "KoalaPad"}
NAME_BEFORE = {"sid2": "sids"}  # an address is a list of one
HEAD = """\
Settings of go64. A line may be changed or deleted; without it the default holds.
The command line wins over this file, and go64 --default ignores it.
"""


class Settings:
    """The values as attributes, with the names of the table; others can be given by keyword.

    tables  {name: dict} of the file's tables, such as ``keysets``
    path    the file from which they came and to which they go, None for none
    usable  False: the file is damaged, and stays as it is
    """

    path: Path | None
    tables: dict[str, dict[str, object]]
    usable: bool
    _changed: set[str]

    # The names of the table, with the types of its defaults: a test compares them.
    model: str
    vic: str
    cia: str
    sid: str
    sids: str
    sid_filter: str
    digiboost: bool
    kernal: str
    basic: str
    chargen: str
    dos: str
    kernal_2: str
    basic_2: str
    dos_2: str
    reu: str
    true_drive: bool
    fastload: bool
    read_only: bool
    scale: int
    fullscreen: bool
    scaling: str
    borders: str
    palette: str
    look: str
    mask: str
    curve: bool
    glow: bool
    vignette: bool
    delay_line: bool
    blur: bool
    status_line: bool
    saturation: int
    brightness: int
    contrast: int
    gamma: int
    sound: bool
    warp_sound: bool
    volume: int
    sound_device: str
    level_meter: bool
    sid_registers: bool
    song_lengths: str
    drive_sounds: bool
    drive_volume: int
    joy_port: int
    joy_keys: str
    joy_keys_2: str
    joy_adapter: str
    joy_keys_3: str
    joy_keys_4: str
    autofire: int
    positional: bool
    mouse_as: str
    mouse_port: int
    paste_limit: int
    run_ahead: int
    vsync: str
    go_on: bool
    warp: bool
    language: str
    large_text: bool
    library: bool
    drop: str
    help_seen: bool

    def __init__(self, path: Path | None = None, **values: Value) -> None:
        self.__dict__.update(path=path, tables={}, usable=True, _changed=set())
        self.__dict__.update({setting.name: setting.default for setting in SETTINGS})
        for name, value in values.items():
            setattr(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        """Change a setting; it will be saved."""
        setting = BY_NAME.get(name)
        if setting is None:
            raise AttributeError(f"there is no setting '{name}'")
        problem = setting.problem(value)
        if problem:
            raise ValueError(f"{name}: {problem}")
        if value != getattr(self, name):
            self._changed.add(name)
        self.__dict__[name] = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and self.values() == other.values()

    # They change, so they have none; for mypy only object's would do.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        told = {n: v for n, v in self.values().items() if v != BY_NAME[n].default}
        return f"Settings({', '.join(f'{n}={v!r}' for n, v in told.items())})"

    def values(self) -> dict[str, Value]:
        """Return {name: value} in the order of the table."""
        return {setting.name: getattr(self, setting.name) for setting in SETTINGS}

    def override(self, **values: Value) -> None:
        """Use other values for this run; they are not saved unless the user changes them."""
        self.__dict__.update(values)

    def hold(self, names: Iterable[str]) -> Held:
        """Return some values, and which of them the user has changed, for ``give_back``."""
        names = tuple(names)
        return {name: getattr(self, name) for name in names}, self._changed & set(names)

    def give_back(self, held: Held) -> None:
        """Restore held values; changes made in between are not saved."""
        values, changed = held
        self.override(**values)
        self._changed.difference_update(values)
        self._changed.update(changed)

    def options(self) -> dict[str, Value]:
        """Return {name in the parsed options: value} of settings that are options as well."""
        said: dict[str, Value] = {}
        for setting in SETTINGS:
            value = getattr(self, setting.name)
            if isinstance(value, str) and value.startswith("~"):
                value = str(Path(value).expanduser())
            if setting.option and value != setting.default:
                said[setting.option] = not value if setting.reverse else value
        return said

    def take(self, args: Namespace, merged: bool = True) -> None:
        """Let the parsed options win for this run.

        merged  True: the options already contain these settings, so all of them count;
                False: only those that are not at their defaults
        """
        for setting in SETTINGS:
            value = getattr(args, setting.option, None) if setting.option else None
            if value is not None:
                value = not value if setting.reverse else value
                if merged or value != setting.default:
                    self.override(**{setting.name: value})

    def changed(self) -> dict[str, Value]:
        """Return {name: value} of what must be saved."""
        return {name: value for name, value in self.values().items() if name in self._changed}


def settings_path() -> Path:
    """Return the path of the settings file."""
    return Path(platformdirs.user_config_dir("go64", appauthor=False)) / "settings.toml"


def load_settings(path: Path | None = None) -> Settings:
    """Return the Settings in ``path``; defaults where something is missing or wrong."""
    path = path or settings_path()
    settings = Settings(path)
    try:
        found = tomllib.loads(read_text(path, SETTINGS_MOST))
    except FileNotFoundError:
        return settings
    except RecursionError:
        return _unusable(settings, path, "it is nested too deeply")
    except (OSError, ValueError) as error:
        return _unusable(settings, path, getattr(error, "strerror", None) or error)
    for name, value in found.items():
        new = NAME_BEFORE.get(name)
        if new is not None and new not in found:
            name = new
        setting = BY_NAME.get(name)
        if isinstance(value, dict):
            settings.tables[name] = value
        elif setting is not None and (problem := setting.problem(value)):
            warnings.warn(f"settings {path}: {name} not used: {problem}", stacklevel=2)
        elif setting is not None:
            settings.override(**{name: value})
        elif value is True and name in MOUSE_BEFORE and "mouse_as" not in found:
            settings.override(mouse_as=MOUSE_BEFORE[name])
    return settings


def _unusable(settings: Settings, path: Path, why: object) -> Settings:
    """Return the defaults for a file that cannot be used, which stays as it is."""
    warnings.warn(f"settings {path}: not used and left alone ({why})", stacklevel=3)
    settings.__dict__["usable"] = False
    return settings


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write changed settings; a folder that cannot be written only gives a warning."""
    path = path or settings.path
    if path is None or not settings.usable or (path.exists() and not settings.changed()):
        return
    try:
        write_whole(path, _text(settings, path))
    except (OSError, ValueError, RecursionError) as error:  # somebody may have edited it meanwhile
        reason = getattr(error, "strerror", None) or error
        warnings.warn(f"settings {path}: not saved ({reason})", stacklevel=2)
    settings._changed.clear()


def sweep_own_folders() -> None:
    """Remove what killed processes have left in the user's go64 folders."""
    for place in (platformdirs.user_config_dir, platformdirs.user_data_dir):
        for folder, _, _ in os.walk(place("go64", appauthor=False)):
            sweep_folder(Path(folder))


def _text(settings: Settings, path: Path) -> str:
    """Return the file's text with the changed values in it."""
    import tomlkit

    try:
        document = tomlkit.parse(read_text(path, SETTINGS_MOST))
    except FileNotFoundError:
        return template(settings.changed())
    for name, value in settings.changed().items():
        document[name] = value
    return tomlkit.dumps(document)


def template(values: dict[str, Value] | None = None) -> str:
    """Return the text of a file with all settings, each below its explanation."""
    from tomlkit import item

    values = values or {}
    lines = [f"# {line}" for line in HEAD.splitlines()]
    for section, title in SECTIONS.items():
        lines += ["", f"# ---- {title} ----"]
        for setting in SETTINGS:
            if setting.section == section:
                value = item(values.get(setting.name, setting.default)).as_string()
                explained = (f"# {line}" for line in setting.explained())
                lines += ["", *explained, f"{setting.name} = {value}"]
    return "".join(f"{line}\n" for line in lines)
