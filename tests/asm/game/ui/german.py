"""What tests know of languages: texts as the screen has them, German games, what is in memory."""

import re

from tests.asm.game.ui.machine import OUT
from tests.asm.game.ui.table import settle
from tools.game import words
from tools.game.build_game import MAP, words_of

TEXTS = {language: words.read_words(language) for language in words.LANGUAGES}
PIECE = 6  # letters that tell a language


def de(source, key):
    """A text in German as the screen has it."""
    return TEXTS["de"][source][key].translate(words.LETTERS)


def pieces(language):
    """Parts of all texts between what is filled in, as the screen has them."""
    out = set()
    for entries in TEXTS[language].values():
        for value in entries.values():
            for text in value if isinstance(value, list) else [value]:
                out |= {part.strip() for part in re.split(r"\{\w+\}|#|%", text)}
    return {part.translate(words.LETTERS) for part in out if len(part) >= PIECE}


def english_only():
    """Words that tell that something is not in German."""
    german = "\n".join(pieces("de"))
    names = TEXTS["en"]["people"]["default_name"].strip()  # saved with a game
    return {part for part in pieces("en") if part not in german} - {names}


ENGLISH = english_only()


def in_german(game):
    """No English is on the screen; for chains of keys."""
    shown = game.shown()
    assert not [part for part in ENGLISH if part in shown], game.where()
    return game


def areas(game, program):
    """Which words are in memory to the last byte: {"words", "title"} of a linked program."""
    found = set()
    resident = (OUT / f"{program}.words").read_bytes()
    start = MAP["WORDS"].start
    if bytes(game.ram[start : start + len(resident)]) == resident:
        found.add("words")
    at, _ = words_of(OUT, program)["tune"]
    title = (OUT / f"{program}.tune").read_bytes()[at:]
    start = MAP["TUNE"].start + at
    if bytes(game.ram[start : start + len(title)]) == title:
        found.add("title")
    return found


def choose(game):
    """From the title of London to the German one."""
    game.key("{F3}", 10).key("{F3}", 90)
    return game


def first_turn(game):
    """From the title into the first turn of four."""
    game.key("\n", 60)
    in_german(game).key("{F7}", 60)
    for _ in range(4):
        in_german(game).key("w", 90)
    game.tick(120)
    return game


def throw(game, first, second):
    """Roll by the German letter, and these faces come."""
    game.kit.mock("random_dice", lambda kit: kit.memory.put("dice", bytes((first, second))))
    game.key("w", 20)


def pass_the_dice(game):
    """To the next player's roll."""
    settle(game, de("play", "l_next"))
    game.key("n", 30)
    settle(game, de("play", "l_roll"))
