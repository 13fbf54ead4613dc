"""Labels and source lines of other assemblers and of compilers: from the tool itself if it is
installed, and from a file of the same form."""

import importlib.util
import random
import shutil
import subprocess
import sys

import pytest

from c64.debug.labels import LabelError, read_labels
from emu.kit.coverage import collect, lcov_text
from emu.kit.debug_formats import FormatError, read_debug_data
from emu.kit.errors import KitUsageError
from emu.kit.machine import Kit
from emu.kit.machine_pool import MachineSpec, booted_machine
from emu.kit.symbols import symbols_from_dbg

ACME = """\
*=$0801
!byte $0b,8,10,0,$9e,$32,$30,$36,$31,0,0,0
start
 lda #1
 sta $d020
.local
 inx
 bne .local
 jsr sub
 rts
sub
 lda table,x
 rts
table !byte 1,2,3
const = $1234
"""
TASS = (
    ACME.replace("!byte", ".byte").replace(".local\n inx", "again inx").replace(".local", "again")
)
DASM = (
    " processor 6502\n"
    + ACME.replace("*=$0801", " org $0801").replace("!byte", " byte")
    .replace("table  byte", "table byte")
)  # fmt: skip
XA = " .word $0801\n * = $0801\n" + TASS.split("\n", 1)[1].replace(".byte", ".byt")
REPORT = """\

; ******** Source: game.asm
     1                          *=$0801
     2  0801 0b080a009e323036...!byte $0b,8,10,0,$9e,$32,$30,$36,$31,0,0,0
     3                          start
     4  080d a901                lda #1
     5  080f 8d20d0              sta $d020
     6                          .local
     7  0812 e8                  inx
     8  0813 d0fd                bne .local
     9  0815 201908              jsr sub
    10  0818 60                  rts
    11                          sub
    12  0819 bd1d08              lda table,x
    13  081c 60                  rts
    14  081d 010203             table !byte 1,2,3
"""
LISTING = """\

; 64tass Turbo Assembler Macro V1.58.2974? listing file
; 64tass -q --cbm-prg -o game.prg -L game.lst game.asm

;Offset\t;Hex\t\t;Monitor\t;Source

;******  Processing input file: game.asm

>0801\t0b 08 0a 00 9e 32 30 36\t\t\t.byte $0b,8,10,0,$9e,$32,$30,$36,$31,0,0,0
>0809\t31 00 00 00
.080d\ta9 01\t\tlda #$01\t lda #1
.080f\t8d 20 d0\tsta $d020\t sta $d020
.0812\te8\t\tinx\t\tagain inx
.0813\td0 fd\t\tbne $0812\t bne again
.0815\t20 19 08\tjsr $0819\t jsr sub
.0818\t60\t\trts\t\t rts
.0819\tbd 1d 08\tlda $081d,x\t lda table,x
.081c\t60\t\trts\t\t rts
>081d\t01 02 03\t\t\ttable .byte 1,2,3
=$1234\t\t\t\t\tconst = $1234
"""
DASM_LISTING = (
    "------- FILE game.asm LEVEL 1 PASS 2\n"
    "      1  081d\t\t\t\t\t      processor\t6502\n"
    "      5  080d\t\t       a9 01\t\t      lda\t#1\n"
    "      6  080f\t\t       8d 20 d0 \t      sta\t$d020\n"
    "      8  0812\t\t       e8\t\t      inx\n"
    "      9  0813\t\t       d0 fd\t\t      bne\t.local\n"
    "     10  0815\t\t       20 19 08 \t      jsr\tsub\n"
    "     11  0818\t\t       60\t\t      rts\n"
    "     13  0819\t\t       bd 1d 08 \t      lda\ttable,x\n"
    "     14  081c\t\t       60\t\t      rts\n"
    "     16  081d\t\t       12 34\t   const      =\t$1234\n"
)
KICK = """\
<C64debugger version="1.0">
   <Sources values="INDEX,FILE">
      0,KickAss.jar:/include/autoinclude.asm
      1,game.asm
   </Sources>
   <Segment name="Default" dest="" values="START,END,FILE_IDX,LINE1,COL1,LINE2,COL2">
      <Block name="Basic">
         $0801,$0802,0,38,5,38,9
      </Block>
      <Block name="Program">
         $080d,$080e,1,4,2,4,4
         $080f,$0811,1,5,2,5,4
      </Block>
   </Segment>
   <Labels values="SEGMENT,ADDRESS,NAME,START,END,FILE_IDX,LINE1,COL1,LINE2,COL2">
      Default,$080d,start,0,1,3,1,3,6
   </Labels>
   <Breakpoints values="SEGMENT,ADDRESS,ARGUMENT">
      Default,$080f,
   </Breakpoints>
</C64debugger>
"""
OSCAR = """\
{variables: [{name: "score", start: 2304, end: 2306, typeid: 1}],
functions: [{name: "main", start: 2061, end: 2080, typeid: 2, source: "main.c", line: 3,
 lines: [{start: 2061, end: 2066, source: "main.c", line: 4},
         {start: 2066, end: 2080, source: "main.c", line: 5}]}],
types: [], memory: []}
"""
CODE = {0x80D: 2, 0x80F: 3, 0x812: 1, 0x813: 2, 0x815: 3, 0x818: 1, 0x819: 3, 0x81C: 1}
LABELS = {"start": 0x80D, "sub": 0x819, "table": 0x81D}


def run(folder, *command):
    """Run an assembler in a folder; skip if it is not installed."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=60)


@pytest.fixture
def source(tmp_path):
    def write(text, name="game.asm"):
        (tmp_path / name).write_text(text)
        return tmp_path

    return write


def lines_of(path):
    """Return {address: line} of instructions; each is in game.asm."""
    symbols = symbols_from_dbg(path)
    assert {symbols.lines[at][0] for at in symbols.code} == {str(path.parent / "game.asm")}
    assert {at: symbols.code[at] for at in symbols.code} == CODE
    return {at: symbols.lines[at][1] for at in symbols.code}


NUMBERS = [4, 5, 7, 8, 9, 10, 12, 13]
INLINE = [4, 5, 6, 7, 8, 9, 11, 12]  # where the label is in the line of its instruction


def test_acme_itself(source):
    folder = source(ACME)
    run(folder, "acme", "-f", "cbm", "-o", "game.prg", "-r", "game.rep", "--vicelabels",
        "game.vs", "--symbollist", "game.sym", "game.asm")  # fmt: skip
    for name in ("game.vs", "game.sym"):
        assert read_labels(folder / name).items() >= LABELS.items()
    assert list(lines_of(folder / "game.rep").values()) == NUMBERS


def test_the_report_of_acme(source):
    folder = source(ACME)
    (folder / "game.rep").write_text(REPORT)
    assert list(lines_of(folder / "game.rep").values()) == NUMBERS


@pytest.mark.parametrize("options", [(), ("--line-numbers",)])
def test_64tass_itself(source, options):
    folder = source(TASS)
    run(folder, "64tass", "-q", "--cbm-prg", "-o", "game.prg", "-L", "game.lst", *options,
        "-l", "game.sym", "game.asm")  # fmt: skip
    run(folder, "64tass", "-q", "--cbm-prg", "-o", "game.prg", "--vice-labels", "-l", "game.vs",
        "game.asm")  # fmt: skip
    for name in ("game.vs", "game.sym"):
        assert read_labels(folder / name).items() >= LABELS.items()
    assert list(lines_of(folder / "game.lst").values()) == INLINE


def test_the_listing_of_64tass(source):
    folder = source(TASS)
    (folder / "game.lst").write_text(LISTING)
    assert list(lines_of(folder / "game.lst").values()) == INLINE


def test_dasm_itself(source):
    folder = source(DASM)
    run(folder, "dasm", "game.asm", "-f1", "-ogame.prg", "-sgame.sym", "-lgame.lst")
    assert read_labels(folder / "game.sym").items() >= LABELS.items()
    assert list(lines_of(folder / "game.lst").values()) == [n + 1 for n in NUMBERS]


def test_the_listing_of_dasm(source):
    folder = source(DASM)
    (folder / "game.lst").write_text(DASM_LISTING)
    assert list(lines_of(folder / "game.lst").values()) == [n + 1 for n in NUMBERS]


def test_xa_itself(source):
    folder = source(XA)
    run(folder, "xa", "-o", "game.prg", "-l", "game.lbl", "game.asm")
    assert read_labels(folder / "game.lbl").items() >= LABELS.items()


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("al C:0810 .start\nal C:d020 .border\n", {"start": 0x810, "border": 0xD020}),
        ("al 810 .start\nal 00d020 .sub:inner\n", {"start": 0x810, "sub:inner": 0xD020}),
        ("\tstart\t= $810\t; ?\n\tn\t= 10\t; unused\n", {"start": 0x810, "n": 10}),
        ("start\t\t= $0810\nmask = %101\n", {"start": 0x810, "mask": 5}),
        (
            ".label start=$0810\n.namespace main {\n  .label loop=$812\n}\n.label end=$820\n",
            {"start": 0x810, "main.loop": 0x812, "end": 0x820},
        ),
        (
            "--- Symbol List (sorted by symbol)\n0.loop                   0812              (R )\n"
            "start                    080d                  \n--- End of Symbol List.\n",
            {"0.loop": 0x812, "start": 0x80D},
        ),
        ("start, 0x080d, 0, 0x0000\nloop, 0x0812, 0, 0x0000\n", {"start": 0x80D, "loop": 0x812}),
    ],
)
def test_labels_of_every_form(tmp_path, text, labels):
    path = tmp_path / "labels"
    path.write_text(text)
    assert read_labels(path) == labels


def test_the_debug_file_of_kickassembler(source):
    folder = source(ACME)
    (folder / "game.dbg").write_text(KICK)
    symbols = symbols_from_dbg(folder / "game.dbg")
    assert symbols.code == {0x80D: 2, 0x80F: 3}
    assert symbols.source(0x80F)[1:] == (5, " sta $d020")
    assert symbols.address("start") == symbols.address("game.asm:4") == 0x80D


@pytest.mark.parametrize("name", ["d:\\work\\src\\game.asm", "src\\game.asm"])
def test_a_file_that_was_written_on_windows_has_places_by_line(tmp_path, name):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "game.asm").write_text(ACME)
    (tmp_path / "game.dbg").write_text(KICK.replace("1,game.asm", f"1,{name}"))
    (tmp_path / "game.rep").write_text(REPORT.replace("Source: game.asm", f"Source: {name}"))
    for file in ("game.dbg", "game.rep"):
        symbols = symbols_from_dbg(tmp_path / file)
        assert symbols.address("game.asm:5") == symbols.address("src/game.asm:5") == 0x80F
        assert "\\" not in symbols.source(0x80F)[0]


def test_the_debug_file_of_oscar64(source):
    folder = source("int x;\n\nint main(void) {\n  x = 1;\n  return x;\n}\n", "main.c")
    (folder / "game.dbj").write_text(OSCAR)
    symbols = symbols_from_dbg(folder / "game.dbj")
    assert symbols.address("main.c:5") == 2066 and symbols.address("score") == 2304
    routine = symbols.routine_at(2070)
    assert (routine.name, routine.start, routine.end) == ("main", 2061, 2080)


def test_an_elf_file_with_dwarf(source):
    if importlib.util.find_spec("elftools") is None:
        pytest.skip("pyelftools is not installed: pip install 'go64[elf]'")
    folder = source("int x;\n\nvoid _start(void) {\n  x = 1;\n  x = x + 2;\n}\n", "main.c")
    run(folder, "gcc", "-g", "-O0", "-nostdlib", "-static", "-fno-pie", "-no-pie",
        "-Wl,-Ttext=0x1000,-Tdata=0x2000,-Tbss=0x3000,--build-id=none",
        "-Wl,-z,max-page-size=4096", "-o", "game", "main.c")  # fmt: skip
    symbols = symbols_from_dbg(folder / "game")
    assert symbols.address("_start") == symbols.address("main.c:3")
    assert symbols.address("main.c:3") < symbols.address("main.c:4") < symbols.address("main.c:5")
    assert symbols.source(symbols.address("main.c:5"))[2] == "  x = x + 2"


def test_an_elf_file_without_pyelftools_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "elftools", None)
    monkeypatch.setitem(sys.modules, "elftools.common.exceptions", None)
    path = tmp_path / "game"
    path.write_bytes(b"\x7fELF" + bytes(60))
    with pytest.raises(KitUsageError, match=r"pip install 'go64\[elf\]'"):
        symbols_from_dbg(path)


def test_a_line_of_acme_with_two_statements_is_no_instruction():
    """It may have the bytes of one more than an instruction: INX : JSR sub."""
    rows = "     4  080d 201908  \t jsr sub\n     5  0810 e8201908  \t inx : jsr sub\n"
    found = read_debug_data(f"; ******** Source: game.asm\n{rows}".encode())
    assert [(row.address, row.size, row.code) for row in found.rows] == [
        (0x80D, 3, True), (0x810, 4, False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("address", "hex_bytes", "kept"),
    [("0000", "e8", True), ("ffff", "e8", True), ("ffff", "a901", False), ("10000", "e8", False)],
)
def test_what_lies_past_the_end_of_memory_is_left_out(address, hex_bytes, kept):
    report = f"; ******** Source: game.asm\n     4  {address} {hex_bytes}  \t inx\n"
    assert len(read_debug_data(report.encode()).rows) == kept


def test_a_line_without_code_names_the_nearest_that_have_some(source):
    folder = source(ACME)
    (folder / "game.rep").write_text(REPORT)
    symbols = symbols_from_dbg(folder / "game.rep")
    with pytest.raises(LabelError, match=r"'game\.asm:6' has no code; lines .*: 4, 5, 7"):
        symbols.address("game.asm:6")
    with pytest.raises(LabelError, match=r"'none\.asm:6' does not exist"):
        symbols.address("none.asm:6")


@pytest.mark.slow
def test_files_changed_at_random_are_read_or_refused_in_one_line(source):
    folder = source(ACME)
    dice = random.Random(64)
    path = folder / "changed"
    for text in (REPORT, LISTING, DASM_LISTING, KICK, OSCAR):
        data = text.encode()
        for _ in range(150):
            changed = bytearray(data)
            for _ in range(dice.randint(1, 8)):
                changed[dice.randrange(len(changed))] = dice.randrange(256)
            path.write_bytes(changed[: dice.randrange(len(changed) + 1)])
            try:
                found = symbols_from_dbg(path)
                assert all(0 <= at <= 0xFFFF for at in found.lines)
            except KitUsageError as error:
                assert "\n" not in str(error)


@pytest.mark.parametrize(
    "text",
    ["{functions: [", "{functions: [{name: 1}]}", "{functions: 3}", "{functions: " + "[" * 100000],
)
def test_a_damaged_file_of_oscar64_is_refused(text):
    with pytest.raises(FormatError, match="damaged"):
        read_debug_data(text.encode())


C = """\
static unsigned char total;

static void never(void) {
    total = 7;
    total += 3;
}

int main(void) {
    unsigned char i;
    for (i = 0; i < 5; ++i) {
        total += i;
        if (total == 200) {
            never();
        }
    }
    return total;
}
"""


@pytest.fixture(scope="module")
def in_c(tmp_path_factory):
    """A program in C, compiled by cc65 for the C64, whose file has no ending."""
    folder = tmp_path_factory.mktemp("c")
    (folder / "main.c").write_text(C)
    run(folder, "cl65", "-g", "-t", "c64", "-o", "game", "-Wl", "--dbgfile,game.dbg", "main.c")
    return folder


def test_every_line_of_c_with_code_is_counted_and_what_never_ran_is_0(in_c):
    spec = MachineSpec(prg=((str(in_c / "game"), None),), dbg=(str(in_c / "game.dbg"),))
    booted = booted_machine(spec)
    kit = Kit(booted, counting=True)
    kit.pc = 0x80D
    kit.run_until("main.c:16")
    text = lcov_text(collect(booted))
    part = next(p for p in text.split("end_of_record") if "main.c" in p)
    hits = dict(
        map(int, line[3:].split(",")) for line in part.splitlines() if line.startswith("DA:")
    )
    assert {number: hits[number] for number in (4, 5, 11, 12, 13)} == {
        4: 0, 5: 0, 11: 5, 12: 5, 13: 0
    }  # fmt: skip
    assert hits[10] >= 5 and set(hits) == {4, 5, 6, 10, 11, 12, 13, 16, 17}


def test_a_line_of_c_is_a_place(in_c):
    symbols = symbols_from_dbg(in_c / "game.dbg")
    assert symbols.source(symbols.address("main.c:13"))[2].strip() == "never()"
    assert symbols.address("main.c:4") < symbols.address("main.c:5")
