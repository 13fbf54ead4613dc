"""Compress the game's texts: frequent pairs of characters become one byte.

Texts are ASCII, so bytes from $80 on are free: byte $80 + n stands for the pair n, whose
halves are characters or pairs themselves.  ``pairs`` finds the pairs, most frequent first
(byte pair encoding, Gage 1994); ui/text.s (text_open) undoes it where a text is shown.
tools/game/words.py passes all texts of a language, with names and cards, at once.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

FIRST = 0x80
PAIRS = 128
Pair = tuple[int, int]
# Filled in before or while a text is opened: no part of a pair.  Line ends may be.
BLANKS = frozenset(b"#%") | frozenset(range(0x20)) - {10}


def merge(word: Sequence[int], pair: Pair, code: int) -> list[int]:
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


def pairs(
    texts: Sequence[str], further: Sequence[str] = ()
) -> tuple[list[Pair], dict[str, list[int]]]:
    """Return (pairs, dict text -> list of bytes) for the texts, a list of str.

    further  texts with the same pairs, which do not count when these are chosen
    """
    words = {text: list(text.encode("ascii")) for text in (*texts, *further)}
    table: list[Pair] = []
    for code in range(FIRST, FIRST + PAIRS):
        count: Counter[Pair] = Counter()
        for text in texts:
            count.update(zip(words[text], words[text][1:], strict=False))
        able = {pair: n for pair, n in count.items() if not BLANKS.intersection(pair)}
        pair, often = max(able.items(), key=lambda item: (item[1], item[0]), default=((0, 0), 0))
        if often < 3:  # the table costs two bytes
            break
        table.append(pair)
        for text, word in words.items():
            words[text] = merge(word, pair, code)
    return in_order(table, words)


def in_order(
    table: Sequence[Pair], words: Mapping[str, Sequence[int]]
) -> tuple[list[Pair], dict[str, list[int]]]:
    """The same with the codes in the order of the pairs, whose table packs better so."""
    order = sorted(range(len(table)), key=table.__getitem__)
    new = {FIRST + old: FIRST + place for place, old in enumerate(order)}
    halves = (table[old] for old in order)
    ordered = [(new.get(one, one), new.get(two, two)) for one, two in halves]
    return ordered, {text: [new.get(b, b) for b in word] for text, word in words.items()}
