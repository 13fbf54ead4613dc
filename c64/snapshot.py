"""Snapshots: the whole machine to bytes and back, at any instruction boundary.

Layout (little endian): magic ``GO64SNAP``, uint16 version, uint32 CRC-32 of the rest, uint32 length
of the rest; then uint32 length of a JSON header, the header, the blocks.  The header has the
model, what is in the expansion port and on the board, and for every block its name, its size
and its layout: the names of the chip's fields in their order, arrays with type code and length
(``fields_layout``).  A block is what ``save_fields`` of the chip gives; a drive saves itself.

A state whose layout is not that of this machine's chip is refused by the field's name: the
bytes alone would not tell two fields that have changed places.

Mice over the joystick lines, light pens and joysticks 3 and 4 are in a block of their own, which
a state has only while one of them is plugged in.

A state may come from anybody.  Every number must be in its field's range (c64/base/ranges.py)
and go with the others; a drive's state is read with the machine kept, which is as it was when
it cannot be used.

Version 2 has the layouts; version 1 (until November 2026) had none and is refused.
"""

import json
import struct
import zlib
from dataclasses import asdict
from functools import lru_cache

from c64.base.fields import Storage, field_storage, fields_layout, save_fields
from c64.drive.attach import fitting
from c64.errors import Go64Error, SnapshotError
from disk.budget import parse_json

SNAPSHOT_MAGIC = b"GO64SNAP"
SNAPSHOT_VERSION = 2
SNAPSHOT_PREFIX = struct.Struct("<8sHII")
_LENGTH = struct.Struct("<I")  # of the header
_BODY = SNAPSHOT_PREFIX.size + _LENGTH.size  # where the header begins
_HEADS = {b"DRV1": 16, b"D541": 12}  # where a drive's fields begin in its state
# What reading a state that somebody has written can raise.
_REFUSED = (
    ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError,
    struct.error, zlib.error, Go64Error,
)  # fmt: skip
DEVICES = "devices"  # a block that is there only if something is plugged in
_KNOWN_HEADERS = 16  # their texts are made and read once
_HUGE = 256 << 10  # bytes of an array that is a piece of its own for ``save_pieces``


def _chips(board):
    """Return the parts of the machine by name, in the order they are saved."""
    chips = {
        "board": board,
        "cpu": board.cpu,
        "port": board.port,
        "vic": board.vic,
        "cia1": board.cia1,
        "cia2": board.cia2,
        **{f"sid{n if n > 1 else ''}": sid for n, sid in enumerate(board.sids, 1)},
        "keyboard": board.keyboard,
        "iec": board.iec,
        "cart": board.cart,
        "controls": board.controls,
    }
    if board.expansion.fields:
        chips["expansion"] = board.expansion
    chips[DEVICES] = board.controls.devices
    return chips


def _drives(board):
    """Return the drives by the names of their blocks."""
    return {f"drive{number}": device for number, device in board.iec.devices.items()}


def parts_of(board):
    """Return [(name, chip or unit)] of all that has state in a machine, units as ``cia1.ta``."""
    found = list((_chips(board) | {"tape": board.tape} | _drives(board)).items())
    for name, chip in found:  # the list grows: units may have units
        found += [(f"{name}.{part}", getattr(chip, part)) for part in getattr(chip, "parts", ())]
    return found


def save_snapshot(board):
    """Return the state of the machine as bytes."""
    board.settle()
    chips = {name: Storage(chip) for name, chip in _chips(board).items()}
    if not board.controls.devices.plugged():
        del chips[DEVICES]
    drives, states = _drives(board), []
    blocks = [(name, chip.size, chip.layout) for name, chip in chips.items()]
    for name, drive in drives.items():
        states.append(drive.save_state())
        blocks.append((name, len(states[-1]), fields_layout(drive)))
    if board.tape.loaded:
        states.append(board.deck.save_state())
        blocks.append(("tape", len(states[-1]), fields_layout(board.tape)))
    text = _header_text(board.model, board.cart.identity, board.expansion.identity, tuple(blocks))
    body = [_LENGTH.pack(len(text)), text]
    for chip in chips.values():
        body += chip.save()
    body += states
    size = _LENGTH.size + len(text) + sum(size for _, size, _ in blocks)
    crc = 0
    for piece in body:
        crc = zlib.crc32(piece, crc)
    prefix = SNAPSHOT_PREFIX.pack(SNAPSHOT_MAGIC, SNAPSHOT_VERSION, crc, size)
    return b"".join([prefix, *body])


@lru_cache(_KNOWN_HEADERS)
def _header_text(model, cart, expansion, blocks):
    """Return the header; blocks is ((name, size, layout), ...)."""
    header = {"model": _facts(model), "cart": cart, "expansion": expansion, "blocks": blocks}
    return json.dumps(header).encode()


@lru_cache(_KNOWN_HEADERS)
def _facts(model):
    """Return what a header says of a model; nobody changes it."""
    facts = asdict(model)
    del facts["sids"], facts["side"]  # who sits on which side is the listener's business
    for n, place in enumerate(model.sids, 2):
        facts |= {f"sid{n}": place.chip or model.sid, f"sid{n}_at": place.at}
    if not model.sid_filter:
        del facts["sid_filter"]
    if not model.digiboost:
        del facts["digiboost"]
    return facts


def _parse(data):
    """Return (header, {name: bytes}); SnapshotError says what is wrong with the data."""
    data = memoryview(bytes(data))
    if len(data) < _BODY or data[: len(SNAPSHOT_MAGIC)] != SNAPSHOT_MAGIC:
        raise SnapshotError("snapshot: does not begin with GO64SNAP, so GO 64 did not make it")
    _, version, crc, size = SNAPSHOT_PREFIX.unpack_from(data)
    if version != SNAPSHOT_VERSION:
        raise SnapshotError(f"snapshot: of version {version}; this GO 64 reads {SNAPSHOT_VERSION}")
    body = data[SNAPSHOT_PREFIX.size :]
    if len(body) != size:
        raise SnapshotError(f"snapshot: {len(body)} bytes instead of {size}; the file is damaged")
    if zlib.crc32(body) != crc:
        raise SnapshotError("snapshot: checksum does not match; the file is damaged")
    try:
        return _split(body)
    except _REFUSED:
        raise SnapshotError("snapshot: its header cannot be read; the file is damaged") from None


def _split(body):
    """Return (header, {name: memoryview}) of a body whose checksum is right."""
    (length,) = _LENGTH.unpack_from(body)
    at = _LENGTH.size + length
    header = _read_header(bytes(body[_LENGTH.size : at]))
    blocks = {}
    for name, (size, _) in header["blocks"].items():
        blocks[name] = body[at : at + size]
        at += size
    return header, blocks


@lru_cache(_KNOWN_HEADERS)
def _read_header(text):
    """Return the header, with {name: (size, layout)} as ``blocks``; nobody changes it."""
    header = parse_json(text)
    header["model"]["name"], header["cart"], header["expansion"]  # KeyError without them
    blocks = {}
    for name, size, layout in header["blocks"]:
        if size < 0 or not isinstance(layout, list):
            raise ValueError
        blocks[name] = (size, tuple(layout))
    return header | {"blocks": blocks}


def _check_layout(name, saved, wanted):
    """Raise SnapshotError unless the block ``name`` was saved with the layout ``wanted``."""
    if saved == wanted:
        return
    for at in range(max(len(saved), len(wanted))):
        theirs = saved[at] if at < len(saved) else "nothing"
        ours = wanted[at] if at < len(wanted) else "nothing"
        if theirs != ours:
            raise SnapshotError(
                f"snapshot: block '{name}', field {at + 1}: {theirs} where this GO 64 has {ours}; "
                "it was made by another version, which alone can read it"
            )


def load_snapshot(board, data):
    """Put the machine into the state that ``save_snapshot`` saved.

    Raises SnapshotError (and changes nothing) when the data is damaged or of a machine of
    another model.
    """
    header, blocks = _parse(data)
    _check_machine(board, header)
    numbers = {f"drive{number}": number for number in board.iec.devices}
    with fitting(board, {numbers[n]: blocks[n] for n in numbers if n in blocks}):
        _load_blocks(board, header, blocks)


def _load_blocks(board, header, blocks):
    """Put the machine into the state of a snapshot's blocks, or raise as ``load_snapshot`` does."""
    chips = {name: Storage(chip) for name, chip in _chips(board).items()}
    if DEVICES not in blocks:
        del chips[DEVICES]
    for name, chip in chips.items():
        if name not in blocks:
            raise SnapshotError(f"snapshot: block '{name}' is missing")
        _check_layout(name, header["blocks"][name][1], chip.layout)
        if len(blocks[name]) != chip.size:
            raise SnapshotError(f"snapshot: block '{name}' has {len(blocks[name])} bytes")
        _check_values(name, chip, blocks[name], board)
    drives = _drives(board)
    for name in sorted(set(drives) ^ {n for n in blocks if n.startswith("drive")}):
        where = "to this machine" if name in drives else "in the snapshot"
        raise SnapshotError(f"snapshot: {name} is attached {where} only; attach the same drives")
    changed = _drive_states(board, header, blocks, chips["board"])
    tape = _tape_of(board, header, blocks, chips["board"])
    before = save_pieces(board) if changed or tape is not None else None
    for name, chip in chips.items():
        chip.load(blocks[name], 0)
    try:
        for name, state in changed.items():
            drives[name].take_state(state)
        board.deck.load_state(tape)
    except _REFUSED as error:
        assert before is not None
        load_pieces(board, before)
        raise SnapshotError(f"snapshot: {name}: {_line(error)}") from None
    if DEVICES not in chips:
        board.controls.devices.unplug()
    board.rewire()


def _drive_states(board, header, blocks, storage):
    """Return {name: what ``take_state`` takes} of the drives that are in another state now.

    storage  Storage of the board

    All that can be said of a state without its disk in the drive is said here: SnapshotError.
    """
    cycle = storage.numbers(blocks["board"], 0)["cycle"]
    changed = {}
    for name, device in _drives(board).items():
        data, fields = bytes(blocks[name]), Storage(device)
        try:
            if not _is_in(device, data):
                changed[name] = device.check_state(data)
            _check_layout(name, header["blocks"][name][1], fields.layout)
            if name in changed:
                at = _HEADS[data[:4]]
                _check_values(name, fields, data, board, at)
                device.check_values(changed[name], fields.numbers(data, at), cycle)
        except SnapshotError:
            raise
        except _REFUSED as error:
            raise SnapshotError(f"snapshot: {name}: {_line(error)}") from None
    return changed


def _line(error):
    """Return what an error says in a line."""
    text = " ".join(str(error).split())[:200]
    return text if isinstance(error, ValueError | Go64Error) else f"damaged ({text})"


def _check_values(name, storage, block, board, at=0):
    """Raise SnapshotError if a block has a value that no machine has."""
    wrong = storage.check(block, at, board)
    if wrong is not None:
        raise SnapshotError(f"snapshot: block '{name}': {wrong}, which is out of range")


def _tape_of(board, header, blocks, storage):
    """Return the datasette's state for ``load_state``, None without a cassette.

    storage  Storage of the board
    """
    if "tape" not in blocks:
        return None
    _check_layout("tape", header["blocks"]["tape"][1], fields_layout(board.tape))
    try:
        cycle = storage.numbers(blocks["board"], 0)["cycle"]
        return board.deck.check_state(bytes(blocks["tape"]), cycle)
    except ValueError as error:
        raise SnapshotError(f"snapshot: tape: {error}") from None


def _is_in(device, state):
    """Return whether a drive is in this state already: to unpack a disk takes ten times as long.

    Its fields, which are in the state as they are, tell cheaply in most cases that it is not.
    """
    return save_fields(device) in state and device.save_state() == state


def _check_machine(board, header):
    """Raise SnapshotError if the header is of a machine of other chips or other RAM and cart."""
    if header["model"] != _facts(board.model):
        raise SnapshotError(
            f"snapshot: made with model '{header['model']['name']}' {header['model']}; "
            f"this machine is '{board.model.name}'"
        )
    if header["cart"] != board.cart.identity:
        raise SnapshotError(
            f"snapshot: made with {header.get('cart')} in the expansion port; "
            f"this machine has {board.cart.identity} there"
        )
    if header["expansion"] != board.expansion.identity:
        raise SnapshotError(
            f"snapshot: made with {header['expansion']} on the board; this machine has "
            f"{board.expansion.identity}"
        )


def save_pieces(board):
    """Return the state as pieces of bytes that differ little from those of a moment before.

    The first has all chips but what is large; then each large array, each drive, the tape.  Those
    of large arrays change with these.  For ``load_pieces`` of the same machine: nothing is checked
    but their number and sizes.
    """
    board.settle()
    small, pieces = [], []
    for chip in _chips(board).values():
        for piece in Storage(chip).save():
            (small if len(piece) < _HUGE else pieces).append(piece)
    drives = [drive.save_state() for drive in board.iec.devices.values()]
    return [b"".join(small), *pieces, *drives, _tape_now(board)]


def _tape_now(board):
    """Return the datasette's state, b"" without a cassette."""
    return board.deck.save_state() if board.tape.loaded else b""


def load_pieces(board, pieces):
    """Go back to the state that ``save_pieces`` of this machine saved, its disks with it.

    Raises SnapshotError if it has other drives or another cartridge than it had then.
    """
    storages = [Storage(chip) for chip in _chips(board).values()]
    shapes = [size for storage in storages for size in storage.sizes()]
    small = sum(size for size in shapes if size < _HUGE)
    wanted = [small, *(size for size in shapes if size >= _HUGE)]
    *states, tape = (bytes(state) for state in pieces[len(wanted) :])
    numbers = list(board.iec.devices)
    if [len(p) for p in pieces[: len(wanted)]] != wanted or len(states) != len(numbers):
        raise SnapshotError("snapshot: made with other drives or another cartridge than now")
    with fitting(board, dict(zip(numbers, states, strict=True)), chosen=True):
        _load_pieces(board, storages, pieces[: len(wanted)], states, tape)


def _load_pieces(board, storages, pieces, states, tape):
    """Go back to a state; pieces: those of the chips, states: those of the drives."""
    drives = board.iec.devices.values()
    changed = [(d, s) for d, s in zip(drives, states, strict=True) if not _is_in(d, s)]
    try:
        changed = [(drive, drive.check_state(state)) for drive, state in changed]
    except ValueError as error:
        raise SnapshotError(f"snapshot: {error}") from None
    at, huge = 0, iter(pieces[1:])
    for storage in storages:
        at = storage.load_split(pieces[0], at, huge, _HUGE)
    for drive, state in changed:
        drive.take_state(state)
    if tape != _tape_now(board):
        board.deck.load_state(board.deck.check_state(tape) if tape else None)
    board.rewire()


class Checkpoint:
    """A state of one machine in memory, to go back to thousands of times a second.

    It belongs to the machine it was made of.  Unlike a snapshot it is not bytes, checks
    nothing and copies each field where it came from.
    """

    def __init__(self, board):
        board.settle()
        self._board = board
        self._scalars, self._arrays = [], []
        for chip in _chips(board).values():
            for owner, field, view in field_storage(chip):
                if view is None:
                    self._scalars.append((owner, field.name, getattr(owner, field.name)))
                else:
                    self._arrays.append((view, bytes(view)))
        self._drives = {number: d.save_state() for number, d in board.iec.devices.items()}
        self._tape = board.deck.save_state() if board.tape.loaded else None

    def restore(self):
        """Put the machine back into the state it was made in."""
        for owner, name, value in self._scalars:
            setattr(owner, name, value)
        for view, data in self._arrays:
            view[:] = data
        with fitting(self._board, self._drives):
            for number, state in self._drives.items():
                drive = self._board.iec.devices[number]
                if not _is_in(drive, state):
                    drive.load_state(state)
        deck = self._board.deck
        if self._tape is not None or self._board.tape.loaded:
            deck.load_state(deck.check_state(self._tape) if self._tape else None)
        self._board.rewire()
