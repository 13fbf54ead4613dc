"""The list of what the window can do beside showing the machine, a line for each.

The first are asked first: the menu takes all keys and the whole window while it is open.
"""

from emu.host.ahead import Ahead
from emu.host.capture import Capture
from emu.host.flip import Flip
from emu.host.inputs import RecordInputs, Replay
from emu.host.library import LibraryPage
from emu.host.looks import Looks
from emu.host.menu import Menu
from emu.host.paste import Paste
from emu.host.rewind import Rewind
from emu.host.screen_keys import ScreenKeys
from emu.host.slots import Slots
from emu.host.tape import TapeKeys
from emu.host.timeline import Timeline
from emu.host.volume import Volume

FEATURES = (
    Menu,
    LibraryPage,
    TapeKeys,
    Flip,
    Paste,
    ScreenKeys,
    Timeline,
    Rewind,
    Looks,
    Volume,
    Slots,
    Capture,
    RecordInputs,
    Replay,
    Ahead,
)  # fmt: skip
