"""KERNAL and BASIC come as a pair: GO 64's own, or two of another set."""

import warnings

import pytest

import c64
from c64.errors import RomError
from c64.roms import load_roms
from tests.c64.slow_kernal import slow_roms
from tests.original_roms import original_paths

SIZE = 8192


@pytest.fixture
def foreign(tmp_path):
    """Files that look like another set: no code of ours."""
    paths = {}
    for kind in ("kernal", "basic"):
        paths[kind] = tmp_path / f"{kind}.rom"
        paths[kind].write_bytes(bytes(range(256)) * (SIZE // 256))
    return paths


@pytest.mark.filterwarnings("ignore:.*not a known ROM:UserWarning")
@pytest.mark.parametrize(("given", "missing"), [("kernal", "basic"), ("basic", "kernal")])
def test_half_of_another_set_is_refused_in_one_line(foreign, given, missing):
    wanted = (
        f"{given} ROM .*{given}.rom: does not work with GO 64's {missing.upper()}: name the "
        f"{missing.upper()} of its set with --{missing}, or leave out --{given}"
    )
    with warnings.catch_warnings(), pytest.raises(RomError, match=wanted) as refused:
        warnings.simplefilter("error")  # that line and no other
        load_roms(**{given: foreign[given]})
    assert "\n" not in str(refused.value)


@pytest.mark.filterwarnings("ignore:.*not a known ROM:UserWarning")
@pytest.mark.parametrize("given", ["kernal", "basic"])
def test_half_of_another_set_is_refused_beside_a_copy_of_ours(foreign, tmp_path, given):
    other = {"kernal": "basic", "basic": "kernal"}[given]
    copy = tmp_path / "copy.rom"
    copy.write_bytes(getattr(load_roms(), other))
    with pytest.raises(RomError, match=f"{given} ROM"):
        load_roms(**{given: foreign[given], other: copy})


@pytest.mark.filterwarnings("ignore:.*not a known ROM:UserWarning")
def test_two_halves_of_another_set_are_taken(foreign):
    roms = load_roms(**foreign)
    assert not roms.own


@pytest.mark.skipif(c64.PURE, reason="boots a machine; half a minute uncompiled")
def test_our_roms_with_changed_bytes_work_as_files(tmp_path):
    roms, paths = slow_roms(tmp_path), {}
    for kind in ("kernal", "basic"):
        paths[kind] = tmp_path / f"{kind}.rom"
        paths[kind].write_bytes(getattr(roms, kind))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        machine = c64.C64(sample_rate=0, **paths)
    machine.tick(200)
    assert "READY." in machine.screen.text()


@pytest.mark.parametrize("given", ["kernal", "basic"])
def test_half_of_the_original_set_is_refused(given):
    with pytest.raises(RomError, match="does not work with GO 64's"):
        load_roms(**{given: original_paths()[given]})


def test_the_whole_original_set_starts():
    machine = c64.C64(sample_rate=0, **original_paths())
    machine.tick(200)
    assert "COMMODORE 64 BASIC V2" in machine.screen.text()
