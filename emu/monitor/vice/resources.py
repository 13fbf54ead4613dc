"""What the binary monitor's client may ask for by the names of VICE's resources.

A resource is a number or a text; those without a setter take the value they have and refuse
any other.  Names mean what they mean in VICE 3.10 for x64sc and are not case sensitive, as
there.  What the host adds (speed, sound) comes with ``Host.resources``.

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
    """A value that can be got, and set if ``put`` is there.

    get  function() -> int or str
    put  function(value) -> bool: False if it cannot take the value
    """

    get: Callable
    put: Callable | None = None


class _JoyPort:
    """What is said to be plugged into a control port; the stick is there at all times."""

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
    """Set a resource from an int or str; returns False if it does not take that."""
    if isinstance(resource.get(), int) and isinstance(value, str):
        try:
            value = int(value, 0)
        except ValueError:
            return False
    if isinstance(resource.get(), str) and not isinstance(value, str):
        return False
    return value == resource.get() if resource.put is None else resource.put(value)
