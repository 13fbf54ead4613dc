"""``python -m tests.bench.basic``: how long BASIC programs take, beside Commodore's BASIC V2.

A line each: seconds of the machine's time between two POKEs to address 2, V2's seconds, and
ours divided by V2's; ``--rom FOLDER`` measures other ROMs (kernal.bin and basic.bin).  What V2
takes is not measured here, as its ROMs are not: SOURCES says where each figure is from.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import c64
from c64.roms import RomSet, load_roms
from emu.monitor.vice.keys import KeyQueue

MARK = 2  # address
BOOT_FRAMES = 400
FRAMES_AT_MOST = 6000
SOURCES = {
    "pcw": "Rugg/Feldman benchmarks as Personal Computer World printed them, tenths of a second",
    "se": "retrocomputing.stackexchange.com, question 17314: 7,138 loops in 10 s, NTSC",
    "bench64": "github.com/scruss/bench64: loops that take an NTSC C64 60 s",
    "vm6502": "github.com/makarcz/vm6502, benchmarks.txt: seconds in WinVICE",
    "trial": "issue 17: measured with Commodore's ROMs in x64sc as a factor of our ROMs before",
    "-": "none known; here to compare two of our ROMs",
}


@dataclass(frozen=True)
class Row:
    """A program: its name, lines, model, V2's seconds or None, and their source."""

    name: str
    lines: tuple
    model: str
    v2: float | None
    source: str


def _between(lines):
    return ("1 POKE2,1", *lines, "63000 POKE2,2")


def _pcw():
    """BM1 to BM7: each adds something to the loop of the one before."""
    begin = ("400 K=0", "500 K=K+1")
    end = ("600 IF K<1000 THEN 500",)
    sub = ("700 GOTO 63000", "820 RETURN")
    small = "510 A=K/2*3+4-5"
    inner = ("430 DIM M(5)", "530 FOR L=1 TO 5", "540 NEXT L")
    programs = (
        (1.2, ("400 FOR K=1 TO 1000", "500 NEXT K")),
        (9.3, (*begin, *end)),
        (17.6, (*begin, "510 A=K/K*K+K-K", *end)),
        (19.5, (*begin, small, *end)),
        (21.0, (*begin, small, "520 GOSUB 820", *end, *sub)),
        (29.5, (*begin, small, "520 GOSUB 820", *inner, *end, *sub)),
        (47.5, (*begin, small, "520 GOSUB 820", *inner, "535 M(L)=A", *end, *sub)),
    )
    for number, (seconds, lines) in enumerate(programs, 1):
        shown = ('300 PRINT"S"', *lines, '650 PRINT"E"')
        yield Row(f"BM{number}", _between(shown), "c64", seconds, "pcw")


# The variables of bench64 in their order, and where its loops lie among the lines.
BENCH64 = (
    "20 GOTO 80", "40 RETURN", "80 DIM K(8):DIM R(8):FOR I=1 TO 8:NEXT I",
    "210 DEF FNM(X)=2+X-INT(X/10)*10", "230 DEF FNR(X)=INT(0.5+X)",
    "250 DEF FNP(X)=FNR(10*X)/10", "270 DEF FND(X)=(TIME-X)/60", "290 LET B=1",
    '310 LET Q$="ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890"',
    "330 DIM S(12):FOR I=1 TO 12:LET S(I)=I:NEXT I", "380 LET X=1:LET Y=1:LET T=TIME",
)  # fmt: skip
BENCH64_LOOPS = {
    "FOR": (40468, "430 FOR I=1 TO K(B)", "440 NEXT I"),
    "GOTO": (26522, "510 FOR I=1 TO K(B)", "520 GOTO 530", "530 NEXT I"),
    "GOSUB": (21046, "600 FOR I=1 TO K(B)", "610 GOSUB 40", "620 NEXT I"),
    "IF": (14568, "690 FOR I=1 TO K(B)", "700 IF I>0 THEN NEXT I"),
    "FN": (3642, "770 FOR I=1 TO K(B)", "780 LET X=FNM(I)", "790 NEXT I"),
    "maths": (383, "860 FOR I=1 TO K(B)", "870 LET Y=(TAN(ATN(SQR(Y*Y)))+1)/Y", "880 NEXT I"),
    "string": (4933, "950 FOR I=1 TO K(B)", "960 LET Q$=RIGHT$(Q$,35)+LEFT$(Q$,1)", "970 NEXT I"),
    "array": (1675, "1040 FOR I=1 TO K(B)", "1050 LET X=FNM(I)",
              "1060 LET S(X)=(S(X-1)+S(X)+S(X+1))/3", "1070 NEXT I"),
}  # fmt: skip
BENCH64_SECONDS, BENCH64_PART = 60, 20  # a twentieth of the loops will do


def _bench64():
    for name, (loops, *lines) in BENCH64_LOOPS.items():
        count = loops // BENCH64_PART
        begin = f"390 K(1)={count}:POKE2,1"
        seconds = BENCH64_SECONDS * count / loops
        program = (*BENCH64, begin, *lines, "63000 POKE2,2:END")
        yield Row(f"bench64 {name}", program, "ntsc", seconds, "bench64")


def _loop(name, statement, count, v2=None, more="", data=()):
    lines = (
        f'10 A=1.2345:B=7:I=0:N={count}:A$="HELLO":{more}', "15 POKE2,1", "20 FOR I=1 TO N",
        f"30 {statement}", "40 NEXT", "50 POKE2,2:END", *data,
    )  # fmt: skip
    return Row(name, lines, "c64", v2, "trial" if v2 else "-")


def rows():
    """Yield every Row."""
    yield from _pcw()
    forward = "5 PRINT", '10 PRINT"FOR"', "20 T=TIME:POKE2,1"
    yield Row("FOR", (*forward, "30 FOR I=1 TO 7138", "40 NEXT I", "50 POKE2,2"), "ntsc", 10, "se")
    goto = ("90 FOR I=1 TO 4588", "100 GOTO 110", "110 NEXT I", "120 POKE2,2")
    yield Row("GOTO", (*forward, *goto), "ntsc", 10, "se")
    yield from _bench64()
    sums = ("10 S=0", "20 X=0", "30 FOR I=1 TO 1000", "40 S=S+X*X", "50 X=X+0.00123", "60 NEXT I")
    yield Row("sum of squares", _between((*sums, "70 PRINT S,X")), "ntsc", 32, "vm6502")
    yield _loop("1/X", "X=1/I", 200, 1.468)
    yield _loop("EXP", "X=EXP(A)", 50, 1.375)
    yield _loop("multiply", "X=I*I", 200, 0.918)
    yield _loop("small number to text", "A$=STR$(1E-20)", 30, 2.874)
    yield _loop("large number to text", "A$=STR$(1E20)", 30, 1.864)
    yield _loop("TI", "IF TI<0 THEN STOP", 200, 0.786)
    collect = ("10 DIM A$(300)", "15 FOR I=1 TO 300:A$(I)=CHR$(65)+CHR$(66):NEXT", "20 POKE2,1")
    yield Row("FRE, 300 strings", (*collect, "30 X=FRE(0)", "50 POKE2,2"), "c64", 6.742, "trial")
    yield _loop("LOG", "X=LOG(A)", 50)
    yield _loop("SIN", "X=SIN(I)", 50)
    yield _loop("SQR", "X=SQR(I)", 50)
    yield _loop("power", "X=I^1.5", 20)
    yield _loop("constant", "X=3.14159265", 100)
    yield _loop("integer to text", "A$=STR$(I)", 100)
    yield _loop("TI$", "A$=TI$", 50)
    yield _loop("MID$", "B$=MID$(A$,2,3)", 200)
    yield _loop("PEEK and POKE", "POKE 828,PEEK(829)", 200)
    yield _loop("two subscripts", "C(2,3)=C(3,2)+1", 200, None, "DIM C(5,5)")
    yield _loop("IF with AND", "IF I>5 AND B=7 THEN X=1", 200)
    yield _loop("READ", "READ X:RESTORE", 200, None, "", ("60 DATA 123",))
    yield _loop("PRINT", 'PRINT"HELLO WORLD"', 60)
    yield _loop("PRINT numbers", "PRINT I", 60)


def measure(row, roms):
    """Return the seconds between the first and the last write to MARK."""
    machine = c64.C64(row.model, sample_rate=0, roms=roms)
    for _ in range(BOOT_FRAMES):
        machine.tick()
        if machine.at_prompt:
            break
    marks = []
    machine.on_write(MARK, lambda machine, write: marks.append(machine.cycle))
    keys = KeyQueue(machine.board)
    keys.put("".join(f"{line}\n" for line in (*row.lines, "RUN")).encode())
    for _ in range(FRAMES_AT_MOST):
        keys.tick()
        machine.tick()
        if len(marks) > 1:
            return (marks[-1] - marks[0]) / machine.model.clock_hz
    raise RuntimeError(f"{row.name} does not end:\n{machine.screen.text()}")


def main(words=None):
    """Print a line for each program."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.basic")
    parser.add_argument("--rom", type=Path, help="folder with kernal.bin and basic.bin")
    arguments = parser.parse_args(words)
    own = load_roms()
    roms = own
    if arguments.rom:
        kernal, basic = ((arguments.rom / f"{n}.bin").read_bytes() for n in ("kernal", "basic"))
        roms = RomSet(kernal, basic, own.chargen, own=True)
    print(f"{'program':22} {'seconds':>8} {'V2':>8} {'ratio':>6}  source")
    for row in rows():
        seconds = measure(row, roms)
        known = f"{row.v2:8.3f} {seconds / row.v2:6.3f}" if row.v2 else f"{'':15}"
        print(f"{row.name:22} {seconds:8.3f} {known}  {row.source}", flush=True)
    for name, text in SOURCES.items():
        print(f"{name}: {text}")


if __name__ == "__main__":
    main()
