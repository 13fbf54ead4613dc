"""The datasette: a deck, its tape of pulses, and the files on it.

datasette   the deck as hardware: pulses, motor, wires     reel  how tape goes round
deck        what a user does with it, its saved state
blocks      files as the KERNAL writes them, in pulses
fastload    LOAD, VERIFY and SAVE at once                  datafiles  OPEN, PRINT# ... at once
Not emulated: azimuth, noise.
"""
