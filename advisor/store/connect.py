"""Connecting phones: the addresses of this machine on its networks, and their QR codes.

Plain http on a field's network can be read, and changed, by anybody on that network, the secret of a link included:
:data:`NOTICES` says so to people. Scanning before the match is safest and leaves time to type where a camera fails.
"""

from __future__ import annotations

import io
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from typing import Literal, NamedTuple
from urllib.parse import urlencode

import segno

from advisor.words import mark

NOTICES = (
    mark("Scan before the match, while everybody is at hand. The link stays the same until it is withdrawn."),
    mark("This is plain http: whoever is on the same network can read along and use a link that he has seen."),
    mark(
        "Use a network of your own with a password, such as a phone's hotspot, and give each link only to its holder."
    ),
    mark("If the network changes, the address changes: show the code again."),
)
"""What to say beside the codes, in English, each to be translated by gettext."""

_SIOCGIFADDR = 0x8915
_NOWHERE = "192.0.2.1"
"""An address for documentation; connecting a datagram socket to it sends nothing, and tells which of ours would."""


class Address(NamedTuple):
    """An address of this machine. ``reach``: by whom it can be reached, ``network`` or only this ``machine``."""

    host: str
    interface: str | None
    reach: Literal["network", "machine"]


def find_addresses() -> tuple[Address, ...]:
    """Every IPv4 address of this machine, the likeliest for phones first; cheap enough to ask again each second."""
    found: dict[str, str | None] = {}
    if (host := _outgoing()) is not None:
        found[host] = None
    for host, interface in (*_of_interfaces(), *_of_host_name()):
        found[host] = interface or found.get(host)
    found.setdefault("127.0.0.1", None)
    addresses = [
        Address(host, interface, "machine" if ipaddress.ip_address(host).is_loopback else "network")
        for host, interface in found.items()
        if not ipaddress.ip_address(host).is_unspecified
    ]
    return tuple(sorted(addresses, key=lambda address: address.reach == "machine"))


def link_url(host: str, port: int, secret: str, page: str = "", scheme: str = "http") -> str:
    """The address that opens a link on a phone."""
    name = f"[{host}]" if ":" in host else host
    return f"{scheme}://{name}:{port}/{page}?{urlencode({'link': secret})}"


def qr_svg(text: str, *, size: int = 320) -> str:
    """A QR code as SVG, dark on white whatever the page's colours, ``size`` pixels wide, with its quiet border."""
    code = segno.make(text, error="m", micro=False)
    modules = code.symbol_size()[0]
    out = io.BytesIO()
    code.save(out, kind="svg", scale=size / modules, dark="#000", light="#fff", xmldecl=False)
    return out.getvalue().decode()


def _outgoing() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_NOWHERE, 9))
            host: str = probe.getsockname()[0]
        except OSError:
            return None
    return host


def _of_interfaces() -> Iterator[tuple[str, str]]:
    if sys.platform != "linux":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
            except OSError:
                continue
            yield socket.inet_ntoa(answer[20:24]), name


def _of_host_name() -> Iterator[tuple[str, None]]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return
    for *_, address in found:
        yield str(address[0]), None
