"""Processes that write an image until they are killed, and what has to be true of it then.

    python -m tests.disk.writing flush|save|save1541 IMAGE

Each prints a line for every write that is done: what it has told is on the disk for good.
"""

import itertools
import sys

from disk.d64 import D64Image
from disk.errors import DosError

PROGRAM = b"\x01\x08"  # what SAVE writes first


def flush(path):
    """Write whole images, one after the other, each of one byte over and over."""
    image = D64Image.open(path)
    for number in itertools.count(1):
        image.data[:] = bytes([number & 0xFF]) * len(image.data)
        image.dirty = True
        image.flush()
        print(number, flush=True)


def save(path, kind="quick"):
    """SAVE programs from a C64's prompt."""
    import c64

    machine = c64.C64(drive=kind)
    machine.tick(150)
    machine.drives[8].attach(path, kind=kind)
    machine.type('10 REM "SAVE ME" AND SOME MORE TO FILL A BLOCK OR TWO OF THE DISK\n')
    machine.tick(30)
    for number in itertools.count(1):
        machine.type(f'SAVE"FILE{number}",8\n')
        name = f"FILE{number}".encode()
        while not _there(path, name):
            machine.tick(2)
        print(number, flush=True)


def save1541(path):
    """The same on a 1541 with its own processor, which writes when its motor stops."""
    save(path, "1541")


def _there(path, name):
    entry = D64Image.open(path).volume().find(name)
    return entry is not None and entry.closed


def files_of(path):
    """Return {name: content} of an image's closed files; fails if any of it does not hold."""
    image = D64Image.open(path)
    volume = image.volume()
    found = {}
    for entry in volume.entries():
        assert entry.closed, f"{entry.name} is open"
        found[bytes(entry.name)] = _content(volume, entry)
    before = image.to_bytes()
    volume.validate()
    assert image.to_bytes() == before, "blocks of files are free, or free blocks are not"
    return found


def _content(volume, entry):
    reader, content = volume.reader(entry), bytearray()
    try:
        while (byte := reader.peek()) is not None:
            content.append(byte[0])
            if byte[1]:
                break
            reader.advance()
    except DosError as error:
        raise AssertionError(f"{entry.name}: {error}") from None
    return bytes(content)


if __name__ == "__main__":
    {"flush": flush, "save": save, "save1541": save1541}[sys.argv[1]](sys.argv[2])
