"""The User's Guide: every document it names is set, nothing of Markdown is lost or means more."""

import re
from pathlib import Path

import pytest

from tools.guide import __main__ as guide_module
from tools.guide.__main__ import BOOKS, ROOT, book, index_pattern, index_words, read_book
from tools.guide.typst_text import Chapter
from tools.quality.doclint import anchor_of


def set_as(markdown, **options):
    options = {"chapters": {}} | options
    return Chapter("docs/use/page.md", "A Title", **options).text(markdown)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_a_whole_book_is_set_with_every_chapter_and_an_index(name):
    table = read_book(name)
    text = book(table, "0.1.0")
    for part in table["part"]:
        assert f'#heading(level: 1, "{part["title"]}")' in text
        for chapter in part["chapters"]:
            assert f'#heading(level: 2, "{chapter["title"]}")#label("{chapter["file"]}")' in text
    assert text.count("#entry(") > 100
    assert text.endswith(f'#the_index("{table["book"]["index"]}")\n')
    assert set(re.findall(r'#image\("/([^"]+)"', text)) <= {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.*")
    }


def test_each_word_of_a_books_own_index_is_in_it():
    table = read_book("parts_de.toml")
    entries = set(re.findall(r'#entry\("([^"]*)"\)', book(table, "0.1.0")))
    assert set(table["book"]["words"]) <= entries


def test_a_book_about_the_game_has_the_chapters_of_the_other_in_its_language():
    english, german = (
        {chapter["file"] for part in read_book(name)["part"] for chapter in part["chapters"]}
        for name in BOOKS
    )
    ours = {file for file in english if file.startswith("docs/play/")}
    assert german == {file.replace("docs/", "docs/de/") for file in ours}


def test_a_word_is_found_with_its_endings_and_the_longest_first():
    pattern = index_pattern(["Tier", "Kredit", "Tierchen"], ["e", "en", "s"])
    found = [match[1] for match in pattern.finditer("Tiere, kredits, Tierchen, Tieren, Tiergarten")]
    assert found == ["Tier", "kredit", "Tierchen", "Tier"]


@pytest.mark.slow
def test_they_become_pdfs_that_are_the_same_each_time(tmp_path, monkeypatch, capsys):
    made = []
    for place in ("one", "other"):
        monkeypatch.setattr(guide_module, "DIST", tmp_path / place)
        assert guide_module.main() == 0
        names = sorted(path.name for path in (tmp_path / place).iterdir())
        made.append([(tmp_path / place / name).read_bytes() for name in names])
    assert names == ["go64-guide.pdf", "go64-handbuch.pdf"]
    assert made[0] == made[1] and all(pdf.startswith(b"%PDF") for pdf in made[0])
    pages = re.findall(r"(\d+) pages", capsys.readouterr().out)[:2]
    assert 60 <= int(pages[0]) <= 120 and 30 <= int(pages[1]) <= 60


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
        ("![alt](../pictures/x.png)\n", '#picture("/docs/pictures/x.png");'),
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
