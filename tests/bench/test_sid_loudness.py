"""How loud both SIDs are, by ITU-R BS.1770."""

import numpy as np
import pytest

import c64
from tests.bench import sid_loudness
from tests.bench.sid_loudness import RATE, loudness, main

pytest.importorskip("pyloudnorm", reason="pyloudnorm is not installed (go64[bench])")


def test_half_the_amplitude_is_six_decibels_less():
    tone = 8000 * np.sin(np.arange(RATE) * 2 * np.pi * 997 / RATE)
    assert loudness(tone) - loudness(tone / 2) == pytest.approx(6.02, abs=0.01)
    # a full-scale sine of 997 Hz has -3.01 LKFS, by the definition
    assert loudness(tone * 32768 / 8000) == pytest.approx(-3.01, abs=0.05)


def test_each_tune_of_a_folder_has_a_line_and_the_last_one_the_median(
    tmp_path, monkeypatch, capsys
):
    for name in ("a.sid", "b.SID", "no.txt", "broken.sid", "silent.sid"):
        (tmp_path / name).write_bytes(b"")
    tone = 8000 * np.sin(np.arange(RATE) * 2 * np.pi * 997 / RATE)

    def played(path, model, seconds):
        if path.stem == "broken":
            raise c64.Go64Error("no tune")
        if path.stem == "silent":
            return tone * 0
        return tone / (1 if model == "6581" else {"a": 2, "b": 4}[path.stem])

    monkeypatch.setattr(sid_loudness, "played", played)
    assert main([str(tmp_path)]) == 0
    a, b, broken, silent, last = capsys.readouterr().out.splitlines()
    assert a.endswith("+6.0 dB") and b.endswith("+12.0 dB")
    assert "no tune" in broken and "silent" in silent
    assert last.startswith("2 tunes") and "+9.03 dB" in last


def test_a_folder_without_tunes_is_named(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main([str(tmp_path)])
    assert f"{tmp_path}: there is no .sid file" in capsys.readouterr().err
