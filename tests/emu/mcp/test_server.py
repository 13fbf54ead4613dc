"""``go64 --mcp`` as the client of the package ``mcp`` meets it."""

import base64
import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from emu.mcp.server import make_server
from emu.mcp.session import TOOLS

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def mcp():
    pytest.importorskip("mcp.server.mcpserver", reason="the package mcp, 2 or newer, is missing")
    return pytest.importorskip("mcp")


def run(work):
    """Run a coroutine with the event loop that mcp brings."""
    import anyio

    async def bounded():
        with anyio.fail_after(60):
            await work()

    anyio.run(bounded)


def test_tools_are_listed_with_schemas_and_called(mcp, session):
    from mcp.client.client import Client

    async def work():
        async with Client(make_server(session)) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(tools) == set(TOOLS)
            assert set(tools["read_memory"].input_schema["properties"]) == {"place", "length"}
            assert tools["read_memory"].annotations.read_only_hint
            assert not tools["write_memory"].annotations.read_only_hint
            await client.call_tool("write_memory", {"place": "$C000", "data": "a9 07 60"})
            result = await client.call_tool("disassemble", {"place": 0xC000, "count": 2})
            assert "lda #$07" in result.content[0].text
            result = await client.call_tool("screen_png", {})
            picture = Image.open(io.BytesIO(base64.b64decode(result.content[0].data)))
            assert picture.size == (384, 272)
            result = await client.call_tool("run_frames", {"frames": 10**9})
            assert result.is_error
            assert "frames 1000000000: must be 1 to 3000" in result.content[0].text
            result = await client.call_tool("load", {"name": "/etc/passwd"})
            assert result.is_error and "is not one of those offered" in result.content[0].text

    run(work)


def test_the_command_serves_a_client_on_standard_input_and_output(mcp, folder):
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    words = ["-m", "emu", "--mcp", "--mcp-folder", str(folder)]
    server = StdioServerParameters(command=sys.executable, args=words, cwd=ROOT)

    async def work():
        async with Client(stdio_client(server)) as client:
            result = await client.call_tool("type_text", {"text": "print 3*4\n"})
            assert not result.is_error
            text = (await client.call_tool("screen_text", {})).content[0].text
            assert "\n 12" in text

    run(work)


def test_without_the_package_one_line_says_what_to_install(tmp_path):
    (tmp_path / "mcp.py").write_text("raise ImportError('no', name='mcp')\n")
    result = subprocess.run(
        [sys.executable, "-m", "emu", "--mcp"], cwd=ROOT, env={"PYTHONPATH": str(tmp_path)},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("go64: --mcp needs the package mcp")
    assert len(result.stderr.splitlines()) == 1
