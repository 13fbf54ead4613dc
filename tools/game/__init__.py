"""The game: from its sources to the packed files of the disk.

build_game   all of it, in order          memorymap  the areas of the program
gamedata     board and cards              presets patches  presets of rules
words textpack  its languages             pack  the packer
gamerules    the rules for a bare 6510 (emu/arena)
"""
