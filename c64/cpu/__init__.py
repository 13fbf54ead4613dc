"""The 6510's core: runs 6502 code, every access (dummy ones included) a cycle of its bus.

cpu          all 256 opcodes, interrupts, RDY; the 1541 has the same one
opcodes      the instruction set as a table: what it is held against, and what listings read
engine_py65  py65's MPU in its place (``--cpu py65``); py65_access  its way to the board
Not emulated: that ANE's and LXA's constant varies with chip and temperature.
"""
