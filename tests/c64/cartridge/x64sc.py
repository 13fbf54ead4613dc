"""VICE's x64sc beside our machine: what it leaves in memory or in a cartridge's flash.

It runs with our ROMs, without a window, in a home folder of its own.
"""

import os
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bench.x64sc import OUR_ROMS, ROMS
from tests.conformance.pictures import reference

PLAIN = ("-default", "-console", "-sounddev", "dummy", "-warp")
# Plain dots in the colours of tests/conformance/pictures.py.
PEPTO = (
    "-VICIIfilter", "0", "-VICIIborders", "0", "-VICIIextpal", "-VICIIpalette", "pepto-pal",
    "-VICIIcontrast", "1000", "-VICIIsaturation", "1000",  # which later ones than 3.7 raise
)  # fmt: skip
SECONDS = 300  # that a run may take
needs_x64sc = pytest.mark.skipif(shutil.which("x64sc") is None, reason="x64sc is not in the PATH")


@contextmanager
def started(folder, *options):
    """Run x64sc with ``folder`` as its home; it is ended behind the with block."""
    command = ["x64sc", *PLAIN]
    for name in OUR_ROMS[:3]:
        command += [f"-{name}", str(ROMS / f"{name}.bin")]
    silent = {name: subprocess.DEVNULL for name in ("stdin", "stdout", "stderr")}
    environment = dict(os.environ, HOME=str(folder))
    process = subprocess.Popen([*command, *options], env=environment, **silent)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def memory_after(program, stop, begin, end, *options):
    """Return RAM from ``begin`` to ``end`` - 1 when a .prg with a SYS line has come to ``stop``."""
    with tempfile.TemporaryDirectory(prefix="x64sc") as folder:
        prg, out, monitor = (Path(folder, name) for name in ("a.prg", "out", "monitor"))
        prg.write_bytes(program)
        save = f'bsave \\"{out}\\" 0 {begin:04x} {end - 1:04x}'
        monitor.write_text(f'break exec {stop:04x}\ncommand 1 "{save}"\n', encoding="ascii")
        files = ("-moncommands", str(monitor), "-autostartprgmode", "1", "-autostart", str(prg))
        with started(folder, *options, *files) as process:
            deadline = time.monotonic() + SECONDS
            while not out.exists() or out.stat().st_size < end - begin:
                assert process.poll() is None, "x64sc has ended"
                assert time.monotonic() < deadline, "x64sc does not come to the end"
                time.sleep(0.05)
            return out.read_bytes()


def picture_after(program, cycles, *options):
    """Return the picture of a .prg with a SYS line: palette indices uint8[h, w]."""
    with tempfile.TemporaryDirectory(prefix="x64sc") as folder:
        prg, png = Path(folder, "a.prg"), Path(folder, "a.png")
        prg.write_bytes(program)
        limit = ("-limitcycles", str(cycles), "-exitscreenshot", str(png))
        files = ("-autostartprgmode", "1", "-autostart", str(prg))
        with started(folder, *PEPTO, *limit, *options, *files) as process:
            process.wait(SECONDS)
        return reference(png)


def easyflash_after(crt, cycles):
    """Return the .crt that an EasyFlash has become after so many cycles."""
    with tempfile.TemporaryDirectory(prefix="x64sc") as folder:
        path = Path(folder, "a.crt")
        path.write_bytes(crt)
        limit = ("-limitcycles", str(cycles))
        with started(folder, *limit, "-easyflashcrtwrite", "-cartcrt", str(path)) as process:
            process.wait(SECONDS)
        return path.read_bytes()
