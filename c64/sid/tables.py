"""Tables of the SID's analogue edges: D/A converters and combined waveforms.

The D/A converters are R-2R ladders.  In the 6581 the "2R" resistors are about
2.2 R and the terminating resistor is missing, which makes the transfer curve
kinked; the 8580's ladder is correct, so linear.  (Source of the ratio: Dag Lem,
measured on die photographs and chips, documented in reSID's ``dac.cc``.)  The
tables are computed here by walking the resistor network.

When several waveforms are selected their output stages fight over the same
twelve lines; a line that is low drags its neighbours down.  Model: line *i*
stays high while a weighted mean of the low lines, less the strength of the
pulse driver, stays below a threshold.  (Source of the model and of the
parameters fitted to sampled chips: Leandro Nini, github.com/libsidplayfp/
combined-waveforms.)  Everything is summed in scaled integers, so that the
tables are equal to the bit on every machine.
"""

import array
import itertools
import math
from functools import cache, lru_cache

from c64.base.lazy_numpy import np
from c64.base.stored_tables import stored

_SCALE = 1 << 20  # fixed-point scale of the combined-waveform weights
_LEAKAGE = {"6581": 0.0075, "8580": 0.0035}  # of a converter's bit, as a share of its weight
_EXPONENTIAL, _LINEAR, _QUADRATIC = range(3)

# (law of the distance weight, threshold, weight of a set top bit,
#  pulse strength, reach upwards, reach downwards); order: triangle+saw,
#  pulse+triangle, pulse+saw, pulse+triangle+saw, pulse+noise (6581)
_COMBINED = {
    "6581": (
        (_EXPONENTIAL, 0.877322257, 1.11349654, 0.0, 2.14537621, 9.08618164),
        (_LINEAR, 0.941692829, 1.0, 1.80072665, 0.033124879, 0.232303441),
        (_LINEAR, 1.66494179, 1.03760982, 5.62705326, 0.291590303, 0.283631504),
        (_LINEAR, 1.09762526, 0.975265801, 1.52196741, 0.151528224, 0.841949463),
        (_EXPONENTIAL, 0.96, 1.0, 2.5, 1.1, 1.2),
    ),
    "8580": (
        (_EXPONENTIAL, 0.853578329, 1.09615636, 0.0, 1.8819375, 6.80794907),
        (_EXPONENTIAL, 0.929835618, 1.0, 1.12836814, 1.10453653, 1.48065746),
        (_QUADRATIC, 0.911938608, 0.996440411, 1.2278074, 0.000117214302, 0.18948476),
        (_EXPONENTIAL, 0.938004673, 1.04827631, 1.21178246, 0.915959001, 1.42698038),
    ),
}

# waveform nibble & 7 -> row of _COMBINED (-1: the lines do not fight)
_ROW = (-1, -1, -1, 0, -1, 1, 2, 3)


@cache
def dac_table(bits, model):
    """Return the output of an R-2R ladder for every input code; the same list for all who ask.

    bits     width of the converter
    model    "6581" (2R/R = 2.2, no termination) or "8580" (exact, terminated)
    returns  list of 2**bits floats, up to 1.0 (all bits set); a bit that is off leaks a little
    """
    ratio, terminated = (2.20, False) if model == "6581" else (2.00, True)
    leak = _LEAKAGE[model]
    # Conductance of everything below a node; None: nothing connected.
    weights = []
    for driven in range(bits):
        # Thevenin source of the driven bit, carried up the ladder to the top.
        below = ratio if terminated else None  # resistance to ground below bit 0
        for _ in range(driven):
            parallel = ratio if below is None else below * ratio / (below + ratio)
            below = parallel + 1.0
        if below is None:
            volts, source = 1.0, ratio
        else:
            volts = below / (below + ratio)
            source = below * ratio / (below + ratio)
        for _ in range(driven + 1, bits):
            source += 1.0
            volts *= ratio / (ratio + source)
            source = source * ratio / (source + ratio)
        weights.append(volts)
    sums = [0.0]  # by code: lowest bit first, so that every Python adds in the same order
    for weight in weights:
        sums += [lower + weight for lower in sums]
    return [leak + (1.0 - leak) * level / sums[-1] for level in sums]


def _distance(law, reach, steps):
    if law == _EXPONENTIAL:
        return reach**-steps
    if law == _LINEAR:
        return 1.0 / (1.0 + steps * reach)
    return 1.0 / (1.0 + steps * steps * reach)


def _pulled_down(parameters):
    """Return int16[4096]: the twelve lines after they have fought."""
    law, threshold, top_bit, pulse, up, down = parameters
    weight = np.zeros((12, 12), dtype=np.int64)  # [line pulled, line pulling]
    for line in range(12):
        for other in range(12):
            if other > line:
                weight[line, other] = round(_SCALE * _distance(law, up, other - line))
            elif other < line:
                weight[line, other] = round(_SCALE * _distance(law, down, line - other))
    codes = np.arange(4096)
    high = (codes[:, None] >> np.arange(12)) & 1
    low = (1 - high) * 1024
    low[:, 11] = np.where(high[:, 11] == 1, round(1024 * (1.0 - top_bit)), 1024)
    pull = low.astype(np.int64) @ weight.T - round(1024 * _SCALE * pulse)
    # stays high while 1 - pull / total > threshold
    total = weight.sum(axis=1)
    limit = np.array([round(1024 * int(t) * (1.0 - threshold)) for t in total], dtype=np.int64)
    stays = (high == 1) & (pull < limit[None, :])
    return (stays << np.arange(12)).sum(axis=1).astype(np.int16)


def _shorts(values):
    return array.array("h", np.asarray(values, dtype=np.int16).tobytes())


_cache = {}


@cache
def wave_levels(model):
    """Return the voltage of a voice at full envelope by its 12 lines; about 0.0 .. 1.0.

    In the 6581 the source followers behind the converter saturate; a cubic stands for both
    (Leandro Nini, libresidfp).
    """
    levels = dac_table(12, model)
    if model == "8580":
        return levels
    return [1.1 * v - 0.11 * v * v * v for v in levels]


@stored
def wave_tables(model):
    """Return (selector, pulldown, level) for one chip model.

    selector  int16[4 * 4096]: accumulator's top 12 bits -> lines driven by
              none, triangle, sawtooth, triangle+sawtooth
    pulldown  int16[16 * 4096]: lines driven -> lines after the fight, per
              waveform nibble (identity where nothing fights)
    level     uint16[4096]: 12-bit code -> D/A converter, 0 .. 65535
    """
    if model not in _cache:
        top = np.arange(4096)
        triangle = (np.where(top & 0x800, top ^ 0xFFF, top) << 1) & 0xFFF
        both = top & (top << 1) & 0xFFF
        selector = _shorts(np.concatenate([np.full(4096, 0xFFF), triangle, top, both]))
        rows = [_pulled_down(parameters) for parameters in _COMBINED[model]]
        pulldown = []
        for waveform in range(16):
            row = _ROW[waveform & 7]
            pulldown.append(top if row < 0 else rows[row])
        # Noise's four grounded lines pull with pulse: on the 8580 a line needs
        # its lower neighbour, and the seven lowest are lost (sampled on an
        # exSID by Leandro Nini; VICE's test wf12nsr-8580).
        pulldown[12] = rows[4] if model == "6581" else top & (top << 1) & 0xF80
        level = array.array("H", [round(65535 * v) for v in wave_levels(model)])
        _cache[model] = (selector, _shorts(np.concatenate(pulldown)), level)
    return _cache[model]


@stored
def sound_table(model):
    """Return uint16[8 * 4096]: D/A level per waveform nibble and accumulator top."""
    key = (model, "sound")
    if key not in _cache:
        selector, pulldown, level = (np.asarray(t) for t in wave_tables(model))
        rows = []
        for waveform in range(8):
            lines = selector[(waveform & 3) * 4096 : (waveform & 3) * 4096 + 4096]
            rows.append(level[pulldown[waveform * 4096 + lines.astype(np.int64)]])
        _cache[key] = array.array("H", np.concatenate(rows).astype(np.uint16).tobytes())
    return _cache[key]


@stored
@lru_cache(maxsize=8)
def resampler_taps(sample_rate, block_rate, taps, rows):
    """Return int16[(rows + 1) * taps]: windowed sinc, row r delayed by r / rows.

    rows  a multiple of 8

    All zero for a ``sample_rate`` of 0.  Every chip of these rates has the same array, which
    takes longer to compute than all else in a machine to make.
    """
    if sample_rate == 0:
        return array.array("h", bytes(2 * (rows + 1) * taps))
    phases = rows // 8
    transition = sample_rate - 40000.0
    attenuation = 8.0 + 2.285 * 2.0 * math.pi * transition / block_rate * taps
    beta = min(10.0, 0.1102 * (attenuation - 8.7))  # Kaiser's rule
    middle = 20000.0 + transition / 2.0
    count = phases * taps
    at = (np.arange(count // 2 + 1) - count / 2) / phases  # to the middle; then backwards
    # Ideal response: flat to `middle` once the three boxcars of eight cycles,
    # that is sinc(f / block_rate) ** 3, are undone.
    grid = np.linspace(0.0, middle, 257)
    undo = 1.0 / np.sinc(grid / block_rate) ** 3
    step = grid[1] - grid[0]
    undo[0] /= 2.0
    undo[-1] /= 2.0
    ideal = np.zeros(len(at))
    for hertz, gain in zip(grid, undo, strict=True):
        ideal += 2.0 * step * gain * np.cos(2.0 * np.pi * hertz / block_rate * at)
    ideal = np.concatenate((ideal, ideal[-2::-1]))
    prototype = ideal / block_rate * np.kaiser(count + 1, beta)
    found = np.array([prototype[phase::phases][:taps] for phase in range(phases + 1)])
    found /= found.sum(axis=1, keepdims=True)
    # the rows between them are nearly on straight lines
    shares = np.arange(8)[:, None] / 8
    lines = [row + (after - row) * shares for row, after in itertools.pairwise(found)]
    whole = np.rint(32767 * np.concatenate([*lines, found[-1:]])).astype(np.int16)
    # No row is louder than another, or a tone would sound through what is rounded.
    whole[:, taps // 2] += (32767 - whole.sum(axis=1, dtype=np.int32)).astype(np.int16)
    return array.array("h", whole.tobytes())
