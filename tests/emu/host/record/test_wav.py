"""A WAV file: its head, its samples, and that it is closed in any case."""

import errno
import os
import wave

import numpy as np
import pytest

from emu.host.record import wav
from emu.host.record.wav import WavWriter


@pytest.mark.parametrize("channels", [1, 2])
def test_a_wav_has_the_samples_as_they_are(tmp_path, channels):
    path = tmp_path / "a.wav"
    writer = WavWriter(path, 48000, channels)
    for start in (-4, 0):
        writer.frame(None, None, np.arange(start, start + 4, dtype=np.int16))
    writer.close()
    with wave.open(str(path)) as file:
        found = (file.getframerate(), file.getnchannels(), file.getsampwidth())
        assert found == (48000, channels, 2)
        assert np.frombuffer(file.readframes(99), dtype="<i2").tolist() == [*range(-4, 4)]


def test_a_wav_is_mono_unless_it_is_said(tmp_path):
    WavWriter(tmp_path / "a.wav", 44100).close()
    with wave.open(str(tmp_path / "a.wav")) as file:
        assert file.getnchannels() == 1


def test_a_wav_is_brought_onto_the_medium_and_closed_even_if_that_fails(tmp_path, monkeypatch):
    path, synced = tmp_path / "a.wav", []

    def full(file, where):
        synced.append((os.fstat(file).st_size, where))
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(wav, "sync_file", full)
    writer = WavWriter(path, 44100)
    writer.frame(None, None, np.zeros(10, dtype=np.int16))
    with pytest.raises(OSError, match="No space left"):
        writer.close()
    assert synced == [(44 + 20, path)]
    assert writer._host.closed
