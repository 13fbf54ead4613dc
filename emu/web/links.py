"""Addresses of a hosted machine, and QR codes of them for the terminal and for the page."""

import functools
import io
import ipaddress
import re
import socket

ANYWHERE = ("0.0.0.0", "::", "")


def own_address() -> str:
    """Return the address by which others in the same network reach this computer."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; tells which way it would go
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def base_url(address: str, port: int, tls: bool, said: str | None = None) -> str:
    """Return the beginning of all links, with a slash at its end.

    said  the beginning that the host has given, behind a tunnel or a reverse proxy
    """
    if said:
        return said.rstrip("/") + "/"
    shown = own_address() if address in ANYWHERE else address
    shown = f"[{shown}]" if ":" in shown else shown
    return f"http{'s' if tls else ''}://{shown}:{port}/"


def host_name(text: str) -> str | None:
    """Return the name or address in a Host header, in lower case; None: it is invalid."""
    found = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?", text)
    return found[1].strip("[]").rstrip(".").lower() or None if found else None


def is_address(name: str) -> bool:
    """Tell whether a name is an IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def link(base: str, token: str) -> str:
    """Return a link, with the secret after #, which no browser sends or passes on."""
    return f"{base}#{token}"


def qr_rows(text: str) -> list[str]:
    """Return a QR code as text, one line per row, "1" for dark; without its quiet zone."""
    return list(_qr_rows(text))


@functools.lru_cache(maxsize=64)
def _qr_rows(text: str) -> tuple[str, ...]:
    """Return the same, cached: each page of the host gets all codes, and one takes 4 ms."""
    import segno

    return tuple("".join(map(str, row)) for row in segno.make(text, error="m", micro=False).matrix)


def qr_terminal(text: str) -> str:
    """Return a QR code for a terminal."""
    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
