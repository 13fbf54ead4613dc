"""Files of the user's that are never seen half written."""

from disk.image_file import replace_file


def write_whole(path, data):
    """Write a file (str or bytes) so that at any moment there is the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path.resolve(), data.encode() if isinstance(data, str) else data)
