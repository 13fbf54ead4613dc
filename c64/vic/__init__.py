"""The VIC-II: picture, bad lines, sprites, raster interrupt, light pen.

One chip, one class, written as a chain of subclasses with a file each; core.py says why, and
who may use whose state.  docs/inside/hardware.md has the block diagram and follows a store to the
pixel.  In the order of the chain:

core        registers, position in the frame, memory inputs, interrupt line
fetch       memory accesses and addresses
border      the two border flip-flops
collisions  $D01E and $D01F
sprites     sprite DMA on and off; the eight sprite data sequencers
raster      line counter, raster compare, bad lines, VC and RC, light pen
pixels      graphics data sequencer, border and colours, pixel by pixel
graphics    the picture: eight pixels at a time, and which way when
vic         the chip as the board sees it: clock, registers, picture

Beside it: registers (numbers and bits), cycles (which cycle of a line does what, models: 6569,
8565, 6567, 6567R56A, 6572) and palettes (RGB).  Not emulated: the VSP bug, analogue video.
"""
