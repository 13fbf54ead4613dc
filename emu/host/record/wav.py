"""Sound to a file: a WAV of 16 bits, the SID's samples as they are; stereo of two SIDs."""

from __future__ import annotations

import wave
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from disk.durable import sync_file
from emu.host.types import Palette, Picture, Samples

if TYPE_CHECKING:
    from c64.api_views import FilePath


class WavWriter:
    """Collects int16 samples.  OSError if the file cannot be written."""

    def __init__(self, path: FilePath, rate: int, channels: int = 1) -> None:
        self._path = Path(path)
        self._host = open(path, "wb")  # noqa: SIM115  (open as long as the recording)
        self._file = wave.Wave_write(self._host)
        self._file.setnchannels(channels)
        self._file.setsampwidth(2)
        self._file.setframerate(rate)

    def frame(self, _indices: Picture, _palette: Palette, samples: Samples) -> None:
        """Take a frame."""
        self._file.writeframes(np.asarray(samples, dtype="<i2").tobytes())

    def close(self) -> None:
        """Finish the file."""
        try:
            self._file.close()  # all of it is with the system then
            sync_file(self._host.fileno(), self._path)
        finally:
            self._host.close()
