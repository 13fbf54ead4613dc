"""Markdown of the documents as text for Typst.

Every piece of text becomes a string of Typst's, so no character of it means anything to Typst.
"""

import json
import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from tools.quality.doclint import anchor_of

PICTURES = (".png", ".gif", ".svg")
BREAK_AFTER = re.compile(r"([/_.,:=-])(?=\w)")  # where a long word of code may end a line
ZERO_WIDTH_SPACE = "\u200b"
LONG_WORD = 14  # letters of code that stay together
NARROW_TABLE, WIDEST = 84, 36  # letters of a row that fits as it is; of a column's share
FILE_NAME = re.compile(r"[\w./-]+\.md")
OPTION = re.compile(r"--[a-z][\w-]+")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINE_BREAK = re.compile(r"<br\s*/?>")


def string(text: str) -> str:
    """Return text as a string in Typst."""
    return json.dumps(text, ensure_ascii=False).replace("\\b", "").replace("\\f", "")


def label(file: str, anchor: str = "") -> str:
    """Return the label of a document or of a heading in it."""
    return f"{file}#{anchor}" if anchor else file


class Chapter:
    """One document.

    file      its path in the repository;  title  of the chapter, instead of the document's own
    chapters  {path: title} of all that are in the book: links between them stay links
    without   headings whose sections stay out
    words     words for the index, by the pattern that finds any of them; None: none
    """

    def __init__(
        self,
        file: str,
        title: str,
        chapters: Mapping[str, str],
        words: re.Pattern[str] | None = None,
        canonical: Callable[[str], str] = str,
        without: Sequence[str] = (),
    ) -> None:
        self._without = set(without)
        self._file, self._title, self._chapters = file, title, chapters
        self._words, self._canonical = words, canonical
        self._noted: set[str] = set()

    def text(self, markdown: str) -> str:
        """Return the document as text for Typst."""
        parser = MarkdownIt("commonmark").enable("table")
        tree = SyntaxTreeNode(parser.parse(COMMENT.sub("", markdown)))
        return "\n\n".join(self._block(node) for node in self._wanted(tree.children))

    def _wanted(self, nodes: Sequence[SyntaxTreeNode]) -> list[SyntaxTreeNode]:
        """Return blocks without the sections that stay out; ValueError if one is not there."""
        found, left_out, until = list[SyntaxTreeNode](), set[str](), 0
        for node in nodes:
            if node.type == "heading":
                depth, plain = int(node.tag[1]), "".join(map(_plain, node.children))
                if until and depth <= until:
                    until = 0
                if not until and plain in self._without:
                    until = depth
                    left_out.add(plain)
            if not until:
                found.append(node)
        if lost := self._without - left_out:
            raise ValueError(f"{self._file}: no section '{min(lost)}' to leave out")
        return found

    # -- blocks --------------------------------------------------------------------------------

    def _block(self, node: SyntaxTreeNode) -> str:
        way = getattr(self, f"_{node.type}", None)
        if way is None:
            raise ValueError(f"{self._file}: no way to set '{node.type}'")
        found: str = way(node)
        return found

    def _blocks(self, nodes: Sequence[SyntaxTreeNode]) -> str:
        return "\n\n".join(self._block(node) for node in nodes)

    def _heading(self, node: SyntaxTreeNode) -> str:
        depth = int(node.tag[1])
        plain = "".join(_plain(child) for child in node.children)
        if depth == 1:
            return f"#heading(level: 2, {string(self._title)})#label({string(self._file)})"
        body = self._inlines(node.children)
        place = string(label(self._file, anchor_of(plain)))
        body += self._mark(plain)
        return f"#heading(level: {min(depth + 1, 4)})[{body}]#label({place})"

    def _paragraph(self, node: SyntaxTreeNode) -> str:
        return self._inlines(node.children)

    def _bullet_list(self, node: SyntaxTreeNode) -> str:
        return f"#list({', '.join(f'[{self._blocks(i.children)}]' for i in node.children)})"

    def _ordered_list(self, node: SyntaxTreeNode) -> str:
        return f"#enum({', '.join(f'[{self._blocks(i.children)}]' for i in node.children)})"

    def _blockquote(self, node: SyntaxTreeNode) -> str:
        return f"#quote(block: true)[{self._blocks(node.children)}]"

    def _fence(self, node: SyntaxTreeNode) -> str:
        lang = f", lang: {string(node.info.split()[0])}" if node.info.strip() else ""
        return f"#raw(block: true, {string(node.content.rstrip())}{lang})"

    def _code_block(self, node: SyntaxTreeNode) -> str:
        return f"#raw(block: true, {string(node.content.rstrip())})"

    def _hr(self, _: SyntaxTreeNode) -> str:
        return "#line(length: 100%)"

    def _html_block(self, _: SyntaxTreeNode) -> str:
        return ""

    def _table(self, node: SyntaxTreeNode) -> str:
        rows = [
            [self._inlines(c.children) for c in r.children]
            for p in node.children
            for r in p.children
        ]
        head, *body = rows
        wide = ", ".join(
            _widths([[_plain(c) for c in r.children] for p in node.children for r in p.children])
        )
        cells = [f"[{cell}]" for row in body for cell in row]
        if any(head):
            strong = ", ".join(f"[#strong[{cell}]]" for cell in head)
            cells.insert(0, f"table.header({strong})")
        return f"#table(columns: ({wide},), {', '.join(cells)})"

    # -- within a line ---------------------------------------------------------------------------

    def _inlines(self, nodes: Sequence[SyntaxTreeNode]) -> str:
        return "".join(self._inline(node) for node in nodes)

    def _inline(self, node: SyntaxTreeNode) -> str:
        if node.type == "inline":
            return self._inlines(node.children)
        if node.type == "text":
            return self._words_of(node.content) if node.content else ""
        if node.type in ("softbreak", "hardbreak"):
            return '#" ";' if node.type == "softbreak" else "#linebreak();"
        if node.type == "code_inline":
            mark = self._mark(found[0]) if (found := OPTION.match(node.content)) else ""
            return f"#raw({string(_breakable(node.content))});{mark}"
        if node.type in ("strong", "em"):
            name = "strong" if node.type == "strong" else "emph"
            return f"#{name}[{self._inlines(node.children)}];"
        if node.type == "link":
            return self._link(str(node.attrs["href"]), node)
        if node.type == "image":
            return self._image(str(node.attrs["src"]))
        if node.type == "html_inline":
            return "#linebreak();" if LINE_BREAK.fullmatch(node.content) else ""
        raise ValueError(f"{self._file}: no way to set '{node.type}'")

    def _words_of(self, text: str) -> str:
        """Return text, with marks for the index behind what is new in the chapter."""
        if self._words is None:
            return f"#{string(text)};"
        parts, end = [], 0
        for found in self._words.finditer(text):
            mark = self._mark(self._canonical(found[0]))
            if mark:
                parts.append(f"#{string(text[end : found.end()])};{mark}")
                end = found.end()
        return "".join(parts) + (f"#{string(text[end:])};" if text[end:] else "")

    def _mark(self, word: str) -> str:
        """Return a mark for the index, once a chapter."""
        if self._words is None or word in self._noted:
            return ""
        self._noted.add(word)
        return f"#entry({string(word)});"

    def _link(self, target: str, node: SyntaxTreeNode) -> str:
        body = self._inlines(node.children)
        if re.match(r"https?://", target):
            return f"#link({string(target)})[{body}];"
        path, _, anchor = target.partition("#")
        file = self._file
        if path:
            file = posixpath.normpath(posixpath.join(posixpath.dirname(self._file), path))
        if FILE_NAME.fullmatch(_plain(node)):  # a book has chapters, and no files
            body = f"#{string(self._chapters.get(file, file))};"
        if file not in self._chapters:
            return body
        place = label(file, anchor)
        return f"#to({string(place)}, {string(file)})[{body}];"

    def _image(self, source: str) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(self._file), source))
        if PurePosixPath(path).suffix not in PICTURES:
            return ""
        return f"#picture({string('/' + path)});"


def _widths(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the widths of a table's columns: as their text needs, or shares of the page.

    rows  of plain text, all as long as the first
    """
    columns = list(zip(*rows, strict=True))
    longest = [max(map(len, column)) for column in columns]
    if 0 < sum(longest) < NARROW_TABLE:
        return ["auto"] * len(columns)
    words = [
        max(len(word) for text in column for word in (text.split() or [""])) for column in columns
    ]
    means = [sum(map(len, column)) / len(column) for column in columns]
    shares = (max(min(word, LONG_WORD), mean, 3) for word, mean in zip(words, means, strict=True))
    return [f"{min(share, WIDEST):.0f}fr" for share in shares]


def _plain(node: SyntaxTreeNode) -> str:
    """Return the text of a node, without what it looks like."""
    if node.type in ("text", "code_inline"):
        return node.content
    return "".join(_plain(child) for child in node.children)


def _breakable(code: str) -> str:
    """Return code whose long words may end a line behind a sign."""
    words = code.split(" ")
    return " ".join(
        BREAK_AFTER.sub(rf"\1{ZERO_WIDTH_SPACE}", word) if len(word) > LONG_WORD else word
        for word in words
    )


__all__ = ["Chapter", "label", "string"]
