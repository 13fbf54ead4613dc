"""A tape of the host for the datasette."""

from __future__ import annotations

from typing import TYPE_CHECKING

from disk.loader import open_media
from emu.errors import HostError

if TYPE_CHECKING:
    from argparse import Namespace

    from c64.api import C64
    from c64.api_views import FilePath


def insert_tape(machine: C64, path: FilePath, args: Namespace) -> None:
    """Put the tape of a file into the datasette; MediaError, HostError if it is none.

    LOAD and SAVE find it at once, unless the options say --no-fastload.
    """
    media = open_media(path)
    if media.kind != "cassette":
        raise HostError(f"{path}: is not a tape of pulses (.tap)")
    media.read_only = media.read_only or args.read_only
    machine.tape.insert(media)
    if not args.no_fastload:
        machine.fastload = True
