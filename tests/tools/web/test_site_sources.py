"""The sources that the site packs: no module wants one that stays at home."""

import pytest

from tests.imports import graph
from tools.web.site import MODULES, PACKAGES, ROOT


def name_of(path):
    """Return the dotted name of a source below the top of the project."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.slow
def test_whatever_a_packed_module_imports_is_packed():
    packed = {name_of(path.relative_to(ROOT)) for path in map(ROOT.joinpath, MODULES)}
    edges = graph(*PACKAGES, "emu", typing=False)
    packed |= {name for name in edges if name.split(".")[0] in PACKAGES}
    missing = {f"{module} -> {found}" for module in packed for found in edges[module] - packed}
    assert not missing
