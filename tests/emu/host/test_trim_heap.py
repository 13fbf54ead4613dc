"""What the window has let go of goes back to the system."""

import subprocess
import sys

import pytest

from emu.host import trim_heap
from tests.bench.soak import memory_mb

pytestmark = pytest.mark.skipif(trim_heap._TRIM is None, reason="the C library is not glibc")
BLOCKS = 600  # of 100 KB: too small for a mapping of their own
MB = 60

PROGRAM = f"""
import ctypes
from emu.host.trim_heap import trim_heap
from tests.bench.soak import memory_mb

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
taken = [ctypes.c_void_p(libc.malloc(100_000)) for _ in range({BLOCKS})]
pin = taken.pop()  # above them all: the heap cannot shrink
for block in taken:
    ctypes.memset(block, 1, 100_000)
full = memory_mb()
for block in taken:
    libc.free(block)
kept = memory_mb()
trim_heap()
print(full - kept, kept - memory_mb())
"""


def test_free_memory_below_a_block_in_use_is_given_back():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], text=True, capture_output=True, check=True
    )
    by_itself, by_us = map(float, done.stdout.split())
    assert by_itself < MB / 4
    assert by_us > MB / 2


def test_the_bench_counts_this_process():
    assert memory_mb() > 5
