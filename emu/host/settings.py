"""What ``go64`` remembers between starts, in a small TOML file of the user's.

A damaged file is set aside by a warning and never stops a start.
"""

import tomllib
import warnings
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import platformdirs


@dataclass
class Settings:
    """The remembered choices and their defaults."""

    help_seen: bool = False
    joy_keys: str = "numpad"
    joy_port: int = 2
    positional: bool = False
    sound: bool = True
    warp_sound: bool = False


def settings_path():
    """Return the file the settings live in."""
    return Path(platformdirs.user_config_dir("go64", appauthor=False)) / "settings.toml"


def load_settings(path=None):
    """Return the Settings in ``path``; defaults where something is missing or wrong."""
    path = path or settings_path()
    settings = Settings()
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return settings
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        warnings.warn(f"settings {path}: not used ({error})", stacklevel=2)
        return settings
    for field in fields(Settings):
        value = found.get(field.name)
        if type(value) is type(getattr(settings, field.name)):
            setattr(settings, field.name, value)
    return settings


def _toml(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def save_settings(settings, path=None):
    """Write the Settings; a folder that cannot be written only gives a warning."""
    path = path or settings_path()
    text = "".join(f"{name} = {_toml(value)}\n" for name, value in asdict(settings).items())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        warnings.warn(f"settings {path}: not saved ({error.strerror})", stacklevel=2)
