"""Golden pictures: a PNG that the visible picture must equal, pixel by pixel."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from emu.kit.budget import BUDGET
from emu.kit.errors import KitError, KitUsageError

if TYPE_CHECKING:
    from PIL.Image import Image

    from c64.api_views import Screen

Indices = npt.NDArray[np.uint8]  # of colours, [row, column]


def _image(indices: Indices, palette: npt.ArrayLike) -> Image:
    from PIL import Image

    image = Image.fromarray(indices)
    image.putpalette(np.asarray(palette, dtype=np.uint8).tobytes())
    return image


def check_picture(screen: Screen, path: Path, update: bool) -> None:
    """Compare the visible picture (palette indices) with the PNG at ``path``.

    update  write the file instead (``--c64-update-golden``)

    A difference is a KitError;
    beside the golden file stand then ``NAME.actual.png`` and ``NAME.diff.png``, in which
    equal pixels are dark and different ones white.
    """
    indices = screen.indices
    if update:
        path.parent.mkdir(parents=True, exist_ok=True)
        _image(indices, screen.palette).save(path)
        return
    golden = _read(path)
    if golden.shape != indices.shape:
        raise KitError(
            f"picture {path.name}: the golden one is {golden.shape[1]} x {golden.shape[0]}, "
            f"this one {indices.shape[1]} x {indices.shape[0]}"
        )
    different = golden != indices
    if not different.any():
        return
    if not BUDGET.limited:
        _image(indices, screen.palette).save(path.with_suffix(".actual.png"))
        _diff(indices, different, screen.palette).save(path.with_suffix(".diff.png"))
    rows, columns = np.nonzero(different)
    raise KitError(
        f"picture {path.name}: {len(rows)} pixels differ, in x {columns.min()}-{columns.max()}, "
        f"y {rows.min()}-{rows.max()}; first at ({columns[0]}, {rows[0]}): colour "
        f"{indices[rows[0], columns[0]]} instead of {golden[rows[0], columns[0]]}; "
        f"see {path.with_suffix('.diff.png').name}"
    )


def _read(path: Path) -> Indices:
    """Return the palette indices of a golden PNG."""
    from PIL import Image

    try:
        image = Image.open(path)
        image.load()
    except FileNotFoundError:
        raise KitUsageError(
            f"picture {path}: there is no golden picture; look at what the program shows and "
            "write it with --c64-update-golden"
        ) from None
    except OSError as error:
        raise KitUsageError(f"picture {path}: cannot be read ({error})") from None
    if image.mode != "P":
        raise KitUsageError(f"picture {path}: not a picture with a palette; was it written here?")
    return np.asarray(image)


def _diff(indices: Indices, different: npt.NDArray[np.bool_], palette: npt.ArrayLike) -> Image:
    from PIL import Image

    colours = np.asarray(palette)[indices] // 4
    colours[different] = 255
    return Image.fromarray(colours.astype(np.uint8))
