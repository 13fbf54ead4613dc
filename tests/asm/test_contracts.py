"""Every routine that another module can call says what it takes, gives, uses and keeps.

The contract is the comment over the routine:

    ; debt_index -- Y = place of the debt of money_player to money_creditor
    ; In     money_player, money_creditor
    ; Out    Y
    ; Uses   A, N V Z C
    ; Keeps  X

``-`` says that there is nothing.  What does not come back to its caller, or is no subroutine
(an interrupt, a label in the middle of another routine's stack), has ``Noreturn`` with the
reason instead of Out, Uses and Keeps.  One comment may stand for several routines if it begins
with their names: ``; bus_data_high, bus_data_low -- ...``.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

ASM = Path(__file__).resolve().parents[2] / "asm"
AREAS = ("game", "rom", "dos")
FIELDS = ("In", "Out", "Uses", "Keeps")
EXPORT = re.compile(r"^\s*\.(?:global|export)\s+([^;]+)")
MACRO = re.compile(r"\s*\.macro\s+(\w+)\s+([^;]+)")
END = re.compile(r"\s*\.endmac")
ROW = re.compile(r"([A-Z]+)\s+(\S.*)")
INCLUDE = re.compile(r'^\s*\.include "([^"]+)"')
ROUTINE = re.compile(r"^(?:\.proc (\w+)|([A-Za-z]\w*):)")
CODE = re.compile(r"^(?:\w+:)?\s+[a-z]{3}\b")
DATA = re.compile(r"\w+:\s+\.(?:byte|word|addr|res)\b")
FIELD = re.compile(r"(?:^;\s*|\s{2,}|-- )(In|Out|Uses|Keeps|Noreturn|Time|Test)\b:?[ \t]*")
NAMED = re.compile(r"; (\w+(?:, \w+)*)(?= +--)")


@dataclass
class Contract:
    """An exported routine and what the comment over it says: {"Keeps": "A, X", ...}."""

    area: str
    path: Path
    line: int
    name: str
    text: list = field(default_factory=list)

    @property
    def fields(self):
        """What follows each word, up to the next one."""
        found = {}
        for line in self.text:
            marks = list(FIELD.finditer(line))
            ends = [mark.start() for mark in marks[1:]] + [len(line)]
            for mark, end in zip(marks, ends if marks else [], strict=True):
                found[mark[1]] = line[mark.end() : end].strip()
        return found

    def missing(self):
        """Return the words of FIELDS that the comment should have and has not."""
        found = self.fields
        wanted = ("In",) if found.get("Noreturn") else FIELDS
        return [word for word in wanted if not found.get(word)]

    def __str__(self):
        return f"{self.path.relative_to(ASM.parent)}:{self.line}: {self.name}"


@cache
def statements(path):
    """Return [(export, include, macro, end of one, row)] of the lines that are one of these.

    A file that all others include is read once.
    """
    patterns = (EXPORT, INCLUDE, MACRO, END, ROW)
    found = ([p.match(line) for p in patterns] for line in path.read_text().splitlines())
    return [matches for matches in found if any(matches)]


def exported(path, macros=None):
    """Return the names on the .global and .export lists of a source and of what it includes.

    A macro may have such a list of its parameters: then each of its rows exports.
    """
    names, macros, macro = set(), {} if macros is None else macros, None
    for match, include, begin, end, row in statements(path):
        if begin:
            macro = begin[1], re.split(r",\s*", begin[2].strip())
        elif end:
            macro = None
        elif match and macro:
            listed = re.findall(r"\w+", match[1])
            macros[macro[0]] = [macro[1].index(name) for name in listed]
        elif match:
            names.update(re.findall(r"\w+", match[1]))
        elif row and row[1] in macros:
            words = re.split(r",\s*", row[2].split(";")[0].strip())
            names.update(words[place] for place in macros[row[1]])
        if include and (found := included(path.parent, include[1])):
            names |= exported(found, macros)
    return names


@cache
def included(folder, name):
    """Return the path of what a source in a folder includes; None: the build makes it."""
    above = (f / name for f in (folder, *folder.parents) if f.is_relative_to(ASM))
    return next((path for path in (folder / name, *above) if path.is_file()), None)


def header(lines, at):
    """Return the comment that stands right over line ``at``."""
    first = at
    while first and lines[first - 1].startswith(";"):
        first -= 1
    return lines[first:at]


def shared_headers(lines):
    """Return {name: comment} for comments that begin with routines' names."""
    found = {}
    block = []
    for line in [*lines, ""]:
        if line.startswith(";"):
            block.append(line)
            continue
        for text in block:
            for names in NAMED.findall(text):
                found.update(dict.fromkeys(names.split(", "), block))
        block = []
    return found


def is_code(lines, at):
    """Tell whether an instruction, and no data, stands at or behind a label."""
    if CODE.match(lines[at]):
        return True
    if DATA.match(lines[at]):
        return False
    following = (line for line in lines[at + 1 :] if line.strip() and not line.startswith(";"))
    return bool(CODE.match(next((n for n in following if not re.match(r"@?\w+:$", n)), "")))


def contracts(folder, area=""):
    """Return the Contract of every exported routine below a folder."""
    found = []
    for path in sorted(folder.rglob("*.s")):
        names = exported(path)
        lines = path.read_text().splitlines()
        shared = shared_headers(lines)
        for at, line in enumerate(lines):
            match = ROUTINE.match(line)
            name = match and (match[1] or match[2])
            if name not in names or not (match[1] or is_code(lines, at)):
                continue
            text = shared.get(name) or header(lines, at)
            found.append(Contract(area or folder.name, path, at + 1, name, text))
    return found


def lacking(found):
    """Return a line for each contract that does not say all it should."""
    return [f"{c} does not say {', '.join(c.missing())}" for c in found if c.missing()]


@pytest.mark.slow
@pytest.mark.parametrize("area", AREAS)
def test_exported_routines_state_their_contract(area):
    found = contracts(ASM / area)
    lines = lacking(found)
    assert not lines, f"{len(lines)} of {len(found)}:\n" + "\n".join(lines)


SOURCE = """
.include "some.inc"

; whole -- a routine
; In     A  number, 1..9     Out    C=1 too large
; Keeps  X, Y     Uses   A, flags
.proc whole
        rts
.endproc

; two, three -- share a comment
; In     -     Out    -
; Keeps  -     Uses   A
two:
        lda #0
.proc three
        rts
.endproc

; half -- a routine
; Keeps  X
.proc half
        rts
.endproc

; away -- does not come back
; In     -
; Noreturn  goes to the main loop
away:
        jmp half

.proc bare
        rts
.endproc

table:
        .byte 1

.proc private
        rts
.endproc
"""


def test_what_a_comment_lacks_is_told_by_name(tmp_path):
    (tmp_path / "some.inc").write_text(".global whole, two, three, half, away, bare, table\n")
    (tmp_path / "some.s").write_text(SOURCE)
    found = {c.name: c for c in contracts(tmp_path)}
    assert {name: c.missing() for name, c in found.items()} == {
        "whole": [],
        "two": [],
        "three": [],
        "half": ["In", "Out", "Uses"],
        "away": [],
        "bare": ["In", "Out", "Uses", "Keeps"],
    }
    assert found["whole"].fields["In"] == "A  number, 1..9"
    assert found["whole"].fields["Keeps"] == "X, Y"
