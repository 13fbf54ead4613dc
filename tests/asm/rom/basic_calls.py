"""Calling BASIC's routines one at a time, as machine code does."""

from tests.asm.rom.floats import accumulator, from_accumulator, pack

FAC, ARG, SIGNS, ROUNDING = 0x61, 0x69, 0x6F, 0x70
MEMORY, TEXT, STUB, ERROR_SEEN = 0xC000, 0xC100, 0xC200, 0xC2FF


class Calls:
    """Calls BASIC's routines on a machine."""

    def __init__(self, machine):
        self.machine, self.ram = machine, machine.ram
        self.regs = None

    def __call__(self, addr, fac=None, arg=None, memory=None, *, a=None, x=0, y=0, c=0):
        """Set FAC, ARG, the number at MEMORY; call; return FAC.

        A and Y point at MEMORY, or A has FAC's exponent as the routines of two operands want.
        """
        if fac is not None:
            self.machine.put(FAC, accumulator(fac))
            self.ram[ROUNDING] = 0
        if arg is not None:
            self.machine.put(ARG, accumulator(arg))
            self.ram[SIGNS] = self.ram[FAC + 5] ^ self.ram[ARG + 5]
            a = self.ram[FAC] if a is None else a
        if memory is not None:
            self.machine.put(MEMORY, pack(memory))
            a, y = MEMORY & 255, MEMORY >> 8
        self.regs = self.machine.call(addr, a=a or 0, x=x, y=y, c=c)
        return self.fac

    @property
    def fac(self):
        """The number in FAC."""
        return from_accumulator(self.ram[FAC : FAC + 6])

    @property
    def arg(self):
        """The number in ARG."""
        return from_accumulator(self.ram[ARG : ARG + 6])

    def text(self, text):
        """Let TXTPTR point at a text ended by 0 (tokens as bytes)."""
        data = text if isinstance(text, bytes) else text.encode("ascii")
        self.machine.put(TEXT, data + b"\0")
        self.ram[0x7A:0x7C] = TEXT.to_bytes(2, "little")

    def error(self, addr, **operands):
        """Call, and return the number of the error that the routine ends with."""
        sp = (self.machine.cpu.sp - 2) & 0xFF  # where the call's return address is
        stub = [0x8E, ERROR_SEEN & 255, ERROR_SEEN >> 8, 0xA2, sp, 0x9A, 0x60]
        self.machine.put(STUB, bytes(stub))
        self.ram[0x0300:0x0302] = STUB.to_bytes(2, "little")
        self.ram[ERROR_SEEN] = 0
        self(addr, **operands)
        return self.ram[ERROR_SEEN]

    def string(self):
        """The string whose descriptor $64 points at."""
        at = self.machine.word(0x64)
        length, body = self.ram[at], self.machine.word(at + 1)
        return bytes(self.ram[body : body + length])


# SYS 864, entry, what the statement wants: gives up SYS's return address, so that the stack is
# as for a statement, evaluates the entry's address and jumps there.
CALL_STUB = bytes.fromhex("68 68 20fdae 208aad 20f7b7 20fdae 6c1400")


def put_call_stub(machine):
    """Put CALL_STUB where SYS 864 finds it."""
    machine.memory[864 : 864 + len(CALL_STUB)] = CALL_STUB
