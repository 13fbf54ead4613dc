"""MachineConfig: one place that knows what a machine can be, and what does not go together."""

import pickle
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

import c64
from c64.config import _SHARED_PORT, _WHOLE_PORT, CONFIG_CHOICES, read_palette
from c64.vic.palettes import PALETTES
from emu.cli import make_parser, option_name, parse_arguments

WRONG = [
    ({"model": "c65"}, "model 'c65' does not exist; choose from c64, c64c, ntsc, oldntsc, drean"),
    ({"model": None}, "model 'None' does not exist; choose from c64, c64c, ntsc, oldntsc, drean"),
    ({"sid": "6582"}, "sid '6582' does not exist; choose from 6581, 8580"),
    ({"cpu": "z80"}, "cpu 'z80' does not exist; choose from exact, py65"),
    ({"drive": "1571"}, "drive '1571' does not exist; choose from auto, quick, 1541"),
    ({"reu": "{0}"}, "reu '{0}' does not exist; choose from 128k, 256k, 512k, 1m, 2m, 4m, 8m, 16m"),
    ({"ramcart": "1m"}, "ramcart '1m' does not exist; choose from 64k, 128k"),
    (
        {"palette": "pink"},
        "palette 'pink' does not exist; choose from pepto, colodore, grey, contrast, "
        "deuteranopia, protanopia, tritanopia",
    ),
    ({"palette": [[0, 0, 0]] * 15}, "palette must be 16 colours of 3 values from 0 to 255"),
    ({"palette": 5}, "palette must be 16 colours of 3 values from 0 to 255"),
    ({"seed": "x"}, "seed 'x' is not a whole number"),
    (
        {"sample_rate": -1},
        "sample_rate -1 is negative; 44100 and 48000 are usual, 0 is silent",
    ),
    ({"georam": "64k", "reu": "128k"}, "georam takes the whole port; leave out reu"),
    ({"isepic": True, "ramcart": "64k"}, "ramcart takes the whole port; leave out isepic"),
    ({"isepic": True, "reu_image": "x"}, "isepic takes the whole port; leave out reu_image"),
    ({"dqbb": True, "cart": "x"}, "dqbb and cart both use $8000-$BFFF; choose one"),
    ({"ramcart_ro": True}, "ramcart_ro needs ramcart"),
    (
        {"plus60k": True, "plus256k": True},
        "plus60k and plus256k exclude each other; choose one",
    ),
    ({"plus60k_base": 0xD100}, "plus60k_base needs plus60k"),
    ({"plus60k": True, "plus60k_base": 1}, "plus60k_base cannot be $0001; use $D100 or $D040"),
    ({"plus60k": True, "plus60k_base": "d1"}, "plus60k_base 'd1' is not a whole number"),
]


@pytest.mark.parametrize(("fields", "message"), WRONG)
def test_what_does_not_exist_or_does_not_go_together_is_one_line(fields, message):
    with pytest.raises(c64.ConfigError) as caught:
        c64.MachineConfig(**fields)
    error = caught.value
    assert str(error) == message
    assert set(error.fields) <= set(c64.MachineConfig.__dataclass_fields__)
    assert isinstance(error, ValueError) and isinstance(error, c64.Go64Error)
    assert str(pickle.loads(pickle.dumps(error))) == message
    worded = error.worded(option_name)
    assert all(option_name(field) in worded for field in error.fields)


def test_the_command_lines_words_are_its_options():
    with pytest.raises(c64.ConfigError) as caught:
        c64.MachineConfig(drive="1571")
    assert caught.value.worded(option_name).startswith("--drive8-type '1571' does not exist")
    with pytest.raises(c64.ConfigError) as caught:
        c64.MachineConfig(ramcart_ro=True)
    assert caught.value.worded(option_name) == "--ramcart-ro needs --ramcart"


def test_three_rom_files_do_not_go_with_a_set_of_roms():
    roms = c64.C64(sample_rate=0).roms
    assert c64.C64(roms=roms, sample_rate=0).roms is roms
    with pytest.raises(c64.ConfigError, match="roms holds all three ROMs; leave out basic"):
        c64.MachineConfig(roms=roms, basic="basic.bin")


def test_what_goes_together_is_taken():
    for fields in (
        {"reu": "16m", "cart": "x.crt"},
        {"reu_image": "x", "dqbb": True},
        {"ramcart": "128k", "ramcart_ro": True},
        {"plus60k": True, "plus60k_base": 0xD040, "georam": "4m"},
    ):
        config = c64.MachineConfig(**fields)
        assert all(getattr(config, name) == value for name, value in fields.items())
        assert all(config.has(name) for name in fields) and not config.has("isepic")


@pytest.mark.parametrize("name", [*_WHOLE_PORT, *_SHARED_PORT])
@pytest.mark.parametrize("place", [0xDE00, 0xDF00])
def test_another_sid_from_de00_on_takes_the_port_from_everything_else(name, place):
    value = {"georam": "512k", "ramcart": "64k", "reu": "512k"}.get(name, True)
    with pytest.raises(c64.ConfigError, match=rf"sids at \${place:04X} conflicts with {name}"):
        c64.MachineConfig(sids=[place], **{name: value})
    assert c64.MachineConfig(sids=[0xD7E0], **{name: value}).has(name)


@pytest.mark.parametrize("name", CONFIG_CHOICES)
def test_every_word_of_a_choice_is_taken(name):
    for word in CONFIG_CHOICES[name]:
        assert getattr(c64.MachineConfig(**{name: word}), name) == word


def test_configurations_are_values():
    config = c64.MachineConfig("ntsc", seed=np.int64(3))
    assert config == c64.MachineConfig("ntsc", seed=3) and type(config.seed) is int
    assert replace(config, sid="8580").chips().sid == "8580"
    assert replace(config, sid="8580") != config
    with pytest.raises(c64.ConfigError):
        replace(config, sid="6582")
    with pytest.raises(FrozenInstanceError):
        config.seed = 4


def test_colours_are_a_value_too(tmp_path):
    colours = PALETTES["grey"]
    config = c64.MachineConfig(palette=colours)
    assert config == c64.MachineConfig(palette=colours.tolist())
    assert hash(config) == hash(replace(config))
    assert (c64.C64(config, sample_rate=0).screen.palette == colours).all()
    path = tmp_path / "grey.txt"
    path.write_text("\n".join(bytes(colour).hex() for colour in colours))
    assert c64.MachineConfig(palette=read_palette(path)) == config
    with pytest.raises(c64.ConfigError, match=r"palette .*none: neither a file nor one of pepto"):
        read_palette(tmp_path / "none")


def test_the_command_line_fills_it():
    words = (
        "--model c64c --vic 6567 --cia 6526 --sid 6581 --kernal k --basic b --chargen c --dos d "
        "--cpu py65 --cart x.crt --cart-save y.crt --reu 1m --reu-image r --plus60k "
        "--plus60k-base d040 --seed 0x10 --palette grey"
    )
    assert parse_arguments(words.split()).config == c64.MachineConfig(
        "c64c", vic="6567", cia="6526", sid="6581", kernal="k", basic="b", chargen="c", dos="d",
        cpu="py65", cart="x.crt", cart_save="y.crt", reu="1m", reu_image="r", plus60k=True,
        plus60k_base=0xD040, seed=16, palette="grey", drive="1541", sample_rate=0,
    )  # fmt: skip
    for words, field, value in (
        ("--georam 2m", "georam", "2m"),
        ("--ramcart 64k --ramcart-ro", "ramcart_ro", True),
        ("--dqbb", "dqbb", True),
        ("--isepic", "isepic", True),
        ("--plus256k", "plus256k", True),
        ("--digiboost", "digiboost", True),
        ("--drive8-type 1541", "drive", "1541"),
        ("--drive8-type quick", "drive", "quick"),
        ("game.crt", "cart", "game.crt"),
    ):
        assert getattr(parse_arguments(words.split()).config, field) == value
    assert parse_arguments([]).config == c64.MachineConfig(drive="auto", sample_rate=0)


def test_every_field_has_its_option():
    options = {word for action in make_parser()._actions for word in action.option_strings}
    without = {"roms", "sample_rate"}  # for programs; --wav and the window choose a rate
    for field in set(c64.MachineConfig.__dataclass_fields__) - without:
        assert option_name(field) in options, field
