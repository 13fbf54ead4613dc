"""The sound driver alone on a machine: its ticks, what it writes to the SID, what is heard.

``Bench()`` has linked player, effects, sounds and the title tune; ``tick`` calls the driver as the
interrupt does, fifty times a second of the machine's clock.
"""

import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from emu.kit.machine import Kit
from emu.kit.machine_pool import BootedMachine, MachineSpec, keep_counts
from emu.kit.symbols import linked_blocks
from tests.asm.game.engine import ROOT, K
from tools.game import preset_tables
from tools.music import music

GAME = ROOT / "asm" / "game"
SOURCES = (
    "zp.s", "zp_ui.s", "state.s", "sys/random.s", "music/player.s", "music/effects.s",
    "music/pitches.s", "music/vamp.s",
    "music/sounds.s", "music/tune.s",
)  # fmt: skip
APART = '.segment "UI_BSS"\n.export machine_skip\nmachine_skip: .res 1\n'
MODELS = {"pal": "c64"}
TICKS = 50  # a second
TAKEN = 1  # ticks until a note sounds
VOICES = 3
CONTROL = (4, 11, 18)
RATE = 44100
FOLDER = TemporaryDirectory(prefix="go64-music-")


@cache
def link():
    """Assemble and link the driver into a folder of this process; returns the folder."""
    out = Path(FOLDER.name)
    music.build(out)
    (out / "presets.inc").write_text(preset_tables.include())
    (out / "apart.s").write_text(APART)
    objects = []
    for source in [*(GAME / name for name in SOURCES), out / "apart.s"]:
        objects.append(out / f"{source.stem}.o")
        subprocess.run(["ca65", "-g", "-I", out, "-I", GAME, "-o", objects[-1], source], check=True)
    command = ["ld65", "-C", GAME / "music" / "test.cfg", "-m", out / "sound.map"]
    command += ["--dbgfile", out / "sound.dbg", "-Ln", out / "sound.lbl", "-o", out / "sound.bin"]
    subprocess.run([*command, *objects], check=True)
    return out


@cache
def booted_machine(standard, audio):
    """A machine that has booted, put back for every bench."""
    dbg = (str(link() / "sound.dbg"),)
    return keep_counts(
        (standard, audio),
        BootedMachine(MachineSpec(dbg=dbg, model=MODELS.get(standard, standard), audio=audio)),
    )


def pitches(rows, voice):
    """uint16[ticks]: frequency registers of a voice."""
    return rows[:, 7 * voice].astype(np.uint16) | rows[:, 7 * voice + 1].astype(np.uint16) << 8


def waves(name):
    """[(control, semitones up or None, fixed note or None)] of an instrument, tick by tick; the
    row it goes back to, None: the last stays."""
    rows, back = [], None
    for text in SOUNDS.data["instruments"][name]["wave"]:
        words = text.split()
        if words[0] == "loop":
            back = int(words[1]) if len(words) > 1 else 0
        elif len(words) == 1 or words[1][0] == "+":
            rows.append((music.WAVES[words[0]], int(words[1]) if len(words) > 1 else 0, None))
        else:
            rows.append((music.WAVES[words[0]], None, music.pitch(words[1])))
    return rows, back


def wave_at(name, tick):
    """(control, semitones, fixed) of an instrument in a tick of its note."""
    rows, back = waves(name)
    if tick < len(rows):
        return rows[tick]
    return rows[-1] if back is None else rows[back + (tick - back) % (len(rows) - back)]


def schedule(words, tempo):
    """([(tick, note, ticks, instrument)], length) of a voice as the score has it, without rests.

    A note is taken in its first tick and sounds from the second on.
    """
    tick, instrument, found = 0, None, []
    for word in words:
        if word[0] == "instrument":
            instrument = word[1]
        elif word[0] == "tempo":
            tempo = word[1]
        else:
            if word[0] == "note":
                found.append((tick, word[1], word[2] * tempo, instrument))
            tick += word[-1] * tempo
    return found, tick


LOOP_AT = 0x0400  # a screen is not shown
LOOP = bytes((0x4C, LOOP_AT & 0xFF, LOOP_AT >> 8))  # JMP to itself, three cycles


class Bench:
    """A machine with the driver in memory, silent.

    standard  "pal", or the name of another model;  source  RANDOM_* of the settings
    ticks     calls of effect_tick so far;  longest  cycles of the longest
    """

    def __init__(self, standard="pal", source=0, audio=0):
        self.kit = Kit(booted_machine(standard, audio))
        self.machine, self.labels = self.kit.machine, self.kit.symbols.labels()
        self.ram = self.kit.board.ram
        for start, data in linked_blocks(self.kit.symbols, link()):
            self.ram[start : start + len(data)] = data
        first, last = self.kit.symbols.range("segment:UI_BSS")
        self.ram[first : last + 1] = bytes(last + 1 - first)
        self.kit.board.poke(1, 0x35)
        self.kit.board.poke(0xD011, 0)  # display off: no cycle is stolen
        self.kit.hold(30_000)
        self.ticks = self.longest = self.due = 0
        self.shadow = np.zeros(25, np.uint8)
        self.clock = self.machine.model.clock_hz
        self.poke("machine_skip", self.clock > 1_000_000)
        self.poke("settings", source, K["OPT_RANDOM"])
        self.tell("sound_init")

    def poke(self, label, value, index=0):
        self.ram[self.labels[label] + index] = int(value)

    def byte(self, label, index=0):
        return self.ram[self.labels[label] + index]

    def table(self, label, count):
        """``count`` bytes at a label."""
        return bytes(self.ram[self.labels[label] :][:count])

    def call(self, label, x=0):
        """Call a routine; returns the cycles it took."""
        return self.kit.call(label, x=x).cycles

    def tell(self, label):
        """Call a routine and note what it tells the SID."""
        with self.kit.register_log("sid") as log:
            self.call(label)
        for address, value in log.records[["address", "value"]].tolist():
            self.shadow[address & 31] = value

    def ask(self, number):
        """Request an effect."""
        self.call("effect_play", x=number)

    def tick(self, count=1):
        """Ticks at their time."""
        for _ in range(count):
            self.ticks += 1
            late = self.machine.cycle - self.due
            begin = self.due if 0 <= late < len(LOOP) else self.machine.cycle
            self.longest = max(self.longest, self.call("effect_tick"))
            self.due = begin + int(self.clock // TICKS)
            self.rest()

    def rest(self):
        """Let time pass to the next tick, or two cycles more: the CPU is in a loop.

        That takes a third of the time of a CPU that is held.
        """
        board, cpu = self.kit.board, self.kit.cpu
        self.ram[LOOP_AT : LOOP_AT + len(LOOP)] = LOOP
        told = board.probe, board.probing, board.traps_on & 2
        before, cpu.p = cpu.p, cpu.p | 0x04  # no interrupts
        board.attach_probe(None)
        self.kit.pc = LOOP_AT
        self.machine.run_cycles(max(0, self.due - self.machine.cycle))
        board.attach_probe(*told)
        cpu.p = before

    def play(self, ticks, asked=None):
        """Tick, with requests {tick: [numbers]} before; returns uint8[ticks, 25], the SID's
        registers as they stand after each tick, and bool[ticks, 3]: a gate that was closed opened.
        """
        rows, opened = np.zeros((ticks, 25), np.uint8), np.zeros((ticks, VOICES), bool)
        begins = []
        with self.kit.register_log("sid") as log:
            for tick in range(ticks):
                begins.append(self.machine.cycle)
                for number in (asked or {}).get(tick, ()):
                    self.ask(number)
                self.tick()
        told = log.records
        ends = np.searchsorted(told["cycle"], [*begins[1:], self.machine.cycle])
        told, done = told[["address", "value"]].tolist(), 0
        for tick, end in enumerate(ends):
            for address, value in told[done:end]:
                register = address & 31
                if register in CONTROL and value & 1 and not self.shadow[register] & 1:
                    opened[tick, register // 7] = True
                self.shadow[register] = value
            rows[tick], done = self.shadow, end
        return rows, opened

    def idle(self):
        """No channel plays and no request waits."""
        return not any(self.table("channel_hi", 6)) and not any(self.table("effect_wait", NUMBERS))

    def audio(self):
        """Samples since the last call as floats from -1 to 1."""
        return self.kit.audio().astype(np.float64) / 32768


SOUNDS = music.load_sounds()
TITLE = music.load_title()
EFFECTS = [*SOUNDS.data["effects"], *SOUNDS.data["jingles"]]
NUMBERS = len(EFFECTS)
NUMBER = {name: number for number, name in enumerate(EFFECTS)}
