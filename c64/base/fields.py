"""A chip's state as one list of fields.

A chip lists its state once, in the class attribute ``fields``.  That one list
drives reset, save, load, compare and the monitor's dump, so that no second
hand-written list can drift from it.

In the compiled machine every field is a ``cdef public`` attribute (see the
``.pxd`` beside each chip); in the uncompiled one it is a plain attribute.
``getattr``/``setattr`` reach both alike.

What a chip has beside its state is named in ``derived``: wiring, constants of the model, tables,
outputs that the next cycle makes anew, and what ``rewire`` and ``take_lines`` derive from the
state.  A test holds that nothing is in neither list.

A chip built of units names them in the class attribute ``parts`` (attribute names, each an
object with ``fields`` of its own): all functions here but ``create_fields`` include them,
dumped as ``unit.name``.

Rewind and search save and load thousands of times, so how a list of fields lies in memory is
worked out once (``_Plan``), and the scalars of a unit go in and out in one call.
"""

import array
import struct
from functools import lru_cache
from operator import attrgetter

from c64.base.ranges import check_arrays, check_numbers, kinds_of, relations_of

_SCALAR = struct.calcsize("<q")
_LARGE = 4096  # bytes of an array from which on it is not copied with others
_KNOWN_PLANS = 256  # more than there are kinds of chips and sizes of RAM


class Field:
    """One piece of a chip's state.

    name    attribute name; what it may hold is in c64/base/ranges.py
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


class _Block:
    """Neighbouring fields of a unit that go in and out together: scalars and small arrays.

    size      in bytes
    scalars   struct.Struct of the block in which the arrays are padding
    contents  the same of the arrays as bytes, with the scalars as padding
    moves     [(slice of the block, slice of all arrays joined)]
    puts      for each array a function that puts its bytes into it
    words     the arrays' words, of the layout
    """

    __slots__ = (
        "contents", "get_arrays", "get_scalars", "moves", "names", "puts", "scalars", "size",
        "words",
    )  # fmt: skip

    def __init__(self, fields):
        scalars, contents, arrays, words = "<", "<", [], []
        self.names, self.moves, self.puts, self.size, joined = [], [], [], 0, 0
        for name, kind, size in fields:
            if kind:
                scalars, contents = f"{scalars}{size}x", f"{contents}{size}s"
                arrays.append(name)
                words.append(f"{name}:{kind}{size // struct.calcsize(kind)}")
                self.puts.append(struct.Struct(f"{size}s").pack_into)
                self._add_move(self.size, joined, size)
                joined += size
            else:
                scalars, contents = f"{scalars}q", f"{contents}{size}x"
                self.names.append(name)
            self.size += size
        self.names, self.words = tuple(self.names), tuple(words)
        self.scalars, self.contents = struct.Struct(scalars), struct.Struct(contents)
        self.get_scalars, self.get_arrays = _getter(self.names), _getter(arrays)

    def _add_move(self, to, source, size):
        """Note where an array goes; arrays that are neighbours go together."""
        if self.moves and self.moves[-1][0].stop == to:
            before, beginning = self.moves.pop()
            to, source, size = before.start, beginning.start, size + before.stop - before.start
        self.moves.append((slice(to, to + size), slice(source, source + size)))

    def save(self, unit):
        """Return the block as bytes."""
        scalars = self.get_scalars(unit)
        if not self.puts:
            return self.scalars.pack(*scalars)
        block = bytearray(self.size)
        self.scalars.pack_into(block, 0, *scalars)
        arrays = b"".join(self.get_arrays(unit))
        for place, source in self.moves:
            block[place] = arrays[source]
        return block

    def check(self, kinds, data, at, numbers):
        """Return what is out of its range, or None; adds the block's numbers by name if wanted."""
        values = self.scalars.unpack_from(data, at)
        if numbers is not None:
            numbers.update(zip(self.names, values, strict=True))
        wrong = check_numbers(kinds, self.names, values)
        if wrong is None and self.words:
            wrong = check_arrays(kinds, self.words, self.contents.unpack_from(data, at))
        return wrong

    def load(self, unit, data, at):
        """Set the fields from the block that begins at ``at`` in ``data``."""
        for name, value in zip(self.names, self.scalars.unpack_from(data, at), strict=True):
            setattr(unit, name, value)
        if self.puts:
            contents = self.contents.unpack_from(data, at)
            for put, of, content in zip(self.puts, self.get_arrays(unit), contents, strict=True):
                put(of, 0, content)


class _Large:
    """A large array of bytes of any value, which is not copied more than it must be."""

    __slots__ = ("name", "size")

    def __init__(self, name, size):
        self.name, self.size = name, size

    def save(self, unit):
        """Return the array as bytes, without copying them."""
        return memoryview(getattr(unit, self.name)).cast("B")

    def check(self, kinds, data, at, numbers):
        """Return None: memory may hold anything."""

    def load(self, unit, data, at):
        """Set the array from the block that begins at ``at`` in ``data``."""
        memoryview(getattr(unit, self.name)).cast("B")[:] = data[at : at + self.size]


class _Plan:
    """How a list of fields is saved.

    words   the fields' words, of which all the rest follows
    pieces  [_Block or _Large] in order;  size  of all
    """

    __slots__ = ("pieces", "size", "words")

    def __init__(self, words):
        self.words, self.pieces, fields = words, [], []
        for name, kind, size in map(_described, words):
            if size < _LARGE:
                fields.append((name, kind, size))
                continue
            self.pieces += [*_block_of(fields), _Large(name, size)]
            fields = []
        self.pieces += _block_of(fields)
        self.size = sum(piece.size for piece in self.pieces)


def _described(word):
    """Return a field's name, its type code ("" for a scalar) and its size in bytes."""
    name, _, kind = word.partition(":")
    return name, kind[:1], int(kind[1:]) * array.array(kind[0]).itemsize if kind else _SCALAR


def _block_of(fields):
    return [_Block(fields)] if fields else []


def _getter(names):
    """Return a function of an object to the tuple of these attributes."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda unit: tuple(getattr(unit, name) for name in names)


# By their words, not by class: the RAM of some cartridges has its size from the user.
_plan_of_words = lru_cache(_KNOWN_PLANS)(_Plan)
_shapes = {}  # of classes, whose list is the same for all their objects


def _shape(chip):
    """Return (_Plan, names of the parts) of a chip."""
    kind = type(chip)
    shape = _shapes.get(kind)
    if shape is None:
        plan = _plan_of_words(tuple(field.word for field in chip.fields))
        shape = plan, getattr(chip, "parts", ())
        if isinstance(getattr(kind, "fields", None), tuple):
            _shapes[kind] = shape
    return shape


class Storage:
    """The state of a chip and its units as a block of bytes.

    units  [(name with a dot after it, unit, _Plan)]: the chip itself, then its parts
    size   of the block
    """

    __slots__ = ("size", "units")

    def __init__(self, chip):
        plan, parts = _shape(chip)
        self.units, self.size = [("", chip, plan)], plan.size
        if parts:
            self._add_parts("", chip, parts)

    def _add_parts(self, above, chip, parts):
        for part in parts:
            name, unit = f"{above}{part}.", getattr(chip, part)
            plan, inner = _shape(unit)
            self.units.append((name, unit, plan))
            self.size += plan.size
            if inner:
                self._add_parts(name, unit, inner)

    @property
    def layout(self):
        """What is in the block, as ``fields_layout`` has it."""
        if len(self.units) == 1:
            return self.units[0][2].words
        return _layout(tuple((name, plan) for name, _, plan in self.units))

    def save(self):
        """Return the block in pieces, [bytes]; those of large arrays change with these."""
        return [piece.save(unit) for _, unit, plan in self.units for piece in plan.pieces]

    def load(self, data, at):
        """Set the state from the block that begins at ``at`` in ``data``, a memoryview."""
        for _, unit, plan in self.units:
            for piece in plan.pieces:
                piece.load(unit, data, at)
                at += piece.size

    def check(self, data, at, board):
        """Return what in a block is out of its range or does not go together, or None."""
        for name, unit, plan in self.units:
            kinds = kinds_of(type(unit))
            relations = relations_of(kinds)
            numbers = {} if relations else None
            for piece in plan.pieces:
                wrong = piece.check(kinds, data, at, numbers)
                if wrong is not None:
                    return name + wrong
                at += piece.size
            if not all(relation(unit, numbers, board) for relation in relations):
                return f"{name or 'its'} fields do not go together"
        return None

    def numbers(self, data, at):
        """Return {name, with the units above it: value} of a block's numbers, not its arrays."""
        found = {}
        for name, _, plan in self.units:
            for piece in plan.pieces:
                if isinstance(piece, _Block):
                    values = piece.scalars.unpack_from(data, at)
                    found.update(zip(_dotted(name, piece.names), values, strict=True))
                at += piece.size
        return found

    def sizes(self):
        """Return the sizes of the pieces that ``save`` returns."""
        return [piece.size for _, _, plan in self.units for piece in plan.pieces]

    def load_split(self, data, at, huge, limit):
        """Set the state from ``data`` from ``at`` on, pieces of ``limit`` bytes and more from
        the iterator ``huge``; returns where in ``data`` it ends.
        """
        for _, unit, plan in self.units:
            for piece in plan.pieces:
                if piece.size >= limit:
                    piece.load(unit, next(huge), 0)
                else:
                    piece.load(unit, data, at)
                    at += piece.size
        return at


@lru_cache(_KNOWN_PLANS)
def _dotted(above, names):
    """Return names with those of the units above them."""
    return tuple(above + name for name in names)


@lru_cache(_KNOWN_PLANS)
def _layout(units):
    """Return the words of all units, ((name with a dot after it, _Plan), ...)."""
    return tuple(name + word for name, plan in units for word in plan.words)


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
            _view(chip, field)[:] = bytes(field.reset)


def _view(chip, field):
    return memoryview(getattr(chip, field.name)).cast("B")


def save_fields(chip):
    """Return the chip's state as bytes, in the order of its field list."""
    return b"".join(Storage(chip).save())


def load_fields(chip, data):
    """Set the chip's state from what ``save_fields`` wrote.

    The caller has checked ``len(data) == fields_size(chip)``.
    """
    Storage(chip).load(memoryview(data), 0)


def save_all(chips):
    """Return the states of several chips as bytes, one after the other."""
    return b"".join(save_fields(chip) for chip in chips)


def load_all(chips, data):
    """Set the states of several chips from what ``save_all`` wrote of chips of the same sizes."""
    at = 0
    for chip in chips:
        size = fields_size(chip)
        load_fields(chip, data[at : at + size])
        at += size


def fields_size(chip):
    """Return the number of bytes ``save_fields`` writes for this chip."""
    return Storage(chip).size


def fields_layout(chip):
    """Return what ``save_fields`` writes, in words: names in order, arrays with type and length.

    Two chips with the same layout can take each other's state.
    """
    return Storage(chip).layout


def field_storage(chip):
    """Return [(owner, Field, memoryview of uint8, None for a scalar)] of chip and units."""
    storage = [(chip, f, None if isinstance(f.reset, int) else _view(chip, f)) for f in chip.fields]
    for _, part in _parts(chip):
        storage += field_storage(part)
    return storage


def derived_names(chip):
    """Return the names in ``derived`` of the chip's class and those it is made of."""
    return {name for kind in type(chip).__mro__ for name in kind.__dict__.get("derived", ())}


def dump_fields(chip):
    """Return ``{name: int | bytes}`` for the monitor and for comparison."""
    dump = {
        f.name: getattr(chip, f.name) if isinstance(f.reset, int) else bytes(_view(chip, f))
        for f in chip.fields
    }
    for name, part in _parts(chip):
        dump.update({f"{name}.{key}": value for key, value in dump_fields(part).items()})
    return dump
