"""Generate the man page and tables of the documents from the parser, the settings and the formats.

``python -m tools.manual`` writes packaging/go64.1, the table of settings in docs/use/emulator.md,
that of formats in docs/use/files.md and that of x64sc's options in docs/use/command-line.md; a
test fails when they are out of date.
"""

import argparse
import re
from pathlib import Path

import c64
from disk.formats import table
from emu.cli import EXAMPLES, make_parser
from emu.host.settings_table import SECTIONS, SETTINGS
from emu.vice import option_table

ROOT = Path(__file__).resolve().parents[1]
MAN_PAGE = ROOT / "packaging" / "go64.1"
TABLE_PAGE = ROOT / "docs" / "use" / "emulator.md"
FORMATS_PAGE = ROOT / "docs" / "use" / "files.md"
VICE_PAGE = ROOT / "docs" / "use" / "command-line.md"
VICE_MARKS = re.compile(r"(<!-- x64sc -->\n).*?(<!-- end -->)", re.DOTALL)
FORMAT_MARKS = re.compile(r"(<!-- formats -->\n).*?(<!-- end -->)", re.DOTALL)
MARKS = re.compile(r"(<!-- settings -->\n).*?(<!-- end -->)", re.DOTALL)
FILES = (
    ("~/.config/go64/settings.toml", "settings; written at the first start, with comments"),
    ("~/.local/share/go64/saves.d64", "the disk for saved games of the property game"),
    ("~/.local/share/go64/library/", "what was started before, with pictures"),
)
STATUS = (
    "0, or what a program wrote to $D7FF with --debugcart; 1 if a run reached its limit or its \
CPU jammed; 2 for an option or a file that cannot be used."
)


def roff(text: str) -> str:
    """Return a text with what roff would take for its own made plain."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def option_words(action: argparse.Action) -> str:
    """Return an option as the man page has it: all its words, in bold, and its value."""
    value = str(action.metavar or ("" if action.nargs == 0 else action.dest.upper()))
    if action.choices and not action.metavar:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    tail = f" \\fI{roff(value)}\\fR" if value and action.nargs != 0 else ""
    return ", ".join(f"\\fB{roff(word)}\\fR{tail}" for word in action.option_strings)


def groups(parser: argparse.ArgumentParser) -> list[tuple[str, list[argparse.Action]]]:
    """Return [(title, actions)] of a parser, without what is hidden."""
    found = []
    for group in parser._action_groups:
        shown = [a for a in group._group_actions if a.help != argparse.SUPPRESS]
        if any(action.option_strings for action in shown):
            found.append((group.title or "", [a for a in shown if a.option_strings]))
    return found


def man_page() -> str:
    """Return the text of go64.1."""
    parser = make_parser()
    file = parser._actions[1].help or ""
    lines = [
        f'.TH GO64 1 "" "go64 {c64.__version__}" "User Commands"',
        ".SH NAME",
        "go64 \\- a Commodore 64, exact to the cycle",
        ".SH SYNOPSIS",
        ".B go64\n[\\fIOPTION\\fR ...] [\\fIFILE\\fR]",
        ".SH DESCRIPTION",
        roff(parser.description or ""),
        f".PP\nFILE: {roff(file)}.",
        ".SH OPTIONS",
    ]
    for title, actions in groups(parser):
        lines.append(f".SS {roff(title)}")
        for action in actions:
            lines += [".TP", option_words(action), roff(action.help or "")]
    lines += [".SH EXAMPLES", ".nf", *map(roff, EXAMPLES.splitlines()[1:]), ".fi"]
    lines += [".SH FILES"]
    for path, what in FILES:
        lines += [".TP", f"\\fI{roff(path)}\\fR", roff(what)]
    lines += [".SH EXIT STATUS", roff(STATUS)]
    return "\n".join(lines) + "\n"


def settings_table() -> str:
    """Return the settings as a table for docs/use/emulator.md."""
    rows = []
    for section, title in SECTIONS.items():
        found = [s for s in SETTINGS if s.section == section]
        if found:
            rows += ["", f"**{title}**", "", "| setting | default | meaning |", "|--|--|--|"]
        for setting in found:
            value = '""' if setting.default == "" else str(setting.default)
            value = value.lower() if isinstance(setting.default, bool) else value
            rows.append(f"| `{setting.name}` | `{value}` | {' '.join(setting.explained())} |")
    return "\n".join(rows[1:]) + "\n"


def page_with_table(text: str) -> str:
    """Return a page with the table between its marks."""
    return MARKS.sub(lambda match: match[1] + settings_table() + match[2], text)


def page_of_formats(text: str) -> str:
    """Return a page with the table of formats between its marks."""
    return FORMAT_MARKS.sub(lambda match: match[1] + table() + match[2], text)


def page_of_vice(text: str) -> str:
    """Return a page with the table of x64sc's options between its marks."""
    return VICE_MARKS.sub(lambda match: match[1] + option_table.table() + match[2], text)


def main() -> None:
    """Write all."""
    MAN_PAGE.write_text(man_page(), encoding="utf-8")
    text = TABLE_PAGE.read_text(encoding="utf-8")
    TABLE_PAGE.write_text(page_with_table(text), encoding="utf-8")
    text = FORMATS_PAGE.read_text(encoding="utf-8")
    FORMATS_PAGE.write_text(page_of_formats(text), encoding="utf-8")
    text = VICE_PAGE.read_text(encoding="utf-8")
    VICE_PAGE.write_text(page_of_vice(text), encoding="utf-8")


if __name__ == "__main__":
    from tools.usage import answer_help

    answer_help(__doc__)
    main()
