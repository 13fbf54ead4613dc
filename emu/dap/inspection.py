"""What the editor shows of a stopped machine: stack, scopes, expressions, memory, instructions."""

import base64
import io
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

from c64.errors import Go64Error
from emu.dap.breakpoints import data_id
from emu.dap.drives import FRAME, Drives, of_drive
from emu.dap.errors import DapError
from emu.dap.expressions import number_reader, number_text, parse, value_text
from emu.dap.memory import Disassembler, address_of, read_memory, reference, write_memory
from emu.dap.protocol import Arguments, Json
from emu.dap.sources import SourceMap
from emu.dap.variables import Item, Items, Views
from emu.kit.symbols import Symbols
from emu.monitor.debugger import Debugger
from emu.monitor.drive_cpu import DriveContext
from emu.monitor.errors import MonitorError
from emu.monitor.help import HELP, TOPICS
from emu.monitor.monitor import GoMonitor
from emu.monitor.stack import Frame as StackFrame
from emu.monitor.stack import call_stack

THREAD = 1
THREADS = [{"id": THREAD, "name": "6510"}]
FRAMES_MOST = 128  # more than fit into the stack's 256 bytes
COMPLETIONS_MOST = 100
OUTPUT_MOST = 1 << 16  # characters of a monitor command
KINDS = {"IRQ": "IRQ", "NMI": "NMI", "BRK": "BRK", "JSR": "", "JSR?": "guessed"}
_EDITORS = {*TOPICS["Running"], "quit", "cd"} - {"keys", "reset"}  # what the editor does itself


class Frame:
    """A routine on the call stack: the address where it stands, and why it is there."""

    def __init__(self, pc: int, why: str) -> None:
        self.pc, self.why = pc, why


class Inspection:
    """Answers the requests that look at a machine, or change it without running it.

    source_json  function of a path -> the protocol's ``Source``
    moved        function to be called after a command of the monitor has changed the machine
    """

    def __init__(
        self, debugger: Debugger, symbols: Symbols, sources: SourceMap, views: Views,
        source_json: Callable[[str], Json],
    ) -> None:  # fmt: skip
        self._debugger, self._board = debugger, debugger.board
        self._symbols, self._sources, self._views = symbols, sources, views
        self._source_json = source_json
        self._number = number_reader(symbols)
        self._drives = Drives(debugger.board)
        self._disassembler = Disassembler(self._board.peek, sources, source_json)
        self._out = io.StringIO()
        self._monitor: GoMonitor | None = None
        self.forget()

    def forget(self) -> None:
        """Drop the references that were given out: the machine has run."""
        self._frames: list[Frame] = []
        self._lists: list[Items] = []

    def forget_frames(self) -> None:
        """Drop what is known of the stack: something was changed."""
        self._frames = []

    # -- the stack ---------------------------------------------------------------------

    def threads(self, _: Arguments) -> Json:
        """Answer ``threads``: the CPUs."""
        return {"threads": [*THREADS, *self._drives.threads()]}

    def stack_trace(self, arguments: Arguments) -> Json:
        """Answer ``stackTrace``: the routine under way, then who has called or interrupted whom."""
        thread = arguments.number("threadId", THREAD)
        if thread != THREAD:
            return {"stackFrames": [self._drives.frame(thread)], "totalFrames": 1}
        if not self._frames:
            self._frames = [Frame(self._board.cpu.pc, "")]
            for found in self._calls():
                if found.kind in KINDS and len(self._frames) < FRAMES_MOST:
                    self._frames[-1].why = KINDS[found.kind]
                    self._frames.append(Frame(found.pc, ""))
        first = max(arguments.number("startFrame", 0), 0)
        count = arguments.number("levels", 0) or FRAMES_MOST
        shown = self._frames[first : first + count]
        frames = [self._frame_json(number, frame) for number, frame in enumerate(shown, first)]
        return {"stackFrames": frames, "totalFrames": len(self._frames)}

    def _calls(self) -> list[StackFrame]:
        """Return what is on the stack; nothing if the past cannot be replayed.

        That is so just after a drive has become another kind of drive.
        """
        try:
            return call_stack(self._board, self._debugger.history)
        except MonitorError:
            return []

    def _frame_json(self, number: int, frame: Frame) -> Json:
        name = self._sources.name(frame.pc) or f"${frame.pc:04X}"
        spot = self._sources.at(frame.pc)
        found: Json = {
            "id": number + 1,
            "name": f"{name} ({frame.why})" if frame.why else name,
            "line": 0 if spot is None else spot.line,
            "column": 0 if spot is None else 1,
            "instructionPointerReference": reference(frame.pc),
        }
        if spot is None:
            return {**found, "presentationHint": "subtle"}
        return {**found, "source": self._source_json(spot.path)}

    def _pc_of(self, arguments: Arguments) -> int:
        """Return the address where the frame of a request stands, by default the newest."""
        number = arguments.number("frameId", 0)
        if not number:
            return int(self._board.cpu.pc)
        if not 0 < number <= len(self._frames):
            raise DapError(f"frame {number} does not exist; ask for the stack again")
        return self._frames[number - 1].pc

    # -- variables ---------------------------------------------------------------------

    def scopes(self, arguments: Arguments) -> Json:
        """Answer ``scopes``."""
        scopes = []
        frame = arguments.number("frameId", 0)
        drive = frame > FRAMES_MOST and self._drives.has(frame)
        seen = self._drives.scopes(frame) if drive else self._views.scopes(self._pc_of(arguments))
        for name, items in seen:
            scope = {"name": name, "variablesReference": self._enter(items), "expensive": False}
            hint = {"Registers": "registers", "Locals": "locals"}.get(name)
            scopes.append({**scope, "presentationHint": hint} if hint else scope)
        return {"scopes": scopes}

    def _enter(self, items: Items) -> int:
        self._lists.append(items)
        return len(self._lists)

    def _items(self, arguments: Arguments, name: str = "variablesReference") -> list[Item]:
        number = arguments.number(name)
        if not 0 < number <= len(self._lists):
            raise DapError(f"variables {number} do not exist; ask for the scopes again")
        return self._lists[number - 1]()

    def variables(self, arguments: Arguments) -> Json:
        """Answer ``variables``: the items of a scope, or those below another item."""
        items = self._items(arguments)
        first = max(arguments.number("start", 0), 0)
        count = arguments.number("count", 0) or len(items)
        return {"variables": [self._item_json(item) for item in items[first : first + count]]}

    def _item_json(self, item: Item) -> Json:
        found: Json = {"name": item.name, "value": item.text, **self._below(item)}
        if item.type:
            found["type"] = item.type
        if item.expression:
            found["evaluateName"] = item.expression
        if item.put is None:
            found["presentationHint"] = {"attributes": ["readOnly"]}
        return found

    def _below(self, item: Item) -> Json:
        reference_to = 0 if item.children is None else self._enter(item.children)
        found: Json = {"variablesReference": reference_to}
        if item.address is not None:
            found["memoryReference"] = reference(item.address)
        return found

    def set_variable(self, arguments: Arguments) -> Json:
        """Answer ``setVariable``."""
        name = arguments.text("name")
        item = self._named(self._items(arguments), name)
        self._views.put(item, self._evaluated(arguments.text("value")))
        item = self._named(self._items(arguments), name)
        return {"value": item.text, "type": item.type, **self._below(item)}

    def _named(self, items: list[Item], name: str) -> Item:
        found = next((item for item in items if item.name == name), None)
        if found is None:
            raise DapError(f"variable '{name[:40]}' does not exist here")
        return found

    def _evaluated(self, text: str) -> int:
        return parse(text, self._debugger.context, self._number).value()

    # -- expressions -------------------------------------------------------------------

    def evaluate(self, arguments: Arguments) -> Json:
        """Answer ``evaluate``: a register, variable, label or expression.

        A label shows the byte there, unless code is there.  In the console, commands of the
        monitor can be given, too.
        """
        text, context = arguments.text("expression").strip(), arguments.text("context", "")
        if context == "repl":
            command = self._as_command(text)
            if command is not None:
                return {"result": command, "variablesReference": 0}
        frame = arguments.number("frameId", 0)
        if frame > FRAMES_MOST and self._drives.has(frame):
            seen = DriveContext(self._drives.unit(frame % FRAME))
            value = parse(text, seen, self._number).value()
            return {"result": value_text(value), "variablesReference": 0}
        item = self._find(text, self._pc_of(arguments))
        if item is not None:
            return {"result": item.text, "type": item.type, **self._below(item)}
        value = self._evaluated(text)
        return {"result": value_text(value), "variablesReference": 0}

    def _find(self, text: str, pc: int) -> Item | None:
        """Return the item that a name means, None if it is an expression or nothing."""
        registers = self._views.registers()
        named = next((item for item in registers if item.expression == text.lower()), None)
        if named is not None:
            return named
        variable = self._views.find_variable(text, pc)
        if variable is not None:
            return self._views.variable(variable)
        if text not in self._symbols.names:
            return None
        address = self._symbols.address(text)
        if not any(symbol.is_label for symbol in self._symbols.names[text]):
            return Item(text, number_text(address, 2))
        if self._sources.at(address) is not None:
            return Item(text, number_text(address, 2), "code", address=address)
        item = self._views.memory(text, address)
        return item._replace(text=f"{item.text} at ${address:04X}")

    def set_expression(self, arguments: Arguments) -> Json:
        """Answer ``setExpression``."""
        text = arguments.text("expression").strip()
        pc = self._pc_of(arguments)
        item = self._find(text, pc)
        if item is None or item.put is None:
            raise DapError(f"'{text[:40]}': only a register, variable or label can be set")
        self._views.put(item, self._evaluated(arguments.text("value")))
        again = self._find(text, pc) or item
        return {"value": again.text, "type": again.type, **self._below(again)}

    def _as_command(self, text: str) -> str | None:
        """Run a command of the monitor and return what it prints; None if it is none."""
        word = text.removeprefix(".").split(maxsplit=1)[0] if text.strip(".") else ""
        monitor = self._get_monitor()
        name = monitor.full_name(word)
        if name not in HELP or (not text.startswith(".") and self._is_expression(text)):
            return None
        if name in _EDITORS:
            raise DapError(f"{name}: the editor does this itself; use its buttons")
        begin = self._out.tell()
        monitor.onecmd(text.removeprefix("."))
        printed = self._out.getvalue()[begin : begin + OUTPUT_MOST].rstrip("\n")
        self._out.seek(0)
        self._out.truncate()
        return printed

    def _is_expression(self, text: str) -> bool:
        try:
            self._evaluated(text)
        except Go64Error:
            return False
        return True

    def _get_monitor(self) -> GoMonitor:
        if self._monitor is None:
            with redirect_stdout(io.StringIO()):  # py65 prints that this is no terminal
                self._monitor = GoMonitor(self._debugger, self._symbols, io.StringIO(), self._out)
        return self._monitor

    def completions(self, arguments: Arguments) -> Json:
        """Answer ``completions``: labels and commands that begin like the last word."""
        text = arguments.text("text")[: max(arguments.number("column") - 1, 0)]
        word = text.split(" ")[-1].lstrip("@.(!~-+*")
        names = [*(HELP if word == text.lstrip(".") else ()), *self._symbols.names]
        found = [name for name in names if word and name.startswith(word)][:COMPLETIONS_MOST]
        start = len(text) - len(word)
        return {"targets": [{"label": name, "start": start, "length": len(word)} for name in found]}

    def data_breakpoint_info(self, arguments: Arguments) -> Json:
        """Answer ``dataBreakpointInfo``: the name of the bytes that an item or expression means."""
        name = arguments.text("name")
        if arguments.flag("asAddress"):
            address: int | None = address_of(name)
            size = arguments.number("bytes", 1)
        elif arguments.number("variablesReference", 0):
            item = self._named(self._items(arguments), name)
            if item.address is None:
                return {"dataId": None, "description": f"{name}: is not in memory"}
            address, size = item.address, item.size
        else:
            found = self._find(name, self._pc_of(arguments))
            size = arguments.number("bytes", 1 if found is None else found.size)
            try:
                address = self._evaluated(name) if found is None else found.address
            except Go64Error as error:
                return {"dataId": None, "description": str(error)}
        if address is None or not 0 < size <= 0x10000 - address or address < 0:
            return {"dataId": None, "description": f"{name}: is not in memory"}
        last = address + size - 1
        place = f"${address:04X}" + (f"-${last:04X}" if size > 1 else "")
        return {
            "dataId": data_id(address, size), "description": f"{name}: {place}",
            "accessTypes": ["read", "write", "readWrite"], "canPersist": True,
        }  # fmt: skip

    # -- memory ------------------------------------------------------------------------

    def read_memory(self, arguments: Arguments) -> Json:
        """Answer ``readMemory``."""
        drive, arguments = of_drive(arguments)
        if drive:
            return self._drives.read_memory(drive, arguments)
        return read_memory(self._board, arguments)

    def write_memory(self, arguments: Arguments) -> Json:
        """Answer ``writeMemory``."""
        drive, arguments = of_drive(arguments)
        if drive:
            count = self._drives.write_memory(drive, arguments)
        else:
            _, count = write_memory(self._board, arguments)
        self._debugger.changed()
        return {"bytesWritten": count}

    def disassemble(self, arguments: Arguments) -> Json:
        """Answer ``disassemble``."""
        drive, arguments = of_drive(arguments)
        if drive:
            return self._drives.disassemble(drive, arguments)
        return self._disassembler.answer(arguments)

    # -- sources -----------------------------------------------------------------------

    def loaded_sources(self, _: Arguments) -> Json:
        """Answer ``loadedSources``: the files that the debug file names."""
        return {"sources": [self._source_json(path) for path in sorted(self._sources.files)]}

    def breakpoint_locations(self, arguments: Arguments) -> Json:
        """Answer ``breakpointLocations``: the lines with code in a range."""
        file = self._sources.find_file(arguments.object("source").text("path"))
        first = arguments.number("line")
        last = arguments.number("endLine", first)
        lines = sorted(self._sources.files.get(file or "", ()))
        return {"breakpoints": [{"line": line} for line in lines if first <= line <= last]}

    def goto_targets(self, arguments: Arguments) -> Json:
        """Answer ``gotoTargets``: the addresses of a line; their ids are the addresses."""
        file = self._sources.find_file(arguments.object("source").text("path"))
        asked = arguments.number("line")
        line, addresses = (asked, []) if file is None else self._sources.addresses(file, asked)
        return {
            "targets": [
                {"id": at, "label": f"${at:04X}", "line": line,
                 "instructionPointerReference": reference(at)}
                for at in addresses
            ]
        }  # fmt: skip

    def screen(self, _: Arguments) -> Json:
        """Answer our own request ``screen``: the picture as PNG, in base64, and the text in it."""
        data = io.BytesIO()
        image = self._debugger.machine.screen.image
        image.save(data, "PNG")
        width, height = image.size
        return {
            "image": base64.b64encode(data.getvalue()).decode("ascii"), "mimeType": "image/png",
            "width": width, "height": height, "text": self._debugger.machine.screen.text(),
        }  # fmt: skip


def source_json(path: str) -> Json:
    """Return the protocol's ``Source`` of a file."""
    return {"name": Path(path).name, "path": path}
