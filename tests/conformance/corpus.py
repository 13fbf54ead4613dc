"""The outside test programs: what there is, and which of it applies to this machine."""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from c64.cartridges import make_port
from disk.errors import MediaError

NOT_EMULATED_OPTIONS = {
    "mountg64": "needs a 1541 with its own processor",
    "mountp64": "needs a 1541 with its own processor",
    "geo512k": "GeoRAM is not emulated",
    "plus60k": "+60K is not emulated",
    "plus256k": "+256K is not emulated",
    "dqbb": "Double Quick Brown Box is not emulated",
    "isepic": "ISEPIC is not emulated",
}

# The KERNAL's serial primitives: with a drive they mean that code goes into the 1541.
SERIAL_CALLS = {"FF93", "FF96", "FFA5", "FFA8", "FFAB", "FFAE", "FFB1", "FFB4"}
LOAD_COMMENT = re.compile(r'comment:\s*load the test using "(.+?)" as filename')


@dataclass(frozen=True)
class Case:
    """One run of one program.

    entry   its row of manifest.json
    folder  the corpus folder
    """

    entry: dict
    folder: Path

    @property
    def id(self):
        """The row's id, unique."""
        return self.entry["id"]

    @property
    def area(self):
        """cpu, cia, interrupts, memory, vicii, sid, cart, drive or other."""
        return self.entry["area"]

    @property
    def prg(self):
        """Path of the program, None where a cartridge is all there is."""
        return self.folder / "vice" / self.entry["prg"] if self.entry["prg"] else None

    @property
    def cart(self):
        """Path of the cartridge image, or None."""
        path = self.entry.get("media", {}).get("crt")
        return self.folder / "vice" / path if path else None

    @property
    def reu(self):
        """Size of the REU as the command line names it, or None."""
        words = [o for o in self.entry["options"] if o.startswith("reu")]
        return words[0][3:] if words else None

    @property
    def start(self):
        """Address at which the program starts: from the manifest, else from its SYS line."""
        if self.entry["sys"] is not None or self.prg is None:
            return self.entry["sys"]
        return sys_address(self.prg.read_bytes())

    @property
    def disk(self):
        """Path of the .d64 in drive 8, or None."""
        path = self.entry["media"].get("d64")
        return self.folder / "vice" / path if path else None

    @property
    def load_name(self):
        """Name by which the program must be loaded with LOAD, or None: put it into memory."""
        found = [m for m in map(LOAD_COMMENT.match, self.entry["options"]) if m]
        return found[0].group(1) if found else None

    def _needs_a_1541(self):
        calls = set(self.entry["needs"]["kernal_jumptable"] or ())
        files_only = self.disk is not None and self.start is not None and not calls & SERIAL_CALLS
        return self.entry["needs"].get("drive1541") and not files_only

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
        if "vicii-old" in options:
            chips["vic"] = "6569"
        if any(o.startswith("vicii-ntsc") for o in options):
            chips["vic"] = "6567"
        return "c64c", chips

    def not_applicable(self, full_roms):
        """Return why the machine cannot run this, or None.

        full_roms  True when a KERNAL with BASIC is there that runs what our own cannot
        """
        for option in self.entry["options"]:
            word = option.split(":")[0]
            if word in NOT_EMULATED_OPTIONS:
                return NOT_EMULATED_OPTIONS[word]
        if self.cart is not None:
            why = cartridge_refusal(self.cart)
            if why:
                return why
        if self._needs_a_1541():
            return "needs a 1541 with its own processor"
        if self.prg is not None and self.start is None and not full_roms:
            return "a BASIC program, not one that SYS starts"
        known = self.entry["runs_without_commodore_roms"] or (
            self.area == "cart" and self.entry["runs_without_commodore_roms"] is None
        )
        if not full_roms and not known:
            return "needs Commodore's KERNAL or BASIC"
        return None


def cartridge_refusal(path):
    """Return why the cartridge image cannot be used, or None."""
    try:
        make_port(path)
    except MediaError as error:
        return str(error).split(": ", 1)[1]
    return None


def sys_address(data):
    """Return the address in the SYS of a BASIC line at its load address, or None."""
    match = re.match(rb"\0?....\x9e *(\d+)", data[2:], re.DOTALL)
    return int(match.group(1)) if match else None


def corpus_folder(given=None):
    """Return the corpus folder (argument, else GO64_CORPUS) or None."""
    path = given or os.environ.get("GO64_CORPUS")
    return Path(path) if path else None


def load_cases(folder, area=None, ident=None):
    """Return the cases below ``folder``, filtered by area and by a part of the id."""
    tests = json.loads((folder / "vice" / "manifest.json").read_text())["tests"]
    return [
        Case(t, folder)
        for t in tests
        if (area is None or t["area"] == area) and (ident is None or ident in t["id"])
    ]
