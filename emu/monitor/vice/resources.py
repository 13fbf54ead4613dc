"""VICE's resources, as the binary monitor's client can get and set them.

A resource is a number or a text; those without a setter accept only their present value.  Names
mean the same as in VICE 3.10's x64sc, and case does not matter.  ``Host.resources`` adds those
of the host (speed, sound).

Source: VICE manual, chapters "Settings and resources" and "Machine-specific features".
"""

from collections.abc import Callable
from typing import NamedTuple

JOYPORT_NONE, JOYPORT_JOYSTICK, JOYPORT_IO_SIMULATION = 0, 1, 37
DRIVES = (8, 9, 10, 11)
VIC_MODELS = {"6569": 0, "8565": 1, "6567": 3}
CIA_MODELS = {"6526": 0, "8521": 1}
SID_MODELS = {"6581": 0, "8580": 1}


class Resource(NamedTuple):
    """A value that can be read, and set if ``put`` is given.

    get  function() -> int or str
    put  function(value) -> bool: False if it cannot take the value
    """

    get: Callable
    put: Callable | None = None


class _JoyPort:
    """The device reported in a control port; the joystick always works."""

    def __init__(self):
        self.device = JOYPORT_JOYSTICK

    def put(self, device):
        if device not in (JOYPORT_NONE, JOYPORT_JOYSTICK, JOYPORT_IO_SIMULATION):
            return False
        self.device = device
        return True


def _fixed(value):
    return Resource(lambda: value)


def machine_resources(machine, address):
    """Return {name in lower case: Resource} of a machine and its binary monitor.

    machine  c64.api.C64
    address  text, what the monitor listens to
    """
    model, devices = machine.model, machine.board.iec.devices
    ports = {n: _JoyPort() for n in (1, 2)}
    table = {
        "MachineVideoStandard": _fixed(1 if model.pal else 2),
        "MachinePowerFrequency": _fixed(model.tod_hz),
        "VICIIModel": _fixed(VIC_MODELS[model.vic]),
        "SidModel": _fixed(SID_MODELS[model.sid]),
        "CIA1Model": _fixed(CIA_MODELS[model.cia]),
        "CIA2Model": _fixed(CIA_MODELS[model.cia]),
        **{f"Drive{n}Type": Resource(lambda n=n: 1541 * (n in devices)) for n in DRIVES},
        **{f"Drive{n}TrueEmulation": _fixed(0) for n in DRIVES},
        "MonitorServer": _fixed(0),
        "BinaryMonitorServer": _fixed(1),
        "BinaryMonitorServerAddress": _fixed(address),
        **{f"JoyPort{n}Device": Resource(lambda p=p: p.device, p.put) for n, p in ports.items()},
    }
    return {name.lower(): resource for name, resource in table.items()}


def put_resource(resource, value):
    """Set a resource from an int or str; return False if it rejects the value."""
    if isinstance(resource.get(), int) and isinstance(value, str):
        try:
            value = int(value, 0)
        except ValueError:
            return False
    if isinstance(resource.get(), str) and not isinstance(value, str):
        return False
    return value == resource.get() if resource.put is None else resource.put(value)
