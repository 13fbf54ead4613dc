"""The free DOS answers random commands and names as the original DOS of a 1541 did.

The answers are those that tests/c64/drive/test_dos_answers.py compares with the virtual drive.
"""

import pytest

from disk.d64 import D64Image
from tests.asm.dos.flat_drive import FlatDrive, FlatMaster
from tests.c64.drive.dos_cases import LAST, SCENES, Asked, unlike
from tests.c64.drive.iec_master import EOF

REL = 4


class Flat(Asked):
    """The free DOS on flat memory."""

    def start(self, image):
        self.drive = FlatDrive(image)
        self.master = FlatMaster(self.drive)
        if image is not None:
            self.command(b"I0")

    def save(self):
        image = self.drive.image
        return bytes(self.drive.flat.ram), image and image.to_bytes()

    def restore(self, before):
        ram, content = before
        self.drive.flat.ram[:] = ram
        self.drive.image = content and D64Image(content)

    def command(self, text):
        self.master.print(15, text)

    def open(self, secondary, text):
        self.master.open(secondary, text)

    def close(self, secondary):
        self.master.close(secondary)

    def image(self):
        return self.drive.image

    def read(self, channel, count):
        found = list(self.master.read(channel, count))
        if found and self.master.status & EOF:
            found[-1] |= LAST
        return found


def counted(scene, row):
    """An answer as the free DOS gives it: it counts the blocks of a new relative file at once."""
    if not SCENES[scene].tree:
        return row
    tree = [[*entry[:2], 2] if entry[1:] == [REL, 0] else entry for entry in row[-1]]
    return [*row[:-1], tree]


@pytest.mark.parametrize("scene", SCENES)
def test_every_case_is_answered_as_by_an_original_dos(scene):
    assert unlike(Flat(), scene, lambda row: counted(scene, row)) == {}
