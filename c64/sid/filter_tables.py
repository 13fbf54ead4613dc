"""Tables of the SID's filter, mixer and volume, from the circuits and from measured figures.

6581: the amplifiers are NMOS inverters with a curve of their own (_OP_AMPS), the "resistors" are
transistors in triode mode.  A current through one of them from a voltage x to a voltage y is

    K * W/L * ((Vddt - y)**2 - (Vddt - x)**2),  Vddt = Vdd - Vth

so that an amplifier that inverts and gives the gain n obeys

    (n + 1) * (Vddt - vx)**2 = n * (Vddt - vi)**2 + (Vddt - vo)**2

with its curve vo(vx).  An integrator's capacitor is charged through two of them side by side: a
narrow one that is always open, and a wide one whose gate the cutoff's D/A converter pulls, which
works from below its threshold up to saturation.  The model of Enz, Krummenacher and Vittoz covers
all that by

    I = 2 * uCox * Ut**2 * W/L * (F(Vg - Vth - vx) - F(Vg - Vth - vi))
    F(v) = ln(1 + e**(v / 2Ut))**2
    Vg = Vddt - sqrt(((Vddt - vi)**2 + (Vddt - Vw)**2) / 2)

8580: real amplifiers, and for the cutoff eleven parallel transistors, each twice as wide as the
next, with one gate voltage.

Sources: circuits, equations and resistor ratios: Dag Lem and Antti Lankila, from Michael Huth's
photographs of the die as annotated by Tommi Lempinen, in the comments of reSID and libresidfp;
the 8580's: ttlworks of forum.6502.org, ibid.  Curves of the amplifiers: measured by Dag Lem and
Leandro Nini on a 6581R4AR (0687 14) and an 8580R5 (1690 25).  Transistor parameters, voltages of
the voices and leakage of the converters: Leandro Nini, libresidfp.  Digiboost: c64-wiki.de,
"Digifix"; input impedance of EXT IN: MOS 6581 data sheet.  Monotone cubic interpolation:
F. N. Fritsch and J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984).
"""

import array
from functools import cache
from typing import NamedTuple

from c64.base.lazy_numpy import np
from c64.base.stored_tables import stored
from c64.sid.tables import dac_table

VOLT = 1 << 16  # fixed-point volt of the tables
CHARGE = 1 << 26  # fixed-point volt of a capacitor
CELL = VOLT >> 7  # the tables are linear over 1/128 V
CELLS = 12 * 128  # 0 V to 12 V

# op-amp curves: input V -> output V
_OP_AMPS = {
    "6581": (
        (0.81, 10.31), (2.40, 10.31), (2.60, 10.30), (2.70, 10.29), (2.80, 10.26), (2.90, 10.17),
        (3.00, 10.04), (3.10, 9.83), (3.20, 9.58), (3.30, 9.32), (3.50, 8.69), (3.70, 8.00),
        (4.00, 6.89), (4.40, 5.21), (4.54, 4.54), (4.60, 4.19), (4.80, 3.00), (4.90, 2.30),
        (4.95, 2.03), (5.00, 1.88), (5.05, 1.77), (5.10, 1.69), (5.20, 1.58), (5.40, 1.44),
        (5.60, 1.33), (5.80, 1.26), (6.00, 1.21), (6.40, 1.12), (7.00, 1.02), (7.50, 0.97),
        (8.50, 0.89), (10.00, 0.81), (10.31, 0.81),
    ),
    "8580": (
        (1.30, 8.91), (4.76, 8.91), (4.77, 8.90), (4.78, 8.88), (4.785, 8.86), (4.79, 8.80),
        (4.795, 8.60), (4.80, 8.25), (4.805, 7.50), (4.81, 6.10), (4.815, 4.05), (4.82, 2.27),
        (4.825, 1.65), (4.83, 1.55), (4.84, 1.47), (4.85, 1.43), (4.87, 1.37), (4.90, 1.34),
        (5.00, 1.30), (5.10, 1.30), (8.91, 1.30),
    ),
}  # fmt: skip

_UT = 0.026  # V, thermal voltage
_SUPPLY = {"6581": 12.0 * 1.015, "8580": 9.0 * 1.01}  # V; power bricks give slightly more
_THRESHOLD = {"6581": 1.31, "8580": 0.80}  # V
_MOBILITY = {"6581": 20e-6, "8580": 100e-6}  # uCox, A/V^2
_CAPACITOR = {"6581": 470e-12, "8580": 22e-9}  # F
_CYCLE = 1e-6  # s: the parameters above are fitted for a chip that is clocked at 1 MHz
_WIDE, _NARROW = 9.0, 1.0 / 117.0  # W/L of the 6581's two transistors
_LADDER = 0.00615  # W/L of the 8580's for bit 0 of the cutoff
_REFERENCE = 4.75 * 1.01  # V, the 8580's virtual ground
_LADDER_GATE = 1.5 * _REFERENCE  # V, of its transistors
_CUTOFF_LOW, _CUTOFF_SPAN = 7.15, 2.63  # V, of the usual 6581's cutoff converter


class CutoffCurve(NamedTuple):
    """How a 6581's cutoff differs from the usual one's.

    bias    V by which its converter lies higher
    span    its range, in ranges of the usual one
    narrow  W/L of the transistor that is always open, in those of the usual one
    """

    bias: float = 0.0
    span: float = 1.0
    narrow: float = 1.0


_MIXER_GAIN = {"6581": 8.0 / 6.0, "8580": 8.0 / 5.0}
_VOLUME_STEPS = {"6581": 12.0, "8580": 16.0}
# A mixer's input of the filter has a resistor 1.07 times as large as that of a voice.
FILTER_SHARE = {"6581": 0.93, "8580": 1.0}

# The 8580's digiboost: a resistor from EXT IN to ground, of the 220 kOhm to 1.2 MOhm that are
# soldered in, the one with which digis are as loud as a 6581's; EXT IN itself has 100 kOhm.
_DIGIBOOST, _EXT_IN = 820e3, 100e3  # ohms

# What a voice gives: V at waveform zero and envelope zero, V the envelope adds, V of the waveform.
VOICE_REST = {"6581": 5.0 * 1.015, "8580": _REFERENCE}
VOICE_LIFT = {"6581": 0.2143, "8580": 0.0}
VOICE_SPAN = {"6581": 1.5, "8580": 0.24}


def _resonance_gains(model):
    """Return 1/Q of the 16 resonances, by the ratios of feedback to input resistors."""
    if model == "6581":
        return [(15 - resonance) / 8.0 for resonance in range(16)]
    beside = (0.0, 1 / 15.3, 1 / 7.3, 1 / 4.7)
    return [
        1.0 / (1 / 1.4 + beside[resonance & 3]) / (1.0, 1.4, 2.0, 2.8)[resonance >> 2]
        for resonance in range(16)
    ]


def _monotone(x, y, at):
    """Return y at ``at`` by monotone cubic interpolation between the points x, y (float64[n])."""
    width = x[1:] - x[:-1]
    slope = (y[1:] - y[:-1]) / width
    left, right = slope[:-1], slope[1:]
    both = width[:-1] + width[1:]
    flat = left * right <= 0.0
    safe_left, safe_right = np.where(flat, 1.0, left), np.where(flat, 1.0, right)
    mean = 3.0 * both / ((both + width[1:]) / safe_left + (both + width[:-1]) / safe_right)
    ends = np.concatenate((slope[:1], np.where(flat, 0.0, mean), slope[-1:]))
    cell = np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(width) - 1)
    step = at - x[cell]
    first, last, secant = ends[cell], ends[cell + 1], slope[cell]
    bend = (first + last - 2.0 * secant) / width[cell]
    curve = (secant - first) / width[cell] - bend
    return y[cell] + step * (first + step * (curve + step * bend / width[cell]))


def _linear(x, y, at):
    """Return y at ``at`` by linear interpolation; beyond the ends as at the ends."""
    cell = np.clip(np.searchsorted(x, at, side="right") - 1, 0, len(x) - 2)
    share = (at - x[cell]) / (x[cell + 1] - x[cell])
    return y[cell] + (y[cell + 1] - y[cell]) * np.clip(share, 0.0, 1.0)


def _ints(values):
    return array.array("i", np.rint(np.concatenate(values)).astype(np.int32).tobytes())


class FilterTables:
    """The tables of one chip model; voltages in 1/65536 V.

    Each table but ``root`` has a row of 1536 entries or more, for 0 V, 1/128 V, 2/128 V ... up.

    reverse    capacitor's voltage + 10 V -> amplifier's input (2560 entries)
    resonance  16 rows by the band pass's capacitor, as ``reverse`` -> what it feeds back
    summer     5 rows, for 0 to 4 inputs beside the feedback: their mean -> high pass
    mixer      8 rows, for 0 to 7 inputs: their mean -> mixed
    volume     16 rows: mixed -> output
    root       V squared, steps of 1/32 V^2 -> square root (2048 entries)
    current    gate above channel + 1 V -> what charges the capacitor in a cycle, 2**-26 V
    """

    def __init__(self, model):
        self.model = model
        points = np.array(_OP_AMPS[model])
        x, y = points[:, 0], points[:, 1]
        shares = np.arange(256) / 256.0
        # 256 places between two measured points, and the last point
        places = np.concatenate([*(x[:-1, None] + (x[1:] - x[:-1])[:, None] * shares), x[-1:]])
        self._input, self._output = places, _monotone(x, y, places)
        self.top = _SUPPLY[model] - _THRESHOLD[model]  # Vddt
        self.low, self.high = float(x[0]), max(self.top, float(y[0]))  # range of all signals, V
        vth = _THRESHOLD[model]
        # Vddt, or what the gates of the 8580's ladder are above threshold
        self.top_units = round((self.top if model == "6581" else _LADDER_GATE - vth) * VOLT)
        self.gate_units = round((self.top - vth + 1.0) * VOLT)
        unit = _MOBILITY["6581"] / 2.0 * _NARROW * _CYCLE / _CAPACITOR["6581"]
        self.charge_limit = int((float(y[0]) - float(x[0])) * CHARGE)
        self.narrow = round(unit * (1 << 24))
        self._grid = np.arange(CELLS) / 128.0
        # The capacitor's voltage falls where the input does: x by x - y.
        charge = np.arange(20 * 128) / 128.0 - 10.0
        band_in = self._reversed(x, y, charge)
        self.reverse = _ints([band_in * VOLT])
        feeds = [self._closed(gain) for gain in _resonance_gains(model)]
        band = band_in - charge
        self.resonance = _ints([_linear(self._grid, feed, band) * VOLT for feed in feeds])
        self.summer = self._rows([2.0, 3.0, 4.0, 5.0, 6.0])
        self.mixer = self._rows([n * _MIXER_GAIN[model] for n in range(8)])
        self.volume = self._rows([n / _VOLUME_STEPS[model] for n in range(16)])
        self.root = _ints([np.sqrt(np.arange(2048) / 32.0) * VOLT])
        over = (np.arange(CELLS) / 128.0 - 1.0) / (2.0 * _UT)
        wide = 2.0 * _MOBILITY["6581"] * _UT * _UT * _WIDE * _CYCLE / _CAPACITOR["6581"]
        soft = np.log1p(np.exp(over))
        self.current = _ints([np.minimum(wide * soft * soft * CHARGE, 2.0**31 - 1.0)])

    def __getstate__(self):
        """Return what is stored (c64.base.stored_tables): not what the rows are computed from."""
        return {name: value for name, value in vars(self).items() if name[0] != "_"}

    def _reversed(self, x, y, charge):
        """Return the input of an amplifier whose capacitor has the voltage ``charge``."""
        # the measured points again, by the voltage across input and output
        keep = np.concatenate(([True], np.diff(x - y) > 0.0))
        return _monotone((x - y)[keep], x[keep], np.clip(charge, (x - y)[0], (x - y)[-1]))

    def _closed(self, gain):
        """Return the output for every input of the grid, of an amplifier of a gain (resistors)."""
        vx, vo = self._input, self._output
        over = np.maximum(self.top - vo, 0.0)
        room = (gain + 1.0) * (self.top - vx) * (self.top - vx) - over * over
        if gain == 0.0:
            below = room > 0.0  # falls through zero where input and output are equal
            at = int(np.argmin(below)) - 1
            share = room[at] / (room[at] - room[at + 1])
            return np.full(CELLS, vo[at] + (vo[at + 1] - vo[at]) * share)
        # room falls as vx rises; as a function of it both sides are known
        wanted = np.maximum(self.top - self._grid, 0.0)
        return _linear(-room, vo, -gain * wanted * wanted)

    def _rows(self, gains):
        return _ints([self._closed(gain) * VOLT for gain in gains])


def digiboost_pull():
    """Return by how many V a digiboost pulls the 8580's EXT IN below the virtual ground."""
    return _REFERENCE * _EXT_IN / (_EXT_IN + _DIGIBOOST)


@stored
@cache
def filter_tables(model):
    """Return the FilterTables of a model; the same object for all who ask."""
    return FilterTables(model)


def cutoff_voltages(curve):
    """Return float64[2048]: Vddt less the 6581's gate control, by cutoff; V."""
    top = _SUPPLY["6581"] - _THRESHOLD["6581"]
    low, span = _CUTOFF_LOW + curve.bias, _CUTOFF_SPAN * curve.span
    return top - low - span * np.array(dac_table(11, "6581"))


def cutoff_widths():
    """Return float64[2048]: the 8580's currents by cutoff, V in a cycle a V**2."""
    unit = _MOBILITY["8580"] / 2.0 * _LADDER * _CYCLE / _CAPACITOR["8580"]
    return unit * np.concatenate(([0.5], np.arange(1.0, 2048.0)))


def cutoff_table(model, curve, blocks):
    """Return 2048 integers by cutoff, for steps of so many blocks of eight cycles.

    The trapezoidal rule moves a cutoff down, the more the longer the step: tan(x) / x for half of
    what a step turns, in radians.  The 8580's are raised by that.  The 6581's transistors saturate,
    and its cutoffs came nearer to libresidfp's without.

    returns  6581: Vddt less the gate control, 2**-16 V
             8580: currents, 2**-60 V in a cycle a V**2 (of 2**-32)
    """
    return _table_6581(curve) if model == "6581" else _table_8580(blocks)


@stored
@cache
def _table_6581(curve):
    return [round(volts * VOLT) for volts in cutoff_voltages(curve)]


@stored
@cache
def _table_8580(blocks):
    widths = cutoff_widths()
    turn = 8.0 * blocks * (_LADDER_GATE - _THRESHOLD["8580"] - _REFERENCE) * widths
    return [round(width * (1 << 30)) for width in widths * np.tan(turn) / turn]
