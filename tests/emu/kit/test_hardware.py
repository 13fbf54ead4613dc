"""The marker builds the machine a test asks for, and Hypothesis runs on it."""

import pytest

from tests.emu.kit.test_plugin import project

pytest_plugins = ["pytester"]
__all__ = ["project"]

HARDWARE = """
@pytest.mark.c64(model="c64c", vic="8565", sid="6581", cia="6526", sid_filter="dark")
def test_chips(kit):
    board = kit.machine.board
    assert board.model.name == "c64c" and kit.machine.config.sid == "6581"
    assert kit.machine.config.sid_filter == "dark"

@pytest.mark.c64(reu="512k")
@pytest.mark.parametrize("run", [1, 2])
def test_memory_expansion_is_as_new_in_each_test(kit, run):
    kit.memory.put(0xC000, 0xA5)
    assert fetch(kit) != 0xA5
    store(kit)
    assert fetch(kit) == 0xA5

def transfer(kit, command, address):
    for register, value in ((2, address), (3, 0xC0), (4, 0), (5, 0), (6, 0), (7, 1), (8, 0)):
        kit.memory.put(0xDF00 + register, value)
    kit.memory.put(0xC010, bytes([0x8D, 0x01, 0xDF, 0x60]))  # STA $DF01: RTS
    kit.call(0xC010, a=command)

def store(kit):
    transfer(kit, 0x90, 0)

def fetch(kit):
    kit.memory.put(0xC001, 0xFF)
    transfer(kit, 0x91, 1)
    return kit.memory[0xC001]

@pytest.mark.c64(true_drive=True)
@pytest.mark.parametrize("run", [1, 2])
def test_drive_has_a_processor_and_is_as_new_in_each_test(kit, run):
    drive = kit.board.iec.devices[8]
    assert drive.unit.ram[0x700] != 0xA5
    drive.unit.ram[0x700] = 0xA5

@pytest.mark.c64_models("c64", "c64c", "ntsc")
def test_on_each_model(kit, c64_model):
    assert kit.machine.board.model.name == c64_model
    assert kit.call("add", a=1, zp={"count": 1}).a == 2
"""


@pytest.mark.slow
def test_the_marker_takes_the_hardware(project):
    project(HARDWARE).assert_outcomes(passed=8)


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ('c64(modle="ntsc")', "marker c64: unknown argument 'modle' (near it: model); use prg"),
        ('c64(model="c65")', "marker c64: *c65*"),
        ('c64(model="c64", standard="pal")', "marker c64: give model= or standard=, not both"),
        ('c64(drive="1541", true_drive=True)', "marker c64: give drive= or true_drive=, not both"),
        ('c64(cart="none.crt")', "cart *none.crt: no such file"),
    ],
)
def test_hardware_that_cannot_be_is_refused_in_a_line(project, mark, message):
    result = project(f"\n@pytest.mark.{mark}\ndef test_it(kit):\n    pass\n")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"*{message}*"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@pytest.mark.c64_models()\ndef test_it(kit): pass", "*c64_models takes models*"),
        ("@pytest.mark.c64_models('c64')\ndef test_it(): pass", "*needs the fixture kit*"),
    ],
)
def test_a_marker_of_models_that_says_nothing_is_refused(project, text, message):
    result = project(f"\n{text}\n")
    assert result.ret
    assert any(message.strip("*") in line for line in result.errlines + result.outlines)


EXAMPLES = """
from hypothesis import given, settings, strategies as st

seen = set()

@given(st.integers(0, 255), st.integers(0, 255))
@settings(max_examples=20, deadline=None)
def test_sum(kit, first, second):
    assert kit.memory["count"] == 0       # as before each test
    assert kit.call("add", a=first, zp={"count": second}).a == (first + second) & 255
    kit.mock("nest")
    seen.add((first, second))

def test_it_was_called_often():
    assert len(seen) > 10

class TestInAClass:
    @given(value=st.binary(min_size=1, max_size=4))
    @settings(max_examples=5, deadline=None)
    @pytest.mark.parametrize("where", [0xC000, 0xC100])
    def test_memory(self, kit, where, value):
        assert kit.memory[0xC080] != 0xE7
        kit.memory.put(where, value)
        kit.memory.put(0xC080, 0xE7)
        assert kit.memory[where, len(value)] == value

@given(st.integers())
def test_without_a_machine(number):
    pass
"""


@pytest.mark.slow
def test_each_example_of_hypothesis_begins_on_a_fresh_machine(project):
    project(EXAMPLES, "-p", "no:randomly").assert_outcomes(passed=5)


def test_a_failing_example_is_found_and_shrunk(project):
    result = project(
        """
from hypothesis import given, settings, strategies as st

@given(st.integers(0, 255))
@settings(deadline=None)
def test_wrong(kit, value):
    assert kit.call("add", a=value, zp={"count": 100}).a == value + 100
"""
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*value=156*"])


@pytest.mark.parametrize("value", [256, -1, 65535])
def test_an_int_that_is_no_byte_is_refused_with_the_way_to_give_a_word(project, value):
    result = project(f"\ndef test_it(kit):\n    kit.call('add', zp={{'count': {value}}})\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"*count: {value} is no byte, 0 to 255; a word is given as*"])
