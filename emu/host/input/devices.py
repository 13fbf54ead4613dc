"""What the host's mouse may be for the machine, and what may be at the user port, by words."""

from c64.api import LIGHT_PENS, LINE_MICE

#: words -> names in c64.input.line_mouse: mice that speak over the joystick lines
MICE = {kind.replace(" ", "-"): kind for kind in LINE_MICE}
#: words -> names in c64.input.light_pen
PENS = {kind.replace(", ", "-").replace(" ", "-"): kind for kind in LIGHT_PENS}
POTS = ("paddles", "KoalaPad")  # those that are resistors
POINTERS = (
    "off", "1351", "paddles", "KoalaPad", "NEOS", "Amiga", "Atari-ST",
    "pen-up", "pen-left", "Datel-pen", "Inkwell-pen", "Magnum-gun", "Stack-gun",
)  # fmt: skip
USUAL = ("off", "1351", *POTS)  # those that ALT+M steps through
#: words -> names in c64.input.player_adapter
ADAPTERS = {"off": None, "protovision": "protovision"}
PEN_PORT = 1  # the other port's fire line does not lead to the VIC
