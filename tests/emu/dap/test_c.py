"""Variables in C, of cc65 and of compilers that write ELF with DWARF."""

import importlib.util
import itertools
import shutil
import subprocess

import pytest

from emu.dap import c_variables
from emu.dap.c_variables import DEPTH_MOST, GAP_MOST, CVariables, Variable
from emu.kit.symbols import Routine, Segment, Symbol, Symbols, symbols_from_dbg
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


DEBUG_FILE = """\
version\tmajor=2,minor=0
csym\tid=0,name="first",scope=0,type=0,sc=auto,offs=2
csym\tid=1,name="second",scope=0,type=0,sc=auto
csym\tid=2,name="low",scope=0,type=0,sc=auto,offs=-5
csym\tid=3,name="fixed",scope=0,type=0,sc=static
csym\tid=4,name="lost",scope=1,type=0,sc=auto,offs=1
csym\tid=5,name="only",scope=2,type=0,sc=auto,offs=4
scope\tid=0,name="_f",mod=0,sym=0
scope\tid=1,name="",mod=0
scope\tid=2,name="_g",mod=0,sym=1
sym\tid=0,name="_f",type=lab,val=0x1000
sym\tid=1,name="_g",type=lab,val=0x1100
"""
IMPORTED = """\
sym\tid=2,name="c_sp",type=imp
sym\tid=3,name="other",type=imp,ref=3
sym\tid=4,name="c_sp",type=imp,ref=0+1+2
line\tid=0,file=0,line=1
line\tid=1,file=0,line=2,span=0+1
line\tid=2,file=0,line=3,span=2
line\tid=3,file=0,line=4,span=3
span\tid=0,seg=0,start=9,size=3
span\tid=1,seg=0,start=5,size=2,type=1
span\tid=2,seg=0,start=0x20,size=2
span\tid=3,seg=0,start=1,size=2
seg\tid=0,name="CODE",start=0x2000,size=0x100
"""


def cc65_locals(folder, text, symbols, memory):
    """Return {name: (address, size)} of the locals at $1000 and those at $1100."""
    path = folder / "main.dbg"
    path.write_text(text)
    found = CVariables(str(path), symbols)
    return [
        {one.name: (one.address, one.type.size) for one in found.locals(at, memory.__getitem__)}
        for at in (0x1000, 0x1100)
    ]


def test_locals_of_cc65_lie_above_its_stack_pointer(tmp_path):
    memory = bytearray(0x10000)
    memory[0x02:0x04] = b"\x00\x90"
    memory[0x2021] = 0x02  # operand of the line that names the pointer
    wanted = [
        {"low": (0x9000, 5), "second": (0x9005, 2), "first": (0x9007, 2)}, {"only": (0x9004, 2)}
    ]  # fmt: skip
    for name in ("c_sp", "sp"):
        symbols = Symbols()
        symbols.add(Symbol(name, 2, True), name)
        assert cc65_locals(tmp_path, DEBUG_FILE, symbols, memory) == wanted
    assert cc65_locals(tmp_path, DEBUG_FILE + IMPORTED, Symbols(), memory) == wanted
    assert cc65_locals(tmp_path, DEBUG_FILE, Symbols(), memory) == [{}, {}]  # no pointer


def test_a_debug_file_that_refers_to_nothing_has_no_locals(tmp_path):
    memory = bytearray(0x10000)
    for wrong in ("scope=9", "scope=x"):
        text = DEBUG_FILE.replace("scope=2", wrong)
        assert cc65_locals(tmp_path, text, Symbols(), memory) == [{}, {}]


def test_globals_of_cc65_have_the_bytes_up_to_the_next_label(tmp_path):
    path = tmp_path / "main.dbg"
    path.write_text(DEBUG_FILE)
    symbols = Symbols()
    for name, at in (
        ("_end", 0x2FF0), ("_a", 0x2000), ("_b", 0x2001), ("next", 0x2004), ("_far", 0x2100),
        ("_wide", 0x2101 + GAP_MOST), ("_f", 0x1000), ("_inside", 0x1002),
        ("__LINKERS_LOAD__", 0x2002), ("_above", 0x3000),
    ):  # fmt: skip
        symbols.add(Symbol(name, at, True), name)
    symbols.add(Symbol("_scoped", 0x2003, True, scoped=True), "_scoped")
    symbols.add(Symbol("_constant", 0x2002, False), "_constant")
    symbols.add(Symbol("_code", 0x2F00, True), "_code")
    symbols.add(Symbol("limit", 0x2101 + 2 * GAP_MOST, True), "limit")
    symbols.code[0x2F00] = 2
    symbols.routines = [Routine("_f", 0x1000, 0x1010)]
    symbols.segments["DATA"] = Segment("DATA", 0x2000, 0x1000)
    found = CVariables(str(path), symbols).globals
    assert {one.name: (one.address, one.type.size) for one in found} == {
        "a": (0x2000, 1), "b": (0x2001, 3), "far": (0x2100, 1),
        "wide": (0x2101 + GAP_MOST, GAP_MOST), "end": (0x2FF0, 16), "above": (0x3000, 1),
    }  # fmt: skip
    assert [one.name for one in found] == sorted(one.name for one in found)


TYPES = """\
typedef unsigned char byte;
enum colour { BLACK, WHITE };
struct place { short x; byte y; struct place *next; };
byte lives = 3;
short depth = -2;
enum colour ink = WHITE;
struct place here = { 1, 2, &here };
byte grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
signed char low = -1;
unsigned short wide = 1;
float real = 1;
volatile const long fixed = 5;
union either { short x; byte y[4]; } both;
void *any;
byte rest[2] __attribute__((section(".bss")));
void _start(void) { static int calls; calls = depth + lives; }
"""


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """The variables of TYPES as a compiler with DWARF describes them, by name."""
    return compiled(tmp_path_factory.mktemp("elf"), TYPES)


def compiled(folder, source):
    """Return (Symbols, CVariables) of a source as gcc compiles it with DWARF."""
    if importlib.util.find_spec("elftools") is None:
        pytest.skip("pyelftools is not installed: pip install 'go64[elf]'")
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    (folder / "main.c").write_text(source)
    subprocess.run(
        ["gcc", "-g", "-O0", "-nostdlib", "-static", "-fno-pie", "-no-pie",
         "-fno-asynchronous-unwind-tables",
         "-Wl,-Ttext=0x1000,-Tdata=0x2000,-Tbss=0x3000,--build-id=none",
         "-Wl,--section-start=.rodata=0x4000",  # binutils 2.44 would put it over .data
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
        "grid": "byte[2][3]", "low": "signed char", "wide": "short unsigned int",
        "real": "float", "fixed": "long int", "both": "union either", "any": "void *",
        "rest": "byte[2]",
    }  # fmt: skip
    assert {name for name, v in variables.items() if v.type.signed} == {"depth", "low", "fixed"}
    assert [(name, at) for name, at, _ in variables["both"].type.members] == [("x", 0), ("y", 0)]
    assert (variables["both"].type.size, variables["any"].type.element.size) == (4, 0)
    assert variables["lives"].address == symbols.address("lives")
    members = [(name, at, kind.kind) for name, at, kind in variables["here"].type.members]
    assert members == [("x", 0, "number"), ("y", 2, "number"), ("next", 8, "pointer")]
    grid = variables["grid"].type
    assert (grid.size, grid.count, grid.element.name, grid.element.count) == (6, 2, "byte[3]", 3)


def nested(kind):
    """Declarations of a type in C that contains itself 40 times over, as ``it``."""
    names = [f"t{n}" for n in range(41)]
    bodies = {
        "pointer": "typedef {0} *{1};", "typedef": "typedef {0} {1};",
        "array": "typedef {0} *{1}[1];", "struct": "typedef struct {{ {0} m; }} {1};",
    }  # fmt: skip
    rows = [bodies[kind].format(*pair) for pair in itertools.pairwise(names)]
    return "\n".join(["typedef unsigned char t0;", *rows, "t40 it; void _start(void) {}", ""])


@pytest.mark.parametrize("kind", ["pointer", "typedef", "array", "struct"])
def test_types_within_types_are_followed_so_far_and_no_further(tmp_path, kind):
    (variable,) = compiled(tmp_path, nested(kind))[1].globals
    found, depth = variable.type, 0
    while found.element is not None or found.members:
        found, depth = found.element or found.members[0][2], depth + 1
    assert depth <= DEPTH_MOST + 1 and found.size != 1  # the byte at the end is not reached


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


def test_a_file_has_so_many_variables_at_most(tmp_path, monkeypatch):
    monkeypatch.setattr(c_variables, "VARIABLES_MOST", 3)
    text = "".join(f"int v{n};" for n in range(9)) + "void _start(void) { static int a, b; a = b; }"
    _, found = compiled(tmp_path, text)
    assert 0 < len(found.globals) <= 4
    path = tmp_path / "main.dbg"
    path.write_text(DEBUG_FILE)
    symbols = Symbols()
    for n in range(9):
        symbols.add(Symbol(f"_v{n}", 0x2000 + n, True), f"_v{n}")
    assert len(CVariables(str(path), symbols).globals) == 3


def test_a_damaged_file_has_no_variables(tmp_path, typed):
    symbols, _ = typed
    path = tmp_path / "game.elf"
    path.write_bytes(b"\x7fELF" + bytes(range(200)))
    assert CVariables(str(path), symbols).globals == []
