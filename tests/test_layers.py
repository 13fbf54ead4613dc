"""Who may import whom, and that the test of it sees what it must see."""

import re

import pytest

from tests.imports import ROOT, between, circles, crossings, graph, package_of

# Each line may import those above it, and nothing of its own line.
LAYERS = (
    "disk.base",
    "disk  c64.base",
    "c64.cpu  c64.vic  c64.sid  c64.cia  c64.input  c64.tape",
    "c64.debug  c64.cartridge.memory",
    "c64.cartridge  c64.drive",
    "c64.bus",
    "c64",
    "emu.errors",
    "emu.process  emu.language",
    "emu.kit  emu.arena  emu.vice",
    "emu.monitor  emu.replay",
    "emu.monitor.vice",
    "emu.dap",
    "emu.shared",
    "emu.monitor.vice.targets",
    "emu.host  emu.web  emu.mcp",
    "emu.browser",
    "emu",
)
ONE = ("emu.host", "emu.shared")  # whose rooms know each other
TOP_OF_C64 = 12  # files that users import, and no more


@pytest.fixture(scope="module")
def edges():
    return graph("c64", "emu", "disk")


def test_no_modules_of_disk_import_each_other_round_about():
    assert circles(graph("disk")) == []


@pytest.mark.slow
@pytest.mark.parametrize("above", ["c64", "emu"])
def test_disk_stands_on_its_own(edges, above):
    assert crossings(edges, "disk", above) == []


@pytest.fixture(scope="module")
def rooms(edges):
    return between(edges, {name: room(name, edges) for name in edges}.get)


def room(name, edges):
    """Return the package a module counts as: the rooms of ONE are one."""
    package = name if name == "emu.errors" else package_of(name, edges)
    return next((one for one in ONE if package.startswith(one + ".")), package)


def test_a_package_imports_only_those_below_it(rooms):
    height = {name: at for at, line in enumerate(LAYERS) for name in line.split()}
    assert set(rooms) == set(height)
    upward = [
        f"{name} -> {found}"
        for name, targets in rooms.items()
        for found in targets
        if height[found] >= height[name]
    ]
    assert upward == []


def test_no_packages_import_each_other_round_about(rooms):
    assert circles(rooms) == []


def test_no_modules_import_each_other_round_about(edges):
    inner = {name: targets - {"c64"} for name, targets in edges.items()}  # its names come late
    assert circles(inner) == []


@pytest.mark.slow
def test_no_tools_import_each_other_round_about():
    assert circles(graph("tools")) == []


def test_the_graph_in_the_architecture_is_that_of_the_sources(rooms):
    page = (ROOT / "docs" / "inside" / "architecture.md").read_text(encoding="utf-8")
    block = re.search(r"<!-- imports -->\n```\n(.*?)```\n<!-- end -->", page, re.DOTALL)[1]
    assert block == as_text(rooms)


def as_text(rooms):
    """Return the graph of packages as the page has it, from the lowest to the highest."""
    width = max(map(len, rooms))
    order = [name for line in LAYERS for name in line.split()]
    rows = [f"{name:{width}}  {' '.join(n for n in order if n in rooms[name])}" for name in order]
    return "".join(row.rstrip() + "\n" for row in rows)


def test_a_package_says_which_file_holds_what(edges):
    said = {name: (ROOT / name.replace(".", "/") / "__init__.py") for name in edges}
    said = {name: path.read_text(encoding="utf-8") for name, path in said.items() if path.exists()}
    untold = [
        name
        for name in edges
        if name.count(".") > 1 and name not in said
        if not re.search(rf"\b{name.rpartition('.')[2]}\b", said[name.rpartition(".")[0]])
    ]
    assert untold == []


def test_the_top_of_c64_is_what_users_import():
    files = sorted(path.name for path in (ROOT / "c64").glob("*.py"))
    assert len(files) <= TOP_OF_C64, files


# -- the graph itself ------------------------------------------------------------------


@pytest.fixture
def project(tmp_path):
    """Return a function: write modules from texts, and return their graph."""

    def write(**sources):
        for name, text in sources.items():
            path = tmp_path / (name.replace("__", "/", 1) + ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return graph(*{name.split("__")[0] for name in sources}, root=tmp_path)

    return write


@pytest.mark.parametrize(
    "text",
    [
        "import p.b",
        "import p.b as other",
        "from p.b import name",
        "from p import b",
        "from . import b",
        "from .b import name",
        "def f():\n    from p.b import name",
        "if TYPE_CHECKING:\n    from p.b import Name",
        "import importlib\nimportlib.import_module('p.b')",
    ],
)
def test_every_way_to_import_is_seen(project, text):
    assert project(p__a=text, p__b="import os")["p.a"] == {"p.b"}


def test_what_only_a_type_checker_imports_can_be_left_out(tmp_path):
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "a.py").write_text("if TYPE_CHECKING:\n    import p.b\nimport p.c\n")
    for name in ("b", "c"):
        (tmp_path / "p" / f"{name}.py").write_text("")
    assert graph("p", root=tmp_path)["p.a"] == {"p.b", "p.c"}
    assert graph("p", root=tmp_path, typing=False)["p.a"] == {"p.c"}


def test_a_package_can_import_relative_to_itself(project):
    edges = project(**{"p____init__": "from .a import x", "p__a": "", "p__b": "from ..p import a"})
    assert edges == {"p": {"p.a"}, "p.a": set(), "p.b": {"p.a"}}


def test_circles_are_found_over_any_number_of_modules(project):
    edges = project(p__a="import p.b", p__b="import p.c", p__c="import p.a", p__d="import p.a")
    assert circles(edges) == [["p.a", "p.b", "p.c"]]


def test_modules_without_a_circle_have_none(project):
    edges = project(p__a="import p.b, p.c", p__b="import p.d", p__c="import p.d", p__d="")
    assert circles(edges) == []


def test_packages_can_be_in_a_circle_where_no_modules_are(project):
    edges = project(p__a="import q.b", q__b="", q__c="import p.d", p__d="")
    assert circles(edges) == []
    assert circles(between(edges)) == [["p", "q"]]
    assert crossings(edges, "p", "q") == ["p.a -> q.b"]


def test_the_package_of_a_module_is_the_innermost_unless_another_is_wanted():
    edges = {"p": {"p.q"}, "p.q": {"p.q.a"}, "p.q.a": {"p.r.b"}, "p.r.b": {"p.q.a"}}
    assert between(edges) == {"p": {"p.q"}, "p.q": {"p.r"}, "p.r": {"p.q"}}
    assert between(edges, lambda module: module.split(".")[0]) == {"p": set()}
