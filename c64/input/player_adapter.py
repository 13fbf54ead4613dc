"""Adapters at the user port for joysticks 3 and 4.

Protovision's and Classical Games' (one circuit, a 74LS257): PB7, an output, chooses whose
directions are on PB0 to PB3, up, down, left, right: high joystick 3's, low joystick 4's.  Fire is
on lines of its own, PB4 joystick 3's and PB5 joystick 4's.  All are low while pressed.

Not emulated: adapters that need PA2, CNT and SP (Digital Excess, KingSoft, Starbyte).

Source: VICE, src/userport/userport_joystick.c (pin table of the CGA adapter); Protovision,
"4 Player Interface".
"""

from c64.base.fields import Field, create_fields

ADAPTERS = {"protovision": 1}
ADAPTER_SELECT = 0x80  # PB7


class PlayerAdapter:
    """The adapter, if it is plugged in, and its two joysticks.

    kind            number of ADAPTERS, 0: none
    stick3, stick4  Joystick
    """

    fields = (
        Field("kind", keep=True),  # number of ADAPTERS; 0: none is plugged in
    )
    derived = ("stick3", "stick4")  # parts of the InputDevices

    def __init__(self, stick3, stick4):
        create_fields(self)
        self.stick3 = stick3
        self.stick4 = stick4

    def plug(self, kind=None):
        """Plug in an adapter ("protovision"); None takes it out.  ValueError for others."""
        if kind is not None and kind not in ADAPTERS:
            raise ValueError(f"adapter: {kind!r} is not one of {', '.join(ADAPTERS)}")
        self.kind = 0 if kind is None else ADAPTERS[kind]

    def port_b(self, pins):
        """Return what the adapter makes of CIA 2's port B with these levels: uint8."""
        if self.kind == 0:
            return 0xFF
        chosen = self.stick3.bits if pins & ADAPTER_SELECT else self.stick4.bits
        return 0xC0 | (chosen & 0x0F) | (self.stick3.bits & 0x10) | ((self.stick4.bits & 0x10) << 1)
