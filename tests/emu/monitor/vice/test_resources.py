"""VICE's resources of a machine: names, values, and what can be set."""

import pytest

from c64 import C64
from emu.monitor.vice.resources import Resource, machine_resources, put_resource

AT = "ip4://127.0.0.1:6502"


def values(machine):
    return {name: row.get() for name, row in machine_resources(machine, AT).items()}


def test_a_pal_machine_without_drives_has_these():
    assert values(C64(sample_rate=0)) == {
        "machinevideostandard": 1,
        "machinepowerfrequency": 50,
        "viciimodel": 0,
        "sidmodel": 0,
        "sidstereo": 0,
        "cia1model": 0,
        "cia2model": 0,
        **{f"drive{n}type": 1541 if n == 8 else 0 for n in (8, 9, 10, 11)},
        **{f"drive{n}trueemulation": 0 for n in (8, 9, 10, 11)},
        "monitorserver": 0,
        "binarymonitorserver": 1,
        "binarymonitorserveraddress": AT,
        "joyport1device": 1,
        "joyport2device": 1,
    }


@pytest.mark.parametrize(
    ("model", "standard", "hertz", "vic", "sid", "cia"),
    [("c64", 1, 50, 0, 0, 0), ("c64c", 1, 50, 1, 1, 1), ("ntsc", 2, 60, 3, 0, 0)],
)
def test_models_have_vices_numbers(model, standard, hertz, vic, sid, cia):
    found = values(C64(model=model, sample_rate=0))
    names = "machinevideostandard machinepowerfrequency viciimodel sidmodel cia1model cia2model"
    assert [found[name] for name in names.split()] == [standard, hertz, vic, sid, cia, cia]


def test_more_sids_are_counted_and_their_addresses_told():
    found = values(C64(sample_rate=0, sids="d420,de00"))
    assert found["sidstereo"] == 2
    assert (found["sid2addressstart"], found["sid3addressstart"]) == (0xD420, 0xDE00)
    assert "sid4addressstart" not in found


def test_ports_have_devices_of_their_own():
    table = machine_resources(C64(sample_rate=0), AT)
    one, two = table["joyport1device"], table["joyport2device"]
    for device, taken in ((0, True), (1, True), (37, True), (2, False), (36, False), (-1, False)):
        one.put(1)
        assert put_resource(one, device) is taken
        assert (one.get(), two.get()) == (device if taken else 1, 1)


@pytest.mark.parametrize(
    ("now", "value", "taken"),
    [(1, 1, True), (1, 2, False), (1, "1", True), (16, "0x10", True), (1, "x", False),
     (1, "", False), ("a", "a", True), ("a", "b", False), ("1", 1, False)],
)  # fmt: skip
def test_what_cannot_be_set_takes_its_own_value_only(now, value, taken):
    assert put_resource(Resource(lambda: now), value) is taken


@pytest.mark.parametrize(("value", "got"), [(5, 5), ("5", 5), ("0x1f", 31), ("x", None)])
def test_a_number_may_come_as_a_text(value, got):
    taken = []
    row = Resource(lambda: 1, lambda number: taken.append(number) is None)
    assert put_resource(row, value) is (got is not None)
    assert taken == ([] if got is None else [got])


def test_a_text_is_not_given_to_what_takes_numbers():
    row = Resource(lambda: "name", lambda number: pytest.fail("was set"))
    assert put_resource(row, "other") is False
