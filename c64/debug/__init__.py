"""Looking at a machine while it runs.

probe       notes accesses, instructions and interrupts as they happen
flat_bus    the CPU alone on 64 KiB of RAM, for tests and measurements
labels      names of addresses, as ``ld65 -Ln`` writes them
state_diff  what differs between two machines, in words
py65_view   the CPU with the attributes of py65's MPU, for its Monitor and tools
Not noted: the VIC's accesses in phi1 and those of DMA.
"""
