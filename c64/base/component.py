"""Base classes every chip shares: the field list and the CPU's bus.

A chip lists its state once, in the class attribute ``fields``.  That one list
drives reset, save, load, compare and the monitor's dump, so that no second
hand-written list can drift from it.

In the compiled machine every field is a ``cdef public`` attribute (see the
``.pxd`` beside each chip); in the uncompiled one it is a plain attribute.
``getattr``/``setattr`` reach both alike.

What a chip has beside its state is named in ``derived``: wiring, constants of the model, tables,
outputs that the next cycle makes anew, and what ``rewire`` and ``take_lines`` derive from the
state.  A test holds that nothing is in neither list.

A chip built of units names them in ``parts`` (attribute names, each an object with
``fields`` of its own): all functions here but ``create_fields`` include them, dumped
as ``unit.name``.
"""

import array
import struct


class Field:
    """One piece of a chip's state.

    name    attribute name
    reset   int for a scalar; ``bytes`` for an array of uint8;
            ``array.array`` for an array of a wider type
    keep    True: a reset leaves it as it is (RAM, latched inputs)
    """

    __slots__ = ("keep", "name", "reset", "word")

    def __init__(self, name, reset=0, keep=False):
        self.name = name
        self.reset = reset
        self.keep = keep
        self.word = name  # of the layout: an array's has type code and length
        if not isinstance(reset, int):
            self.word = f"{name}:{getattr(reset, 'typecode', 'B')}{len(reset)}"


def create_fields(chip):
    """Give every field its own storage and its reset value (power-on)."""
    for field in chip.fields:
        value = field.reset
        if isinstance(value, bytes):
            value = bytearray(value)
        elif isinstance(value, array.array):
            value = array.array(value.typecode, value)
        setattr(chip, field.name, value)


def _parts(chip):
    """Return [(attribute name, unit)] of the chip's units."""
    return [(name, getattr(chip, name)) for name in getattr(chip, "parts", ())]


def reset_fields(chip):
    """Set every field to its reset value, except those marked ``keep``."""
    for _, part in _parts(chip):
        reset_fields(part)
    for field in chip.fields:
        if field.keep:
            continue
        if isinstance(field.reset, int):
            setattr(chip, field.name, field.reset)
        else:
            _fill(chip, field, bytes(field.reset))


def _view(chip, field):
    return memoryview(getattr(chip, field.name)).cast("B")


def _fill(chip, field, data):
    _view(chip, field)[:] = data


def save_fields(chip):
    """Return the chip's state as bytes, in the order of its field list."""
    parts = []
    for field in chip.fields:
        if isinstance(field.reset, int):
            parts.append(struct.pack("<q", getattr(chip, field.name)))
        else:
            parts.append(bytes(_view(chip, field)))
    parts += [save_fields(part) for _, part in _parts(chip)]
    return b"".join(parts)


def field_storage(chip):
    """Return [(owner, Field, memoryview of uint8, None for a scalar)] of chip and units."""
    storage = [(chip, f, None if isinstance(f.reset, int) else _view(chip, f)) for f in chip.fields]
    for _, part in _parts(chip):
        storage += field_storage(part)
    return storage


def derived_names(chip):
    """Return the names in ``derived`` of the chip's class and those it is made of."""
    return {name for kind in type(chip).__mro__ for name in kind.__dict__.get("derived", ())}


def fields_size(chip):
    """Return the number of bytes ``save_fields`` writes for this chip."""
    return sum(
        8 if isinstance(f.reset, int) else len(memoryview(f.reset).cast("B")) for f in chip.fields
    ) + sum(fields_size(part) for _, part in _parts(chip))


def fields_layout(chip):
    """Return what ``save_fields`` writes, in words: names in order, arrays with type and length.

    Two chips with the same layout can take each other's state.
    """
    words = [field.word for field in chip.fields]
    for name, part in _parts(chip):
        words += [f"{name}.{word}" for word in fields_layout(part)]
    return words


def load_fields(chip, data):
    """Set the chip's state from what ``save_fields`` wrote.

    The caller has checked ``len(data) == fields_size(chip)``.
    """
    at = 0
    for field in chip.fields:
        if isinstance(field.reset, int):
            setattr(chip, field.name, struct.unpack_from("<q", data, at)[0])
            at += 8
        else:
            size = len(_view(chip, field))
            _fill(chip, field, data[at : at + size])
            at += size
    for _, part in _parts(chip):
        size = fields_size(part)
        load_fields(part, data[at : at + size])
        at += size


def dump_fields(chip):
    """Return ``{name: int | bytes}`` for the monitor and for comparison."""
    dump = {
        f.name: getattr(chip, f.name) if isinstance(f.reset, int) else bytes(_view(chip, f))
        for f in chip.fields
    }
    for name, part in _parts(chip):
        dump.update({f"{name}.{key}": value for key, value in dump_fields(part).items()})
    return dump


class released:
    """Within it other threads run Python: compiled, ``with nogil`` (tools/join.py).

    Nothing in it may use a Python object but to reach the fields of a chip and the methods that
    its .pxd declares ``nogil`` or ``with gil``.  Uncompiled it does nothing.
    """

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False


class BusBase:
    """What a ``Bus`` has.  Compiled, its methods take the GIL: Python may override them."""

    derived = (
        # of a read that is going on; between instructions nobody asks for it
        "stalled",
        # what is quick, which follows from the state
        "quick", "end_due", "space", "reads", "writes", "mode16", "watched", "trap_flags",
    )  # fmt: skip

    def __init__(self):
        self.stalled = 0
        self.quick = self.end_due = 0

    def read(self, addr):
        """Spend one cycle reading ``addr`` (0..$FFFF); returns 0..255."""
        return 0xFF

    def write(self, addr, value):
        """Spend one cycle writing ``value`` (0..255) to ``addr`` (0..$FFFF)."""

    def access_read(self, addr):
        """Read ``addr`` with all side effects, without spending a cycle."""
        return 0xFF

    def access_write(self, addr, value):
        """Write ``value`` to ``addr`` with all side effects, without spending a cycle."""

    def idle(self, cycles):
        """Let time pass until the CPU could have made ``cycles`` accesses, without any."""

    def open_cycle(self, wait):
        """Begin a cycle for ``access_read`` and ``access_write``; wait: one with BA high."""

    def close_cycle(self):
        """End the cycle that ``open_cycle`` began."""

    def dma_read(self, addr, low):
        """Read ``addr`` for a DMA in the cycle that has begun; ``low`` as of ``dma_next``."""
        return 0xFF

    def dma_write(self, addr, value):
        """Write ``value`` for a DMA in the cycle that has begun, without ending it."""

    def dma_next(self):
        """End the cycle and begin the next; returns for how long BA has been low.

        0 high, 1 to 3 low for as many cycles, 4 the VIC has the bus; 9 instead of 1 where BA
        falls within the cycle, because sprite 0's DMA begins in it.
        """
        return 0


class Bus(BusBase):
    """What the CPU is plugged into.  Every call is one phi2 cycle.

    cycle    cycles since the beginning: number of the cycle that comes, or is going on
    stalled  cycles the last read waited because RDY was low

    A bus may let the CPU do the plain accesses of quick cycles itself (``CPU._read``), to save
    the call: those before ``quick``, in which RDY is high, no interrupt line changes and nothing
    at all happens but the access.  The CPU has sampled the lines twice then and need not do so
    again; when it changes what it sampled, it takes the quick cycles back.

    quick    the first cycle that is not quick; 0: the bus wants every call
    end_due  the bus has more to do than to count from the cycle on that ends before this one
    space    uint8[n]: all memory the CPU may read so; RAM in the first 65,536
    reads, writes  int[n]: at ``mode16`` + page of 4 KiB, what to add to the address for the index
             in ``space``, or -1: not a plain access
    watched  uint8[256]: pages with 1 may not be written so
    trap_flags  uint8[65536]: 1 where ``CPU.run_quickly`` ends before it runs an instruction
    """
