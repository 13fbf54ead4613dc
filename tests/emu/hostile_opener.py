"""Opens files with go64, each in a fork of this process, and says what came of it.

A line on standard input is [arguments, folder] as JSON; the answer is [status, lines of stderr,
bytes of memory more than at the beginning, seconds of processor time].  A process of pytest is no
place for that: what its heap has grown to decides where large arrays go, and what they cost.
"""

import contextlib
import json
import os
import sys
import time
from pathlib import Path

from emu.__main__ import main


def memory(word):
    """Return a row of /proc/self/status in bytes."""
    text = Path("/proc/self/status").read_text()
    return next(int(row.split()[1]) << 10 for row in text.splitlines() if row.startswith(word))


def opened(arguments, folder):
    """Run go64 in a child; returns (status, lines of stderr, bytes more than at its start)."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        status = 99
        try:
            os.close(ours)
            os.dup2(theirs, 2)
            sys.stderr = sys.stdout = os.fdopen(2, "w", buffering=1, errors="backslashreplace")
            Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
            os.chdir(folder)
            before = memory("VmRSS")
            start = time.process_time()
            status = main(arguments)
            sys.stderr.write(f"\n#{memory('VmHWM') - before} {time.process_time() - start}\n")
        except BaseException as error:
            sys.stderr.write(f"\nTraceback: {type(error).__name__}: {error}\n#0 0\n")
        finally:
            sys.stderr.flush()
            os._exit(status)
    os.close(theirs)
    with os.fdopen(ours, encoding="utf-8", errors="replace") as pipe:
        said = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    text, _, figures = said.rpartition("#")
    more, seconds = figures.split() if figures.strip() else ("0", "0")
    return status, text.split("\n"), int(more), float(seconds)


def serve():
    """Answer line by line until standard input ends."""
    with contextlib.redirect_stdout(sys.stderr):  # so that no child need import anything
        assert main(["--headless", "--frames", "1", "--basic-prompt"]) == 0
    for line in sys.stdin:
        arguments, folder = json.loads(line)
        print(json.dumps(opened(arguments, folder)), flush=True)


if __name__ == "__main__":
    serve()
