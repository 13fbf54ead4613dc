"""What a machine is made of: every choice, and what of it does not go together.

The command line, ``c64.C64`` and tests all describe a machine by a ``MachineConfig``.  It is
checked here and nowhere else; files are opened when the machine is made.
"""

import difflib
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from os import PathLike
from typing import Any, TypedDict, cast

from c64.bus.machine import DEFAULT_SEED, RAM_PATTERNS
from c64.bus.models import CHIP_CHOICES, MODELS, SID_FILTERS, Model, choose_model
from c64.bus.ram_expansion import PLUS60K_NAMES
from c64.bus.sid_places import FIRST_SID, SID_PLACES, SIDES, SIDS_MOST, SidPlace
from c64.cartridge.expansion import GEORAM_NAMES, RAMCART_NAMES, REU_NAMES
from c64.cartridge.port import Cartridge
from c64.drive.attach import AUTO, DRIVE_KINDS
from c64.errors import ConfigError
from c64.roms import RomSet
from c64.vic.palettes import PALETTES, choose_palette, colours_from_hex
from disk.base.numbers import whole
from disk.budget import TEXT_MOST
from disk.crt import Crt
from disk.plain_file import read_text

__all__ = [
    "CONFIG_CHOICES",
    "DEFAULT_SEED",
    "FIRST_SID",
    "PALETTES",
    "PLUS60K_NAMES",
    "SIDS_MOST",
    "SID_PLACES",
    "ConfigError",
    "MachineConfig",
    "MachineOptions",
    "SidPlace",
    "check_names",
    "of_today",
    "read_palette",
    "sid_places",
]

FilePath = str | PathLike[str]

#: field -> the words it can be, in the order in which to list them
CONFIG_CHOICES: dict[str, tuple[str, ...]] = {
    "model": tuple(MODELS),
    **CHIP_CHOICES,
    "sid_filter": tuple(SID_FILTERS),
    "ram_pattern": ("model", *RAM_PATTERNS),
    "cpu": ("exact", "py65"),
    "reu": tuple(REU_NAMES),
    "georam": tuple(GEORAM_NAMES),
    "ramcart": tuple(RAMCART_NAMES),
    "drive": (AUTO, *DRIVE_KINDS),
}

# What answers in both $DE00 and $DF00, and what may be in the port beside other things.
_WHOLE_PORT = ("georam", "ramcart", "isepic")
_SHARED_PORT = ("cart", "reu", "reu_image", "dqbb")
_ROMS = ("kernal", "basic", "chargen")
EXPANSION_PORT = 0xDE00  # where its two pages begin


@dataclass(frozen=True)
class MachineConfig:
    """A Commodore 64 as it is before it is switched on.

    model         "c64" (6569, 6526, 6581), "c64c" (8565, 8521, 8580), "ntsc" (6567),
                  "oldntsc" (6567 R56A) or "drean" (6572, PAL-N)
    vic cia sid   single chips instead of the model's
    sids          SIDs beside the first, up to seven: a SidPlace, an address or a word for each,
                  "d440:8580:left" (of which model and side may be missing), or the words in one
                  text with commas.  What is said of $D400 is said of the first, but for a
                  model that ``sid`` names
    sid_filter    "light", "usual" or "dark": how a 6581's cutoff lies; "R2", "R3" or "R4AR":
                  as on a chip that was measured; None: usual
    digiboost     True: $D418 samples are as loud on an 8580 as on a 6581, which stays as it is
    kernal basic chargen   paths of original ROM files; None: GO 64's own
    roms          c64.roms.RomSet, instead of these three
    seed          chooses what is not alike in any two machines' power-on RAM
    ram_pattern   what is: "runs64" (64 bytes $00, 64 bytes $FF), "runs4" (2 bytes $00, 4 bytes $FF,
                  4 bytes $00 ..., inverted every 16 KiB), those of other chips
                  (docs/use/command-line.md), "zeros", "ones", or "model": runs4 with an 8565,
                  else runs64
    sample_rate   Hz of ``audio()``; 0 makes no sound and costs no time
    cpu           "exact", or "py65": py65's MPU drives the board, an instruction at a time
    palette       "pepto", "colodore", "grey", "contrast", "deuteranopia", "protanopia",
                  "tritanopia", or 16 colours of three values 0-255
    cart          path of a .crt in the expansion port, or an opened one
    reu           "128k", "256k", "512k", "1m", "2m", "4m", "8m" or "16m"
    reu_image     path of a file (.reu) with what the REU holds; never written to
    reu_save      path of a .reu: where ``flush`` writes what the REU holds; may be the same
    georam        "64k", "128k", "256k", "512k", "1m", "2m" or "4m"
    ramcart       "64k" or "128k"; ramcart_ro: its switch is set to read-only
    dqbb isepic   True: a Double Quick Brown Box, an ISEPIC
    plus60k       True: a +60K, its register at plus60k_base, $D100 (also None) or $D040
    plus256k      True: a +256K
    cart_save     path of a .crt: where ``flush`` writes an EasyFlash or GMOD that has changed
    drive         what drive 8 is: "quick", a virtual drive, "1541" with its own processor, or
                  "auto", a virtual drive that becomes a 1541 when a program needs its processor
    dos           path of an original ROM for drives of kind "1541"; None: GO 64's own

    Raises ConfigError for a choice that does not exist and for what does not go together.
    Equal configurations make equal machines; ``dataclasses.replace`` makes another one.
    """

    model: str = "c64"
    _: KW_ONLY
    vic: str | None = None
    cia: str | None = None
    sid: str | None = None
    sids: str | Sequence[SidPlace | int | str] = ()
    sid_filter: str | None = None
    digiboost: bool = False
    kernal: FilePath | None = None
    basic: FilePath | None = None
    chargen: FilePath | None = None
    roms: RomSet | None = None
    seed: int = DEFAULT_SEED
    ram_pattern: str = "model"
    sample_rate: int = 48000
    cpu: str = "exact"
    palette: str | Sequence[Sequence[int]] = "pepto"
    cart: FilePath | Crt | Cartridge | None = None
    reu: str | None = None
    reu_image: FilePath | None = None
    reu_save: FilePath | None = None
    georam: str | None = None
    ramcart: str | None = None
    ramcart_ro: bool = False
    dqbb: bool = False
    isepic: bool = False
    plus60k: bool = False
    plus60k_base: int | None = None
    plus256k: bool = False
    cart_save: FilePath | None = None
    drive: str = "quick"
    dos: FilePath | None = None

    def __post_init__(self) -> None:
        for name, words in CONFIG_CHOICES.items():
            self._check_choice(name, words)
        self._put("seed", self._whole_number("seed"))
        self._put("sample_rate", self._whole_number("sample_rate"))
        if self.sample_rate < 0:
            raise ConfigError(
                ["sample_rate"], "{0} {is_} is negative; 44100 and 48000 are usual, 0 is silent",
                {"is_": self.sample_rate},
            )  # fmt: skip
        self._check_palette()
        self._put("sids", sid_places(self.sids))
        self._check_sids()
        self._check_port()
        self._check_board()

    def chips(self) -> Model:
        """Return the model with the single chips exchanged."""
        places = cast("tuple[SidPlace, ...]", self.sids)
        first = next((place for place in places if place.at == FIRST_SID), SidPlace(FIRST_SID))
        model: Model = choose_model(self.model, self.vic, self.cia, self.sid or first.chip)
        if self.sid_filter not in (None, "usual"):
            model = replace(model, sid_filter=self.sid_filter)
        others = tuple(
            place._replace(chip=place.chip or model.sid) for place in places if place is not first
        )
        if others:
            model = replace(model, sids=others, side=first.side)
        if self.digiboost and "8580" in (model.sid, *(place.chip for place in others)):
            model = replace(model, digiboost=True)
        return model

    def has(self, name: str) -> bool:
        """Return whether something was asked for by the field of this name."""
        return getattr(self, name) not in (None, False, ())

    def _put(self, name: str, value: object) -> None:
        """Bring a field into its usual form; the class is frozen for everybody else."""
        object.__setattr__(self, name, value)

    def _check_choice(self, name: str, words: tuple[str, ...]) -> None:
        value = getattr(self, name)
        optional = type(self).__dataclass_fields__[name].default is None
        if value not in words and not (optional and value is None):
            values = {"is_": value, "words": ", ".join(words)}
            raise ConfigError([name], "{0} '{is_}' does not exist; choose from {words}", values)

    def _whole_number(self, name: str) -> int:
        try:
            return operator.index(getattr(self, name))
        except TypeError:
            values = {"is_": getattr(self, name)}
            raise ConfigError([name], "{0} '{is_}' is not a whole number", values) from None

    def _check_palette(self) -> None:
        if isinstance(self.palette, str):
            self._check_choice("palette", tuple(PALETTES))
            return
        try:
            colours = choose_palette(self.palette)
        except (ValueError, TypeError):
            text = "{0} must be 16 colours of 3 values from 0 to 255"
            raise ConfigError(["palette"], text) from None
        # As tuples, so that configurations can be compared.
        self._put("palette", tuple(tuple(int(value) for value in colour) for colour in colours))

    def _check_sids(self) -> None:
        """Refuse a SID where something else would answer, too."""
        for place in cast("tuple[SidPlace, ...]", self.sids):
            if place.at < EXPANSION_PORT:
                continue
            other = next((n for n in (*_WHOLE_PORT, *_SHARED_PORT) if self.has(n)), None)
            if other is not None:
                raise ConfigError(
                    ["sids", other], "{0} at ${is_:04X} conflicts with {1}; try $D420",
                    {"is_": place.at},
                )  # fmt: skip

    def _check_port(self) -> None:
        """Refuse things in the expansion port that answer at the same addresses."""
        whole = [name for name in _WHOLE_PORT if self.has(name)]
        both = whole + [name for name in _SHARED_PORT if self.has(name)]
        if whole and len(both) > 1:
            raise ConfigError(both[:2], "{0} takes the whole port; leave out {1}")
        if self.dqbb and self.has("cart"):
            raise ConfigError(["dqbb", "cart"], "{0} and {1} both use $8000-$BFFF; choose one")
        if self.reu_save is not None and self.reu is None and self.reu_image is None:
            raise ConfigError(["reu_save", "reu", "reu_image"], "{0} needs {1} or {2}")
        if self.ramcart_ro and not self.has("ramcart"):
            raise ConfigError(["ramcart_ro", "ramcart"], "{0} needs {1}")

    def _check_board(self) -> None:
        """Refuse what cannot be on the board together."""
        if self.plus60k and self.plus256k:
            raise ConfigError(["plus60k", "plus256k"], "{0} and {1} exclude each other; choose one")
        if self.plus60k_base is not None:
            if not self.plus60k:
                raise ConfigError(["plus60k_base", "plus60k"], "{0} needs {1}")
            if self._whole_number("plus60k_base") not in PLUS60K_NAMES.values():
                values = {"is_": self.plus60k_base}
                raise ConfigError(
                    ["plus60k_base"], "{0} cannot be ${is_:04X}; use $D100 or $D040", values
                )
        single = next((name for name in _ROMS if self.has(name)), None)
        if self.roms is not None and single is not None:
            raise ConfigError(["roms", single], "{0} holds all three ROMs; leave out {1}")


class MachineOptions(TypedDict, total=False):
    """The fields of MachineConfig as keywords: ``C64(reu="512k")``."""

    model: str
    vic: str | None
    cia: str | None
    sid: str | None
    sids: str | Sequence[SidPlace | int | str]
    sid_filter: str | None
    digiboost: bool
    kernal: FilePath | None
    basic: FilePath | None
    chargen: FilePath | None
    roms: RomSet | None
    seed: int
    ram_pattern: str
    sample_rate: int
    cpu: str
    palette: str | Sequence[Sequence[int]]
    cart: FilePath | Crt | Cartridge | None
    reu: str | None
    reu_image: FilePath | None
    reu_save: FilePath | None
    georam: str | None
    ramcart: str | None
    ramcart_ro: bool
    dqbb: bool
    isepic: bool
    plus60k: bool
    plus60k_base: int | None
    plus256k: bool
    cart_save: FilePath | None
    drive: str
    dos: FilePath | None


def check_names(options: Iterable[str]) -> None:
    """Raise TypeError, with the nearest there are, for a name that is no field's."""
    for name in options:
        if name not in MachineOptions.__annotations__:
            near = ", ".join(difflib.get_close_matches(name, MachineOptions.__annotations__))
            hint = f"near it: {near}" if near else "see MachineConfig"
            raise TypeError(f"C64: there is no option '{name}'; {hint}")


def sid_places(sids: str | Sequence[SidPlace | int | str]) -> tuple[SidPlace, ...]:
    """Return a SidPlace for each of what ``MachineConfig.sids`` may be; ConfigError if it is not.

    A list of address, model and side is one, too: so a file has it.
    """
    words = sids.split(",") if isinstance(sids, str) else sids
    if not isinstance(words, Sequence):
        raise ConfigError(
            ["sids"], "{0}: not a list of SIDs; give addresses, such as d420,d440:8580:left"
        )
    words = [word for word in words[: 2 * SIDS_MOST] if word != ""]
    places: dict[int, SidPlace] = {}
    for place in map(_sid_place, words):
        if place.at in places:
            raise ConfigError(
                ["sids"],
                "{0}: two SIDs at ${is_:04X}; give each its own address",
                {"is_": place.at},
            )
        places[place.at] = place
    if len(places.keys() | {FIRST_SID}) > SIDS_MOST:
        raise ConfigError(["sids"], "{0}: a machine has at most {is_} SIDs", {"is_": SIDS_MOST})
    return tuple(places.values())


def _sid_place(word: object) -> SidPlace:
    """Return the SidPlace of an address, of "d440:8580:left", or of three values."""
    parts = word.split(":") if isinstance(word, str) else word
    parts = list(parts) if isinstance(parts, list | tuple) else [parts]
    if not 1 <= len(parts) <= 3:
        raise ConfigError(
            ["sids"], "{0} '{is_}' is not a SID; write ADDRESS:MODEL:SIDE", {"is_": _short(word)}
        )
    at, chip, side = (*parts, None, None)[:3]
    try:
        address = _hexadecimal(at) if isinstance(at, str) else operator.index(at)
    except (TypeError, ValueError):
        values = {"is_": _short(at)}
        raise ConfigError(["sids"], "{0} '{is_}' is not a whole number", values) from None
    if address != FIRST_SID and address not in SID_PLACES:
        raise ConfigError(
            ["sids"],
            "{0}: no SID can be at {is_}; use $D420 to $D7E0 or $DE00 to $DFE0, in steps of $20",
            {"is_": f"${address:04X}" if 0 <= address <= 0xFFFF else _short(address)},
        )
    for is_, known in ((chip, CHIP_CHOICES["sid"]), (side, SIDES)):
        if is_ not in (None, "", *known):
            values = {"is_": _short(is_), "words": ", ".join(known)}
            raise ConfigError(["sids"], "{0} '{is_}' does not exist; choose from {words}", values)
    return SidPlace(address, str(chip) if chip else None, str(side or ""))


def _short(value: object) -> str:
    """Return a value as an error shows it: it may come from a file."""
    if isinstance(value, int) and abs(value) >= 1 << 64:
        return "..."  # Python refuses to write very large ones
    return str(value)[:40]


def _hexadecimal(text: str) -> int:
    """Return the value of d420, $D420 or 0xd420."""
    word = text.strip().lower().removeprefix("$").removeprefix("0x")
    if len(word) > 4:
        raise ValueError
    return whole(word, 16)


def of_today(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a configuration in a file by the names that they have now.

    Until November 2026 ``sid2`` was the address of a second SID and ``sid2_chip`` its model.
    """
    found = {**plain}
    at, chip = found.pop("sid2", None), found.pop("sid2_chip", None)
    return found if at is None else found | {"sids": [[at, chip, ""]]}


def read_palette(path: FilePath) -> tuple[tuple[int, ...], ...]:
    """Return 16 colours from a text file of RRGGBB, or of R G B as VICE's .vpl has it.

    Raises ConfigError if the file is none.
    """
    values = {"is_": path, "known": ", ".join(PALETTES)}
    try:
        text = read_text(path, TEXT_MOST, "replace")
    except (FileNotFoundError, IsADirectoryError):
        text = "{0} {is_}: neither a file nor one of {known}"
        raise ConfigError(["palette"], text, values) from None
    except OSError as error:
        values["error"] = str(error.strerror)
        raise ConfigError(["palette"], "{0} {is_}: {error}", values) from None
    words: list[str] = []
    for line in text.splitlines():
        parts = line.split("#")[0].split()
        if len(parts) >= 3:
            words.append("".join(part.zfill(2) for part in parts[:3]))
        else:
            words += parts
    try:
        colours = colours_from_hex(" ".join(words))
    except ValueError as error:
        values["error"] = str(error)
        raise ConfigError(["palette"], "{0} {is_}: {error}", values) from None
    return colours
