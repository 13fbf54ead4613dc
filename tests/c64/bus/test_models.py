"""The models: chips, clocks and frames.

Source of the figures: C64 service manual (crystals), VIC-II article (lines and cycles); a PAL
machine makes 50.12 frames a second, an NTSC machine 59.83.  Old NTSC and PAL-N: VICE 3, c64.h.
"""

from fractions import Fraction

import pytest

from c64.bus.models import MODELS, choose_model
from c64.bus.sid_places import SID_PLACES


@pytest.mark.parametrize(
    ("name", "vic", "cia", "sid"),
    [
        ("c64", "6569", "6526", "6581"),
        ("c64c", "8565", "8521", "8580"),
        ("ntsc", "6567", "6526", "6581"),
        ("oldntsc", "6567R56A", "6526", "6581"),
        ("drean", "6572", "6526", "6581"),
    ],
)
def test_a_model_is_its_chips(name, vic, cia, sid):
    model = choose_model(name)
    assert (model.name, model.vic, model.cia, model.sid) == (name, vic, cia, sid)
    assert (model.sids, model.sides) == ((), ("middle",))


def test_a_pal_machine_makes_312_lines_of_63_cycles_at_985248_hz():
    for name in ("c64", "c64c"):
        model = choose_model(name)
        assert (model.pal, model.lines, model.cycles_per_line, model.tod_hz) == (True, 312, 63, 50)
        assert round(model.clock_hz) == 985_249 and model.exact_hz == Fraction(17_734_475, 18)
        assert model.clock_hz == float(model.exact_hz)
        assert f"{model.frame_hz:.3f}" == "50.125"


def test_an_ntsc_machine_makes_263_lines_of_65_cycles_at_1022727_hz():
    model = choose_model("ntsc")
    assert (model.pal, model.lines, model.cycles_per_line, model.tod_hz) == (False, 263, 65, 60)
    assert round(model.clock_hz) == 1_022_727 and model.exact_hz == Fraction(14_318_180, 14)
    assert model.clock_hz == float(model.exact_hz)
    assert f"{model.frame_hz:.3f}" == "59.826"


def test_an_old_ntsc_machine_makes_262_lines_of_64_cycles_at_the_clock_of_ntsc():
    model = choose_model("oldntsc")
    assert (model.pal, model.lines, model.cycles_per_line, model.tod_hz) == (False, 262, 64, 60)
    assert (model.standard, model.exact_hz) == ("old NTSC", choose_model("ntsc").exact_hz)
    assert f"{model.frame_hz:.3f}" == "60.993"


def test_a_drean_makes_312_lines_of_65_cycles_at_1023440_hz():
    model = choose_model("drean")
    assert (model.pal, model.lines, model.cycles_per_line, model.tod_hz) == (True, 312, 65, 50)
    assert (model.standard, model.clock_hz) == ("PAL-N", 1_023_440)
    assert f"{model.frame_hz:.3f}" == "50.465"


def test_single_chips_can_be_exchanged():
    model = choose_model("c64", sid="8580")
    assert (model.vic, model.cia, model.sid) == ("6569", "6526", "8580")
    assert choose_model("c64", cia="8521").cia == "8521"
    assert not choose_model("c64c", vic="6567").pal
    assert MODELS["c64"].sid == "6581"


def test_what_does_not_exist_is_refused_with_what_does():
    with pytest.raises(ValueError, match="model 'c128' does not exist; choose from c64, "):
        choose_model("c128")
    with pytest.raises(ValueError, match="vic '6566' does not exist; choose from 6569, 8565, 6567"):
        choose_model(vic="6566")
    with pytest.raises(ValueError, match="cia '6522' does not exist; choose from 6526, 8521"):
        choose_model(cia="6522")
    with pytest.raises(ValueError, match="sid '6582' does not exist; choose from 6581, 8580"):
        choose_model(sid="6582")


def test_another_sid_has_32_addresses_of_the_sids_or_of_the_expansion_ports():
    assert [at for at in SID_PLACES if at < 0xD800] == list(range(0xD420, 0xD800, 32))
    assert [at for at in SID_PLACES if at > 0xD800] == list(range(0xDE00, 0xE000, 32))
