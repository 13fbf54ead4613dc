"""The list of features: what the window can do besides showing the machine.

The first ones are called first: the menu takes all keys and the whole window while it is open.
"""

from emu.host.achievements.feature import Achievements
from emu.host.cheats.feature import Cheats
from emu.host.feature import Feature
from emu.host.input.macros import Macros
from emu.host.input.paste import Paste
from emu.host.input.screen_keys import ScreenKeys
from emu.host.media.disk_swap import Flip
from emu.host.media.drop import Drop
from emu.host.media.file_settings import SettingsOfFile
from emu.host.media.library_page import LibraryPage
from emu.host.media.tape import TapeKeys
from emu.host.media.tunes import Tunes
from emu.host.menu.menu import Menu
from emu.host.picture.feature import Looks
from emu.host.picture.large_text import LargeText
from emu.host.picture.status_line import StatusLine
from emu.host.record.capture import Capture
from emu.host.record.record_inputs import RecordInputs, Replay
from emu.host.sound.devices import SoundDevice
from emu.host.sound.drive_sounds import DriveSounds
from emu.host.sound.meter import LevelMeter
from emu.host.sound.sid_registers import SidRegisters
from emu.host.sound.volume import Volume
from emu.host.state.rewind import Rewind
from emu.host.state.slots import Slots
from emu.host.timing.preload import Preload
from emu.host.timing.run_ahead import RunAhead
from emu.host.timing.timeline import Timeline
from emu.host.timing.vsync import Vsync

FEATURES: tuple[type[Feature], ...] = (
    Menu,
    SettingsOfFile,
    LibraryPage,
    TapeKeys,
    Flip,
    Drop,
    Macros,
    Paste,
    ScreenKeys,
    Timeline,
    Vsync,
    Rewind,
    RunAhead,
    Looks,
    StatusLine,
    LargeText,
    Cheats,
    Achievements,
    Volume,
    SoundDevice,
    LevelMeter,
    SidRegisters,
    DriveSounds,
    Tunes,
    Slots,
    Capture,
    RecordInputs,
    Replay,
    Preload,
)  # fmt: skip
