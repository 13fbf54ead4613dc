"""Compress the game's texts: frequent pairs of characters become one byte.

Texts are ASCII, so bytes from $80 on are free: byte $80 + n stands for the pair n, whose
halves are characters or pairs themselves.  ``pairs`` finds the pairs, most frequent first
(byte pair encoding, Gage 1994); ui/text.s (text_open) undoes it where a text is shown.
tools/game/words.py passes all texts of a language, with names and cards, at once.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import add

FIRST = 0x80
PAIRS = 128
Pair = tuple[int, int]
# Filled in before or while a text is opened: no part of a pair.  Line ends may be.
BLANKS = frozenset("#%") | frozenset(map(chr, range(0x20))) - {"\n"}


def counted(word: str) -> dict[str, int]:
    """Return how often each two neighbours that may be a pair are in ``word``."""
    count = Counter(map(add, word, word[1:]))
    return {pair: n for pair, n in count.items() if BLANKS.isdisjoint(pair)}


def pairs(
    texts: Sequence[str], further: Sequence[str] = ()
) -> tuple[list[Pair], dict[str, list[int]]]:
    """Return (pairs, dict text -> list of bytes) for the texts, a list of str.

    further  texts with the same pairs, which do not count when these are chosen

    Meanwhile a text is a string of its bytes, and only texts with the pair are counted again.
    """
    words = {text: text.encode("ascii").decode("latin-1") for text in (*texts, *further)}
    times, count = Counter(texts), Counter[str]()
    for text, often in times.items():
        for pair, n in counted(text).items():
            count[pair] += often * n
    table: list[Pair] = []
    for code in range(FIRST, FIRST + PAIRS):
        most, best = max(zip(count.values(), count, strict=True), default=(0, ""))
        if most < 3:  # the table costs two bytes
            break
        table.append((ord(best[0]), ord(best[1])))
        for text, word in words.items():
            if best in word:
                words[text] = merged = word.replace(best, chr(code))
                for sign, these in ((-1, counted(word)), (1, counted(merged))):
                    for pair, n in these.items():
                        count[pair] += sign * times[text] * n
    return in_order(table, {text: list(word.encode("latin-1")) for text, word in words.items()})


def in_order(
    table: Sequence[Pair], words: Mapping[str, Sequence[int]]
) -> tuple[list[Pair], dict[str, list[int]]]:
    """The same with the codes in the order of the pairs, whose table packs better so."""
    order = sorted(range(len(table)), key=table.__getitem__)
    new = {FIRST + old: FIRST + place for place, old in enumerate(order)}
    halves = (table[old] for old in order)
    ordered = [(new.get(one, one), new.get(two, two)) for one, two in halves]
    return ordered, {text: [new.get(b, b) for b in word] for text, word in words.items()}
