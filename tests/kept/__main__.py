"""``python -m tests.kept``: write the files of this version that later ones must read."""

import sys

from tests.kept.write import write_version

if __name__ == "__main__":
    sys.exit(write_version(again="--again" in sys.argv[1:]))
