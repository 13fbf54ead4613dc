"""Labels of an assembled program, from the files that assemblers and linkers write.

Read are VICE's labels (``ld65 -Ln``, ``acme --vicelabels``, ``64tass --vice-labels``, the .vs of
KickAssembler, the .lbl of Oscar64), the symbol lists of ACME and 64tass, the .sym of KickAssembler,
and what dasm writes for ``-s`` and xa for ``-l``.  Which it is, the lines say, not the file's name.
"""

import difflib
import re
from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from disk.base.errors import Go64Error
from disk.plain_file import read_plain

LABELS_LARGEST = 4 << 20
LINES_MOST = 100_000
_VALUE = r"(?:\$[0-9A-Fa-f]{1,8}|0x[0-9A-Fa-f]{1,8}|%[01]{1,32}|[0-9]{1,10})"
_BARE = r"[0-9A-Fa-f]{1,8}"  # hexadecimal without a sign
#: (assemblers, a line of theirs)
_FORMATS = (
    ("VICE", re.compile(rf"al\s+(?:[cC]:)?(?P<hex>{_BARE})\s+\.(?P<name>\S+)")),
    ("ACME, 64tass", re.compile(rf"(?P<name>[A-Za-z_.@][\w.@:]*)\s*=\s*(?P<value>{_VALUE})(?!\S)")),
    ("KickAssembler", re.compile(rf"\.label\s+(?P<name>\w+)\s*=\s*(?P<value>{_VALUE})")),
    ("xa", re.compile(r"(?P<name>\w+),\s*(?P<value>0x[0-9A-Fa-f]{4,6}),\s*\d+,\s*0x[0-9A-Fa-f]+")),
    ("dasm", re.compile(r"(?P<name>[\w.]+)\s+(?P<hex>[0-9A-Fa-f]{4,8})\s*(?:\(.*\))?")),
)
_NAMESPACE = re.compile(r"\.namespace\s+(\w+)\s*\{")


class LabelError(Go64Error):
    """A label does not exist, or a file of labels cannot be used."""


def read_labels(path: str | PathLike[str]) -> dict[str, int]:
    """Return {name: address}; the first of several equal names counts.

    Raises LabelError when the file is missing or holds no labels.  A constant counts as a label
    where the format does not tell the two apart.
    """
    path = Path(path)
    try:
        content = read_plain(path, LABELS_LARGEST)
    except OSError as error:
        raise LabelError(f"labels {path}: cannot be read ({error.strerror})") from None
    lines = content.decode(errors="replace").splitlines()
    if len(lines) > LINES_MOST:
        raise LabelError(f"labels {path}: has {len(lines)} lines; the limit is {LINES_MOST}")
    labels = _labels_in(lines)
    if not labels:
        raise LabelError(
            f"labels {path}: has no line such as 'al C:0810 .NAME' or 'NAME = $0810'; make it with "
            "ld65 -Ln, acme --vicelabels or 64tass --vice-labels"
        )
    return labels


def _labels_in(lines: list[str]) -> dict[str, int]:
    """Return {name: value} by the format that most lines have."""
    lines = [line.strip() for line in lines]
    found = [_read(lines, pattern) for _, pattern in _FORMATS]
    return max(found, key=len)


def _read(lines: list[str], pattern: re.Pattern[str]) -> dict[str, int]:
    labels: dict[str, int] = {}
    spaces: list[str] = []  # KickAssembler's namespaces around a line
    for line in lines:
        space = _NAMESPACE.match(line)
        if space is not None:
            spaces.append(f"{space[1]}.")
        elif line == "}" and spaces:
            spaces.pop()
        match = pattern.fullmatch(line.split(";")[0].rstrip())
        if match is None:
            continue
        groups = match.groupdict()
        name = "".join(spaces[-8:]) + groups["name"]
        value = int(groups["hex"], 16) if groups.get("hex") else _number(groups["value"])
        labels.setdefault(name, value)
    return labels


def _number(text: str) -> int:
    if text[0] in "$%":
        return int(text[1:], 16 if text[0] == "$" else 2)
    return int(text, 16 if text.startswith("0x") else 10)


def find_label(labels: Mapping[str, int], name: str) -> int:
    """Return the address of ``name``; LabelError names the nearest labels there are."""
    if name in labels:
        return labels[name]
    near = ", ".join(difflib.get_close_matches(name, labels, n=3))
    raise LabelError(f"label '{name}' does not exist" + (f"; near it: {near}" if near else ""))
