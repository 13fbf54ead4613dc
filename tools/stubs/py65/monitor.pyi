import cmd
from collections.abc import Iterable, Sequence
from typing import IO, Any

from py65.assembler import Assembler
from py65.utils.addressing import AddressParser

class Monitor(cmd.Cmd):
    _address_parser: AddressParser
    _assembler: Assembler
    _shortcuts: dict[str, str]
    _width: int
    def __init__(
        self,
        argv: Sequence[str] | None = None,
        stdin: IO[str] | None = None,
        stdout: IO[str] | None = None,
        mpu_type: type[Any] = ...,  # of MPU, which has no types either
        memory: Any = None,  # a list of bytes, or what can be indexed as one
        putc_addr: int = 0xF001,
        getc_addr: int = 0xF004,
    ) -> None: ...
    def _add_shortcuts(self) -> None: ...
    def _install_mpu_observers(self, getc_addr: int, putc_addr: int) -> None: ...
    def _interactive_assemble(self, args: str) -> None: ...
    def _output(self, stuff: str) -> None: ...
    def _output_mpu_status(self) -> None: ...
    def _preprocess_line(self, line: str) -> str: ...
    def _run(self, stopcodes: Iterable[int]) -> None: ...
    def do_registers(self, args: str) -> None: ...
