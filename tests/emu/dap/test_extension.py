"""The extension for VS Code says what the adapter understands, and starts it."""

import inspect
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from emu.cli import make_parser
from emu.dap import launch
from emu.dap.server import DEFAULT_PORT

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "packaging" / "vscode"
PAGE = ROOT / "docs" / "program" / "debugging.md"
OF_THE_EDITOR = {"port"}  # attributes that the adapter never sees, or need not

# Stands for the editor: prints what the extension wants to have started.
EDITOR = """
const Module = require("module");
const load = Module._load;
const found = [];
const vscode = {
  workspace: { getConfiguration: () => ({ get: () => "go64-here" }) },
  window: {},
  debug: {
    registerDebugAdapterDescriptorFactory: (type, factory) => found.push(type, factory),
    registerDebugAdapterTrackerFactory: () => {},
  },
  DebugAdapterServer: class { constructor(port, host) { this.server = [port, host]; } },
  DebugAdapterExecutable: class {
    constructor(command, args, options) { this.start = [command, ...args, options]; }
  },
};
Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));
require(process.argv[2]).activate({ subscriptions: [] });
const ask = (configuration) => found[1].createDebugAdapterDescriptor({ configuration });
console.log(JSON.stringify([
  found[0], ask({ request: "launch", cwd: "/p" }), ask({ request: "attach", port: 4711 }),
]));
"""


@pytest.fixture(scope="module")
def package():
    """What package.json says."""
    return json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))


def attributes(package, request):
    """Return the names of a request's attributes."""
    (debugger,) = package["contributes"]["debuggers"]
    return set(debugger["configurationAttributes"][request]["properties"])


def test_its_attributes_are_those_that_the_adapter_reads(package):
    read = set(re.findall(r'\("(\w+)"', inspect.getsource(launch.read_launch)))
    assert attributes(package, "launch") == read - {"noDebug"}  # the editor gives it itself
    assert attributes(package, "attach") - OF_THE_EDITOR <= read


def test_the_page_describes_every_attribute(package):
    rows = re.findall(r"^\| (`.+?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    described = set(re.findall(r"`(\w+)`", " ".join(rows)))
    assert attributes(package, "launch") | {"noDebug"} == described


def test_version_and_port_are_those_of_go64(package):
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{package["version"]}"' in text
    (debugger,) = package["contributes"]["debuggers"]
    port = debugger["configurationAttributes"]["attach"]["properties"]["port"]
    assert port["default"] == DEFAULT_PORT and "--dap" in make_parser().format_help()


def test_it_starts_the_adapter_or_connects_to_its_port(tmp_path):
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    (tmp_path / "editor.js").write_text(EDITOR)
    command = ["node", str(tmp_path / "editor.js"), str(FOLDER / "extension.js")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout) == [
        "go64",
        {"start": ["go64-here", "--dap", {"cwd": "/p"}]},
        {"server": [DEFAULT_PORT, "127.0.0.1"]},
    ]
