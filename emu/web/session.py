"""What a hosted run leaves on disk: the secrets of its links, and the automatic snapshot.

Each hosted file has its own folder in the user's data folder, by its name and place, so that its
links still work when it is hosted again.
"""

import hmac
import json
import os
import secrets
import shutil
import zlib
from pathlib import Path

import platformdirs

from disk.budget import TEXT_MOST, OverBudget, parse_json
from disk.durable import make_folder, sweep_folder
from disk.plain_file import read_plain
from emu.errors import HostError
from emu.shared.whole_file import write_whole
from emu.web.permissions import HOST, SEATS, WATCH, Role

TOKEN_BYTES = 16  # 128 bits
SNAPSHOT = "board.go64"
SECRETS = "links.json"


def data_folder() -> Path:
    """Return the folder of hosted sessions."""
    return Path(platformdirs.user_data_dir("go64", appauthor=False)) / "hosted"


def folder_of(path: str | Path | None, parent: Path | None = None) -> Path:
    """Return the folder for the session of a file; None: the machine without a file."""
    parent = parent or data_folder()
    if path is None:
        return parent / "basic"
    place = zlib.crc32(str(Path(path).resolve()).encode("utf-8", "surrogateescape"))
    return parent / f"{Path(path).stem[:40]}-{place:08x}"


class Session:
    """The links of one hosted program.

    folder    Path;  tokens  {Role: secret}
    snapshot  Path of the automatic snapshot, which need not exist
    """

    def __init__(self, folder: str | Path, new: bool = False) -> None:
        self.folder = Path(folder)
        self.snapshot = self.folder / SNAPSHOT
        if new:
            shutil.rmtree(self.folder, ignore_errors=True)
        sweep_folder(self.folder)
        self.tokens = self._read() or self._make()

    @property
    def left(self) -> bool:
        """True if there is a game to resume."""
        return self.snapshot.is_file()

    @staticmethod
    def _roles() -> dict[str, Role]:
        return {"host": HOST, "watch": WATCH} | {
            str(seat): Role("seat", seat) for seat in range(SEATS)
        }

    def _read(self) -> dict[Role, str] | None:
        try:
            found = parse_json(read_plain(self.folder / SECRETS, TEXT_MOST))
            tokens = {role: str(found[name]) for name, role in self._roles().items()}
        except (OSError, ValueError, KeyError, TypeError, OverBudget):
            return None
        usable = len(set(tokens.values())) == len(tokens)
        return tokens if usable and all(map(_is_token, tokens.values())) else None

    def _make(self) -> dict[Role, str]:
        tokens = {role: secrets.token_urlsafe(TOKEN_BYTES) for role in self._roles().values()}
        plain = {name: tokens[role] for name, role in self._roles().items()}
        path = self.folder / SECRETS
        try:
            make_folder(self.folder, 0o700)
            write_whole(path, json.dumps(plain))
            os.chmod(path, 0o600)
        except OSError as error:
            raise HostError(f"{path}: cannot be written ({error.strerror})") from None
        return tokens

    def role_of(self, token: str) -> Role | None:
        """Return the Role to which a secret belongs, or None; takes as long for any secret."""
        given, found = token.encode("utf-8", "replace"), None
        for role, secret in self.tokens.items():
            if hmac.compare_digest(given, secret.encode()):
                found = role
        return found


def _is_token(text: str) -> bool:
    return len(text) >= 22 and text.isascii() and text.replace("-", "").replace("_", "").isalnum()
