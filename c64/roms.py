"""ROM images: our own free ones, and original ones that a user owns.

Original ROMs are told by their SHA-1, never by their file name.  The sums are facts about
the chips (source: VICE's c64rom.h and its data files, MAME's driver of the C64; those of drives
are in c64/drive/rom_sums.py); no byte of them is in this project.
"""

import functools
import hashlib
import operator
import struct
import warnings
from dataclasses import dataclass
from pathlib import Path

from c64.drive.rom_sums import HIGH, LOW, OTHERS, WHOLE
from c64.errors import RomError
from disk.plain_file import read_plain

ROM_SIZES = {"kernal": 8192, "basic": 8192, "chargen": 4096, "dos1541": 16384}
ROM_OPTIONS = {"dos1541": "dos"}
ROM_KNOWN = {
    "79015323128650c742a3694c9429aa91f355905e": ("basic", "BASIC V2 901226-01"),
    "1d503e56df85a62fee696e7618dc5b4e781df1bb": ("kernal", "KERNAL 901227-03"),
    "0e2e4ee3f2d41f00bed72f9ab588b83e306fdb13": ("kernal", "KERNAL 901227-02"),
    "87cc04d61fc748b82df09856847bb5c2754a2033": ("kernal", "KERNAL 901227-01"),
    "aa136e91ecf3c5ac64f696b3dbcbfc5ba0871c98": ("kernal", "KERNAL 251104-04 (SX-64)"),
    "4ff0f11e80f4b57430d8f0c3799ed0f0e0f4565d": ("kernal", "KERNAL 906145-02 (Japan)"),
    "3ad6cc1837c679a11f551ad1cf1a32dd84ace719": ("kernal", "KERNAL 390852-01 (C64GS)"),
    "6c4fa9465f6091b174df27dfe679499df447503c": ("kernal", "KERNAL 901246-01 (4064)"),
    "31e73e66eccb28732daea8ec3ad1addd9b39a017": ("kernal", "KERNAL JiffyDOS 6.01"),
    "942c2150123dc30f40b3df6086132ef0a3c43948": ("kernal", "KERNAL JiffyDOS 6.01 (SX-64)"),
    "adc7c31e18c7c7413d54802ef2f4193da14711aa": ("chargen", "character ROM 901225-01"),
    **{sha: ("dos1541", f"DOS of a {name}") for sha, name in WHOLE.items()},
}
ROM_HALF = 8192  # bytes of a chip in a 1541's first boards
ROM_LARGEST = 1 << 20  # bytes that are read, to say how many there are instead
ROM_OWN_FOLDER = Path(__file__).with_name("roms")


@dataclass(frozen=True)
class RomSet:
    """The ROMs of a machine: kernal, basic 8192 bytes each, chargen 4096.

    own      True: kernal and basic are GO 64's own of this version
    dos1541  16,384 bytes: GO 64's own of another version; None: of this one
    carried  names of ROM_SIZES: those that a file of ours has brought, as it was made with them
    """

    kernal: bytes
    basic: bytes
    chargen: bytes
    own: bool = True
    dos1541: bytes | None = None
    carried: frozenset[str] = frozenset()

    def stray_flags(self):
        """Return uint8[65536]: 1 at the addresses of a ROM of our own that are no entry.

        Of other ROMs nothing is known: all are 0.
        """
        return _own_stray_flags() if self.own else bytes(65536)

    def dos(self):
        """Return the 16,384 bytes of the ROM that a 1541 has if none is named: GO 64's own."""
        return load_dos() if self.dos1541 is None else self.dos1541

    def is_free(self, kind, image):
        """Tell whether a file of ours may hold this image of a kind: GO 64's own, of any version.

        Never so with a ROM that a user has brought, unless its bytes are ours.
        """
        return kind in self.carried or image == _own_or_none(kind)

    def exchanged(self, images):
        """Return a RomSet with other images in the place of some of these.

        images  {name of ROM_SIZES: bytes}, GO 64's own of any version; without dos1541 among them
                it is that of this version.  None at all: all stay
        """
        if not images:
            return self
        plain = {
            kind: images.get(kind, getattr(self, kind)) for kind in ("kernal", "basic", "chargen")
        }
        other = {kind for kind, image in images.items() if image != _own_or_none(kind)}
        return RomSet(
            **plain,
            own=all(plain[kind] == _own_or_none(kind) for kind in ("kernal", "basic")),
            dos1541=images["dos1541"] if "dos1541" in other else None,
            carried=frozenset(other | (self.carried - images.keys() - {"dos1541"})),
        )


@functools.cache
def _own_stray_flags():
    """Return the flags by the table of entries (tools/rom/entries.py): words, low byte first."""
    flags = bytearray(0xA000) + b"\1" * 0x2000 + bytes(0x2000) + b"\1" * 0x2000
    for entry in struct.iter_unpack("<H", _own("entries")):
        flags[entry[0]] = 0
    return bytes(flags)


def _own(kind):
    path = ROM_OWN_FOLDER / f"{kind}.bin"
    if not path.is_file():
        raise RomError(f"{kind} ROM of GO 64 is not built: run 'make build' (tools/build.py roms)")
    return path.read_bytes()


def read_rom(kind, path):
    """Return the bytes of the ROM file ``path`` for ``kind`` (kernal, basic, chargen).

    Raises RomError for a file that is missing, of the wrong size, or known to be another
    ROM; warns for one that is not known.
    """
    data = _read(kind, path)
    _warn_of_unknown(kind, path, data)
    return data


def _read(kind, path):
    """Return the bytes of a ROM file; RomError as ``read_rom``."""
    path = Path(path)
    size = ROM_SIZES[kind]
    try:
        data = read_plain(path, ROM_LARGEST)
    except IsADirectoryError:
        raise RomError(f"{kind} ROM {path}: is a directory; give a file of {size} bytes") from None
    except FileNotFoundError:
        raise RomError(f"{kind} ROM {path}: file not found") from None
    except OSError as error:
        raise RomError(f"{kind} ROM {path}: cannot be read ({error.strerror})") from None
    _refuse_other_drives(kind, path, data)
    if len(data) != size:
        raise RomError(f"{kind} ROM {path}: has {len(data)} bytes; it must have {size}")
    known = known_rom(data)
    if known and known[0] != kind:
        raise RomError(f"{kind} ROM {path}: is {known[1]}; use it with --{_option(known[0])}")
    return data


def known_rom(data):
    """Return (kind, name) of a ROM that is known, as a whole or by its halves; else None."""
    found = ROM_KNOWN.get(rom_sha1(data))
    if found is None and len(data) == 2 * ROM_HALF:
        low, high = LOW.get(rom_sha1(data[:ROM_HALF])), HIGH.get(rom_sha1(data[ROM_HALF:]))
        found = low and high and ("dos1541", f"DOS of a {high}")
    return found or None


def _refuse_other_drives(kind, path, data):
    """Raise RomError for the ROM of a drive that is not emulated, and for half of a 1541's."""
    sha, size = rom_sha1(data), ROM_SIZES["dos1541"]
    if sha in OTHERS:
        raise RomError(
            f"{kind} ROM {path}: is the DOS of a {OTHERS[sha]}; true drives are 1541s, "
            f"so give a 1541 ROM of {size} bytes with --dos"
        )
    half = LOW.get(sha) or HIGH.get(sha)
    if half:
        raise RomError(
            f"{kind} ROM {path}: is half of a drive's DOS, {half}; --dos takes both halves in "
            f"one file of {size} bytes, 325302-01 first"
        )


def rom_sha1(data):
    """Return the SHA-1 by which ROMs are known, in hexadecimal digits."""
    return hashlib.sha1(data).hexdigest()


def _warn_of_unknown(kind, path, data):
    if known_rom(data) is None and data != _own_or_none(kind):
        warnings.warn(f"{kind} ROM {path}: not a known ROM, used as it is", stacklevel=3)


def _option(kind):
    return ROM_OPTIONS.get(kind, kind)


def load_dos(path=None):
    """Return the 16,384 bytes of a 1541's ROM: the file named, or GO 64's own for None."""
    return _own("dos1541") if path is None else read_rom("dos1541", path)


def _own_or_none(kind):
    path = ROM_OWN_FOLDER / f"{kind}.bin"
    return path.read_bytes() if path.is_file() else None


def load_roms(kernal=None, basic=None, chargen=None):
    """Return a RomSet: each file named, or GO 64's own where None.

    Raises RomError as read_rom does, and for a KERNAL and a BASIC that do not belong together.
    """
    paths = {"kernal": kernal, "basic": basic, "chargen": chargen}
    images = {k: _read(k, p) if p is not None else _own(k) for k, p in paths.items()}
    _check_halves(images, paths)
    for kind, path in paths.items():
        if path is not None:
            _warn_of_unknown(kind, path, images[kind])
    return RomSet(**images, own=kernal is None and basic is None)


def _check_halves(images, paths):
    """Raise RomError for one half of GO 64's ROMs with a half of somebody else's.

    GO 64's BASIC and KERNAL share their 16 KB: routines of BASIC lie in both.  So each needs the
    other, and another KERNAL or BASIC needs one whose entries are V2's.
    """
    ours = {kind: _is_ours(kind, images[kind]) for kind in ("kernal", "basic")}
    if ours["kernal"] == ours["basic"]:
        return
    foreign, other = ("basic", "kernal") if ours["kernal"] else ("kernal", "basic")
    remedy = f"name the {other.upper()} of its set with --{other}, or leave out --{foreign}"
    raise RomError(
        f"{foreign} ROM {paths[foreign]}: does not work with GO 64's {other.upper()}: {remedy}"
    )


def _is_ours(kind, image):
    """Tell whether an image is GO 64's own of this version, perhaps with a few bytes changed."""
    own = _own_or_none(kind)
    if own is None or image == own:
        return own is not None
    return 4 * sum(map(operator.eq, image, own)) >= 3 * len(own)
