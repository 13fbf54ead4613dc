"""Variables in C, of cc65 and of compilers that write ELF with DWARF."""

import importlib.util
import shutil
import subprocess

import pytest

from emu.dap.c_variables import CVariables, Variable
from emu.kit.symbols import symbols_from_dbg
from tests.emu.dap.client import Refusal, start

C_SOURCE = """\
unsigned char score;
static int total = 3;
unsigned char table[10];
int add(int a, char b) {
    int local = a;
    local += b;
    return local;
}
int main(void) {
    unsigned char i;
    for (i = 0; i < 5; ++i) {
        total = add(total, i);
        score += i;
    }
    table[1] = 7;
    return 0;
}
"""


@pytest.fixture(scope="module")
def c_program(tmp_path_factory):
    """A .prg of C_SOURCE by cc65, with its debug file."""
    folder = tmp_path_factory.mktemp("c")
    (folder / "main.c").write_text(C_SOURCE)
    command = ["cl65", "-t", "c64", "-g", "-Wl", "--dbgfile,main.dbg", "-o", "main.prg", "main.c"]
    if shutil.which(command[0]) is None:
        pytest.skip("cl65 is not installed")
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "main.prg"


@pytest.mark.slow
def test_lines_and_variables_of_cc65(c_program):
    source = c_program.with_suffix(".c")
    with start() as client:
        client.begin(c_program, set_up=lambda c: c.lines(source, 6))
        assert client.stopped() == ("breakpoint", 6)
        names = [f["name"] for f in client.call("stackTrace", threadId=1)["stackFrames"]]
        assert names[:2] == ["_add", "_main"]
        locals_ = client.scope("Locals")
        assert (locals_["local"], locals_["b"], locals_["a"]) == (
            "$0003 (3)", "$00 (0)", "$0003 (3)"
        )  # fmt: skip
        assert client.go("stepOut")[0] == "step"
        client.lines(source, 13, condition="score == 3 && total > 8")
        assert client.go() == ("breakpoint", 13)
        assert client.value("score") == "$03 (3)"
        assert client.scope("Locals") == {"i": "$03 (3)"}
        assert client.go("stepBack")[1] == 12
        assert client.go("next") == ("step", 13)
        client.call("setExpression", expression="score", value="40")
        assert client.scope("Globals")["score"] == "$28 (40)"
        with pytest.raises(Refusal, match="outside of 0 to 255"):
            client.call("setExpression", expression="score", value="256")
        data = client.call("dataBreakpointInfo", name="table")
        assert data["dataId"].endswith("+10")


def test_a_routine_of_no_c_source_has_no_locals(c_program):
    path = str(c_program.with_suffix(".dbg"))
    symbols = symbols_from_dbg(path)
    found = CVariables(path, symbols)
    assert [one.name for one in found.locals(symbols.address("_add"), lambda _: 0)] == [
        "local", "b", "a",
    ]  # fmt: skip
    assert found.locals(0xFFFF, lambda _: 0) == []


TYPES = """\
typedef unsigned char byte;
enum colour { BLACK, WHITE };
struct place { short x; byte y; struct place *next; };
byte lives = 3;
short depth = -2;
enum colour ink = WHITE;
struct place here = { 1, 2, &here };
byte grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
void _start(void) { static int calls; calls = depth + lives; }
"""


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """The variables of TYPES as a compiler with DWARF describes them, by name."""
    if importlib.util.find_spec("elftools") is None:
        pytest.skip("pyelftools is not installed: pip install 'go64[elf]'")
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    folder = tmp_path_factory.mktemp("elf")
    (folder / "main.c").write_text(TYPES)
    subprocess.run(
        ["gcc", "-g", "-O0", "-nostdlib", "-static", "-fno-pie", "-no-pie",
         "-fno-asynchronous-unwind-tables",
         "-Wl,-Ttext=0x1000,-Tdata=0x2000,-Tbss=0x3000,--build-id=none",
         "-Wl,-z,max-page-size=4096", "-o", "game.elf", "main.c"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    path = str(folder / "game.elf")
    symbols = symbols_from_dbg(path)
    return symbols, CVariables(path, symbols)


def test_types_of_dwarf(typed):
    symbols, found = typed
    variables = {variable.name: variable for variable in found.globals}
    assert {name: v.type.name for name, v in variables.items()} == {
        "lives": "byte", "depth": "short int", "ink": "enum colour", "here": "struct place",
        "grid": "byte[2][3]",
    }  # fmt: skip
    assert variables["depth"].type.signed and not variables["lives"].type.signed
    assert variables["lives"].address == symbols.address("lives")
    members = [(name, at, kind.kind) for name, at, kind in variables["here"].type.members]
    assert members == [("x", 0, "number"), ("y", 2, "number"), ("next", 8, "pointer")]
    grid = variables["grid"].type
    assert (grid.size, grid.count, grid.element.name, grid.element.count) == (6, 2, "byte[3]", 3)


def test_a_variable_within_a_function_is_seen_only_there(typed):
    symbols, found = typed
    start = symbols.address("_start")
    (calls,) = found.locals(start, lambda _: 0)
    assert isinstance(calls, Variable) and calls.name == "calls"
    assert found.locals(0x9000, lambda _: 0) == []


def test_items_of_every_type(typed):
    import c64
    from emu.dap.variables import Views

    symbols, found = typed
    board = c64.C64(sample_rate=0).board
    variables = {variable.name: variable for variable in found.globals}
    changes = []
    views = Views(board, symbols, found, lambda: changes.append(1))

    def poke(name, data):
        address = variables[name].address
        board.ram[address : address + len(data)] = data

    poke("depth", b"\xfe\xff")
    poke("here", b"\x05\x00\x07" + bytes(5) + variables["here"].address.to_bytes(8, "little"))
    poke("grid", bytes(range(1, 7)))
    assert views.variable(variables["depth"]).text == "$FFFE (-2)"
    here = views.variable(variables["here"])
    x, y, pointer = here.children()
    assert (x.text, y.text, pointer.type) == ("$0005 (5)", "$07 (7)", "struct place *")
    grid = views.variable(variables["grid"])
    assert grid.text == "01 02 03 04 05 06"
    second = grid.children()[1]
    assert second.children()[2].text == "$06 (6)"
    views.put(views.variable(variables["depth"]), -3)
    assert views.reader(variables["depth"])() == -3 and changes == [1]


def test_a_damaged_file_has_no_variables(tmp_path, typed):
    symbols, _ = typed
    path = tmp_path / "game.elf"
    path.write_bytes(b"\x7fELF" + bytes(range(200)))
    assert CVariables(str(path), symbols).globals == []
