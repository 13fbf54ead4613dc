"""Where monitors and the debug adapter listen: on this machine only."""

import contextlib
import ipaddress
import re
import socket
from collections.abc import Iterator

from emu.errors import HostError, UsageError

DEFAULT_HOST = "127.0.0.1"
PORT_DIGITS = 20  # more than anybody writes; Python reads no number of any length
BACKLOG = 64  # who comes while the machine runs a frame; more wait a second by TCP's rules
ACCEPTED = 64  # connections looked at in a poll
Address = tuple[str, int]  # host, port
_HOST_PORT = re.compile(r"(?:ip[46]://)?(?:\[([^\]]*)\]|([^:\[\]/]*))(?::(\d+))?")


def is_address(text: str) -> bool:
    """True if a word of the command line is an address or port, not a file."""
    if text.startswith(("ip4:", "ip6:")):
        return True
    match = _HOST_PORT.fullmatch(text)
    if match is None or "/" in text:
        return False
    host = match[1] or match[2]
    return text.isdecimal() or match[3] is not None or host == "localhost" or _ip(host) is not None


def _ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def parse_address(text: str, option: str, usual: int) -> Address:
    """Return (host, port) of ``PORT``, ``HOST:PORT`` or VICE's ``ip4://HOST:PORT``.

    option  the option it is the argument of;  usual  the port if there is none

    Raises UsageError for text that is no address, and for addresses of other machines.
    """
    match = _HOST_PORT.fullmatch(text)
    if text.isdecimal():
        host, digits = DEFAULT_HOST, text
    elif match is None or not (match[1] or match[2]):
        raise UsageError(f"{option} {text}: not an address; try {usual} or 127.0.0.1:{usual}")
    else:
        host, digits = match[1] or match[2], match[3] or str(usual)
    if len(digits) > PORT_DIGITS or int(digits) > 0xFFFF:
        raise UsageError(f"{option}: there is no port {digits}; the last is 65535")
    port = int(digits)
    host = DEFAULT_HOST if host == "localhost" else host
    if not is_local(host):
        raise UsageError(
            f"{option} {text}: only this machine may attach; use {DEFAULT_HOST}:{port}"
        )
    return host, port


def is_local(host: str) -> bool:
    """True for an address of this machine's loopback interface."""
    found = _ip(host)
    return found is not None and found.is_loopback


def words_of(address: Address) -> str:
    """Return an address as VICE's options have it: ip4://127.0.0.1:6502."""
    scheme = "ip6://[{}]:{}" if ":" in address[0] else "ip4://{}:{}"
    return scheme.format(*address)


def listen(address: Address, option: str) -> socket.socket:
    """Return a socket that listens; HostError, which names the option, if it cannot."""
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        with contextlib.suppress(OSError):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        host, port = address
        raise HostError(
            f"{option}: cannot listen on {host} port {port} ({error.strerror}); "
            f"another port: {option} {min(port + 1, 0xFFFF)}"
        ) from None
    listener.setblocking(False)
    return listener


def accepted(listener: socket.socket) -> Iterator[socket.socket]:
    """Yield the clients that have connected from this machine; others are disconnected."""
    for _ in range(ACCEPTED):
        try:
            client, peer = listener.accept()
        except OSError:
            return
        if not is_local(peer[0]):
            client.close()
            continue
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield client
