"""The board: what is wired to what, and the order of events within a cycle.

board           all chips of one machine; the order of a cycle is stated there and nowhere else
pla             which chip answers at which address      processor_port  $00 and $01
models          which chips and clocks make a PAL, NTSC or C64C machine
machine         makes the chips of a model and switches on      ram_expansion  +60K, +256K
sockets         what the board is made of: chips, memory; traps and probe, who watch it
clock           how chips that lag behind are brought up to date      wires  pins of the CIAs
sid_places      where several SIDs are, and how they are mixed    more_sids  those beside the first

Not emulated: the read of a stalled cycle is on the bus only once, when BA is high again.
"""
