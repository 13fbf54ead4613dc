"""``make web``: write build/web/, the machine and the game as a page for the browser.

Needs ziglang and npm, and a network for Pyodide.  docs/use/browser.md describes the page.
"""

import sys

from tools.build import BuildError
from tools.usage import answer_help
from tools.web.errors import WebError
from tools.web.site import build_site


def main() -> int:
    """Build the page; if something is missing, print one line and return 1."""
    try:
        build_site()
    except (BuildError, WebError) as error:
        print(f"web: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    answer_help(__doc__)
    sys.exit(main())
