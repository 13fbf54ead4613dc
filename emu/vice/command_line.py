"""A command line in the words of VICE's x64sc, in ours."""

import argparse
import difflib
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from disk.base.numbers import whole
from emu.errors import UsageError
from emu.vice.option_table import DONE, IGNORED, OPTIONS, REFUSED, Option

_SIZE_UNIT = 1024  # KiB in a MiB
_USUAL_SIZE = {"reu": "512", "georam": "512", "ramcart": "128"}
_PALETTE_NAMES = {"pepto-pal": "pepto", "colodore": "colodore"}
# Where x64sc has the second SID and those behind it unless an option says so.
_SID_PLACES = ("de00", "df00", "df80", "de80", "df40", "de40", "dfc0")
_REMOTE_PORT, _BINARY_PORT = 6510, 6502
_SCREEN_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


class ViceLine:
    """What the words of a command line say in our words.

    words    ours: what ``emu.cli.make_parser`` understands
    found    True if a word was VICE's: without FILE such a line shows READY.
    endless  True if it may run without a window and without an end
    ignored  names of options that change nothing here
    """

    def __init__(self, words: Iterable[str], parser: argparse.ArgumentParser) -> None:
        self.words: list[str] = []
        self.found = self.endless = False
        self.ignored: list[str] = []
        self._own = parser._option_string_actions
        self._state: dict[str, str] = {}
        self._remaining = list(words)
        self._read()
        if self.found:
            self._finish()

    def settle(self, args: argparse.Namespace) -> None:
        """Let the options have what a line in VICE's words means and no word of ours says."""
        args.endless = self.endless
        if self.ignored:
            names = " ".join(dict.fromkeys(self.ignored))
            print(f"go64: ignored, as it changes nothing here: {names}", file=sys.stderr)
        if self.found and args.file is None and not args.replay:
            args.basic_prompt = True

    def _read(self) -> None:
        rest = self._remaining
        while rest:
            word = rest.pop(0)
            option = self._option(word)
            if option is not None:
                self.found = True
                self._take(option)
                continue
            self.words.append(word)
            if word == "--":
                self.words += rest
                return
            action = self._own.get(word)
            if rest and action is not None and action.nargs is None:
                self.words.append(rest.pop(0))

    def _option(self, word: str) -> Option | None:
        """Return x64sc's option of a word, None if the word is ours or no option."""
        if word.partition("=")[0] in self._own and word not in OPTIONS:
            return None
        if word.startswith("--") and word[1:] in OPTIONS and word not in self._own:
            return OPTIONS[word[1:]]  # VICE takes two hyphens, too
        if word in OPTIONS:
            return OPTIONS[word]
        if len(word) > 1 and word[0] == "-" and word[1] != "-":
            near = difflib.get_close_matches(word, OPTIONS, n=2)
            hint = f"; near it: {', '.join(near)}" if near else " (go64 --help lists the options)"
            raise UsageError(f"{word}: neither go64 nor VICE's x64sc has this option{hint}")
        return None

    def _take(self, option: Option) -> None:
        if option.arguments > len(self._remaining):
            raise UsageError(f"{option.name} needs an argument")
        value = self._remaining.pop(0) if option.arguments else ""
        if option.kind == REFUSED:
            raise UsageError(f"{option.name}: {option.note}")
        if option.kind == IGNORED:
            self.ignored.append(option.name)
            return
        assert option.kind == DONE
        becomes = option.becomes
        if isinstance(becomes, str):
            rule, _, detail = becomes.partition(" ")
            _RULES[rule](self, option, value, detail)
        elif isinstance(becomes, tuple):
            self.words += [word.replace("{}", value) for word in becomes]
        else:
            key = value.lower()
            if key not in becomes:
                known = ", ".join(filter(None, becomes))
                raise UsageError(f"{option.name} {value}: not supported; choose from {known}")
            self.words += becomes[key]

    # -- rules ---------------------------------------------------------------------------

    def _chdir(self, option: Option, value: str, _: str) -> None:
        try:
            os.chdir(value)
        except OSError as error:
            raise UsageError(f"{option.name} {value}: {error.strerror}") from None

    def _headless(self, *_: object) -> None:
        self._state["headless"] = "yes"

    def _limit(self, option: Option, value: str, _: str) -> None:
        self._state["limit"] = str(_number(option, value))

    def _debugcart(self, *_: object) -> None:
        self._state["debugcart"] = "yes"

    def _no_debugcart(self, *_: object) -> None:
        self._state.pop("debugcart", None)

    def _screenshot(self, option: Option, value: str, _: str) -> None:
        self.words += ["--exit-screenshot", value if Path(value).suffix else f"{value}.png"]

    def _file(self, option: Option, value: str, _: str) -> None:
        self._state["file"] = value

    def _load(self, option: Option, value: str, _: str) -> None:
        self._state["file"] = value
        self.words.append("--no-run")

    def _keybuf(self, option: Option, value: str, _: str) -> None:
        if "{" in value or "}" in value:
            raise UsageError(f"{option.name}: the C64 keyboard has no curly brackets")
        for escape in ("\\x0d", "\\x0D", "\\r"):
            value = value.replace(escape, "\n")
        self.words += [f"--keys={value}"]

    def _sounddev(self, option: Option, value: str, _: str) -> None:
        if value.lower() in ("dummy", ""):
            self.words.append("--mute")
        elif value.lower() == "wav":
            self._state["sound file"] = "wanted"
        else:
            self.ignored.append(f"{option.name} {value}")

    def _soundarg(self, option: Option, value: str, _: str) -> None:
        self._state["sound argument"] = value

    def _one_cia(self, option: Option, value: str, _: str) -> None:
        if value not in ("0", "1"):
            raise UsageError(f"{option.name} {value}: choose from 0 (6526), 1 (8521)")
        self._state[option.name] = value

    def _sid_extra(self, option: Option, value: str, _: str) -> None:
        count = _number(option, value)
        if count > len(_SID_PLACES):
            raise UsageError(f"{option.name} {value}: choose from 0 to {len(_SID_PLACES)}")
        self._state["sid extra"] = str(count)

    def _sid_address(self, option: Option, value: str, _: str) -> None:
        self._state[option.name] = f"{_number(option, value):04x}"

    def _memory(self, option: Option, value: str, detail: str) -> None:
        """See to an expansion whose size another option says."""
        kind = option.name[1:].removesuffix("size")
        if detail == "size":
            _number(option, value)
            self._state[f"{kind} size"] = value
        else:
            self._state[kind] = detail

    def _image(self, option: Option, value: str, kind: str) -> None:
        self._state[f"{kind} file"] = value

    def _save(self, option: Option, value: str, kind: str) -> None:
        self._state[f"{kind} save"] = option.name

    def _joydev(self, option: Option, value: str, port: str) -> None:
        if value not in tuple("0123456789"):
            raise UsageError(f"{option.name} {value}: choose from 0 to 9")
        if value == "1":
            self.words += ["--joy-keys", "numpad", "--joy-port", option.name[-1]]
        else:
            self.ignored.append(f"{option.name} {value}")

    def _palette(self, option: Option, value: str, _: str) -> None:
        name = Path(value).name.lower().removesuffix(".vpl")
        known = not Path(value).exists() and _PALETTE_NAMES.get(name)
        self.words += ["--palette", known or value]

    def _monitor(self, option: Option, value: str, detail: str) -> None:
        kind = option.name[1:].removesuffix("monitor").removesuffix("monitoraddress")
        self._state[f"{kind} address" if detail == "address" else kind] = value or detail

    # -- the end -------------------------------------------------------------------------

    def _finish(self) -> None:
        """Add what several options say together."""
        state = self._state
        for kind, usual in _USUAL_SIZE.items():
            if state.get(kind) == "on":
                self.words += [f"--{kind}", _size_word(kind, state.get(f"{kind} size", usual))]
        argument = state.get("sound argument")
        if argument is not None and "sound file" in state:
            self.words.append(f"--capture={argument}")
        elif argument is not None:
            self.ignored.append("-soundarg")
        for kind, image in (("cart", "--cart"), ("reu", "--reu-image")):
            path, save = state.get(f"{kind} file"), state.get(f"{kind} save")
            if path is not None:
                self.words.append(f"{image}={path}")
            if path is not None and save is not None:
                self.words.append(f"--{kind}-save={path}")
            elif save is not None:
                self.ignored.append(save)
        if "sid extra" in state:
            numbers = range(2, 2 + int(state["sid extra"]))
            places = zip(numbers, _SID_PLACES, strict=False)
            found = ",".join(state.get(f"-sid{n}address", usual) for n, usual in places)
            self.words.append(f"--sids={found}")
        else:
            self.ignored += [f"-sid{n}address" for n in range(2, 9) if f"-sid{n}address" in state]
        if "-cia1model" in state or "-cia2model" in state:
            both = {state.get(f"-cia{n}model") for n in (1, 2)} - {None}
            if len(both) > 1:
                raise UsageError("-cia1model, -cia2model: both CIAs are of one kind here")
            self.words += ["--cia", "6526" if "0" in both else "8521"]
        for kind, port in (("binary", _BINARY_PORT), ("remote", _REMOTE_PORT)):
            if state.get(kind) == "on":
                address = state.get(f"{kind} address", f"127.0.0.1:{port}")
                self.words.append(f"--{kind}-monitor={address}")
        if "debugcart" in state:
            self.words.append("--debugcart")
        if state.get("limit", "0") != "0":
            self.words += ["--limit-cycles", state["limit"]]
        windowed = not {"headless", "debugcart"} & set(state) and state.get("limit", "0") == "0"
        if not windowed or no_screen():
            self.endless = True
            if not {"--headless", "--monitor", "--host"} & set(self.words):
                self.words.append("--headless")
        if "file" in state:
            self.words += ["--", state["file"]] if state["file"][:1] == "-" else [state["file"]]


_RULES: dict[str, Callable[[ViceLine, Option, str, str], None]] = {
    "chdir": ViceLine._chdir,
    "headless": ViceLine._headless,
    "limit": ViceLine._limit,
    "debugcart": ViceLine._debugcart,
    "nodebugcart": ViceLine._no_debugcart,
    "screenshot": ViceLine._screenshot,
    "file": ViceLine._file,
    "load": ViceLine._load,
    "keybuf": ViceLine._keybuf,
    "sounddev": ViceLine._sounddev,
    "soundarg": ViceLine._soundarg,
    "one_cia": ViceLine._one_cia,
    "sid_extra": ViceLine._sid_extra,
    "sid_address": ViceLine._sid_address,
    "memory": ViceLine._memory,
    "image": ViceLine._image,
    "save": ViceLine._save,
    "joydev": ViceLine._joydev,
    "palette": ViceLine._palette,
    "monitor": ViceLine._monitor,
}


def _number(option: Option, text: str) -> int:
    """Return a number as VICE's options have it: decimal, 0x or $ for hexadecimal."""
    try:
        value = whole(text[1:], 16) if text.startswith("$") else whole(text, 0)
    except ValueError:
        value = -1
    if value < 0:
        raise UsageError(f"{option.name} {text}: is not a whole number")
    return value


def _size_word(kind: str, kib: str) -> str:
    """Return the size of an expansion as our options have it: 512k, 2m."""
    number = int(kib, 0)
    if number >= _SIZE_UNIT and number % _SIZE_UNIT == 0:
        return f"{number // _SIZE_UNIT}m"
    return f"{number}k"


def no_screen() -> bool:
    """True where no window can be opened, as in continuous integration."""
    by_variables = sys.platform.startswith(("linux", "freebsd"))
    return by_variables and not any(map(os.environ.get, _SCREEN_VARIABLES))
