"""VICE's resources, as the binary monitor's client can get and set them.

A resource is a number or a text.  Only numbers have setters; what has none accepts its present
value.  Names mean the same as in VICE 3.10's x64sc, and case does not matter.
``Host.resources`` adds those of the host (speed, sound).

Source: VICE manual, chapters "Settings and resources" and "Machine-specific features".
"""

from collections.abc import Callable
from typing import NamedTuple

from c64.api import C64
from disk.base.numbers import whole

JOYPORT_NONE, JOYPORT_JOYSTICK, JOYPORT_IO_SIMULATION = 0, 1, 37
DRIVES = (8, 9, 10, 11)
VIC_MODELS = {"6569": 0, "8565": 1, "6567": 3, "6567R56A": 5, "6572": 6}
VIDEO_STANDARDS = {"PAL": 1, "NTSC": 2, "old NTSC": 3, "PAL-N": 4}
CIA_MODELS = {"6526": 0, "8521": 1}
SID_MODELS = {"6581": 0, "8580": 1}


class Resource(NamedTuple):
    """A value that can be read, and a number that can be set if ``put`` is given.

    put  returns False if it cannot take the value
    """

    get: Callable[[], int | str]
    put: Callable[[int], bool] | None = None


class _JoyPort:
    """The device reported in a control port; the joystick always works."""

    def __init__(self) -> None:
        self.device = JOYPORT_JOYSTICK

    def get(self) -> int:
        return self.device

    def put(self, device: int) -> bool:
        if device not in (JOYPORT_NONE, JOYPORT_JOYSTICK, JOYPORT_IO_SIMULATION):
            return False
        self.device = device
        return True


def _fixed(value: int | str) -> Resource:
    return Resource(lambda: value)


def _drive_type(machine: C64, number: int) -> Resource:
    devices = machine.board.iec.devices
    return Resource(lambda: 1541 if number in devices else 0)


def machine_resources(machine: C64, address: str) -> dict[str, Resource]:
    """Return {name in lower case: Resource} of a machine and its binary monitor.

    address  what the monitor listens to
    """
    model = machine.model
    ports = {n: _JoyPort() for n in (1, 2)}
    table = {
        "MachineVideoStandard": _fixed(VIDEO_STANDARDS[model.standard]),
        "MachinePowerFrequency": _fixed(model.tod_hz),
        "VICIIModel": _fixed(VIC_MODELS[model.vic]),
        "SidModel": _fixed(SID_MODELS[model.sid]),
        "SidStereo": _fixed(len(model.sids)),
        **{f"Sid{n}AddressStart": _fixed(place.at) for n, place in enumerate(model.sids, 2)},
        "CIA1Model": _fixed(CIA_MODELS[model.cia]),
        "CIA2Model": _fixed(CIA_MODELS[model.cia]),
        **{f"Drive{n}Type": _drive_type(machine, n) for n in DRIVES},
        **{f"Drive{n}TrueEmulation": _fixed(0) for n in DRIVES},
        "MonitorServer": _fixed(0),
        "BinaryMonitorServer": _fixed(1),
        "BinaryMonitorServerAddress": _fixed(address),
        **{f"JoyPort{n}Device": Resource(p.get, p.put) for n, p in ports.items()},
    }
    return {name.lower(): resource for name, resource in table.items()}


def put_resource(resource: Resource, value: int | str) -> bool:
    """Set a resource; return False if it rejects the value. A text may spell a number."""
    now = resource.get()
    if isinstance(now, int) and isinstance(value, str):
        try:
            value = whole(value, 0)
        except ValueError:
            return False
    if resource.put is None:
        return value == now
    return isinstance(value, int) and resource.put(value)
