"""go64 with a gamepad that SDL makes up: ``python -m tests.emu.host.padded [go64's options]``.

/dev/uinput is not everywhere.  A pad of SDL's own is made inside the process, which reads from its
standard input what happens to it, a line each:

    plug | plain | unplug | button NUMBER 0-or-1 | axis NUMBER -1.0-to-1.0
    pad NUMBER      which one the next lines are about: 0 was plugged in first of those that are in
"""

import sys
import threading

from emu.__main__ import main
from tests.emu.host.virtual_pad import VirtualPad


def work():
    """Do what the lines say."""
    pads = []
    # Raw: at the end of the process nobody may hold a lock of sys.stdin's.
    with open(0, "rb", buffering=0, closefd=False) as lines:
        for line in lines:
            do(pads, *line.decode().split())


def do(pads, word, *rest):
    """Do what a line says, to the pad that was plugged in last or named last: it ends the list."""
    if word in ("plug", "plain"):
        pads.append(VirtualPad(gamepad=word == "plug"))
    elif word == "pad":
        found = sorted(pads, key=lambda pad: pad.number)[int(rest[0])]
        pads.remove(found)
        pads.append(found)
    elif word == "unplug":
        pads.pop().unplug()
    elif word == "button":
        pads[-1].button(int(rest[0]), rest[1] == "1")
    else:
        pads[-1].axis(int(rest[0]), float(rest[1]))


if __name__ == "__main__":
    threading.Thread(target=work, daemon=True).start()
    sys.exit(main())
