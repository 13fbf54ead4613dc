"""``python -m go64``: the command ``go64``."""

import sys

from emu.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
