"""What every chip is made of.

component   a chip's state as one list of fields (reset, save, load, compare and dump come from
            it), and the bus a CPU is plugged into
Not here: any chip.  Nothing in this room imports another one.
"""
