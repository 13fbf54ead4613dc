"""What ``launch`` and ``attach`` say: the program, go64's options, and its debug files."""

import stat
from dataclasses import dataclass, field
from pathlib import Path

from c64.debug.labels import LabelError
from c64.errors import Go64Error
from disk.errors import MediaError
from disk.loader import open_media
from emu.dap.errors import DapError
from emu.dap.protocol import Arguments
from emu.kit.symbols import Symbols, check_build, symbols_from_dbg, symbols_from_labels

DEBUG_ENDINGS = (".dbg", ".elf", ".dbj", ".lst", ".rep", ".report")
LABEL_ENDINGS = (".lbl", ".labels", ".vs", ".sym", ".vice")
RAM_MOST = 0x9FFF  # below the ROMs; code above it may be BASIC's as well as the program's


@dataclass
class Launch:
    """The arguments of one of the two requests.

    words      go64's command line, without --dap
    dbg        debug files
    labels     files of labels; if neither is named, those beside the program count
    sources    further folders of sources
    """

    program: str = ""
    words: list[str] = field(default_factory=list)
    dbg: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    cwd: str = ""
    stop_on_entry: bool = False
    window: bool = False
    warp: bool = True
    debug: bool = True


def read_launch(arguments: Arguments) -> Launch:
    """Return the Launch of a request's arguments; DapError if they are wrong."""
    window = arguments.flag("window")
    launch = Launch(
        program=arguments.text("program", ""),
        dbg=arguments.texts("debugFile"),
        labels=arguments.texts("labelFile"),
        sources=arguments.texts("sourceFolders"),
        cwd=arguments.text("cwd", ""),
        stop_on_entry=arguments.flag("stopOnEntry"),
        window=window,
        warp=arguments.flag("warp", not window),
        debug=not arguments.flag("noDebug"),
    )
    options = arguments.texts("args")
    if launch.program:
        options = [*options, launch.program]
    launch.words = [*options, *([] if window else ["--headless"])]
    if launch.warp:
        launch.words.append("--warp")
    return launch


def is_file(path: Path) -> bool:
    """Return whether a file is there; OSError where nobody can tell, on each Python's version.

    Path.is_file says no for a name that is too long, from Python 3.14 on.
    """
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def find_beside(program: str) -> tuple[list[str], list[str]]:
    """Return (debug files, files of labels) beside a program: game.dbg, game.prg.elf ..."""
    path = Path(program)
    stems = (path.with_suffix(""), path)

    def there(endings: tuple[str, ...]) -> list[str]:
        found = [stem.with_name(stem.name + end) for stem in stems for end in endings]
        return [str(file) for file in dict.fromkeys(found) if file != path and is_file(file)]

    return there(DEBUG_ENDINGS), there(LABEL_ENDINGS)


class ProgramSymbols:
    """What the debug files of a Launch say.

    symbols   their Symbols
    dbg       the debug file they come from, ""
    warnings  what the user should know of them
    """

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        self.symbols = Symbols()
        self.dbg = ""
        self.warnings: list[str] = []
        named = bool(launch.dbg or launch.labels)
        try:
            beside = find_beside(launch.program) if launch.program and not named else ([], [])
            for path in launch.dbg or beside[0]:
                self._read_debug_file(path, named)
            for path in launch.labels or beside[1][:1]:
                self.symbols += symbols_from_labels(path)
        except (OSError, ValueError) as error:
            raise DapError(f"debug file: {error}") from None
        if launch.program and self.dbg:
            self._check()

    def _read_debug_file(self, path: str, named: bool) -> None:
        if self.dbg and not named:
            return
        try:
            self.symbols += symbols_from_dbg(path, *self._launch.sources)
        except Go64Error as error:
            if named:
                raise
            self.warnings.append(f"{error}; this file is not used")
            return
        self.dbg = path

    def _check(self) -> None:
        """Warn of a debug file of another build, and of sources that have changed since."""
        blocks = program_block(self._launch.program)
        if blocks is None:
            return
        start, data = blocks

        def byte(addr: int) -> int | None:
            return data[addr - start] if start <= addr < start + len(data) else None

        try:
            changed = check_build(self.symbols, self.dbg, self._launch.program, byte)
        except (Go64Error, OSError) as error:
            self.warnings.append(str(error))
            return
        for path in sorted(changed):
            self.warnings.append(f"{path}: has changed since it was built; its lines may be wrong")


def program_block(path: str) -> tuple[int, bytes] | None:
    """Return (address, bytes) of a program in a file, None if it is another kind of file."""
    try:
        media = open_media(path)
        if media.kind != "program":
            return None
        program = media.program()
    except (MediaError, OSError):
        return None
    return program.start, bytes(program.data)


def entry_range(launch: Launch, symbols: Symbols) -> tuple[int, int] | None:
    """Return (first, last) of the addresses that hold the program, None if they are unknown."""
    block = program_block(launch.program) if launch.program else None
    if block is not None:
        first, last = block[0], block[0] + len(block[1]) - 1
    elif symbols.code:
        first = min(symbols.code)
        last = max(addr + size - 1 for addr, size in symbols.code.items())
    else:
        return None
    return (first, min(last, RAM_MOST)) if first <= RAM_MOST else (first, last)


def label_address(symbols: Symbols, name: str) -> int:
    """Return the address of a label, of a function in C (``_main``), or of a line."""
    try:
        return symbols.address(name)
    except LabelError:
        if f"_{name}" in symbols.names:
            return symbols.address(f"_{name}")
        raise
