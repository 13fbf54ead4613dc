"""What a client of the monitors or of the debug adapter has not fetched yet."""

import socket
import time

CHUNK = 65536  # bytes given to the system at a time
SECONDS = 10.0  # a client with too much to fetch is sent away after so long
LEAST = CHUNK  # unless it has fetched so many bytes in that time


class Outbox:
    """Bytes that wait for one client.

    most  bytes above which the client is choked: nothing more is done for it

    So an outbox holds ``most`` bytes, and what one command or one frame adds to them.  A client
    that does not read may keep the machine waiting for SECONDS, as a client of VICE's does for
    ever; ``send`` then says that it is to be sent away.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._data = bytearray()
        self._fetched = 0  # since the client was choked, or since LEAST was fetched last
        self._since: float | None = None  # time.monotonic() of that, None: it is not choked

    def __len__(self) -> int:
        return len(self._data)

    @property
    def choked(self) -> bool:
        """True while the client has too much to fetch."""
        return len(self._data) > self.most

    def put(self, data: bytes | bytearray) -> None:
        """Add bytes, which ``send`` sends."""
        self._data += data

    def clear(self) -> None:
        """Forget what was not fetched."""
        self._data.clear()

    def send(self, client: socket.socket) -> bool:
        """Send what the client (a socket that does not block) accepts.

        Returns False if the client has gone, or has fetched too little for too long.
        """
        try:
            while self._data:
                sent = client.send(self._data[:CHUNK])
                del self._data[:sent]
                self._fetched += sent
        except BlockingIOError:
            pass
        except OSError:
            return False
        now = time.monotonic()
        if not self.choked:
            self._since = None
        elif self._since is None or self._fetched >= LEAST:
            self._since, self._fetched = now, 0
        return self._since is None or now - self._since <= SECONDS

    def send_rest(self, client: socket.socket, seconds: float) -> None:
        """Send the last bytes, for so many seconds at most; OSError if that fails."""
        client.settimeout(seconds)
        client.sendall(self._data)
        self._data.clear()
