"""The tools of a Session, offered by the package ``mcp`` on standard input and output."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from c64.errors import Go64Error, MachineFault
from emu.errors import UsageError
from emu.mcp.session import TOOLS, Session

if TYPE_CHECKING:
    from argparse import Namespace

READERS = (
    "list_files", "screen_text", "screen_png", "read_memory", "disassemble", "registers", "labels",
    "list_breakpoints",
)  # fmt: skip
INSTRUCTIONS = (
    "A Commodore 64, exact to the cycle. It runs only while a tool runs it. Places are labels or "
    'addresses: "main", "$C000", 49152. Assemble a source or load a file, run_until a label, and '
    "look at screen_text, screen_png, read_memory and registers."
)


def make_server(session: Session) -> Any:
    """Return the MCPServer of a session; UsageError without the package ``mcp``."""
    try:
        from mcp.server.mcpserver import Image, MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
        from mcp.types import ToolAnnotations
    except ImportError as error:
        missing = error.name or "mcp"
        raise UsageError(
            f"--mcp needs the package mcp, 2 or newer ({missing} is missing): "
            "pip install 'go64[mcp]'"
        ) from None

    server = MCPServer("go64", instructions=INSTRUCTIONS, log_level="WARNING")

    def offered(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def tool(*args: Any, **kwargs: Any) -> Any:
            with session.lock:
                try:
                    answer = function(*args, **kwargs)
                except (Go64Error, MachineFault, ValueError, KeyError, IndexError) as error:
                    raise ToolError(" ".join(str(error).split(" "))) from None
            return Image(data=answer, format="png") if isinstance(answer, bytes) else answer

        return tool

    for name in TOOLS:
        server.add_tool(
            offered(getattr(session, name)),
            annotations=ToolAnnotations(read_only_hint=name in READERS, open_world_hint=False),
            structured_output=False,
        )
    return server


def run_mcp(args: Namespace) -> int:
    """Serve one client on standard input and output until it goes; returns the exit status."""
    make_server(Session(args)).run()
    return 0
