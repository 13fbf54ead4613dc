"""``make web``: write build/web/, the site of docs/use/browser.md."""

import sys

from tools.build import BuildError
from tools.web.errors import WebError
from tools.web.site import build_site


def main() -> int:
    """Build it; what is missing is one line, and status 1."""
    try:
        build_site()
    except (BuildError, WebError) as error:
        print(f"web: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
