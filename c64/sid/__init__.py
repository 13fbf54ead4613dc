"""The SID (6581, 8580): three voices, filter, paddles, and the noise the game's dice come from.

sid            the chip as the board sees it: registers, bus, batches of cycles
wave           oscillators, noise registers, waveform selectors: one cycle of them
decimators     sums of the voices' levels, a sample at a time
voice_batches  many cycles of the voices at a time
envelope       ADSR
filter         filter, mixer, volume, output stage
filter_tables  curves of the filter's amplifiers and transistors
tables         D/A converters, combined waveforms
Not emulated: leakage between voices, EXT IN.
"""
