"""What the VIC-II does in which cycle of a raster line, per model.

A line has 63 cycles on the 6569/8565, 64 on the 6567 R56A, and 65 on the 6567 R8 and the 6572;
cycles count from 1.  The accesses of a sprite take two cycles: pointer (phi1) and first byte
(phi2), then second byte (phi1) and third byte (phi2).

Source: Christian Bauer, "The MOS 6567/6569 video controller (VIC-II)", 3.4 and 3.6.3; where the
X coordinate stands still on the 6567 and the cycles of the flip-flop checks: VICE 3 (x64sc,
vicii-chip-model.c), measured by Daniel Kahlin and Hannu Nuotio.  VICE gives the 6572 the lines
of a 6567 R8 and the frame of a 6569; nobody has published a measurement of one.
"""

import array
from dataclasses import dataclass, replace

# One int per cycle; the bits say what happens in it.  The accesses have Bauer's letters.
VIC_P_ACCESS = 0x0001  # phi1: sprite pointer; phi2: first byte of the sprite (s-access)
VIC_S_ACCESS = 0x0002  # phi1: second byte; phi2: third byte
VIC_G_ACCESS = 0x0004  # phi1: graphics
VIC_R_ACCESS = 0x0008  # phi1: DRAM refresh
VIC_C_ACCESS = 0x0010  # phi2: video matrix and colour, in bad lines
VIC_BAD_LINE_BA = 0x0020  # BA is low in bad lines
VIC_EVENTS = 0x0040  # phi2: one of the events below, or the first two cycles of a line
VIC_CHECK_BORDER = 0x0080  # one of the four comparisons of the horizontal border
VIC_AFTER_SPRITE = 0x0100  # the cycle before had phi2 accesses for a sprite
VIC_DRAW = 0x0200  # the picture is brought up to date here, at the latest
VIC_UPDATE_VC = 0x0400  # VC := VCBASE, RC := 0 in bad lines
VIC_UPDATE_RC = 0x0800  # RC := RC + 1, or idle state
VIC_UPDATE_MCBASE = 0x1000  # MCBASE := MC, DMA off after the 63rd byte
VIC_CHECK_DMA = 0x2000  # sprite Y comparison: DMA on
VIC_CHECK_EXPANSION = 0x4000  # expansion flip-flop toggles
VIC_CHECK_DISPLAY = 0x8000  # MC := MCBASE; display on and off
VIC_CRUNCH = 0x10000  # clearing MxYE here disturbs MC
VIC_SIDE = 0x20000  # nothing happens but the accesses of a sprite
VIC_SPRITE_SHIFT = 20  # 3 bits: number of the sprite of VIC_P_ACCESS, VIC_S_ACCESS
VIC_SIDE_P_ACCESS = VIC_P_ACCESS | VIC_AFTER_SPRITE
VIC_SIDE_S_ACCESS = VIC_S_ACCESS | VIC_AFTER_SPRITE
VIC_SPRITE_EVENTS = VIC_UPDATE_MCBASE | VIC_CHECK_DMA | VIC_CHECK_EXPANSION | VIC_CHECK_DISPLAY

# The drawing table: what the sequencers see in a cycle, which is what the cycle before did.
VIC_DRAW_X = 0x003F  # X coordinate / 8 of the eight pixels
VIC_DRAW_P_ACCESS = 0x0040
VIC_DRAW_S_ACCESS = 0x0080
VIC_DRAW_DISPLAY = 0x0100
VIC_DRAW_EVENTS = VIC_DRAW_P_ACCESS | VIC_DRAW_S_ACCESS | VIC_DRAW_DISPLAY
VIC_DRAW_SPRITE_SHIFT = 12  # the bits from here on: number of the sprite of the accesses

# Cycles of the drawing between these have no events and are left of no line's end.
VIC_DRAW_INNER, VIC_DRAW_OUTER = 12, 58

# The comparisons of the borders: lines with 25 and 24 rows (RSEL), cycles with 40 and 38
# columns (CSEL).
VIC_TOP_25, VIC_TOP_24 = 0x33, 0x37
VIC_BOTTOM_25, VIC_BOTTOM_24 = 0xFB, 0xF7
VIC_LEFT_40, VIC_LEFT_38 = 17, 18
VIC_RIGHT_40, VIC_RIGHT_38 = 57, 56

VIC_FIRST_G, VIC_COLUMNS = 16, 40  # cycle of the first g-access of a line, how many there are

# Lines of which every eighth may be bad; DEN is looked at in the first of them.
VIC_FIRST_DMA_LINE = 0x30
VIC_LAST_DMA_LINE = 0xF7

VIC_SINGLE_CYCLES = {
    14: VIC_EVENTS | VIC_UPDATE_VC,
    15: VIC_CRUNCH,
    16: VIC_EVENTS | VIC_UPDATE_MCBASE,
    56: VIC_EVENTS | VIC_CHECK_EXPANSION,
    57: VIC_DRAW,
    58: VIC_EVENTS | VIC_UPDATE_RC,
}


@dataclass(frozen=True)
class VicModel:
    """Geometry and timing of one chip.

    cycles         cycles in a line
    lines          lines in a frame
    first_sprite   cycle of the pointer access of sprite 0
    check_dma      the two cycles that compare the sprites' Y coordinates
    check_display  the cycle that loads MC and begins or ends the sprites' display
    x_start        X coordinate of the first pixel of cycle 1 (a multiple of 8)
    x_last         last multiple of 8 before X becomes 0 again
    x_stop         cycle that repeats the X coordinates of the cycle before, 0 = none
    latency        True: NMOS (656x), colours and modes switch as on these chips
    lightpen_hold  X of a light pen that is held low at the start of a frame
    lightpen_late  True: a light pen interrupts only where it is held low so
    late_idle      address of the idle access in the cycle in which a bad line ends the idle state
    first_line     first line of the usual visible picture
    height         lines of the usual visible picture; it may go on in the next frame
    """

    name: str
    cycles: int
    lines: int
    first_sprite: int
    check_dma: tuple
    check_display: int
    x_start: int
    x_last: int
    x_stop: int
    latency: bool
    lightpen_hold: int
    lightpen_late: bool
    late_idle: int
    first_line: int
    height: int


_6569 = VicModel(
    "6569", cycles=63, lines=312, first_sprite=58, check_dma=(55, 56), check_display=58,
    x_start=0x190, x_last=0x1F0, x_stop=0, latency=True, lightpen_hold=0xD1, lightpen_late=False,
    late_idle=0x38FF, first_line=16, height=272,
)  # fmt: skip
_6567 = VicModel(
    "6567", cycles=65, lines=263, first_sprite=59, check_dma=(56, 57), check_display=59,
    x_start=0x198, x_last=0x1F8, x_stop=63, latency=True, lightpen_hold=0xD5, lightpen_late=False,
    late_idle=0x38FF, first_line=28, height=247,
)  # fmt: skip
VIC_MODELS = {
    "6569": _6569,
    "8565": replace(_6569, name="8565", latency=False, late_idle=0x3807),
    "6567": _6567,
    # The X of a held pen is where cycle 2 of line 0 is, as on the others: VICE has no figure.
    "6567R56A": replace(
        _6567, name="6567R56A", cycles=64, lines=262, check_display=58, x_stop=0, lightpen_late=True
    ),
    "6572": replace(_6567, name="6572", lines=312, first_line=16, height=272),
}


def vic_x_table(model):
    """Return the X coordinate (multiple of 8) for each cycle 1..cycles; index 0 is unused."""
    xs = array.array("i", [0])
    x = model.x_start
    for cycle in range(1, model.cycles + 1):
        if cycle == model.x_stop:
            x -= 8
        xs.append(x)
        x = 0 if x == model.x_last else x + 8
    return xs


def vic_cycle_table(model):
    """Return the VIC_ bits for each cycle 1..cycles; index 0 is unused."""
    table = array.array("i", bytes(4 * (model.cycles + 1)))
    for sprite in range(8):
        number = sprite << VIC_SPRITE_SHIFT
        for step, bit in enumerate((VIC_P_ACCESS, VIC_S_ACCESS)):
            at = (model.first_sprite + 2 * sprite + step - 1) % model.cycles + 1
            table[at] |= bit | number
            table[at % model.cycles + 1] |= VIC_AFTER_SPRITE
    for cycle in range(11, 16):
        table[cycle] |= VIC_R_ACCESS
    for cycle in range(VIC_FIRST_G, VIC_FIRST_G + VIC_COLUMNS):
        table[cycle] |= VIC_G_ACCESS
    for cycle in range(15, 55):
        table[cycle] |= VIC_C_ACCESS
    for cycle in range(12, 55):
        table[cycle] |= VIC_BAD_LINE_BA
    for cycle in (1, 2):
        table[cycle] |= VIC_EVENTS
    for cycle in (VIC_LEFT_40, VIC_LEFT_38, VIC_RIGHT_38, VIC_RIGHT_40):
        table[cycle] |= VIC_CHECK_BORDER
    for cycle in model.check_dma:
        table[cycle] |= VIC_EVENTS | VIC_CHECK_DMA
    table[model.check_display] |= VIC_EVENTS | VIC_CHECK_DISPLAY
    for cycle, bits in VIC_SINGLE_CYCLES.items():
        table[cycle] |= bits
    for cycle in range(1, model.cycles + 1):
        bits = table[cycle] & ((1 << VIC_SPRITE_SHIFT) - 1)
        if bits | VIC_AFTER_SPRITE in (VIC_SIDE_P_ACCESS, VIC_SIDE_S_ACCESS):
            table[cycle] |= VIC_SIDE
    return table


def vic_side_table(table):
    """Return for each cycle how many of VIC_SIDE follow it in its line; table: vic_cycle_table."""
    runs = bytearray(len(table))
    for cycle in range(len(table) - 2, 0, -1):
        if table[cycle + 1] & VIC_SIDE:
            runs[cycle] = runs[cycle + 1] + 1
    return runs


def vic_sprite_ba_table(model):
    """Return for each cycle the mask of sprites whose DMA holds BA low in it."""
    table = bytearray(model.cycles + 1)
    for sprite in range(8):
        for step in range(-3, 2):
            at = (model.first_sprite + 2 * sprite + step - 1) % model.cycles + 1
            table[at] |= 1 << sprite
    return table


def vic_sprite_split(model):
    """Return how the first cycle of a line cuts through the accesses of the sprites.

    Three values: the sprite whose p-access is in cycle 1, the one whose p-access is in the last
    cycle (-1: none), and for each sprite the mask of those of its 24 bits that no cycle reads
    but the first.
    """
    kept = array.array("i")
    pointers = {}
    for sprite in range(8):
        pointer = (model.first_sprite + 2 * sprite - 1) % model.cycles + 1
        pointers[pointer] = sprite
        mask = 0
        for later, byte in ((1, 0xFF0000), (1, 0x00FF00), (2, 0x0000FF)):
            if (pointer + later - 1) % model.cycles == 0:
                mask |= byte
        kept.append(mask)
    return pointers.get(1, -1), pointers.get(model.cycles, -1), kept


def vic_border_table(model):
    """Return for each cycle the last one, of those from it on, that logs the same border.

    The last cycle of a line stands alone: it is drawn into the next row of the frame.
    """
    last = (VIC_LEFT_40 - 1, VIC_LEFT_40, VIC_RIGHT_38 - 1, VIC_RIGHT_38)
    last += (model.cycles - 1, model.cycles)
    return bytearray(min(end for end in last if end >= at) for at in range(model.cycles + 1))


def vic_cell_table(model):
    """Return for each X coordinate / 8 the inner cycle (VIC_DRAW_INNER) that draws it; 0: none."""
    table, xs = bytearray(64), vic_x_table(model)
    for cycle in range(VIC_DRAW_INNER, VIC_DRAW_OUTER):
        table[xs[cycle - 1] >> 3] = cycle
    return table


def vic_draw_table(model):
    """Return the VIC_DRAW_ bits for each cycle: what the sequencer sees one cycle late."""
    cycles, xs = vic_cycle_table(model), vic_x_table(model)
    table = array.array("i", [0])
    for cycle in range(1, model.cycles + 1):
        before = cycle - 1 or model.cycles
        bits = xs[before] >> 3
        if cycles[before] & VIC_P_ACCESS:
            bits |= VIC_DRAW_P_ACCESS
        if cycles[before] & VIC_S_ACCESS:
            bits |= VIC_DRAW_S_ACCESS
        if cycles[before] & VIC_CHECK_DISPLAY:
            bits |= VIC_DRAW_DISPLAY
        number = cycles[before] >> VIC_SPRITE_SHIFT & 7
        table.append(bits | number << VIC_DRAW_SPRITE_SHIFT)
    return table
