"""What a user does with the datasette: cassettes, keys, counter; and its saved state.

Recording erases what it passes.  What stands behind stays where it was on the tape.
"""

import array
import struct
import zlib

from c64.base.fields import Storage, fields_size, load_fields, reset_fields, save_fields
from c64.base.ranges import FAR
from c64.tape.datafiles import install
from c64.tape.datasette import (
    TAPE_FORWARD,
    TAPE_PLAY,
    TAPE_RECORD,
    TAPE_REWIND,
    TAPE_STOP,
)
from c64.tape.reel import counter
from disk.budget import TAPE_MOST, OverBudget, inflate
from disk.plain_file import ODD_NAMES
from disk.tap import Cassette

MODES = ("stop", "play", "record", "rewind", "forward")
SIZES = struct.Struct("<III")  # name, packed tape, recording


def _list(view, count):
    """Return the first ``count`` of some pulses as an array of their own."""
    return array.array("i", bytes(memoryview(view).cast("B")[: 4 * count]))


class TapeDeck:
    """The datasette of a machine, as its user has it.

    board  c64.bus.board.Board, whose ``tape`` it is
    """

    def __init__(self, board):
        self._board = board
        self._packed = None, 0, b""
        self._served = False

    @property
    def _deck(self):
        return self._board.tape

    def serve(self, on):
        """Serve data files at once, past the pulses, whenever there is a cassette; or not."""
        self._served = on
        self._serve_files()

    def _serve_files(self):
        install(self._board, self._served and self.cassette is not None)

    # -- keys ------------------------------------------------------------------------------------

    def insert(self, cassette):
        """Put a disk.tap.Cassette in, wound back; the one that is there is flushed."""
        self.eject()
        self._begin(cassette, cassette.pulses)
        self._deck.port_changed(self._board.port.driven, self._board.cycle)

    def eject(self):
        """Take the cassette out; what was recorded is in its file."""
        self.stop()
        self.flush()
        reset_fields(self._deck)
        self._begin(None, array.array("i"))

    def play(self):
        """Press PLAY: the tape moves whenever the computer switches the motor on."""
        self._press(TAPE_PLAY)

    def record(self):
        """Press RECORD and PLAY."""
        self._press(TAPE_RECORD)

    def wind(self):
        """Press F.FWD."""
        self._press(TAPE_FORWARD)

    def rewind(self):
        """Press REWIND."""
        self._press(TAPE_REWIND)

    def stop(self):
        """Press STOP."""
        self._press(TAPE_STOP)

    def press(self, key):
        """Press a key, a word of ``key``; ValueError if there is none of that name."""
        if key not in MODES:
            raise ValueError(f"the datasette has no key '{key}'; choose from {', '.join(MODES)}")
        self._press(MODES.index(key))

    def _press(self, mode):
        """Press a key, a TAPE_ constant; the one that is down comes up.  An empty deck refuses."""
        deck, cycle = self._deck, self._board.cycle
        moving, stops_at = deck.motor, deck.stop_at
        deck.stop_moving(cycle)
        self._end_recording()
        at_end = mode == TAPE_PLAY and deck.at >= deck.count
        deck.mode = TAPE_STOP if deck.cassette is None or at_end else mode
        if deck.mode == TAPE_RECORD:
            deck.kept, deck.recorded, deck.left = deck.at, 0, 0
        elif deck.left <= 0 and deck.at < deck.count:
            deck.left = deck.pulses[deck.at]
        if moving:
            deck.start_moving(cycle)
            deck.stop_at = stops_at
        deck.schedule()
        self._board.update_tape()

    def to_begin(self):
        """Wind the tape back by hand, in no time; the counter is 0."""
        self.stop()
        self._begin(self.cassette, _list(self._deck.pulses, self._deck.count))

    def zero_counter(self):
        """Press the counter's button."""
        self._deck.zero = self._deck.passed

    # -- what a user sees --------------------------------------------------------------------------

    @property
    def cassette(self):
        """The disk.tap.Cassette in it, or None."""
        return self._deck.cassette

    @property
    def key(self):
        """The key that is down: "stop", "play", "record", "rewind" or "forward"."""
        return MODES[self._deck.mode]

    @property
    def counter(self):
        """What the counter shows, 0 to 999."""
        return counter(self._deck.passed, self._deck.zero)

    @property
    def moving(self):
        """True while the tape moves."""
        return bool(self._deck.motor and self._deck.mode)

    @property
    def at_end(self):
        """True when nothing more is on the tape."""
        return self._deck.at >= self._deck.count

    def flush(self):
        """Bring the tape's file up to date; MediaWriteError."""
        if self._deck.mode == TAPE_RECORD:
            self._press(TAPE_RECORD)  # what was recorded so far, and on it goes
        if self._deck.cassette is not None:
            self._deck.cassette.flush()

    def pass_by(self, at):
        """Let the tape move on to a pulse in no time, as if it had been heard."""
        deck = self._deck
        key = deck.mode
        self.stop()
        deck.passed += sum(_list(deck.pulses, deck.count)[deck.at : at])
        deck.at, deck.left = at, 0
        self._press(key)

    def write(self, pulses):
        """Record pulses from where the tape is, in no time."""
        self.record()
        deck = self._deck
        deck.fresh, deck.room, deck.recorded = pulses, len(pulses), len(pulses)
        deck.passed += sum(pulses)
        self.stop()

    # -- recording ------------------------------------------------------------------------------

    def _begin(self, cassette, pulses):
        """Have a cassette, or none, at its beginning."""
        deck = self._deck
        deck.take(cassette, pulses)
        deck.at = deck.passed = deck.zero = deck.recorded = deck.kept = 0
        deck.left = deck.pulses[0]
        self._serve_files()

    def _end_recording(self):
        """Lay what was recorded over the tape, and keep what stands behind in its place."""
        deck = self._deck
        if not deck.recorded:
            return
        old, fresh = _list(deck.pulses, deck.count), _list(deck.fresh, deck.recorded)
        erased, behind = sum(fresh), deck.kept
        while behind < len(old) and erased > 0:
            erased -= old[behind]
            behind += 1
        tail = old[behind:]
        if tail and erased < 0:  # what is left of a pulse cut in two is silence before the next
            tail[0] -= erased
        deck.take(deck.cassette, old[: deck.kept] + fresh + tail)
        deck.at = deck.kept + len(fresh)
        deck.recorded = deck.left = 0
        deck.cassette.record(_list(deck.pulses, deck.count))

    # -- state ------------------------------------------------------------------------------

    def save_state(self):
        """Return fields, tape and recording as bytes; all of it, since recordings change a tape."""
        deck = self._deck
        cassette = deck.cassette
        if self._packed[0] is not cassette or self._packed[1] != cassette.version:
            tape = zlib.compress(bytes(_list(deck.pulses, deck.count)), 1)
            self._packed = cassette, cassette.version, tape
        name, tape = cassette.name.encode("utf-8", ODD_NAMES), self._packed[2]
        fresh = bytes(_list(deck.fresh, deck.recorded))
        sizes = SIZES.pack(len(name), len(tape), len(fresh))
        return b"".join([save_fields(deck), sizes, name, tape, fresh])

    def check_state(self, data, cycle=None):
        """Return what ``load_state`` takes of a saved state; ValueError says what is wrong.

        cycle  of the computer in that state, None: now
        """
        fields, name, pulses, fresh = self._parts(data)
        storage = Storage(self._deck)
        wrong = storage.check(fields, 0, self._board)
        if wrong is not None:
            raise ValueError(f"{wrong}, which is out of range")
        v = storage.numbers(fields, 0)
        if v["mode"] >= len(MODES):
            raise ValueError(f"mode is {v['mode']}; a datasette has {len(MODES)} keys, from 0 on")
        if v["at"] > len(pulses) or v["kept"] > len(pulses) or v["recorded"] != len(fresh):
            raise ValueError("the datasette is past the end of the tape")
        if v["mode"] == TAPE_PLAY and v["at"] >= len(pulses):
            raise ValueError("the datasette plays past the end of the tape")
        now = self._board.cycle if cycle is None else cycle
        for what in ("pulse_at", "stop_at", "wind_at"):
            if v[what] < now - FAR:
                raise ValueError(f"{what} is more than four seconds ago")
        if v["mode"] == TAPE_RECORD and (v["left"] < 0 or v["written_at"] > now):
            raise ValueError("the datasette records in the future")
        return fields, name, pulses, fresh

    def _parts(self, data):
        """Return (fields, name, pulses, recorded pulses) of a saved state."""
        size = fields_size(self._deck)
        at = size + SIZES.size
        if len(data) < at:
            raise ValueError(f"{len(data)} bytes; the state of a tape has at least {at}")
        lengths, parts = SIZES.unpack_from(data, size), []
        if len(data) != at + sum(lengths):
            raise ValueError(f"{len(data)} bytes instead of {at + sum(lengths)}")
        for length in lengths:
            parts.append(bytes(data[at : at + length]))
            at += length
        try:
            tape = inflate(parts[1], TAPE_MOST)
        except zlib.error:
            raise ValueError("the tape is damaged and cannot be unpacked") from None
        except OverBudget:
            raise ValueError(f"the tape has more than {TAPE_MOST} bytes, the limit") from None
        if len(tape) % 4 or len(parts[2]) % 4:
            raise ValueError("the tape's length is not a whole number of pulses")
        pulses, fresh = array.array("i", tape), array.array("i", parts[2])
        if min(pulses, default=1) < 1 or min(fresh, default=0) < 0:
            raise ValueError("a pulse of the tape has no length")
        return bytes(data[:size]), parts[0].decode("utf-8", ODD_NAMES), pulses, fresh

    def load_state(self, state):
        """Go to a state as ``check_state`` returned it; None: no cassette was in the deck.

        A tape of the same name stays that of its file.
        """
        deck = self._deck
        if state is None:
            if deck.loaded:
                self.eject()
            return
        fields, name, pulses, fresh = state
        cassette = deck.cassette
        if cassette is None or cassette.name != name:
            self.flush()
            cassette = Cassette.blank()
            cassette.name = name
        if pulses != cassette.pulses:
            cassette.record(pulses)
            if not cassette.read_only:  # what the file holds is kept when it is written
                cassette.mark_restored(cassette.to_bytes(), cassette.version)
        deck.take(cassette, pulses, fresh)
        load_fields(deck, fields)
        deck.schedule()
        self._board.update_tape()
        self._serve_files()
