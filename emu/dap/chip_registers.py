"""The registers of VIC-II, SID and CIAs by name and field.

Source: "Commodore 64 Programmer's Reference Guide", appendices M (6526), N (6566/6567), O (6581).
"""

from typing import NamedTuple


class Field(NamedTuple):
    """Bits of a register: ``width`` of them from bit ``shift``."""

    name: str
    shift: int
    width: int = 1


class Register(NamedTuple):
    """A register; one of ``size`` 2 has its low byte first."""

    name: str
    address: int
    size: int = 1
    fields: tuple[Field, ...] = ()


def _bits(words: str) -> tuple[Field, ...]:
    """Return fields from text such as ``YSCROLL:3 RSEL DEN``, the lowest first; - is a gap."""
    fields, shift = [], 0
    for word in words.split():
        name, _, width = word.partition(":")
        if name != "-":
            fields.append(Field(name, shift, int(width or 1)))
        shift += int(width or 1)
    return tuple(fields)


_EIGHT = _bits("sprite0 sprite1 sprite2 sprite3 sprite4 sprite5 sprite6 sprite7")
_SOURCES = _bits("raster sprite-data sprite-sprite lightpen")

VIC = (
    *(
        Register(f"sprite {n} {axis}", 0xD000 + 2 * n + at)
        for n in range(8)
        for at, axis in enumerate("XY")
    ),
    Register("sprites X bit 8", 0xD010, fields=_EIGHT),
    Register("control 1", 0xD011, fields=_bits("YSCROLL:3 RSEL DEN BMM ECM RST8")),
    Register("raster", 0xD012),
    Register("light pen X", 0xD013),
    Register("light pen Y", 0xD014),
    Register("sprites enabled", 0xD015, fields=_EIGHT),
    Register("control 2", 0xD016, fields=_bits("XSCROLL:3 CSEL MCM RES")),
    Register("sprites expanded Y", 0xD017, fields=_EIGHT),
    Register("memory", 0xD018, fields=_bits("- CB:3 VM:4")),
    Register("interrupt latch", 0xD019, fields=(*_SOURCES, Field("IRQ", 7))),
    Register("interrupt mask", 0xD01A, fields=_SOURCES),
    Register("sprites behind", 0xD01B, fields=_EIGHT),
    Register("sprites multicolour", 0xD01C, fields=_EIGHT),
    Register("sprites expanded X", 0xD01D, fields=_EIGHT),
    Register("sprite-sprite collision", 0xD01E, fields=_EIGHT),
    Register("sprite-data collision", 0xD01F, fields=_EIGHT),
    Register("border", 0xD020, fields=_bits("colour:4")),
    *(Register(f"background {n}", 0xD021 + n, fields=_bits("colour:4")) for n in range(4)),
    *(Register(f"sprite multicolour {n}", 0xD025 + n, fields=_bits("colour:4")) for n in range(2)),
    *(Register(f"sprite {n} colour", 0xD027 + n, fields=_bits("colour:4")) for n in range(8)),
)

_CONTROL = _bits("gate sync ring test triangle sawtooth pulse noise")


def _voice(number: int) -> tuple[Register, ...]:
    base, name = 0xD400 + 7 * (number - 1), f"voice {number}"
    return (
        Register(f"{name} frequency", base, 2),
        Register(f"{name} pulse width", base + 2, 2),
        Register(f"{name} control", base + 4, fields=_CONTROL),
        Register(f"{name} attack/decay", base + 5, fields=_bits("decay:4 attack:4")),
        Register(f"{name} sustain/release", base + 6, fields=_bits("release:4 sustain:4")),
    )


SID = (
    *(register for number in (1, 2, 3) for register in _voice(number)),
    Register("filter cutoff", 0xD415, 2),
    Register("filter", 0xD417, fields=_bits("voice1 voice2 voice3 EXT resonance:4")),
    Register("mode and volume", 0xD418, fields=_bits("volume:4 low band high voice3-off")),
)


def _cia(base: int) -> tuple[Register, ...]:
    events = _bits("timer-A timer-B alarm serial FLAG")
    return (
        Register("port A", base),
        Register("port B", base + 1),
        Register("direction A", base + 2),
        Register("direction B", base + 3),
        Register("timer A", base + 4, 2),
        Register("timer B", base + 6, 2),
        Register("tenths", base + 8),
        Register("seconds (BCD)", base + 9),
        Register("minutes (BCD)", base + 10),
        Register("hours (BCD)", base + 11, fields=_bits("hour:5 - - PM")),
        Register("serial data", base + 12),
        Register("interrupts", base + 13, fields=(*events, Field("IR", 7))),
        Register("control A", base + 14,
                 fields=_bits("START PBON OUTMODE RUNMODE LOAD INMODE SPMODE TODIN")),
        Register("control B", base + 15,
                 fields=_bits("START PBON OUTMODE RUNMODE LOAD INMODE:2 ALARM")),
    )  # fmt: skip


CHIPS: dict[str, tuple[Register, ...]] = {
    "vic": VIC,
    "sid": SID,
    "cia1": _cia(0xDC00),
    "cia2": _cia(0xDD00),
}
TITLES = {"vic": "VIC-II", "sid": "SID", "cia1": "CIA 1", "cia2": "CIA 2"}
