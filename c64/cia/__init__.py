"""The CIA (6526, 8521): ports, two timers, time of day, serial register, interrupts.

cia       the chip as the board sees it: registers, ports, the order of its units in a cycle
timer     timers A and B       tod  the clock of the day and its alarm
sdr       serial register      icr  interrupt flags, mask and the IRQ line, cycle by cycle
Not emulated: the PC output; pins that drive against each other (low wins).
"""
