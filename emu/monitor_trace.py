"""Instructions as lines of text, as VICE's monitor writes them, and traces of a run.

    .C:e5cd  A5 C6       LDA $C6        - A:00 X:00 Y:0A SP:f3 ..-...Z.    5719913

Address, bytes, instruction, then the registers before it and the cycle in which its first
access is made.  An interrupt sequence stands as a line of its own.

Source: output of VICE 3's monitor (``z``, trace checkpoints).
"""

from pathlib import Path

from c64.opcodes import OPCODES
from emu.errors import HostError

_FLAGS = "NV-BDIZC"
_WORD = {"abs": "${:04X}", "abx": "${:04X},X", "aby": "${:04X},Y", "ind": "(${:04X})"}
_BYTE = {"imm": "#${:02X}", "zpg": "${:02X}", "zpx": "${:02X},X", "zpy": "${:02X},Y",
         "inx": "(${:02X},X)", "iny": "(${:02X}),Y"}  # fmt: skip


def flags_text(p):
    """Return the status register as VICE shows it: ``N.-...ZC``."""
    bits = ((name if p >> (7 - n) & 1 else ".") for n, name in enumerate(_FLAGS))
    return "".join("-" if n == 2 else bit for n, bit in enumerate(bits))


def operand_address(code, pc, low, high):
    """Return the address an operand names (a branch: where to), None if it names none."""
    mode = OPCODES[code].mode
    if mode in _WORD:
        return low | high << 8
    if mode == "rel":
        return (pc + 2 + (low ^ 0x80) - 0x80) & 0xFFFF
    return low if mode in _BYTE and mode != "imm" else None


def instruction_text(code, pc, low, high, name=None):
    """Return the disassembled instruction.

    name  function(address) -> label or "" (None: numbers only)
    """
    op = OPCODES[code]
    address = operand_address(code, pc, low, high)
    label = name(address) if name is not None and address is not None else ""
    if op.mode in _WORD:
        text = _WORD[op.mode].format(address)
    elif op.mode == "rel":
        text = f"${address:04X}"
    elif op.mode in _BYTE:
        text = _BYTE[op.mode].format(low)
    else:
        return op.mnemonic + (" A" if op.mode == "acc" else "")
    if label:
        number = f"${address:04X}" if op.mode in _WORD or op.mode == "rel" else f"${address:02X}"
        text = text.replace(number, label)
    return f"{op.mnemonic} {text}"


def disassemble(board, pc, name=None):
    """Return (length, ``address  bytes  instruction``) of the instruction at ``pc``."""
    code, low, high = (board.peek((pc + n) & 0xFFFF) for n in range(3))
    length = OPCODES[code].length
    dump = " ".join(f"{b:02X}" for b in (code, low, high)[:length])
    return length, f".C:{pc:04x}  {dump:<12}{instruction_text(code, pc, low, high, name)}"


def state_line(board, name=None):
    """Return VICE's line for what the CPU is about to do."""
    cpu = board.cpu
    if attends(cpu):
        what = "reset" if cpu.reset_pending else "jam" if cpu.jammed else "interrupt"
        text = f".C:{cpu.pc:04x}  {'':<12}({what})"
    else:
        text = disassemble(board, cpu.pc, name)[1]
    return (
        f"{text:<36}- A:{cpu.a:02X} X:{cpu.x:02X} Y:{cpu.y:02X} SP:{cpu.sp:02x} "
        f"{flags_text(cpu.p)} {board.cycle:10d}"
    )


def attends(cpu):
    """True if the CPU's next step is no instruction: reset, interrupt or jammed."""
    if cpu.reset_pending | cpu.jammed or cpu.int_prev & 6:
        return True
    return bool(cpu.int_prev & 1 and not cpu.p & 4)


class TraceFile:
    """A file with a line for every instruction that runs while it is open."""

    def __init__(self, path):
        self.path = Path(path)
        self.count = 0
        try:
            self._file = self.path.open("w")
        except OSError as error:
            raise HostError(f"trace {path}: cannot be written ({error.strerror})") from None

    def line(self, board):
        """Return the line of the instruction that is about to run."""
        return state_line(board)

    def write(self, line):
        """Write a line of ``line()``, once its instruction has run."""
        self._file.write(line + "\n")
        self.count += 1

    def close(self):
        """Finish the file."""
        self._file.close()
