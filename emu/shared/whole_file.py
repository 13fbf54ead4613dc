"""Files of the user's that are never seen half written."""

from pathlib import Path

from disk.durable import make_folder, replace_file


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file (str or bytes) so that at any moment there is the old one or the new one."""
    make_folder(path.parent)
    replace_file(path.resolve(), data.encode() if isinstance(data, str) else data)
