"""Image and program file formats of the C64, and the game disk's contents.

``flux`` is compiled where a compiler was; ``GO64_PURE=1`` runs its source.
"""

from pathlib import Path

from disk.pure import use_sources

use_sources(__name__, Path(__file__).parent)
