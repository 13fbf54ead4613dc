"""The User's Guide: every document it names is set, nothing of Markdown is lost or means more."""

import re
import tomllib
from pathlib import Path

import pytest

from tools.guide import __main__ as guide_module
from tools.guide.__main__ import ROOT, book, index_words
from tools.guide.typst_text import Chapter
from tools.quality.doclint import anchor_of

PARTS = tomllib.loads((ROOT / "tools/guide/parts.toml").read_text())["part"]


def set_as(markdown, **options):
    options = {"chapters": {}} | options
    return Chapter("docs/use/page.md", "A Title", **options).text(markdown)


def test_the_whole_book_is_set_with_every_chapter_and_an_index():
    text = book(PARTS, "0.1.0")
    for part in PARTS:
        assert f'#heading(level: 1, "{part["title"]}")' in text
        for chapter in part["chapters"]:
            assert f'#heading(level: 2, "{chapter["title"]}")#label("{chapter["file"]}")' in text
    assert text.count("#entry(") > 300 and text.endswith("#the_index()\n")
    assert set(re.findall(r'#image\("/([^"]+)"', text)) <= {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.*")
    }


def test_it_becomes_a_pdf_that_is_the_same_each_time(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(guide_module, "PDF", ROOT / "build" / tmp_path.name / "guide.pdf")
    made = []
    for _ in range(2):
        assert guide_module.main() == 0
        made.append(guide_module.PDF.read_bytes())
    guide_module.PDF.unlink()
    guide_module.PDF.parent.rmdir()
    assert made[0] == made[1] and made[0].startswith(b"%PDF")
    pages = int(re.search(r"(\d+) pages", capsys.readouterr().out)[1])
    assert 60 <= pages <= 120


def test_no_character_of_a_text_means_anything_to_typst():
    nasty = 'a "quote" # $x$ @b <c> ~ = - + / _ [d] \\e'
    found = set_as(nasty.replace("<c>", "&lt;c&gt;").replace("_", "\\_"))
    assert found == '#"a \\"quote\\" # $x$ @b <c> ~ = - + / _ [d] \\\\e";'


@pytest.mark.parametrize(
    ("markdown", "typst"),
    [
        ("# Any\n", '#heading(level: 2, "A Title")#label("docs/use/page.md")'),
        ("## `b` c\n", '#heading(level: 3)[#raw("b");#" c";]#label("docs/use/page.md#b-c")'),
        ("**a** *b*\n", '#strong[#"a";];#" ";#emph[#"b";];'),
        ("- a\n- b\n", '#list([#"a";], [#"b";])'),
        ("1. a\n", '#enum([#"a";])'),
        ("    code\n", '#raw(block: true, "code")'),
        ("```sh\ncode\n```\n", '#raw(block: true, "code", lang: "sh")'),
        ("| a | b |\n|--|--|\n| c | d |\n",
         '#table(columns: (auto, auto,), table.header([#strong[#"a";]], [#strong[#"b";]]), '
         '[#"c";], [#"d";])'),
        ("| | |\n|--|--|\n| c | d |\n", '#table(columns: (auto, auto,), [#"c";], [#"d";])'),
        ("a<br>b\n", '#"a";#linebreak();#"b";'),
        ("a <!-- no\nmore --> b\n", '#"a  b";'),
        ("[a](https://example.org/x)\n", '#link("https://example.org/x")[#"a";];'),
        ("![alt](../pictures/x.png)\n", '#image("/docs/pictures/x.png", scaling: "pixelated");'),
        ("[other.md](other.md)\n", '#"docs/use/other.md";'),
    ],
)  # fmt: skip
def test_markdown_becomes_typst(markdown, typst):
    assert set_as(markdown) == typst


def test_a_link_to_a_chapter_leads_there_and_has_its_name():
    chapters = {"docs/play/rules.md": "The Rules"}
    found = set_as("[rules.md](../play/rules.md#r-8-rent)", chapters=chapters)
    assert found == '#to("docs/play/rules.md#r-8-rent", "docs/play/rules.md")[#"The Rules";];'
    assert anchor_of("R-8 Rent") == "r-8-rent"


def test_a_section_stays_out_with_all_below_it_and_a_wrong_name_is_refused():
    page = "# A\n\none\n\n## Out\n\ntwo\n\n### Below\n\nthree\n\n## In\n\nfour\n"
    found = set_as(page, without=["Out"])
    assert all(word in found for word in ("one", "four"))
    assert not any(word in found for word in ("two", "three", "Below"))
    with pytest.raises(ValueError, match=r"docs/use/page\.md: no section 'Oust' to leave out"):
        set_as(page, without=["Oust"])


def test_a_word_is_in_the_index_once_a_chapter_and_so_is_an_option():
    words = re.compile(r"\bdrives?\b")
    found = set_as("A drive, two drives, `--drive8 x`, `--drive8`.", words=words,
                   canonical=lambda word: "drive")  # fmt: skip
    assert re.findall(r'#entry\("([^"]*)"\)', found) == ["drive", "--drive8"]
    glossary = Path(ROOT / "docs/glossary.md").read_text()
    assert {"true drive", "save state", "message"} <= set(index_words(glossary))
