"""Autostart: boot, load and run a file without typing and without a dialog.

A program (.prg .p00 .t64) is put into memory when BASIC waits for input, then RUN (or SYS
of its address, if it is no BASIC program) goes into the keyboard buffer at $0277.  A disk is
attached and ``LOAD"*",8,1`` goes there first, for a tape of pulses (.tap) ``LOAD"",1``.  A tune
(.sid) is put into memory with a player beside it, to which the CPU goes at once: what is typed
at the prompt would be written over a tune that lies under the screen.  Nothing depends on which
KERNAL runs: c64/prompt.py sees that BASIC waits.
"""

from dataclasses import replace

from c64.errors import AutostartError
from c64.prompt import KEYBUF, KEYBUF_COUNT, KEYBUF_SIZE, at_prompt, in_ram, program_waits
from disk.errors import MediaUnknown
from disk.loader import open_to_start
from disk.petscii import to_text
from disk.sid_player import place_player

AUTOSTART_BOOT_FRAMES = 400
AUTOSTART_LOAD_FRAMES = 60 * 200
AUTOSTART_SETTLE = 3
AUTOSTART_OWN_FRAMES = 4  # in RAM, of those that end a LOAD: what it has loaded runs by itself
AUTOSTART_QUIET = 60  # frames without a word on the serial bus: the program has loaded its parts
BASIC_START = 0x0801
FAST_CLOCK = 1_000_000  # Hz: NTSC and PAL-N are above it, PAL is below
LOAD_COMMAND = b'LOAD"%s",8,1\r'
TAPE_COMMAND = b'LOAD"",1\r'
LOAD_END = 0xAE  # EAL, which LOAD leaves for every file
CURRENT_LINE, DIRECT_MODE = 0x39, 0xFF  # CURLIN: its high byte is $FF unless a program runs
PROGRAM_ENDS = (0x2D, 0x2F, 0x31, LOAD_END)  # VARTAB, ARYTAB, STREND
DISK_DRIVE = 8
NAME_MOST = 16
UNREADABLE, NO_FILE = (*range(20, 30), 74), (62, 64)  # numbers of a drive's status
TEXT_START, MEMORY_TOP, LOAD_START = 0x2B, 0x37, 0xC3  # TXTTAB, MEMSIZ, MEMUSS
STATUS, VERIFY, NAME_LENGTH, LOGICAL, SECONDARY, DEVICE, NAME = (
    0x90, 0x93, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB,
)  # fmt: skip
ENDED, LOAD_CHANNEL = 0x40, 0x60
TAPE_LOAD_FRAMES = 60 * 60 * 30  # by pulses, as an original KERNAL does it


def is_basic(program):
    """Tell whether RUN starts a disk.prg.Program: it lies where BASIC's programs do.

    One that begins before that brings the 0 that BASIC wants there, and a first line.
    """
    before = BASIC_START - program.start
    if before <= 0:
        return before == 0
    head = program.data[before - 1 : before + 2]
    if len(head) < 3 or head[0]:
        return False
    return BASIC_START < int.from_bytes(head[1:], "little") < program.start + len(program.data)


def set_end(ram, end):
    """Have BASIC know where a program in memory ends, as LOAD does; ``end`` is behind it."""
    for pointer in PROGRAM_ENDS:
        ram[pointer], ram[pointer + 1] = end & 0xFF, end >> 8 & 0xFF


def put_program(ram, program):
    """Put a disk.prg.Program into memory and leave there what LOAD"NAME",8,1 leaves.

    Programs ask $BA for the drive they came from, and $B7-$BC for their name.  As with LOAD from a
    line typed in, the name lies at the top of BASIC's memory.  Source: "Mapping the Commodore 64".
    """
    name = program.c64_name[:NAME_MOST]
    top = ram[MEMORY_TOP] | ram[MEMORY_TOP + 1] << 8
    at = max(top - len(name), 0)
    ram[at : at + len(name)] = name
    ram[NAME : NAME + 2] = at.to_bytes(2, "little")
    ram[NAME_LENGTH], ram[LOGICAL], ram[SECONDARY] = len(name), 1, LOAD_CHANNEL
    ram[DEVICE], ram[VERIFY] = DISK_DRIVE, 0
    ram[LOAD_START : LOAD_START + 2] = ram[TEXT_START : TEXT_START + 2]
    ram[program.start : program.end] = program.data
    ram[STATUS] = ENDED
    set_end(ram, program.end)


class Autostart:
    """The steps of one start; ``tick()`` before every frame until ``done``.

    machine   c64.api.C64, freshly powered on or about to be reset by the caller
    path      file to start
    run       False: load only
    fastload  KERNAL LOADs are served at once, past the serial lines
    delay     frames to wait at the prompt first
    read_only True: a disk goes in as if its write-protect notch were covered
    kind      of drive for a disk: "quick", "1541", "auto"; None: as it is
    program   name of the program on a disk to load; None: the first
    song      of a tune, from 0; None: the one that its file begins with
    say       a function: a text of a tune's picture in the user's language

    Raises disk.errors.MediaError if the file cannot be used.
    """

    def __init__(self, machine, path, run=True, fastload=True, delay=0, read_only=False, kind=None,
                 program=None, song=None, say=str):  # fmt: skip
        self.machine = machine
        self.media = open_to_start(path)
        if program is not None and self.media.kind == "disk":
            self.media.first_program = program
        if song is not None and self.media.kind == "tune":
            self.media = replace(self.media, first=min(max(song, 0), self.media.songs - 1))
        self.run = run
        self.done = False
        self.settled = False
        self._delay = delay
        self._read_only = read_only
        self._kind = kind
        self._translated = say
        self._quiet = 0
        self._frames = 0
        self._seen = 0
        self._in_ram = 0
        self._started_itself = False
        self._steps = self._plan()
        if fastload:
            from c64.drive.fastload import install

            install(machine.board)

    def _plan(self):
        if self.media.kind == "cartridge":
            raise MediaUnknown(
                f"{self.media.name}: a cartridge must be in the port at power-on; use --cart"
            )
        if self.media.kind == "state":
            raise MediaUnknown(
                f"{self.media.name}: a save state is a whole machine; "
                "it cannot be loaded into another one"
            )
        if self.media.kind in ("disk", "cassette"):
            command = LOAD_COMMAND % (getattr(self.media, "first_program", None) or b"*")
            if self.media.kind == "disk":
                self.machine.drives[8].attach(self.media, self._read_only, self._kind)
            else:
                self.machine.tape.insert(self.media)
                self.machine.tape.play()
                command = TAPE_COMMAND
            steps = [self._wait_prompt, self._say(command), self._wait_load]
            return [*steps, self._unless_started(self._say(b"RUN\r"))] if self.run else steps
        if self.media.kind == "tune":
            fast = self.machine.model.clock_hz > FAST_CLOCK
            placed = place_player(self.media, fast, self._translated)
            return [self._wait_prompt, self._place(placed)]
        program = self.media.program()
        command = b"RUN\r" if is_basic(program) else b"SYS%d\r" % program.start
        steps = [self._wait_prompt, self._inject(program)]
        return [*steps, self._say(command)] if self.run else steps

    def tick(self):
        """Do what is due before the next frame; AutostartError if a step takes too long.

        ``done`` tells that RUN has been given; ``settled``, that since then the program
        has loaded what it wanted: nobody has spoken on the serial bus for a second.  Or it has
        code of its own in a drive: it shows something while it loads, maybe.
        """
        if self.done:
            self._quiet = 0 if self._is_loading() else self._quiet + 1
            wait = AUTOSTART_QUIET if self.media.kind == "disk" or self._started_itself else 0
            self.settled = self.settled or self._quiet > wait or self._in_drive()
            return
        self._frames += 1
        if self._steps[0]():
            self._steps.pop(0)
            self._frames = self._seen = 0
            self.done = not self._steps

    def _is_loading(self):
        """True while the program may still be loading its parts."""
        machine = self.machine
        winds = self.media.kind == "cassette" and machine.tape.moving
        return winds or any(drive.busy for drive in machine.board.iec.devices.values())

    def _in_drive(self):
        """True while a drive runs what a program has uploaded."""
        return any(drive.in_ram for drive in self.machine.board.iec.devices.values())

    def finish(self, settle=False):
        """Run the machine until the start is done, as fast as it goes.

        settle  True: until the program has loaded its parts, too
        """
        frames = AUTOSTART_LOAD_FRAMES
        while frames and not (self.settled if settle else self.done):
            self.tick()
            frames -= 1
            if not self.machine.tick():
                break

    def _at_prompt(self):
        """True when BASIC has waited for input for some frames."""
        self._seen = self._seen + 1 if at_prompt(self.machine.board) else 0
        return self._seen >= AUTOSTART_SETTLE + self._delay

    def _wait_prompt(self):
        if self._frames > AUTOSTART_BOOT_FRAMES + self._delay and not self._at_prompt():
            raise AutostartError("autostart: BASIC did not show its prompt after power-on")
        return self._frames > 1 and self._at_prompt() and self._drives_ready()

    def _drives_ready(self):
        """True when the DOS of every drive listens: an original one tests RAM and ROM first."""
        late = self._frames > AUTOSTART_BOOT_FRAMES  # one that never listens is no reason to wait
        return late or all(drive.ready for drive in self.machine.board.iec.devices.values())

    def _look_who_runs(self):
        """See whether what LOAD has put into memory runs without a RUN.

        The CPU is found in RAM again and again then, or somebody waits for input who is not BASIC
        at its prompt: a line of BASIC, or code in RAM.
        """
        board = self.machine.board
        self._in_ram += in_ram(board)
        waits = self._seen >= AUTOSTART_SETTLE and (
            board.ram[CURRENT_LINE + 1] != DIRECT_MODE or program_waits(board)
        )
        self._started_itself = waits or self._in_ram > AUTOSTART_OWN_FRAMES
        return self._started_itself

    def _unless_started(self, step):
        return lambda: self._started_itself or step()

    def _wait_load(self):
        limit = AUTOSTART_LOAD_FRAMES if self.media.kind == "disk" else TAPE_LOAD_FRAMES
        if self._frames > limit:
            raise AutostartError(f"autostart: {self.media.name}: LOAD did not finish")
        if self._frames < AUTOSTART_SETTLE:
            return False
        ready = self._at_prompt()
        if self._look_who_runs():
            return True
        if not ready:
            return False
        text = self.machine.screen.text()
        for problem in ("FILE NOT FOUND", "DEVICE NOT PRESENT", "LOAD  ERROR", "ILLEGAL DEVICE"):
            if f"?{problem}" in text:
                name, words = self.media.name, " ".join(problem.lower().split())
                raise AutostartError(f"autostart: {name}: {words}: {self._why(problem)}")
        return True

    def _why(self, problem):
        """Return what the drive says of a LOAD that has failed, and what to do."""
        why = "no program is on the tape; give a tape that has one"
        if self.media.kind != "disk":
            if problem != "FILE NOT FOUND":
                why = "the tape is damaged; give another image"
            return why
        status = self.machine.drives[DISK_DRIVE].status
        number, asked = int(status[:2] or 0), getattr(self.media, "first_program", None)
        if number in UNREADABLE:
            why = f"{status}: the disk is damaged or not formatted; give another image"
        elif number in NO_FILE and asked:
            asked = to_text(asked)
            why = f'{status}: no program "{asked}" is on the disk; name one of its directory'
        elif number in NO_FILE:
            why = f"{status}: no program is on the disk; give a disk that has one"
        else:
            why = status or "the drive gives no reason"
        return why

    def _say(self, command):
        rest = [command]

        def step():
            ram = self.machine.board.ram
            if ram[KEYBUF_COUNT]:
                return False
            part, rest[0] = rest[0][:KEYBUF_SIZE], rest[0][KEYBUF_SIZE:]
            ram[KEYBUF : KEYBUF + len(part)] = part
            ram[KEYBUF_COUNT] = len(part)
            return not rest[0]

        return step

    def _place(self, placed):
        def step():
            ram = self.machine.board.ram
            for start, content in placed.segments:
                ram[start : start + len(content)] = content
            if self.run:
                self.machine.board.cpu.pc = placed.entry
            return True

        return step

    def _inject(self, program):
        def step():
            ram = self.machine.board.ram
            put_program(ram, program)
            return True

        return step
