"""The breakpoints of one client, and what it wants to happen at each."""

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial

from c64.errors import Go64Error
from emu.dap.drives import drive_place, drive_reference
from emu.dap.errors import DapError
from emu.dap.expressions import HitCount, LogMessage, check_length, read_hit_count
from emu.dap.launch import label_address
from emu.dap.memory import MEMORY_SIZE, address_of, reference
from emu.dap.protocol import Arguments, Json
from emu.dap.sources import SourceMap, Spot
from emu.monitor.breakpoint import Breakpoint
from emu.monitor.condition import ReadNumber
from emu.monitor.debugger import Debugger

ACCESSES = {"read": "read", "write": "write", "readWrite": "access"}
_BEFORE_HANDLER = "Stop before the first instruction of its handler"
FILTERS: tuple[Json, ...] = (
    {
        "filter": "jam", "label": "CPU jam", "default": True,
        "description": "Stop when an instruction jams the CPU",
    },
    *(
        {"filter": name, "label": name.upper(), "description": _BEFORE_HANDLER,
         "supportsCondition": True}
        for name in ("irq", "nmi")
    ),
    {
        "filter": "raster", "label": "Raster line", "supportsCondition": True,
        "description": "Stop in the raster line that the condition names",
        "conditionDescription": "raster line, 0 to 311 (PAL)",
    },
)  # fmt: skip
_EVENTS = ("irq", "nmi", "raster")
Key = tuple[object, ...]
Places = Callable[[], list[tuple[int, int]]]  # first and last address; of a raster line, line and 1


@dataclass
class ClientPoint:
    """A breakpoint as the client knows it; a line of a source may be at several addresses.

    reason  of the protocol's event ``stopped``;  spot  its line, of one in a source
    """

    id: int
    reason: str
    points: list[Breakpoint] = field(default_factory=list)
    spot: Spot | None = None
    stops_at: HitCount | None = None
    log: LogMessage | None = None
    hits: int = 0
    message: str = ""

    def due(self) -> bool:
        """Count a hit; returns whether something is to happen at it."""
        self.hits += 1
        return self.stops_at is None or self.stops_at(self.hits)


class ClientBreakpoints:
    """All breakpoints of one client.

    A request replaces those of its kind, or of its source.  What stays as it was keeps its count
    of hits.
    """

    def __init__(
        self, debugger: Debugger, sources: SourceMap, number: ReadNumber,
        source_json: Callable[[str], Json],
    ) -> None:  # fmt: skip
        self._debugger, self._sources, self._number = debugger, sources, number
        self._source_json = source_json
        self._ids = itertools.count(1)
        self._groups: dict[Key, dict[Key, ClientPoint]] = {}
        self._owners: dict[int, ClientPoint] = {}  # by the number of a Breakpoint

    def owner(self, point: Breakpoint) -> ClientPoint | None:
        """Return the client's breakpoint that one of the machine's belongs to."""
        return self._owners.get(point.number)

    def clear(self) -> None:
        """Remove all."""
        for group in [*self._groups]:
            self._replace(group, [])

    def _replace(
        self, group: Key, wanted: Iterable[tuple[Key, Callable[[ClientPoint], None]]]
    ) -> list[ClientPoint]:
        """Have a group hold what is wanted: (what it is, how it is set up); returns it in order."""
        before, now, answer = self._groups.pop(group, {}), dict[Key, ClientPoint](), []
        for key, set_up in wanted:
            if key in now:
                answer.append(now[key])
                continue
            point = before.pop(key, None)
            if point is None:
                point = ClientPoint(next(self._ids), str(group[0]))
                try:
                    set_up(point)
                except (Go64Error, ValueError) as error:  # nothing was set then
                    point.message = str(error)
            now[key] = point
            answer.append(point)
        for point in before.values():
            self._remove(point)
        if now:
            self._groups[group] = now
        return answer

    def _remove(self, point: ClientPoint) -> None:
        for part in point.points:
            self._owners.pop(part.number, None)
            self._debugger.remove(part)
        point.points = []

    def _add(
        self, owner: ClientPoint, kind: str, first: int, last: int, condition: str, drive: int
    ) -> None:
        point = self._debugger.add(
            kind, first, last, condition or None, self._number, client=True, drive=drive
        )
        owner.points.append(point)
        self._owners[point.number] = owner

    def _set_up(
        self, wanted: Arguments, kind: str, places: Places, drive: int = 0
    ) -> tuple[Key, Callable[[ClientPoint], None]]:
        """Return what ``_replace`` takes, of one breakpoint with its conditions."""
        condition, hits = wanted.text("condition", ""), wanted.text("hitCondition", "")
        message = wanted.text("logMessage", "")

        def set_up(point: ClientPoint) -> None:
            check_length(condition)
            point.stops_at = read_hit_count(hits)
            if message:
                context = self._debugger.context_of(drive)
                point.log = LogMessage(message, context, self._number)
            for first, last in places():
                self._add(point, kind, first, last, condition, drive)

        return (kind, condition, hits, message), set_up

    # -- the requests ------------------------------------------------------------------

    def set_lines(self, arguments: Arguments) -> Json:
        """Answer ``setBreakpoints``: those of one source, by line."""
        path = arguments.object("source").text("path")
        wanted = arguments.objects("breakpoints")
        file = self._sources.find_file(path)
        if file is None:
            message = f"no code comes from {path}" + (
                "" if self._sources.files else ": no debug file was found"
            )
            return {"breakpoints": [{"verified": False, "message": message} for _ in wanted]}
        found = [self._line(file, one) for one in wanted]
        points = self._replace(("breakpoint", file), found)
        return {"breakpoints": [self._json(point) for point in points]}

    def _line(self, file: str, wanted: Arguments) -> tuple[Key, Callable[[ClientPoint], None]]:
        asked = wanted.number("line")
        line, addresses = self._sources.addresses(file, asked)
        key, set_up = self._set_up(wanted, "exec", lambda: [(at, at) for at in addresses])

        def set_up_line(point: ClientPoint) -> None:
            if not addresses:
                raise DapError(f"line {asked}: no code here or in the next lines")
            point.spot = Spot(file, line)
            set_up(point)

        return (line, *key), set_up_line

    def set_functions(self, arguments: Arguments) -> Json:
        """Answer ``setFunctionBreakpoints``: by label, function in C, or ``$c000``."""
        found = []
        for wanted in arguments.objects("breakpoints"):
            name = wanted.text("name")
            drive, at = drive_place(name) or (0, -1)
            places = partial(_one, at) if drive else partial(self._named, name)
            key, set_up = self._set_up(wanted, "exec", places, drive)
            found.append(((name, *key), set_up))
        points = self._replace(("function breakpoint",), found)
        return {"breakpoints": [self._json(point) for point in points]}

    def _named(self, name: str) -> list[tuple[int, int]]:
        """Return the place of a label, a function in C or an address."""
        is_number = name[:1] == "$" or name[:1].isdigit()
        at = address_of(name) if is_number else label_address(self._sources.symbols, name)
        return [(at, at)]

    def set_instructions(self, arguments: Arguments) -> Json:
        """Answer ``setInstructionBreakpoints``: by address."""
        found = []
        for wanted in arguments.objects("breakpoints"):
            text = wanted.text("instructionReference")
            drive, begin = drive_place(text) or (0, 0)
            at = (begin if drive else address_of(text)) + wanted.number("offset", 0)
            key, set_up = self._set_up(wanted, "exec", partial(_one, at), drive)
            found.append(((drive, at, *key), set_up))
        points = self._replace(("instruction breakpoint",), found)
        return {"breakpoints": [self._json(point) for point in points]}

    def set_data(self, arguments: Arguments) -> Json:
        """Answer ``setDataBreakpoints``: on what ``dataBreakpointInfo`` has named."""
        found = []
        for wanted in arguments.objects("breakpoints"):
            data, access = wanted.text("dataId"), wanted.text("accessType", "write")
            if access not in ACCESSES:
                raise DapError(f"access type '{access[:20]}': expected {', '.join(ACCESSES)}")
            key, set_up = self._set_up(wanted, ACCESSES[access], partial(_watched, data))
            found.append(((data, *key), set_up))
        points = self._replace(("data breakpoint",), found)
        return {"breakpoints": [self._json(point) for point in points]}

    def set_events(self, conditions: Mapping[str, str]) -> list[ClientPoint]:
        """Set the breakpoints of ``setExceptionBreakpoints``: filters and their conditions."""
        found = []
        for name, condition in conditions.items():
            if name not in _EVENTS:
                continue
            wanted = Arguments("filter", {} if name == "raster" else {"condition": condition})

            def places(name: str = name, condition: str = condition) -> list[tuple[int, int]]:
                if name != "raster":
                    return [(0, 0)]
                if not condition.strip().isdecimal():
                    raise DapError(
                        f"raster line '{condition[:20]}': expected a number as condition"
                    )
                return [(int(condition[:9]), 1)]

            key, set_up = self._set_up(wanted, name, places)
            found.append(((name, condition, *key), set_up))
        return self._replace(("exception",), found)

    def _json(self, point: ClientPoint) -> Json:
        found: Json = {"id": point.id, "verified": bool(point.points)}
        if point.message:
            found["message"] = point.message
        if point.spot is not None:
            found |= {"line": point.spot.line, "source": self._source_json(point.spot.path)}
        if point.points and point.points[0].kind == "exec":
            first, drive = point.points[0].first, point.points[0].drive
            place = drive_reference(drive, first) if drive else reference(first)
            found["instructionReference"] = place
        return found


def _one(at: int) -> list[tuple[int, int]]:
    if not 0 <= at < MEMORY_SIZE:
        raise DapError(f"address {at:#x} is outside of 0x0000 to 0xFFFF")
    return [(at, at)]


def data_id(address: int, size: int) -> str:
    """Return the name of bytes that a data breakpoint watches."""
    return f"{reference(address)}+{size}"


def _watched(text: str) -> list[tuple[int, int]]:
    return [read_data_id(text)]


def read_data_id(text: str) -> tuple[int, int]:
    """Return (first, last) of what ``data_id`` has named; DapError."""
    place, _, digits = text.partition("+")
    size = int(digits) if digits.isdecimal() and len(digits) < 6 else 0
    first = address_of(place)
    if not 0 < size <= MEMORY_SIZE - first:
        raise DapError(f"data '{text[:20]}': expected 0x0400+1, an address and a number of bytes")
    return first, first + size - 1
