"""``python -m tools.site``: write the web site to build/site/, from the documents in docs/.

MkDocs with Material makes the pages (``pip install go64[site]``).  If ``make web`` has built the
game for the browser, the site contains it.  Exit status 1 if a link leads nowhere.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.site.stage import navigation, stage
from tools.usage import answer_help

ROOT = Path(__file__).resolve().parents[2]
PACKAGED = ROOT / "packaging" / "site"
STAGED, SITE, GAME = (ROOT / "build" / name for name in ("site-docs", "site", "web"))
ICON = "emu/host/go64.png"


def main() -> int:
    """Write the site; returns 0, or 1 after a message."""
    try:
        import yaml
    except ImportError:
        print("site: PyYAML is missing: pip install go64[site]", file=sys.stderr)
        return 1
    game = (GAME / "index.html").is_file()
    stage(ROOT, STAGED, game)
    shutil.copyfile(PACKAGED / "go64.css", STAGED / "go64.css")
    icon = STAGED / "files" / ICON
    icon.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / ICON, icon)
    about = yaml.safe_load((PACKAGED / "mkdocs.yml").read_text(encoding="utf-8"))
    about |= {"docs_dir": str(STAGED), "site_dir": str(SITE), "nav": navigation(STAGED)}
    config = ROOT / "build" / "mkdocs.yml"
    config.write_text(yaml.safe_dump(about, sort_keys=False), encoding="utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(config)]
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    if subprocess.run(command, cwd=ROOT, env=quiet, check=False).returncode:
        print("site: not built; what leads nowhere is named above", file=sys.stderr)
        return 1
    for page in (SITE / "de").rglob("*.html"):  # Material has one language for all pages
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace('<html lang="en"', '<html lang="de"', 1), encoding="utf-8")
    if game:
        shutil.copytree(GAME, SITE / "game", dirs_exist_ok=True)
    (SITE / ".nojekyll").touch()
    pages = sum(1 for _ in SITE.rglob("*.html"))
    print(
        f"site: {SITE.relative_to(ROOT)}/, {pages} pages"
        + ("" if game else ", without the game: run 'make web' before")
    )
    return 0


if __name__ == "__main__":
    answer_help(__doc__)
    sys.exit(main())
