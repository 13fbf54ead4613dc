"""The SID (6581, 8580): three voices, filter, paddles, and the noise the game's dice come from.

sid       the chip as the board sees it: registers, bus, batches of cycles
wave      oscillators, noise registers, waveform selectors: one cycle of them
sums      decimators, which sum the voices' levels             runs      many cycles of voices
envelope  ADSR
filter    filter, mixer, volume, output stage                  tables    D/A converters, combs
Not emulated: distortion in the 6581's filter, leakage between voices, EXT IN.
"""
