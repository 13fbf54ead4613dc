"""How much the music of play resembles itself: each mood as it comes out of the SID.

``python -m tests.asm.game.music.repeats`` prints, for each mood, the lag at which four minutes of
it resemble themselves most.
"""

import numpy as np

from tests.asm.game.music.bench import RATE, TICKS, Bench
from tools.music.music import A4, NOTES

MONEY = {"day": 1500, "rich": 3000, "debt": 5}  # of whoever decides
FRAMES = 10  # a second
FIRST, LAST = 4, 120  # seconds: what is nearer is one phrase going on
SECONDS = 2 * LAST
WARM = 30  # ticks until the volume is up


def performance(mood, seconds=SECONDS):
    """float64[frames]: the vamp of a mood from its beginning, from -1 to 1."""
    bench = Bench(audio=RATE)
    bench.tick(WARM)
    bench.poke("player_money_lo", MONEY[mood] & 255)
    bench.poke("player_money_hi", MONEY[mood] >> 8)
    bench.poke("vamp_on", 1)
    bench.audio()
    parts = []
    for _ in range(seconds):
        bench.tick(TICKS)
        parts.append(bench.audio())
    return np.concatenate(parts)


def tones(samples):
    """float64[frames, 72]: amplitude of each semitone from c1 to b6, ten times a second."""
    step, window = RATE // FRAMES, RATE // 4
    hertz = np.fft.rfftfreq(window, 1 / RATE)
    number = np.round(12 * np.log2(np.maximum(hertz, 1) / 440) + A4).astype(int)
    shape, found = np.hanning(window), []
    for at in range(0, len(samples) - window, step):
        power = np.abs(np.fft.rfft(samples[at : at + window] * shape)) ** 2
        heard = (number >= 0) & (number < NOTES)
        found.append(np.sqrt(np.bincount(number[heard], power[heard], NOTES)))
    return np.array(found)


def likeness(heard, last=LAST):
    """float64[lags]: correlation of the tones with themselves, by the lag in tenths of a second.

    Pearson's, over all tones of all moments that are so far apart; 1 means the same again.
    """
    return np.array(
        [1.0]
        + [
            float(np.corrcoef(heard[:-lag].ravel(), heard[lag:].ravel())[0, 1])
            for lag in range(1, last * FRAMES + 1)
        ]
    )


def worst(mood, seconds=SECONDS):
    """(correlation, seconds) of the lag from FIRST on at which a mood is most alike.

    seconds  of it that are heard; half of that is the longest lag
    """
    found = likeness(tones(performance(mood, seconds)), seconds // 2)
    lag = FIRST * FRAMES + int(np.argmax(found[FIRST * FRAMES :]))
    return float(found[lag]), lag / FRAMES


if __name__ == "__main__":
    for name in MONEY:
        print("{}: {:.2f} at {} s".format(name, *worst(name)))
