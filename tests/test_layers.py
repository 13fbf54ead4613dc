"""Who may import whom, and that the test of it sees what it must see."""

import pytest

from tests.imports import between, circles, crossings, graph


@pytest.fixture(scope="module")
def edges():
    return graph("c64", "emu", "disk")


def test_no_modules_of_disk_import_each_other_round_about():
    assert circles(graph("disk")) == []


@pytest.mark.parametrize("above", ["c64", "emu"])
def test_disk_stands_on_its_own(edges, above):
    assert crossings(edges, "disk", above) == []


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
