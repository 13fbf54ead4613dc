"""Check the words: what documents and comments name exists, and sentences can be read aloud.

    python -m tools.quality.doclint    prints FILE:LINE: what is wrong; exit status 1 if anything is

Three checks: every path, module and test that a document or a comment names exists; no sentence of
a document is longer than `LONGEST` words, and `SHARE` of those in docs/ are under `LONG`; none, and
no comment of a 6502 source, has a phrase of `HABITS` or of the last column of docs/glossary.md.
``make lint`` runs it.
"""

import posixpath
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from tools.quality.doclint_tables import FOREIGN, HABITS, MADE
from tools.usage import answer_help

ROOT = Path(__file__).resolve().parents[2]

LONGEST = 40  # words of a sentence
LONG, SHARE = 30, 0.95  # this share of the sentences in docs/ has fewer words than that
SHORT = 4  # words; shorter ones, mostly figures in tables, are not counted for that

SOURCES = (".py", ".pxd", ".s", ".inc", ".toml", ".cfg")
ASSEMBLED = (".s", ".inc")
ENDINGS = r"(?:py|pxd|s|inc|md|toml|cfg|json|jsonl|png|gif|tsv|css|js|html)"
NAMED = re.compile(r"(?<![\w./$~*-])([\w*][\w./*-]*\." + ENDINGS + r")(?:::(\w+))?(?![\w*-]|\.\w)")
MODULE = re.compile(
    r"(?<![\w./:-])((?:c64|disk|emu|tools|tests)(?:\.[A-Za-z_]\w*)+)(?![\w/*]|\.\w)"
)
FOLDER = re.compile(
    r"(?<![\w./-])((?:asm|c64|disk|docs|emu|packaging|tests|tools)/[\w./-]*/)(?![\w*<{])"
)
TEST = re.compile(r"(?<![\w./:-])(test_\w{8,})(?![\w/*]|\.\w)")
PLACE = re.compile(r"(?<![A-Za-z])(?!README|CONTRIBUTING|CHANGELOG)[A-Z]{2,}(?![A-Za-z])")
STRINGS = r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\n\\])*"|\'(?:\\.|[^\'\n\\])*\''
ASSEMBLY = re.compile(r";[^\n]*")
OTHERS = re.compile(rf"{STRINGS}|#[^\n]*", re.DOTALL)
LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)")
LINKED = re.compile(r"\[([^\]]*)\]\([^)]*\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
MARKUP = re.compile(r"!\[[^\]]*\]\([^)]*\)|<!--.*?-->")


class Fault(NamedTuple):
    """Something to mend."""

    path: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


class Sentence(NamedTuple):
    """A sentence of a document, without markup."""

    line: int
    text: str

    @property
    def words(self) -> int:
        return len(self.text.split())


# -- sentences ------------------------------------------------------------------------------------


def blank(text: str) -> str:
    """Return as many empty lines as ``text`` has."""
    return "\n" * text.count("\n")


def paragraphs(page: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (first line, lines) of what is prose: paragraphs, list items, cells of tables."""
    page = FENCE.sub(lambda match: blank(match[0]), page)
    first = 0
    lines: list[str] = []
    for number, line in enumerate(page.splitlines(), 1):
        item = re.match(r"\s*(?:[-*]|\d+\.) +", line)
        if not line.strip() or item or line.startswith(("|", "#", "    ")):
            if lines:
                yield first, lines
            first, lines = number, []
        if line.startswith("|"):
            yield from ((number, [cell]) for cell in line.strip("|").split("|"))
        elif item:
            lines = [line[item.end() :]]
        elif line.strip() and not line.startswith(("#", "    ")):
            first = first if lines else number
            lines.append(line)
        elif line.startswith("#"):
            yield number, [line.lstrip("# ")]
    if lines:
        yield first, lines


def plain(text: str) -> str:
    """Return text without pictures, with the words of its links, code as one word."""
    text = MARKUP.sub("", text)
    text = re.sub(r"``?[^`]+``?", lambda match: match[0].replace(" ", "_"), text)
    return LINKED.sub(r"\1", text)


def sentences(page: str) -> Iterator[Sentence]:
    """Yield the sentences of a document."""
    for first, lines in paragraphs(page):
        text = plain("\n".join(lines))
        at = 0
        for end in [*re.finditer(r"[.!?][)\"*]*(?=\s+[^a-z\s]|\s*$)", text), None]:
            until = end.end() if end else len(text)
            words = text[at:until]
            if words.strip():
                line = first + text[: at + len(words) - len(words.lstrip())].count("\n")
                yield Sentence(line, " ".join(words.split()))
            at = until


def sentence_faults(path: str, page: str) -> Iterator[Fault]:
    """Yield the sentences of a document that are too long."""
    for sentence in sentences(page):
        if sentence.words > LONGEST:
            yield Fault(path, sentence.line, f"{sentence.words} words: {sentence.text[:60]} ...")


def long_share(pages: dict[str, str]) -> list[Fault]:
    """Return the fault that too many sentences of ``pages`` together are long, or none."""
    lengths = {
        path: [s.words for s in sentences(page) if s.words >= SHORT] for path, page in pages.items()
    }
    count = sum(map(len, lengths.values()))
    long = {path: sum(n >= LONG for n in ns) for path, ns in lengths.items()}
    if sum(long.values()) <= (1 - SHARE) * count:
        return []
    worst = max(long, key=lambda path: long[path])
    return [
        Fault(
            worst, 1,
            f"{sum(long.values())} of {count} sentences in docs/ have {LONG} words or more,"
            f" {long[worst]} of them here; {1 - SHARE:.0%} may",
        )
    ]  # fmt: skip


# -- habits ---------------------------------------------------------------------------------------


def glossary_habits(page: str) -> dict[str, str]:
    """Return {regular expression: better} of the last column of the glossary's table.

    A row is ``| term | meaning | "home-made", "words" |``; only what is quoted counts.
    """
    found: dict[str, str] = {}
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 3:
            term = cells[0].strip("* ")
            found |= {
                rf"\b{re.escape(words)}\b": term for words in re.findall(r'"([^"]+)"', cells[2])
            }
    return found


def habit_faults(path: str, page: str, habits: dict[str, str]) -> Iterator[Fault]:
    """Yield the places of a document where a phrase of ``habits`` stands."""
    yield from phrase_faults(path, ((s.line, s.text) for s in sentences(page)), habits)


def phrase_faults(
    path: str, lines: Iterable[tuple[int, str]], habits: dict[str, str]
) -> Iterator[Fault]:
    """Yield the (number, text) of ``lines`` in which a phrase of ``habits`` stands; not in code."""
    texts = [(number, re.sub(r"``?[^`]+``?", "", line)) for number, line in lines]
    whole = "\n".join(text for _, text in texts)
    for pattern, better in habits.items():
        habit = re.compile(pattern, re.IGNORECASE | re.MULTILINE)
        if habit.search(whole):  # seldom: looking line by line takes long
            for number, text in texts:
                if match := habit.search(text):
                    yield Fault(path, number, f'"{match[0].strip()}": better {better}')


# -- names ----------------------------------------------------------------------------------------


class Tree:
    """What can be named: the files of the repository, its modules and its tests."""

    def __init__(self, root: Path = ROOT, files: list[str] | None = None) -> None:
        self.root = root
        self.files = files if files is not None else tracked(root)
        self.text_of: dict[str, str] = {}
        self.code_of: dict[str, str] = {}

    def text(self, path: str) -> str:
        if path not in self.text_of:
            self.text_of[path] = (self.root / path).read_text(encoding="utf-8")
        return self.text_of[path]

    def code(self, path: str) -> str:
        """Return a Python source without comments and strings."""
        if path not in self.code_of:
            self.code_of[path] = OTHERS.sub("", self.text(path))
        return self.code_of[path]

    @cached_property
    def ends(self) -> set[str]:
        """All ends of paths: tools/quality/lint.py, quality/lint.py and lint.py."""
        found = set()
        for path in self.files:
            parts = path.split("/")
            found |= {"/".join(parts[n:]) for n in range(len(parts))}
        return found

    @cached_property
    def folders(self) -> set[str]:
        """All folders with a file in them, with a / at the end."""
        return {f"{parent}/" for path in self.files for parent in PurePosixPath(path).parents}

    @cached_property
    def included(self) -> set[str]:
        """Files that assembly includes: some are made by the build."""
        sources = [path for path in self.files if path.endswith((".s", ".inc"))]
        found = {n for p in sources for n in re.findall(r'\.inc\w+ "([^"]+)"', self.text(p))}
        return found | {name.rpartition("/")[2] for name in found}

    @cached_property
    def modules(self) -> dict[str, str]:
        """{"emu.kit": "emu/kit/__init__.py", ...}; a folder without __init__.py: its name."""
        found = {}
        for path in self.files:
            if path.endswith((".py", ".pxd")):
                found[path.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")] = path
                folder = path.rpartition("/")[0]
                found.setdefault(folder.replace("/", "."), folder)
        return found

    @cached_property
    def tests(self) -> set[str]:
        """Names of test functions and of test files."""
        found = set()
        for path in self.files:
            if path.startswith("tests/") and path.endswith(".py"):
                found.add(path.rpartition("/")[2].removesuffix(".py"))
                found |= set(re.findall(r"def (\w+)", self.text(path)))
            elif path.rpartition("/")[2].startswith("test_"):
                found.add(path.rpartition("/")[2].rpartition(".")[0])
                found |= set(re.findall(r"\btest_\w+", self.text(path)))
        return found

    def has_file(self, name: str) -> bool:
        """Tell whether a file of that path, or end of a path, exists; ``*`` stands for anything."""
        name = name.removeprefix("./").replace("../", "")
        if "*" in name:
            return any(fnmatch(end, name) for end in self.ends | self.included)
        return name in self.ends or name in self.included

    def has_module(self, name: str) -> bool:
        """Tell whether a module is there, and in it what may follow its name."""
        parts = name.split(".")
        for count in range(len(parts), 0, -1):
            path = self.modules.get(".".join(parts[:count]))
            if path is None:
                continue
            rest = parts[count:]
            if not rest:
                return True
            if count == 1 and not path.endswith(".py"):
                return False
            near = [path]
            if path.endswith("/__init__.py"):  # what a package offers may be in any of its files
                near = [p for p in self.files if p.startswith(path.removesuffix("__init__.py"))]
            if count == 1:  # the fixture of the test kit is named c64, too
                near += [p for p in self.files if p.startswith("emu/kit/")]
            code = "".join(self.code(p) for p in near if p.endswith((".py", ".pxd")))
            return re.search(rf"\b{rest[0]}\b", code) is not None
        return False


def tracked(root: Path) -> list[str]:
    """Return the files that git knows or would add; without git, all that are there."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
        found = [path for path in listed.stdout.splitlines() if (root / path).is_file()]
    except (OSError, subprocess.CalledProcessError):
        found = []
    everything = (p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())
    return found or [path for path in everything if not path.startswith((".venv/", "build/"))]


def comments(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of comments and docstrings of a source."""
    pattern = ASSEMBLY if path.endswith(ASSEMBLED) else OTHERS
    for match in pattern.finditer(text):
        begins = text.rfind("\n", 0, match.start()) + 1
        if match[0][0] in "'\"" and (match[0][:3] != '"""' or text[begins : match.start()].strip()):
            continue  # a string that is no docstring
        first = text.count("\n", 0, match.start()) + 1
        yield from enumerate(match[0].split("\n"), first)


def name_faults(path: str, lines: Iterator[tuple[int, str]], tree: Tree) -> Iterator[Fault]:
    """Yield what the lines of a document or a source name that does not exist."""
    for number, line in lines:
        for match in NAMED.finditer(line):
            name, test = match[1], match[2]
            if name in FOREIGN or any(fnmatch(name, made) for made in MADE):
                continue
            if not tree.has_file(PLACE.sub("*", name)):
                yield Fault(path, number, f"there is no file {name}")
            elif test and test not in tree.tests | FOREIGN:
                yield Fault(path, number, f"there is no test {test}")
        for match in MODULE.finditer(line):
            if not NAMED.match(match[1]) and match[1] not in FOREIGN:
                if not tree.has_module(match[1]):
                    yield Fault(path, number, f"there is no module {match[1]}")
        for match in FOLDER.finditer(line):
            if match[1] not in tree.folders and not any(fnmatch(match[1], m) for m in MADE):
                yield Fault(path, number, f"there is no folder {match[1]}")
        for match in TEST.finditer(line):
            if match[1] not in tree.tests | FOREIGN:
                yield Fault(path, number, f"there is no test {match[1]}")


def prose(page: str) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of a document; of a line of code only the documents it names."""
    page = FENCE.sub(lambda match: re.sub(r"(?m)^", "    ", match[0]), page)
    for number, line in enumerate(page.splitlines(), 1):
        yield number, " ".join(re.findall(r"[\w./-]+\.md\b", line)) if line[:4] == "    " else line


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w -]", "", LINKED.sub(r"\1", heading).lower()).strip().replace(" ", "-")


def anchors(page: str) -> set[str]:
    """Return the anchors of a document's headings."""
    heads = re.findall(r"^#+ +(.+)$", FENCE.sub("", page), re.MULTILINE)
    return {anchor_of(head) for head in heads}


def link_faults(path: str, page: str, tree: "Tree") -> Iterator[Fault]:
    """Yield links of a document that lead nowhere, or to a heading that is not there."""
    for number, line in prose(page):
        for link, anchor in LINK.findall(line):
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(path), link)) if link else path
            )
            if link and not (tree.root / target).exists():
                yield Fault(path, number, f"the link to {link} leads nowhere")
            elif anchor and target.endswith(".md") and anchor not in anchors(tree.text(target)):
                yield Fault(path, number, f"there is no heading #{anchor} in {target}")


# -- all of it ------------------------------------------------------------------------------------


def faults(tree: Tree) -> list[Fault]:
    """Return everything that is wrong with documents and comments."""
    pages = {path: tree.text(path) for path in tree.files if path.endswith(".md")}
    habits = HABITS | glossary_habits(pages.get("docs/glossary.md", ""))
    # a comment may be a clause that names what stands there: "who has the dice"
    of_comments = {habit: better for habit, better in habits.items() if "Who (" not in habit}
    found: list[Fault] = []
    for path, page in pages.items():
        found += link_faults(path, page, tree)
        found += name_faults(path, prose(page), tree)
        found += sentence_faults(path, page)
        if path != "docs/glossary.md":
            found += habit_faults(path, page, habits)
    found += long_share({p: page for p, page in pages.items() if p.startswith("docs/")})
    for path in tree.files:
        if path.endswith(SOURCES):
            found += name_faults(path, comments(path, tree.text(path)), tree)
        if path.endswith(ASSEMBLED):
            found += phrase_faults(path, comments(path, tree.text(path)), of_comments)
    return found


def main() -> int:
    found = faults(Tree())
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    answer_help(__doc__)
    sys.exit(main())
