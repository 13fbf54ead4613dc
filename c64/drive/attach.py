"""Which kind of drive has a device number: a virtual one, or a 1541 with its own processor.

A virtual drive of the kind "auto" becomes a true 1541 when a program needs the drive's processor
(c64/drive/handover.py), and a virtual one again when the machine is reset.
"""

from contextlib import contextmanager

from c64.drive.disks import drives_for, open_disk
from c64.drive.drive1541 import DRIVE1541_MAGIC, Drive1541
from c64.drive.handover import NoAnswerError, bring_up
from c64.drive.virtual_drive import DRIVE_MAGIC, Drive
from disk.base.errors import Go64Error

DRIVE_KINDS = {"quick": Drive, "1541": Drive1541}
AUTO = "auto"
_MADE_BY = {DRIVE_MAGIC: "quick", DRIVE1541_MAGIC: "1541"}  # by the first bytes of a state


class DrivePlan:
    """What a device number can be.

    number  8..11
    kind    "auto", "quick" or "1541"
    told    True once a user knows that a true 1541 has taken over
    unable  True once a true 1541 has not done its part of the protocol
    rom     bytes of a 1541's ROM that a user has named, or None: that of ``roms``
    """

    def __init__(self, board, number, kind, rom):
        """rom: 16,384 bytes for a 1541, None: that of ``board.roms``."""
        self.number, self.kind, self.told, self.unable = number, kind, False, False
        self._model, self.roms, self.rom = board.model, board.roms, rom

    def dos_rom(self):
        """Return the 16,384 bytes of a true drive's ROM; RomError if there is none."""
        return self.rom or self.roms.dos()

    def make(self, kind):
        """Return a new drive, "quick" or "1541", without a disk."""
        if kind == "1541":
            return Drive1541(self.number, self._model.exact_hz, self.dos_rom())
        drive = Drive(self.number, self._model.clock_hz)
        drive.dos.plan = self
        return drive

    def may_turn(self, image):
        """Tell whether a 1541 may take the place of a virtual drive with this disk, or None."""
        return self.kind == AUTO and not self.unable and "1541" in drives_for(image)

    def turn(self, drive, bus, cycle, talks=False):
        """Let a true 1541 take the place of a virtual drive; returns whether it has.

        drive  c64.drive.virtual_drive.Drive, whose DOS holds a command for it (``direct``)
        talks  True: the computer waits for a byte from it, not for an acknowledgement
        """
        try:
            true = self.make("1541")
            control = bring_up(true, drive, drive.dos.direct, drive.dos.trigger)
            if talks:
                control.listen()
        except (NoAnswerError, Go64Error):
            self.unable = True
            return False
        true.plug_in(bus, cycle, control.cycle)
        true.lines_changed(bus, cycle)
        true.notice = drive.notice
        if true.notice is not None and not self.told:
            true.notice(f"drive {self.number} is now a true 1541: the program talks to it directly")
        self.told = True
        return True

    def begin_anew(self, bus):
        """Be a virtual drive again at a reset."""
        before = bus.devices.get(self.number)
        self.told = self.unable = False
        if self.kind != AUTO or not isinstance(before, Drive1541):
            return
        if "quick" in drives_for(before.image):
            before.flush()
            self.replace(bus, before, "quick")

    def replace(self, bus, before, kind):
        """Plug in a drive of the other kind with the disk of the one before; returns it."""
        drive = self.make(kind)
        drive.notice = before.notice
        if kind in drives_for(before.image):
            drive.mount(before.image)
        bus.attach(self.number, drive)
        return drive


def attach_drive(board, media, device=8, read_only=False, kind=None, dos=None):
    """Put a disk into drive ``device`` (8..11) of a board, plugging one in if need be.

    media      path of an image or program, an opened one, or None: no disk
    read_only  True: as if the write-protect notch were covered
    kind       "quick" (virtual), "1541", or "auto": virtual until a program needs a true one.
               None: as it is, and "auto" if there is none, "quick" if drive 8 is that.  A surface
               (.g64) always comes in a 1541, a .d71 or .d81 in a virtual drive
    dos        16,384 bytes of ROM for a 1541; None: GO 64's own

    A disk whose file another process writes to is write-protected (``image.protection`` says so).

    Returns the drive.  Raises disk.errors.MediaError, ValueError for a number or kind that
    does not exist, c64.roms.RomError without a ROM.
    """
    if kind is not None and kind not in (AUTO, *DRIVE_KINDS):
        known = ", ".join((AUTO, *DRIVE_KINDS))
        raise ValueError(f"drive kind '{kind}' does not exist; choose from {known}")
    before = board.iec.devices.get(device)
    if before is not None:
        before.flush()  # before the same file is read again, or the same image protected
    present = before.image if before is not None else None
    image = open_disk(media)
    make = type(before) if before and kind is None else DRIVE_KINDS.get(kind, Drive)
    kinds = drives_for(image)
    if kinds == ("1541",) or (kinds == ("quick",) and kind in (None, AUTO)):
        make = DRIVE_KINDS[kinds[0]]
    if make is Drive1541:
        drive = Drive1541.attach(board, image, device, read_only, dos)
    else:
        drive = make.attach(board, image, device, read_only)
    plan = _plan_of(board, device, kind, dos)
    if make is Drive:
        drive.dos.plan = plan
    if before is not None and before is not drive:
        drive.notice = before.notice
    if image is not None:
        image.claim()
    if present is not None and present is not image:
        present.release()
    return drive


def is_auto(board, device, default):
    """Tell whether a drive is, or one that were plugged in would be, of the kind "auto"."""
    plan = board.iec.plans.get(device)
    return default if plan is None else plan.kind == AUTO


def _plan_of(board, device, kind, rom):
    """Return the DrivePlan of a device number, a new one if it is asked for another kind."""
    plans = board.iec.plans
    plan = plans.get(device)
    if plan is None or (kind is not None and plan.kind != kind):
        first = plans.get(8)
        usual = "quick" if first is not None and first.kind == "quick" else AUTO
        plan = plans[device] = DrivePlan(board, device, kind or usual, rom)
    return plan


@contextmanager
def fitting(board, states, chosen=False):
    """Have drives of the kinds that saved states are of; as before if what follows raises.

    states  {device number: what ``save_state`` of a drive gave}
    chosen  True: also where a user has chosen the kind, as the states are of this machine's past
    """
    bus = board.iec
    before = dict(bus.devices)
    try:
        for number, state in states.items():
            plan, present = bus.plans.get(number), bus.devices.get(number)
            kind = _MADE_BY.get(bytes(state[:4]))
            if plan is None or present is None or kind is None:
                continue
            if plan.kind != AUTO and not chosen:
                continue
            if not isinstance(present, DRIVE_KINDS[kind]):
                present.flush()
                present = plan.replace(bus, present, kind)
            if isinstance(present, Drive):
                present.dos.plan = plan
        yield
    except BaseException:
        for number, drive in before.items():
            if bus.devices.get(number) is not drive:
                bus.attach(number, drive)
        raise
