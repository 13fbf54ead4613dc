"""Games of the board game between players of any kind, many times faster than on a C64.

The rules and the computer players are the game's own 6502 code, byte for byte as on its disk,
on a bare 6510 with 64 KiB of RAM, without chips, picture or interrupts.

It is part of ``emu`` because ``go64 --host`` reads the game's state by its names, and because
``pip install go64[gym]`` must bring it along; ``tools`` is not installed.

rules       the machine: requests, which of them are possible, the state by its names
switches    which rules: sets of switches, named or drawn at random
scripted    players written in Python: a child, a trader, a trickster
style       counts that show a player's style: deeds, stations, offers, houses
match       one game with its seats, from the first roll or a saved state to its end
statistics  shares with intervals, medians; the output of `python -m tools.selfplay`
pool        many games at once, in processes or on a Dask cluster
environment the Gymnasium environment (`pip install go64[gym]`)

Not emulated: the C64 apart from processor and memory.  The dice are the game's unbiased shift
register, because there is no SID to make noise.
"""
