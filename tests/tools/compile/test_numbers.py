"""No number of the sources has its name in a comment beside it: it has the name itself."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

from tools.compile.amalgamate import module_finder
from tools.compile.inline_constants import module_constants

ROOT = Path(__file__).resolve().parents[3]
SOURCES = [p for folder in ("c64", "emu", "disk") for p in sorted((ROOT / folder).rglob("*.py"))]
NAME = re.compile(r"#[ .]*(_?[A-Z][A-Z0-9]*_[A-Z0-9_]+)\b")


def constants(wanted):
    """Return those names that are constants of the project, of modules that assign to one."""
    find, seen = module_finder(ROOT), {}
    some = "|".join(sorted(wanted))
    assigns = re.compile(rf"^[( ]*[A-Z_0-9, ]*\b({some})\b[A-Z_0-9, ]*( =|,$)", re.MULTILINE)
    texts = (path.read_text(encoding="utf-8") for path in SOURCES)
    found = (module_constants(ast.parse(t), find, seen) for t in texts if assigns.search(t))
    return wanted & {name for names in found for name in names}


def named_in_comments(text, names):
    """Return the lines in which a number is followed by the name of a constant as a comment."""
    numbers, found = set(), []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        line = token.start[0]
        if token.type == tokenize.NUMBER:
            numbers.add(line)
        elif token.type == tokenize.COMMENT and line in numbers:
            name = NAME.match(token.string)
            if name and name[1] in names:
                found.append(f"{line}: {token.line.strip()}")
    return found


@pytest.mark.slow
def test_no_number_has_its_name_in_a_comment():
    """Only names that stand in a comment are looked for: all of them would take seconds."""
    texts = [path.read_text(encoding="utf-8") for path in SOURCES]
    commented = {name for text in texts for name in NAME.findall(text)}
    names = constants(commented | {"PLA_IO", "FLAG_I", "IEC_NEVER"})
    found = {
        str(path.relative_to(ROOT)): lines
        for path in SOURCES
        if NAME.search(text := path.read_text(encoding="utf-8"))
        and (lines := named_in_comments(text, names))
    }
    assert found == {}
    assert {"PLA_IO", "FLAG_I", "IEC_NEVER"} <= names
    text = "if region == 2:  # PLA_IO\n    pass\nx = PLA_IO  # PLA_IO\ny = 7  # days\n"
    assert named_in_comments(text, names) == ["1: if region == 2:  # PLA_IO"]
