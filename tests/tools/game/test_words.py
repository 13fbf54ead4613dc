"""The words of the game are in language files and fit their places; none is left in a source."""

import re

import pytest

from tools import build
from tools.game import build_game, textpack, words

GAME = build.ROOT / "asm" / "game"
# Letters in a source that are no words: keys, names of files, commands of the drive, marks.
CODES = {
    "bid.s": {"UIOJKL"}, "trade.s": {"UIOJKL"},
    "loans.s": {"UIOJKL"}, "options.s": {"TMJSUHGC"}, "setup.s": {"SFLBDRG"},
    "weights.s": {"SKILL_", "WEIGHT_", "row_"},  # parts of names
    "letters.s": {"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.+! "},
    "disk.s": {"[A-Z]+", "_START__", "_LAST__"},  # parts of names as well
    "drive_fast.s": {"M-E"}, "input.s": {r"[^a-z]+"},
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


def test_two_lines_that_begin_with_one_letter_are_refused_by_name():
    german = dict(words.entries_of("de"))
    words.check_initials("de", german)
    german["values", "p_talk"] = ["Meinung"]
    with pytest.raises(words.WordsError, match=r"values.p_talk: 'M' is p_speed's letter"):
        words.check_initials("de", german)
    german["values", "p_talk"] = ["Reden"]
    with pytest.raises(words.WordsError, match=r"values.p_talk: 'R' is another line's letter"):
        words.check_initials("de", german)


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


MENU_ITEM = re.compile(r'^\s*MENU_ITEM "?(\w+|\?)"?, *([^,]+), (\w+)')
AMOUNTS = set("UIOJKL")  # keys of an amount below the buttons


def menus():
    """{menu: [(letter in the source, source.label)]} of all pages of a menu, macros resolved."""
    macros, found, name = {}, {}, None
    for path in [GAME / "pages" / "pages.inc", *sorted((GAME / "pages").glob("*.*"))]:
        lines = path.read_text().splitlines() if path.suffix in (".s", ".inc") else []
        for line in lines:
            if match := re.match(r"\.macro (MENU_\w+)", line):
                name = macros.setdefault(match[1], [])
            elif line.startswith(".endmacro"):
                name = None
            elif match := re.match(r"(menu_\w+):", line):
                name = found.setdefault(match[1], [])
            elif name is not None and (match := MENU_ITEM.match(line)):
                name.append((match[1], match[3]))
            elif name is not None and (match := re.match(r"\s*(MENU_(?:COMMON|PLAY))(.*)", line)):
                letter = match[2].strip().strip('"') or "O"
                rows = macros.get(match[1], [])
                name += [(letter if key in ("O", "letter") else key, text) for key, text in rows]
            elif re.match(r"\s*\.byte 0\b", line):
                name = None
    return found


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_two_buttons_of_a_menu_have_one_letter(language):
    texts, own = words.read_words(language), words.read_keys(language)
    labels = {key for source in texts.values() for key in source}
    letters = {}
    for name, letter in own.items():
        source, _, key = name.partition(".")
        assert key in texts[source]
        letters.setdefault(texts[source][key], letter)
    found = menus()
    assert len(found) > 20 and sum(map(len, found.values())) > 150
    for menu, rows in found.items():
        shown = {}
        for key, label in rows:
            assert label in labels
            texts_of = {source[label] for source in texts.values() if label in source}
            shown.setdefault(label, next((letters[t] for t in texts_of if t in letters), key))
        used = list(shown.values())
        assert len(set(used)) == len(used), (menu, shown)
        if menu in ("menu_auction", "menu_rent"):
            assert not AMOUNTS & set(used), (menu, shown)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_buttons_of_a_trade_begin_with_their_letters(language):
    """trade.s, deal.s take them from there; R and the amount's keys are others there."""
    texts = words.read_words(language)
    terms, trade, deal = (texts[source] for source in ("terms", "trade", "deal"))
    shared = [terms[key] for key in ("b_manage", "b_board", "b_stats", "b_help")]
    table = [trade[key] for key in ("b_confirm", "b_partner", "b_empty", "b_leave")] + shared
    asked = [deal[key] for key in ("l_accept", "l_decline", "b_files")] + shared
    for labels, others in ((table, AMOUNTS | {"R"}), (asked, {"R"})):
        letters = [label[0] for label in labels]
        assert len(set(letters)) == len(letters) and not others & set(letters)
        assert all(re.fullmatch(r"[A-Z] .+|\? ?.+", label) for label in labels)
    for one, two in (("l_accept", "l_sure"), ("l_decline", "l_unsure")):
        assert deal[one][0] == deal[two][0]


def test_letters_of_buttons_are_refused_by_name(monkeypatch):
    keys = {"play": {"l_roll": 0x105, "l_buy": 0x106, "m_far": 0x201, "l_slot": 0x307}}
    own = {"play.l_roll": "W", "play.l_slot": "K"}
    monkeypatch.setattr(words, "read_keys", lambda language: own)
    assert words.button_keys("xx", keys) == b"\x05W\x87K\0"
    for name, letter, said in (
        ("play.l_sell", "S", "is no text of the game"),
        ("play.m_far", "S", "is no label of a button"),
        ("play.l_buy", "\u00c4", "must be a letter from A to Z"),
    ):
        monkeypatch.setattr(words, "read_keys", lambda language, row={name: letter}: row)
        with pytest.raises(words.WordsError, match=rf"^words_xx\.toml: keys\.{name}: .*{said}"):
            words.button_keys("xx", keys)
    keys["play"]["l_go"] = 0x105
    own["play.l_go"] = "G"
    monkeypatch.setattr(words, "read_keys", lambda language: own)
    with pytest.raises(words.WordsError, match=r"play\.l_go: the same text has two letters"):
        words.button_keys("xx", keys)


@pytest.fixture(scope="module")
def linked():
    """build/game with the program linked for every language."""
    build.build_game()
    return build.ROOT / "build" / "game"


@pytest.mark.parametrize("language", words.LANGUAGES[1:])
def test_a_program_is_the_same_in_every_language_but_for_its_words(linked, language):
    """Words are the last in their areas; all names have the same addresses."""
    program, apart = build_game.PROGRAMS[language], 0
    for area in (area for area in build_game.MAP.values() if area.file):
        one, two = ((linked / f"{name}.{area.file}").read_bytes() for name in ("game", program))
        if area.name not in ("WORDS", "TEXT"):
            assert len(one) == len(two), area.name
        differ = [n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b]
        if area.name in ("WORDS", "TEXT"):
            continue
        first = build_game.words_of(linked, "game").get(area.file, (len(one), 0))[0]
        assert all(n >= first for n in differ), area.name
        apart += bool(differ)
    assert apart == 14, "contents with words"
    own = {"book_main", "book_more"}  # within the words
    labels = [build_game.gamerules.labels(linked / f"{name}.lbl") for name in ("game", program)]
    assert {n for n, at in labels[0].items() if labels[1].get(n) != at} <= own


def test_a_program_that_depends_on_its_words_is_refused_with_the_byte(linked, tmp_path):
    for path in linked.glob("*.*"):
        if path.stem in ("game", "de"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    build_game.check_same(tmp_path, "de")
    path = tmp_path / "de.main"
    data = bytearray(path.read_bytes())
    data[0x123] ^= 1
    path.write_bytes(data)
    with pytest.raises(
        build_game.GameError, match=r"^de: \$0923 in MAIN is \$..,.*must not depend"
    ):
        build_game.check_same(tmp_path, "de")
    path.write_bytes(data[:-1])
    with pytest.raises(build_game.GameError, match=r"^de: MAIN has \d+ bytes instead of \d+$"):
        build_game.check_same(tmp_path, "de")


def test_words_that_are_too_long_together_are_told_with_their_sizes():
    said = build_game.room_missing(
        {"WORDS": {"en": 3000, "de": 3100}}, [("WORDS", 12), ("MAIN", 3)]
    )
    assert said == (
        "area WORDS lacks 12 bytes; its words: en 3000, de 3100. area MAIN lacks 3 bytes"
    )
