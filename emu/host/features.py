"""The list of what the window can do beside showing the machine, a line for each.

The first are asked first: the menu takes all keys and the whole window while it is open.
"""

from emu.host.library import LibraryPage
from emu.host.looks import Looks
from emu.host.menu import Menu
from emu.host.timeline import Timeline
from emu.host.volume import Volume

FEATURES = (
    Menu,
    LibraryPage,
    Timeline,
    Looks,
    Volume,
)  # fmt: skip
