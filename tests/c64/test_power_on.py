"""What the RAM holds after power-on."""

import pytest

import c64
from c64.bus.machine import RAM_PATTERNS
from c64.config import CONFIG_CHOICES

STRAYS = 512  # bits in a bank, at most: two in one place cancel out


def ram(**options):
    """Return the RAM of a machine that has not run yet."""
    return bytes(c64.C64(sample_rate=0, **options).board.ram)


def differing(one, other):
    """Return how many bits differ."""
    return sum((a ^ b).bit_count() for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    "options, at, expected",
    [
        ({}, 0x0000, [0x00] * 64 + [0xFF] * 64 + [0x00] * 64),
        ({}, 0x4000, [0x00] * 64 + [0xFF] * 64),
        ({"model": "c64c"}, 0x0000, [0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 255, 255]),
        ({"model": "c64c"}, 0x4000, [255, 255, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0]),
        ({"model": "c64c"}, 0x8000, [0, 0, 255, 255, 255, 255, 0, 0]),
        ({"model": "c64", "vic": "8565"}, 0xC000, [255, 255, 0, 0, 0, 0, 255, 255]),
        ({"model": "c64c", "ram_pattern": "runs64"}, 0x0000, [0x00] * 64 + [0xFF] * 64),
        ({"ram_pattern": "runs4"}, 0x0000, [0, 0, 255, 255, 255, 255, 0, 0]),
        ({"ram_pattern": "runs1"}, 0x1000, [0, 255] * 32),
        ({"ram_pattern": "runs2"}, 0x1000, [255, 255, 0, 0] * 16),
        ({"ram_pattern": "runs2"}, 0x1100, [0, 0, 255, 255] * 16),
        ({"ram_pattern": "runs8"}, 0x4000, [0] * 8 + [255] * 8),
        ({"ram_pattern": "runs128"}, 0x1000, [255] * 128 + [0] * 128),
        ({"ram_pattern": "runs128"}, 0x4000, [0] * 128 + [255] * 128),
    ],
)
def test_ram_holds_runs_of_zeros_and_ones(options, at, expected):
    found = ram(**options)[at : at + len(expected)]
    assert differing(found, bytes(expected)) < len(expected) // 16 + 2  # the strays among them


def test_a_few_bits_are_not_as_the_pattern_has_them_and_the_seed_says_which():
    for name in ("runs64", "runs4"):
        plain = RAM_PATTERNS[name].bank()
        first, second = ram(ram_pattern=name), ram(ram_pattern=name, seed=2)
        assert STRAYS - 20 < differing(first, plain) <= STRAYS
        assert STRAYS < differing(first, second) <= 2 * STRAYS
        assert first == ram(ram_pattern=name)


# What two programs look for before they go on (VICE's C64/raminitpattern): a tape's loader wants no
# page of one value at $1000, another none at $F379.  docs/use/command-line.md lists all
# patterns.
@pytest.mark.parametrize("name", [name for name, p in RAM_PATTERNS.items() if p.run])
@pytest.mark.parametrize("at", [0x1000, 0xF379])
def test_no_pattern_of_real_chips_looks_like_cleared_memory(name, at):
    assert len(set(ram(ram_pattern=name)[at : at + 256])) > 1


def test_uniform_ram_is_uniform():
    assert ram(ram_pattern="zeros") == bytes(65536)
    assert ram(ram_pattern="ones") == b"\xff" * 65536


def test_power_cycle_brings_the_same_pattern_back():
    machine = c64.C64(sample_rate=0, ram_pattern="runs4")
    before = bytes(machine.board.ram)
    machine.board.ram[0x2000:0x3000] = b"\x55" * 0x1000
    machine.power_cycle()
    assert bytes(machine.board.ram) == before


def test_expansions_hold_the_pattern_too():
    board = c64.C64(sample_rate=0, ram_pattern="ones", plus256k=True).board
    assert all(bytes(bank) == b"\xff" * 65536 for bank in board.expansion.banks())


def test_an_unknown_pattern_is_refused():
    assert CONFIG_CHOICES["ram_pattern"] == (
        "model", "runs64", "runs4", "runs1", "runs2", "runs8", "runs128", "zeros", "ones",
    )  # fmt: skip
    with pytest.raises(c64.ConfigError, match="ram_pattern 'noise' does not exist; choose from"):
        c64.MachineConfig(ram_pattern="noise")


def test_what_a_seed_leaves_to_chance_are_marsaglias_numbers():
    """xorshift, 13 17 5, from the value on with which his paper begins: the colour RAM shows it."""
    begin, first = 2463534242, (723471715, 2497366906, 2064144800)
    seed = (begin - 0x9E3779B9) * pow(2654435761, -1, 1 << 32) % (1 << 32)
    numbers, value = [], begin
    for _ in range(1024):
        value ^= value << 13 & 0xFFFFFFFF
        value ^= value >> 17
        value ^= value << 5 & 0xFFFFFFFF
        numbers.append(value)
    assert tuple(numbers[:3]) == first
    board = c64.C64(sample_rate=0, ram_pattern="zeros", seed=seed).board
    assert list(board.color_ram) == [number >> 9 & 15 for number in numbers]


def test_a_seed_that_would_give_nothing_but_zeros_does_not():
    seed = -0x9E3779B9 * pow(2654435761, -1, 1 << 32) % (1 << 32)
    board = c64.C64(sample_rate=0, ram_pattern="zeros", seed=seed).board
    begin = (270369, 67634689, 2647435461, 307599695)  # from 1 on
    assert list(board.color_ram[:4]) == [number >> 9 & 15 for number in begin]
