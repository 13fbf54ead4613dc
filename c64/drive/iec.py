"""The serial bus: three open-collector lines that anyone may pull low.

A line is low when the computer or any device pulls it; ATN only the computer pulls.
The computer's side is CIA 2: PA3-PA5 pull ATN, CLK and DATA (through inverters), PA6 and
PA7 read CLK and DATA.

Devices are asked to react when a line changes, and at the cycle they asked for
(``wakeup``); between the two they cost nothing.  A device with a processor of its own lives
behind the computer's time and catches up when somebody looks at the lines or pulls one
(``lazy``, ``sync``).

Source: Commodore, "C64 Programmer's Reference Guide", serial bus; J. Butterfield,
"How the VIC/64 Serial Bus Works", Compute! 38 (1983).

Not emulated: SRQ; the rise time of the lines.
"""

from c64.base.fields import Field, create_fields, reset_fields

IEC_NEVER = 1 << 62
IEC_ROUNDS = 8  # changes that devices may cause in each other within one cycle


class SerialDevice:
    """A device on the serial bus.

    number  its number when it was attached, 8..11
    clk     1: it pulls CLK low
    data    1: it pulls DATA low
    wakeup  machine cycle at which ``run`` is wanted, IEC_NEVER for not at all
    lazy    1: it lives behind the computer, and wants ``sync`` before the lines are looked at
    """

    derived = ("number", "lazy")  # of its kind and its place on the bus

    def lines_changed(self, bus, cycle):
        """React to a change of the lines; they are as ``bus`` says."""

    def run(self, bus, cycle):
        """Do what was due at ``wakeup``; ``cycle`` >= ``wakeup``."""

    def reset(self):
        """The computer's reset line was pulled."""

    def sync(self, cycle):
        """Come up to machine cycle ``cycle`` and set ``clk`` and ``data``, if that was put off."""


class SerialBus:
    """The lines, the computer's side of them, and the devices."""

    fields = (
        Field("computer_atn"),  # 1: the computer pulls ATN
        Field("computer_clk"),  # 1: the computer pulls CLK
        Field("computer_data"),  # 1: the computer pulls DATA
        Field("atn_low"),  # 1: ATN is low
        Field("clk_low"),  # 1: CLK is low: somebody pulls it
        Field("data_low"),  # 1: DATA is low: somebody pulls it
        Field("wakeup", IEC_NEVER),  # cycle at which a device wants to run, IEC_NEVER for none
    )
    derived = (
        # what is plugged in
        "devices", "slots", "late", "lazy",
        # {device number: c64.drive.attach.DrivePlan}: what else could be
        "plans",
        # 1 while the computer sets its lines by other code than its ROM's or a copy of that
        "outside",
        # 1: a drive's CPU has stopped for a debugger (c64.drive.board1541)
        "held",
    )  # fmt: skip

    def __init__(self):
        create_fields(self)
        self.lazy = self.outside = self.held = 0
        self.devices = {}
        self.plans = {}
        self.slots = []
        self.late = []

    def attach(self, number, device):
        """Plug in a device as number 8..11, in place of whatever had that number."""
        self.devices[number] = device
        self._plugged()

    def detach(self, number):
        """Unplug a device; it need not be there."""
        self.devices.pop(number, None)
        self.plans.pop(number, None)
        self._plugged()

    def _plugged(self):
        self.slots = [self.devices[number] for number in sorted(self.devices)]
        self.late = [device for device in self.slots if getattr(device, "lazy", 0)]
        self.lazy = len(self.late)
        self.resolve()
        self.schedule()

    def reset(self):
        """Pull the reset line: the computer lets go, every device starts anew."""
        reset_fields(self)
        for plan in self.plans.values():
            plan.begin_anew(self)
        for device in self.slots:
            device.reset()
        self.resolve()
        self.schedule()

    def set_computer(self, atn, clk, data, cycle):
        """Set what the computer pulls low (1) from machine cycle ``cycle`` on."""
        if atn == self.computer_atn and clk == self.computer_clk and data == self.computer_data:
            self.outside = 0
            return
        if self.lazy:
            self.sync(cycle + 1)
        self.computer_atn = atn
        self.computer_clk = clk
        self.computer_data = data
        self.settle(cycle)
        self.outside = 0

    def run(self, cycle):
        """Let the devices whose time has come do their work."""
        for device in self.slots:
            if device.wakeup <= cycle:
                device.run(self, cycle)
        self.settle(cycle)

    def sync(self, cycle):
        """Bring devices that live behind the computer up to ``cycle``, and the lines with them."""
        clk, data = self.clk_low, self.data_low
        for device in self.late:
            device.sync(cycle)
        self.resolve()
        if clk != self.clk_low or data != self.data_low:
            self.settle(cycle)

    def resolve(self):
        """Derive the state of the lines from everyone who pulls."""
        clk = self.computer_clk
        data = self.computer_data
        for device in self.slots:
            clk |= device.clk
            data |= device.data
        self.atn_low = self.computer_atn
        self.clk_low = clk
        self.data_low = data

    def settle(self, cycle):
        """Tell the devices of changes until the lines keep still, then plan ahead."""
        before = -1
        for _ in range(IEC_ROUNDS):
            self.resolve()
            now = self.atn_low | (self.clk_low << 1) | (self.data_low << 2)
            if now == before:
                break
            before = now
            for device in self.slots:
                device.lines_changed(self, cycle)
        self.schedule()

    def schedule(self):
        """Set ``wakeup`` to the first cycle at which a device wants to run."""
        first = IEC_NEVER
        for device in self.slots:
            first = min(first, device.wakeup)
        self.wakeup = first
