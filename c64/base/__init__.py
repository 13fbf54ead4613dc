"""What every chip is made of.

fields      a chip's state as one list of fields: reset, save, load, compare and dump come from it
ranges      what each field may hold when it comes out of a snapshot
bus         what a CPU is plugged into
faults      errors that a chip cannot raise: they stop the machine
lazy_numpy     numpy, imported when it is first needed: a browser has none
stored_tables  tables that were computed elsewhere, for a machine without numpy
kernal_calls  what a trap at a call of the KERNAL needs: variables, arguments, the way back
lazy_numpy  numpy, imported when it is first needed: a machine runs without it
stored_tables  tables that were computed elsewhere, for where there is no numpy
Not here: any chip.  Nothing in this room imports another one.
"""
