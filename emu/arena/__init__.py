"""Games of the board game between players of any kind, many times faster than on a C64.

The rules and the computer players are the game's own 6502 code, byte for byte as on its disk,
on a bare 6510 with 64 KiB of RAM: no chip, no picture, no interrupt.

It is part of ``emu`` because ``go64 --host`` reads the game's state by its names, and because
``pip install go64[gym]`` must bring it along; ``tools`` is not installed.

rules       the machine: requests, what the rules would take, the state by its names
switches    which rules: sets of switches, named or drawn
scripted    players written in Python: a child, a trader, a trickster
style       what a player does that shows his style: deeds, stations, offers, houses
match       one game: who sits where, from the first roll or from a saved state, to its end
statistics  shares with their intervals, medians; what `python -m tools.selfplay` prints
pool        many games at once: by processes, or on a cluster by Dask
environment the Gymnasium environment (`pip install go64[gym]`)

Not emulated: everything of the C64 but the processor and its memory; the dice are the game's
unbiased shift register, as the SID's noise is not there.
"""
