"""The game: from its sources to the packed files of the disk.

build_game   all of it, in order          memorymap  the areas of the program
gamedata     board and cards              presets patches preset_tables  games to choose from
words textpack  its languages             pack  what is loaded
cartridge    go64.crt
cartridge_files cartridge_pages cartridge_draw cartridge_screen cartridge_deeds
cartridge_texts  its chips
gamerules    the rules for a bare 6510 (emu/arena)
"""

GAME_TOOLS = ("tools/art", "tools/game", "tools/music")  # whose change makes another game
