"""The documents as MkDocs gets them: each link leads to something that is there, too."""

import re

from tools.site.stage import FENCE, LINK, MOVED, navigation, relinked, stage, staged
from tools.web.site import ROOT


def everything(_):
    return True


def test_links_lead_where_the_pages_are_put():
    text = "[a](docs/play/rules.md#r-8) ![b](docs/pictures/x.png) [c](CHANGELOG.md) [d](asm/a.s)"
    assert relinked(text, "README.md", everything) == (
        "[a](play/rules.md#r-8) ![b](pictures/x.png) [c](changelog.md) [d](files/asm/a.s)"
    )
    text = "[a](../../README.md#x) [b](../use/time.md) [c](#here) [d](https://example.org/a.md)"
    assert relinked(text, "docs/play/rules.md", everything) == (
        "[a](../index.md#x) [b](../use/time.md) [c](#here) [d](https://example.org/a.md)"
    )
    assert staged("docs/README.md") == "documents.md"


def test_a_link_to_nothing_becomes_its_words_and_code_stays():
    text = "[a](gone.md) ![b](gone.png)\n\n    [c](gone.md)\n\n```\n[d](gone.md)\n```\n"
    assert relinked(text, "README.md", lambda path: False) == (
        "a b\n\n    [c](gone.md)\n\n```\n[d](gone.md)\n```\n"
    )


def test_every_page_and_all_that_it_links_to_is_staged_and_in_the_menu(tmp_path):
    stage(ROOT, tmp_path / "docs", game=True)
    pages = {
        path.relative_to(tmp_path / "docs").as_posix() for path in (tmp_path / "docs").rglob("*.md")
    }
    assert set(MOVED.values()) <= pages and "program/reference.md" in pages
    lost = []
    for page in pages:
        text = "".join(FENCE.split((tmp_path / "docs" / page).read_text())[::2])
        for found in LINK.finditer(text):
            target = found[2]
            if not re.match(r"[a-z]+:", target):
                place = (tmp_path / "docs" / page).parent / target
                lost += [] if place.is_file() else [f"{page}: {target}"]
    assert lost == []
    assert "<iframe" in (tmp_path / "docs/index.md").read_text()
    shown = re.findall(r"[\w./-]+\.md", str(navigation(tmp_path / "docs")))
    assert sorted(shown) == sorted(pages)
