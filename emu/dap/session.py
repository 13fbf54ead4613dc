"""One client of the debug adapter: its requests, and the answers and events for it.

The order is the protocol's: ``initialize``, then ``launch`` or ``attach``; the event
``initialized`` asks for the breakpoints; ``configurationDone`` lets the machine run.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from c64.errors import Go64Error, MachineFault
from emu.dap.breakpoints import FILTERS, ClientBreakpoints, ClientPoint
from emu.dap.c_variables import CVariables
from emu.dap.errors import DapError
from emu.dap.expressions import number_reader
from emu.dap.inspection import THREAD, Inspection, source_json
from emu.dap.launch import Launch, ProgramSymbols, entry_range, read_launch
from emu.dap.link import Link
from emu.dap.protocol import Arguments, FramingError, Json, MalformedMessage
from emu.dap.sources import SourceMap
from emu.dap.steps import LineGoal, StepBack
from emu.dap.variables import Views
from emu.monitor.breakpoint import Breakpoint, Stop
from emu.monitor.debugger import NEVER, Debugger
from emu.monitor.drive_cpu import DriveStepGoal
from emu.monitor.reverse import ReverseSearch
from emu.monitor.stepping import ReturnGoal, StepGoal

OUTPUT_MOST = 1 << 16  # characters of log points between two polls of the client
FRAME_SECONDS = 0.1  # for a frame in which breakpoints cost time
_FLAGS = (
    "ConfigurationDoneRequest", "FunctionBreakpoints", "ConditionalBreakpoints",
    "HitConditionalBreakpoints", "EvaluateForHovers", "StepBack", "SetVariable", "SetExpression",
    "GotoTargetsRequest", "CompletionsRequest", "RestartRequest", "LogPoints", "DataBreakpoints",
    "DataBreakpointBytes", "ReadMemoryRequest", "WriteMemoryRequest", "DisassembleRequest",
    "SteppingGranularity", "InstructionBreakpoints", "ExceptionFilterOptions",
    "LoadedSourcesRequest", "BreakpointLocationsRequest", "TerminateRequest",
    "DelayedStackTraceLoading", "ExceptionInfoRequest",
)  # fmt: skip
CAPABILITIES: Json = {
    **{f"supports{name}": True for name in _FLAGS},
    "supportTerminateDebuggee": True,
    "exceptionBreakpointFilters": list(FILTERS),
    "completionTriggerCharacters": [".", "@"],
}


class Machine(Protocol):
    """What a session may do to the emulator that runs the machine."""

    def quit(self) -> None:
        """End the emulator."""

    def autostart(self, path: str, run: bool) -> None:
        """Reset, load a file and start it if ``run``."""


class Target(NamedTuple):
    """The machine that is debugged.

    own    True: it was made for this session's launch
    usual  the program and debug files of go64's command line
    """

    debugger: Debugger
    host: Machine
    own: bool
    usual: Launch


class Session:
    """The requests of one client.

    launching  the Launch for which no machine exists yet, of a client without one
    over       True once the client wants no more
    started    True from launch or attach on
    ``quits`` is True once it wants the emulator to end.
    """

    def __init__(self, link: Link, target: Target | None = None) -> None:
        self.link = link
        self.target = target
        self.launching: Launch | None = None
        self.over = self.quits = False
        self._waits = False  # for the end of the configuration
        self._halted = False  # and the client knows it
        self.resumes = 0
        self.goal: StepGoal | None = None
        self.search: ReverseSearch | None = None
        self._pending: Json | None = None  # the request that waits for its machine
        self._launch: Launch | None = None
        self.started = False
        self._ended = False
        self._hits: list[ClientPoint] = []
        self._later: tuple[str, str] | None = None  # a stop to report after the answer
        self._thread = THREAD  # of the next stop to report
        self._logged = 0
        self._entry: Breakpoint | None = None
        self._jam_stops = True
        self._jam = ""
        self._before: dict[str, Callable[[Arguments], Json | None]] = {
            "initialize": self._initialize, "disconnect": self._disconnect,
            "terminate": self._terminate,
        }  # fmt: skip
        self._table: dict[str, Callable[[Arguments], Json | None]] = {}

    @property
    def holding(self) -> bool:
        """True while the machine must not run for the client."""
        return self._waits or self._halted or self._pending is not None

    # -- messages ----------------------------------------------------------------------

    def serve(self) -> bool:
        """Do the next request; returns False if there is none, or if it must wait."""
        if self._pending is not None:
            return False
        try:
            request = self.link.reader.next()
        except FramingError as error:
            self._refuse(0, "", str(error))
            self.over = True
            return False
        except MalformedMessage as error:
            self._refuse(error.request, error.command, str(error))
            return True
        if request is None:
            self.over = self.over or self.link.ended
            return False
        self._do(request)
        return True

    def _do(self, request: Json) -> None:
        command: str = request["command"]
        try:
            body = self._answer(command, request)
        except Go64Error as error:
            self._refuse(request["seq"], command, str(error))
        except MachineFault:
            raise
        except Exception as error:  # a client's request must not end the user's machine
            words = " ".join(f"{type(error).__name__} {error}".split())[:200]
            print(f"go64: debug adapter, {command[:40]}: {words}", file=sys.stderr)
            self._refuse(request["seq"], command, f"an error in GO 64 itself: {words}")
        else:
            if self._pending is None:
                self._respond(request, body)
                self._follow(command)

    def _answer(self, command: str, request: Json) -> Json | None:
        arguments = Arguments(command[:40], request["arguments"])
        if command in self._before:
            return self._before[command](arguments)
        if command in ("launch", "attach"):
            return self._begin(request, arguments)
        if command not in self._table:
            known = self.started or self.target is not None
            why = "is not supported" if known else "needs launch or attach first"
            raise DapError(f"request '{command[:40]}' {why}")
        return self._table[command](arguments)

    def _respond(self, request: Json, body: Json | None) -> None:
        answer: Json = {
            "type": "response", "request_seq": request["seq"], "success": True,
            "command": request["command"],
        }  # fmt: skip
        self.link.put(answer if body is None else {**answer, "body": body})

    def _refuse(self, request: int, command: str, message: str) -> None:
        line = " ".join(message.split())
        self.link.put(
            {
                "type": "response", "request_seq": request, "success": False,
                "command": command, "message": line,
                "body": {"error": {"id": 1, "format": _escaped(line), "showUser": True}},
            }
        )  # fmt: skip

    def event(self, name: str, **body: object) -> None:
        """Send an event."""
        self.link.put({"type": "event", "event": name, "body": body})

    def say(self, text: str, category: str = "console", **more: object) -> None:
        """Show a line in the editor's console."""
        self.event("output", category=category, output=text + "\n", **more)

    # -- beginning and end -------------------------------------------------------------

    def _initialize(self, arguments: Arguments) -> Json:
        if arguments.text("pathFormat", "path") != "path":
            raise DapError("initialize: 'pathFormat' must be 'path'")
        if not arguments.flag("linesStartAt1", True):
            raise DapError("initialize: 'linesStartAt1' must be true")
        return CAPABILITIES

    def _begin(self, request: Json, arguments: Arguments) -> Json | None:
        """Do ``launch`` or ``attach``; a launch waits until its machine is made."""
        if self.started or self.launching is not None:
            raise DapError(f"{request['command']}: the session has begun already")
        launch = read_launch(arguments)
        if self.target is None:
            if request["command"] == "attach":
                raise DapError("attach: no machine runs here; start go64 with --dap PORT")
            if not (launch.program or arguments.texts("args")):
                raise DapError("launch: 'program' is missing: the file to start")
            self.launching, self._pending = launch, request
            return None
        if request["command"] == "launch":
            self._restart_with(launch, self.target, arguments)
        elif not (launch.program or launch.dbg or launch.labels):
            usual = self.target.usual
            launch.program, launch.dbg, launch.labels = usual.program, usual.dbg, usual.labels
        self._start(launch, self.target, hold=request["command"] == "launch")
        return None

    def _restart_with(self, launch: Launch, target: Target, arguments: Arguments) -> None:
        if arguments.texts("args") or launch.window:
            raise DapError(
                "launch: this go64 runs already, 'args' and 'window' are for 'go64 --dap' alone"
            )
        if not launch.program:
            raise DapError("launch: 'program' is missing: the file to start")
        try:
            target.host.autostart(launch.program, True)
        except OSError as error:
            raise DapError(f"launch: {launch.program}: {error.strerror}") from None
        target.debugger.restarted()

    def bind(self, target: Target) -> None:
        """Continue a launch with the machine that has been made for it."""
        request, launch = self._pending, self.launching
        self.target, self._pending, self.launching = target, None, None
        if request is None or launch is None:
            return
        try:
            self._start(launch, target, hold=True)
        except Go64Error as error:
            self._refuse(request["seq"], request["command"], str(error))
            self.over = self.quits = True
            return
        self._respond(request, None)
        self._follow(request["command"])

    def fail(self, message: str) -> None:
        """Report that the machine of a launch cannot be made."""
        request, self._pending, self.launching = self._pending, None, None
        if request is not None:
            self._refuse(request["seq"], request["command"], message)

    def _start(self, launch: Launch, target: Target, hold: bool) -> None:
        debugger = target.debugger
        known = ProgramSymbols(launch)
        symbols = known.symbols
        self._sources = SourceMap(symbols)
        variables = CVariables(known.dbg, symbols)
        views = Views(debugger.board, symbols, variables, debugger.changed)
        debugger.context.variables = {
            v.name: views.reader(v)
            for v in variables.globals
            if v.type.kind in ("number", "pointer")
        }
        self._inspection = Inspection(debugger, symbols, self._sources, views, source_json)
        self._points = ClientBreakpoints(
            debugger, self._sources, number_reader(symbols), source_json
        )
        self._launch, self.started = launch, True
        self._table = self._requests()
        self._waits = hold
        if launch.stop_on_entry:
            self._stop_on_entry(launch, target, hold)
        for line in known.warnings:
            self.say(line, "important")
        debugger.hold()

    def _stop_on_entry(self, launch: Launch, target: Target, hold: bool) -> None:
        if not hold:
            self._halted = True
            return
        span = entry_range(launch, self._sources.symbols)
        if span is None:
            self.say("stopOnEntry: where the program begins is unknown without a debug file")
            return
        self._entry = target.debugger.add("exec", *span, temporary=True, hidden=True)

    def _follow(self, command: str) -> None:
        """Send the events that follow an answer."""
        if command in ("launch", "attach"):
            self.event("initialized")
            name = Path(self._launch.program).name if self._launch else ""
            attached = command == "attach"
            how = "attach" if attached else "launch"
            body = {"name": name or "go64", "isLocalProcess": True, "startMethod": how}
            self.link.put({"type": "event", "event": "process", "body": body})
            if self._halted:
                self._tell_stop("entry", "stopOnEntry")
        elif command == "disconnect":
            self.over = True
        elif self._later is not None:
            reason, text = self._later
            self._later = None
            self._halted = True
            self._tell_stop(reason, text)

    def _configuration_done(self, _: Arguments) -> None:
        self._waits = False

    def _disconnect(self, arguments: Arguments) -> None:
        own = self.target is None or self.target.own
        self.quits = self.quits or arguments.flag("terminateDebuggee", own)

    def _terminate(self, _: Arguments) -> None:
        self.quits = self._waits = True
        self.end()

    def _restart(self, _: Arguments) -> None:
        target, launch = self._machine, self._launch
        if launch is None or not launch.program:
            raise DapError("restart: the program's file is unknown; launch it with 'program'")
        target.host.autostart(launch.program, True)
        target.debugger.restarted()
        self._resume(None)
        self._drop_entry()
        if launch.stop_on_entry:
            self._stop_on_entry(launch, target, hold=True)

    def end(self) -> None:
        """Tell the client that the emulator ends."""
        if self.started and not self._ended:
            self._ended = True
            self.event("terminated")

    def leave(self) -> None:
        """Remove a client's breakpoints and let the machine run on: the client has gone."""
        if self.search is not None:
            self.search.cancel()
            self.search = None
        self._drop_goal()
        if self.started:
            self._points.clear()
            self._drop_entry()
            self._machine.debugger.context.variables = {}

    @property
    def _machine(self) -> Target:
        if self.target is None:
            raise DapError("there is no machine yet: launch one first")
        return self.target

    # -- running -----------------------------------------------------------------------

    def _requests(self) -> dict[str, Callable[[Arguments], Json | None]]:
        look, points = self._inspection, self._points
        return {
            "configurationDone": self._configuration_done, "restart": self._restart,
            "continue": self._continue, "next": self._step_over, "stepIn": self._step_in,
            "stepOut": self._step_out, "stepBack": self._step_back,
            "reverseContinue": self._reverse_continue, "pause": self._pause, "goto": self._goto,
            "setBreakpoints": self._if_debugging(points.set_lines),
            "setFunctionBreakpoints": self._if_debugging(points.set_functions),
            "setInstructionBreakpoints": self._if_debugging(points.set_instructions),
            "setDataBreakpoints": self._if_debugging(points.set_data),
            "setExceptionBreakpoints": self._set_filters, "exceptionInfo": self._exception_info,
            "threads": look.threads, "stackTrace": self._when_stopped(look.stack_trace),
            "scopes": self._when_stopped(look.scopes), "variables": look.variables,
            "setVariable": self._changing(look.set_variable),
            "setExpression": self._changing(look.set_expression),
            "evaluate": self._evaluate, "completions": look.completions,
            "dataBreakpointInfo": look.data_breakpoint_info, "readMemory": look.read_memory,
            "writeMemory": self._changing(look.write_memory), "disassemble": look.disassemble,
            "loadedSources": look.loaded_sources, "gotoTargets": look.goto_targets,
            "breakpointLocations": look.breakpoint_locations, "screen": look.screen,
        }  # fmt: skip

    def _when_stopped(self, function: Callable[[Arguments], Json]) -> Callable[[Arguments], Json]:
        def answer(arguments: Arguments) -> Json:
            if not self._halted:
                raise DapError("the machine runs: pause it first")
            return function(arguments)

        return answer

    def _if_debugging(self, function: Callable[[Arguments], Json]) -> Callable[[Arguments], Json]:
        def answer(arguments: Arguments) -> Json:
            if self._launch is not None and not self._launch.debug:
                wanted = arguments.objects("breakpoints")
                return {"breakpoints": [{"verified": False} for _ in wanted]}
            return function(arguments)

        return answer

    def _changing(self, function: Callable[[Arguments], Json]) -> Callable[[Arguments], Json]:
        """Return a function that tells the client what else its change has changed."""

        def answer(arguments: Arguments) -> Json:
            body = function(arguments)
            if self._halted:
                self.event("invalidated", areas=["variables", "stacks"])
                self._inspection.forget_frames()
            return body

        return answer

    def _evaluate(self, arguments: Arguments) -> Json:
        board = self._machine.debugger.board
        before = board.cycle, board.cpu.pc
        body = self._inspection.evaluate(arguments)
        if arguments.text("context", "") == "repl" and self._halted:
            self._inspection.forget_frames()
            self.event("invalidated", areas=["variables", "stacks"])
            if before != (board.cycle, board.cpu.pc):
                self._tell_stop("goto")
        return body

    def _need_stop(self) -> Debugger:
        if not self._halted:
            raise DapError("the machine runs: pause it first")
        return self._machine.debugger

    def _continue(self, _: Arguments) -> Json:
        self._need_stop()
        self._resume(None)
        return {"allThreadsContinued": True}

    def _step_over(self, arguments: Arguments) -> None:
        self._step(arguments, over=True)

    def _step_in(self, arguments: Arguments) -> None:
        self._step(arguments, over=False)

    def _step(self, arguments: Arguments, over: bool) -> None:
        debugger = self._need_stop()
        drive = self._drive_of(arguments)
        if drive:
            self._resume(DriveStepGoal(debugger, drive, over=over))
            return
        single = arguments.text("granularity", "statement") == "instruction"
        self._resume(
            StepGoal(debugger, 1, over=over)
            if single
            else LineGoal(debugger, self._sources, over=over)
        )

    def _drive_of(self, arguments: Arguments) -> int:
        """Return the drive whose thread a request means, 0: the 6510."""
        thread = arguments.number("threadId", THREAD)
        return 0 if thread == THREAD else thread

    def _step_out(self, arguments: Arguments) -> None:
        debugger = self._need_stop()
        drive = self._drive_of(arguments)
        self._resume(DriveStepGoal(debugger, drive, out=True) if drive else ReturnGoal(debugger))

    def _step_back(self, arguments: Arguments) -> None:
        debugger = self._need_stop()
        if self._drive_of(arguments):
            raise DapError("step back goes by instructions of the 6510; choose its thread")
        if arguments.text("granularity", "statement") == "instruction":
            debugger.back(1)
            debugger.hold()
        else:
            StepBack(debugger, self._sources).run()
        self._later = ("step", "step back")

    def _reverse_continue(self, _: Arguments) -> None:
        debugger = self._need_stop()
        self._resume(None)
        self.search = ReverseSearch(debugger, self._stops_backwards)

    def _stops_backwards(self, point: Breakpoint) -> bool:
        owner = self._points.owner(point)
        return point.stops and not point.hidden and (owner is None or owner.log is None)

    def _pause(self, _: Arguments) -> None:
        if self.search is not None:
            self.search.cancel()
            self.search = None
        if not self._halted:
            self._waits = False
            self._drop_goal()
            self._later = ("pause", "pause")

    def _goto(self, arguments: Arguments) -> None:
        debugger = self._need_stop()
        at = arguments.number("targetId")
        if not 0 <= at <= 0xFFFF:
            raise DapError(f"goto: {at} is no target that gotoTargets has named")
        debugger.board.cpu.go_to(at)
        debugger.changed()
        debugger.hold()
        self._later = ("goto", "goto")

    def _set_filters(self, arguments: Arguments) -> Json:
        wanted = dict.fromkeys(arguments.texts("filters"), "")
        for option in arguments.objects("filterOptions"):
            wanted[option.text("filterId")] = option.text("condition", "")
        known = {one["filter"] for one in FILTERS}
        for name in wanted:
            if name not in known:
                raise DapError(f"filter '{name[:20]}': expected {', '.join(sorted(known))}")
        if self._launch is not None and not self._launch.debug:
            wanted = {}
        self._jam_stops = "jam" in wanted
        for point in self._points.set_events(wanted):
            if point.message:
                self.say(point.message, "important")
        return {}

    def _exception_info(self, _: Arguments) -> Json:
        return {"exceptionId": "jam", "description": self._jam or "none", "breakMode": "always"}

    def _resume(self, goal: StepGoal | None) -> None:
        self._drop_goal()
        self._inspection.forget()
        self.goal = goal
        self._waits = self._halted = False
        self._hits = []
        self.resumes += 1
        self._machine.debugger.hold()

    def _drop_goal(self) -> None:
        if self.goal is not None:
            self.goal.finish()
            self.goal = None

    def _drop_entry(self) -> None:
        if self._entry is not None:
            self._machine.debugger.remove(self._entry)
            self._entry = None

    # -- the machine -------------------------------------------------------------------

    def run_frame(self, limit: int = NEVER) -> Stop | None:
        """Run the rest of a frame, or search a piece of the past.

        Returns a Stop that does not concern the client, else None.
        """
        debugger, goal = self._machine.debugger, self.goal
        self._logged = 0
        if self.search is not None:
            self._search_on(self.search)
            return None
        stop = debugger.run_frame(goal, FRAME_SECONDS, limit)
        if goal is not None and goal.reached:
            self._thread = goal.drive or THREAD
            self._halt("step", "step")
            return None
        if stop is None:
            return None
        if stop.kind == "debugcart":
            self.event("exited", exitCode=int(debugger.board.debug_value))
            return stop
        if stop.kind == "jam":
            return self._jammed(stop)
        self._stopped_at(stop)
        return None

    def _search_on(self, search: ReverseSearch) -> None:
        search.advance()
        if not search.reached:
            return
        self.search = None
        if search.point is None:
            self.say("the history begins here")
            self._halt("entry", "the history begins here")
            return
        owner = self._points.owner(search.point)
        self._hits = [] if owner is None else [owner]
        self._stopped_at(Stop("", "breakpoint", search.point))

    def _jammed(self, stop: Stop) -> Stop | None:
        if not self._jam_stops or self._jam == stop.text:
            return stop
        self._jam = stop.text
        self._halt("exception", stop.text)
        return None

    def _stopped_at(self, stop: Stop) -> None:
        point = stop.breakpoint
        if point is not None and point is self._entry:
            self._entry = None
            self._halt("entry", "the program begins")
            return
        self._thread = THREAD if point is None else point.drive or THREAD
        owner = None if point is None else self._points.owner(point)
        if owner is None and point is None:
            self._halt("pause", stop.text)
        elif owner is None:
            self._halt("breakpoint", stop.text)
        else:
            text = stop.text.partition(": ")[2] or owner.reason
            self._halt(owner.reason, text)

    def hit(self, point: Breakpoint) -> bool | None:
        """Return whether the machine stops at a breakpoint that was hit; None: not the client's."""
        owner = self._points.owner(point) if self.started else None
        if owner is None:
            return None
        if not owner.due():
            return False
        if owner.log is not None:
            self._log(owner)
            return False
        self._hits.append(owner)
        return True

    def _log(self, owner: ClientPoint) -> None:
        if self._logged >= OUTPUT_MOST or owner.log is None:
            return
        try:
            text = owner.log.text()
        except Go64Error as error:
            text = str(error)
        self._logged += len(text) + 100
        more: Json = {}
        if owner.spot is not None:
            more = {"source": source_json(owner.spot.path), "line": owner.spot.line}
        if self._logged >= OUTPUT_MOST:
            text += "\n(more of this frame's messages are left out)"
        self.say(text, "stdout", **more)

    def _halt(self, reason: str, text: str) -> None:
        """Stop, and tell the client."""
        self._drop_goal()
        if not self._halted:
            self._halted, self._waits = True, False
            self._machine.debugger.hold()
            self._tell_stop(reason, text)

    def _tell_stop(self, reason: str, text: str = "") -> None:
        self._inspection.forget()
        hits = [*dict.fromkeys(hit.id for hit in self._hits)]
        self._hits = []
        thread, self._thread = self._thread, THREAD
        body: Json = {"reason": reason, "threadId": thread, "allThreadsStopped": True}
        if text:
            body["description"] = text
        if reason == "exception":
            body["text"] = text
        if hits:
            body["hitBreakpointIds"] = hits
        self.event("stopped", **body)

    # -- others who control the machine ------------------------------------------------

    def release(self) -> None:
        """Somebody else lets the machine run."""
        if self._halted:
            self._resume(None)
            self.event("continued", threadId=THREAD, allThreadsContinued=True)

    def halt(self) -> None:
        """Somebody else has stopped the machine."""
        if self.started and not self._halted:
            self._halt("pause", "stopped from outside")

    def moved(self) -> None:
        """Somebody else has run the machine and stopped it again."""
        if self._halted:
            self._tell_stop("step", "moved from outside")


def _escaped(text: str) -> str:
    """Return a text in which nothing is a variable of the protocol's message format."""
    return text.replace("{", "(").replace("}", ")")
