"""Archives: unpacked, and packed the same each time: sorted, of one date, of nobody."""

import gzip
import io
import tarfile
import time
import zipfile
from pathlib import Path

FIRST_ZIP_DATE = 315532800  # 1980-01-01: a .zip knows nothing earlier


def even_tar(path: Path, epoch: int) -> None:
    """Rewrite a .tar.gz with sorted members of the date ``epoch`` (seconds) and of no owner."""
    packed = io.BytesIO()
    with (
        tarfile.open(path) as old,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            member.mtime, member.uid, member.gid = epoch, 0, 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    path.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))


def unpack(archive: Path, folder: Path) -> None:
    """Unpack a .tar, packed or not; nothing of it gets outside the folder.

    Python 3.11 knows the filter from 3.11.4 on, which Debian 12 does not have.
    """
    with tarfile.open(archive) as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", None)
        packed.extractall(folder)


def zip_folder(folder: Path, path: Path, epoch: int) -> None:
    """Pack a folder, and its name, into a .zip whose members have the date ``epoch``."""
    date = time.gmtime(max(epoch, FIRST_ZIP_DATE))[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                name = f"{folder.name}/{file.relative_to(folder).as_posix()}"
                about = zipfile.ZipInfo(name, date)
                about.external_attr = 0o644 << 16
                about.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(about, file.read_bytes())
