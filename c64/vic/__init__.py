"""The VIC-II (6569, 8565, 6567): picture, bad lines, sprites, raster interrupt, light pen.

vic       the chip as the board sees it: clock, registers, picture     core  what all units share
cycles    which cycle of a line does what      fetch  memory accesses and addresses
raster    line counter, raster compare, bad lines, VC/RC, light pen    border  its two flip-flops
sprites   sprite DMA and sequencers            graphics  sequencer and colours      palettes  RGB
Not emulated: the VSP bug, analogue video, 6567 R56A, 6572; docs/vic.md has the block diagram.
"""
