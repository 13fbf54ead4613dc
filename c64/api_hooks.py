"""Functions that are called when the machine comes to a place or writes to one.

An instruction at an address is noticed by the board's side table of traps, so that hooks cost
nothing elsewhere.  Writes are told by a probe (c64.debug.probe), which is attached while there
are such hooks: the machine then runs slower as a whole.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Any, NamedTuple, Self

from c64.bus.board import Board
from c64.debug.probe import PROBE_CALL_WRITE, Probe
from c64.errors import HookError


class Write(NamedTuple):
    """A write of the CPU.

    address  where; value  the byte that the CPU put on the bus
    cycle    of phi2 in which it did: what ``C64.cycle`` was when this cycle began
    pc       address of the instruction that wrote
    """

    address: int
    value: int
    cycle: int
    pc: int


OnReach = Callable[[Any], object]
OnWrite = Callable[[Any, Write], object]


class Hook:
    """A hook that is set; as a context manager it is removed at the end of the block.

    addresses  range of the addresses that it waits for
    """

    def __init__(self, addresses: range, function: Any, remove: "Callable[[Hook], None]") -> None:
        self.addresses = addresses
        self.function = function
        self._remove: Callable[[Hook], None] | None = remove

    @property
    def active(self) -> bool:
        """True until it is removed."""
        return self._remove is not None

    def remove(self) -> None:
        """Take the hook away; the second time nothing happens."""
        remove, self._remove = self._remove, None
        if remove is not None:
            remove(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.remove()


class _Place:
    """All hooks at one address, and the trap that was there before them."""

    def __init__(self, hooks: "Hooks", address: int) -> None:
        self._hooks, self._address = hooks, address
        self.functions: list[Hook] = []
        self.before: Any = None
        self._stopped = -1

    def __call__(self, board: Any) -> bool:
        """The board is about to run the instruction; True: not now, or not here."""
        if board.cycle != self._stopped:
            self._stopped = -1
            for hook in tuple(self.functions):
                if hook.active:
                    self._hooks.call(hook)
            if board.cpu.pc != self._address:
                return True
            if self._hooks.stopping:
                self._stopped = board.cycle  # when the machine goes on, the hooks have run
                return True
        return self.before is not None and bool(self.before(board))


class Hooks:
    """The hooks of one machine.

    machine   what the functions are given
    stopping  True: somebody wants the run under way to end
    """

    def __init__(self, machine: Any, board: Board) -> None:
        self.machine, self._board = machine, board
        self.stopping = False
        self._calling = False
        self._error: Exception | None = None
        self._places: dict[int, _Place] = {}
        self._writes: list[Hook] = []
        self._probe: Any = None

    def call(self, hook: Hook, *what: Write) -> None:
        """Call the function of a hook."""
        self._calling = True
        try:
            hook.function(self.machine, *what)
        finally:
            self._calling = False

    def check_idle(self, what: str) -> None:
        """Raise HookError if ``what`` comes from a hook: the machine is between two states."""
        if self._calling:
            raise HookError(f"{what}: not allowed in a hook; call stop(), do it after the run")

    # -- places --------------------------------------------------------------------------

    def on(self, address: int, function: OnReach) -> Hook:
        """Set a hook at an instruction."""
        if address not in self._places:
            self._places[address] = _Place(self, address)
            self._arm(address)
        hook = Hook(range(address, address + 1), function, self._off)
        self._places[address].functions.append(hook)
        return hook

    def _arm(self, address: int) -> None:
        place = self._places[address]
        place.before = self._board.traps.get(address)
        self._board.set_trap(address, place)

    def rearm(self) -> None:
        """Put the hooks before traps that others have set at the same addresses since."""
        for address, place in self._places.items():
            if self._board.traps.get(address) is not place:
                self._arm(address)

    def _off(self, hook: Hook) -> None:
        address = hook.addresses.start
        place = self._places[address]
        place.functions.remove(hook)
        if not place.functions:
            del self._places[address]
            if self._board.traps.get(address) is place:
                self._board.set_trap(address, place.before)

    # -- writes --------------------------------------------------------------------------

    def on_write(self, addresses: range, function: OnWrite) -> Hook:
        """Set a hook at writes to a range; HookError if another probe is in the machine."""
        if self._board.engine is not None:
            raise HookError("on_write: not available with cpu='py65'; use cpu='exact'")
        if self._board.probe is not None and self._board.probe is not self._probe:
            raise HookError(
                "on_write: the monitor or the pytest plugin watches this machine; use its watches"
            )
        hook = Hook(addresses, function, self._off_write)
        self._writes.append(hook)
        self._watch()
        return hook

    def _off_write(self, hook: Hook) -> None:
        self._writes.remove(hook)
        self._watch()

    def _watch(self) -> None:
        """Let the probe note what the hooks wait for, and take it out when there are none."""
        if self._probe is None:
            self._probe = Probe()
            self._probe.hook = self._written
        flags = bytearray(0x10000)
        for hook in self._writes:
            count = len(hook.addresses)
            flags[hook.addresses.start : hook.addresses.stop] = bytes([PROBE_CALL_WRITE]) * count
        memoryview(self._probe.flags)[:] = flags
        if self._writes:
            self._board.attach_probe(self._probe)
        elif self._board.probe is self._probe:
            self._board.attach_probe(None)

    def _written(self, address: int, value: int, _: int, cycle: int) -> None:
        """The CPU writes, in the middle of an instruction: an error must wait for its end."""
        write = Write(address, value, cycle, self._probe.pc & 0xFFFF)
        for hook in tuple(self._writes):
            if address in hook.addresses and hook.active and self._error is None:
                try:
                    self.call(hook, write)
                except Exception as error:
                    self._error = error
                    self._board.stop = 1

    # -- the end of a run ----------------------------------------------------------------

    def stop(self) -> None:
        """End the run under way, or the next one, at once."""
        if not self._board.stop:
            self.stopping = True
            self._board.stop = 1

    def settle(self) -> bool:
        """After a run: raise what a hook has raised; True if a hook has ended the run."""
        error, self._error = self._error, None
        stopping, self.stopping = self.stopping, False
        if error is not None or stopping:
            self._board.stop = 0
        if error is not None:
            raise error
        return stopping
