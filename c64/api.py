"""The machine for Python programs: ``import c64; machine = c64.C64()``.

Everything a script, a notebook or a test wants, without a window.  Two machines made with
the same arguments and given the same inputs are equal to the last byte.
"""

import operator

import numpy as np

from c64.bus.board import BOARD_JAMMED
from c64.bus.machine import DEFAULT_SEED, build_board, power_on_ram, reset
from c64.bus.models import choose_model
from c64.bus.ram_expansion import make_expansion
from c64.cartridge.registry import cartridge_changed, make_port, save_cartridge
from c64.drive.attach import attach_drive
from c64.input.typist import Typist
from c64.roms import load_dos, load_roms
from c64.snapshot import load_snapshot, save_snapshot
from c64.vic.palettes import choose_palette

CYCLES_A_FRAME_AT_MOST = 263 * 65 * 2


class Memory:
    """The address space as the CPU sees it, without side effects on reads.

    ``memory[a]`` is an int 0..255, ``memory[a:b]`` bytes; addresses 0..$FFFF.  Assigning
    does what a write of the CPU would do (RAM below a ROM, registers in the I/O area).
    """

    def __init__(self, board):
        self._board = board

    def __len__(self):
        return 0x10000

    def _address(self, key):
        addr = operator.index(key)
        if not 0 <= addr <= 0xFFFF:
            raise IndexError(f"address {addr:#x} is outside $0000-$FFFF")
        return addr

    def __getitem__(self, key):
        if isinstance(key, slice):
            return bytes(self._board.peek(a) for a in range(*key.indices(0x10000)))
        return self._board.peek(self._address(key))

    def __setitem__(self, key, value):
        if isinstance(key, slice):
            where = range(*key.indices(0x10000))
            data = bytes(value)
            if len(where) != len(data):
                raise ValueError(f"{len(data)} bytes do not fit {len(where)} addresses")
            for addr, byte in zip(where, data, strict=True):
                self._board.poke(addr, byte)
            return
        byte = operator.index(value)
        if not 0 <= byte <= 0xFF:
            raise ValueError(f"{byte} is no byte")
        self._board.poke(self._address(key), byte)


class Screen:
    """The picture the VIC makes, and the text in it."""

    def __init__(self, board, palette):
        self._board = board
        self.palette = palette

    @property
    def indices(self):
        """The visible picture as palette indices: uint8[272, 384] (PAL), a copy."""
        left, top, width, height = self._board.vic.crop()
        rows = np.arange(top, top + height) % self._board.model.lines
        return self.frame[rows, left : left + width]

    @property
    def frame(self):
        """The whole frame, blanking included: uint8[lines, 8 * cycles], a view."""
        self._board.vic.sync()
        model = self._board.model
        shape = (model.lines, model.cycles_per_line * 8)
        flat = np.frombuffer(memoryview(self._board.vic.frame), dtype=np.uint8)
        return flat[: shape[0] * shape[1]].reshape(shape)

    @property
    def ndarray(self):
        """The visible picture in colour: uint8[272, 384, 3] (PAL), RGB, a copy."""
        return self.palette[self.indices]

    @property
    def image(self):
        """The visible picture as a Pillow image of mode RGB."""
        from PIL import Image

        return Image.fromarray(self.ndarray)

    def codes(self):
        """The 1000 screen codes of the text screen the VIC is set to: uint8[25, 40]."""
        board = self._board
        base = board.vic.bank + (board.vic.peek(0x18) >> 4) * 0x400
        cells = np.frombuffer(bytes(board.vic.ram[base : base + 1000]), dtype=np.uint8)
        return cells.reshape(25, 40)

    def text(self):
        """The text screen as 25 lines of 40 characters, joined by newlines.

        Letters come as capitals, or in the lower/upper character set as typed; graphics
        characters as ``.`` and reversed characters as their plain ones.
        """
        board = self._board
        lower = bool(board.vic.peek(0x18) & 2)
        return "\n".join("".join(_as_text(int(c), lower) for c in row) for row in self.codes())


def _as_text(code, lower):
    code &= 0x7F
    if 1 <= code <= 26:
        return chr(code + (0x60 if lower else 0x40))
    if lower and 0x41 <= code <= 0x5A:
        return chr(code)
    if code == 0:
        return "@"
    if 0x20 <= code <= 0x3F:
        return chr(code)
    return {0x1B: "[", 0x1C: "£", 0x1D: "]", 0x1E: "^", 0x1F: "_", 0x60: " "}.get(code, ".")


class C64:
    """A Commodore 64 with drive 8 (no disk in it), powered on.

    model         "c64" (6569, 6526, 6581), "c64c" (8565, 8521, 8580) or "ntsc"
    vic cia sid   single chips instead of the model's
    kernal basic chargen   paths of original ROM files; None: GO 64's own
    seed          int, chooses the power-on RAM
    sample_rate   Hz of ``audio()``; 0 makes no sound and costs no time
    cpu           "exact", or "py65": py65's MPU drives the board, an instruction at a time
    palette       "pepto", ... (c64.vic.palettes) or uint8[16, 3]
    cart          path of a .crt in the expansion port
    reu           "128k", "256k", "512k", "1m", "2m", "4m", "8m" or "16m"
    reu_image     path of a file (.reu) with what the REU holds; never written to
    georam        "64k", "128k", "256k", "512k", "1m", "2m" or "4m"
    plus60k       True: a +60K, its register at plus60k_base, $D100 or $D040
    plus256k      True: a +256K
    dqbb isepic   True: a Double Quick Brown Box, an ISEPIC
    ramcart       "64k" or "128k"; ramcart_ro: its switch is set to read-only
    cart_save     path of a .crt: where ``flush`` writes an EasyFlash or GMOD that has changed
    drive         what drive 8 is: "quick", or "1541" with its own processor
    dos           path of an original ROM for drives of kind "1541"; None: GO 64's own

    Raises ValueError for a choice that does not exist, RomError for an unusable ROM file,
    disk.errors.MediaError for an unusable .crt.
    """

    def __init__(
        self,
        model="c64",
        *,
        vic=None,
        cia=None,
        sid=None,
        kernal=None,
        basic=None,
        chargen=None,
        roms=None,
        seed=DEFAULT_SEED,
        sample_rate=48000,
        cpu="exact",
        palette="pepto",
        cart=None,
        reu=None,
        georam=None,
        reu_image=None,
        dqbb=False,
        isepic=False,
        ramcart=None,
        ramcart_ro=False,
        plus60k=False,
        plus60k_base=0xD100,
        plus256k=False,
        cart_save=None,
        drive="quick",
        dos=None,
    ):
        self.model = choose_model(model, vic=vic, cia=cia, sid=sid)
        seed, sample_rate = operator.index(seed), operator.index(sample_rate)
        if sample_rate < 0:
            raise ValueError(f"sample_rate {sample_rate} is below zero; 44100 and 48000 are usual")
        self.roms = roms or load_roms(kernal, basic, chargen)
        port = make_port(
            cart,
            reu,
            georam,
            reu_image,
            dqbb=dqbb,
            isepic=isepic,
            ramcart=ramcart,
            ramcart_ro=ramcart_ro,
        )
        expansion = make_expansion(plus60k, plus60k_base, plus256k)
        self.board = build_board(self.model, self.roms, seed, sample_rate, port, expansion)
        self._cart_save = cart_save
        self._dos = None if dos is None else load_dos(dos)
        self.attach(None, kind=drive)
        self._seed = seed
        self.memory = Memory(self.board)
        self.screen = Screen(self.board, choose_palette(palette))
        self._typist = Typist(self.board.keyboard, self.board.controls)
        self._choose_cpu(cpu)

    def _choose_cpu(self, cpu):
        if cpu not in ("exact", "py65"):
            raise ValueError(f"cpu '{cpu}' does not exist; there are exact, py65")
        if cpu == "py65":
            from c64.cpu.engine_py65 import Py65Engine

            self.board.engine = Py65Engine(self.board)

    @property
    def cycle(self):
        """Cycles of phi2 since power-on."""
        return self.board.cycle

    @property
    def jammed(self):
        """True when the CPU has met a JAM opcode; only a reset helps."""
        return bool(self.board.cpu.jammed)

    def tick(self, frames=1, limit=None):
        """Run ``frames`` whole frames; returns True unless the machine stopped.

        limit  cycle at which to stop in the middle of a frame

        A jammed CPU does not stop the frames: the other chips go on, as on the machine.
        """
        for _ in range(frames):
            self.begin_frame()
            end = self.board.cycle + CYCLES_A_FRAME_AT_MOST
            end = end if limit is None else min(end, limit)
            if self.board.run_frame(end) == BOARD_JAMMED:
                self._run_jammed(end)
            if self.board.stop:
                return False
        return True

    def _run_jammed(self, end):
        """Let what is left of a frame pass while the CPU does nothing but read $FFFF."""
        board = self.board
        frame = board.vic.frame_count
        while board.cycle < end and board.vic.frame_count == frame:
            board.read(0xFFFF)
        board.sync_sid()

    def begin_frame(self):
        """Press and release the keys that ``type`` has due; ``tick`` does so by itself."""
        self._typist.tick()

    def run_cycles(self, cycles):
        """Run whole instructions for at least ``cycles`` cycles; returns the reason to stop.

        The reasons are the BOARD_ constants of c64.board.
        """
        return self.board.run_until(self.board.cycle + cycles)

    def reset(self):
        """Pull the reset line, as a reset button does: RAM stays."""
        self._typist.clear()
        reset(self.board)

    def freeze(self):
        """Press the freeze button of the cartridge; returns False if nothing came of it.

        That is so without a freezer in the port, and with a program that holds NMI.  The button of
        an ISEPIC is a switch: it freezes when it moves towards the computer, every second time.
        """
        return self.board.freeze()

    def power_cycle(self):
        """Switch off and on: RAM as at power-on (same seed), every chip reset."""
        self._typist.clear()
        power_on_ram(self.board, self._seed)
        reset(self.board)

    def type(self, text, wait=True):
        """Type ``text`` on the keyboard matrix, ``\\n`` being RETURN.

        Special keys stand in braces by their names: ``{F1} {CLR} {STOP} {LEFT}``.
        wait  True: run the machine until the last key is up

        Raises ValueError for a character the keyboard does not have.
        """
        self._typist.type(text)
        while wait and self._typist.busy:
            if not self.tick():
                break

    def joystick(self, port):
        """Return the joystick in control port 1 or 2: ``press("fire")``, ``release()``."""
        return self.board.controls.joystick(port)

    def paddles(self, port):
        """Return the pair of paddles of control port 1 or 2: ``turn(x, y)``, ``press("x")``."""
        return self.board.controls.paddles(port)

    @property
    def mouse(self):
        """The 1351 mouse: ``plug()`` into control port 1, ``move(dx, dy)``, ``press("left")``."""
        return self.board.controls.mouse

    def audio(self):
        """Return what the SID made since the last call: int16[n], mono."""
        self.board.sync_sid()
        return self.board.sid.take_samples()

    def snapshot(self):
        """Return the whole state as bytes."""
        return save_snapshot(self.board)

    def restore(self, data):
        """Go to the state of ``snapshot()``; SnapshotError (and no change) if unusable."""
        load_snapshot(self.board, data)

    def attach(self, media, device=8, read_only=False, kind=None):
        """Put a disk into the drive ``device``.

        media  path of a .d64 or .g64, or an opened disk image of ``disk.loader.open_media``
        kind   "quick" or "1541": put in a drive of this kind; None: leave it as it is (a .g64
               always comes in a 1541)

        Raises disk.errors.MediaError if the file is no usable disk image.
        """
        attach_drive(self.board, media, device, read_only, kind, self._dos)

    def drive(self, device=8):
        """Return the drive ``device``: ``image``, ``mount()``, ``notice``, ``busy``.

        It is a c64.drive.quick.Drive or a c64.drive.drive1541.Drive1541.

        Raises ValueError if none is attached there.
        """
        if device not in self.board.iec.devices:
            raise ValueError(f"device {device}: no drive is attached there")
        return self.board.iec.devices[device]

    def flush(self):
        """Write changed disk images, and a changed EasyFlash or GMOD, to their files."""
        for device in self.board.iec.devices.values():
            device.flush()
        if self._cart_save is not None and cartridge_changed(self.board.cart):
            save_cartridge(self.board.cart, self._cart_save)

    def autostart(self, path, settle=False, **options):
        """Boot, load the file (.prg .p00 .t64 .d64) and run it; see c64.autostart.

        settle  True: also wait until the program has loaded its own parts from disk
        """
        from c64.autostart import Autostart

        start = Autostart(self, path, **options)
        start.finish(settle)
        return start
