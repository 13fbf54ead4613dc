"""How large this process is: what tests of growth measure."""

import gc

import pytest

from emu.host.trim_heap import trim_heap


def resident():
    """Return how much memory this process uses, in bytes; skips where the system does not say.

    glibc keeps what has been freed, the more the more freakish the sizes that were asked for: it
    is given back first.  (A million packets to a monitor: 7 MiB more were kept at the end than
    half-way, of which nothing was in use.)
    """
    gc.collect()
    trim_heap()
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            words = next(line for line in status if line.startswith("VmRSS")).split()
    except OSError:
        pytest.skip("there is no /proc to tell how large a process is")
    return int(words[1]) * 1024
