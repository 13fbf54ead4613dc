"""Random lines to our BASIC and to Commodore's V2 in this machine: the same answers?

    python -m tests.bench.basic_lines KERNAL BASIC COUNT [SEED] [--write]

KERNAL and BASIC are original ROMs that you own.  Lines whose answers differ are printed, with both.
--write keeps V2's answers in tests/asm/rom/basic_lines.json, beside those that are there: answers
are facts, and no byte of a ROM is among them.  Random numbers and the clock are left out.
"""

import argparse
import random

import c64
from tests.asm.rom.basic_lines import Lines, record, recorded

LONGEST = 79
NUMBERS = [
    "0",
    "1",
    "2",
    "-1",
    ".5",
    "3",
    "7",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "1E10",
    "1E-10",
    "1E38",
    "1E39",
    "-32768",
    "-32769",
    "2.5",
    "100",
    "9",
    "1E",
    "1.5.5",
    ".",
]
STRINGS = ('""', '"A"', '"AB"', '"5"', '"-5X"', '"HELLO"', '" 12"', '"1E3"')
NUMERIC = ("A", "B", "X", "A%", "B%", "I", "ST", "A(1)", "A%(2)", "B(0,1)")
TEXTUAL = ("A$", "B$", "X$", "A$(1)", "B$(0)")
OPERATORS = ("+", "-", "*", "/", "^", "AND", "OR")
RELATIONS = ("=", "<", ">", "<=", ">=", "<>", "=<", "=>", "><")
FUNCTIONS = [
    "SGN",
    "INT",
    "ABS",
    "SQR",
    "EXP",
    "COS",
    "SIN",
    "TAN",
    "ATN",
    "LOG",
    "PEEK",
    "FRE",
    "POS",
    "USR",
]
BEFORE = ("", "", "", 'A=2:A$="XY":B$="5":B%=7:', "DEFFNA(X)=X*2:", 'A(1)=3:A$(1)="Q":')
ALONE = (
    "RETURN CLR RESTORE CONT STOP END LET THEN TO STEP GO#TO GO PRINT# CMD SYS WAIT1 NEXT NEXTI"
).replace("#", " ").split()  # fmt: skip
STRAY = ("", ")", "(", ",", ";", '"', "$", "%", "#", "=", "+", "NOT", "A", "1")
MIXED, SPOILT = 0.12, 0.08  # share of operands of either type, of lines with a stray character


def number(dice, depth):
    """Return a random expression that should be a number."""
    return expression(dice, depth - 1, text=False)


def text(dice, depth):
    """Return a random expression that should be a string."""
    return expression(dice, depth - 1, text=True)


def expression(dice, depth, text):
    """Return a random expression as str; ``text``: a string is wanted, and mostly comes."""
    if dice.random() < MIXED:
        text = dice.random() < 0.5
    if depth <= 0 or dice.random() < 0.15:
        return dice.choice(dice.choice((STRINGS, TEXTUAL) if text else (NUMBERS, NUMERIC)))
    return dice.choice(TEXT_MAKERS if text else NUMBER_MAKERS)(dice, depth)


TEXT_MAKERS = (
    *[lambda dice, depth: text(dice, depth) + "+" + text(dice, depth)] * 3,
    lambda dice, depth: f"LEFT$({text(dice, depth)},{number(dice, depth)})",
    lambda dice, depth: f"RIGHT$({text(dice, depth)},{number(dice, depth)})",
    lambda dice, depth: f"MID$({text(dice, depth)},{number(dice, depth)})",
    lambda dice, depth: f"MID$({text(dice, depth)},{number(dice, depth)},{number(dice, depth)})",
    lambda dice, depth: f"CHR$({number(dice, depth)})",
    lambda dice, depth: f"STR$({number(dice, depth)})",
    lambda dice, depth: f"({text(dice, depth)})",
)
NUMBER_MAKERS = (
    *[lambda dice, depth: dice.choice(OPERATORS).join((number(dice, depth), number(dice, depth)))]
    * 4,
    lambda dice, depth: dice.choice(RELATIONS).join((number(dice, depth), number(dice, depth))),
    *[lambda dice, depth: dice.choice(RELATIONS).join((text(dice, depth), text(dice, depth)))] * 2,
    lambda dice, depth: dice.choice(("-", "+", "NOT")) + number(dice, depth),
    lambda dice, depth: f"({number(dice, depth)})",
    lambda dice, depth: f"{dice.choice(FUNCTIONS)}({number(dice, depth)})",
    lambda dice, depth: f"{dice.choice(('LEN', 'ASC', 'VAL'))}({text(dice, depth)})",
    lambda dice, depth: f"FN{dice.choice('AB')}({number(dice, depth)})",
)
STATEMENTS = (
    *[lambda dice: "PRINT" + dice.choice(("", " ")) + expression(dice, 4, text=dice.random() < 0.5)]
    * 8,
    lambda dice: dice.choice(NUMERIC) + "=" + number(dice, 4),
    lambda dice: dice.choice(TEXTUAL) + "=" + text(dice, 4),
    lambda dice: f"IF{number(dice, 4)}THENPRINT1",
    lambda dice: (
        "?" + number(dice, 3) + dice.choice((";", ",", "TAB(5)", "SPC(3)")) + text(dice, 3)
    ),
    lambda dice: f"FORI={number(dice, 3)}TO{number(dice, 3)}",
    lambda dice: f"ON{number(dice, 3)}GOTO10,20",
    lambda dice: f"DIM{dice.choice(('C', 'C$', 'C%'))}({number(dice, 3)})",
    lambda dice: f"DEFFN{dice.choice('AB')}(X)={number(dice, 3)}",
    lambda dice: dice.choice(("GOTO", "GOSUB", "RUN", "LIST")) + dice.choice(NUMBERS),
    lambda dice: dice.choice(("READ", "INPUT", "GET")) + dice.choice(NUMERIC + TEXTUAL),
    lambda dice: dice.choice(("WAIT", "POKE")) + "50000," + number(dice, 2),
    lambda dice: dice.choice(ALONE),
)


def make_line(dice):
    """Return a random line as str."""
    count = dice.choice((1, 1, 1, 2))
    line = dice.choice(BEFORE) + ":".join(dice.choice(STATEMENTS)(dice) for _ in range(count))
    if dice.random() < SPOILT:
        at = dice.randrange(len(line))
        line = line[:at] + dice.choice(STRAY) + line[at + 1 :]
    return line[:LONGEST]


def main():
    """Compare, and keep the answers if asked."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.basic_lines", description=__doc__)
    parser.add_argument("kernal")
    parser.add_argument("basic")
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    ours = Lines(c64.C64(sample_rate=0))
    original = Lines(c64.C64(kernal=args.kernal, basic=args.basic, sample_rate=0))
    dice, kept, differ = random.Random(args.seed), recorded(), 0
    for _ in range(args.count):
        line = make_line(dice)
        expected, found = original.answer(line), ours.answer(line)
        kept[line] = expected
        if found != expected:
            differ += 1
            print(line, f"  V2:   {expected}", f"  ours: {found}", sep="\n")
    print(f"{args.count} lines, {differ} answered otherwise")
    if args.write:
        record(kept)


if __name__ == "__main__":
    main()
