"""Image and program file formats of the C64, and the game disk's contents.

loader       what a user names: files, folders, archive and playlist; media  what a content is
volume       a disk as its DOS sees it: blocks block_map directory streams relative listing,
             on the layouts of geometry
sector_file  images of sectors: d64 d71_d81; g64 p64  of a surface; image_file  the host's file,
             durable  the one writer of files, lock  who may write
surface      what a head meets: d64_surface gcr flux
host_folder  a folder as a disk, host_names  its names
prg p00 t64 tap crt sid  single files; sid_player  what plays the last
petscii      names; errors  what is refused; build  the game's disk
base/        what all packages stand on: the root of the errors, uncompiled runs

``flux`` is compiled where a compiler was; ``GO64_PURE=1`` runs its source.
"""

from pathlib import Path

from disk.base.pure import use_sources

FOLDER = Path(__file__).parent

use_sources(__name__, FOLDER)
