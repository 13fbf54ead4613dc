"""Which kind of drive has a device number: a virtual one, or a 1541 with its own processor."""

from c64.drive.disks import drives_for, open_disk
from c64.drive.drive1541 import Drive1541
from c64.drive.virtual_drive import Drive

DRIVE_KINDS = {"quick": Drive, "1541": Drive1541}


def attach_drive(board, media, device=8, read_only=False, kind=None, dos=None):
    """Put a disk into drive ``device`` (8..11) of a board, plugging one in if need be.

    media      path of an image or program, an opened one, or None: no disk
    read_only  True: as if the write-protect notch were covered
    kind       "quick" (virtual) or "1541"; None: as it is, quick if there is none.  A surface
               (.g64) always comes in a 1541, a .d71 or .d81 in a virtual drive
    dos        16,384 bytes of ROM for a 1541; None: GO 64's own

    A disk whose file another process writes to is write-protected (``image.protection`` says so).

    Returns the drive.  Raises disk.errors.MediaError, ValueError for a number or kind that
    does not exist, c64.roms.RomError without a ROM.
    """
    if kind is not None and kind not in DRIVE_KINDS:
        known = ", ".join(DRIVE_KINDS)
        raise ValueError(f"drive kind '{kind}' does not exist; choose from {known}")
    before = board.iec.devices.get(device)
    if before is not None:
        before.flush()  # before the same file is read again, or the same image protected
    present = before.image if before is not None else None
    image = open_disk(media)
    make = DRIVE_KINDS[kind] if kind else type(before) if before else Drive
    kinds = drives_for(image)
    if kinds == ("1541",) or (kinds == ("quick",) and kind is None):
        make = DRIVE_KINDS[kinds[0]]
    if make is Drive1541:
        drive = Drive1541.attach(board, image, device, read_only, dos)
    else:
        drive = make.attach(board, image, device, read_only)
    if before is not None and before is not drive:
        drive.notice = before.notice
    if image is not None:
        image.claim()
    if present is not None and present is not image:
        present.release()
    return drive
