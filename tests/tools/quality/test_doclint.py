"""The check of the words finds what it is there for, and lets pass what is right."""

import pytest

from tools.quality import doclint
from tools.quality.doclint import Tree

SHORT = "It runs for hours. "
LONG = " ".join(["word"] * 31).capitalize() + ". "


@pytest.fixture
def tree(tmp_path):
    """Return a function that makes a Tree of {path: text}."""

    def planted(files):
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        return Tree(tmp_path, list(files))

    return planted


def said(found):
    """Return what was found, without the places."""
    return [fault.what for fault in found]


@pytest.mark.long  # `make test` runs doclint itself, beside the first tests
def test_the_repository_itself_is_clean():
    assert list(map(str, doclint.faults(Tree()))) == []


def test_sentences_are_those_of_paragraphs_items_and_cells():
    page = "# A head\n\nOne is\nhere. Two (e.g. this) too!\n\n- three\n- four\n\n| a cell | b |\n"
    page += "\n    code. No.\n\n```\nno. No.\n```\nLast `a b. C` one.\n"
    assert [(s.line, s.text) for s in doclint.sentences(page)] == [
        (1, "A head"),
        (3, "One is here."),
        (4, "Two (e.g. this) too!"),
        (6, "three"),
        (7, "four"),
        (9, "a cell"),
        (9, "b"),
        (16, "Last `a_b._C` one."),
    ]


@pytest.mark.parametrize(("words", "count"), [(40, 0), (41, 1)])
def test_a_sentence_has_forty_words_at_most(words, count):
    page = "It runs.\n\n" + " ".join(["Word"] + ["word"] * (words - 1)) + ".\n"
    found = list(doclint.sentence_faults("docs/a.md", page))
    assert len(found) == count
    assert not found or (found[0].line, found[0].what[:9]) == (3, "41 words:")


@pytest.mark.parametrize(("long", "count"), [(1, 0), (2, 1)])
def test_of_twenty_sentences_one_may_be_long(long, count):
    found = doclint.long_share({"docs/a.md": SHORT * (20 - long) + LONG * long + "Yes. " * 99})
    assert len(found) == count


def test_the_glossary_bans_what_its_last_column_quotes():
    page = (
        '| term | meaning | instead of |\n|--|--|--|\n| **overlay** | code | "slot", contents |\n'
    )
    habits = doclint.glossary_habits(page)
    text = "The slot is full of contents.\nA slots machine and `a slot` are not meant."
    assert said(doclint.habit_faults("a.md", text, habits)) == ['"slot": better overlay']


@pytest.mark.parametrize(
    "words",
    [
        "The disk of then is back.",
        "What a line is about is told below.",
        "It is refused, and a line says so.",
        "One gets a link a seat.",
        "Who cannot pay is bankrupt.",
        "It ends with a line.",
        "They wait for ever.",
        "The joystick's key is K.",
    ],
)
def test_a_habit_is_found(words):
    assert len(list(doclint.habit_faults("a.md", words, doclint.HABITS))) == 1


@pytest.mark.parametrize(
    "words",
    [
        "A line of assembly says what it does.",
        "Who can join?",
        "Sound takes 12 KB a second, a picture once a frame.",
        "You told the program so.",
    ],
)
def test_plain_english_is_no_habit(words):
    assert list(doclint.habit_faults("a.md", words, doclint.HABITS)) == []


def test_a_habit_is_found_in_a_comment_of_a_6502_source():
    source = "        lda told  ; what is told once\n        rts  ; `is told` is code\n"
    faults = doclint.phrase_faults("a.s", doclint.comments("a.s", source), doclint.HABITS)
    assert [(fault.line, fault.what.split(":")[0]) for fault in faults] == [(1, '"is told"')]


FILES = {
    "c64/cpu.py": 'class Cpu:\n    def step(self):\n        """Run."""\n',
    "tests/test_cpu.py": "def test_a_step_is_one_cycle():\n    pass\n",
    "asm/a.s": '.include "made.inc"\n',
}


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("c64/cpu.py", None),
        ("cpu.py and tests/test_c*.py", None),
        ("c64/gpu.py", "there is no file c64/gpu.py"),
        ("made.inc", None),
        ("other.inc", "there is no file other.inc"),
        ("NAME.inc", None),
        ("tests/", None),
        ("asm/game/", "there is no folder asm/game/"),
        ("c64.cpu", None),
        ("c64.cpu.Cpu", None),
        ("c64.cpu.Gpu", "there is no module c64.cpu.Gpu"),
        ("tests.cpu_test", "there is no module tests.cpu_test"),
        ("test_cpu.py::test_a_step_is_one_cycle", None),
        ("test_cpu.py::test_gone", "there is no test test_gone"),
        ("test_a_step_is_two_cycles", "there is no test test_a_step_is_two_cycles"),
    ],
)
@pytest.mark.parametrize(
    ("path", "frame"),
    [
        ("docs/a.md", "See `{}`.\n"),
        ("c64/b.py", "x = 1  # see {}\n"),
        ("c64/b.py", 'def f():\n    """See {}."""\n'),
        ("asm/b.s", "        rts ; see {}\n"),
        ("asm/b.cfg", "# {}\n"),
    ],
)
def test_what_a_text_names_exists(tree, path, frame, words, fault):
    found = doclint.faults(tree(FILES | {path: frame.format(words)}))
    assert said(found) == ([fault] if fault else [])


def test_strings_and_code_are_not_checked(tree):
    files = {
        "c64/b.py": 'A = "gone.py"  # fine\nB = """\n# gone.py\n"""\nC = 1\n',
        "docs/a.md": "    run gone.py\n\n```\ngone.s\n```\n",
    }
    assert doclint.faults(tree(files)) == []


def test_a_document_named_in_a_command_must_exist(tree):
    found = doclint.faults(tree({"docs/a.md": "```sh\ngo64 --look crt   # looks.md\n```\n"}))
    assert said(found) == ["there is no file looks.md"]


def test_a_link_must_lead_somewhere(tree):
    files = {
        "docs/a.md": "# One\n\n[a](b.md#x-y-z) [b](../c64) [c](#one)\n\n    [d](no)\n",
        "docs/b.md": "## X, `y` [z](../c64)\n",
        "c64/x.py": "",
    }
    assert doclint.faults(tree(files)) == []
    found = doclint.faults(tree({"docs/a.md": "\n\n[a](c.md)\n[b](#two)\n"}))
    assert [(f.line, f.what) for f in found if f.what[-4:] != "c.md"] == [
        (3, "the link to c.md leads nowhere"),
        (4, "there is no heading #two in docs/a.md"),
    ]


def test_the_command_prints_place_and_fault(monkeypatch, capsys, tree):
    made = tree({"docs/a.md": "\nSee gone.py.\n"})
    monkeypatch.setattr(doclint, "Tree", lambda: made)
    assert doclint.main() == 1
    assert capsys.readouterr().out == "docs/a.md:2: there is no file gone.py\n"
