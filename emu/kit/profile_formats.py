"""A Profile as the files of other programs, and as a listing.

callgrind   "Callgrind Format Specification", of the Valgrind manual
speedscope  its JSON schema: an evented profile, in cycles
cpuprofile  the Profiler domain of the Chrome DevTools Protocol; a cycle is written as a microsecond
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from emu.kit.listing import disassemble
from emu.kit.symbols import source_lines

if TYPE_CHECKING:
    from emu.kit.profile_costs import Cost, Costs, Edge

SCHEMA = "https://www.speedscope.app/file-format-schema.json"
UNKNOWN = "???"  # as callgrind has it for a file that is not known


def _place(profile: Costs, address: int) -> tuple[str, int]:
    """Return (path, line) of an address, (UNKNOWN, 0) without a source."""
    return profile.kit.symbols.lines.get(address, (UNKNOWN, 0))


def _file(profile: Costs, address: int) -> str:
    """Return the path of an address for callgrind_annotate, which wants those here relative."""
    path = _place(profile, address)[0]
    with contextlib.suppress(ValueError):
        return str(Path(path).relative_to(Path.cwd()))
    return path


def _line(profile: Costs, address: int) -> int:
    """Return the line of an address; the address itself where there is no source."""
    return _place(profile, address)[1] or address & 0xFFFF


def callgrind(profile: Costs) -> str:
    """Return the profile for KCachegrind and callgrind_annotate; events are cycles and stolen."""
    out = [
        "# callgrind format", "version: 1", "creator: go64", "positions: line",
        "events: Cycles Stolen", f"summary: {profile.cycles} {profile.stolen}", "",
    ]  # fmt: skip
    own: dict[int, list[tuple[int, Cost]]] = {entry: [] for entry in profile.names}
    for (entry, address), cost in sorted(profile.own.items()):
        own[entry].append((address, cost))
    calls: dict[int, list[tuple[Edge, Cost]]] = {}
    for edge, cost in sorted(profile.calls.items()):
        calls.setdefault(edge.caller, []).append((edge, cost))
    for entry, costs in own.items():
        begin = entry if entry >= 0 or not costs else costs[0][0]
        file = _file(profile, begin)
        out += [f"fl={file}", f"fn={profile.names[entry]}"]
        rows: list[tuple[int, list[str], Cost]] = [(address, [], cost) for address, cost in costs]
        for edge, cost in calls.get(entry, ()):
            place = edge.place if edge.place >= 0 else begin
            rows.append((place, _called(profile, edge, cost), cost))
        for address, called, cost in rows:
            path = _file(profile, address)
            if path != file:
                out.append(f"fi={path}")
                file = path
            out += [*called, f"{_line(profile, address)} {cost.cycles} {cost.stolen}"]
        out.append("")
    return "\n".join(out)


def _called(profile: Costs, edge: Edge, cost: Cost) -> list[str]:
    return [
        f"cfi={_file(profile, edge.callee)}", f"cfn={profile.names[edge.callee]}",
        f"calls={cost.count} {_line(profile, edge.callee)}",
    ]  # fmt: skip


def speedscope(profile: Costs) -> str:
    """Return the profile for https://www.speedscope.app: calls in the order of time."""
    frames: list[dict[str, Any]] = []
    numbers: dict[int, int] = {}
    for entry, name in profile.names.items():
        path, line = _place(profile, entry)
        frame: dict[str, Any] = {"name": name}
        if line:
            frame |= {"file": path, "line": line}
        numbers[entry] = len(frames)
        frames.append(frame)
    events = [
        {"type": "O" if e.enters else "C", "frame": numbers[e.entry], "at": e.cycle}
        for e in profile.events
    ]
    return json.dumps({
        "$schema": SCHEMA, "exporter": "go64", "shared": {"frames": frames},
        "profiles": [{
            "type": "evented", "name": "cycles", "unit": "none", "startValue": 0,
            "endValue": profile.cycles, "events": events,
        }],
    })  # fmt: skip


class _Node:
    """A routine as it was reached, of the tree of calls."""

    def __init__(self, number: int, entry: int) -> None:
        self.number, self.entry = number, entry
        self.children: dict[int, _Node] = {}
        self.samples = 0


def cpuprofile(profile: Costs) -> str:
    """Return the profile for VS Code and Chrome: a sample for each stretch in a routine."""
    nodes: list[_Node] = []

    def node(entry: int, parent: _Node | None) -> _Node:
        if parent is not None and entry in parent.children:
            return parent.children[entry]
        new = _Node(len(nodes) + 1, entry)
        nodes.append(new)
        if parent is not None:
            parent.children[entry] = new
        return new

    samples: list[int] = []
    deltas: list[int] = []
    stack: list[_Node] = []
    last = begun = 0
    for event in profile.events:
        if stack and event.cycle > last:
            stack[-1].samples += 1
            samples.append(stack[-1].number)
            deltas.append(last - begun)
            begun, last = last, event.cycle
        if event.enters:
            stack.append(node(event.entry, stack[-1] if stack else None))
        else:
            stack.pop()
    if samples:  # a sample lasts to the next one: this ends the last
        samples.append(nodes[0].number)
        deltas.append(last - begun)
    return json.dumps({
        "nodes": [_cpu_node(profile, each) for each in nodes], "startTime": 0,
        "endTime": profile.cycles, "samples": samples, "timeDeltas": deltas,
    })  # fmt: skip


def _cpu_node(profile: Costs, node: _Node) -> dict[str, Any]:
    path, line = _place(profile, node.entry)
    return {
        "id": node.number,
        "callFrame": {
            "functionName": profile.names[node.entry], "scriptId": "0",
            "url": Path(path).as_uri() if line and Path(path).is_absolute() else "",
            "lineNumber": line - 1, "columnNumber": 0,
        },
        "hitCount": node.samples,
        "children": [child.number for child in node.children.values()],
    }  # fmt: skip


def listing(profile: Costs) -> str:
    """Return the sources with times, cycles and stolen cycles before each line that ran.

    Code without a source is disassembled.
    """
    costs: dict[int, list[int]] = {}
    for (_, address), cost in profile.own.items():
        row = costs.setdefault(address, [0, 0, 0])
        for at, value in enumerate((cost.count, cost.cycles, cost.stolen)):
            row[at] += value
    files: dict[str, dict[int, list[int]]] = {}
    unknown = {}
    for address, row in sorted(costs.items()):
        path, line = _place(profile, address)
        if not line:
            unknown[address] = row
            continue
        sums = files.setdefault(path, {}).setdefault(line, [0, 0, 0])
        sums[0] = max(sums[0], row[0])
        sums[1] += row[1]
        sums[2] += row[2]
    out = [f"{profile.cycles} cycles, {profile.stolen} of them stolen by the VIC", *_table(profile)]
    for path, lines in files.items():
        out += ["", path, f"{'times':>8}{'cycles':>10}{'stolen':>8}"]
        text = source_lines(path)
        for number in range(1, max(len(text), *lines) + 1):
            shown = text[number - 1] if number <= len(text) else ""
            out.append(f"{_numbers(lines.get(number))}  {shown}".rstrip())
    if unknown:
        out += ["", "without a source", f"{'times':>8}{'cycles':>10}{'stolen':>8}"]
        out += _disassembled(profile, unknown)
    return "\n".join(out) + "\n"


def _table(profile: Costs) -> Iterator[str]:
    """Yield a line for each routine: calls, inclusive and own cycles, callers."""
    own, inclusive = profile.self_cycles(), profile.inclusive_cycles()
    yield f"{'calls':>8}{'inclusive':>12}{'self':>12}  routine, and its callers"
    for name in sorted(inclusive, key=lambda name: -inclusive[name]):
        callers = profile.callers(name)
        by = ", ".join(f"{caller} {count}" for caller, count in callers.items())
        yield (
            f"{sum(callers.values()):>8}{inclusive[name]:>12}{own.get(name, 0):>12}  {name}"
            + (f"  < {by}" if by else "")
        )


def _numbers(row: list[int] | None) -> str:
    return " " * 26 if row is None else f"{row[0]:>8}{row[1]:>10}{row[2]:>8}"


def _disassembled(profile: Costs, rows: dict[int, list[int]]) -> Iterator[str]:
    peek, symbols = profile.kit.board.peek, profile.kit.symbols
    for address, row in rows.items():
        yield f"{_numbers(row)}  ${address:04X} {disassemble(address, peek, symbols)[0]}"
