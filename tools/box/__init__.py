"""What the game is sold in: labels of the disk and the cartridge, and the box, as SVG and PDF.

canvas      dots in the game's colours and letters -> an SVG of millimetres
scene       the street, the table, tokens, bands: the game's own art, put together
labels      the labels of the disk and the cartridge
carton      the box, unfolded, with its lines for cutting and folding
words.toml  what is written on them, by language
__main__    ``make box`` writes all of them to dist/
"""
