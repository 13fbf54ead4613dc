# What emu/monitor uses of py65 1.2, which has no types of its own.
