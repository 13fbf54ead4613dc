"""A tape of the host for the datasette."""

from disk.loader import open_media
from emu.errors import HostError


def insert_tape(machine, path, args):
    """Put the tape of a file into the datasette; MediaError, HostError if it is none.

    LOAD and SAVE find it at once, unless the options say --no-fastload.
    """
    media = open_media(path)
    if media.kind != "cassette":
        raise HostError(f"{path}: is no tape of pulses (.tap)")
    media.read_only = media.read_only or args.read_only
    machine.tape.insert(media)
    if not args.no_fastload:
        machine.fastload = True
