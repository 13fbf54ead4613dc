"""The outside test programs: what there is, and which of it applies to this machine.

A suite is a folder with ``vice/manifest.json``, or a checkout of VICE's test programs, whose
own list of tests is then read (tests/conformance/checkout.py).
"""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from c64.cartridge.expansion import GEORAM_NAMES, RAMCART_NAMES, REU_NAMES, make_port
from c64.config import MachineConfig
from c64.vic.cycles import VIC_MODELS
from disk.errors import MediaError
from tests.conformance.checkout import find_list, read_list

MANIFEST = Path("vice") / "manifest.json"
SELFTESTS = "testbench/selftest/"

NOT_EMULATED_OPTIONS = {
    "mountd71": "needs a 1571",
    "mountd81": "needs a 1581",
}

# The KERNAL's serial primitives: programs that call them send code into the 1541 (M-W, M-E).
SERIAL_CALLS = {"FF93", "FF96", "FFA5", "FFA8", "FFAB", "FFAE", "FFB1", "FFB4"}
VICS = {
    "vicii-old": "6569", "vicii-ntsc": "6567", "vicii-ntscold": "6567R56A", "vicii-drean": "6572"
}  # fmt: skip
PICTURES = (*(f"ref_{vic}" for vic in VIC_MODELS), "ref_open_chargen")
LOAD_COMMENT = re.compile(r'comment:\s*load the test using "(.+?)" as filename')


@dataclass(frozen=True)
class Case:
    """One run of one program.

    entry   its row of manifest.json, or what stands for it in VICE's own list
    folder  the folder that was given
    base    the folder that paths in ``entry`` begin in
    """

    entry: dict
    folder: Path
    base: Path

    @property
    def id(self):
        """The row's id, unique."""
        return self.entry["id"]

    @property
    def area(self):
        """cpu, cia, interrupts, memory, vicii, sid, cart, drive, other, or self-tests."""
        return "self-tests" if self.selftest else self.entry["area"]

    @property
    def selftest(self):
        """True for the programs by which a harness proves itself."""
        return self.id.startswith(SELFTESTS)

    @property
    def needs_no_rom(self):
        """True where x64sc passed it with a KERNAL that only initialises; None: not known."""
        return self.entry["runs_without_commodore_roms"]

    @property
    def routines(self):
        """Addresses inside Commodore's KERNAL and BASIC that it was seen to call."""
        needs = self.entry["needs"]
        return [*(needs.get("kernal_internal") or ()), *(needs.get("basic_calls") or ())]

    @property
    def prg(self):
        """Path of the program, None where a cartridge is all there is."""
        return self.base / self.entry["prg"] if self.entry["prg"] else None

    @property
    def cart(self):
        """Path of the cartridge image, or None."""
        path = self.entry.get("media", {}).get("crt")
        return self.base / path if path else None

    @property
    def reu(self):
        """Size of the REU as the command line names it, or None."""
        words = [o for o in self.entry["options"] if o.startswith("reu")]
        return words[0][3:] if words else None

    @property
    def georam(self):
        """Size of the GeoRAM as the command line names it, or None."""
        words = [o for o in self.entry["options"] if o.startswith("geo")]
        return words[0][3:] if words else None

    @property
    def soldered(self):
        """The RAM expansions on the board, by the names of c64.C64's arguments: a tuple."""
        return tuple(o for o in ("plus60k", "plus256k") if o in self.entry["options"])

    @property
    def rams(self):
        """Other RAM in the port: pairs (field of MachineConfig, value), a tuple."""
        options = self.entry["options"]
        sizes = [("ramcart", o[7:]) for o in options if o.startswith("ramcart")]
        return tuple(sizes + [(o, True) for o in ("dqbb", "isepic") if o in options])

    @property
    def expanded(self):
        """True: something is in the expansion port or soldered to the board."""
        return bool(self.cart or self.reu or self.georam or self.rams or self.soldered)

    @property
    def start(self):
        """Address at which the program starts: from the manifest, else from its SYS line."""
        if self.entry["sys"] is not None or self.prg is None:
            return self.entry["sys"]
        return sys_address(self.prg.read_bytes())

    @property
    def disk(self):
        """Path of the .d64, .g64 or .p64 in drive 8, or None."""
        media = self.entry["media"]
        path = media.get("d64") or media.get("g64") or media.get("p64")
        return self.base / path if path else None

    @property
    def load_name(self):
        """Name by which the program must be loaded with LOAD, or None: put it into memory."""
        found = [m for m in map(LOAD_COMMENT.match, self.entry["options"]) if m]
        return found[0].group(1) if found else None

    @property
    def needs_1541(self):
        """True: drive 8 must be a 1541 with its own processor, the virtual drive will not do."""
        speaks = bool(set(self.entry["needs"].get("kernal_jumptable") or ()) & SERIAL_CALLS)
        return bool(self.entry["needs"].get("drive1541") or speaks)

    def model(self):
        """Return (name of the model, {chip: choice}) that the options ask for."""
        options = self.entry["options"]
        chips = {}
        if "cia-old" in options:
            chips["cia"] = "6526"
        if "cia-new" in options:
            chips["cia"] = "8521"
        if "sid-old" in options:
            chips["sid"] = "6581"
        if "sid-new" in options:
            chips["sid"] = "8580"
        for option, vic in VICS.items():
            if option in options:
                chips["vic"] = vic
        return "c64c", chips

    def not_applicable(self):
        """Return why the machine cannot run this, or None."""
        for option in self.entry["options"]:
            for word, why in NOT_EMULATED_OPTIONS.items():
                if option.startswith(word):
                    return why
        if self.reu and self.reu not in REU_NAMES:
            return f"a REU of {self.reu} is not emulated"
        if self.georam and self.georam not in GEORAM_NAMES:
            return f"a GeoRAM of {self.georam} is not emulated"
        for name, size in self.rams:
            if name == "ramcart" and size not in RAMCART_NAMES:
                return f"a RamCart of {size} is not emulated"
        if self.cart is not None:
            why = cartridge_refusal(self.cart)
            if why:
                return why
        if self.entry["result"] == "screenshot" and not any(self.entry.get(k) for k in PICTURES):
            return "the collection has no picture to hold it against"
        return None


def cartridge_refusal(path):
    """Return why the cartridge image cannot be used, or None."""
    try:
        make_port(MachineConfig(cart=path))
    except MediaError as error:
        return str(error).split(": ", 1)[1].split(";")[0]
    return None


def sys_address(data):
    """Return the address in the SYS of a BASIC line at its load address, or None."""
    match = re.match(rb"\0?....\x9e *(\d+)", data[2:], re.DOTALL)
    return int(match.group(1)) if match else None


def corpus_folder(given=None):
    """Return the corpus folder (argument, else GO64_CORPUS) or None."""
    path = given or os.environ.get("GO64_CORPUS")
    return Path(path) if path else None


def has_suite(folder):
    """Return whether there are test programs in ``folder`` (None: no)."""
    return folder is not None and ((folder / MANIFEST).is_file() or find_list(folder) is not None)


def load_cases(folder, area=None, ident=None):
    """Return the cases below ``folder``, filtered by area and by a part of the id.

    Raises checkout.ListError for a list of tests that cannot be read.
    """
    if (folder / MANIFEST).is_file():
        base = folder / MANIFEST.parent
        entries = json.loads((folder / MANIFEST).read_text())["tests"]
    else:
        base, entries = read_list(folder)
    cases = [Case(entry, folder, base) for entry in entries]
    return [c for c in cases if (area in (None, c.area)) and (ident is None or ident in c.id)]
