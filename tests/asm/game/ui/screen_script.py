"""UI test scripts: what they show, as hashes that are compared with those in screen_hashes.json.

A script is a function ``name(game, see)`` that goes through pages by keys; ``see`` notes what is
shown at moments.  A look has one hash of the page, made of the sums of the 25 rows of the window
and of the border ("=": as in the last look), for how many pictures something was waited for
("12f"), and the sounds that have been asked for since then.  A film is a sum of each of some
pictures in succession.  All are of the visible picture: cells, colours, sprites and registers of
the VIC alike.  Random bytes come from a list, since those of the machine are others when a routine
takes a few cycles more.  For the same reason nothing breathes: the phase of a button would differ.
"""

import json
import zlib
from itertools import groupby

import numpy as np
from PIL import Image

from tests.asm.game.engine import ROOT
from tests.asm.game.ui.machine import OUT, SOUNDS, Game, leave
from tools.game.build_game import MAP

KEPT = ROOT / "tests" / "asm" / "game" / "ui" / "screen_hashes.json"
PICTURES = ROOT / "build" / "screens"
LEFT, TOP = 32, 35  # of the window in the visible picture of PAL
ROWS, COLUMNS = 25, 40
ROW_SUM, FILM_SUM, PAGE_HASH = 2, 3, 6  # letters
SAME = "="
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
PAUSE = 25  # pictures behind a key
RANDOM_BYTES = 251  # of the list, which then begins anew
BREATHES = {"menu_tick": "MAIN", "grid_key": "GRID"}  # {routine: its area}; test_menu.py
LDA_ZP = 0xA5


def letters(data, count):
    """A sum of bytes, six bits a letter."""
    value = zlib.crc32(np.ascontiguousarray(data))
    return "".join(LETTERS[value >> 6 * place & 63] for place in range(count))


class ScriptedGame(Game):
    """A game whose dice and decks are the same each time it goes a way."""

    def __init__(self, model="c64"):
        super().__init__(model)
        self.drawn = 0
        self.sounds = []
        self.machine.board.set_trap(self.labels["random_byte"], self._random)
        self.machine.board.set_trap(self.labels["effect_play"], self._asked)
        for routine, area in BREATHES.items():
            self.machine.board.set_trap(self._asks_time(routine, area), self._still)

    def _random(self, board):
        self.drawn += 1
        board.cpu.a = (self.drawn % RANDOM_BYTES * 167 + 59) & 0xFF
        leave(board)
        return True

    def _asked(self, board):
        self.sounds.append(SOUNDS[board.cpu.x])
        return False

    def _started(self, board):
        """Time begins with a picture of the machine, however long the start took."""
        self.ram[self.labels["irq_tick"]] = self.machine.frames & 0xFF
        return super()._started(board)

    def _asks_time(self, routine, area):
        """The address in a routine of what reads the time."""
        code = (OUT / f"game.{MAP[area].file}").read_bytes()
        reads = bytes((LDA_ZP, self.labels["irq_tick"]))
        return MAP[area].start + code.index(reads, self.labels[routine] - MAP[area].start)

    def _still(self, board):
        """Trap there: what breathes rests, as at the beginning of a breath."""
        board.cpu.a = 0
        board.cpu.pc += 2
        return True

    def heard(self):
        """How long was waited since the last call; what has been asked for, how often on end."""
        groups = [(name, len(list(same))) for name, same in groupby(self.sounds)]
        waited = [f"{self.waited}f"] if self.waited else []
        self.sounds.clear()
        self.waited = 0
        return waited + [name if count == 1 else f"{name}*{count}" for name, count in groups]

    def once(self, step, play):
        """Its ways are others than those of machines that throw for themselves."""
        super().once((f"{step[0]} of a scripted game", *step[1:]), play)
        self.drawn = self.waited = 0
        self.sounds.clear()

    def way(self, step, play):
        """What is thrown and heard on the way is part of what the script shows."""
        play(*step[1:])
        return self


class See:
    """What is shown on the way.

    looks  {name: letters};  found  the pictures by name, if they are ``kept``
    """

    def __init__(self, game, keep=False):
        self.game = game
        self.looks = {}
        self.found = {}
        self.words = {}
        self.last = ""
        self.keep = keep

    def __call__(self, name="", what=None):
        """Note what is shown now, or ``what``."""
        name = f"{len(self.looks) + 1} {name}".strip()
        if what is None:
            pixels = self.pixels()
            what = look(pixels)
            what, self.last = SAME if what == self.last else what, what
            if self.keep:
                self.found[name] = pixels
        self.looks[name] = " ".join((what, *self.game.heard()))
        self.words[name] = self.game.text()

    def pixels(self):
        """uint8: the visible picture, palette indices."""
        return np.array(self.game.machine.screen.indices, dtype=np.uint8)

    def keys(self, keys, frames=PAUSE):
        """Type keys, parted by blanks ("_" is the space bar), and look behind each."""
        for key in filter(None, keys.split(" ")):
            self.game.key(" " if key == "_" else key, frames)
            self("RETURN" if key == "\n" else key)
        return self

    def film(self, name, frames, every=4):
        """Note pictures in succession."""
        sums = []
        for _ in range(frames // every):
            self.game.tick(every)
            sums.append(letters(self.pixels(), FILM_SUM))
        self(name, "".join(sums))


def look(pixels):
    """Return the hash of a page, PAGE_HASH letters: of the sums of its rows and its border."""
    window = pixels[TOP : TOP + 8 * ROWS, LEFT : LEFT + 8 * COLUMNS]
    border = pixels.copy()
    border[TOP : TOP + 8 * ROWS, LEFT : LEFT + 8 * COLUMNS] = 0
    rows = (letters(window[8 * y : 8 * y + 8], ROW_SUM) for y in range(ROWS))
    return page_hash("".join((*rows, letters(border, ROW_SUM))))


def page_hash(sums):
    """Return one hash for the sums of a page's rows and its border."""
    return letters(np.frombuffer(sums.encode(), np.uint8), PAGE_HASH)


def play_script(script, keep=False):
    """Run a script and return its See."""
    game = ScriptedGame()
    see = See(game, keep)
    script(game, see)
    return see


def differences(was, now, words):
    """Sentences on what is shown otherwise, the first look first; [] if nothing is."""
    out = []
    for name in dict.fromkeys((*was, *now)):
        if name not in was or name not in now:
            out.append(f"{name}: {'was not there' if name in now else 'is missing'}")
        elif was[name] != now[name]:
            out.append(f"{name}: {difference(was[name], now[name])}\n{words[name]}")
    return out


def difference(was, now):
    """What differs: the page, which picture of a film, or time and sounds."""
    (before, *heard), (after, *hear) = was.split(" "), now.split(" ")
    if heard != hear:
        return f"time or sounds: {hear}, they were {heard}"
    if SAME in (before, after):
        return f"{'another picture than' if before == SAME else 'the picture is that'} before"
    if len(before) != PAGE_HASH:
        wrong = [at for at in range(0, len(before), FILM_SUM) if before[at:][:3] != after[at:][:3]]
        return f"picture {wrong[0] // FILM_SUM + 1} and {len(wrong) - 1} more of the film"
    return "the page"


def kept():
    """{script: {name: letters}} as the repository has it."""
    return json.loads(KEPT.read_text()) if KEPT.exists() else {}


def write(scripts, only=()):
    """Run scripts, keep what they see, and draw the pictures that are others now."""
    was, now = kept(), {}
    for script in scripts:
        name = script.__name__
        if only and name not in only:
            now[name] = was.get(name, {})
            continue
        see = play_script(script, keep=True)
        now[name] = see.looks
        for moment, pixels in see.found.items():
            if was.get(name, {}).get(moment) != see.looks[moment]:
                save(see.game, pixels, PICTURES / name / f"{file_name(moment)}.png")
    parts = []
    for name, looks in now.items():
        rows = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in looks.items())
        parts.append(f'"{name}": {{\n{rows}\n}}')
    KEPT.write_text("{\n" + ",\n".join(parts) + "\n}\n")


def file_name(moment):
    """A name for a file of what was looked at."""
    return "".join(c if c.isalnum() else "_" for c in moment)


def save(game, pixels, path):
    """A picture as a file; colours are those of the machine's palette."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image = Image.fromarray(pixels, "P")
    image.putpalette(np.asarray(game.machine.screen.palette, dtype=np.uint8)[:, :3].tobytes())
    image.save(path)
