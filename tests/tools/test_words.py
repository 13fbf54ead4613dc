"""The words of the game are in language files and fit their places; none is left in a source."""

import re

import pytest

from tools import build, textpack, words

GAME = build.ROOT / "asm" / "game"
# Letters in a source that are no words: keys, names of files, commands of the drive, marks.
CODES = {
    "bid.s": {"UIOJKL"}, "deal.s": {"YNMVSG?"}, "trade.s": {"CPEXMVS?", "UIOJKL"},
    "loans.s": {"UIOJKL"}, "options.s": {"TMJSUHG"}, "setup.s": {"SFLBDRG"},
    "letters.s": {"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.+! "},
    "disk.s": {"GO", r"[A-Z]+,P,R"}, "drive_fast.s": {"M-E"}, "input.s": {r"[^a-z]+"},
    "save.s": {r"[^a-z ]+"}, "save_aside.s": {r"[^a-z ]+"}, "saved_list.s": {r"[^a-z ]+"},
}  # fmt: skip
LITERAL = re.compile(r'"([^"]*)"')


def test_no_text_is_left_in_a_source():
    found = []
    for path in sorted(GAME.rglob("*.s")):
        if path.parent.name in ("loader", "fast"):
            continue  # not there when a language is chosen
        allowed = CODES.get(path.name, ())
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if not re.match(r"(\w+:)?\s*\.(byte|asciiz)\b", line):
                continue
            for text in LITERAL.findall(line):
                if re.search("[A-Za-z]", text) and not any(
                    re.fullmatch(code, text) or code == text for code in allowed
                ):
                    found.append(f"{path.name}:{number}: {text!r}")
    assert not found


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_each_text_fits_its_place_and_each_place_has_its_text(language):
    places, texts = words.limits(), words.read_words(language)
    first = words.entries_of(words.LANGUAGES[0])
    words.check_keys(language, words.entries_of(language), first)
    assert set(places) == set(texts)
    count = 0
    for source, entries in texts.items():
        for key, value in entries.items():
            for text in value if isinstance(value, list) else [value]:
                words.check_fit(text, words.limit_of(places, source, key), key)
                count += 1
    assert count > 400


@pytest.mark.parametrize(
    ("text", "limit", "said"),
    [
        ("Roll the dice", (12, 1), r"'Roll the dice' has 13 columns of 12"),
        ("one two three", (5, 2), "takes 3 lines, there is room for 2"),
    ],
)
def test_a_text_that_does_not_fit_is_refused_by_name(text, limit, said):
    with pytest.raises(words.WordsError, match=rf"^play\.l_roll: {said}"):
        words.check_fit(text, limit, "play.l_roll")
    words.check_fit(text, (13, 1), "play.l_roll")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{player} buys {thing}", r"of \['\{player\}', '\{thing\}'\] only"),
        ("caf\u00e9", "has a letter that the font has not"),
        ("x" * 161, "has 161 characters, at most 160 fit"),
    ],
)
def test_a_text_that_cannot_be_shown_is_refused(text, said):
    with pytest.raises(words.WordsError, match=rf"^here: .*{said}"):
        words.encoded(text, "here")


def test_letters_of_german_have_the_codes_of_din_66003():
    assert words.encoded("ÄÖÜäöüß {house}", "here") == "[\\]{|}~ \x11"


def test_a_missing_and_a_surplus_key_are_refused_by_name():
    one = {("play", "l_roll"): ["Roll"], ("play", "l_buy"): ["Buy"]}
    other = {("play", "l_roll"): ["Roll"], ("play", "l_sell"): ["Sell"]}
    with pytest.raises(words.WordsError, match=r"^words_xx\.toml: play\.l_buy: is missing"):
        words.check_keys("xx", other, one)
    del one["play", "l_buy"]
    with pytest.raises(words.WordsError, match=r"^words_xx\.toml: play\.l_sell: is no text"):
        words.check_keys("xx", other, one)
    with pytest.raises(words.WordsError, match=r"play\.l_roll: must have 1 texts, has 2"):
        words.check_keys("xx", {("play", "l_roll"): ["Roll", ""]}, one)


def test_a_text_gets_one_number_only_if_it_is_one_in_every_language(monkeypatch):
    tables = {
        "aa": {"play": {"l_one": "Go", "l_two": "Go", "l_three": "Go"}},
        "bb": {"play": {"l_one": "Los", "l_two": "Los", "l_three": "Geh"}},
    }
    monkeypatch.setattr(words, "read_words", tables.__getitem__)
    books, keys = words.numbered(("aa", "bb"))
    assert keys == {"play": {"l_one": 0x101, "l_two": 0x101, "l_three": 0x102}}
    assert books == {"aa": {"main": ["", "Go", "Go"]}, "bb": {"main": ["", "Los", "Geh"]}}


def test_a_book_gives_back_all_its_texts():
    texts = ["", *(f"text {n}" for n in range(20)), "a text at the end"]
    table, packed = textpack.pairs(texts)
    book = words.book_bytes(texts, packed)

    def character(byte):
        if byte < textpack.FIRST:
            return chr(byte)
        return "".join(map(character, table[byte - textpack.FIRST]))

    for number, text in enumerate(texts):
        at = int.from_bytes(book[2 * (number // 8) :][:2], "little")
        for _ in range(number % 8):
            at = book.index(0, at) + 1
        assert "".join(map(character, book[at : book.index(0, at)])) == text


def test_packing_finds_pairs_and_loses_nothing():
    table, packed = textpack.pairs(["banana bandana", "a band", "xyz", "\x01 and \x01 and \x01"])
    assert table[0] == (ord("a"), ord("n"))
    assert not any(half == 1 for pair in table for half in pair)  # filled in when it is shown

    def resolved(byte):
        return chr(byte) if byte < 0x80 else "".join(map(resolved, table[byte - 0x80]))

    for text, codes in packed.items():
        assert "".join(map(resolved, codes)) == text
