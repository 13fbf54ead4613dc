"""Make the words of the game shorter: frequent pairs of characters become one byte.

Words are ASCII, so bytes from $80 on are free: byte $80 + n stands for the pair n, whose
halves are characters or pairs themselves.  ``pairs`` finds the pairs, most frequent first
(byte pair encoding, Gage 1994); ui/text.s (text_open) undoes it where a text is shown.

``pack_sources`` writes copies of the sources listed in PACKED in which the literals are
replaced, the same of the names and cards that tools/gamedata.py has written for each set
(text_SET_words.inc becomes text_SET_packed.inc), and ``pairs.inc`` with the table.  One
table serves them all.  A literal counts as words when its ``.byte`` belongs to a label with
one of the prefixes WORDS.
"""

import re
from collections import Counter

PAGES = [
    "aside",
    "bid",
    "browse",
    "closeup",
    "gains",
    "computer",
    "deal",
    "events",
    "files",
    "help",
    "help_words",
    "loading",
    "log",
]
PAGES += ["options", "over", "overview", "partner", "play", "seats", "setup", "stats", "table"]
PAGES += ["ruin"]
PAGES += ["title", "trade", "ways", "help_trade"]
PACKED = [*(f"pages/{name}.s" for name in PAGES), "video/card.s", "video/stage.s", "video/lot.s"]
PACKED += ["sys/drive.s"]
WORDS: tuple[str, ...] = ("text_", "l_", "m_", "r_", "s_", "w_", "v_", "o_", "p_", "b_", "e_")
WORDS += ("n_",)
WORDS += ("help_title", "help_setup")
WORDS += ("help_table", "help_deal", "help_partner")
FIRST = 0x80
PAIRS = 128
LONGEST = 160  # TEXT_MOST of ui/text.s
BLANKS = frozenset(b"#%")  # filled in before a text is opened: no part of a pair
LABEL = re.compile(r"^(\w+):")
LITERAL = re.compile(r'"([^"]+)"')
PART = re.compile(r'"([^"]+)"|\b0\b')


class TextError(Exception):
    """A text that cannot be shown; the message says where and why."""


def literals(source):
    """Yield (line number, line) of the lines that hold words."""
    inside = False
    for number, line in enumerate(source):
        label = LABEL.match(line)
        if label:
            inside = label[1].startswith(WORDS)
        elif not line.lstrip().startswith(".byte"):
            inside = False
        if inside and ".byte" in line and LITERAL.search(line):
            yield number, line


def check_lengths(path, source):
    """Raise TextError for a text, over as many lines as it has, that text_open has no room for."""
    text = ""
    for number, line in literals(source):
        for part in PART.finditer(line):
            text = text + part[1] if part[1] else ""
            if len(text) > LONGEST:
                where = f"{path.name}, line {number + 1}"
                raise TextError(f"{where}: a text has more than {LONGEST} characters: divide it")


def merge(word, pair, code):
    """Replace each ``pair`` in the list ``word`` by ``code``."""
    out, i = [], 0
    while i < len(word):
        if i + 1 < len(word) and (word[i], word[i + 1]) == pair:
            out.append(code)
            i += 2
        else:
            out.append(word[i])
            i += 1
    return out


def pairs(texts):
    """Return (pairs, dict text -> list of bytes) for the texts, a list of str."""
    words = {text: list(text.encode("ascii")) for text in texts}
    table = []
    for code in range(FIRST, FIRST + PAIRS):
        count = Counter()
        for text in texts:
            count.update(zip(words[text], words[text][1:], strict=False))
        count = {pair: n for pair, n in count.items() if not BLANKS.intersection(pair)}
        pair, often = max(count.items(), key=lambda item: (item[1], item[0]), default=(None, 0))
        if often < 3:  # the table costs two bytes
            break
        table.append(pair)
        for text, word in words.items():
            words[text] = merge(word, pair, code)
    return in_order(table, words)


def in_order(table, words):
    """The same with the codes in the order of the pairs, whose table packs better so."""
    order = sorted(range(len(table)), key=table.__getitem__)
    new = {FIRST + old: FIRST + place for place, old in enumerate(order)}
    table = [tuple(new.get(half, half) for half in table[old]) for old in order]
    return table, {text: [new.get(b, b) for b in word] for text, word in words.items()}


def replaced(line, words):
    """A source line with its literals as bytes."""
    return LITERAL.sub(lambda m: ", ".join(f"${b:02X}" for b in words[m[1]]), line)


def pack_sources(game, out):
    """Write packed copies below ``out`` and out/pairs.inc; returns dict source -> copy."""
    sets = sorted((out.parent / "data").glob("text_*_words.inc"))
    paths = [*(game / name for name in PACKED), *sets]
    sources = {path: path.read_text().splitlines() for path in paths}
    texts = []
    for source, lines in sources.items():
        check_lengths(source, lines)
        for _, line in literals(lines):
            texts += LITERAL.findall(line)
    table, words = pairs(texts)
    copies = {}
    for source, lines in sources.items():
        packed = list(lines)
        for number, line in literals(lines):
            packed[number] = replaced(line, words)
        if source in sets:
            target = out / source.name.replace("_words", "_packed")
        else:
            copies[source] = target = out / source.relative_to(game)
        write(target, "\n".join(packed) + "\n")
    halves = [", ".join(f"${pair[i]:02X}" for pair in table) for i in (0, 1)]
    write(
        out / "pairs.inc",
        "; made by tools/textpack.py\n"
        f"pair_left:      .byte {halves[0]}\npair_right:     .byte {halves[1]}\n",
    )
    return copies


def write(path, text):
    """Write a file unless it says the same already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
