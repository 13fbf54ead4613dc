"""docs/de/play says in German what docs/play says: the same headings, figures, commands, pictures.

Whether a translation reads well no test can say.  What is alike in both languages can be compared:
so an English page that changes takes its German page with it.
"""

import posixpath
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from tests.asm.game.engine import K
from tests.asm.game.ui import german
from tests.asm.game.ui.machine import Game
from tools import build
from tools.game import words
from tools.quality.doclint import anchor_of

ROOT = Path(__file__).resolve().parents[2]
ENGLISH, GERMAN = "docs/play", "docs/de/play"
PAGES = sorted(path.name for path in (ROOT / ENGLISH).glob("*.md"))
BERLIN = tomllib.loads((ROOT / "asm/game/data/text/berlin.toml").read_text(encoding="utf-8"))
NUMBER = re.compile(r"(?<![\w.,/])-?\d+(?:[.,/]\d+)*")
COUNTED = ("bullet_list", "ordered_list", "list_item", "table", "tr", "th", "td", "image")
KEY_PRESSES = re.compile(r"[A-Z]\w*(?: +[A-Z]\w*)+\n?")
# Words in quotes that are not on the game's screen: of our web page, of an English document.
ELSEWHERE = {"Modes", "Back"}


def read(folder, name):
    return (ROOT / folder / name).read_text(encoding="utf-8")


def tree(page):
    return SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(page))


def plain(node):
    """Return the text below a node, without code."""
    return " ".join(leaf.content for leaf in node.walk() if leaf.type == "text")


def anchors_of(folder, name):
    """Return the anchors of a page's headings, in their order."""
    heads = re.findall(r"^#+ +(.+)$", re.sub(r"(?ms)^```.*?^```", "", read(folder, name)), re.M)
    return [anchor_of(head) for head in heads]


def target_of(link, folder):
    """Return what a link means in both languages: "file#number of the heading in it"."""
    if re.match(r"[a-z]+:", link):
        return link
    path, _, anchor = link.partition("#")
    path = posixpath.normpath(posixpath.join(folder, path)) if path else ""
    name = posixpath.basename(path)
    if path == f"{folder}/{name}":
        path = name
    if anchor and path == name and name:
        anchor = str(anchors_of(folder, name).index(anchor))
    return f"{path}#{anchor}"


def facts_of(node, folder, name):
    """Yield what a node and all below it have alike in both languages."""
    for leaf in node.walk():
        if leaf.type in COUNTED:
            yield leaf.type
        if leaf.type in ("code_inline", "fence", "code_block"):
            if not (leaf.type == "code_block" and KEY_PRESSES.fullmatch(leaf.content)):
                yield leaf.type, leaf.content
        if leaf.type == "text":
            yield from (("number", re.sub(r"[.,]", "", n)) for n in NUMBER.findall(leaf.content))
        if leaf.type == "image":
            yield "picture", posixpath.normpath(posixpath.join(folder, leaf.attrs["src"]))
        if leaf.type == "link":
            link = leaf.attrs["href"]
            link = name + link if link.startswith("#") else link
            yield "link", target_of(link, folder)


def sections(folder, name, page=None):
    """Return [(level of the heading, Counter of what its section has alike in both languages)]."""
    found = []
    for node in tree(page or read(folder, name)).children:
        if node.type == "heading":
            found.append((node.tag, Counter()))
        found[-1][1].update(facts_of(node, folder, name))
    return found


def differences(name, english=None):
    """Return which sections of a page differ: their number, what only one language has."""
    ours, theirs = sections(GERMAN, name), sections(ENGLISH, name, english)
    if [tag for tag, _ in ours] != [tag for tag, _ in theirs]:
        return [f"{len(theirs)} headings in English, {len(ours)} in German, or of other levels"]
    return [
        f"section {n}: only English {dict(b - a)}, only German {dict(a - b)}"
        for n, ((_, a), (_, b)) in enumerate(zip(ours, theirs, strict=True))
        if a != b
    ]


def test_each_page_about_the_game_is_there_in_german():
    assert sorted(path.name for path in (ROOT / GERMAN).glob("*.md")) == PAGES
    assert len(PAGES) >= 4


@pytest.mark.parametrize("name", PAGES)
def test_a_german_page_has_all_that_its_english_page_has(name):
    assert differences(name) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("## Saved games", "## Saved games\n\n## Another"),
        ("half of them more than 139", "half of them more than 140"),
        ("--cart-save", "--cart-keep"),
        ("| N | next turn |\n", ""),
        ("opponents.md#the-length-of-a-game", "opponents.md#strength"),
        ("- Names have at most seven letters.\n", ""),
        ("`;` `@`", "`,` `@`"),
        ("[rules.md](rules.md)", "[rules.md](hosting.md)"),
    ],
)
def test_a_change_of_the_english_page_alone_is_noticed(old, new):
    page = read(ENGLISH, "playing.md")
    assert page.count(old) >= 1, "the example is no longer on the page: choose another"
    assert differences("playing.md", page.replace(old, new, 1))


@pytest.mark.parametrize("name", PAGES)
def test_german_is_quoted_as_germans_quote(name):
    text = plain(tree(read(GERMAN, name)))
    assert not re.findall(r".{0,20}[\"\u201d\u2018«»].{0,20}", text)
    assert re.sub("[^„“]", "", text) == "„“" * text.count("„")
    assert not re.findall(r"\d,\d{3}\b", text), "thousands have a point in German"


@pytest.mark.parametrize("name", ["playing.md", "opponents.md"])
def test_what_is_quoted_stands_on_the_screen(name):
    every = "\n".join(
        text
        for entries in words.read_words("de").values()
        for value in entries.values()
        for text in (value if isinstance(value, list) else [value])
    ).lower()
    quoted = set(re.findall("„([^“]+)“", plain(tree(read(GERMAN, name))))) - ELSEWHERE
    assert len(quoted) >= 4
    assert [q for q in sorted(quoted) if any(p.lower() not in every for p in q.split(": "))] == []


def test_the_squares_are_those_of_berlin():
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \| ([^|]*)\|.*\|$", read(GERMAN, "rules.md"), re.M)
    assert [square for _, square, _ in rows] == BERLIN["squares"]
    groups = {group.strip() for _, _, group in rows} - {""}
    assert groups == {re.sub(r"^\d ", "", group) for group in BERLIN["groups"]}


def test_the_switches_have_the_names_of_the_page_of_all_rules():
    names = set(words.read_words("de")["rules"].values())
    variants = re.split(r"^## VARIANTEN ", read(GERMAN, "rules.md"), flags=re.M)[1:]
    for number, last in ((0, "1989"), (2, "Russisch")):
        table = variants[number].partition("| Schalter |")[2].partition("\n\n")[0]
        switches = re.findall(r"^\| ([^|]+) \|(?!--)", table, re.M)
        assert len(switches) >= 9 and last in table
        known = {"Uhr", "Dritter Wurf in Haft"}  # no row of that page; spelled with a digit there
        assert set(switches) - known <= names


def test_the_letters_are_those_of_the_german_buttons():
    menus = "".join((ROOT / "asm/game/pages" / n).read_text() for n in ("play.s", "pages.inc"))
    labels = dict(re.findall(r'MENU_ITEM "(\w)", \w+, (l_(?!choose)\w+)', menus)[::-1])
    # One letter may belong to several buttons, never in one menu: what the page means by it.
    labels |= {"R": "l_roll", "B": "l_buy", "P": "l_auction", "N": "l_next"}
    letters = words.read_keys("de")
    english, ours = (
        re.findall(r"^\| ([A-Z]) \|", read(folder, "playing.md"), re.M)
        for folder in (ENGLISH, GERMAN)
    )
    assert ours == [letters.get(f"play.{labels[key]}", key) for key in english]
    ten = words.read_words("de")["perspective"]["text_ten"].split()
    section = read(GERMAN, "playing.md").partition("### Die Regeln von 1989")[2]
    said = set(re.findall(r"\b([A-Z])\b", section.partition("\n- Diese")[0]))
    assert said == {word[0] for word in ten}


def test_the_keys_of_the_german_quick_start_lead_to_the_first_turn():
    build.build_game()
    game = Game().boot()
    line = next(
        line for line in read(GERMAN, "playing.md").splitlines() if line.startswith("    F3")
    )
    english = next(
        line for line in read(ENGLISH, "playing.md").splitlines() if line.startswith("    RETURN")
    )
    roll = words.read_keys("de")["play.l_begin"]
    keys = [roll if key == "R" else key for key in english.split()]
    assert line.split() == ["F3", "F3", *keys]
    for key in line.split():
        game.key({"RETURN": "\n", "F7": "{F7}", "F3": "{F3}"}.get(key, key.lower()), 100)
    game.until(german.de("play", "l_roll"))
    assert game.mode == K["MODE_NORMAL"]
    german.in_german(game)
