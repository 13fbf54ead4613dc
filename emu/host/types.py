"""What many modules of the window name: types of signatures."""

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.int16]  # of sound: [n], or [n, 2] of two SIDs
Picture = npt.NDArray[np.uint8]  # palette indices, [row, column]
Palette = npt.NDArray[np.uint8]  # [colour, 3], RGB
Size = tuple[int, int]  # width and height
