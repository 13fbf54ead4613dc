"""A listing of code: every addressing mode, labels, sources, registers, the last steps."""

from types import SimpleNamespace

import pytest

from c64.debug.probe import PROBE_RECENT
from emu.kit.listing import disassemble, flags_text, line_of, recent_steps, trace_lines
from emu.kit.symbols import Symbol, Symbols

LABELS = {"pointer": 0xFB, "loop": 0x1000, "table": 0xC000}


@pytest.fixture
def symbols():
    found = Symbols()
    for name, value in LABELS.items():
        found.add(Symbol(name, value, True), name)
    return found


def memory(*code, at=0x1000):
    """A function that reads the bytes ``code`` from an address on, around the end of memory."""
    places = {(at + i) & 0xFFFF: byte for i, byte in enumerate(code)}
    return places.__getitem__


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ((0xE8,), "inx"),
        ((0x0A,), "asl a"),
        ((0xA9, 0x00), "lda #$00"),
        ((0xA9, 0xFB), "lda #$FB"),  # a number, whatever label has that value
        ((0xA9, 0xFF), "lda #$FF"),
        ((0xA5, 0xFB), "lda pointer"),
        ((0xA5, 0xFC), "lda $FC"),  # no label of its own
        ((0xA5, 0x05), "lda $05"),
        ((0xB5, 0xFB), "lda pointer,x"),
        ((0xB6, 0xFB), "ldx pointer,y"),
        ((0xA1, 0xFB), "lda (pointer,x)"),
        ((0xB1, 0xFB), "lda (pointer),y"),
        ((0xAD, 0x00, 0xC0), "lda table"),
        ((0xAD, 0x01, 0xC0), "lda $C001"),
        ((0xAD, 0x05, 0x00), "lda $0005"),
        ((0xBD, 0x00, 0xC0), "lda table,x"),
        ((0xB9, 0x00, 0xC0), "lda table,y"),
        ((0x6C, 0x00, 0xC0), "jmp (table)"),
        ((0xD0, 0xFE), "bne loop"),
        ((0xD0, 0x00), "bne $1002"),
        ((0xD0, 0x7F), "bne $1081"),
        ((0xD0, 0x80), "bne $0F82"),
    ],
)
def test_an_operand_is_written_in_its_mode_with_the_label_that_is_there(symbols, code, text):
    assert disassemble(0x1000, memory(*code), symbols) == (text, len(code))


def test_an_instruction_may_lie_across_the_end_of_memory(symbols):
    peek = memory(0xAD, 0x34, 0x12, at=0xFFFE)
    assert disassemble(0xFFFE, peek, symbols) == ("lda $1234", 3)
    assert line_of(0xFFFE, peek, symbols) == "$FFFE  AD 34 12  lda $1234"
    assert disassemble(0xFFF0, memory(0xD0, 0x10, at=0xFFF0), symbols) == ("bne $0002", 2)


def test_a_line_names_its_source_or_else_the_label_before_it(symbols):
    peek = memory(0xA9, 0x07, 0x60)
    assert line_of(0x1000, peek, symbols) == f"$1000  A9 07     {'lda #$07':<24} loop"
    assert line_of(0x1002, peek, symbols) == f"$1002  60        {'rts':<24} loop+2"
    symbols.lines[0x1002] = ("/project/src/a.s", 12)
    assert line_of(0x1002, peek, symbols) == f"$1002  60        {'rts':<24} a.s:12"
    assert line_of(0x3000, memory(0x60, at=0x3000), symbols) == "$3000  60        rts"


def word(pc, a=0, x=0, y=0, sp=0, p=0, interrupt=0):
    return pc | a << 16 | x << 24 | y << 32 | sp << 40 | p << 48 | interrupt << 56


def test_a_trace_has_the_registers_before_each_step_and_a_line_for_an_interrupt(symbols):
    steps = [
        (word(0x1000, 0x12, 0x34, 0x56, 0x78, 0x81), 100),
        (word(0x1000, interrupt=1), 1234567),
        (word(0x5000, interrupt=1), 7),
    ]
    assert trace_lines(steps, memory(0xE8), symbols) == [
        f"       100  a=12 x=34 y=56 sp=78 Nv-bdizC  $1000  E8        {'inx':<24} loop",
        "   1234567  -- interrupt at $1000 loop",
        "         7  -- interrupt at $5000",
    ]


@pytest.mark.parametrize("bit", range(8))
def test_a_set_flag_is_a_capital(bit):
    letters = "nv-bdizc"
    at = 7 - bit
    assert flags_text(1 << bit) == letters[:at] + letters[at].upper() + letters[at + 1 :]


def a_probe(keep, count, places=8):
    """A probe that has run ``count`` steps: step n in cycle n, at address n."""
    size = places if keep else PROBE_RECENT
    steps = memoryview(bytearray(8 * 3 * max(size, places))).cast("q")
    for n in range(count):
        steps[n % size * 3], steps[n % size * 3 + 2] = n, n
    return SimpleNamespace(steps=steps, keep_steps=keep, step_count=count, step_at=count % size)


@pytest.mark.parametrize("keep", [0, 1])
@pytest.mark.parametrize(
    ("ran", "wanted", "first"), [(0, 5, 0), (3, 5, 0), (5, 5, 0), (6, 5, 1), (11, 5, 6), (6, 0, 6)]
)
def test_the_last_steps_are_in_order_also_where_the_ring_begins_anew(keep, ran, wanted, first):
    found = recent_steps(a_probe(keep, ran), wanted)
    assert found == [(n, n) for n in range(first, ran)]


def test_the_ring_of_a_probe_that_keeps_no_steps_begins_anew_after_its_own_length():
    found = recent_steps(a_probe(0, PROBE_RECENT + 2), 4)
    assert found == [(n, n) for n in range(PROBE_RECENT - 2, PROBE_RECENT + 2)]


def test_recent_steps_are_the_last_in_their_order(kit):
    kit.memory[0x2000:0x2029] = bytes([0xEA] * 40 + [0x60])
    kit.call(0x2000)
    for count in (1, 5, 32):
        steps = recent_steps(kit.probe, count)
        assert [word & 0xFFFF for word, _ in steps] == [*range(0x2029 - count, 0x2029)]
        cycles = [cycle for _, cycle in steps]
        assert cycles == sorted(cycles)
