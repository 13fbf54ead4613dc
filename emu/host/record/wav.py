"""Sound to a file: a WAV of 16 bits, the SID's samples as they are; stereo of two SIDs."""

import wave
from pathlib import Path

import numpy as np

from disk.durable import sync_file


class WavWriter:
    """Collects int16 samples.  OSError if the file cannot be written."""

    def __init__(self, path, rate, channels=1):
        self._path = Path(path)
        self._host = open(path, "wb")  # noqa: SIM115  (open as long as the recording)
        self._file = wave.open(self._host, "wb")  # noqa: SIM115
        self._file.setnchannels(channels)
        self._file.setsampwidth(2)
        self._file.setframerate(rate)

    def frame(self, _indices, _palette, samples):
        """Take a frame."""
        self._file.writeframes(np.asarray(samples, dtype="<i2").tobytes())

    def close(self):
        """Finish the file."""
        try:
            self._file.close()
            self._host.flush()
            sync_file(self._host.fileno(), self._path)
        finally:
            self._host.close()
