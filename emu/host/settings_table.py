"""The table of all settings: what the file may hold, what it means, and which option it is."""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from c64.config import CONFIG_CHOICES, PALETTES, sid_places
from c64.errors import ConfigError
from emu.host.input.devices import ADAPTERS, POINTERS
from emu.host.picture.geometry import BORDERS, LOOKS, MASKS, SCALINGS, VSYNCS
from emu.language.translation import LANGUAGES

COMMENT_WIDTH = 88
MANY = 20  # words that are not all listed in the file
NONE = ("",)  # the word for "as the model has it"

Value = bool | int | float | str

SECTIONS = {
    "machine": "the machine",
    "drives": "drives",
    "picture": "picture",
    "sound": "sound",
    "input": "keyboard, joysticks, mouse",
    "time": "time",
    "window": "the window",
    "memory": "what go64 remembers by itself",
}


# What the menu calls those whose names are no words for it: as its other pages do.
CALLED = {
    "vic": "VIC",
    "cia": "CIA",
    "sid": "SID",
    "sid_filter": "SID filter",
    "sid_registers": "SID registers",
    "reu": "REU",
    "fullscreen": "full screen",
    "look": "display effect",
    "mask": "mask of the tube",
    "curve": "curved glass",
    "vignette": "dark corners",
    "delay_line": "PAL colours of line pairs",
    "blur": "PAL colours smeared",
    "warp_sound": "sound at warp",
    "drive_sounds": "drive and tape sounds",
    "joy_port": "joystick port 1/2",
    "joy_adapter": "joysticks 3 and 4",
    "positional": "keys by position",
    "mouse_as": "the mouse is",
    "mouse_port": "mouse/paddle port",
    "go_on": "always resume at start",
    "library": "library at start",
    "drop": "dropped disk",
}


@dataclass(frozen=True)
class Setting:
    """One value.

    name     the key in the file, and the attribute of Settings
    default  a Value; it decides the type
    comment  what it means
    section  one of SECTIONS
    words    the values it may have, () for any
    low, high  limits of a number
    option   name in the parsed options of what the command line says instead, "" for none
    reverse  the option says the opposite (``--no-borders`` for ``borders``)
    read     function that raises ConfigError for a text that cannot be used, None: any can
    """

    name: str
    default: Value
    comment: str
    section: str
    words: tuple[Value, ...] = ()
    low: float | None = None
    high: float | None = None
    option: str = ""
    reverse: bool = False
    read: Callable[[str], object] | None = None

    @property
    def title(self) -> str:
        """What the menu calls it."""
        return CALLED.get(self.name, self.name.replace("_", " "))

    def problem(self, value: object) -> str:
        """Return why this value cannot be used, or an empty string."""
        if isinstance(self.default, float) and type(value) is int:
            value = float(value)
        if type(value) is not type(self.default):
            kind = {bool: "true or false", int: "a whole number", str: 'text in "quotes"'}
            return f"it must be {kind.get(type(self.default), 'a number')}"
        if self.words and value not in self.words:
            return f"'{value}' is not one of {self.choice_text()}"
        if self.read is not None and isinstance(value, str):
            try:
                self.read(value)
            except ConfigError as error:
                return str(error)
        return self._beyond(value) if isinstance(value, int | float) else ""

    def _beyond(self, value: float) -> str:
        """Return which limit a number is beyond, or an empty string."""
        if self.low is not None and value < self.low:
            return f"{value} is less than {self.low}"
        if self.high is not None and value > self.high:
            return f"{value} is more than {self.high}"
        return ""

    def choice_text(self) -> str:
        """Return the words as they are listed for the user."""
        return ", ".join(str(word) if word != "" else '""' for word in self.words)

    def _ends(self) -> str:
        """Return the first and the last of many words."""
        return f"{', '.join(map(str, self.words[1:4]))} ... {self.words[-1]}"

    def explained(self) -> list[str]:
        """Return the lines of its comment."""
        text = self.comment
        if self.words:
            text += f" One of {self.choice_text() if len(self.words) < MANY else self._ends()}."
        elif self.low is not None and self.high is not None:
            text += f" From {self.low} to {self.high}."
        return textwrap.wrap(text, COMMENT_WIDTH, break_on_hyphens=False)  # "pen-left" is one word


def _chip(name: str, comment: str) -> Setting:
    words = (*NONE, *CONFIG_CHOICES[name])
    return Setting(name, "", comment, "machine", words, option=name)


def _rom(name: str, comment: str) -> Setting:
    return Setting(name, "", comment, "machine", option=name)


# One line, or one call, for each: a new part of the window has its settings here, too.
# Settings (settings.py) declares the type of each.
SETTINGS = (
    Setting("model", "c64", "The model.", "machine", CONFIG_CHOICES["model"], option="model"),
    _chip("vic", 'Another VIC than the model\'s, "" for its own.'),
    _chip("cia", 'Other CIAs than the model\'s, "" for its own.'),
    _chip("sid", 'Another SID than the model\'s, "" for its own.'),
    _chip("sid_filter", 'Filter cutoff of a 6581, since chips differ; "" for the usual.'),
    Setting("digiboost", False, "Loud $D418 samples on an 8580; a 6581 has them anyway.", "machine",
            option="digiboost"),
    Setting("sids", "", 'More SIDs, up to seven: address, model and side of each, such as '
            '"d420,d440:8580,de00:6581:left", "" for none.', "machine", option="sids",
            read=sid_places),
    _rom("kernal", 'File of an original KERNAL ROM that you own, "" for the free one.'),
    _rom("basic", 'File of an original BASIC ROM that you own, "" for the free one.'),
    _rom("chargen", 'File of an original character ROM that you own, "" for the free one.'),
    _rom("dos", 'File of an original 1541 ROM that you own, "" for the free one.'),
    Setting("kernal_2", "", 'File of the KERNAL at the other position of the switch, "" for the '
            "free one.", "machine"),
    Setting("basic_2", "", 'File of the BASIC at its other position, "" for the free one.',
            "machine"),
    Setting("dos_2", "", 'File of the 1541 ROM at its other position, "" for the free one.',
            "machine"),
    Setting("reu", "", "RAM expansion unit.", "machine", (*NONE, *CONFIG_CHOICES["reu"]),
            option="reu"),
    Setting("true_drive", False, "Emulate 1541s with their own CPU.", "drives",
            option="true_drive"),
    Setting("fastload", True, "LOAD at once instead of over the serial bus.", "drives",
            option="no_fastload", reverse=True),
    Setting("read_only", False, "Never write to a disk image.", "drives", option="read_only"),
    Setting("scale", 0, "Size of a pixel; 0: the largest that fits.", "picture", low=0, high=16,
            option="scale"),
    Setting("fullscreen", False, "Start in full screen.", "picture", option="fullscreen"),
    Setting("scaling", "integer", "integer: square pixels, whole; aspect: as wide as on a TV; fit: "
            "that, and as large as the window.", "picture", SCALINGS, option="scaling"),
    Setting("borders", "normal", "full: all that the VIC draws; normal: what a TV shows; none.",
            "picture", BORDERS, option="borders"),
    Setting("palette", "pepto", f"{', '.join(PALETTES)}, or a file of 16 colours.", "picture",
            option="palette"),
    Setting("look", "plain", "Display effect; the graphics card draws crt.", "picture",
            LOOKS, option="look"),
    Setting("mask", "grille", "Mask of the tube, for scanlines and crt.", "picture", MASKS),
    Setting("curve", True, "crt: curved glass.", "picture"),
    Setting("glow", True, "crt: bright areas glow.", "picture"),
    Setting("vignette", True, "crt: dark corners.", "picture"),
    Setting("delay_line", False, "Mix the colours of line pairs, as a PAL TV does.", "picture",
            option="delay_line"),
    Setting("blur", False, "Smear colours sideways, as a PAL TV does.", "picture"),
    Setting("status_line", False, "Show drives, tape, joystick port and speed below the picture.",
            "picture"),
    Setting("saturation", 100, "Percent.", "picture", low=0, high=200),
    Setting("brightness", 100, "Percent.", "picture", low=50, high=150),
    Setting("contrast", 100, "Percent.", "picture", low=50, high=150),
    Setting("gamma", 100, "Percent.", "picture", low=50, high=200),
    Setting("sound", True, "Sound on.", "sound"),
    Setting("warp_sound", False, "Sound during warp.", "sound"),
    Setting("volume", 100, "Volume in percent.", "sound", low=0, high=100),
    Setting("sound_device", "", 'Name of the sound device, "" for the system\'s.', "sound",
            option="sound_device"),
    Setting("level_meter", False, "Show the levels of output and voices below the picture.",
            "sound"),
    Setting("sid_registers", False, "Show the SID's registers below the picture.", "sound"),
    Setting("song_lengths", "", 'Path of the HVSC\'s Songlengths.md5, "" for none.', "sound"),
    Setting("drive_sounds", False, "Play the sounds of 1541s and datasette.", "sound",
            option="drive_sounds"),
    Setting("drive_volume", 50, "Volume of these sounds in percent.", "sound", low=0, high=100),
    Setting("joy_port", 2, "Control port of the first joystick or gamepad.", "input", (1, 2),
            option="joy_port"),
    Setting("joy_keys", "numpad", "Keys that act as the first joystick: numpad, cursor, wasd, "
            "ijkl, off, or a set of your own in a table [keysets.NAME].", "input",
            option="joy_keys"),
    Setting("joy_keys_2", "off", "Keys that act as the second joystick, in the other port; the "
            "same values.", "input", option="joy_keys_2"),
    Setting("joy_adapter", "off", "Adapter for joysticks 3 and 4 at the user port; protovision is "
            "also that of Classical Games.", "input", tuple(ADAPTERS), option="joy_adapter"),
    Setting("joy_keys_3", "off", "Keys that act as joystick 3, if there is an adapter; the same "
            "values.", "input", option="joy_keys_3"),
    Setting("joy_keys_4", "off", "The same for joystick 4.", "input", option="joy_keys_4"),
    Setting("autofire", 0, "Presses per second while fire is held; 0: a single press.",
            "input", low=0, high=25),
    Setting("positional", False, "Map keys by position, not by symbol.",
            "input", option="keys_positional"),
    Setting("mouse_as", "off", "What the mouse acts as: another mouse, a pair of "
            "paddles, a KoalaPad, a light pen or a gun.", "input", POINTERS, option="mouse_as"),
    Setting("mouse_port", 1, "Control port of the mouse; light pens and guns are always in port 1.",
            "input", (1, 2), option="mouse_port"),
    Setting("paste_limit", 4000, "Most characters that a paste may type.", "input", low=1,
            high=100_000),
    Setting("run_ahead", 0, "Show the picture this many frames early, to hide a program's delay.",
            "time", low=0, high=3, option="run_ahead"),
    Setting("vsync", "auto", "Wait for the display: auto where its refresh goes with the machine's "
            "frames, which then follow it; on: always.", "time", VSYNCS, option="vsync"),
    Setting("go_on", False, "Without FILE, resume where the window was closed.", "time"),
    Setting("warp", False, "Start at warp.", "time", option="warp"),
    Setting("language", "", 'Language of menu and messages, "" for the system\'s.', "window",
            (*NONE, *LANGUAGES), option="language"),
    Setting("large_text", False, "Double-size letters in menu, messages and status line.",
            "window", option="large_text"),
    Setting("library", False, "Without FILE, open the library of recent programs.",
            "window", option="library"),
    Setting("drop", "ask", "A disk that is dropped on the window: ask, start it, or insert it into "
            "drive 8 while the program goes on.", "window", ("ask", "start", "insert")),
    Setting("help_seen", False, "The keys were shown at a first start.", "memory"),
)  # fmt: skip
