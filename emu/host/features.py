"""The list of what the window can do beside showing the machine, a line for each.

The first are asked first: the menu takes all keys and the whole window while it is open.
"""

from emu.host.flip import Flip
from emu.host.library import LibraryPage
from emu.host.menu import Menu
from emu.host.paste import Paste
from emu.host.screen_keys import ScreenKeys
from emu.host.tape import TapeKeys
from emu.host.timeline import Timeline

FEATURES = (
    Menu,
    LibraryPage,
    Flip,
    Paste,
    ScreenKeys,
    TapeKeys,
    Timeline,
)  # fmt: skip
