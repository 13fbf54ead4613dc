"""The machines to choose from: which chip of each kind, and their clocks.

Clock figures: PAL 17.734475 MHz / 18, NTSC 14.31818 MHz / 14 (C64 service manual).  PAL-N is
VICE's figure (x64sc, c64.h); four times its colour carrier, 3.58205625 MHz (ITU-R BT.470), divided
by 14 would be 5 Hz more, less than crystals differ.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from c64.bus.sid_places import SidPlace, sides_of
from c64.sid.filter_tables import CutoffCurve
from c64.vic.cycles import VIC_MODELS

PAL_EXACT = Fraction(17_734_475, 18)
NTSC_EXACT = Fraction(14_318_180, 14)
PAL_N_EXACT = Fraction(1_023_440)
PAL_HZ, NTSC_HZ = float(PAL_EXACT), float(NTSC_EXACT)


@dataclass(frozen=True)
class Standard:
    """A TV standard: what its machines have besides the VIC.

    exact_hz  phi2 in Hz as a Fraction
    tod_hz    frequency of the mains at the TOD pins
    """

    name: str
    exact_hz: Fraction
    tod_hz: int


PAL = Standard("PAL", PAL_EXACT, 50)
NTSC = Standard("NTSC", NTSC_EXACT, 60)
OLD_NTSC = Standard("old NTSC", NTSC_EXACT, 60)
PAL_N = Standard("PAL-N", PAL_N_EXACT, 50)
STANDARDS = {"6569": PAL, "8565": PAL, "6567": NTSC, "6567R56A": OLD_NTSC, "6572": PAL_N}


@dataclass(frozen=True)
class Model:
    """A C64 by its chips.

    vic   "6569" (PAL, R3), "8565" (PAL, HMOS-II), "6567" (NTSC, R8), "6567R56A" (old NTSC) or
          "6572" (PAL-N)
    cia   "6526" or "8521"
    sid   "6581" or "8580"
    sids  SidPlace of each further one;  side  of the first one, "": the usual one
    sid_filter  a key of SID_FILTERS: how a 6581's filter is; "": the usual one
    digiboost   True: each 8580 has a resistor from EXT IN to ground, for loud $D418 samples
    """

    name: str
    vic: str
    cia: str
    sid: str
    sids: tuple[SidPlace, ...] = ()
    side: str = ""
    sid_filter: str = ""
    digiboost: bool = False

    @property
    def standard(self):
        """ "PAL", "NTSC", "old NTSC" or "PAL-N": the TV's standard, which is the VIC's."""
        return STANDARDS[self.vic].name

    @property
    def pal(self):
        """True where the VIC makes 312 lines, fifty times a second: PAL and PAL-N."""
        return self.lines == 312

    @property
    def clock_hz(self):
        """phi2 in Hz."""
        return float(self.exact_hz)

    @property
    def exact_hz(self):
        """phi2 in Hz as a Fraction."""
        return STANDARDS[self.vic].exact_hz

    @property
    def cycles_per_line(self):
        """Cycles of phi2 in one raster line."""
        return VIC_MODELS[self.vic].cycles

    @property
    def lines(self):
        """Raster lines in one frame."""
        return VIC_MODELS[self.vic].lines

    @property
    def frame_hz(self):
        """Frames a second: PAL 50.125, PAL-N 50.465, NTSC 59.826, old NTSC 60.993."""
        return self.clock_hz / (self.cycles_per_line * self.lines)

    @property
    def sides(self):
        """Where each SID is heard, the first one first: "left", "middle" or "right"."""
        return sides_of([self.side, *(place.side for place in self.sids)])

    @property
    def tod_hz(self):
        """Frequency of the mains at the TOD pins."""
        return STANDARDS[self.vic].tod_hz


MODELS = {
    "c64": Model("c64", "6569", "6526", "6581"),
    "c64c": Model("c64c", "8565", "8521", "8580"),
    "ntsc": Model("ntsc", "6567", "6526", "6581"),
    "oldntsc": Model("oldntsc", "6567R56A", "6526", "6581"),
    "drean": Model("drean", "6572", "6526", "6581"),
}
# Half a volt either way is the range that libresidfp gives for the spread of chips.  The named ones
# are fitted to the curves of single chips, whose revision does not decide how light they are:
# 6581R2 of week 19 of 1984, 6581R3 of week 48 of 1985, 6581R4AR of week 37 of 1989.
# (Measured for Antti Lankila, bel.fi/alankila/c64-sw/fc-curves; as formulas by Dag Lem, reDIP-SID.)
SID_FILTERS = {
    "light": CutoffCurve(bias=0.5),
    "usual": CutoffCurve(),
    "dark": CutoffCurve(bias=-0.5),
    "R2": CutoffCurve(bias=-0.55, span=0.65, narrow=0.8),
    "R3": CutoffCurve(bias=0.4, span=1.15, narrow=1.4),
    "R4AR": CutoffCurve(bias=-0.6, span=0.9, narrow=1.4),
}
CHIP_CHOICES = {
    "vic": tuple(STANDARDS),
    "cia": ("6526", "8521"),
    "sid": ("6581", "8580"),
}


def sid_curve(model):
    """Return the CutoffCurve of a model's 6581."""
    return SID_FILTERS[model.sid_filter or "usual"]


def choose_model(name="c64", vic=None, cia=None, sid=None):
    """Return the model ``name`` with single chips exchanged; ValueError says what exists."""
    if name not in MODELS:
        raise ValueError(f"model '{name}' does not exist; choose from {', '.join(MODELS)}")
    chosen = {"vic": vic, "cia": cia, "sid": sid}
    for kind, value in chosen.items():
        if value is not None and value not in CHIP_CHOICES[kind]:
            known = ", ".join(CHIP_CHOICES[kind])
            raise ValueError(f"{kind} '{value}' does not exist; choose from {known}")
    return replace(MODELS[name], **{k: v for k, v in chosen.items() if v is not None})
