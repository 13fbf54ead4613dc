"""Disk drives and the serial bus they hang on.

iec          the three lines           attach  which kind of drive a device number has
virtual_drive  a drive without a processor; dos commands channels names are
             its operating system, fastload serves the KERNAL's LOAD and SAVE at once
disks        what is put into either: opened, fit for the drive, packed for snapshots
drive1541    a 1541 beside the computer: board1541 (CPU, RAM, ROM), via (6522), head (the disk);
             idle_loops knows when its CPU goes round in a loop; rom_sums knows Commodore's ROMs
handover     has a 1541 take the place of a virtual drive
aside        what a drive does beside the machine, as it waits for the host's disk
dos_state    what a saved state of a drive may hold
Not emulated: SRQ, the rise time of the lines, parallel cables; the processors of 1571 and 1581.
"""
